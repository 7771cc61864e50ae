"""Turning faces down."""

from __future__ import annotations

from rulewright.runtime.knowledge import cover
from rulewright.runtime.signature import Table, Things, Turned, builtin


@builtin(changes=("shown",))
def hide(t: Table, what: Things) -> Turned:
    """Turns things face down. Who knew their faces still does."""
    cover(t, what)
    return list(what)
