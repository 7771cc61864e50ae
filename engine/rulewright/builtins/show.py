"""Turning faces up."""

from __future__ import annotations

from typing import Annotated

from rulewright.builtins.signature import Table, Things, builtin, same


@builtin(changes=("shown",))
def show(t: Table, what: Things) -> Annotated[list[int], same("what")]:
    """Turns things face up, for all to see, and gives them."""
    for thing in what:
        t.shown[thing] = True
    return list(what)
