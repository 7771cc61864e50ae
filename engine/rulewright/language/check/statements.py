"""Checking statements, and what is known from one to the next."""

from __future__ import annotations

from rulewright.language.check.assign import assign
from rulewright.language.check.choose import choose
from rulewright.language.check.context import Context
from rulewright.language.check.convert import fit, list_of, truth
from rulewright.language.check.effects import locals_of
from rulewright.language.check.facts import shown
from rulewright.language.check.locals import let, loop_variable
from rulewright.language.check.order import choose_in_order, does_something
from rulewright.language.check.waits import wait
from rulewright.language.syntax import nodes
from rulewright.language.syntax.nodes import StatementNode, Suite
from rulewright.language.tree import (
    Block,
    Builtin,
    Call,
    Do,
    Expression,
    For,
    If,
    InOrder,
    Offer,
    Proceed,
    Return,
    Statement,
    Together,
    While,
)
from rulewright.language.types import BOOL, NOTHING, Type, Unknown
from rulewright.text.spans import Span


def block(cx: Context, suite: Suite) -> tuple[Block, bool]:
    """The checked statements of a suite, and whether its end is never reached. Facts are noted in `cx`."""
    found: list[Statement] = []
    ended = False
    for node in suite:
        if ended:
            cx.fault("unreachable", node.place, "this is never reached: the text has returned before")
            break
        statement, ended = _statement(cx, node)
        found += statement
    return tuple(found), ended


def _statement(cx: Context, node: StatementNode) -> tuple[list[Statement], bool]:
    match node:
        case nodes.LetNode():
            return [let(cx, node)], False
        case nodes.AssignNode():
            return assign(cx, node), False
        case nodes.ReturnNode():
            return _return(cx, node), True
        case nodes.CallStatement():
            return _do(cx, node)
        case nodes.IfNode():
            return _if(cx, node)
        case nodes.ForNode():
            return _for(cx, node), False
        case nodes.WhileNode():
            return _while(cx, node), False
        case nodes.ChooseNode():
            return _decide(cx, node), False
        case nodes.NextNode():
            return wait(cx, node, block), False
        case nodes.TogetherNode():
            return _together(cx, node), False


def _return(cx: Context, node: nodes.ReturnNode) -> list[Statement]:
    span = cx.span(node.place)
    if cx.branch is not None:
        cx.fault("not-together", node.place, "`return` may not stand in `together`: the other branches go on")
    wanted = cx.result if cx.result is not None else NOTHING
    if node.value is None:
        if wanted != NOTHING:
            cx.fault("missing-return", node.place, f"this must give {wanted}")
        return [Return(None, span)]
    if wanted == NOTHING:
        cx.value(node.value)
        cx.fault("no-result", node.value.place, "this text gives no value", "say what it gives: `… -> TYPE`")
        return [Return(None, span)]
    value = cx.value(node.value, wanted)
    return [Return(fit(cx, value, wanted, node.value.place, "the result"), span)]


def _meant(node: nodes.Node) -> str:
    """The hint for a value that stands where something must be done."""
    match node:
        case nodes.Binary("+" | "-" as sign, nodes.Read() | nodes.Name(), _):
            return f"did you mean `{sign}=`?"
        case nodes.Binary():
            return "compare in an `if`, set with `=`"
    return ""


def _do(cx: Context, node: nodes.CallStatement) -> tuple[list[Statement], bool]:
    if not isinstance(node.call, nodes.CallNode):
        if isinstance(cx.value(node.call).type, Unknown):
            return [], False  # it has a fault of its own
        if not isinstance(node.call, nodes.String):
            cx.fault("no-effect", node.place, "this does nothing", _meant(node.call))
        return [], False
    value = cx.value(node.call)
    call = value.body if isinstance(value, InOrder) else value
    if isinstance(call, Builtin) and not does_something(cx, call):
        cx.fault("no-effect", node.place, f"`{call.name}` only gives a value, which is not used here")
    if not isinstance(call, Builtin | Call | Offer | Proceed):
        return [], False
    ends = isinstance(call, Builtin) and call.name == "end"
    return [Do(value, cx.span(node.place))], ends


