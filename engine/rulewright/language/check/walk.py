"""Going through a tree: a syntax tree, or a checked one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

_NO_NODES = ("place", "span", "type")


def walk(tree: Any) -> Iterator[Any]:
    """Every node of a tree, whatever it stands in: a node, a tuple, a mapping. In no order that may matter."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack += node
        elif isinstance(node, Mapping):
            stack += node.values()
        elif is_dataclass(node) and not isinstance(node, type):
            yield node
            stack += [getattr(node, name) for name in parts(node.__class__)]


@cache
def parts(node: Any) -> tuple[str, ...]:
    """The fields of a class of nodes that may hold nodes: all but its place and its type."""
    return tuple(each.name for each in fields(node) if each.name not in _NO_NODES)
