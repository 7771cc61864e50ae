"""Checking questions and what is chosen by them: and, or, in, comparisons, `a if c else b`."""

from __future__ import annotations

from dataclasses import replace

from rulewright.language.check.context import Context
from rulewright.language.check.convert import amount, as_list, bare, fit, join, numbers, truth
from rulewright.language.check.facts import path, shown, written
from rulewright.language.syntax import nodes
from rulewright.language.syntax.nodes import Node
from rulewright.language.tree import (
    AsList,
    Compare,
    Const,
    Contains,
    Either,
    Expression,
    Fallback,
    IsKind,
    Logic,
    Truth,
)
from rulewright.language.types import (
    BOOL,
    INT,
    PLAYER,
    UNKNOWN,
    Bool,
    Kind,
    List,
    Maybe,
    NoneValue,
    Type,
    Unknown,
)


def can_be(cx: Context, type_: Type, kind: Kind, node: Node) -> bool:
    """Whether something may be of a kind; notes a fault where it never can be."""
    item = bare(type_)
    if not isinstance(item, Kind | Unknown):
        cx.fault("wrong-kind", node.place, f"{item} is no thing, so it is never {kind}")
        return False
    if not cx.world.names.meet(item, kind):
        hint = "its owner: `.owner`" if kind.name == "player" else ""
        cx.fault("wrong-kind", node.place, f"{item} is never {kind}", hint)
        return False
    return True


def logic(cx: Context, node: nodes.Binary, expected: Type | None) -> Expression:
    left = cx.value(node.left, expected)
    after = cx.inner()
    test = truth(cx, left, node.left.place) if not isinstance(left.type, List | Maybe) else Truth(left, BOOL, left.span)
    after.learn(shown(cx, test, node.op == "and"))
    right = after.value(node.right, expected)
    found = _first_of(cx, left, right, expected) if node.op == "or" else None
    if found is None:
        sides = truth(cx, left, node.left.place), truth(after, right, node.right.place)
        found = Logic(node.op, *sides, BOOL, cx.span(node.place))
    cx.forget(written(cx.world, right))
    return replace(found, span=cx.span(node.place))


def _first_of(cx: Context, left: Expression, right: Expression, expected: Type | None) -> Expression | None:
    """`a or b` of lists or maybes: the first that has something. None where it is a question."""
    if (expected == BOOL and not isinstance(left.type, List | Maybe)) or isinstance(right.type, Bool | Unknown):
        return None
    joined = join(cx, left.type, right.type)
    if joined is None:
        return None
    if isinstance(left.type, Kind) or (path(left) in cx.facts and not isinstance(left.type, List)):
        return AsList(left, List(left.type, 1), left.span) if isinstance(right.type, List) else left
    if not isinstance(left.type, List | Maybe | NoneValue):
        return None
    if isinstance(left.type, Maybe) and not isinstance(right.type, List | Maybe | NoneValue):
        joined = bare(joined)
    if isinstance(joined, List):
        sure = isinstance(right.type, Kind) or (isinstance(right.type, List) and right.type.length > 0)
        joined = replace(joined, length=1 if sure else 0)
    return Fallback(left, right, joined, left.span)


def contains(cx: Context, node: nodes.Binary) -> Expression:
    span = cx.span(node.place)
    right_node = node.right
    item: Expression
    source: Expression
    if isinstance(right_node, nodes.Name) and right_node.id not in cx.names and cx.world.names.kind(right_node.id):
        of = cx.value(node.left)
        if isinstance(of.type, List):
            cx.fault("wrong-kind", node.left.place, "this is a list; `in` asks about one thing", "filter it: `xs[K]`")
        elif not can_be(cx, of.type, Kind(right_node.id), right_node):
            return Const(False, BOOL, span)
        return IsKind(of, right_node.id, BOOL, span)
    if isinstance(right_node, nodes.Binary) and right_node.op == "..":
        item, source = cx.value(node.left), numbers(cx, right_node)
    elif _word(cx, node.left):
        source = as_list(cx, cx.value(right_node), right_node.place)
        item = cx.value(node.left, bare(source.type))
    else:
        item = cx.value(node.left)
        source = as_list(cx, cx.value(right_node, List(bare(item.type))), right_node.place)
    if join(cx, item.type, bare(source.type)) is None or not _comparable(cx, item.type, source.type):
        cx.fault("wrong-kind", node.place, f"{item.type} cannot be in {source.type}")
    return Contains(item, source, BOOL, span)


