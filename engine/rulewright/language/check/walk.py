"""Going through a tree: a syntax tree, or a checked one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

_NO_NODES = ("place", "span", "type")
_PLAIN = ("str", "int", "bool", "bool | None")


def walk(tree: Any) -> Iterator[Any]:
    """Every node of a tree, whatever it stands in: a node, a tuple, a mapping. In no order that may matter."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack += node
            continue
        below = parts(node.__class__)
        if below is not None:
            yield node
            stack += [getattr(node, name) for name in below]
        elif isinstance(node, Mapping):
            stack += node.values()


@cache
def parts(kind: Any) -> tuple[str, ...] | None:
    """The fields of a class of nodes that may hold nodes, so not its place and its type; None for any other class."""
    if not is_dataclass(kind):
        return None
    return tuple(each.name for each in fields(kind) if each.name not in _NO_NODES and each.type not in _PLAIN)
