"""The first of a list."""

from __future__ import annotations

import ast
from typing import Annotated

from rulewright.language.emit.aggregates import source_of
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.lists import first as first_of
from rulewright.language.emit.truths import nothing
from rulewright.language.tree import Builtin
from rulewright.runtime.signature import Items, builtin, one_of


def emit(emitter: Emitter, call: Builtin) -> ast.expr:
    """A search that ends with the first."""
    return first_of(emitter, source_of(call), nothing(call.type))


@builtin(emit=emit)
def first(xs: Items) -> Annotated[int, one_of("xs")]:
    """The first item of a list; none if there is none."""
    return xs[0] if xs else -1
