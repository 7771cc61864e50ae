"""Reading with a dot: fields, what lies at a thing, what every thing has, what a roll shows."""

from __future__ import annotations

from dataclasses import replace

from rulewright.language.check.context import Context
from rulewright.language.check.convert import join, test_hint
from rulewright.language.check.facts import path
from rulewright.language.check.names import BUILT_IN_KINDS, GroupName
from rulewright.language.check.properties import OF_ALL, OF_KIND
from rulewright.language.check.running import read_call
from rulewright.language.program import DieSymbol
from rulewright.language.syntax.nodes import Name
from rulewright.language.tree import Compare as CompareTree
from rulewright.language.tree import (
    ConstList,
    DieProp,
    Each,
    Expression,
    Fact,
    Filter,
    Get,
    Inside,
    Keyed,
    Own,
    Prop,
    Symbols,
    Var,
)
from rulewright.language.types import (
    AREA,
    BOOL,
    INT,
    LINK,
    THING,
    UNKNOWN,
    Bool,
    Die,
    Ended,
    Enum,
    Int,
    Kind,
    List,
    Maybe,
    Roll,
    Running,
    Type,
    Unknown,
    with_article,
)
from rulewright.text.spans import Span

_OF_ALL = {each.name: each.type for each in OF_ALL}
_OF_KIND = {kind: {each.name: each.type for each in known} for kind, known in OF_KIND.items()}


def read(cx: Context, of: Expression, name: Name) -> Expression:
    """`of.name`: read from a thing, from each item of a list, from a roll or a die."""
    match of.type:
        case Unknown():
            return Var("?", UNKNOWN, _up_to(of, cx.span(name.place)))
        case Maybe(Kind(kind)):
            message = f"{_called(of)} may be none, and none has no `{name.id}`"
            cx.fault("maybe-none", name.place, message, test_hint(of))
            return _of_thing(cx, replace(of, type=Kind(kind)), kind, name)
        case Kind(kind):
            return known(cx, _of_thing(cx, of, kind, name))
        case Running() | Ended():
            return known(cx, read_call(cx, of, name))
        case List(item):
            return known(cx, _of_each(cx, of, item, name))
        case Roll():
            return _of_roll(cx, of, name)
        case Die(die, roll):
            return _of_die(cx, of, die, roll, name)
    cx.fault("unknown-field", name.place, f"{of.type} has no fields")
    return Var("?", UNKNOWN, _up_to(of, cx.span(name.place)))


def _up_to(of: Expression, end: Span) -> Span:
    """From where an expression begins to the end of what is read of it."""
    return Span(of.span.file, of.span.line, of.span.column, end.end_line, end.end_column)


def placed(value: Expression, span: Span) -> Expression:
    """The expression, standing at a place."""
    match value:
        case Var(name, type_):
            return Var(name, type_, span)
        case _ if value.span == span:
            return value
    return replace(value, span=span)


def _called(of: Expression) -> str:
    match of:
        case Var(name) | Prop(name):
            return f"`{name}`"
        case Get(field):
            return f"`{field.partition('.')[2]}`"
    return "this"


def known(cx: Context, value: Expression) -> Expression:
    """The expression with the type that earlier tests have shown."""
    fact = cx.facts.get(path(value)) if cx.facts else None
    return replace(value, type=fact.type) if fact else value


def _of_thing(cx: Context, of: Expression, kind: str, name: Name) -> Expression:
    world, span = cx.world, cx.span(name.place)
    whole = _up_to(of, span)
    own = own_store(cx, kind, name.id)
    if own is not None:
        return Own(own, of, own.type, whole)
    found = world.names.field_of(kind, name.id)
    if found is not None:
        if found.constants and isinstance(found.type, List):
            return _places_of(cx, of, name, kind)
        type_ = found.type if found.type is not None else world.derived(found.id)
        return Get(found.id, of, type_, whole)
    if kind == "arrow" and (world.names.field_of("link", name.id) or name.id == "open"):
        return _of_thing(cx, Prop("link", of, LINK, of.span), "link", name)
    given = property_type(cx, kind, name.id)
    if given is not None:
        return Prop(name.id, of, given, whole)
    if name.id == "thing" or (world.names.kind(name.id) is not None and name.id not in BUILT_IN_KINDS):
        return Inside(of, name.id, List(Kind(name.id)), whole)
    _unknown(cx, kind, name)
    return Var("?", UNKNOWN, whole)


