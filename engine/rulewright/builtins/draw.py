"""Drawing things from a place."""

from __future__ import annotations

from typing import Annotated

from rulewright.language.types import THING, List
from rulewright.runtime.knowledge import boxes_at, carry, shuffle_place
from rulewright.runtime.placing import check_move
from rulewright.runtime.signature import End, Holder, Number, Place, Table, always, builtin


@builtin(reads=("at",), changes=("at",), draws=True)
def draw(
    t: Table, source: Place, to: Holder, n: Number = 1, *, on: End = "bottom"
) -> Annotated[list[int], always(List(THING))]:
    """Draws n things from a place to another, and gives those that moved.

    From an ordered place the topmost, from any other at random. A place with `refill:` that has run out takes back and
    shuffles what lies there, when one more thing is needed and never earlier.
    """
    drawn: list[int] = []
    while len(drawn) < n:
        boxes = boxes_at(t, source)
        if not any(boxes) and t.world.refill[source] >= 0:
            refill(t, source)
        lying = [thing for box in boxes for thing in box]
        if not lying:
            break
        index = 0 if t.world.ordered[source] else t.luck.index(f"place {t.world.ids[source]}", lying)
        check_move(t, lying[index], to)
        drawn.append(lying[index])
        carry(t, lying[index], to, len(drawn) - 1 if on == "top" else None)
    return drawn


def refill(t: Table, place: int) -> None:
    """Move all that lies at the place's `refill:` to the place, and shuffle it there."""
    for used in boxes_at(t, t.world.refill[place]):
        for thing in [*used]:
            carry(t, thing, place)
    shuffle_place(t, place)
