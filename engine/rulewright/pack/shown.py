"""What people are shown and agents are told, from the joined tree: `says:`, `show:`, `bots: hints:`."""

from __future__ import annotations

import re
from collections import abc

from rulewright.pack.leaves import names, pairs
from rulewright.pack.model import Hint, Line, Show
from rulewright.pack.values import Entry, Mapping, Scalar, Sequence, Value
from rulewright.text.spans import Span, Text

GAP = "."
_WORD = re.compile(r"\S+")


def says(tree: Mapping) -> tuple[Line, ...]:
    """The lines of procedures, actions, those of kinds and things too, and steps, then those of `says:`."""
    found: list[Line] = []
    for entry in _entries(tree.get("procs")):
        bare = entry.key.source.partition("(")[0].rstrip()
        found += _line(Text(bare, _first(entry.key.span, len(bare))), entry.value)
    found += _of_actions(tree.get("actions"), "")
    for kind in _entries(tree.get("kinds")):
        found += _of_actions(_part(kind.value, "actions"), kind.key.source)
    for kind in _entries(tree.get("things")):
        for thing in _entries(kind.value):
            found += _of_actions(_part(thing.value, "actions"), kind.key.source)
    for area in _entries(tree.get("areas")):
        found += _of_actions(_part(area.value, "actions"), "area")
    found += _of_steps(tree.get("flow"))
    found += [Line(name, line) for name, line in pairs(tree.get("says")).values()]
    return tuple(found)


def show(tree: Mapping) -> Show:
    """How a game is shown."""
    value = tree.get("show")
    rows = _part(value, "rows")
    items = rows.items if isinstance(rows, Sequence) else ()
    lines = pairs(_part(value, "lines"))
    return Show(tuple(_row(item) for item in items), lines, names(value, "hand"), names(value, "places"))


def hints(tree: Mapping) -> tuple[Hint, ...]:
    """The weights of actions and prompts, or of the options of one."""
    return tuple(
        Hint(entry.key.text, tuple(option for option, _ in pairs(entry.value).values()))
        for entry in _entries(_part(tree.get("bots"), "hints"))
    )


def _of_steps(steps: Value | None) -> abc.Iterator[Line]:
    for entry in _entries(steps):
        yield from _line(entry.key.text, entry.value)
        yield from _of_steps(_part(entry.value, "steps"))


def _of_actions(actions: Value | None, kind: str) -> abc.Iterator[Line]:
    for entry in _entries(actions):
        yield from _line(entry.key.text, entry.value, kind)


def _line(of: Text, value: Value, kind: str = "") -> abc.Iterator[Line]:
    line = _part(value, "says")
    if isinstance(line, Scalar) and not line.empty:
        yield Line(of, line.text, kind)


def _row(item: Value) -> tuple[Text, ...]:
    """A row of ids: a list, or one line of words; a gap is nothing in a list and a dot on a line, here an empty id."""
    if not isinstance(item, Scalar):
        cells = item.items if isinstance(item, Sequence) else ()
        return tuple(each.text if not each.empty else Text("", each.span) for each in cells if isinstance(each, Scalar))
    on_one_line = item.span.line == item.span.end_line
    found = [
        Text(word[0], _first(item.span, len(word[0]), word.start()) if on_one_line else item.span)
        for word in _WORD.finditer(item.source)
    ]
    return tuple(each if each.source != GAP else Text("", each.span) for each in found)


def _first(span: Span, length: int, start: int = 0) -> Span:
    """The place of some characters of a text on one line."""
    column = span.column + start
    return Span(span.file, span.line, column, span.line, column + length)


def _entries(value: Value | None) -> abc.Iterable[Entry]:
    return value.entries.values() if isinstance(value, Mapping) else ()


def _part(value: Value | None, key: str) -> Value | None:
    return value.get(key) if isinstance(value, Mapping) else None
