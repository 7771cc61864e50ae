"""What YAML would read otherwise than it looks, refused: texts in braces, folded or cut off, numbers in quotes."""

from __future__ import annotations

import re
from collections import abc
from dataclasses import replace

from rulewright.pack.bars import missing_bar
from rulewright.pack.values import Entry, Mapping, Scalar, Sequence, Value
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span
from rulewright.text.suggest import spelling

PROSE_KEYS = frozenset(
    (
        "credits",
        "difficulty",
        "house",
        "id",
        "mode",
        "over",
        "question",
        "rule",
        "ruling",
        "says",
        "source",
        "text",
        "title",
        "variant",
        "version",
    )
)
"""Keys whose value is read by people only, so that any YAML form will do."""

_PROSE_SECTIONS = frozenset(("ledger", "says", "show"))
_PROSE_TEST_KEYS = frozenset(("answers", "asks", "hides", "sees"))
_PLAIN_WORD = re.compile(r"-?[\w.]+|<->|->|=|-")
_OPERATORS = frozenset(("and", "else", "if", "in", "not", "or"))
_NUMBER_OR_BOOLEAN = re.compile(r"[-+]?\d+|true|false")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_ZEROS = re.compile(r"[-+]?0\d{1,15}")
_STRING = re.compile(r'"[^"]*"')
_GLUED = re.compile(r"([a-z][\w.]*):([\w.]+)")
_CLOSING = {"(": ")", "[": "]", "{": "}"}


def check_style(root: Mapping, lines: abc.Sequence[str]) -> list[Diagnostic]:
    """The faults of style of one file, in the order of its values; `lines` are the file's lines."""
    style = _Style(lines)
    for section, entry in root.entries.items():
        style.entry(entry, section in _PROSE_SECTIONS, section == "tests")
        if section == "tables" and isinstance(entry.value, Mapping):
            style.keys(table.value for table in entry.value.entries.values())
    return style.faults


class _Style:
    def __init__(self, lines: abc.Sequence[str]) -> None:
        self.lines = lines
        self.faults: list[Diagnostic] = []

    def keys(self, tables: abc.Iterable[Value]) -> None:
        """The keys of tables, which are read as numbers."""
        for table in tables:
            for row in table.entries.values() if isinstance(table, Mapping) else ():
                fault = _odd_number(row.key) if row.key.style == "" else None
                if fault is not None:
                    self.faults.append(fault)

    def entry(self, entry: Entry, prose: bool, in_tests: bool) -> None:
        key = entry.key.source
        prose = prose or key in PROSE_KEYS or (in_tests and key in _PROSE_TEST_KEYS)
        self.value(entry.value, prose, in_tests, entry.key)

    def value(self, value: Value, prose: bool, in_tests: bool, key: Scalar) -> None:
        if isinstance(value, Scalar):
            fault = self.prose(value) if prose else self.scalar(value, key)
            if fault is not None:
                self.faults.append(fault)
        elif value.braced:
            fault = self.group(value, prose, key)
            if fault is not None:
                self.faults.append(fault)
        elif isinstance(value, Mapping):
            for entry in value.entries.values():
                self.entry(entry, prose, in_tests)
        else:
            for item in value.items:
                self.value(item, prose, in_tests, key)

    def group(self, value: Value, prose: bool, key: Scalar) -> Diagnostic | None:
        """The first fault inside braces or brackets: what follows it is mostly pieces of the same text."""
        if isinstance(value, Scalar):
            if not prose and value.style == "" and not _in_braces(value.source):
                return _text_in_braces(value, key)
            if value.style == "" and not _balanced(value.source):
                return _text_in_braces(value, key)
            return self.prose(value) if prose else self.scalar(value, key)
        if isinstance(value, Sequence):
            faults = (self.group(item, prose, key) for item in value.items)
            found = next((fault for fault in faults if fault is not None), None)
            if found is not None and found.id == "text-in-braces" and key.source == "run":
                return replace(found, hint=f"below `{key.source}:` write each part on a line of its own: `- …`")
            return found
        for entry in value.entries.values():
            if not _balanced(entry.key.source) and not entry.key.style:
                return _text_in_braces(entry.key, key)
            if isinstance(entry.value, Scalar) and entry.value.empty and not entry.value.source:
                return _no_value(entry.key, key)
            fault = self.group(entry.value, prose or entry.key.source in PROSE_KEYS, entry.key)
            if fault is not None:
                return fault
        return None

    def scalar(self, value: Scalar, key: Scalar) -> Diagnostic | None:
        if value.style == ">":
            message = "`>` joins the lines of a text"
            return Diagnostic("folded-text", value.span, message, f"use `|`: write `{key.source}: |`")
        if value.style in ("'", '"'):
            return _quoted(value, key)
        if not value.faithful and value.source.startswith("-") and value.source[1:2].isalnum():
            message = "a blank must follow the `-` of an item"
            return Diagnostic("yaml-syntax", _first(value), message, "write `- `")
        if not value.faithful and value.span.line > key.span.line:
            return missing_bar(key.source, key.span.file, key.span.line, self.colon(key))
        if not value.faithful:
            message = "this value runs over several lines, which YAML joins"
            return Diagnostic("joined-lines", _first(value), message, _use_block(key))
        if value.style == "" and (odd := _odd_number(value)):
            return odd
        if value.style == "" and not _balanced(value.source) and self.comment(value):
            return self.cut_off(value, key)
        return None

    def prose(self, value: Scalar) -> Diagnostic | None:
        comment = self.comment(value) if value.style == "" else ""
        return self.cut_off(value, None) if len(comment) > 1 and not comment[1].isspace() else None

    def comment(self, value: Scalar) -> str:
        """The comment behind a plain value, from its `#` on."""
        span = value.span
        line = self.lines[span.end_line - 1] if span.end_line <= len(self.lines) else ""
        rest = line[span.end_column - 1 :].lstrip(" ")
        return rest if rest.startswith("#") else ""

    def colon(self, key: Scalar) -> int:
        """The column of the colon of a key."""
        return self.lines[key.span.line - 1].index(":", key.span.end_column - 1) + 1

    def cut_off(self, value: Scalar, key: Scalar | None) -> Diagnostic:
        span = value.span
        column = self.lines[span.end_line - 1].index("#", span.end_column - 1) + 1
        place = Span(span.file, span.end_line, column, span.end_line, column + 1)
        hint = "put the value in quotes, or a blank behind `#`" if key is None else _use_block(key)
        return Diagnostic("cut-off", place, "` #` begins a comment here and cuts the value off", hint)


