"""All that are highest."""

from __future__ import annotations

import ast
from typing import Annotated

from rulewright.language.emit.aggregates import ties
from rulewright.language.emit.emitter import Emitter
from rulewright.language.tree import Builtin
from rulewright.runtime.signature import Items, Keys, builtin, same


def emit(emitter: Emitter, call: Builtin) -> ast.expr:
    """A search that makes no list of keys."""
    return ties(emitter, call, ">")


@builtin(emit=emit)
def most(xs: Items, *keys: Keys) -> Annotated[list[int], same("xs")]:
    """All items of a list for which what is read is highest; of those that tie the next key decides, and so on."""
    left = list(xs)
    for key in keys:
        best = max((key(each) for each in left), default=0)
        left = [each for each in left if key(each) == best]
    return left
