"""Checking what is read of calls: of those that run, by their name, and of those that ended, with `past`."""

from __future__ import annotations

from rulewright.language.check.bearers import CALL
from rulewright.language.check.calling import called
from rulewright.language.check.context import Context
from rulewright.language.check.convert import fit
from rulewright.language.check.definitions import check_period
from rulewright.language.check.names import ActionName, ProcName, TableName
from rulewright.language.program import CallSymbol, Parameter
from rulewright.language.syntax import nodes
from rulewright.language.tree import (
    Const,
    Expression,
    Given,
    Innermost,
    Item,
    Past,
    Proceed,
    PutGiven,
    Runs,
    Var,
    WasGiven,
)
from rulewright.language.types import (
    BOOL,
    NOTHING,
    UNKNOWN,
    Die,
    Ended,
    Int,
    List,
    Maybe,
    Nothing,
    Roll,
    Running,
    Type,
)
from rulewright.text.spans import Span

RESULT = "result"
OFFERED = "$offered"  # stands for an action that a menu would offer
OWN = Const(None, UNKNOWN, Span.whole(""))  # stands for the call whose text this is: its parameters are at hand


def is_call(cx: Context, id: str) -> bool:
    """Whether a name means what runs rather than what is."""
    names = cx.world.names
    meaning = names.meanings.get(id)
    if id in cx.names or (meaning is not None and not isinstance(meaning, ProcName | ActionName | TableName)):
        return False
    return bool(cx.world.calls.named(cx.world, id))


def runs(cx: Context, name: nodes.Name) -> Expression | None:
    """`if combat:` - whether a call runs; None where the name calls nothing."""
    if not is_call(cx, name.id):
        return None
    span = cx.span(name.place)
    return Runs(name.id, BOOL, span) if called(cx, name) is not None else Var("?", UNKNOWN, span)


def fact_of(call: str) -> str:
    """The path under which it is noted that a call surely runs."""
    return f"~{call}"


def given(cx: Context, call: str, place: nodes.Place, name: nodes.Name) -> Expression:
    """`combat.m`: a parameter or the result of the innermost running call."""
    span = cx.span(nodes.Place(place.line, place.column, name.place.end_line, name.place.end_column))
    symbol = called(cx, nodes.Name(call, place))
    parameter = _part(cx, symbol, name) if symbol is not None else None
    if symbol is None or parameter is None:
        return Var("?", UNKNOWN, span)
    around = cx.running.get(call)
    if symbol.nature == "step" and (around is not None or fact_of(call) in cx.facts):
        return Item(call, parameter.type, span)
    if around is OWN:
        return _own(cx, symbol, name, span)
    if around is None and fact_of(call) not in cx.facts:
        cx.fault("may-not-run", place, f"`{call}` may not be running here", f"test it first: `if {call}: …`")
    frame = around if around is not None else Innermost(call, Running(call), cx.span(place))
    return Given(name.id, frame, parameter.type, span)


def _own(cx: Context, symbol: CallSymbol, name: nodes.Name, span: Span) -> Expression:
    """In the text of a call itself its parameters are what they are."""
    if name.id == RESULT:
        cx.fault("unknown-field", name.place, f"`{symbol.name}` has given nothing yet while its own text runs")
        return Var("?", UNKNOWN, span)
    return cx.names.get(name.id) or Var("?", UNKNOWN, span)


def _part(cx: Context, symbol: CallSymbol, name: nodes.Name) -> Parameter | None:
    found = next((each for each in symbol.parameters if each.name == name.id), None)
    if found is not None:
        return found
    if name.id == RESULT and not isinstance(symbol.result, Nothing):
        return Parameter(RESULT, symbol.result)
    known = [*(each.name for each in symbol.parameters), *([RESULT] if symbol.result != NOTHING else [])]
    message = f"a call of `{symbol.name}` has no `{name.id}`"
    otherwise = f"it has {', '.join(f'`{each}`' for each in known)}" if known else "it is given nothing"
    cx.world.faults.unknown("unknown-field", cx.span(name.place), message, name.id, known, otherwise)
    return None


def read_call(cx: Context, of: Expression, name: nodes.Name) -> Expression:
    """What is read of a call that is itself the item: of `it` in a modifier, or of one that ended."""
    span = cx.span(name.place)
    match of.type:
        case Running(call):
            symbol = cx.world.calls.named(cx.world, call)[0]
            if isinstance(of, Var) and of.name == OFFERED:
                return _offered(cx, symbol, name)
            parameter = _part(cx, symbol, name)
            return Given(name.id, of, parameter.type, span) if parameter else Var("?", UNKNOWN, span)
        case Ended(call):
            symbol = cx.world.calls.named(cx.world, call)[0]
            parameter = _part(cx, symbol, name)
            if parameter is None:
                return Var("?", UNKNOWN, span)
            if isinstance(_item(parameter.type), Roll | Die):
                cx.fault("not-kept", name.place, f"of `{call}` that ended no roll is kept, so `{name.id}` is gone")
                return Var("?", UNKNOWN, span)
            type_ = List(parameter.type.item) if isinstance(parameter.type, List) else parameter.type
            return WasGiven(name.id, of, type_, span)
    raise AssertionError(of)


