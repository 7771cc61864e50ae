"""What a condition shows where it holds, and where it does not: narrowing."""

from __future__ import annotations

from rulewright.language.check.context import Context, Fact, World
from rulewright.language.check.effects import Words
from rulewright.language.tree import (
    Ask,
    Builtin,
    Compare,
    Const,
    Each,
    Expression,
    Filter,
    Get,
    Inside,
    IsKind,
    Item,
    Keyed,
    Logic,
    Not,
    Prop,
    Truth,
    Var,
    Word,
)
from rulewright.language.types import Kind, List, Maybe, Type

_AT = frozenset({"at"})
_PROPERTY_WORDS = {"at": _AT, "area": _AT, "index": _AT, "exits": frozenset({"open"}), "entries": frozenset({"open"})}


def path(expression: Expression) -> str:
    """One text for one value: two expressions with the same path give the same while nothing they read is written.

    Empty where the expression has none.
    """
    match expression:
        case Var(name):
            return name
        case Item(step):
            return f"{step}()"
        case Const(value):
            return f"#{value}"
        case Get(field, of):
            return _join(path(of), field)
        case Prop(name, of):
            return _join(path(of), f".{name}")
        case Inside(of, kind):
            return _join(path(of), f"/{kind}")
        case Filter(source, key) | Each(source, key):
            inside, body = path(source), _body(key)
            return f"{inside}[{body}]" if inside and body else ""
        case Compare(op, left, right) | Logic(op, left, right):
            one, two = path(left), path(right)
            return f"({one} {op} {two})" if one and two else ""
        case Not(of):
            return f"not {path(of)}" if path(of) else ""
        case IsKind(of, kind):
            return f"({path(of)} is {kind})" if path(of) else ""
        case Truth(of):
            return f"({path(of)}?)" if path(of) else ""
        case _:
            return ""


def _join(of: str, name: str) -> str:
    return f"{of}.{name}" if of else ""


def _body(key: Keyed) -> str:
    return path(key.body).replace(key.var, "it") if path(key.body) else ""


def words(world: World, expression: Expression) -> Words:
    """Every word that an expression with a path reads; a variable's word is its name behind a dollar sign."""
    match expression:
        case Var(name):
            return frozenset({f"${name}"})
        case Get(field, of):
            return field_words(world, field.partition(".")[2]) | words(world, of)
        case Prop(name, of):
            return _PROPERTY_WORDS.get(name, frozenset({name})) | words(world, of)
        case Inside(of):
            return _AT | words(world, of)
        case Filter(source, key) | Each(source, key):
            return words(world, source) | words(world, key.body)
        case Compare(_, left, right) | Logic(_, left, right):
            return words(world, left) | words(world, right)
        case Not(of) | IsKind(of) | Truth(of):
            return words(world, of)
        case _:
            return frozenset()


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


def shown(cx: Context, condition: Expression, holds: bool) -> dict[str, Fact]:
    """What is known where a condition holds, or where it does not hold."""
    match condition:
        case Not(of):
            return shown(cx, of, not holds)
        case Logic(op, left, right) if (op == "and") == holds:
            return {**shown(cx, left, holds), **shown(cx, right, holds)}
        case Truth(of) if holds:
            return _fact(cx, of, _sure(of.type))
        case Compare(op, left, Const(-1 | None)) if (op == "!=") == holds and op in ("==", "!="):
            return _fact(cx, left, _sure(left.type))
        case Compare(op, Builtin("count", arguments), Const(int(number))) if _some(op, number, holds):
            counted = arguments["xs"]
            return {} if isinstance(counted, Keyed | tuple | Ask | Word) else _fact(cx, counted, _sure(counted.type))
        case IsKind(of, kind) if holds:
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
