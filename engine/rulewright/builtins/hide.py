"""Turning faces down."""

from __future__ import annotations

from rulewright.builtins.knowledge import cover
from rulewright.builtins.signature import Done, Table, Things, builtin


@builtin(changes=("shown",))
def hide(t: Table, what: Things) -> Done:
    """Turns things face down. Who knew their faces still does."""
    cover(t, what)
