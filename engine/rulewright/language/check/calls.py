"""Checking calls: of procedures, tables, `does:` texts, menus and built-ins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from rulewright.language.check.builtins import call_builtin
from rulewright.language.check.context import Context
from rulewright.language.check.convert import as_list, decider, fit, number_of
from rulewright.language.check.names import DoesName, MenuName, ParameterName, ProcName, TableName
from rulewright.language.check.order import in_order
from rulewright.language.check.running import past, proceed
from rulewright.language.program import TableSymbol
from rulewright.language.syntax import nodes
from rulewright.language.syntax.nodes import Argument, CallNode
from rulewright.language.tree import Builtin, Call, Const, ConstList, Expression, Offer, Var
from rulewright.language.types import BOOL, INT, UNKNOWN, Die, Kind, List, Roll, Type
from rulewright.text.diagnostics import Diagnostic, Severity
from rulewright.text.spans import Span, Text

_WHO = "by="  # among what a call is given, the one that is no parameter

_CALLED_ELSEWHERE = {
    "range": "a range has two dots: `1..3`",
    **dict.fromkeys(("length", "len", "size"), "how many there are is `count(…)`"),
    **dict.fromkeys(("rand", "randint"), "one of a list by chance is `random(…)`: `random(1..6)`"),
    **dict.fromkeys(("print", "log", "say"), "what people are told stands below `says:`"),
    **dict.fromkeys(("win", "lose", "game_over"), "the game is over by `end(win=…)`"),
    "not": "`not` stands without parentheses before a condition",
}
_UNDECLARED = "declare it below `procs:`"


def call(cx: Context, node: CallNode, expected: Type | None) -> Expression:
    """The checked call of whatever the name before the parentheses means."""
    span, function = cx.span(node.place), node.function
    if not isinstance(function, nodes.Name):
        hint = _called_of(cx, node) or "write `NAME(x, …)`: what is called stands first"
        cx.fault("not-callable", function.place, "only a name can be called", hint)
        return Var("?", UNKNOWN, span)
    if function.id == "offer":
        return _offer(cx, node)
    if function.id == "proceed":
        return proceed(cx, node)
    if function.id == "past":
        return past(cx, node)
    if function.id in cx.world.shelf:
        return call_builtin(cx, cx.world.shelf[function.id], node, expected)
    match cx.world.names.meanings.get(function.id):
        case ProcName(id, parameters, result, signature):
            _allow(cx, node, id)
            return _called(cx, id, bind(cx, id, parameters, node, node.arguments, signature), result, span)
        case DoesName(id, kind, parameters, result, signature):
            _allow(cx, node, id)
            thing = ParameterName("thing", Kind(kind), None, span)
            return _called(cx, id, bind(cx, id, (thing, *parameters), node, node.arguments, signature), result, span)
        case TableName(id):
            symbol = cx.world.table(id)
            key = ParameterName("key", symbol.key, None, span)
            keys = bind(cx, id, (key,), node, node.arguments, cx.text).arguments
            _has_row(cx, symbol, keys, node)
            return Call(id, keys, symbol.value, span)
        case None:
            _unknown(cx, function)
        case _:
            message = f"`{function.id}` is nothing that can be called"
            is_place = function.id in cx.world.program.places
            cx.fault(
                "not-callable", function.place, message, f"put it there: `move(…, {function.id})`" if is_place else ""
            )
    for argument in node.arguments:
        cx.value(argument.value, UNKNOWN)
    return Var("?", UNKNOWN, span)


def _called_of(cx: Context, node: CallNode) -> str:
    """How `x.name(y)` is written where `name` is something that can be called."""
    match node.function:
        case nodes.Read(nodes.Name(of), name):
            known = name.id in cx.world.shelf or isinstance(
                cx.world.names.meanings.get(name.id), ProcName | DoesName | TableName
            )
            return f"write `{name.id}({of}{', …' if node.arguments else ''})`" if known else ""
        case _:
            return ""


def _unknown(cx: Context, function: nodes.Name) -> None:
    world = cx.world
    if function.id in _CALLED_ELSEWHERE:
        message = f"there is no `{function.id}`"
        cx.fault("unknown-call", function.place, message, _CALLED_ELSEWHERE[function.id])
        return
    if function.id in world.names.steps:
        cx.fault("unknown-call", function.place, f"`{function.id}` is a step: the flow runs it, nobody calls it")
        return
    called = (id for id, each in world.names.meanings.items() if isinstance(each, ProcName | DoesName | TableName))
    callable_names = chain(called, world.shelf, ("offer",))
    message = f"nothing that can be called has the name `{function.id}`"
    world.faults.unknown("unknown-call", cx.span(function.place), message, function.id, callable_names, _UNDECLARED)


def _has_row(cx: Context, table: TableSymbol, keys: Sequence[Expression], node: CallNode) -> None:
    """Warns of a key that is known, such as the number of players, for which a table has no row: a test around the call
    may keep it from being asked."""
    key = _known_number(keys[0]) if keys and table.key == INT else None
    if key is None or any(low <= key <= high for low, high, _ in table.rows):
        return
    fixed = "" if isinstance(keys[0], Const) else f", which this is with players {cx.world.program.players}"
    message = f"the table `{table.id}` has no row for {key}{fixed}"
    span = cx.span(node.place)
    cx.world.faults.take(Diagnostic("missing-row", span, message, "give it one", severity=Severity.WARNING))


def _known_number(value: Expression) -> int | None:
    """The number that an expression is known to give: a number, or how many there are of what is known."""
    match value:
        case Builtin("count", {"xs": ConstList(values), **others}) if not others:
            return len(values)
    return number_of(value)


def _allow(cx: Context, node: CallNode, id: str) -> None:
    """Only calls that change and decide nothing may stand in a text that is merely read."""
    if cx.pure and cx.world.effects.direct(cx.world.effects.touches[id]):
        cx.fault("impure", node.place, f"`{id}` changes or decides something; {cx.pure} is only read")


def _called(cx: Context, id: str, bound: Bound, result: Type, span: Span) -> Expression:
    """A call. After it, what tests have shown holds only of what the call cannot have changed."""
    touch = cx.world.effects.touches.get(id)
    if touch is not None:
        cx.forget(cx.world.effects.writes(touch))
    return in_order(cx, Call(id, bound.arguments, result, span), bound.written)


def _offer(cx: Context, node: CallNode) -> Expression:
    span, names = cx.span(node.place), cx.world.names
    if cx.pure:
        cx.fault("impure", node.place, f"`offer` lets somebody decide; {cx.pure} is only read")
        return Var("?", UNKNOWN, span)
    first = node.arguments[0].value if node.arguments else None
    if not isinstance(first, nodes.Name) or first.id not in names.menus:
        name = first.id if isinstance(first, nodes.Name) else ""
        message = f"there is no menu `{name}`" if name else "`offer` needs the name of a menu first"
        place = first.place if first else node.place
        cx.world.faults.unknown("unknown-menu", cx.span(place), message, name, names.menus)
        return Var("?", BOOL, span)
    menu = names.menus[first.id]
    by = next((argument for argument in node.arguments[1:] if _by(argument)), None)
    bound = bind(cx, menu.id, menu.given, node, node.arguments[1:], menu.text or cx.text, by)
    asked: Expression | None = None
    if not menu.asks:
        asked = decider(cx, bound.who or _me(menu, bound), node.place)
    elif by is not None:
        cx.fault("wrong-arguments", by.place, f"the menu `{menu.id}` says itself who is asked: `who:`")
    cx.forget(cx.world.effects.writes(cx.world.effects.touches[f"menu {menu.id}"]))
    written = [asked if each is bound.who and asked is not None else each for each in bound.written]
    return in_order(cx, Offer(menu.id, bound.arguments, asked, BOOL, span), written)


def _me(menu: MenuName, bound: Bound) -> Expression | None:
    """Who is asked where the text does not say: the menu's parameter `me`."""
    names = [parameter.name for parameter in menu.parameters]
    return bound.arguments[names.index("me")] if "me" in names and len(bound.arguments) == len(names) else None


