"""Ways over the board, for the built-ins that measure them."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.runtime.signature import Table

MOST = 4096  # boards of many links that open and close have no end of distances


def open_arrows(t: Table) -> Sequence[int]:
    """The arrows whose links are open now, in declaration order."""
    now = opens(t)
    return [arrow for arrow in t.world.arrows if now[t.world.ends[arrow][2]]]


def distances(t: Table, start: int, via: Sequence[int] | None, *, back: bool = False, both: bool = False) -> list[int]:
    """How many arrows lead from an area to each thing that can be reached, by thing number; -1 where none do.

    `back` walks against the arrows, `both` either way. The list is for reading only.
    """
    known = t.world.distances
    key = (start, back, both, via is None, tuple(opens(t) if via is None else via))
    found = known.get(key)
    if found is None:
        if len(known) == MOST:
            known.clear()
        found = known[key] = _measured(t, start, open_arrows(t) if via is None else via, back, both)
    return found


def opens(t: Table) -> Sequence[bool]:
    """Of each thing, whether it is an open link, but for what modifies that."""
    found: Sequence[bool] = getattr(t, "link__open", t.world.opens)
    return found


def _measured(t: Table, start: int, arrows: Sequence[int], back: bool, both: bool) -> list[int]:
    """The distances over these arrows, breadth first."""
    ways: dict[int, list[int]] = {}
    for arrow in arrows:
        tail, head, _ = t.world.ends[arrow]
        if both or not back:
            ways.setdefault(tail, []).append(head)
        if both or back:
            ways.setdefault(head, []).append(tail)
    found = [-1] * len(t.world.ids)
    found[start] = 0
    ahead = [start]
    for area in ahead:
        for other in ways.get(area, ()):
            if found[other] < 0:
                found[other] = found[area] + 1
                ahead.append(other)
    return found
