"""What a condition shows where it holds, and where it does not: narrowing."""

from __future__ import annotations

from rulewright.language.analysis.trees import walk
from rulewright.language.check.context import Context, Fact, World
from rulewright.language.check.effects import Words
from rulewright.language.tree import (
    Ask,
    Builtin,
    Call,
    Compare,
    Const,
    Each,
    Expression,
    Filter,
    Get,
    Given,
    Innermost,
    Inside,
    IsKind,
    Item,
    Keyed,
    Logic,
    Not,
    Offer,
    Own,
    Prop,
    Runs,
    Truth,
    Var,
    Word,
)
from rulewright.language.tree import Fact as RollFact
from rulewright.language.types import Kind, List, Maybe, Running, Type

_AT = frozenset({"at"})
_PROPERTY_WORDS = {"at": _AT, "area": _AT, "index": _AT}
_BY_OPEN = ("open", "exits", "entries")  # read whether links are open, which modifiers may change


def path(expression: Expression, bound: tuple[str, ...] = ()) -> str:
    """One text for one value: two expressions with the same path give the same while nothing they read is written.

    Empty where the expression has none. `bound` are the variables of the keys around it, named here by their depth.
    """
    match expression:
        case Var(name):
            return f"@{len(bound) - bound[::-1].index(name)}" if name in bound else name
        case Item(step):
            return f"{step}()"
        case Const(value):
            return f"#{value}"
        case Get(field, of):
            return _path(f"{{}}.{field}", bound, of)
        case Own(store, of):
            return _path(f"{{}}.${store.name}", bound, of)
        case Prop(name, of):
            return _path(f"{{}}.:{name}", bound, of)
        case RollFact(roll, name):
            return _path(f"{{}}.!{name}", bound, roll)
        case Innermost(call):
            return f"~{call}"
        case Given(name, of):
            return _path(f"{{}}.~{name}", bound, of)
        case Inside(of, kind):
            return _path(f"{{}}/{kind}", bound, of)
        case Filter(source, key):
            return _path("{}[{}]", bound, source, key)
        case Each(source, key):
            return _path("{}[.{}]", bound, source, key)
        case Compare(op, left, right) | Logic(op, left, right):
            return _path(f"({{}} {op} {{}})", bound, left, right)
        case Not(of):
            return _path("not {}", bound, of)
        case IsKind(of, kind):
            return _path(f"({{}} is {kind})", bound, of)
        case Truth(of):
            return _path("({}?)", bound, of)
        case _:
            return ""


def _path(pattern: str, bound: tuple[str, ...], *parts: Expression | Keyed) -> str:
    found = [path(x.body, (*bound, x.var)) if isinstance(x, Keyed) else path(x, bound) for x in parts]
    return pattern.format(*found) if all(found) else ""


def words(world: World, expression: Expression) -> Words:
    """Every word that an expression with a path reads; a variable's word is its name behind a dollar sign."""
    match expression:
        case Var(name):
            return frozenset({f"${name}"})
        case Get(field, of):
            return field_words(world, field.partition(".")[2]) | words(world, of)
        case Own(store, of):
            return frozenset({own_word(store.name)}) | words(world, of)
        case Prop(name, of) if name in _BY_OPEN:
            return field_words(world, "open") | words(world, of)
        case Prop(name, of):
            return _PROPERTY_WORDS.get(name, frozenset({name})) | words(world, of)
        case Inside(of):
            return _AT | words(world, of)
        case Filter(source, key) | Each(source, key):
            return words(world, source) | words(world, key.body)
        case Compare(_, left, right) | Logic(_, left, right):
            return words(world, left) | words(world, right)
        case Not(of) | IsKind(of) | Truth(of) | RollFact(of):
            return words(world, of)
        case Given(name):
            return frozenset({f"$~{name}"})
        case _:
            return frozenset()


def own_word(store: str) -> str:
    """The word that stands for what a local holds of all things of a kind."""
    return f"$.{store.partition('.')[2]}"


def field_words(world: World, name: str) -> Words:
    """What reading a field of this name reads: itself, and what it is derived from."""
    touches = world.effects.touches
    found, stack = frozenset[str](), [name]
    while stack:
        word = stack.pop()
        if word in found:
            continue
        found |= {word}
        for key in (word, f".{word}"):
            if key in touches:
                stack += sorted(touches[key].reads | touches[key].calls)
        if world.names.kind(word):
            found |= _AT
    return found


def written(world: World, tree: object) -> Words:
    """Every word that reading an expression may write, by the calls that stand in it."""
    effects, found = world.effects, frozenset[str]()
    for node in walk(tree):
        match node:
            case Call(routine) if routine in effects.touches:
                found |= effects.writes(effects.touches[routine])
            case Offer(menu):
                found |= effects.writes(effects.touches[f"menu {menu}"])
            case Builtin(name):
                found |= effects.settled(frozenset(world.shelf[name].changes))
    return found


def shown(cx: Context, condition: Expression, holds: bool) -> dict[str, Fact]:
    """What is known where a condition holds, or where it does not hold."""
    match condition:
        case Not(of):
            return shown(cx, of, not holds)
        case Logic(op, left, right) if (op == "and") == holds:
            first = shown(cx, left, holds)
            if first:
                changed = written(cx.world, right)
                first = {path: fact for path, fact in first.items() if not fact.words & changed}
            return {**first, **shown(cx, right, holds)}
        case Runs(call) if holds:
            return {f"~{call}": Fact(Running(call), frozenset())}
        case Truth(of) if holds:
            return _fact(cx, of, _sure(of.type))
        case Compare(op, left, Const(-1 | None)) if (op == "!=") == holds and op in ("==", "!="):
            return _fact(cx, left, _sure(left.type))
        case Compare(op, Builtin("count", arguments), Const(int(number))) if _some(op, number, holds):
            counted = arguments["xs"]
            return {} if isinstance(counted, Keyed | tuple | Ask | Word) else _fact(cx, counted, _sure(counted.type))
        case IsKind(of, kind) if holds and not cx.world.names.fits(of.type, Kind(kind)):
            return _fact(cx, of, Kind(kind))
        case _:
            return {}


def _some(op: str, number: int, holds: bool) -> bool:
    """Whether a comparison of a count with a number shows that there is at least one."""
    if not holds:
        return (op, number) in (("==", 0), ("<", 1), ("<=", 0))
    return (op == ">" and number >= 0) or (op in (">=", "==") and number >= 1)


def _sure(type_: Type) -> Type:
    match type_:
        case Maybe(item):
            return item
        case List(item):
            return List(item, 1)
        case _:
            return type_


def _fact(cx: Context, of: Expression, type_: Type) -> dict[str, Fact]:
    place = path(of)
    return {place: Fact(type_, words(cx.world, of))} if place and type_ != of.type else {}
