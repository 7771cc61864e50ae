"""What only follows from another fault, left out: one slip of the pen gives one message.

What could not be read is not declared, so that whoever uses it seems to name nothing, and what it stands in seems to
lack it. Whatever is left out here for that reason comes back as soon as the fault is mended, if it was one of its own.
"""

from __future__ import annotations

import re
from collections import abc
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeVar

from rulewright.text.blocks import margin
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span

_Key = TypeVar("_Key", int, str)
_OF_YAML = (
    "after-value",
    "colon-in-value",
    "duplicate-key",
    "escape",
    "indentation",
    "joined-lines",
    "key-not-a-word",
    "merge-conflict",
    "missing-bar",
    "no-key",
    "not-utf8",
    "odd-character",
    "open-bracket",
    "open-quote",
    "second-document",
    "tab",
    "text-in-braces",
    "yaml-alias",
    "yaml-syntax",
)
_OF_STRUCTURE = ("duplicate-id", "missing-key", "unknown-key", "wrong-type")
_OF_READING = ("no-flow", "syntax", "unknown-kind")
_OF_NAMES = ("no-menu", "no-result", "unknown-field", "unknown-menu")
_LEVELS = {id: level for level, ids in enumerate((_OF_YAML, _OF_STRUCTURE, _OF_READING, _OF_NAMES)) for id in ids}
_LAST = 4
_MISSING = ("missing-does", "missing-key", "missing-value", "no-do", "no-flow", "no-menu", "no-place")
_OF_ALL = ("empty-menu", "no-owner")  # concluded from all that stands in the pack
_OF_FLOW = ("unknown-call", "unknown-name", "unknown-period")  # may be about a step
_WORD = re.compile(r"[^\W\d]\w*")
_QUOTED = re.compile(r"`([^\W\d]\w*)")


@dataclass(slots=True)
class _Damage:
    """A _Damage is what the faults of one file leave unread, each with the level of the earliest fault that does.

    `lines` cannot be read, `around` are the keys that they stand in, `above` these without the lines at fault, where
    YAML is at fault; what `doubtful` lines declare may not be known, nor what has one of `words`.
    """

    lines: dict[int, int] = field(default_factory=dict)
    around: dict[int, int] = field(default_factory=dict)
    above: dict[int, int] = field(default_factory=dict)
    doubtful: dict[int, int] = field(default_factory=dict)
    words: dict[str, int] = field(default_factory=dict)


def without_consequences(faults: abc.Iterable[Diagnostic], files: abc.Mapping[str, str]) -> list[Diagnostic]:
    """The faults that stand for themselves, in their order; `files` holds the text of each file by its name.

    A fault only ever follows from one of an earlier level, so that of any faults at least one is left.
    """
    found = list(dict.fromkeys(faults))
    if not found:
        return []
    lines = {name: text.split("\n") for name, text in files.items()}
    damages: dict[str, _Damage] = {}
    lost: dict[str, int] = {}
    first: dict[tuple[str, int], int] = {}
    for fault in found:
        place = (fault.span.file, fault.span.line)
        first[place] = min(first.get(place, _LAST), _level(fault))
        if fault.id in _LEVELS:
            _note(damages.setdefault(place[0], _Damage()), fault, lines.get(place[0], []))
    for damage in damages.values():
        for word, level in damage.words.items():
            _put(lost, word, level)
    for name, damage in damages.items():
        for number, level in damage.doubtful.items():
            for word in _WORD.findall(lines[name][number - 1].partition(" #")[0]):
                _put(lost, word.casefold(), level)
    told = _told_inside(found)
    no_flow = any(fault.id == "no-flow" for fault in found)
    return [
        fault
        for fault in found
        if fault not in told
        and not _read_later(_level(fault), first[fault.span.file, fault.span.line])
        and not (fault.id in _OF_ALL and damages)
        and not (fault.id in _OF_FLOW and no_flow)
        and not _follows(fault, damages.get(fault.span.file, _Damage()), lost, lines.get(fault.span.file, []))
    ]


def _told_inside(faults: abc.Sequence[Diagnostic]) -> frozenset[Diagnostic]:
    """The faults of texts in whose place, or a piece of it, another one is: what is around a fault seems wrong too."""
    of_texts = [each for each in faults if _level(each) >= 2 and each.id not in _MISSING and each.span.line]
    in_line: dict[tuple[str, int], list[Diagnostic]] = {}
    for fault in of_texts:
        if fault.span.line == fault.span.end_line:
            in_line.setdefault((fault.span.file, fault.span.line), []).append(fault)
    return frozenset(
        fault
        for found in in_line.values()
        for number, fault in enumerate(found)
        if any(_inside(other.span, fault.span, before=index < number) for index, other in enumerate(found))
    )


def _inside(one: Span, other: Span, *, before: bool) -> bool:
    """Whether a span of one line is a piece of another; of equal ones the earlier found is."""
    if (one.column, one.end_column) == (other.column, other.end_column):
        return before
    return other.column <= one.column and one.end_column <= other.end_column


