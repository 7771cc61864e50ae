"""All that a seat must think possible: every way in which five cards may lie and have moved that fits what it has seen.

A world is where each card really lies, in order. What a seat sees of a change is what the rules of the language make
public: a card's face where it may name it, where it went from and to, and which it was where positions can be told. In
an unordered place that it does not see, whoever holds it may rearrange what lies there whenever something enters or
leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations

World = tuple[tuple[str, ...], ...]
"""What lies at each place, in order."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A Spot is a place as the seat meets it: whether it sees it, and whether what lies there has an order."""

    seen: bool
    ordered: bool

    @property
    def mixes(self) -> bool:
        """Whether the seat cannot tell apart what lies there once it has been rearranged."""
        return not self.seen and not self.ordered


@dataclass(slots=True)
class Worlds:
    """A Worlds holds every world that one seat must think possible."""

    spots: tuple[Spot, ...]
    possible: set[World]

    def keep(self, fits: Callable[[World], bool]) -> None:
        """Drop the worlds that do not fit what was seen."""
        self.possible = {world for world in self.possible if fits(world)}

    def see(self, place: int, position: int, card: str) -> None:
        """The seat sees that this card lies there."""
        self.keep(lambda world: world[place][position] == card)

    def look(self, real: World) -> None:
        """The seat looks at every place that it sees."""
        seen = [place for place, spot in enumerate(self.spots) if spot.seen]
        self.keep(lambda world: all(world[place] == real[place] for place in seen))

    def move(self, source: int, position: int, target: int, top: bool, named: str) -> None:
        """A card leaves one place for another; `named` is the card, if the seat may name it, else empty."""
        found: set[World] = set()
        for world in self.possible:
            card = world[source][position]
            if not named or named == card:
                found.update(self._moved(world, source, position, target, top))
        self.possible = found

    def shuffle(self, place: int) -> None:
        """What lies at a place is put into any order; who does not see the place loses track."""
        self.possible = {each for world in self.possible for each in _rearranged(world, place)}

    def _moved(self, world: World, source: int, position: int, target: int, top: bool) -> Iterator[World]:
        rows = [[*row] for row in world]
        card = rows[source].pop(position)
        rows[target].insert(0 if top else len(rows[target]), card)
        left: World = tuple(tuple(row) for row in rows)
        for first in _rearranged(left, source) if self.spots[source].mixes else [left]:
            yield from _rearranged(first, target) if self.spots[target].mixes else [first]


def _rearranged(world: World, place: int) -> Iterator[World]:
    for order in permutations(world[place]):
        yield (*world[:place], order, *world[place + 1 :])
