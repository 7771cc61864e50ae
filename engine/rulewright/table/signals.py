"""What a running text may raise to stop itself, and what a finished game leaves behind."""

from __future__ import annotations

from dataclasses import dataclass

EXPIRED = -1
"""The answer that is given for a seat whose time is up."""


class Leave(Exception):
    """A Leave ends the running item of a flow step; `step` is the step's number in the rulebook's leave table."""

    def __init__(self, step: int) -> None:
        super().__init__(step)
        self.step = step


class Expired(Leave):
    """An Expired ends a branch whose time is up; it belongs to no step's number, as the block catches it itself."""

    def __init__(self) -> None:
        super().__init__(-1)


class GameOver(Exception):
    """A GameOver ends the game at once; the table's `result` says how."""


class Capped(Exception):
    """A Capped ends a game that used up what it may; `names` are the definitions that were running, innermost first."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(names)
        self.names = names


class Suspended(Exception):
    """A Suspended unwinds a game whose next answer must come from outside; the game keeps the open decision."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """An Outcome is how a game ended: the winning players' numbers, in order, and the words the text gave.

    `ranks` (1 is best) and `scores` hold one number a player, in seat order; they are empty where the text gave none.
    """

    winners: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    why: str = ""
