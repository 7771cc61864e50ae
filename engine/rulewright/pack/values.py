"""YAML as a tree of values that know their place: mappings, sequences, scalars. What a pack may not use is refused.

Read from the events of the C parser rather than composed by it: no tag is resolved, so `on` stays a word and a date
stays text, and an alias is never followed, so a small file cannot unfold into a large one.
"""

from __future__ import annotations

import re
from collections import abc
from dataclasses import dataclass
from typing import Any

import yaml

from rulewright.text.blocks import indent
from rulewright.text.diagnostics import Diagnostic, Related
from rulewright.text.spans import Span, Text

MAX_DEPTH = 60
MAX_NODES = 200_000

_IN_QUOTES = "words that begin so stand in quotes"
_INTEGER = re.compile(r"[-+]?[0-9]+", re.ASCII)
_CONSTANTS: abc.Mapping[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}

Data = None | bool | int | str


@dataclass(frozen=True, slots=True)
class Scalar:
    """A Scalar is one written word or text. `source` is what YAML makes of it, without line ends at its edges.

    `span` is where `source` stands: after the quote of a quoted one, at the first line and margin of a block one.
    `style` is empty for a plain scalar, else its first character: one of `|`, `>`, `'`, `"`. `braced` says that it
    stands inside braces or brackets, `faithful` that each line of `source` stands so in the file, at the column of
    `span`: not so with escapes, folding, or a plain text over several lines.
    """

    source: str
    span: Span
    style: str = ""
    braced: bool = False
    faithful: bool = True

    @property
    def data(self) -> Data:
        """What the scalar is by YAML 1.2: whole numbers, true, false and null are such only when plain."""
        if self.style:
            return self.source
        if self.source in _CONSTANTS:
            return _CONSTANTS[self.source]
        if len(self.source) <= 16 and _INTEGER.fullmatch(self.source):
            return int(self.source)
        return self.source

    @property
    def empty(self) -> bool:
        """Whether nothing is written here, or null."""
        return not self.style and self.data is None

    @property
    def text(self) -> Text:
        """The scalar as a leaf of the model."""
        return Text(self.source, self.span)


@dataclass(frozen=True, slots=True)
class Entry:
    """An Entry is one key of a mapping with its value."""

    key: Scalar
    value: Value


@dataclass(frozen=True, slots=True)
class Mapping:
    """A Mapping is keys with values, in the order written; of a key written twice the first counts."""

    entries: abc.Mapping[str, Entry]
    span: Span
    braced: bool = False

    def get(self, key: str) -> Value | None:
        """The value of a key, or None."""
        entry = self.entries.get(key)
        return None if entry is None else entry.value


@dataclass(frozen=True, slots=True)
class Sequence:
    """A Sequence is values in order."""

    items: tuple[Value, ...]
    span: Span
    braced: bool = False


Value = Scalar | Mapping | Sequence