def own_store(cx: Context, kind: str, name: str) -> Var | None:
    """The local that holds a value of this name for each thing of a kind, if one is in sight."""
    symbol = cx.world.names.kind(kind)
    for each in symbol.ancestors if symbol is not None else ():
        store = cx.names.get(f"{each}.{name}")
        if isinstance(store, Var):
            return store
    return None


def property_type(cx: Context, kind: str, name: str) -> Type | None:
    """The type of what things of a kind have without a declaration; None where they have nothing of this name."""
    if name in _OF_KIND.get(kind, {}):
        return _OF_KIND[kind][name]
    if name in ("at", "area") and kind not in _OF_KIND and kind != "place":
        found = cx.world.names.kind(kind)
        lies = found.lies if found else ""
        if lies and name == "at":
            return Kind(lies)
        if lies and cx.world.names.is_a(lies, "area"):
            return AREA
        return Maybe(THING if name == "at" else AREA)
    return _OF_ALL.get(name)


def where_else(cx: Context, field: str, kind: str) -> str:
    """The hint for a field that a kind lacks: which other kind has it, or where it is declared."""
    names = cx.world.names
    kinds = [each.id for each in names.kinds() if names.field_of(each.id, field) is not None]
    if kinds:
        return f"{with_article(kinds[0])} has one"
    if kind == "place":
        return "what lies there is read by its kind, such as `deck.card`; the topmost of it is `first(…)`"
    known = names.kind(kind)
    where = f", {known.span}" if known and known.span.file else ""
    return f"declare it under `fields:` or `derive:` of the kind {kind}{where}" if known else ""


def _unknown(cx: Context, kind: str, name: Name) -> None:
    names = cx.world.names
    if name.id in names.lost:
        return  # what it would be made for is unknown, which is said there
    if found_below(cx, kind, name):
        return
    own = [
        *names.field_names(kind),
        *_OF_ALL,
        *_OF_KIND.get(kind, {}),
        *(each.id for each in names.kinds() if each.id not in BUILT_IN_KINDS),
    ]
    if kind not in _OF_KIND:
        own += ["at", "area"]
    message = f"{with_article(kind)} has no `{name.id}`"
    if name.id in cx.world.shelf:
        hint = f"it is asked with parentheses: `{name.id}(…)`"
        cx.fault("unknown-field", name.place, f"{with_article(kind)} has no `{name.id}`", hint)
        return
    otherwise = where_else(cx, name.id, kind)
    cx.world.faults.unknown("unknown-field", cx.span(name.place), message, name.id, own, otherwise)


def found_below(cx: Context, kind: str, name: Name) -> bool:
    """Whether some things of a kind have a field that not all of them have; then that is noted."""
    kinds = [each for each in cx.world.names.kinds() if kind == "thing" or kind in each.ancestors[1:]]
    below = [each.id for each in kinds if cx.world.names.field_of(each.id, name.id)]
    if below:
        hint = f"{with_article(below[0])} has it: test `… in {below[0]}` first"
        hint += f"; `{cx.borrower}` may be like it" if cx.borrower else ""
        cx.fault("unknown-field", name.place, f"{with_article(kind)} has no `{name.id}`", hint)
    return bool(below)


def _places_of(cx: Context, of: Expression, name: Name, kind: str) -> Expression:
    """The several places, or things, of one declaration that are made for a thing."""
    group = cx.world.names.meanings[name.id]
    span = cx.span(name.place)
    if not isinstance(group, GroupName):
        return Var("?", UNKNOWN, span)
    item = Kind(group.kind)
    variable = cx.fresh("it")
    made_for = Prop("of", Var(variable, item, span), Kind(kind), span)
    same = CompareTree("==", made_for, of, BOOL, span)
    every = ConstList(group.numbers, List(item), span)
    return Filter(every, Keyed(variable, same, item, span), List(item), span)


def _of_each(cx: Context, of: Expression, item: Type, name: Name) -> Expression:
    """What is read from each item of a list, as one list."""
    variable = cx.fresh("it")
    one = _one(cx, Var(variable, item, of.span), name)
    span = _up_to(of, cx.span(name.place))
    key = Keyed(variable, one, item, of.span)
    match one.type:
        case Unknown():
            return Var("?", UNKNOWN, span)
        case List(inner) | Maybe(inner):
            return Each(of, key, True, not isinstance(one, Inside), List(inner), span)
        case Int():
            if not cx.numbers:
                hint = "take `sum`, `min`, `max` or `count` of it, or filter: `[…]`"
                cx.fault("list-of-numbers", name.place, "numbers of several things cannot be read as one", hint)
            return Each(of, key, False, False, List(INT), span)
        case Bool():
            hint = "filter them: `[…]`"
            cx.fault("list-of-truths", name.place, f"`{name.id}` of several things is not one answer", hint)
            return Var("?", UNKNOWN, span)
    return Each(of, key, False, True, List(one.type), span)


