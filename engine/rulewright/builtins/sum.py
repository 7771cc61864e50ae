"""Adding up."""

from __future__ import annotations

import ast

from rulewright.language.emit.aggregates import summed
from rulewright.language.emit.emitter import Emitter
from rulewright.language.tree import Builtin
from rulewright.runtime.signature import Key, Numbers, Whole, builtin


def emit(emitter: Emitter, call: Builtin) -> ast.expr:
    """A sum that makes no list."""
    return summed(emitter, call)


@builtin(emit=emit)
def sum_(xs: Numbers, key: Key | None = None) -> Whole:
    """The sum of a list of numbers, or of what is read from each item; 0 of nothing."""
    return sum(xs) if key is None else sum(key(each) for each in xs)
