"""What happens at a table that those who watch may hear of: who may name what it was is noted when it happens."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


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
    of it, as masks. Of a shuffle the thing is the first of those that were shuffled.
    """

    op: Op
    thing: int
    source: int
    target: int
    position: int
    landed: int
    namers: int
    hearers: int


@dataclass(frozen=True, slots=True)
class Taken:
    """A Taken is a choice that was made, or that was forced: for others the two read the same.

    `names` gives for each seat, from the first, how it calls the options taken. `open` are the seats that may name all
    that was taken, as a mask.
    """

    prompt: int
    seat: int
    names: tuple[tuple[str, ...], ...]
    open: int


Event = Happened | Taken