def _by(argument: Argument) -> bool:
    return argument.name is not None and argument.name.id == "by"


@dataclass(frozen=True, slots=True)
class Bound:
    """A Bound is what a call is given: its arguments in the order of the parameters, defaults filled in; what the text
    gives, in the order written; and whom it says to ask."""

    arguments: tuple[Expression, ...]
    written: tuple[Expression, ...]
    who: Expression | None


def bind(
    cx: Context,
    id: str,
    parameters: Sequence[ParameterName],
    node: CallNode,
    given: Sequence[Argument],
    signature: Text,
    by: Argument | None = None,
) -> Bound:
    """The arguments of a call; `by` is the one among them that says who is asked."""
    by_name = _named(cx, id, parameters, node, [each for each in given if each is not by])
    placed = sum(1 for each in given if each.name is None and each is not by)
    sound = not _lacking(parameters, by_name) and placed <= len(parameters)
    found: dict[str, Expression] = {}
    for argument in given:
        if argument is by:
            found[_WHO] = cx.value(argument.value)
        for parameter in parameters:
            if by_name.get(parameter.name) is argument:
                found[parameter.name] = _argument(
                    cx, parameter if sound else replace(parameter, type=UNKNOWN), argument
                )
    values = [found[each.name] if each.name in found else _default(cx, each, node, signature) for each in parameters]
    arguments = _with_their_roll(cx, parameters, values, by_name)
    last = dict(zip((each.name for each in parameters), arguments, strict=True))
    return Bound(arguments, tuple(last.get(name, value) for name, value in found.items()), found.get(_WHO))