def _comparable(cx: Context, one: Type, other: Type) -> bool:
    return cx.world.names.meet(bare(one), bare(other))


def _word(cx: Context, node: Node) -> bool:
    """Whether a node is a bare word that means nothing by itself: a value of an enum, known by the other side."""
    return isinstance(node, nodes.Name) and node.id not in cx.names and node.id not in cx.world.names.meanings


def compare(cx: Context, node: nodes.Binary) -> Expression:
    if _word(cx, node.left) and not _word(cx, node.right):
        right = cx.value(node.right)
        left = cx.value(node.left, right.type)
    else:
        left = cx.value(node.left)
        right = cx.value(node.right, left.type)
    span = cx.span(node.place)
    if node.op in ("==", "!="):
        return _equal(cx, node, left, right)
    left = amount(cx, left, node.left.place, f"`{node.op}`")
    right = amount(cx, right, node.right.place, f"`{node.op}`")
    return Compare(node.op, left, right, BOOL, span)


def _equal(cx: Context, node: nodes.Binary, left: Expression, right: Expression) -> Expression:
    span = cx.span(node.place)
    for side, side_node in ((left, node.left), (right, node.right)):
        if isinstance(side.type, List):
            cx.fault("wrong-kind", side_node.place, "lists are not compared", "ask `count(…)`, or `x in …`")
            return Compare(node.op, left, right, BOOL, span)
    joined = join(cx, left.type, right.type)
    if joined is None or not _comparable(cx, left.type, right.type):
        hint = "compare its owner: `.owner`" if PLAYER in (bare(left.type), bare(right.type)) else ""
        if (left.type, right.type) in ((Kind("place"), INT), (INT, Kind("place"))):
            hint = "how many lie there is `count(….KIND)`"
        cx.fault("wrong-kind", node.place, f"{left.type} is never equal to {right.type}", hint)
        joined = UNKNOWN
    if isinstance(left.type, NoneValue) and isinstance(right.type, NoneValue):
        return Const(node.op == "==", BOOL, span)
    sides = [left, right]
    for index, side in enumerate(sides):
        if isinstance(side.type, NoneValue):
            other = sides[1 - index].type
            if not isinstance(other, Maybe | Unknown):
                cx.fault("never-none", node.place, f"{other} is never none here")
            sides[index] = fit(cx, side, other if isinstance(other, Maybe) else Maybe(other), node.place)
    if isinstance(sides[0], Const) and not isinstance(sides[1], Const):
        sides.reverse()
    return Compare(node.op, sides[0], sides[1], BOOL, span)


def either(cx: Context, node: nodes.IfElse, expected: Type | None) -> Expression:
    condition = truth(cx, cx.value(node.condition, BOOL), node.condition.place)
    holds, fails = cx.inner(), cx.inner()
    holds.learn(shown(cx, condition, True))
    fails.learn(shown(cx, condition, False))
    yes, no = holds.value(node.yes, expected), fails.value(node.no, expected)
    if _word(cx, node.yes) and isinstance(yes.type, Unknown):
        yes = holds.value(node.yes, no.type)
    cx.forget(written(cx.world, (yes, no)))
    type_ = join(cx, yes.type, no.type)
    if type_ is None:
        cx.fault("wrong-kind", node.place, f"this is either {yes.type} or {no.type}")
        type_ = UNKNOWN
    if isinstance(type_, List):
        yes, no = as_list(cx, yes, node.yes.place), as_list(cx, no, node.no.place)
    elif not isinstance(type_, Unknown):
        yes, no = fit(holds, yes, type_, node.yes.place), fit(fails, no, type_, node.no.place)
    return Either(condition, yes, no, type_, cx.span(node.place))
