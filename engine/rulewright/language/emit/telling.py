"""Lines for people: what is said when a text has run, and what a thing's line shows.

Only a watched game says anything. While a text with a line runs, `telling` is set: what it does itself is told by that
line. What rules and hooks do meanwhile is not.
"""

from __future__ import annotations

import ast
from functools import partial

from rulewright.language import wording
from rulewright.language.analysis.openness import openness_is_public
from rulewright.language.compiled import Line, Picture, Saying, Shown
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.lists import fixed
from rulewright.language.emit.names import item_slot
from rulewright.language.emit.reads import open_now, openness
from rulewright.language.holes import pieces
from rulewright.language.program import Routine, StepSymbol
from rulewright.language.tree import Expression
from rulewright.language.types import Nothing
from rulewright.language.wording import Label

Block = list[ast.stmt]
TELLING, WAS, RESULT = "telling", "$was", "result"
APART = ("rule", "hook")
"""The natures of texts that the line of what set them off does not tell of."""


def needs_telling(emitter: Emitter, routine: Routine) -> bool:
    """Whether something stands around a text because of lines."""
    if not emitter.watched or not emitter.program.lines:
        return False
    return routine.nature in APART or _line_of(emitter, routine.id) is not None


def write_telling(emitter: Emitter, routine: Routine, name: str, text: str) -> None:
    """Write the function `name` that runs the function `text` of a routine and then says the routine's line.

    A text without a result that leaves a step or ends the game has happened, too.
    """
    parameters = [each.name for each in routine.parameters]
    run = py.call(text, py.table(), *(py.name(each) for each in parameters))
    emitter.function(name, parameters, routine.span, routine.id, partial(_around, emitter, routine, run))


def _around(emitter: Emitter, routine: Routine, run: ast.expr) -> Block:
    number = _line_of(emitter, routine.id)
    body: Block = [py.let(RESULT, run)]
    last: Block = [py.put_slot(TELLING, py.name(WAS))]
    begin: Block = [py.let(WAS, py.slot(TELLING)), py.put_slot(TELLING, py.const(0 if number is None else number + 1))]
    around: ast.stmt = py.finally_(body, last)
    said = [] if number is None else say(emitter, number)
    if said and isinstance(routine.result, Nothing):
        signals = py.grouped([py.name(emitter.use(each)) for each in ("Leave", "GameOver")])
        around = py.unless_left([around], signals, say(emitter, number or 0))
    return [*begin, around, *said, py.give(py.name(RESULT))]


def say(emitter: Emitter, number: int) -> Block:
    """Say a line, where somebody is told."""
    label = emitter.program.lines[number].label
    values = [fixed(emitter, part) for part in label.parts if not isinstance(part, str)]
    said = py.do(py.call(py.slot("say"), py.const(number), py.grouped(values)))
    return [py.when(py.compare("is not", py.slot("say"), py.const(None)), [said])]


def says_step(emitter: Emitter, step: StepSymbol) -> bool:
    """Whether a line tells of each item of a step as it begins."""
    return emitter.watched and _line_of(emitter, f"step.{step.id}") is not None


def say_step(emitter: Emitter, step: StepSymbol) -> Block:
    """Say the line of the item of a step, or of the round, that begins."""
    number = _line_of(emitter, f"step.{step.id}")
    return [] if number is None else say(emitter, number)


def say_items(emitter: Emitter, step: StepSymbol, source: Expression) -> Block:
    """Say the line of each item of a step in which all decide at once, before they do."""
    if not says_step(emitter, step):
        return []
    current = py.put_slot(item_slot(emitter.program, step.id), py.name("$item"))
    return [py.each("$item", fixed(emitter, source), [current, *say_step(emitter, step)])]


def _line_of(emitter: Emitter, unit: str) -> int | None:
    found = [number for number, each in enumerate(emitter.program.lines) if unit in each.units]
    return found[0] if found else None


# ---- data ------------------------------------------------------------------------------------------------------------


def lines_of(emitter: Emitter) -> tuple[Line, ...]:
    """The lines as those read them who tell of what happened."""
    return tuple(_line(emitter, each) for each in emitter.program.lines)


def _line(emitter: Emitter, line: wording.Line) -> Line:
    actions = [each.id for each in emitter.program.actions.values() if each.routine in line.units]
    return Line(_saying(line.label), line.prompts, tuple(actions))


def _saying(label: Label) -> Saying:
    types = tuple(part.type for part in label.parts if not isinstance(part, str))
    return Saying(pieces(label.id), types)


def write_picture(emitter: Emitter) -> Picture:
    """The picture, with a function for each line that shows something of a thing."""
    picture = emitter.program.picture
    lines = {kind: _shown(emitter, kind, label) for kind, label in picture.lines.items()}
    return Picture(picture.rows, lines, picture.hand, picture.places, _opening(emitter))


def _opening(emitter: Emitter) -> str:
    """The function that gives whether a link is open now; empty where nothing modifies it, or not all may know it."""
    modifiers = openness(emitter)
    if not modifiers or not openness_is_public(emitter.analysis.reader):
        return ""
    name = "show.open"
    emitter.function(name, ["it"], modifiers[0].span, name, lambda: [py.give(open_now(emitter, py.name("it")))])
    return name


def _shown(emitter: Emitter, kind: str, label: Label) -> Shown:
    saying = _saying(label)
    if not saying.types:
        return Shown(saying, "")
    holes = [part for part in label.parts if not isinstance(part, str)]
    name = f"show.{kind}"
    build = partial(_values, emitter, holes)
    emitter.function(name, ["it"], holes[0].span, name, build)
    return Shown(saying, name)


def _values(emitter: Emitter, holes: list[Expression]) -> Block:
    return [py.give(py.grouped([fixed(emitter, each) for each in holes]))]
