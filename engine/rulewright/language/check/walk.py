"""Going through a tree: a syntax tree, or a checked one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any

_NO_NODES = ("place", "span", "type")
_PLAIN = ("str", "int", "bool", "bool | None")


def walk(tree: Any) -> Iterator[Any]:
    """Every node of a tree, whatever it stands in: a node, a tuple, a mapping. In no order that may matter."""
    stack = [tree]
    while stack:
        node = stack.pop()
        below = _below(node.__class__)
        if below is not None:
            if parts(node.__class__) is not None:
                yield node
            stack += below(node)


@cache
def _below(kind: Any) -> Callable[[Any], Iterable[Any]] | None:
    """What gives all that may hold nodes directly below something of a class; None where nothing does."""
    names = parts(kind)
    if names is None:
        return tuple if issubclass(kind, tuple) else _values if issubclass(kind, Mapping) else None
    if len(names) < 2:
        return lambda node: [getattr(node, name) for name in names]
    return attrgetter(*names)


def _values(mapping: Mapping[Any, Any]) -> Iterable[Any]:
    return mapping.values()


@cache
def parts(kind: Any) -> tuple[str, ...] | None:
    """The fields of a class of nodes that may hold nodes, so not its place and its type; None for any other class."""
    if not is_dataclass(kind):
        return None
    return tuple(each.name for each in fields(kind) if each.name not in _NO_NODES and each.type not in _PLAIN)


class Same:
    """A Same stands for one very object in the key of a cache: it equals only what stands for the same one."""

    __slots__ = ("it",)

    def __init__(self, it: Any) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)
