"""Tests of moves whose things and targets are known only when they are made."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.runtime.signature import Table
from rulewright.table.signals import Fault


def check_move(t: Table, thing: int, to: int) -> None:
    """Raises Fault if a thing may not be moved to another: by a promise, or as it would bear itself."""
    ids = t.world.ids
    if not t.world.allowed[thing] >> to & 1:
        message = f"{ids[thing]} may not lie at {ids[to]}: see `lies:` of its kind and `holds:` of the place"
        raise Fault("forbidden-move", message)
    spot = to
    while 0 <= spot < len(t.at):
        if spot == thing:
            raise Fault("forbidden-move", f"{ids[thing]} cannot lie at {ids[to]}, which it bears itself")
        spot = t.at[spot]


def placed(t: Table, thing: int, to: int) -> tuple[int, int]:
    """The thing and the target of a move that has been tested; there may be no thing."""
    if thing >= 0:
        check_move(t, thing, to)
    return thing, to


def all_placed(t: Table, things: Sequence[int], to: int, n: int | None) -> tuple[Sequence[int], int, int | None]:
    """The same for the first `n` of some things, or for all."""
    for thing in things if n is None else things[: max(n, 0)]:
        check_move(t, thing, to)
    return things, to, n
