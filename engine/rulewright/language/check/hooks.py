"""Checking hooks: what runs before, after or instead of a call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.language.check.answering import add_routine, answer, narrowed
from rulewright.language.check.bearers import CALL
from rulewright.language.check.bearings import Bearings, Borne
from rulewright.language.check.calling import called
from rulewright.language.check.context import Context, World
from rulewright.language.check.convert import decider
from rulewright.language.check.definitions import check_period
from rulewright.language.check.prompts import ask, label
from rulewright.language.check.statements import block
from rulewright.language.check.texts import Headed
from rulewright.language.program import CallSymbol, HookSymbol, Parameter
from rulewright.language.syntax.nodes import HookHead
from rulewright.language.tree import Ask, Const
from rulewright.language.types import BOOL, PLAYER, Running
from rulewright.text.spans import Span


def check_hooks(world: World, bearings: Bearings, heads: Sequence[Headed[HookHead]]) -> None:
    """Every hook of the pack, of its kinds and of its things, in order of declaration."""
    used: dict[tuple[str, str], Span] = {}
    numbers: dict[str, int] = {}
    for order, headed in enumerate(heads):
        head, owner = headed.head, headed.bearer
        numbers[owner] = numbers.get(owner, 0) + 1
        id = head.id.id if head.id else f"hook_{numbers[owner]}"
        span = headed.text.at(*(head.id.place if head.id else head.place))
        if (owner, id) in used:
            world.faults.add("duplicate-id", span, f"there is another hook `{id}` here")
            continue
        used[owner, id] = span
        world.program.hooks += _hook(world, headed, id, order, bearings.of(owner) if owner else None)


def _hook(world: World, headed: Headed[HookHead], id: str, order: int, borne: Borne | None) -> Iterator[HookSymbol]:
    head, text = headed.head, headed.text
    cx = Context(world, text)
    call = called(cx, head.call)
    if call is None:
        return
    span = cx.span(head.place)
    if borne is not None:
        borne.begin(cx, span)
    answer(cx, call, head.moment)
    if head.once is not None:
        check_period(cx, head.once)
        if cx.pure:
            cx.fault("impure", head.once.place, f"`{call.name}` only gives a value; that it did is not kept in mind")
    condition = narrowed(cx, head.condition)
    asked = _asked(cx, head, call)
    parameters = [Parameter(name, each.type) for name, each in cx.names.items() if name in ("this", "me")]
    parameters.append(Parameter(CALL, Running(call.name)))
    routine = f"hook.{id}@{headed.bearer}" if headed.bearer else f"hook.{id}"
    add_routine(cx, block, routine, head.body, tuple(parameters), call, head.moment, span)
    if borne is not None and not any(bearing.things for bearing in borne.bearings):
        world.program.routines.pop(routine, None)
    once = head.once.id if head.once else ""
    for number, bearing in enumerate(borne.bearings if borne is not None else (None,), 1):
        name = routine.removeprefix("hook.") + (f".{number}" if number > 1 else "")
        things, live, me = (bearing.things, bearing.live, bearing.me) if bearing else ((), None, None)
        if borne is None or things:
            yield HookSymbol(
                name, head.moment, call.name, order, things, live, me, asked, once, condition, routine, span
            )


def _asked(cx: Context, head: HookHead, call: CallSymbol) -> Ask | None:
    if head.prompt is None:
        return None
    if cx.pure:
        cx.fault("impure", head.prompt.place, f"`{call.name}` only gives a value; nobody can be asked for it")
    if "me" not in cx.names:
        hint = "give its kind a `me:`, or ask in its text with `by=`"
        cx.fault("no-decider", head.prompt.place, "nobody acts in this hook, so it does not say who is asked", hint)
        return Ask(-1, Const(1, PLAYER, cx.span(head.prompt.place)))
    who = decider(cx, None, head.prompt.place)
    return ask(cx, "ask", label(cx, head.prompt), who, BOOL, cx.span(head.prompt.place))