def _named(
    cx: Context, id: str, parameters: Sequence[ParameterName], node: CallNode, given: Sequence[Argument]
) -> dict[str, Argument]:
    """Which argument stands for which parameter."""
    by_name: dict[str, Argument] = {}
    positional = [argument for argument in given if argument.name is None]
    for parameter, argument in zip(parameters, positional, strict=False):
        by_name[parameter.name] = argument
    wanted = ", ".join(parameter.name for parameter in parameters) or "nothing"
    known = [parameter.name for parameter in parameters]
    sound = len(positional) <= len(parameters)
    for argument in positional[len(parameters) :]:
        cx.fault("wrong-arguments", argument.place, f"`{id}` takes no more than ({wanted})")
    for argument in given:
        if argument.name is None:
            continue
        name = argument.name.id
        if name in by_name:
            cx.fault("wrong-arguments", argument.place, f"`{name}` is given twice")
        elif name not in known:
            sound = False
            message = f"`{id}` has no parameter `{name}`"
            of = cx.span(argument.name.place)
            cx.world.faults.unknown("wrong-arguments", of, message, name, known, f"it takes ({wanted})")
        else:
            by_name[name] = argument
    lacking = _lacking(parameters, by_name)
    if lacking and sound:
        message = f"`{id}` needs `{lacking[0].name}`: {lacking[0].type}"
        cx.fault("wrong-arguments", node.place, message, f"it takes ({wanted})")
    return by_name


def _lacking(parameters: Sequence[ParameterName], given: Mapping[str, Argument]) -> list[ParameterName]:
    """The parameters for which there is neither an argument nor a default."""
    return [each for each in parameters if each.name not in given and each.default is None]


def _argument(cx: Context, parameter: ParameterName, given: Argument) -> Expression:
    value = cx.value(given.value, parameter.type)
    if isinstance(value.type, Roll) and isinstance(parameter.type, List):
        value = as_list(cx, value, given.value.place)
    if isinstance(_item(parameter.type), Die):
        return value  # whose roll it is is compared when all arguments are known
    return fit(cx, value, parameter.type, given.value.place, f"`{parameter.name}`")


def _default(cx: Context, parameter: ParameterName, node: CallNode, signature: Text) -> Expression:
    if parameter.default is None:
        return Const(None, UNKNOWN, cx.span(node.place))  # that it is lacking is told already
    inside = Context(cx.world, signature, pure="a default")
    default = inside.value(parameter.default, parameter.type)
    return replace(
        fit(inside, default, parameter.type, parameter.default.place, f"`{parameter.name}`"), span=cx.span(node.place)
    )


def _item(type_: Type) -> Type:
    return getattr(type_, "item", type_)


def _with_their_roll(
    cx: Context, parameters: Sequence[ParameterName], found: list[Expression], given: dict[str, Argument]
) -> tuple[Expression, ...]:
    """Dice are handed over together with the roll they belong to."""
    rolls = {
        parameter.name: value.name
        for parameter, value in zip(parameters, found, strict=True)
        if isinstance(parameter.type, Roll) and isinstance(value, Var)
    }
    for index, parameter in enumerate(parameters):
        wanted = _item(parameter.type)
        if isinstance(wanted, Die) and parameter.name in given:
            place = given[parameter.name].value.place
            own = replace(wanted, roll=rolls.get(wanted.roll, wanted.roll))
            type_ = replace(parameter.type, item=own) if isinstance(parameter.type, List) else own
            found[index] = fit(cx, found[index], type_, place, f"`{parameter.name}`")
    return tuple(found)
