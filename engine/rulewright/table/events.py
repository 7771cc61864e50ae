"""What happens at a table that those who watch may hear of: who may name what it was is noted when it happens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Joint(int):
    """A Joint is the seat of the first of several players who decide together; `seats` are all of them, each once."""

    seats: tuple[int, ...]

    def __new__(cls, seats: Sequence[int]) -> Joint:
        made = super().__new__(cls, seats[0])
        made.seats = tuple(dict.fromkeys(seat for seat in seats if seat > 0))
        return made


def seats_of(seat: int) -> tuple[int, ...]:
    """Who decides: the seat, or all for whom it answers."""
    return seat.seats if isinstance(seat, Joint) else (seat,)


def bits_of(seat: int) -> int:
    """Who decides, as a mask."""
    return sum(1 << each for each in seat.seats) if isinstance(seat, Joint) else 1 << seat


class Op(Enum):
    """What happened: a thing moved, a face was turned, things were shuffled."""

    MOVE = "move"
    SHOW = "show"
    HIDE = "hide"
    SHUFFLE = "shuffle"


@dataclass(frozen=True, slots=True)
class Happened:
    """A Happened is something that was done to a thing.

    `source` and `target` are where it lay and lies; `position` is which of those there it was, from 1, and `landed`
    which it is, 0 where that cannot be told. `namers` are the seats that may name the thing, `hearers` those that learn
    of it, as masks. Of a shuffle the thing is the first of those that were shuffled. `telling` is not 0 where a line
    for people tells of it.
    """

    op: Op
    thing: int
    source: int
    target: int
    position: int
    landed: int
    namers: int
    hearers: int
    telling: int = 0


@dataclass(frozen=True, slots=True)
class Taken:
    """A Taken is a choice that was made, or that was forced: for others the two read the same.

    `seat` is who took it, a Joint where several did together. `names` gives for each seat, from the first, how it calls
    the options taken. `open` are the seats that may name all that was taken, as a mask.
    """

    prompt: int
    seat: int
    names: tuple[tuple[str, ...], ...]
    open: int


@dataclass(frozen=True, slots=True)
class Said:
    """A Said is a line for people, as each seat reads it, from the first; it is noted only in games that people play.

    An empty line is for who hears nothing. `choice` is set where it tells of a choice that was made or forced.
    """

    lines: tuple[str, ...]
    choice: bool = False


ROLLED = -1
"""What stands for the number of a line where it is told how dice fell."""

Event = Happened | Taken | Said