class TooMuch(Exception):
    """TooMuch is raised where a file is nested deeper or holds more than a pack can need; carries its diagnostic."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def compose(file: str, text: str) -> tuple[Value | None, list[Diagnostic]]:
    """The tree of one file's only document, None if it is empty, and what in it a pack may not use.

    `text` has `\\n` line ends and no character that YAML cannot read.
    Raises yaml.MarkedYAMLError at the first fault of syntax, and TooMuch.
    """
    composer = _Composer(file, text)
    return composer.document(), composer.faults


class _Composer:
    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines = text.split("\n")
        # Any: the stubs let every mark be missing, which the C parser never does
        self.events: abc.Iterator[Any] = iter(yaml.parse(text, Loader=yaml.CSafeLoader))
        self.faults: list[Diagnostic] = []
        self.nodes = 0
        self.anchored = False

    def document(self) -> Value | None:
        next(self.events)
        if isinstance(next(self.events), yaml.StreamEndEvent):
            return None
        value = self.node(next(self.events), 1, braced=False)
        next(self.events)
        event = next(self.events)
        if isinstance(event, yaml.DocumentStartEvent):
            self.refuse("second-document", event, "a second document begins here", "one file holds one; delete `---`")
        return value

    def node(self, event: Any, depth: int, *, braced: bool) -> Value:
        self.nodes += 1
        if depth > MAX_DEPTH:
            raise TooMuch(self.fault("too-deep", event, f"nested more than {MAX_DEPTH} levels deep"))
        if self.nodes > MAX_NODES:
            raise TooMuch(self.fault("too-large", event, f"more than {MAX_NODES:,} values in one file"))
        kind = type(event)
        if kind is yaml.ScalarEvent:
            self.plainly(event)
            return self.scalar(event, braced)
        if kind is yaml.MappingStartEvent:
            self.plainly(event)
            return self.mapping(event, depth, braced or bool(event.flow_style))
        if kind is yaml.SequenceStartEvent:
            self.plainly(event)
            return self.sequence(event, depth, braced or bool(event.flow_style))
        self.anchor(event)
        return Scalar("", self.span(event), "", braced)

    def plainly(self, event: Any) -> None:
        """Refuses what changes the meaning of a value behind the reader's back."""
        if event.anchor is not None:
            self.anchor(event)
        if event.tag is not None:
            self.refuse(
                "yaml-tag", event, f"`{event.tag}` is a YAML tag; a pack has none", f"leave it out, or {_IN_QUOTES}"
            )

    def anchor(self, event: Any) -> None:
        if not self.anchored:
            self.anchored = True
            message = "`&name` and `*name` are YAML anchors and aliases; a pack has none"
            self.refuse("yaml-alias", event, message, f"write the value out; {_IN_QUOTES}")

    def mapping(self, start: Any, depth: int, braced: bool) -> Mapping:
        entries: dict[str, Entry] = {}
        twice: list[tuple[Scalar, Scalar]] = []
        while type(event := next(self.events)) is not yaml.MappingEndEvent:
            key = self.node(event, depth + 1, braced=braced)
            value = self.node(next(self.events), depth + 1, braced=braced)
            if not isinstance(key, Scalar):
                hint = "a text or id that begins with `{` or `[` stands in quotes"
                self.faults.append(Diagnostic("key-not-a-word", key.span, "a key is a word, not a group", hint))
            elif key.source == "<<" and not key.style:
                self.faults.append(Diagnostic("yaml-merge", key.span, "a pack has no merge keys", "write the keys out"))
            elif key.source in entries:
                twice.append((key, entries[key.source].key))
            else:
                entries[key.source] = Entry(key, value)
        if twice:
            self.faults.append(_twice(twice, entries))
        return Mapping(entries, self.span(start, event), braced)

    def sequence(self, start: Any, depth: int, braced: bool) -> Sequence:
        items: list[Value] = []
        while type(event := next(self.events)) is not yaml.SequenceEndEvent:
            items.append(self.node(event, depth + 1, braced=braced))
        return Sequence(tuple(items), self.span(start, event), braced)

    def scalar(self, event: Any, braced: bool) -> Scalar:
        style: str = event.style or ""
        start, end, value = event.start_mark, event.end_mark, event.value
        line, column = start.line + 1, start.column + 1
        if not style:
            span = Span(self.file, line, column, end.line + 1, end.column + 1)
            return Scalar(value, span, "", braced, start.line == end.line)
        if style in "\"'":
            span = Span(self.file, line, column + 1, end.line + 1, end.column)
            whole = start.line == end.line and self.lines[start.line][column : end.column - 1] == value
            return Scalar(value, span, style, braced, whole)
        if style == "|":
            return self.block(value, line, column)
        return Scalar(value.strip("\n"), Span(self.file, line, column, line, column + 1), style, braced, False)

    def block(self, value: str, line: int, column: int) -> Scalar:
        """A block scalar whose `|` stands at `line` and `column`."""
        text = value.lstrip("\n")
        first = line + 1 + len(value) - len(text)
        rows = text.rstrip("\n").split("\n")
        if not text:
            return Scalar("", Span(self.file, line, column, line, column + 1), "|")
        margin = indent(self.lines[first - 1]) - indent(rows[0]) + 1
        span = Span(self.file, first, margin, first + len(rows) - 1, margin + len(rows[-1]))
        return Scalar("\n".join(rows), span, "|")

    def span(self, first: Any, last: Any = None) -> Span:
        start, end = first.start_mark, (last or first).end_mark
        return Span(self.file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def fault(self, id: str, event: Any, message: str, hint: str = "") -> Diagnostic:
        return Diagnostic(id, self.span(event), message, hint)

    def refuse(self, id: str, event: Any, message: str, hint: str) -> None:
        self.faults.append(self.fault(id, event, message, hint))


def _twice(found: abc.Sequence[tuple[Scalar, Scalar]], entries: abc.Mapping[str, Entry]) -> Diagnostic:
    """What to say of the keys of a mapping that are written again, each with where it was first.

    Where several follow a key that holds nothing, that one was to begin a group of its own.
    """
    key, first = found[0]
    related = (Related(first.span, "first written here"),)
    last = [entry for entry in entries.values() if entry.key.span < key.span][-1]
    if isinstance(last.value, Scalar) and last.value.empty and last.key.span.column == key.span.column:
        message = f"`{last.key.source}` holds nothing, and the keys below it are written twice"
        hint = "put it further left, at the margin of what it stands beside"
        return Diagnostic("indentation", last.key.span, message, hint, related)
    others = f" and {len(found) - 1} more of its keys are" if len(found) > 1 else " is"
    return Diagnostic("duplicate-key", key.span, f"`{key.source}`{others} written twice here", "keep one", related)