def _level(fault: Diagnostic) -> int:
    """How early in reading a pack a fault is found."""
    return _LEVELS.get(fault.id, _LAST)


def _read_later(level: int, first: int) -> bool:
    """Whether a fault is found in a line of which YAML, or the form of its keys, was refused before."""
    return first < min(level, 2)


def _follows(fault: Diagnostic, damage: _Damage, lost: abc.Mapping[str, int], lines: abc.Sequence[str]) -> bool:
    """Whether a fault only says that something lacks what was not read, or that nothing has such a name."""
    level, line = _level(fault), fault.span.line
    if fault.id in _MISSING:
        return damage.around.get(line, _LAST) < level or _lost(_QUOTED.findall(fault.message)[1:], lost, level)
    if fault.id == "syntax":
        return line in damage.above
    if level < 2:
        return damage.lines.get(line, _LAST) <= level
    words = _WORD.findall(_piece(fault.span, lines))
    if fault.id == "wrong-kind" and fault.message.endswith("this is nothing"):
        return _lost(words[:1], lost, level)
    if fault.id.startswith("unknown-") or fault.id in ("missing-row", "set-derived"):
        owners = (
            [_WORD.findall(lines[each - 1])[:1] for each in _around(lines, line, odd=False)] if words == ["me"] else []
        )
        return _lost(chain(words, *owners), lost, level)
    return False


def _lost(words: abc.Iterable[str], lost: abc.Mapping[str, int], level: int) -> bool:
    """Whether one of some words may be declared in what an earlier fault leaves unread."""
    return any(lost.get(word.casefold(), _LAST) < level for word in words)


def _put(known: dict[_Key, int], key: _Key, level: int) -> None:
    known[key] = min(known.get(key, _LAST), level)


def _piece(span: Span, lines: abc.Sequence[str]) -> str:
    """What a fault underlines of its first line."""
    line = lines[span.line - 1] if 1 <= span.line <= len(lines) else ""
    return line[span.column - 1 : span.end_column - 1 if span.end_line == span.line else len(line)]


# ---- what a fault leaves unread --------------------------------------------------------------------------------------


def _note(damage: _Damage, fault: Diagnostic, lines: abc.Sequence[str]) -> None:
    """Notes what a fault leaves unread in its file."""
    line, level = fault.span.line, _level(fault)
    if not 1 <= line <= len(lines):
        return
    keys = list(_around(lines, line, fault.id == "indentation"))
    for each in keys:
        _put(damage.around, each, level)
    for each in keys[1:] if level == 0 else ():
        _put(damage.above, each, level)
    for each in range(line + 1, _end(lines, line, siblings=False) + 1) if fault.id != "missing-key" else ():
        _put(damage.lines, each, level)
    for word in _words(fault, lines, keys):
        _put(damage.words, word.casefold(), level)
    if level < 2 or fault.id == "unknown-kind":
        for each in _doubtful(fault, lines) if damage.doubtful.get(line, _LAST) > level else ():
            _put(damage.doubtful, each, level)


def _words(fault: Diagnostic, lines: abc.Sequence[str], keys: abc.Iterable[int]) -> abc.Iterator[str]:
    """The names of what a fault of a text leaves without a meaning."""
    match fault.id:
        case "syntax":
            yield from _WORD.findall(lines[fault.span.line - 1])[:1]
        case "missing-bar" | "no-menu" | "no-result" | "unknown-menu":
            for each in keys:
                yield from _WORD.findall(lines[each - 1])[:1]


def _doubtful(fault: Diagnostic, lines: abc.Sequence[str]) -> abc.Iterable[int]:
    """The lines of which a fault makes it doubtful what they declare."""
    if fault.id == "tab":
        return [number for number, line in enumerate(lines, 1) if line[: margin(line)].strip(" ")]
    if fault.id in ("not-utf8", "odd-character"):
        return range(1, len(lines) + 1)
    if fault.id == "missing-key":
        return (fault.span.line,)
    return range(fault.span.line, _end(lines, fault.span.line, siblings=_level(fault) == 0) + 1)


def _around(lines: abc.Sequence[str], line: int, odd: bool) -> abc.Iterator[int]:
    """A line and those of the keys that it stands in; of one at an odd margin also the one that it should stand in."""
    yield line
    left = margin(lines[line - 1]) + odd
    for number in range(line - 1, 0, -1):
        above = lines[number - 1]
        if above.strip() and not above.lstrip().startswith("#") and margin(above) < left:
            left = margin(above)
            yield number


def _end(lines: abc.Sequence[str], first: int, *, siblings: bool) -> int:
    """The last line of what begins in a line: all that stands further right, or not further left, below it."""
    left = margin(lines[first - 1]) + (not siblings)
    last = first
    for number in range(first + 1, len(lines) + 1):
        line = lines[number - 1]
        if line.strip() and margin(line) < left:
            break
        last = number
    return last
