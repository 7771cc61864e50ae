"""Sorting."""

from __future__ import annotations

import ast
from typing import Annotated

from rulewright.language.emit.aggregates import in_order
from rulewright.language.emit.emitter import Emitter
from rulewright.language.tree import Builtin
from rulewright.runtime.signature import Items, Keys, builtin, same


def emit(emitter: Emitter, call: Builtin) -> ast.expr:
    """The rows to sort, with their keys."""
    return in_order(emitter, call)


@builtin(emit=emit)
def sort(xs: Items, *keys: Keys) -> Annotated[list[int], same("xs")]:
    """The items of a list by what is read from each, lowest first; equal ones keep their order. -.x sorts downwards."""
    return sorted(xs, key=lambda each: [key(each) for key in keys])
