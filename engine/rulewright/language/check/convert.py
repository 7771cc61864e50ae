"""Fitting a checked expression to where it stands: conditions, lists, maybes, deciders."""

from __future__ import annotations

from dataclasses import replace

from rulewright.language.check.context import Context
from rulewright.language.check.facts import path
from rulewright.language.syntax.nodes import Binary, Node, Place
from rulewright.language.tree import (
    AsList,
    Const,
    ConstList,
    Dice,
    Each,
    Expression,
    Jointly,
    Keyed,
    ListOf,
    Prop,
    Range,
    Truth,
    Var,
)
from rulewright.language.types import (
    BOOL,
    INT,
    PLAYER,
    THING,
    UNKNOWN,
    Bool,
    Die,
    Enum,
    Int,
    Kind,
    List,
    Maybe,
    NoneValue,
    Nothing,
    Roll,
    Type,
    Unknown,
)
from rulewright.text.suggest import spelling


def test_hint(value: Expression) -> str:
    """The cure for a value that may be none."""
    if isinstance(value, Var):
        return f"test it first: `if {value.name}: …`"
    if path(value):
        return "test it first: `if …: …`, or in a filter `… and …`"
    if isinstance(value.type, Maybe) and isinstance(value.type.item, Int):
        return "say what stands in for none: `… or 0`"
    return "give it a name and test that: `let x = …`, then `if x: …`"


def fit(cx: Context, value: Expression, wanted: Type, place: Place, what: str = "") -> Expression:
    """The expression as a value of the wanted type, or itself with a fault noted. `what` names where it stands."""
    if isinstance(wanted, Bool):
        return truth(cx, value, place)
    match value.type, wanted:
        case (Unknown(), _) | (_, Unknown()):
            return value
        case NoneValue(), Maybe(item):
            return Const(None if isinstance(item, Int | Bool) else -1, wanted, value.span)
        case NoneValue(), _:
            cx.fault("wrong-kind", place, f"{what or 'this'} needs {wanted}, it cannot be none")
            return value
        case Maybe(item), Maybe(other) if _same(cx, item, other):
            return value
        case item, Maybe(other) if _same(cx, item, other):
            return value
        case List(item), List(other) if _same(cx, item, other):
            return value
        case (Maybe() | Kind() | Enum() | Int() | Die()) as one, List(other) if _same(cx, _item(one), other):
            return AsList(value, List(_item(one), 0 if isinstance(one, Maybe) else 1), value.span)
        case Maybe(item), other if _same(cx, item, other):
            cx.fault(
                "maybe-none", place, f"this may be none, {what or 'here'} {_needs(what)} {wanted}", test_hint(value)
            )
            return value
        case item, other if _same(cx, item, other):
            return value
        case List(item), Kind() if _same(cx, item, wanted):
            hint = "take one: `first(…)`, or `pick(…)`"
            cx.fault("wrong-kind", place, f"{what or 'this'} needs {wanted}, this is {value.type}", hint)
            return value
    counted = isinstance(value.type, List) and isinstance(wanted, Int)
    given, hint = str(value.type), f"how many there are is `count({cx.text.piece(*place)})`" if counted else ""
    if isinstance(value.type, Roll) and isinstance(wanted, Roll):
        given, hint = "a roll of other dice", f"write `let {what.strip('`')}: roll = …`"
    elif given == str(wanted):
        given += " of another roll"
    cx.fault("wrong-kind", place, f"{what or 'this'} needs {wanted}, this is {given}", hint)
    return value


def bare(type_: Type) -> Type:
    """The type of one item: of a list or a maybe what it holds, else the type itself."""
    return type_.item if isinstance(type_, Maybe | List) else type_


def _needs(what: str) -> str:
    return "needs" if what else "is needed"


def _item(type_: Type) -> Type:
    return type_.item if isinstance(type_, Maybe) else type_


def _same(cx: Context, actual: Type, wanted: Type) -> bool:
    match actual, wanted:
        case (Unknown(), _) | (_, Unknown()):
            return True
        case Kind(), Kind():
            return cx.world.names.fits(actual, wanted)
        case Roll(one), Roll(other):
            return other in ("", one)
        case Die(one, roll), Die(other, belongs):
            return other in ("", one) and belongs in ("", roll)
        case _:
            return actual == wanted


def truth(cx: Context, value: Expression, place: Place) -> Expression:
    """The expression as a condition: a list or a maybe holds when it has something."""
    match value.type:
        case Bool() | Unknown():
            return value
        case List() | Maybe():
            return Truth(value, BOOL, value.span)
        case Kind() if not path(value):
            return Truth(replace(value, type=Maybe(value.type)), BOOL, value.span)  # a call, which must be made
        case _ if isinstance(value.type, Kind) or path(value) in cx.facts:
            return Const(True, BOOL, value.span)  # an earlier test has shown that it is there
        case NoneValue():
            return Const(False, BOOL, value.span)
        case Int():
            cx.fault("no-condition", place, "a number is no condition", "compare it: `… > 0`")
        case Enum():
            cx.fault("no-condition", place, f"{value.type} is no condition", "compare it: `… == …`")
        case _:
            gives = "this gives nothing that" if isinstance(value.type, Nothing) else value.type
            cx.fault("no-condition", place, f"{gives} is no condition".replace("that is no", "that could be a"))
    return replace(value, type=UNKNOWN)


