"""The largest number."""

from __future__ import annotations

import ast

from rulewright.language.emit.aggregates import extreme
from rulewright.language.emit.emitter import Emitter
from rulewright.language.tree import Builtin
from rulewright.runtime.signature import Key, Numbers, Whole, builtin


def emit(emitter: Emitter, call: Builtin) -> ast.expr:
    """A search that makes no list."""
    return extreme(emitter, call, ">")


@builtin(emit=emit)
def max_(xs: Numbers, key: Key | None = None) -> Whole:
    """The largest of some numbers, of a list of numbers, or of what is read from each item; 0 of nothing."""
    return max(xs if key is None else (key(each) for each in xs), default=0)
