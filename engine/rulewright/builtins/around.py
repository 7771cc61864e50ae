"""Going round the table."""

from __future__ import annotations

from typing import Annotated

from rulewright.runtime.signature import Items, Table, Thing, builtin, same


@builtin(reads=("thing.owner",))
def around(t: Table, xs: Items, from_: Thing) -> Annotated[list[int], same("xs")]:
    """Players, or things with an owner, in the order of their seats, from one of them or from its place on."""
    if len(xs) < 2:
        return list(xs)
    owner, players = t.owner, t.world.players
    start = seat(t, from_)

    def turn(thing: int) -> int:
        own = thing if 0 < thing <= players else owner[thing]
        return ((own if own > 0 else 1) - start) % players

    return sorted(xs, key=turn)


def seat(t: Table, thing: int) -> int:
    """The seat of a player, or of the owner of a thing; 1 where there is none."""
    if 1 <= thing <= t.world.players:
        return thing
    return max(t.owner[thing], 1) if thing >= 0 else 1
