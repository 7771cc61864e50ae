"""Walking trees, checked or as written, and rewriting checked ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from rulewright.language.tree import Arith, Const, Expression, Filter, Get, InOrder, Item, Keyed, Logic, Prop, Var
from rulewright.language.types import Kind, Type
from rulewright.text.spans import Span

_PLAIN = ("str", "int", "bool", "bool | None", "int | bool | None", "tuple[str, ...]", "tuple[int, ...]")


@cache
def _slots(kind: Any) -> tuple[str, ...]:
    """The fields of a kind of node that may hold nodes or say which node it is; not its types or its place."""
    no_nodes = ("type", "span", "place", "item") if kind is Keyed else ("type", "span", "place")
    return tuple(each.name for each in fields(kind) if each.name not in no_nodes)


def parts(node: Any) -> Iterator[Any]:
    """The nodes directly below a node, or in a tuple of anything, in the order in which they run."""
    if isinstance(node, tuple):
        yield from _nodes(node)
        return
    for name in _slots(node.__class__):
        yield from _nodes(getattr(node, name))


def _nodes(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for each in value:
            yield from _nodes(each)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _nodes(each)
    elif is_dataclass(value) and not isinstance(value, type):
        yield value


def walk(node: Any) -> Iterator[Any]:
    """A node and all below it, as they run. Also of a block, or of a tuple of anything that holds nodes."""
    ahead = [node]
    while ahead:
        one = ahead.pop()
        if isinstance(one, tuple):
            ahead += reversed(one)
            continue
        below = _below(one.__class__)
        if below is not None:
            yield one
            ahead += [getattr(one, name) for name in below]
        elif isinstance(one, Mapping):
            ahead += reversed(list(one.values()))


@cache
def _below(kind: Any) -> tuple[str, ...] | None:
    """The fields of a kind of node that may hold nodes, last first; None for what is no node."""
    if not hasattr(kind, "__dataclass_fields__"):
        return None
    plain = [each.name for each in fields(kind) if each.type in _PLAIN]
    return tuple(name for name in reversed(_slots(kind)) if name not in plain)


def free_variables(node: Any) -> list[str]:
    """The variables an expression reads that it does not bind itself, in order of first use."""
    found: dict[str, None] = {}
    _collect(node, (), found)
    return list(found)


def _collect(node: Any, bound: tuple[str, ...], found: dict[str, None]) -> None:
    match node:
        case Var(name=name):
            if name not in bound:
                found[name] = None
        case Keyed(var=var, body=body):
            _collect(body, (*bound, var), found)
        case InOrder(names=names, values=values, body=body):
            _collect(values, bound, found)
            _collect(body, (*bound, *names), found)
        case _:
            for part in parts(node):
                _collect(part, bound, found)


def substitute(node: Any, values: Mapping[str, Expression]) -> Any:
    """An expression, or a tuple of nodes, with variables replaced.

    A variable that it binds itself is renamed where it would catch one.
    """
    if not values:
        return node
    match node:
        case tuple():
            return _rewrite(node, values)
        case Var(name=name):
            return values.get(name, node)
        case Keyed(var=var, body=body):
            inner = {name: value for name, value in values.items() if name != var}
            if any(var in free_variables(value) for value in inner.values()):
                renamed = _renamed(var, (*inner.values(), body))
                inner[var] = Var(renamed, node.item, node.span)
                return replace(node, var=renamed, body=substitute(body, inner))
            return replace(node, body=substitute(body, inner))
        case _:
            changed = {name: _rewrite(getattr(node, name), values) for name in _slots(node.__class__)}
            return replace(node, **{name: new for name, new in changed.items() if new is not getattr(node, name)})


def _renamed(var: str, nodes: Sequence[Expression]) -> str:
    """A name that none of these reads: the first of a row, so that the same program always gives the same names."""
    known = [free_variables(node) for node in nodes]
    number = 1
    while any(f"{var}${number}" in names for names in known):
        number += 1
    return f"{var}${number}"


def _rewrite(value: Any, values: Mapping[str, Expression]) -> Any:
    if isinstance(value, tuple):
        return tuple(_rewrite(each, values) for each in value)
    if isinstance(value, Mapping):
        return {name: _rewrite(each, values) for name, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return substitute(value, values)
    return value


def conjuncts(node: Expression | None) -> list[Expression]:
    """The conditions that a condition joins by `and`, in order; none for no condition."""
    match node:
        case None:
            return []
        case Logic(op="and", left=left, right=right):
            return conjuncts(left) + conjuncts(right)
        case _:
            return [node]


def conjunction(conditions: list[Expression], kind: Type, span: Span) -> Expression | None:
    """The conditions joined by `and`; None for none."""
    joined: Expression | None = None
    for each in conditions:
        joined = each if joined is None else Logic("and", joined, each, kind, span)
    return joined


def unfiltered(source: Expression, var: str) -> tuple[Expression, list[Expression]]:
    """A list without its filters, and the filters' conditions as conditions of the variable `var`."""
    conditions: list[Expression] = []
    while isinstance(source, Filter):
        key = source.key
        own = substitute(key.body, {key.var: Var(var, key.item, key.span)})
        conditions = conjuncts(own) + conditions
        source = source.source
    return source, conditions


def equal(one: Any, other: Any) -> bool:
    """Whether two expressions are written alike, wherever they stand."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(equal, one, other))
    if isinstance(one, Mapping):
        return list(one) == list(other) and all(map(equal, one.values(), other.values()))
    if is_dataclass(one) and not isinstance(one, type):
        return all(equal(getattr(one, name), getattr(other, name)) for name in _slots(one.__class__))
    return bool(one == other)


def shape(node: Any) -> Any:
    """What two expressions share exactly if they are `equal`; it can be the key of a mapping."""
    if isinstance(node, tuple):
        return tuple(map(shape, node))
    if isinstance(node, Mapping):
        return tuple((name, shape(each)) for name, each in node.items())
    if is_dataclass(node) and not isinstance(node, type):
        return (node.__class__, *(shape(getattr(node, name)) for name in _slots(node.__class__)))
    return node.__class__, node


def is_path(node: Any) -> bool:
    """Whether an expression is a plain path, so that it may be computed elsewhere, twice or not at all."""
    return isinstance(node, Var | Item | Const | Get | Prop) and all(is_path(part) for part in parts(node))


def may_fail(node: Expression) -> bool:
    """Whether computing an expression divides: the one thing that a condition before it may have to prevent."""
    return any(isinstance(each, Arith) and each.op in "/%" for each in walk((node,)))


def rewritten(node: Any, change: Callable[[Any], Any]) -> Any:
    """A node with every part for which `change` gives something replaced by that, from the outside in."""
    new = change(node)
    if new is not None:
        return new
    changed = {name: _rewritten(getattr(node, name), change) for name in _slots(node.__class__)}
    return replace(node, **{name: each for name, each in changed.items() if each is not getattr(node, name)})


def _rewritten(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, tuple):
        return tuple(_rewritten(each, change) for each in value)
    if isinstance(value, Mapping):
        return {name: _rewritten(each, change) for name, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return rewritten(value, change)
    return value


def with_variable(node: Any, thing: int, name: str) -> Any:
    """A node with a variable wherever a thing is meant: the opposite of `substitute`."""

    def change(each: Any) -> Any:
        meant = isinstance(each, Const) and isinstance(each.type, Kind) and each.value == thing
        return Var(name, each.type, each.span) if meant else None

    return rewritten(node, change)
