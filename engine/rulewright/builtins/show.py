"""Turning faces up."""

from __future__ import annotations

from typing import Annotated

from rulewright.runtime.knowledge import reveal, tell
from rulewright.runtime.signature import Player, Table, Things, builtin, same


@builtin(changes=("shown",))
def show(t: Table, what: Things, *, to: Player = -1) -> Annotated[list[int], same("what")]:
    """Turns things face up, for all to see, and gives them; with `to=` that player alone gets to know their faces."""
    if to < 0:
        reveal(t, what)
    else:
        tell(t, what, to)
    return list(what)
