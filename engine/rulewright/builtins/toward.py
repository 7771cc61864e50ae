"""Shortest paths."""

from __future__ import annotations

from typing import Annotated

from rulewright.language.types import ARROW, List
from rulewright.runtime.paths import distances, open_arrows
from rulewright.runtime.signature import Area, Arrows, Table, always, builtin


@builtin(reads=("link.open",))
def toward(t: Table, a: Area, b: Area, *, via: Arrows | None = None) -> Annotated[list[int], always(List(ARROW))]:
    """The arrows that begin a shortest path from a to b, over the open arrows or over those that `via` lists."""
    left = distances(t, b, via, back=True)
    ends = t.world.ends
    ways = open_arrows(t) if via is None else via
    return [arrow for arrow in ways if ends[arrow][0] == a and 0 <= left[ends[arrow][1]] == left[a] - 1]