def from_menus(cx: Context, symbol: CallSymbol) -> tuple[Parameter, ...]:
    """The parameters of an action that come from its menus; its choices are not made when its `if` is read."""
    actions = [each for each in cx.world.program.actions.values() if each.routine in symbol.units]
    return tuple(each for each in symbol.parameters if all(each in action.parameters for action in actions))


def offered(name: str) -> str:
    """The variable that holds what a menu gives to an action that it would offer."""
    return f"{OFFERED}.{name}"


def _offered(cx: Context, symbol: CallSymbol, name: nodes.Name) -> Expression:
    given = from_menus(cx, symbol)
    span = cx.span(name.place)
    found = next((each for each in given if each.name == name.id), None)
    if found is None:
        message = f"no menu gives `{symbol.name}` a `{name.id}`"
        cx.world.faults.unknown("unknown-field", span, message, name.id, [each.name for each in given])
    return Var(offered(name.id), found.type if found else UNKNOWN, span)


def _item(type_: Type) -> Type:
    while isinstance(type_, List | Maybe):
        type_ = type_.item
    return type_


# ---- what hooks may do with the call they answer ---------------------------------------------------------------------


def put_given(cx: Context, node: nodes.AssignNode, call: nodes.Name, name: nodes.Name) -> list[PutGiven]:
    """A hook gives a parameter of its call, or its result, another value."""
    target = given(cx, call.id, call.place, name)
    value = cx.value(node.value, target.type)
    answered, moment = cx.hook
    wanted = ("instead", "after") if name.id == RESULT else ("before", "instead")
    if call.id != answered or not isinstance(target, Given):
        if target.type != UNKNOWN:
            cx.fault("not-settable", node.target.place, f"only hooks on `{call.id}` may set what it is given")
        return []
    if moment not in wanted:
        when = "it has no result yet" if name.id == RESULT else "it has run with what it was given"
        cx.fault("not-settable", node.target.place, f"a `{moment}` hook cannot set this: {when}")
    cx.forget(frozenset({f"$~{name.id}"}))
    type_ = target.type
    if node.op != "=" and not isinstance(type_, Int) and type_ != UNKNOWN:
        cx.fault("wrong-kind", node.place, f"`{node.op}` counts, `{name.id}` is {type_}")
        type_ = UNKNOWN
    if isinstance(_item(type_), Roll | Die):
        cx.fault("not-settable", node.target.place, f"`{name.id}` is {type_}; throw it again, or add to it")
    value = fit(cx, value, type_, node.value.place, f"`{name.id}`")
    return [PutGiven(target.of, name.id, node.op, value, cx.span(node.place))]


def proceed(cx: Context, node: nodes.CallNode) -> Expression:
    """`proceed()` in an `instead` hook."""
    answered, moment = cx.hook
    span = cx.span(node.place)
    if moment != "instead":
        cx.fault("no-proceed", node.place, "only an `instead` hook keeps something from running, which could proceed")
        return Var("?", UNKNOWN, span)
    if node.arguments:
        cx.fault("wrong-arguments", node.arguments[0].place, "`proceed` takes nothing; set the parameters before it")
    cx.forget(cx.world.effects.writes(cx.world.effects.call(answered)))
    symbol = cx.world.calls.named(cx.world, answered)[0]
    cx.forget(frozenset(f"$~{each.name}" for each in symbol.parameters) | {f"$~{RESULT}"})
    return Proceed(Var(CALL, Running(answered), span), NOTHING, span)


def past(cx: Context, node: nodes.CallNode) -> Expression:
    """`past(NAME, PERIOD)`: the calls that ended in the running period."""
    span = cx.span(node.place)
    if len(node.arguments) != 2 or not all(isinstance(each.value, nodes.Name) for each in node.arguments):
        cx.fault("wrong-arguments", node.place, "`past` needs what was called and a period: `past(conquer, turn)`")
        return Var("?", UNKNOWN, span)
    name, period = (each.value for each in node.arguments)
    if not isinstance(name, nodes.Name) or not isinstance(period, nodes.Name):
        raise AssertionError("looked at above")
    found = cx.world.calls.named(cx.world, name.id)
    natures = ("procedure", "action", "step")
    if len(found) != 1 or found[0].nature not in natures:
        message = f"`{name.id}` is no procedure, action or step whose calls could be kept"
        known = [each for each in cx.world.calls.names(cx.world) if each not in cx.world.shelf]
        cx.world.faults.unknown("unknown-call", cx.span(name.place), message, name.id, known)
        return Var("?", UNKNOWN, span)
    check_period(cx, period)
    if period.id not in cx.world.names.steps:
        cx.world.calls.named(cx.world, period.id)  # a period must be known as a call, so that it is noted while it runs
    return Past(name.id, period.id, List(Ended(name.id, period.id)), span)
