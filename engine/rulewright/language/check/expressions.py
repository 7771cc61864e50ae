"""Checking expressions: names looked up, types found, what tests have shown kept in mind."""

from __future__ import annotations

from dataclasses import replace

from rulewright.language.check.calls import call
from rulewright.language.check.conditions import can_be, compare, contains, either, logic
from rulewright.language.check.constants import MOST
from rulewright.language.check.context import Context
from rulewright.language.check.convert import amount, as_list, bare, join, number_of, numbers, truth
from rulewright.language.check.facts import shown
from rulewright.language.check.locals import ended
from rulewright.language.check.names import ActionName, GroupName, KindName, ThingName
from rulewright.language.check.reads import known, placed, read
from rulewright.language.check.running import given, is_call, runs
from rulewright.language.syntax import nodes
from rulewright.language.syntax.nodes import Node
from rulewright.language.tree import (
    Arith,
    Const,
    ConstList,
    Expression,
    Filter,
    Get,
    IsKind,
    Join,
    Keyed,
    ListOf,
    Not,
    RollSum,
    Var,
    Without,
)
from rulewright.language.types import (
    BOOL,
    INT,
    LARGEST,
    NONE,
    UNKNOWN,
    Bool,
    Enum,
    Int,
    Kind,
    List,
    Maybe,
    NoneValue,
    Roll,
    Type,
    Unknown,
    with_article,
)
from rulewright.text.suggest import nearest

MOST_TOLD = 12
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NOT_HERE = {
    "break": "`return` ends the text, a condition in the list leaves items out: `for x in xs[…]:`",
    "continue": "leave items out by a condition in the list: `for x in xs[…]:`",
    "pass": "leave the line out",
    "null": "write `none`",
    "yes": "write `true`",
    "no": "write `false`",
    "on": "write `true`",
    "off": "write `false`",
    "forever": "write `true`",
    "self": "the thing that a text stands on is `this`",
    **{word: f"write `{number}`" for number, word in enumerate(_NUMBERS)},
}


def _bare(cx: Context, words: str, expected: Type | None) -> str:
    """The hint for a name, or a number, that stands in quotation marks."""
    enum = expected.item if isinstance(expected, Maybe | List) else expected
    values = cx.world.program.enums[enum.name].values if isinstance(enum, Enum) else ()
    is_known = words in values or words in cx.names or words in cx.world.names.meanings
    return f"drop the quotation marks: `{words}`" if is_known or words.isdecimal() else ""


def value(cx: Context, node: Node, expected: Type | None = None) -> Expression:
    """The checked expression of a node; `expected` is the type wanted, which bare words are looked up in."""
    match node:
        case nodes.Name():
            return known(cx, _name(cx, node, expected))
        case nodes.Number(number):
            if number > LARGEST:
                cx.fault(
                    "too-big",
                    node.place,
                    "this number is larger than any that can be kept",
                    f"numbers end at {LARGEST:,}",
                )
            return Const(min(number, LARGEST), INT, cx.span(node.place))
        case nodes.String() if isinstance(expected, Unknown):
            return Const(None, UNKNOWN, cx.span(node.place))  # what is called is not known; that is said already
        case nodes.String():
            message = "a text in quotation marks is only a label; it cannot be used here"
            cx.fault("wrong-kind", node.place, message, _bare(cx, cx.text.piece(*node.place).strip('"'), expected))
            return Const(None, UNKNOWN, cx.span(node.place))
        case nodes.Literal(literal):
            return Const(literal, NONE if literal is None else BOOL, cx.span(node.place))
        case nodes.ListNode(items):
            return _list(cx, items, node, expected)
        case nodes.Read(None, name):
            return _read_item(cx, name)
        case nodes.Read(nodes.Name("opt"), name):
            return _option(cx, name)
        case nodes.Read(nodes.Name(id), name) if id in cx.world.program.enums and id not in cx.names:
            return _enum_value(cx, id, name)
        case nodes.Read(nodes.Name(id, place), name) if is_call(cx, id):
            return known(cx, given(cx, id, place, name))
        case nodes.Read(of, name) if of is not None:
            return placed(read(cx, value(cx, of), name), cx.span(node.place))
        case nodes.CallNode():
            return call(cx, node, expected)
        case nodes.FilterNode():
            return known(cx, _filter(cx, node))
        case nodes.Unary("not", of):
            return Not(truth(cx, value(cx, of, BOOL), of.place), BOOL, cx.span(node.place))
        case nodes.Unary("-", nodes.Number(number)):
            return Const(-min(number, LARGEST), INT, cx.span(node.place))
        case nodes.Unary(op, of):
            span = cx.span(node.place)
            number_ = amount(cx, value(cx, of), of.place, "a sign")
            return number_ if op == "+" else Arith("-", Const(0, INT, span), number_, INT, span)
        case nodes.Binary():
            return _binary(cx, node, expected)
        case nodes.IfElse():
            return either(cx, node, expected)
    raise AssertionError(node)


