"""Moving things."""

from __future__ import annotations

import ast
from typing import Annotated

from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.moves import move as move_things
from rulewright.language.tree import Builtin
from rulewright.runtime.knowledge import carry
from rulewright.runtime.placing import check_move
from rulewright.runtime.signature import End, Holder, Number, Table, Things, builtin, list_of


def emit(emitter: Emitter, call: Builtin) -> ast.expr:
    """A move between boxes known at load."""
    return move_things(emitter, call)


@builtin(changes=("at",), emit=emit)
def move(
    t: Table, what: Things, to: Holder, *, n: Number | None = None, on: End = "bottom"
) -> Annotated[list[int], list_of("what")]:
    """Moves things to a place, an area or a bearer, and gives those that moved.

    A list keeps its order and arrives at the bottom, with `on=top` at the top. With `n` only the first n move. Moving a
    thing to where it lies moves it there again.
    """
    moved = list(what) if n is None else list(what[: max(n, 0)])
    for thing in moved:
        check_move(t, thing, to)
    for index, thing in enumerate(moved):
        carry(t, thing, to, index if on == "top" else None)
    return moved
