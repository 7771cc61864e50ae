"""What happened in a test, step by step, with the lines of the pack that made it happen."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import CodeType, FrameType, FunctionType
from typing import Any

from rulewright.language.types import BOOL, PLAYER, THING, Maybe, Type
from rulewright.play.names import thing_id, value_name
from rulewright.table.table import Table
from rulewright.trials.bench import Bench

_PART = re.compile(r"\.(\d+|body|branch)$")
_OF_ALL: dict[str, tuple[str, Type]] = {
    "at": ("at", Maybe(THING)),
    "owner": ("owner", Maybe(PLAYER)),
    "shown": ("shown", BOOL),
    "link__open": ("open", BOOL),
}
"""The columns that are no field of a kind: what they are called, and what they hold."""

_WHICH, _UNTOLD = "which", ("which", "where")
"""The columns that say who knows what. Most of it follows from what is told: who is let see a face does not."""


@dataclass(frozen=True, slots=True)
class Event:
    """An Event is one thing that happened, and the line of the pack that ran: empty and 0 where none did."""

    file: str
    line: int
    said: str


@dataclass(slots=True)
class Story:
    """A Story is the events of one run, in order. It hears of answers and dice, and sees what each line changes."""

    bench: Bench
    events: list[Event] = field(default_factory=list)
    _place: tuple[str, int] = ("", 0)
    _last: str = ""

    def note(self, nature: str, said: str) -> None:
        """Adds what happened; the same again on the same line is joined."""
        place = self._place
        if self._last == nature and self.events and (self.events[-1].file, self.events[-1].line) == place:
            self.events[-1] = Event(*place, f"{self.events[-1].said}, {said}")
        else:
            self.events.append(Event(*place, f"{nature} {said}"))
        self._last = nature

    def follow(self, table: Table, run: Callable[[], None]) -> None:
        """Run something, looking at the table after each line of a text.

        What texts share, such as a way to move, is written where the first of them stands: it counts for its caller.
        """
        texts = _texts(self.bench)
        state = _columns(table)

        def look() -> None:
            nonlocal state
            if table.branch > 0:
                return  # what a branch does alone is taken back, and done again with the others
            now = _columns(table)
            for said in _changes(self.bench, state, now):
                self.events.append(Event(*self._place, said))
                self._last = ""
            state = now

        def trace(frame: FrameType, event: str, _: Any) -> Any:
            if frame.f_code not in texts:
                return None
            if event != "call":
                look()
            now: FrameType | None = frame if event != "return" else frame.f_back
            while now is not None and now.f_code not in texts:
                now = now.f_back
            self._place = (now.f_code.co_filename, now.f_lineno) if now is not None else ("", 0)
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            run()
        finally:
            sys.settrace(before)
            look()


def _texts(bench: Bench) -> set[CodeType]:
    """The code of all functions of the namespace that are texts, or parts of one."""
    compiled = bench.book.compiled
    names = {*compiled.routines, *compiled.ops}
    functions = {name: each for name, each in bench.book.namespace.items() if isinstance(each, FunctionType)}
    return {each.__code__ for name, each in functions.items() if _PART.sub("", name) in names or name[:6] == "offer."}


def _columns(table: Table) -> dict[str, list[Any]]:
    layout = table.layout
    return {name: column[:] for name, column in zip(layout.columns, layout.read_columns(table), strict=True)}


def _changes(bench: Bench, before: dict[str, list[Any]], now: dict[str, list[Any]]) -> Iterator[str]:
    for name, column in now.items():
        if column == before[name] or name in _UNTOLD:
            continue
        called, type_ = _OF_ALL.get(name) or _field(bench, name)
        for thing, (old, new) in enumerate(zip(before[name], column, strict=True)):
            if old != new:
                values = [value_name(bench.book, type_, value, thing_id) for value in (old, new)]
                yield f"{thing_id(bench.book, thing)}.{called}: {' -> '.join(values)}"
    yield from _told(bench, before, now)


def _told(bench: Bench, before: dict[str, list[Any]], now: dict[str, list[Any]]) -> Iterator[str]:
    """Who has been let see which faces, of things that have neither moved nor turned."""
    for thing, (old, new) in enumerate(zip(before.get(_WHICH, ()), now.get(_WHICH, ()), strict=True)):
        still = all(before[each][thing] == now[each][thing] for each in ("at", "shown") if each in now)
        seats = [seat for seat in range(1, bench.book.compiled.players + 1) if new & ~old & 1 << seat]
        if seats and still:
            yield f"{thing_id(bench.book, thing)}: known to {', '.join(f'player_{seat}' for seat in seats)}"


def _field(bench: Bench, column: str) -> tuple[str, Type]:
    kind, _, name = column.partition("__")
    return name, bench.fields.get(f"{kind}.{name}", BOOL)
