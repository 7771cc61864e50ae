"""Leaving a choice to chance."""

from __future__ import annotations

import ast
from typing import Annotated, Any

from rulewright.language.emit import python as py
from rulewright.language.emit.decisions import argument
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.lists import fixed
from rulewright.language.tree import Builtin
from rulewright.language.types import Int, Maybe
from rulewright.runtime.signature import Items, Number, Table, builtin, one_of


def emit(emitter: Emitter, call: Builtin) -> ast.expr:
    """The call; of numbers the first of one or none, because what stands for none elsewhere is a number."""
    found = [argument(call, name) for name in ("xs", "n")]
    given = [fixed(emitter, each) for each in found if each is not None]
    if not isinstance(call.type, Maybe) or not isinstance(call.type.item, Int):
        return py.call(emitter.use("random"), py.table(), *given)
    one = py.call(emitter.use("random"), py.table(), *given, py.const(1))
    return py.at(py.either([one, py.constants((None,))]), py.const(0))


@builtin(draws=True, emit=emit)
def random(t: Table, xs: Items, n: Number | None = None) -> Annotated[Any, one_of("xs")]:
    """Takes one item of a list at random; with `n` a list of so many different ones, in the order taken."""
    if n is None:
        return xs[t.luck.index("random", xs)] if xs else -1
    left = list(xs)
    return [left.pop(t.luck.index("random", left)) for _ in range(min(max(n, 0), len(left)))]
