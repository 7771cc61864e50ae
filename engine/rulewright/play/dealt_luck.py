"""Luck that is read back while a game is dealt anew: what chance did to things is written down, or dealt otherwise."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass

from rulewright.table.luck import Tape, WatchedLuck

SCRIPT = "script"


@dataclass(frozen=True, slots=True)
class Chance:
    """A Chance is what chance did to some things: an order it put them into, or the one that it took."""

    purpose: str
    taken: bool
    result: tuple[int, ...]


Dealer = Callable[[int, Chance], Chance]
"""What chance is to do instead, given how often it has acted before and what the numbers would have made it do; of
an order the things are those to be put in order, of one that is taken they begin with it, the others follow."""


class DealtLuck(WatchedLuck):
    """A DealtLuck reads the numbers of a tape, but what they do to things is said by a dealer, and kept.

    What was dealt is dealt again when the luck goes back. Without a dealer chance goes its own way behind it.
    """

    __slots__ = ("chances", "dealer")

    def __init__(self, like: WatchedLuck, tape: Tape, dealer: Dealer | None = None) -> None:
        super().__init__(like.seed, like.game, tape)
        self.stand_like(like)
        self.chances: list[Chance] = []
        self.dealer = dealer
        self.stream(SCRIPT)

    def index(self, purpose: str, items: Sequence[int]) -> int:
        """The index of one of some items, as it is dealt."""
        first = super().index(purpose, items)
        things = [items[first], *(each for place, each in enumerate(items) if place != first)]
        chance = self._next(Chance(purpose, True, tuple(things)))
        return first if chance is None or chance.result[0] not in items else list(items).index(chance.result[0])

    def shuffle(self, purpose: str, items: MutableSequence[int]) -> None:
        """Put items into an order, as it is dealt."""
        super().shuffle(purpose, items)
        chance = self._next(Chance(purpose, False, tuple(items)))
        if chance is not None and sorted(chance.result) == sorted(items):
            items[:] = chance.result

    def _standing_here(self, tape: Tape) -> WatchedLuck:
        twin = DealtLuck(self, tape)
        twin.chances = self.chances[:]
        return twin

    def _next(self, drawn: Chance) -> Chance | None:
        number = self.position(SCRIPT)
        if number == len(self.chances):
            if self.dealer is None:
                return None
            self.chances.append(self.dealer(number, drawn))
        self.stream(SCRIPT)()
        return self.chances[number]
