"""What a seat may see of a game, and the text that says all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulewright.language.compiled import Sight, StoredField, World
from rulewright.play.book import Book
from rulewright.play.knowing import know_where, lying_at, may_name
from rulewright.play.names import named_for, ordinal, thing_id, value_name
from rulewright.table.events import Event, Happened, Op, Said, Taken, seats_of
from rulewright.table.table import Table

Deal = Callable[[int, int], Sequence[Any]]


class Unwatched(Exception):
    """An Unwatched says that a view was read of a game in which nobody keeps what may be seen."""


class Hidden(Exception):
    """A Hidden says that a seat may not read what it asked for."""


class View:
    """A View is what a seat may see of a game; nothing of it is made before it is read.

    Things go by their ids. A thing whose face the seat does not know goes by the kind on its back. Reading raises
    Unwatched where the rulebook is not a watched one.
    """

    __slots__ = ("_book", "_deal", "_table", "seat")

    def __init__(self, book: Book, seat: int, table: Table | None = None, deal: Deal | None = None) -> None:
        self._book = book
        self._table = table
        self._deal = deal
        self.seat = seat

    @property
    def players(self) -> int:
        """How many players there are; they are numbered from 1."""
        return self._book.compiled.players

    def lying(self, holder: str) -> list[str]:
        """What lies at a place, an area or a bearer, in the seat's names.

        By position where that can be told; else what the seat knows to lie there, sorted, and then the rest.
        """
        return self._lying(self._number(holder))

    def knows(self, thing: str) -> bool:
        """Whether the seat knows which thing that is, so that it may read all of it."""
        return self._may_name(self._number(thing))

    def value(self, thing: str, field: str) -> str:
        """A stored field of a thing, by name. Raises Hidden where the seat does not know the thing, KeyError."""
        number = self._number(thing)
        if not self._may_name(number):
            raise Hidden(f"seat {self.seat} does not know which thing is {thing}")
        for each in self._book.compiled.fields.values():
            if each.name == field and number in each.things:
                return self._value(each, number)
        raise KeyError(f"{thing} has no field {field}")

    @property
    def history(self) -> list[str]:
        """What the seat learned of all that has happened, a line each, from the start."""
        return [line for line in map(self.told, self._state.events) if line]

    @property
    def choices(self) -> list[tuple[int, str, tuple[str, ...]]]:
        """Every choice, made or forced, so far: who took it, the prompt's id, what was taken in the seat's names."""
        prompts = self._book.compiled.prompts
        taken = [each for each in self._state.events if isinstance(each, Taken)]
        return [(each.seat, prompts[each.prompt].symbol.id, each.names[self.seat - 1]) for each in taken]

    def told(self, event: Event) -> str:
        """The line in which the seat learns of an event; empty if it does not."""
        if isinstance(event, Said):
            return event.lines[self.seat - 1]
        if isinstance(event, Taken):
            names = ", ".join(event.names[self.seat - 1]) or "nothing"
            who = " and ".join(f"player_{seat}" for seat in seats_of(event.seat))
            return f"{who} {self._book.compiled.prompts[event.prompt].symbol.id!r}: {names}"
        return self._happened(event)

    def text(self) -> str:
        """All that the seat may see now, in one canonical form: two games that look the same to it read the same."""
        return "\n".join([*self._steps(), *self._waiting(), *self._places(), *self._fields()])

    def deals(self, count: int) -> Sequence[Any]:
        """Up to so many games that stand where this one does, each with what the seat does not know drawn anew.

        What is to come is drawn from luck of their own. Fewer come, even none, where drawing anew often contradicts
        what the seat has seen. Raises Unwatched where the game cannot be dealt anew.
        """
        if self._deal is None:
            raise Unwatched("only a watched game can be dealt anew")
        return self._deal(self.seat, count)

    # ---- what there is -----------------------------------------------------------------------------------------------

    @property
    def _state(self) -> Any:
        if self._table is None or not self._world.sight.watched:
            raise Unwatched("this game is played without noting what may be seen of it")
        return self._table

    @property
    def _world(self) -> World:
        world = self._book.compiled.world
        if world is None:
            raise Unwatched("this rulebook has no things")
        return world

    @property
    def _sight(self) -> Sight:
        return self._world.sight

    def _number(self, id: str) -> int:
        return self._world.ids.index(id)

    def _may_name(self, number: int) -> bool:
        return may_name(self._world, self._state, number, 1 << self.seat)

    def _call(self, number: int) -> str:
        return thing_id(self._book, number) if self._may_name(number) else self._sight.back[number]

    def _boxes(self, holder: int) -> list[int]:
        return lying_at(self._world, self._state, holder)

    def _lying(self, holder: int) -> list[str]:
        things = self._boxes(holder)
        if self._world.ordered[holder]:
            return [self._call(each) for each in things]
        if not self._sight.mixes[holder]:
            return sorted(map(self._call, things))
        known = sorted(thing_id(self._book, each) for each in things if self._knows_of(each))
        return known + sorted(self._sight.back[each] for each in things if not self._knows_of(each))

    def _knows_of(self, thing: int) -> bool:
        return know_where(self._world, self._state, thing, 1 << self.seat)

    # ---- the text ----------------------------------------------------------------------------------------------------

    def _steps(self) -> Iterator[str]:
        state = self._state
        for step in self._world.steps:
            if step.low <= state.pc < step.high and step.item:
                kind, value = self._book.compiled.items.get(step.id), getattr(state, step.item)
                if value is None:
                    continue  # it has ended with the game
                yield f"{step.id}: {self._written(kind, value) if kind is not None else value}"

    def _waiting(self) -> Iterator[str]:
        """What waits for a call, in order of making: its text, and what it keeps in the seat's names.

        What the seat cannot name goes by its kind alone: where that lies would tell which it is once others move it.
        """
        found: list[tuple[int, str]] = []
        for kept in (each for each in self._book.compiled.kept if each.number >= 0):
            for serial, number, *values in getattr(self._state, kept.slot):
                if number == kept.number:
                    given = zip(kept.names, kept.types, values, strict=True)
                    named = "".join(f", {name} {self._kept(kind, value)}" for name, kind, value in given)
                    found.append((serial, f"waiting: {kept.text}{named}"))
        yield from (line for _, line in sorted(found))

    def _kept(self, kind: Any, value: Any) -> str:
        return value_name(self._book, kind, value, lambda _, thing: self._call(thing))

    def _places(self) -> Iterator[str]:
        for holder, id in enumerate(self._world.ids):
            if lying := self._lying(holder):
                yield f"{id}: {', '.join(lying)}"
            if self._world.ordered[holder]:
                yield from (f"{id}, {ordinal(n)}: {each}" for n, each in self._backs(holder) if each)
            else:
                yield from sorted(f"{id}: {each}" for _, each in self._backs(holder) if each)

    def _backs(self, holder: int) -> Iterator[tuple[int, str]]:
        """What shows on the backs of things that the seat cannot name, with their positions."""
        for position, thing in enumerate(self._boxes(holder), 1):
            if not self._may_name(thing):
                open_ = self._sight.open.get(self._sight.back[thing], ())
                fields = [each for each in self._book.compiled.fields.values() if (each.slot, each.values) in open_]
                shown = [f"{each.name} {self._value(each, thing)}" for each in fields if thing in each.things]
                yield position, " ".join([self._sight.back[thing], *shown]) if shown else ""

    def _fields(self) -> Iterator[str]:
        state = self._state
        owners = getattr(state, "owner", ())
        for thing, id in enumerate(self._world.ids):
            if self._may_name(thing):
                for field in self._book.compiled.fields.values():
                    if field.slot and thing in field.things:
                        yield f"{id}.{field.name}: {self._value(field, thing)}"
                if thing < len(owners) and owners[thing] >= 0:
                    yield f"{id}.owner: {self._world.ids[owners[thing]]}"
                if self._sight.kept and self._sight.back[thing]:
                    yield f"{id}.shown: {'yes' if state.shown[thing] else 'no'}"

    def _value(self, field: StoredField, thing: int) -> str:
        values = getattr(self._state, field.slot) if field.slot else field.values
        return self._written(field.type, values[thing])

    def _written(self, kind: Any, value: Any) -> str:
        call = named_for(self._book, self._state, 1 << self.seat, thing_id)
        return value_name(self._book, kind, value, call)

    # ---- events ------------------------------------------------------------------------------------------------------

    def _happened(self, event: Happened) -> str:
        told = event.namers >> self.seat & 1
        name = thing_id(self._book, event.thing) if told else self._sight.back[event.thing]
        source = self._spot(event.source, event.position)
        match event.op:
            case Op.MOVE:
                return f"{name}: {source} -> {self._spot(event.target, event.landed)}"
            case Op.SHOW:
                others = [seat for seat in range(1, self.players + 1) if event.hearers >> seat & 1]
                to = "" if len(others) == self.players else f" to {', '.join(f'player_{seat}' for seat in others)}"
                return f"{name}: shown at {source}{to}"
            case Op.HIDE:
                return f"{name}: turned down at {source}"
            case Op.SHUFFLE:
                return f"shuffled: {self._world.ids[event.source]}"

    def _spot(self, holder: int, position: int) -> str:
        where = self._call(holder)
        return f"{where}, {ordinal(position)}" if position and self._world.ordered[holder] else where
