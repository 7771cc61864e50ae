"""What hooks and `next` have in common: a text that answers a call."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.language.analysis.trees import walk
from rulewright.language.check.bearers import CALL
from rulewright.language.check.context import Context, World
from rulewright.language.check.convert import truth
from rulewright.language.check.facts import shown
from rulewright.language.check.running import RESULT
from rulewright.language.program import CallSymbol, Parameter, Routine
from rulewright.language.syntax.nodes import Node, Suite
from rulewright.language.tree import (
    Block,
    Branch,
    Choose,
    Do,
    Expression,
    For,
    If,
    Proceed,
    PutGiven,
    Return,
    Var,
    While,
)
from rulewright.language.types import BOOL, NOTHING, Nothing, Running
from rulewright.text.spans import Span

CheckBlock = Callable[[Context, Suite], tuple[Block, bool]]


def answer(cx: Context, call: CallSymbol, moment: str) -> None:
    """Make a context that of a text which answers a call; of what only gives a value, the text may change nothing."""
    cx.running[call.name] = Var(CALL, Running(call.name), call.span)
    cx.hook = (call.name, moment)
    if is_pure(cx.world, call):
        cx.pure = f"a hook on `{call.name}`, which only gives a value,"


def is_pure(world: World, call: CallSymbol) -> bool:
    """Whether a call changes and decides nothing, its hooks left aside."""
    return call.nature == "table" or (call.nature == "procedure" and world.effects.is_pure(call.name))


def narrowed(cx: Context, node: Node | None) -> Expression | None:
    """The condition of a hook, which narrows what follows."""
    if node is None:
        return None
    before, cx.pure = cx.pure, cx.pure or "a condition"
    condition = truth(cx, cx.value(node, BOOL), node.place)
    cx.learn(shown(cx, condition, True))
    cx.pure = before
    return condition


def add_routine(
    cx: Context,
    block: CheckBlock,
    id: str,
    suite: Suite,
    parameters: tuple[Parameter, ...],
    call: CallSymbol,
    moment: str,
    span: Span,
) -> None:
    """The text of a hook or of a `next` as a routine; one that keeps a value from being found must give it."""
    cx.result = NOTHING
    cx.restless = cx.world.effects.restless_in(f"hooks {call.name}")
    body, _ = block(cx, suite)
    for early in _early(body, True) if call.nature == "step" else ():
        message = f"`{call.name}` is run by the flow, when the hook is through: nothing may follow `proceed()`"
        cx.world.faults.add("early-proceed", early.span, message, f"put it last; what follows is `after {call.name}`")
    if moment == "instead" and not isinstance(call.result, Nothing) and not _gives(body):
        hint = f"set `{call.name}.{RESULT} = …`, or `proceed()`"
        message = f"this may end without saying what `{call.name}` gives instead: {call.result}"
        cx.world.faults.add("missing-result", span, message, hint)
    cx.world.program.routines[id] = Routine(id, "hook", parameters, NOTHING, body, span)


def _early(body: Block, last: bool) -> Iterator[Proceed]:
    """Where a text proceeds although it may go on behind that; `last`: nothing comes behind the text itself."""
    for number, statement in enumerate(body, 1):
        ends = last and number == len(body)
        match statement:
            case Do(call=Proceed() as proceed):
                yield from () if ends else (proceed,)
            case If(branches=branches, other=other):
                for each in (*(each for _, each in branches), other):
                    yield from _early(each, ends)
            case Choose(branches=options):
                for each in walk(options):
                    yield from _early(each.body, ends) if isinstance(each, Branch) else ()
            case _:
                yield from (node for node in walk((statement,)) if isinstance(node, Proceed))


def _gives(body: Block) -> bool:
    """Whether a text of an `instead` has set the result or proceeded wherever it ends."""
    ends: list[bool] = []
    return _run(body, False, ends) and all(ends)


def _run(body: Block, given: bool, ends: list[bool]) -> bool:
    """Whether the result is there after some statements; `ends` gets whether it is where they return."""
    for statement in body:
        match statement:
            case PutGiven(name=name) if name == RESULT:
                given = True
            case Do(call=Proceed()):
                given = True
            case Return():
                ends.append(given)
                return True
            case If(branches=branches, other=other):
                ways = [_run(each, given, ends) for _, each in branches]
                given = all([*ways, _run(other, given, ends)])
            case For(body=inner) | While(body=inner):
                _run(inner, given, ends)
            case Choose():
                ends += [given for each in walk((statement,)) if isinstance(each, Return)]
            case _:
                continue
    return given
