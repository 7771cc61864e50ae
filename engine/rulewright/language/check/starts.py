"""What fields begin with is computed before a game, from the table as the pack lays it out."""

from __future__ import annotations

from rulewright.language.analysis.evaluate import Evaluator, Unknown
from rulewright.language.analysis.scene import set_scene
from rulewright.language.check.context import World
from rulewright.language.tree import Const


def check_starts(world: World) -> None:
    """Notes the values given at the start, or by default, that cannot be computed then; once all else is sound."""
    program = world.program
    stored = [each for each in program.fields.values() if each.derived is None]
    texts = [text for each in stored for text in (each.default, *each.start.values()) if text is not None]
    if world.faults.fatal() or all(isinstance(text, Const) for text in texts):
        return
    start = Evaluator(program, set_scene(program, {}), world.shelf, {}, start=True)
    for symbol in stored:
        for thing in start.scene.things_of(symbol.kind):
            text = symbol.start.get(thing, symbol.default)
            if text is None or isinstance(text, Const):
                continue
            try:
                start.known(text, {"it": thing})
            except Unknown:
                message = f"what `{symbol.name}` begins with is computed before the game, and this cannot be"
                world.faults.add("unknown-start", text.span, message, "set it in the first step")
                break