def _name(cx: Context, node: nodes.Name, expected: Type | None) -> Expression:
    span, names = cx.span(node.place), cx.world.names
    local = cx.names.get(node.id)
    if local is not None:
        return placed(local, span)
    running = runs(cx, node) if isinstance(expected, Bool) else None
    if running is not None:
        return running
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
            _unknown_name(cx, node, expected, enum)
        case ActionName():
            cx.fault("wrong-kind", node.place, f"`{node.id}` is an action; menus offer it, a text cannot use it")
        case _:
            cx.fault("wrong-kind", node.place, f"`{node.id}` is called with parentheses: `{node.id}(…)`")
    return Var("?", UNKNOWN, span)


def _unknown_name(cx: Context, node: nodes.Name, expected: Type | None, enum: Type | None) -> None:
    if isinstance(expected, Unknown):
        return  # what was wanted could not be understood; that is said already
    known_names = [*cx.names, *cx.world.names.meanings, "player", "game"]
    message = f"nothing is called `{node.id}` here"
    if isinstance(enum, Enum):
        known_names += cx.world.program.enums[enum.name].values
        die = enum.name.removesuffix(".face")
        what = f"face of {die}" if die != enum.name else f"value of {enum.name.removeprefix('opt.')}"
        message = f"`{node.id}` is no {what}, and nothing else is called so here"
    if node.id in _NOT_HERE and cx.world.names.meanings.get(node.id) is None:
        cx.fault("unknown-name", node.place, f"there is no `{node.id}`", _NOT_HERE[node.id])
        return
    if node.id in ("me", "this", "it"):
        reasons = {
            "me": "nobody acts in this text: it has no `me`",
            "this": "this text stands on no thing: it has no `this`",
            "it": "no item is being looked at here: there is no `it`",
        }
        cx.fault("unknown-name", node.place, reasons[node.id], _me_of_call(cx) if node.id == "me" else "")
        return
    if node.id in cx.declared:
        cx.fault("unknown-name", node.place, *ended(node.id))
        return
    meant = [each for each in cx.world.program.enums.values() if node.id in each.values and "." not in each.id]
    if meant and not isinstance(enum, Enum):
        cx.fault("unknown-name", node.place, f"`{node.id}` is {with_article(meant[0].id)}; it cannot stand here")
        return
    if node.id in cx.world.names.steps or node.id in cx.world.names.menus:
        what = "step of the flow" if node.id in cx.world.names.steps else "menu"
        cx.fault("unknown-name", node.place, f"`{node.id}` is a {what}; it cannot be read here")
        return
    if node.id in cx.world.names.options:
        cx.fault("unknown-name", node.place, message, f"the option is read as `opt.{node.id}`")
        return
    if isinstance(enum, Enum) and nearest(node.id, known_names) is None:
        values = cx.world.program.enums[enum.name].values
        cx.fault("unknown-name", node.place, message, f"it is one of {', '.join(values[:MOST_TOLD])}")
        return
    cx.world.faults.unknown("unknown-name", cx.span(node.place), message, node.id, known_names)


def _me_of_call(cx: Context) -> str:
    """The hint for `me` in a hook that nobody acts in, where the call that it answers was given one."""
    call = cx.hook[0]
    found = cx.world.calls.named(cx.world, call) if call else []
    return f"write `{call}.me`" if any(each.name == "me" for one in found for each in one.parameters) else ""


def _read_item(cx: Context, name: nodes.Name) -> Expression:
    item = cx.names.get("it")
    if item is None:
        cx.fault("unknown-name", name.place, f"no item is being looked at here, so `.{name.id}` reads nothing")
        return Var("?", UNKNOWN, cx.span(name.place))
    return read(cx, placed(item, cx.span(name.place)), name)


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
    if not items and not isinstance(expected, List):
        cx.fault("wrong-kind", node.place, "it is not known what this list may hold", "`let xs: list … = []`")
    found = [value(cx, item, wanted) for item in items]
    type_: Type = found[0].type if found else UNKNOWN
    for item, each in zip(items[1:], found[1:], strict=True):
        joined = join(cx, type_, each.type)
        if joined is None:
            cx.fault("wrong-kind", item.place, f"this list holds {type_}, this is {each.type}")
        type_ = joined or type_
    parts = tuple(_single(cx, each, item) for item, each in zip(items, found, strict=True))
    return ListOf(parts, List(bare(type_), 1 if parts and not _open(found) else 0), cx.span(node.place))