def _quoted(value: Scalar, key: Scalar) -> Diagnostic | None:
    if _NUMBER_OR_BOOLEAN.fullmatch(value.source):
        message = f"`{value.source}` in quotes is a text, not {'a number' if value.source[-1].isdigit() else 'a bool'}"
        return Diagnostic("quoted-number", value.span, message, "drop the quotes")
    if value.braced and not _in_braces(value.source):
        return _text_in_braces(value, key)
    if not value.faithful:
        message = "escapes and line ends in quotes hide where the text stands"
        return Diagnostic("quoted-text", _first(value), message, _use_block(key))
    return None


def _odd_number(value: Scalar) -> Diagnostic | None:
    """A number that is not read as it looks."""
    if _DATE.fullmatch(value.source):
        message = f"`{value.source}` looks like a date, and would be a subtraction"
        return Diagnostic("odd-number", value.span, message, "put blanks around each `-` if it is one")
    if _ZEROS.fullmatch(value.source):
        message = f"`{value.source}` is read as {int(value.source)}"
        return Diagnostic("odd-number", value.span, message, "drop the zeros before it")
    return None


def _in_braces(source: str) -> bool:
    """Whether a value may stand in braces: a name, path, number, range or field type."""
    return all(_PLAIN_WORD.fullmatch(word) and word not in _OPERATORS for word in source.split(" ") if word)


def _balanced(source: str) -> bool:
    """Whether each bracket and quote of a text has its other half."""
    if source.isalnum():
        return True
    bare = _STRING.sub("", source) if '"' in source else source
    if '"' in bare:
        return False
    open_brackets: list[str] = []
    for char in bare:
        if char in "([{":
            open_brackets.append(_CLOSING[char])
        elif char in ")]}" and (not open_brackets or open_brackets.pop() != char):
            return False
    return not open_brackets


def _text_in_braces(value: Scalar, key: Scalar) -> Diagnostic:
    message = "a text inside braces or brackets: YAML splits it at commas and colons"
    hint = f"only names, numbers and field types stand there; give `{key.source}:` a line of its own"
    return Diagnostic("text-in-braces", _first(value), message, spelling(value.source) or hint)


def _no_value(key: Scalar, group: Scalar) -> Diagnostic:
    glued = _GLUED.fullmatch(key.source)
    if glued is not None:
        message = "a blank must follow the colon of a key"
        return Diagnostic("no-key", key.span, message, f"write `{glued[1]}: {glued[2]}`")
    message = f"`{key.source}` has no value: inside braces each comma begins a new key"
    hint = f"a list stands in brackets `[…]`; give a text of `{group.source}:` a line of its own"
    return Diagnostic("text-in-braces", key.span, message, hint)


def _use_block(key: Scalar) -> str:
    return f"use `|`: write `{key.source}: |` and put the text on the next line, indented"


def _first(value: Scalar) -> Span:
    """The first line of a scalar's place."""
    span = value.span
    if span.end_line == span.line:
        return span
    return Span(span.file, span.line, span.column, span.line, span.column + 1)