def _if(cx: Context, node: nodes.IfNode) -> tuple[list[Statement], bool]:
    branches: list[tuple[Expression, Block]] = []
    outgoing: list[Context] = []
    rest = cx.inner()
    for condition_node, suite in node.branches:
        condition = truth(rest, rest.value(condition_node, BOOL), condition_node.place)
        inside = rest.inner()
        inside.learn(shown(rest, condition, True))
        body, ended = block(inside, suite)
        branches.append((condition, body))
        if not ended:
            outgoing.append(inside)
        rest.learn(shown(rest, condition, False))
    other, ended = block(rest, node.other)
    if not ended:
        outgoing.append(rest)
    _merge(cx, outgoing)
    return [If(tuple(branches), other, cx.span(node.place))], not outgoing


def _merge(cx: Context, outgoing: list[Context]) -> None:
    """After branches only that is known which each of those that go on knows."""
    if not outgoing:
        cx.facts = {}
        return
    first, *others = outgoing
    cx.facts = {
        path: fact
        for path, fact in first.facts.items()
        if all(path in other.facts and other.facts[path].type == fact.type for other in others)
    }


def _repeats(cx: Context, *trees: object) -> None:
    """Before a body that runs again and again only that is known which the body does not change."""
    touch = cx.world.effects.touch(*trees)
    assigned = frozenset(f"${name}" for tree in trees for name in locals_of(tree))
    cx.forget(cx.world.effects.writes(touch) | assigned)


def _for(cx: Context, node: nodes.ForNode) -> list[Statement]:
    source, item = list_of(cx, node.source)
    _repeats(cx, node.body)
    inside = cx.inner()
    loop_variable(inside, node.var, item)
    body, _ = block(inside, node.body)
    _repeats(cx, node.body)
    return [For(node.var.id, source, body, cx.span(node.place))]


def _together(cx: Context, node: nodes.TogetherNode) -> list[Statement]:
    """A block of branches: one loop, in which nothing around it is set."""
    if cx.pure:
        cx.fault("impure", node.place, f"this lets somebody decide; {cx.pure} is only read")
    match node.body:
        case (nodes.ForNode() as loop,):
            cx.world.together = True
            inside = cx.inner()
            inside.branch = cx.branch if cx.branch is not None else tuple(cx.names)
            found = _for(inside, loop)
            cx.facts = inside.facts
            return [Together(each, cx.span(node.place)) for each in found if isinstance(each, For)]
    cx.fault("no-branches", node.place, "`together:` holds one `for`, whose rounds are the branches")
    block(cx, node.body)
    return []


def _while(cx: Context, node: nodes.WhileNode) -> list[Statement]:
    _repeats(cx, node.condition, node.body)
    condition = truth(cx, cx.value(node.condition, BOOL), node.condition.place)
    inside = cx.inner()
    inside.learn(shown(cx, condition, True))
    body, _ = block(inside, node.body)
    _repeats(cx, node.body)
    cx.learn(shown(cx, condition, False))
    return [While(condition, body, cx.span(node.place))]


def _decide(cx: Context, node: nodes.ChooseNode) -> list[Statement]:
    if cx.pure:
        cx.fault("impure", node.place, f"this lets somebody decide; {cx.pure} is only read")
    found, outgoing = choose(cx, node, block)
    _merge(cx, outgoing)
    return choose_in_order(cx, found)


def returns(cx: Context, ended: bool, result: Type, span: Span) -> None:
    """Notes a routine that may end without giving its value."""
    if result != NOTHING and not ended:
        cx.world.faults.add("missing-return", span, f"this may end without giving {result}", "add `return …`")
