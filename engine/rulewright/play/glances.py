"""What a seat may see of a game, in numbers: quick to make and to compare, where a View is to be read.

Two states look the same to a seat, as its View tells them, exactly if their glances are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.language.compiled import Sight, World
from rulewright.language.types import holds_things
from rulewright.play.book import Book
from rulewright.table.table import Table

Glance = tuple[Any, ...]
Call = Callable[[int], Any]


@dataclass(frozen=True, slots=True)
class _Column:
    """A _Column is a field that is stored: its slot, the things that have it, and whether its values are things."""

    slot: str
    things: tuple[int, ...]
    of_things: bool


class Glancer:
    """A Glancer makes glances of the games of one rulebook."""

    __slots__ = ("_backs", "_boxes", "_columns", "_items", "_waits", "_world")

    def __init__(self, book: Book) -> None:
        compiled = book.compiled
        self._world: World | None = compiled.world
        boxes = self._world.box if self._world is not None else ()
        self._boxes = tuple(dict.fromkeys(name for name in boxes if name))
        self._columns = [
            _Column(each.slot, each.things, holds_things(each.type)) for each in compiled.fields.values() if each.slot
        ]
        sight = self._world.sight if self._world is not None else Sight()
        self._backs: Mapping[str, int] = {back: -2 - n for n, back in enumerate(dict.fromkeys(sight.back))}
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
        sight, bit = world.sight, 1 << seat
        which: Sequence[int] = getattr(table, "which", ())
        if not which:
            named: Sequence[bool] = (True,) * len(world.ids)
        else:
            named = [not back or bool(which[thing] & bit) for thing, back in enumerate(sight.back)]
        calls = [thing if named[thing] else self._backs[sight.back[thing]] for thing in range(len(world.ids))]
        call = self._namer(table, world, calls, named)
        return (
            self._running(table, world, call),
            self._waiting(table, calls),
            self._lying(table, world, seat, calls, named),
            self._fields(table, world, named, call),
        )

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

    def _lying(self, table: Any, world: World, seat: int, calls: Sequence[int], named: Sequence[bool]) -> Glance:
        """What lies where: in order where that can be told; what mixes without, what is known to lie there first."""
        sight = world.sight
        where: Sequence[int] = getattr(table, "where", ())
        found = []
        for name in self._boxes:
            for holder, box in enumerate(getattr(table, name)):
                if not box:
                    continue
                shown = [(calls[thing], *self._back(table, sight, thing, named)) for thing in box]
                if world.ordered[holder]:
                    found.append((holder, tuple(shown)))
                elif not sight.mixes[holder]:
                    found.append((holder, tuple(sorted(shown, key=repr))))
                else:
                    known = [not sight.back[thing] or bool(where[thing] >> seat & 1) for thing in box]
                    lying: list[Any] = sorted(
                        thing if knows else self._backs[sight.back[thing]]
                        for thing, knows in zip(box, known, strict=True)
                    )
                    backs = sorted((each[1:] for each in shown), key=repr)
                    found.append((holder, (*lying, *backs)))
        return tuple(found)

    def _back(self, table: Any, sight: Sight, thing: int, named: Sequence[bool]) -> Glance:
        """What shows on the back of a thing that the seat cannot name."""
        if named[thing]:
            return ()
        columns = sight.open.get(sight.back[thing], ())
        return tuple((getattr(table, slot) if slot else values)[thing] for slot, values in columns)

    def _fields(self, table: Any, world: World, named: Sequence[bool], call: Call) -> Glance:
        found: list[Any] = []
        for each in self._columns:
            column = getattr(table, each.slot)
            values = [column[thing] if named[thing] else None for thing in each.things]
            found.append([_renamed(value, call) for value in values] if each.of_things else values)
        owners: Sequence[int] = getattr(table, "owner", ())
        found.append([owner for thing, owner in enumerate(owners) if named[thing]])
        if world.sight.kept:
            found.append([up for thing, up in enumerate(table.shown) if named[thing] and world.sight.back[thing]])
        return tuple(found)

    def _namer(self, table: Any, world: World, calls: Sequence[int], named: Sequence[bool]) -> Call:
        """How a seat calls a thing that is a value: what it cannot name goes by its back and where it lies."""

        def call(thing: int) -> Any:
            if thing < 0 or named[thing]:
                return thing
            spot = table.at[thing]
            place = getattr(table, world.box[thing])[spot].index(thing) if world.ordered[spot] else -1
            return calls[thing], call(spot), place

        return call


def _renamed(value: Any, call: Call) -> Any:
    match value:
        case int():
            return call(value)
        case list() | tuple():
            return tuple(map(call, value))
        case _:
            return value
