"""What some seats all may see of a table, for whoever draws it: things by number, called as people read them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.language.compiled import Shown, StoredField, World
from rulewright.play.book import Book
from rulewright.play.knowing import know_where, lying_at, may_name
from rulewright.play.names import named_for, saying_text, thing_title, value_name
from rulewright.runtime.paths import opens
from rulewright.table.table import Table

UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class Seen:
    """A Seen is something that lies somewhere: how it is called, and its number, UNKNOWN where that cannot be told."""

    name: str
    thing: int


class Sights:
    """A Sights looks at a table for seats, given as a mask: it shows only what each of them may know.

    The table must be one of a watched rulebook. It sees what their Views tell.
    """

    __slots__ = ("_table", "_world", "book", "readers")

    def __init__(self, book: Book, table: Table, readers: int) -> None:
        if book.compiled.world is None:
            raise ValueError("a rulebook without things shows nothing")
        self.book = book
        self.readers = readers
        self._table: Any = table
        self._world: World = book.compiled.world

    def names(self, thing: int) -> bool:
        """Whether they know which thing it is, so that they may read all of it."""
        return may_name(self._world, self._table, thing, self.readers)

    def call(self, thing: int) -> str:
        """A thing by what is printed on it, or by the kind on its back."""
        return thing_title(self.book, thing) if self.names(thing) else self._back(thing)

    def lying(self, holder: int) -> list[Seen]:
        """What lies somewhere: by position where that can be told, else what they know to lie there, and the rest."""
        things = self._things_at(holder)
        sight = self._world.sight
        if self._world.ordered[holder] or not sight.mixes[holder] or self._all(sight.sees[holder]):
            found = [Seen(self.call(each), each if self.names(each) else UNKNOWN) for each in things]
            return found if self._world.ordered[holder] else sorted(found, key=lambda each: (each.name, each.thing))
        known = [each for each in things if know_where(self._world, self._table, each, self.readers)]
        told = [Seen(thing_title(self.book, each), each) for each in sorted(known)]
        return told + [Seen(self._back(each), UNKNOWN) for each in sorted(things) if each not in known]

    def holds(self, holder: int) -> bool:
        """Whether anything lies there."""
        return bool(self._things_at(holder))

    def arrows(self, area: int) -> Iterator[tuple[int, int, bool]]:
        """The arrows that begin at an area: where each leads, its link, and whether that is open.

        Where modifiers of that read what not all may know, they are left out.
        """
        now, opening = opens(self._table), self.book.compiled.picture.opening
        for start, end, link in (self._world.ends[each] for each in self._world.arrows):
            if start == area:
                yield end, link, bool(self.book.namespace[opening](self._table, link) if opening else now[link])

    def owner(self, thing: int) -> int:
        """The player whose it is, 0 for nobody; of a thing that they may name."""
        owners = getattr(self._table, "owner", self._world.owners)
        return max(owners[thing], 0) if thing < len(owners) else 0

    def fields(self, thing: int) -> Iterator[tuple[StoredField, str, Any]]:
        """The stored fields of a thing that they may name, each with its value in words and as it is kept."""
        if not self.names(thing):
            return
        call = named_for(self.book, self._table, self.readers, thing_title)
        for each in self.book.compiled.fields.values():
            if thing in each.things:
                value = (getattr(self._table, each.slot) if each.slot else each.values)[thing]
                yield each, value_name(self.book, each.type, value, call), value

    def text(self, shown: Shown, thing: int) -> str:
        """The line of a thing that they may name."""
        values: tuple[Any, ...] = self.book.namespace[shown.values](self._table, thing) if shown.values else ()
        return saying_text(self.book, self._table, shown.saying, values, self.readers)

    def running(self) -> Iterator[tuple[str, str]]:
        """The steps that run and go through something, from the outermost: the id, the item or round in words."""
        call = named_for(self.book, self._table, self.readers, thing_title)
        for step in self._world.steps:
            if step.item and step.low <= self._table.pc < step.high:
                value, kind = getattr(self._table, step.item), self.book.compiled.items.get(step.id)
                if value is not None:
                    yield step.id, str(value) if kind is None else value_name(self.book, kind, value, call)

    def _all(self, mask: int) -> bool:
        return mask & self.readers == self.readers

    def _back(self, thing: int) -> str:
        return self._world.sight.back[thing].replace("_", " ")

    def _things_at(self, holder: int) -> list[int]:
        return lying_at(self._world, self._table, holder)
