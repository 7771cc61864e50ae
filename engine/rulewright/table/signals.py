"""What a running text may raise to stop itself, and what a finished game leaves behind."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

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


class Endless(Enum):
    """An Endless is what does not come to an end, in a word and in words for the designer."""

    TEXT = ("endless-text", "this does not come to an end: what a game may use up was used up here")
    CALLS = ("endless-calls", "these texts call each other without end")
    RULES = ("endless-rules", "these rules set each other off without end")
    FLOW = ("endless-flow", "the flow does not come to an end: what a game may use up was used up in these steps")


class Capped(Exception):
    """A Capped ends a game that used up what it may; `names` are the definitions that were running, innermost first."""

    def __init__(self, names: tuple[str, ...], endless: Endless = Endless.TEXT) -> None:
        super().__init__(names)
        self.names = names
        self.endless = endless


class Fault(Exception):
    """A Fault ends a game because a text asks for what cannot be: the text is wrong, not the engine.

    `id` and `message` are what a Diagnostic has. `around` is how many texts around the innermost one are to blame: 1
    where a text is sound and its caller asked it for what it does not have.
    """

    def __init__(self, id: str, message: str, around: int = 0) -> None:
        super().__init__(message)
        self.id = id
        self.message = message
        self.around = around


class Suspended(Exception):
    """A Suspended unwinds a game whose next answer must come from outside; the game keeps the open decision."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """An Outcome is how a game ended: the winning players' numbers, in order, and the words the text gave.

    `ranks` (1 is best) and `scores` hold one number a player, in seat order; they are empty where the text gave none.
    `shown` is the number of a text with holes and the values that they show, until `why` is that text filled.
    """

    winners: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    why: str = ""
    shown: tuple[Any, ...] = ()
