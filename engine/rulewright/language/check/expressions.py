"""Checking expressions: names looked up, types found, what tests have shown kept in mind."""

from __future__ import annotations

from dataclasses import replace

from rulewright.language.check.calls import call
from rulewright.language.check.context import Context
from rulewright.language.check.convert import amount, as_list, fit, join, truth
from rulewright.language.check.facts import shown
from rulewright.language.check.names import ActionName, GroupName, KindName, ThingName
from rulewright.language.check.reads import known, read
from rulewright.language.syntax import nodes
from rulewright.language.syntax.nodes import Node
from rulewright.language.tree import (
    Arith,
    Compare,
    Const,
    ConstList,
    Contains,
    Dice,
    Either,
    Expression,
    Fallback,
    Filter,
    IsKind,
    Join,
    Keyed,
    ListOf,
    Logic,
    Not,
    Range,
    Truth,
    Var,
    Without,
)
from rulewright.language.types import (
    BOOL,
    INT,
    LABEL,
    NONE,
    UNKNOWN,
    Die,
    Enum,
    Int,
    Kind,
    List,
    Maybe,
    NoneValue,
    Roll,
    Type,
    Unknown,
)

BIGGEST = 2**53


def value(cx: Context, node: Node, expected: Type | None = None) -> Expression:
    """The checked expression of a node; `expected` is the type wanted, which bare words are looked up in."""
    span = cx.span(node.place)
    match node:
        case nodes.Name():
            return known(cx, _name(cx, node, expected))
        case nodes.Number(number):
            if number > BIGGEST:
                cx.fault("too-big", node.place, "numbers stay below 2^53")
            return Const(min(number, BIGGEST), INT, span)
        case nodes.String():
            cx.fault("wrong-kind", node.place, "a text in quotation marks is only a label; it cannot be used here")
            return Const(None, UNKNOWN, span)
        case nodes.Literal(literal):
            return Const(literal, NONE if literal is None else BOOL, span)
        case nodes.ListNode(items):
            return _list(cx, items, node, expected)
        case nodes.Read(None, name):
            return _read_item(cx, name)
        case nodes.Read(nodes.Name("opt"), name):
            return _option(cx, name)
        case nodes.Read(nodes.Name(id), name) if id in cx.world.program.enums and id not in cx.names:
            return _enum_value(cx, id, name)
        case nodes.Read(of, name) if of is not None:
            return replace(read(cx, value(cx, of), name), span=span)
        case nodes.CallNode():
            return call(cx, node, expected)
        case nodes.FilterNode():
            return known(cx, _filter(cx, node))
        case nodes.Unary("not", of):
            return Not(truth(cx, value(cx, of, BOOL), of.place), BOOL, span)
        case nodes.Unary(op, of):
            number_ = amount(cx, value(cx, of), of.place, "a sign")
            return number_ if op == "+" else Arith("-", Const(0, INT, span), number_, INT, span)
        case nodes.Binary():
            return _binary(cx, node, expected)
        case nodes.IfElse():
            return _either(cx, node, expected)
    raise AssertionError(node)


def _name(cx: Context, node: nodes.Name, expected: Type | None) -> Expression:
    span, names = cx.span(node.place), cx.world.names
    local = cx.names.get(node.id)
    if local is not None:
        return replace(local, span=span)
    enum = expected.item if isinstance(expected, Maybe | List) else expected
    if isinstance(enum, Enum) and node.id in cx.world.program.enums[enum.name].values:
        return Const(cx.world.program.enums[enum.name].values.index(node.id), enum, span)
    match names.meanings.get(node.id):
        case KindName("game"):
            return Const(0, Kind("game"), span)
        case KindName(id, members=members):
            return ConstList(tuple(members), List(Kind(id), min(len(members), 1)), span)
        case ThingName(_, kind, number):
            return Const(number, Kind(kind), span)
        case GroupName(_, kind, numbers):
            return ConstList(numbers, List(Kind(kind), min(len(numbers), 1)), span)
        case None:
            _unknown_name(cx, node, enum)
        case ActionName():
            cx.fault("wrong-kind", node.place, f"`{node.id}` is an action; menus offer it, a text cannot use it")
        case _:
            cx.fault("wrong-kind", node.place, f"`{node.id}` is called with parentheses: `{node.id}(…)`")
    return Var("?", UNKNOWN, span)


def _unknown_name(cx: Context, node: nodes.Name, enum: Type | None) -> None:
    known_names = [*cx.names, *cx.world.names.meanings, "player", "game"]
    message = f"nothing is called `{node.id}` here"
    if isinstance(enum, Enum):
        known_names += cx.world.program.enums[enum.name].values
        shown_name = enum.name.removeprefix("opt.")
        message = f"`{node.id}` is no value of {shown_name}, and nothing else is called so here"
    if node.id in ("me", "this", "it"):
        reasons = {
            "me": "nobody acts in this text: it has no `me`",
            "this": "this text stands on no thing: it has no `this`",
            "it": "no item is being looked at here: there is no `it`",
        }
        cx.fault("unknown-name", node.place, reasons[node.id])
        return
    cx.world.faults.unknown("unknown-name", cx.span(node.place), message, node.id, known_names)


