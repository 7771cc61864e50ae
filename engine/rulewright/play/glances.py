"""What a seat may see of a game, in numbers: quick to make and to compare, where a View is to be read.

Two states look the same to a seat, as its View tells them, exactly if their glances are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress
from typing import Any

from rulewright.language.compiled import Sight, World
from rulewright.language.types import holds_things
from rulewright.play.book import Book
from rulewright.table.table import Table

Glance = tuple[Any, ...]
Call = Callable[[int], Any]


@dataclass(frozen=True, slots=True)
class _Column:
    """A _Column is a field that is stored: its slot, the things that have it, whether some of these have a back, and
    whether its values are things."""

    slot: str
    things: tuple[int, ...]
    backed: bool
    of_things: bool

    def values(self, table: Table, named: Sequence[bool]) -> list[Any]:
        """Its values, None where the seat cannot name the thing."""
        column = getattr(table, self.slot)
        if self.backed:
            return [column[thing] if named[thing] else None for thing in self.things]
        return [column[thing] for thing in self.things]


@dataclass(frozen=True, slots=True)
class _Spot:
    """A _Spot is where something may lie: the holder, and what can be told of those that lie there."""

    holder: int
    backed: bool
    ordered: bool
    mixes: bool


class Glancer:
    """A Glancer makes glances of the games of one rulebook."""

    __slots__ = ("_backed", "_backs", "_columns", "_items", "_plain", "_spots", "_things", "_waits", "_world")

    def __init__(self, book: Book) -> None:
        compiled = book.compiled
        self._world: World | None = compiled.world
        world, layout = self._world, book.table.layout
        self._things = tuple(range(len(world.ids))) if world is not None else ()
        sight = world.sight if world is not None else Sight()
        backs = sight.back or ("",) * len(self._things)
        self._backed = tuple(thing for thing, back in enumerate(sight.back) if back)
        self._spots = [
            _Spot(spot, name in sight.boxes, world.ordered[spot], sight.mixes[spot])
            for name, spots in zip(layout.boxes, layout.spots, strict=True)
            for spot in spots
            if world is not None
        ]
        self._columns = [
            _Column(each.slot, each.things, any(backs[thing] for thing in each.things), holds_things(each.type))
            for each in compiled.fields.values()
            if each.slot
        ]
        self._backs: Mapping[str, int] = {back: -2 - n for n, back in enumerate(dict.fromkeys(sight.back))}
        self._plain = self._backs_that_never_change(sight)
        self._items = {step: holds_things(kind) for step, kind in compiled.items.items()}
        self._waits = [
            (each.slot, each.number, [holds_things(kind) for kind in each.types])
            for each in compiled.kept
            if each.number >= 0
        ]

    def __call__(self, table: Table, seat: int) -> Glance:
        """All that a seat may see of a state."""
        world = self._world
        if world is None:
            return ()
        named, calls, faces = [True] * len(self._things), [*self._things], list[Any](self._things)
        which: Sequence[int] = getattr(table, "which", ())
        for thing in self._backed if which else ():
            if not which[thing] >> seat & 1:
                named[thing] = False
                calls[thing] = self._backs[world.sight.back[thing]]
                faces[thing] = self._back(table, world.sight, thing)
        call = partial(_called, world, table, calls, named)
        return (
            self._running(table, world, call),
            self._waiting(table, calls),
            self._lying(table, seat, calls, named, faces),
            self._fields(table, world, named, call),
        )

    def _backs_that_never_change(self, sight: Sight) -> dict[int, int]:
        """What shows on the back of each thing where nothing of it is ever written: alike for those that look alike."""
        found: dict[int, int] = {}
        known: dict[Glance, int] = {}
        for thing in self._backed:
            columns = sight.open.get(sight.back[thing], ())
            if not any(slot for slot, _ in columns):
                shows = (sight.back[thing], *(values[thing] for _, values in columns))
                found[thing] = known.setdefault(shows, -1 - len(known))
        return found

    def _running(self, table: Any, world: World, call: Call) -> Glance:
        """What the running steps go through."""
        found = []
        for step in world.steps:
            if step.low <= table.pc < step.high and step.item:
                value = getattr(table, step.item)
                found.append((step.id, _renamed(value, call) if self._items.get(step.id) else value))
        return tuple(found)

    def _waiting(self, table: Any, calls: Sequence[int]) -> Glance:
        """What waits, in order of making, and what it keeps."""

        def call(thing: int) -> int:
            return calls[thing] if thing >= 0 else thing

        found: list[Glance] = []
        for slot, number, of_things in self._waits:
            for serial, which, *values in getattr(table, slot):
                if which == number:
                    kept = zip(values, of_things, strict=True)
                    found.append((serial, number, *(_renamed(each, call) if thing else each for each, thing in kept)))
        return tuple(each[1:] for each in sorted(found, key=lambda each: each[0]))

    def _lying(
        self, table: Table, seat: int, calls: Sequence[int], named: Sequence[bool], faces: Sequence[Any]
    ) -> Glance:
        """What lies where: in order where that can be told; what mixes without, what is known to lie there besides.

        `faces` are the things that the seat can name, and of the others what shows on their backs.
        """
        order = None if len(self._plain) == len(self._backed) else repr
        where: Sequence[int] = getattr(table, "where", ())
        found: list[Glance] = []
        for spot, box in zip(self._spots, table.lying, strict=True):
            if not box:
                continue
            if not spot.backed:
                found.append((spot.holder, box[:] if spot.ordered else sorted(box)))
            elif spot.ordered:
                found.append((spot.holder, [faces[thing] for thing in box]))
            else:
                hidden = [faces[thing] for thing in box if not named[thing]]
                if spot.mixes:
                    lying = [thing if named[thing] or where[thing] >> seat & 1 else calls[thing] for thing in box]
                else:
                    lying = [calls[thing] for thing in box]
                found.append((spot.holder, sorted(lying), sorted(hidden, key=order)))
        return tuple(found)

    def _back(self, table: Table, sight: Sight, thing: int) -> int | Glance:
        """What shows on the back of a thing that the seat cannot name."""
        plain = self._plain.get(thing)
        if plain is not None:
            return plain
        back = sight.back[thing]
        return (back, *((getattr(table, slot) if slot else values)[thing] for slot, values in sight.open[back]))

    def _fields(self, table: Any, world: World, named: Sequence[bool], call: Call) -> Glance:
        found: list[Any] = []
        for each in self._columns:
            values = each.values(table, named)
            found.append([_renamed(value, call) for value in values] if each.of_things else values)
        found.append([*compress(getattr(table, "owner", ()), named)])
        if world.sight.kept:
            found.append([table.shown[thing] for thing in self._backed if named[thing]])
        return tuple(found)


def _called(world: World, table: Any, calls: Sequence[int], named: Sequence[bool], thing: int) -> Any:
    """How a seat calls a thing that is a value: what it cannot name goes by its back and where it lies."""
    if thing < 0 or named[thing]:
        return thing
    spot = table.at[thing]
    place = getattr(table, world.box[thing])[spot].index(thing) if world.ordered[spot] else -1
    return calls[thing], _called(world, table, calls, named, spot), place


def _renamed(value: Any, call: Call) -> Any:
    match value:
        case int():
            return call(value)
        case list() | tuple():
            return tuple(map(call, value))
        case _:
            return value