def _single(cx: Context, item: Expression, node: Node) -> Expression:
    if isinstance(item.type, List):
        cx.fault("wrong-kind", node.place, "this is a list inside a list", "join lists with `+`")
    return item


def _open(items: list[Expression]) -> bool:
    return any(isinstance(item.type, Maybe | NoneValue) for item in items)


def _filter(cx: Context, node: nodes.FilterNode) -> Expression:
    source = value(cx, node.of)
    span = cx.span(node.place)
    source = as_list(cx, source, node.of.place)
    item = source.type.item if isinstance(source.type, List) else UNKNOWN
    if isinstance(node.condition, nodes.Name) and cx.world.names.kind(node.condition.id) and node.var is None:
        kind = Kind(node.condition.id)
        if not can_be(cx, item, kind, node.condition):
            return ListOf((), List(UNKNOWN), span)
        variable = Var(cx.fresh("it"), item, span)
        test: Expression = IsKind(variable, kind.name, BOOL, span)
        narrower = item if cx.world.names.fits(item, kind) else kind
        return Filter(source, Keyed(variable.name, test, item, span), List(narrower), span)
    if node.var is not None:
        cx.free(node.var.id, node.var.place)
    if isinstance(node.condition, nodes.Number):
        hint = "the first is `first(…)`, so many of them are `take(…, n)`"
        cx.fault("no-condition", node.condition.place, "brackets filter by a condition; items have no numbers", hint)
        return ListOf((), List(UNKNOWN), span)
    inside, variable = cx.looking_at(item, node.var.id if node.var else "", span)
    condition = truth(inside, value(inside, node.condition, BOOL), node.condition.place)
    shown_item = shown(inside, condition, True).get(variable.name)
    type_ = List(shown_item.type if shown_item else item)
    return Filter(source, Keyed(variable.name, condition, item, span), type_, span)


def _binary(cx: Context, node: nodes.Binary, expected: Type | None) -> Expression:
    op = node.op
    if op in ("and", "or"):
        return logic(cx, node, expected)
    if op in ("in", "not in"):
        inside = contains(cx, node)
        return inside if op == "in" else Not(inside, BOOL, inside.span)
    if op in ("==", "!=", "<", "<=", ">", ">="):
        return compare(cx, node)
    span = cx.span(node.place)
    if op == "..":
        return _range(cx, node)
    left, right = value(cx, node.left, expected), value(cx, node.right, expected)
    if op == "+" and isinstance(left.type, Roll) and isinstance(right.type, Roll):
        return RollSum(left, right, left.type if left.type == right.type else Roll(), span)
    if op in ("+", "-") and not all(isinstance(side.type, Int | Unknown) for side in (left, right)):
        return _join(cx, node, left, right)
    left, right = amount(cx, left, node.left.place, f"`{op}`"), amount(cx, right, node.right.place, f"`{op}`")
    if op in "/%" and isinstance(right, Const) and right.value == 0:
        cx.fault("division-by-zero", node.right.place, "this divides by zero")
    return Arith(op, left, right, INT, span)


def _surely_some(cx: Context, low: Expression, high: Expression) -> int:
    """1 where a range surely has a number: its end is a number, or a field that is never less than one."""
    match low, high:
        case Const(int(first)), Const(int(last)):
            return int(first <= last)
        case Const(int(first)), Get(field):
            known = cx.world.program.fields.get(field)  # tables are read before fields, and fields one after the other
            match known and known.low:
                case Const(int(least)):
                    return int(first <= least)
    return 0


def _range(cx: Context, node: nodes.Binary) -> Expression:
    """A list of numbers; one that is long beyond reason, or empty whatever happens, is a slip of the pen."""
    found = numbers(cx, node)
    low, high = number_of(found.low), number_of(found.high)
    if low is not None and high is not None and high - low >= MOST:
        cx.fault("bad-count", node.place, f"these are more than {MOST} numbers")
    return replace(found, type=List(INT, _surely_some(cx, found.low, found.high)))


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
        return Without(one, two, List(bare(one.type)), span)
    lengths = max(side.type.length if isinstance(side.type, List) else 0 for side in (one, two))
    return Join(one, two, replace(type_, length=lengths) if isinstance(type_, List) else type_, span)
