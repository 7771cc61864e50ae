"""Checking `simultaneous:`: who says in which order several hooks of one moment run, and how that is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.language.analysis.calls import in_order
from rulewright.language.check.answering import is_pure
from rulewright.language.check.calling import unheard
from rulewright.language.check.context import Context, Fact, World
from rulewright.language.check.convert import player
from rulewright.language.program import HookSymbol
from rulewright.language.syntax.parse import parse
from rulewright.language.tree import Const, Expression
from rulewright.language.types import BOOL, PLAYER, Kind, Maybe, Running
from rulewright.language.wording import Label, PromptSymbol
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Text

MAY_NOT_RUN = "may-not-run"


def check_simultaneous(world: World, text: Text | None) -> None:
    """Who orders hooks, if anyone does, and a prompt for each moment at which there may be several.

    The text is read while a call runs. Where it reads another call, nobody orders the hooks.
    """
    if text is None:
        return
    tree, fault = parse(text, "formula")
    world.faults.take(fault)
    if fault is not None:
        return
    program = world.program
    several = {key: hooks for key, hooks in in_order(program.hooks).items() if _are_ordered(world, key[0], hooks)}
    missing: list[Diagnostic] = []
    for call in dict.fromkeys(call for call, _ in several):
        with unheard(world) as faults:
            running = {f"~{call}": Fact(Running(call), frozenset())}
            cx = Context(world, text, {}, running, pure="what says who orders hooks")
            who = cx.value(tree)
            who = who if who.type == Maybe(PLAYER) else player(cx, who, tree.place)
        if not faults.found:
            program.simultaneous = who
            _ask(cx, call, {moment: hooks for (name, moment), hooks in several.items() if name == call})
            continue
        missing = missing or faults.found
        if any(each.id != MAY_NOT_RUN for each in faults.found):
            missing, program.simultaneous = faults.found, None
            break
    for each in missing if program.simultaneous is None else ():
        world.faults.take(each)


def _are_ordered(world: World, call: str, hooks: Sequence[tuple[HookSymbol, int]]) -> bool:
    """Whether hooks are several, and on a call for which somebody can be asked."""
    return len(hooks) > 1 and not is_pure(world, world.program.calls[call])


def _ask(cx: Context, call: str, moments: Mapping[str, Sequence[tuple[HookSymbol, int]]]) -> None:
    """Keeps the prompts of a call by which its hooks are ordered."""
    program = cx.world.program
    for moment, hooks in moments.items():
        number = program.orders[call, moment] = cx.next_prompt()
        asked = Label(f"Which first {moment} {call}?", (f"Which first {moment} {call}?",))
        labels = tuple(_label(cx.world, hook, thing) for hook, thing in hooks)
        span = program.calls[call].span
        cx.prompt(PromptSymbol(number, asked.id, "choose", asked, BOOL, False, labels, ((),) * len(hooks), (), span))


def _label(world: World, hook: HookSymbol, thing: int) -> Label:
    """How a hook is called among others: by its thing, as the one who orders knows it, and by its own name."""
    name = hook.id.partition("@")[0]
    if thing < 0:
        return Label(name, (name,))
    parts: tuple[str | Expression, ...] = (Const(thing, Kind(world.program.things[thing].kind), hook.span), f" {name}")
    return Label(f"{world.program.things[thing].id} {name}", parts)
