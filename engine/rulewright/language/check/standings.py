"""Who stands where at the end: scores and ranks, read from each player."""

from __future__ import annotations

from rulewright.language.analysis.trees import substitute
from rulewright.language.check.context import Context
from rulewright.language.check.convert import fit
from rulewright.language.syntax.nodes import ListNode, Node
from rulewright.language.tree import (
    Arith,
    Builtin,
    Compare,
    Const,
    ConstList,
    Each,
    Expression,
    Filter,
    Keyed,
    Logic,
    Var,
)
from rulewright.language.types import BOOL, INT, PLAYER, List
from rulewright.text.spans import Span


def keys_of(cx: Context, node: Node) -> tuple[Keyed, ...]:
    """What is read from each player: one number, or several in brackets."""
    return tuple(_key(cx, each) for each in (node.items if isinstance(node, ListNode) else (node,)))


def _key(cx: Context, node: Node) -> Keyed:
    inside, variable = cx.looking_at(PLAYER, "", cx.span(node.place))
    value = fit(inside, inside.value(node), INT, node.place, "what is read from each player")
    return Keyed(variable.name, value, PLAYER, cx.span(node.place))


def scores(cx: Context, key: Keyed, span: Span) -> Each:
    """What is read from each player, in the order of their seats."""
    return Each(_all(cx, span), key, False, False, List(INT), span)


def ranks(cx: Context, keys: tuple[Keyed, ...], span: Span) -> Each:
    """The rank of each player, in the order of their seats: 1 for the highest; those that tie share one."""
    one = Var(cx.fresh("it"), PLAYER, span)
    place = Arith("+", _better(cx, keys, one, span), Const(1, INT, span), INT, span)
    return Each(_all(cx, span), Keyed(one.name, place, PLAYER, span), False, False, List(INT), span)


def leaders(cx: Context, keys: tuple[Keyed, ...], span: Span) -> Filter:
    """The players of whom nobody is better."""
    one = Var(cx.fresh("it"), PLAYER, span)
    first = Compare("==", _better(cx, keys, one, span), Const(0, INT, span), BOOL, span)
    return Filter(_all(cx, span), Keyed(one.name, first, PLAYER, span), List(PLAYER), span)


def _all(cx: Context, span: Span) -> ConstList:
    return ConstList(tuple(range(1, cx.world.program.players + 1)), List(PLAYER, 1), span)


def _better(cx: Context, keys: tuple[Keyed, ...], one: Var, span: Span) -> Builtin:
    """How many players are better than one."""
    other = Var(cx.fresh("it"), PLAYER, span)
    better: Expression = Const(False, BOOL, span)
    for key in reversed(keys):
        theirs, own = (substitute(key.body, {key.var: each}) for each in (other, one))
        same = Compare("==", theirs, own, BOOL, span)
        after = Logic("and", same, better, BOOL, span)
        better = Logic("or", Compare(">", theirs, own, BOOL, span), after, BOOL, span)
    xs = Filter(_all(cx, span), Keyed(other.name, better, PLAYER, span), List(PLAYER), span)
    return Builtin("count", {"xs": xs}, (), INT, span)
