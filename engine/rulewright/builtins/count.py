"""Counting."""

from __future__ import annotations

import ast

from rulewright.language.emit.aggregates import source_of
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.lists import counted
from rulewright.language.tree import Builtin
from rulewright.runtime.signature import Items, Whole, builtin


def emit(emitter: Emitter, call: Builtin) -> ast.expr:
    """A count that makes no list."""
    return counted(emitter, source_of(call))


@builtin(emit=emit)
def count(xs: Items) -> Whole:
    """How many items a list has."""
    return len(xs)