def _one(cx: Context, variable: Expression, name: Name) -> Expression:
    """The read of a single item of a list: here a maybe item is simply left out."""
    match variable.type:
        case Kind(kind):
            return _of_thing(cx, variable, kind, name)
        case Die(die, roll):
            return _of_die(cx, variable, die, roll, name)
        case Ended():
            return read_call(cx, variable, name)
        case Unknown():
            return Var("?", UNKNOWN, variable.span)
    cx.fault("unknown-field", name.place, f"{variable.type} has no fields")
    return Var("?", UNKNOWN, variable.span)


def _of_roll(cx: Context, of: Expression, name: Name) -> Expression:
    span, dice = cx.span(name.place), _dice_of(cx, of)
    if any(name.id in symbol.symbols for symbol in dice):
        return Symbols(of, None, name.id, INT, span)
    found = _fact(cx, of, dice, name)
    if found is not None:
        return found
    known_names = [*(each for symbol in dice for each in symbol.symbols), *(f for s in dice for f, _ in s.facts)]
    cx.world.faults.unknown("unknown-symbol", span, f"no die of this roll shows `{name.id}`", name.id, known_names)
    return Var("?", UNKNOWN, span)


def no_face(cx: Context, name: Name) -> None:
    """Notes that the face of a die is meant of which the kind is not known."""
    message = "which faces there are is not known of a die of any kind"
    cx.fault("unknown-symbol", name.place, message, "ask for a symbol")


def _dice_of(cx: Context, roll: Expression) -> list[DieSymbol]:
    """The kinds of dice that a roll may be of."""
    dice = cx.world.program.dice
    match roll.type:
        case Roll("", symbol):
            return [each for each in dice.values() if not symbol or symbol in each.symbols]
        case Roll(die):
            return [dice[die]]
    return []


def _fact(cx: Context, roll: Expression, dice: list[DieSymbol], name: Name) -> Expression | None:
    """A fact that every roll of these dice carries; None where no die declares it."""
    span = cx.span(name.place)
    types = [dict(die.facts).get(name.id) for die in dice]
    found = next((each for each in types if each is not None), None)
    if found is None:
        return None
    for die, own in zip(dice, types, strict=True):
        if own is None:
            hint = f"declare it there too, as a maybe: `with: (… {name.id})`; or modify a symbol of single dice"
            cx.fault("unknown-symbol", name.place, f"a roll of {die.id} carries no `{name.id}`", hint)
            return Var("?", UNKNOWN, span)
        both = join(cx, found, own)
        if both is None:
            cx.fault("wrong-kind", name.place, f"`{name.id}` of a roll of {die.id} is {own}, of another {found}")
            return Var("?", UNKNOWN, span)
        found = both
    return known(cx, Fact(roll, name.id, found, span))


def _of_die(cx: Context, of: Expression, die: str, roll: str, name: Name) -> Expression:
    span = cx.span(name.place)
    thrown = cx.names.get(roll)
    if thrown is None:
        cx.fault(
            "lost-roll", name.place, "it is not known here which roll this die belongs to", "hand the roll over too"
        )
        return Var("?", UNKNOWN, span)
    dice = cx.world.program.dice
    symbols = [symbol for each in ([dice[die]] if die else dice.values()) for symbol in each.symbols]
    if name.id in symbols:
        return Symbols(thrown, of, name.id, INT, span)
    if name.id == "face" and die:
        return DieProp("face", thrown, of, Enum(f"{die}.face"), span)
    if name.id == "face":
        no_face(cx, name)
        return Var("?", UNKNOWN, span)
    if name.id == "rerolled":
        return DieProp("rerolled", thrown, of, BOOL, span)
    found = _fact(cx, thrown, [dice[die]] if die else _dice_of(cx, thrown), name)
    if found is not None:
        return found
    message = f"a die shows no `{name.id}`"
    cx.world.faults.unknown("unknown-symbol", span, message, name.id, [*symbols, "face", "rerolled"])
    return Var("?", UNKNOWN, span)
