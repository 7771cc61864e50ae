"""Drawing things from a place."""

from __future__ import annotations

from typing import Annotated

from rulewright.builtins.answering import boxes_at
from rulewright.builtins.placing import check_move
from rulewright.builtins.signature import End, Holder, Number, Place, Table, always, builtin
from rulewright.language.types import THING, List


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
        size = sum(len(box) for box in boxes)
        if not size:
            break
        index = 0 if t.world.ordered[source] else t.luck.below(f"place {t.world.ids[source]}", size)
        for box in boxes:
            if index < len(box):
                check_move(t, box[index], to)
                drawn.append(box.pop(index))
                break
            index -= len(box)
        arrive(t, drawn[-1], to, len(drawn) - 1 if on == "top" else None)
    return drawn


def arrive(t: Table, thing: int, to: int, index: int | None) -> None:
    """Put a thing that was taken out of its box into another, at the end or at an index."""
    box = getattr(t, t.world.box[thing])[to]
    box.insert(len(box) if index is None else index, thing)
    t.at[thing] = to


def refill(t: Table, place: int) -> None:
    """Move all that lies at the place's `refill:` to the place, and shuffle it there."""
    for used in boxes_at(t, t.world.refill[place]):
        for thing in used:
            arrive(t, thing, place, None)
        used.clear()
    for box in boxes_at(t, place):
        t.luck.shuffle(f"place {t.world.ids[place]}", box)
