"""Distances on the board."""

from __future__ import annotations

from rulewright.runtime.paths import distances
from rulewright.runtime.signature import Area, Arrows, MaybeWhole, Table, builtin


@builtin(reads=("link.open",))
def dist(t: Table, a: Area, b: Area, *, via: Arrows | None = None) -> MaybeWhole:
    """How many arrows a shortest path from a to b has; none if there is no path.

    Paths go over the open arrows, or over those that `via` lists.
    """
    found = distances(t, a, via)[b]
    return None if found < 0 else found