def join(cx: Context, one: Type, other: Type) -> Type | None:
    """The type that values of either type have, or None where there is none."""
    match one, other:
        case (Unknown(), _) | (_, Unknown()):
            return UNKNOWN
        case _ if one == other:
            return one
        case (NoneValue(), NoneValue()):
            return one
        case (NoneValue(), Maybe()) | (Maybe(), NoneValue()):
            return other if isinstance(one, NoneValue) else one
        case (NoneValue(), List()) | (List(), NoneValue()):
            return other if isinstance(one, NoneValue) else one
        case (NoneValue(), item) | (item, NoneValue()) if not isinstance(item, Nothing):
            return Maybe(item)
        case (Kind(name), Kind(second)):
            kind = cx.world.names.kind(name)
            shared = [each for each in (kind.ancestors if kind else ()) if cx.world.names.is_a(second, each)]
            return Kind(shared[0]) if shared else THING
        case (List(item, length), List(second, size)):
            found = join(cx, item, second)
            return List(found, min(length, size)) if found else None
        case (List(item), (Kind() | Maybe()) as single) | ((Kind() | Maybe()) as single, List(item)):
            found = join(cx, item, _item(single))
            return List(found) if found else None
        case (Maybe(item), second) | (second, Maybe(item)):
            found = join(cx, item, _item(second))
            return Maybe(found) if found else None
        case _:
            return None


def as_list(cx: Context, value: Expression, place: Place) -> Expression:
    """The expression as a list: a maybe or a thing stands for a list of none or one, a roll for its dice."""
    match value.type:
        case List() | Unknown():
            return value
        case Roll(die):
            named = value.name if isinstance(value, Var) else ""
            return Dice(value, List(Die(die, named)), value.span)
        case Maybe(item):
            return AsList(value, List(item), value.span)
        case Kind() | Enum() | Die():
            return AsList(value, List(value.type, 1), value.span)
        case NoneValue():
            return ListOf((), List(UNKNOWN), value.span)
    written = cx.text.piece(*place)
    hint = f"numbers from 1 on are `1..{written}`" if isinstance(value.type, Int) else ""
    cx.fault("wrong-kind", place, f"a list is wanted here, this is {value.type}", spelling(written) or hint)
    return ConstList((), List(UNKNOWN), value.span)


def list_of(cx: Context, node: Node) -> tuple[Expression, Type]:
    """A list to go through, and the type of its items."""
    found = as_list(cx, cx.value(node), node.place)
    return found, found.type.item if isinstance(found.type, List) else UNKNOWN


def decider(cx: Context, by: Expression | None, place: Place) -> Expression:
    """Who decides: `by` as a player, else `me`. Those of a list decide together."""
    if by is None:
        me = cx.names.get("me")
        if me is None:
            hint = "write `by=` and who it is"
            cx.fault("no-decider", place, "nobody acts in this text, so it does not say who decides here", hint)
            return Const(1, PLAYER, cx.span(place))
        by = me
    match by, by.type:
        case ListOf(items), _ if len(items) == 1:
            return player(cx, items[0], place)
        case _, List(length=length):
            if not length:
                cx.fault("maybe-none", place, "this list may be empty, so nobody would decide", test_hint(by))
            return Jointly(players(cx, by, place), PLAYER, by.span)
    return player(cx, by, place)


def player(cx: Context, value: Expression, place: Place) -> Expression:
    """The expression as a player: itself, or the owner of the thing, which it must have when this is read."""
    match value.type:
        case Kind("player") | Unknown():
            return value
        case Kind(kind):
            cx.world.belonging[cx.span(place)] = kind
            return Prop("owner", value, PLAYER, value.span)
        case Maybe():
            cx.fault("maybe-none", place, "this may be none, so nobody would decide", test_hint(value))
        case List():
            cx.fault("wrong-kind", place, "this is a list; one player is wanted", "take one: `first(…)`")
        case _:
            cx.fault("wrong-kind", place, f"a player, or a thing with an owner, is wanted here, this is {value.type}")
    return Const(1, PLAYER, value.span)


def players(cx: Context, value: Expression, place: Place) -> Expression:
    """The expression as a list of players; things stand for their owners, those of nobody and none for nobody."""
    if isinstance(value.type, NoneValue):
        return ListOf((), List(PLAYER), value.span)
    found = as_list(cx, value, place)
    match found.type:
        case List(Kind("player")) | List(Unknown()):
            return found
        case List(Kind(kind) as item):
            cx.world.belonging[cx.span(place)] = kind
            name = cx.fresh("it")
            body = Prop("owner", Var(name, item, value.span), Maybe(PLAYER), value.span)
            return Each(found, Keyed(name, body, item, value.span), True, True, List(PLAYER), value.span)
    cx.fault("wrong-kind", place, f"players, or things with owners, are wanted here, this is {value.type}")
    return ListOf((), List(PLAYER), value.span)


def numbers(cx: Context, node: Binary) -> Range:
    """The range `a..b` that a node stands for, which may be as long as it likes while no list is made of it."""
    low = amount(cx, cx.value(node.left), node.left.place, "a range")
    high = amount(cx, cx.value(node.right), node.right.place, "a range")
    return Range(low, high, List(INT), cx.span(node.place))


def number_of(value: Expression | None) -> int | None:
    """The number that an expression stands for where it is known at once."""
    return int(value.value) if isinstance(value, Const) and value.type == INT and value.value is not None else None


def amount(cx: Context, value: Expression, place: Place, what: str) -> Expression:
    """The expression as a number."""
    return fit(cx, value, INT, place, what)