def _read_item(cx: Context, name: nodes.Name) -> Expression:
    item = cx.names.get("it")
    if item is None:
        cx.fault("unknown-name", name.place, f"no item is being looked at here, so `.{name.id}` reads nothing")
        return Var("?", UNKNOWN, cx.span(name.place))
    return read(cx, replace(item, span=cx.span(name.place)), name)


def _option(cx: Context, name: nodes.Name) -> Expression:
    options = cx.world.names.options
    if name.id in options:
        type_, chosen = options[name.id]
        return Const(chosen, type_, cx.span(name.place))
    message = f"there is no option `{name.id}`"
    cx.world.faults.unknown("unknown-option", cx.span(name.place), message, name.id, options)
    return Var("?", UNKNOWN, cx.span(name.place))


def _enum_value(cx: Context, id: str, name: nodes.Name) -> Expression:
    values = cx.world.program.enums[id].values
    if name.id in values:
        return Const(values.index(name.id), Enum(id), cx.span(name.place))
    cx.world.faults.unknown("unknown-value", cx.span(name.place), f"{id} has no value `{name.id}`", name.id, values)
    return Var("?", UNKNOWN, cx.span(name.place))


def _list(cx: Context, items: tuple[Node, ...], node: nodes.ListNode, expected: Type | None) -> Expression:
    wanted = expected.item if isinstance(expected, List | Maybe) else expected
    found = [value(cx, item, wanted) for item in items]
    type_: Type = found[0].type if found else UNKNOWN
    for item, each in zip(items[1:], found[1:], strict=True):
        joined = join(cx, type_, each.type)
        if joined is None:
            cx.fault("wrong-kind", item.place, f"this list holds {type_}, this is {each.type}")
        type_ = joined or type_
    parts = tuple(_single(cx, each, item) for item, each in zip(items, found, strict=True))
    return ListOf(parts, List(_bare(type_), 1 if parts and not _open(found) else 0), cx.span(node.place))


def _single(cx: Context, item: Expression, node: Node) -> Expression:
    if isinstance(item.type, List):
        cx.fault("wrong-kind", node.place, "this is a list inside a list", "join lists with `+`")
    return item


def _bare(type_: Type) -> Type:
    return type_.item if isinstance(type_, Maybe | List) else type_


def _open(items: list[Expression]) -> bool:
    return any(isinstance(item.type, Maybe) for item in items)


def _filter(cx: Context, node: nodes.FilterNode) -> Expression:
    source = value(cx, node.of)
    span = cx.span(node.place)
    if isinstance(source.type, Roll):
        named = source.name if isinstance(source, Var) else ""
        source = Dice(source, List(Die(source.type.die, named)), span)
    source = as_list(cx, source, node.of.place)
    item = source.type.item if isinstance(source.type, List) else UNKNOWN
    if isinstance(node.condition, nodes.Name) and cx.world.names.kind(node.condition.id) and node.var is None:
        kind = node.condition.id
        variable = Var(cx.fresh("it"), item, span)
        test: Expression = IsKind(variable, kind, BOOL, span)
        return Filter(source, Keyed(variable.name, test, item, span), List(Kind(kind)), span)
    inside, variable = cx.looking_at(item, node.var.id if node.var else "", span)
    condition = truth(inside, value(inside, node.condition, BOOL), node.condition.place)
    shown_item = shown(inside, condition, True).get(variable.name)
    type_ = List(shown_item.type if shown_item else item)
    return Filter(source, Keyed(variable.name, condition, item, span), type_, span)


def _binary(cx: Context, node: nodes.Binary, expected: Type | None) -> Expression:
    op = node.op
    if op in ("and", "or"):
        return _logic(cx, node, expected)
    if op in ("in", "not in"):
        inside = _in(cx, node)
        return inside if op == "in" else Not(inside, BOOL, inside.span)
    if op in ("==", "!=", "<", "<=", ">", ">="):
        return _compare(cx, node)
    span = cx.span(node.place)
    if op == "..":
        low = amount(cx, value(cx, node.left), node.left.place, "a range")
        high = amount(cx, value(cx, node.right), node.right.place, "a range")
        return Range(low, high, List(INT), span)
    left, right = value(cx, node.left, expected), value(cx, node.right, expected)
    if op in ("+", "-") and not all(isinstance(side.type, Int | Unknown) for side in (left, right)):
        return _join(cx, node, left, right)
    left, right = amount(cx, left, node.left.place, f"`{op}`"), amount(cx, right, node.right.place, f"`{op}`")
    if op in "/%" and isinstance(right, Const) and right.value == 0:
        cx.fault("division-by-zero", node.right.place, "this divides by zero")
    return Arith(op, left, right, INT, span)


def _join(cx: Context, node: nodes.Binary, left: Expression, right: Expression) -> Expression:
    if any(isinstance(side.type, Int) for side in (left, right)):
        number, other = (left, right) if isinstance(left.type, Int) else (right, left)
        place = node.right.place if other is right else node.left.place
        cx.fault("wrong-kind", place, f"a number and {other.type} cannot be added or subtracted", "`count(…)`?")
        return Const(0, INT, number.span)
    one, two = as_list(cx, left, node.left.place), as_list(cx, right, node.right.place)
    type_ = join(cx, one.type, two.type)
    if type_ is None:
        cx.fault("wrong-kind", node.place, f"{one.type} and {two.type} cannot stand in one list")
        type_ = List(UNKNOWN)
    span = cx.span(node.place)
    if node.op == "-":
        return Without(one, two, List(_bare(one.type)), span)
    lengths = max(side.type.length if isinstance(side.type, List) else 0 for side in (one, two))
    return Join(one, two, replace(type_, length=lengths) if isinstance(type_, List) else type_, span)


def _logic(cx: Context, node: nodes.Binary, expected: Type | None) -> Expression:
    left = value(cx, node.left, expected)
    after = cx.inner()
    test = truth(cx, left, node.left.place) if not isinstance(left.type, List | Maybe) else Truth(left, BOOL, left.span)
    after.learn(shown(cx, test, node.op == "and"))
    right = value(after, node.right, expected)
    span = cx.span(node.place)
    if node.op == "or" and all(isinstance(side.type, List | Maybe | Kind | NoneValue) for side in (left, right)):
        type_ = join(cx, left.type, right.type)
        if type_ is not None and not isinstance(left.type, Kind):
            if isinstance(left.type, Maybe) and isinstance(right.type, Kind):
                type_ = _bare(type_)
            return Fallback(left, right, type_, span)
    return Logic(node.op, truth(cx, left, node.left.place), truth(after, right, node.right.place), BOOL, span)


def _in(cx: Context, node: nodes.Binary) -> Expression:
    span = cx.span(node.place)
    right_node = node.right
    if isinstance(right_node, nodes.Name) and right_node.id not in cx.names and cx.world.names.kind(right_node.id):
        of = value(cx, node.left)
        if isinstance(of.type, List):
            cx.fault("wrong-kind", node.left.place, "this is a list; `in` asks about one thing", "filter it: `xs[K]`")
        return IsKind(of, right_node.id, BOOL, span)
    if _word(cx, node.left):
        source = as_list(cx, value(cx, right_node), right_node.place)
        item = value(cx, node.left, _bare(source.type))
    else:
        item = value(cx, node.left)
        source = as_list(cx, value(cx, right_node, List(_bare(item.type))), right_node.place)
    if join(cx, item.type, _bare(source.type)) is None:
        cx.fault("wrong-kind", node.place, f"{item.type} cannot be in {source.type}")
    return Contains(item, source, BOOL, span)


def _word(cx: Context, node: Node) -> bool:
    """Whether a node is a bare word that means nothing by itself: a value of an enum, known by the other side."""
    return isinstance(node, nodes.Name) and node.id not in cx.names and node.id not in cx.world.names.meanings


def _compare(cx: Context, node: nodes.Binary) -> Expression:
    if _word(cx, node.left) and not _word(cx, node.right):
        right = value(cx, node.right)
        left = value(cx, node.left, right.type)
    else:
        left = value(cx, node.left)
        right = value(cx, node.right, left.type)
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
    if joined is None or (LABEL in (left.type, right.type)):
        cx.fault("wrong-kind", node.place, f"{left.type} is never equal to {right.type}")
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


def _either(cx: Context, node: nodes.IfElse, expected: Type | None) -> Expression:
    condition = truth(cx, value(cx, node.condition, BOOL), node.condition.place)
    holds, fails = cx.inner(), cx.inner()
    holds.learn(shown(cx, condition, True))
    fails.learn(shown(cx, condition, False))
    yes, no = value(holds, node.yes, expected), value(fails, node.no, expected)
    if _word(cx, node.yes) and isinstance(yes.type, Unknown):
        yes = value(holds, node.yes, no.type)
    type_ = join(cx, yes.type, no.type)
    if type_ is None:
        cx.fault("wrong-kind", node.place, f"this is either {yes.type} or {no.type}")
        type_ = UNKNOWN
    if isinstance(type_, List):
        yes, no = as_list(cx, yes, node.yes.place), as_list(cx, no, node.no.place)
    elif not isinstance(type_, Unknown):
        yes, no = fit(holds, yes, type_, node.yes.place), fit(fails, no, type_, node.no.place)
    return Either(condition, yes, no, type_, cx.span(node.place))
