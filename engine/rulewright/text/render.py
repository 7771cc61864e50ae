"""How a diagnostic reads: its place, its message, the line with a caret below it, the hint behind the caret."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span

_INDENT = "    "
_WIDTH = 116
_TAB = 4
_CUT = "…"


def render(diagnostic: Diagnostic, files: Mapping[str, str]) -> str:
    """The lines a person reads, without a line end at the last; `files` holds the text of each file by its name.

    A span in no known file, or on no line of it, is named without a source line. Control characters are replaced, so
    that a pack can never steer the terminal.
    """
    lines = [f"{safe(str(diagnostic.span))}: {diagnostic.id}: {safe(diagnostic.message)}"]
    lines += _excerpt(diagnostic.span, files, safe(diagnostic.hint), _INDENT)
    for related in diagnostic.related:
        lines.append(f"{_INDENT}{safe(str(related.span))}: {safe(related.message)}")
        lines += _excerpt(related.span, files, "", _INDENT * 2)
    return "\n".join(lines)


def to_json(diagnostic: Diagnostic) -> dict[str, object]:
    """A diagnostic as plain data for JSON: id, severity, confidence, message, hint, span, related."""
    return {
        "id": diagnostic.id,
        "severity": diagnostic.severity.value,
        "confidence": diagnostic.confidence,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        **_place(diagnostic.span),
        "related": [{"message": related.message, **_place(related.span)} for related in diagnostic.related],
    }


def _place(span: Span) -> dict[str, object]:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _excerpt(span: Span, files: Mapping[str, str], hint: str, indent: str) -> list[str]:
    """The source line, the caret run below the span, and the hint where it fits."""
    source = _line(span, files)
    if not source:
        return [indent + hint] if hint else []
    start = min(max(span.column - 1, 0), len(source))
    end = min(span.end_column - 1, len(source)) if span.end_line == span.line else len(source)
    margin = min(len(source) - len(source.lstrip()), start)
    shown, before, run = _window(source[margin:], start - margin, max(end, start) - margin)
    carets = indent + " " * before + "^" * max(run, 1)
    lines = [(indent + shown).rstrip()]
    if not hint:
        return [*lines, carets]
    if len(carets) + 1 + _columns(hint) <= _WIDTH:
        return [*lines, f"{carets} {hint}"]
    return [*lines, carets, indent + hint]


def _line(span: Span, files: Mapping[str, str]) -> str | None:
    text = files.get(span.file)
    if text is None or span.line < 1:
        return None
    lines = text.split("\n")
    return lines[span.line - 1].rstrip("\r") if span.line <= len(lines) else None


def _window(source: str, start: int, end: int) -> tuple[str, int, int]:
    """The part of a line that is shown, the columns before the span in it, and the columns of the span."""
    room = _WIDTH - len(_INDENT)
    cells = _cells(source)
    widths = [_columns(cell) for cell in cells]
    if sum(widths) <= room:
        return "".join(cells), sum(widths[:start]), sum(widths[start:end])
    first = start
    budget = room // 3
    while first > 0 and budget >= widths[first - 1]:
        first -= 1
        budget -= widths[first]
    last = first
    budget = room - 2
    while last < len(cells) and budget >= widths[last]:
        budget -= widths[last]
        last += 1
    left = _CUT if first > 0 else ""
    right = _CUT if last < len(cells) else ""
    shown = left + "".join(cells[first:last]) + right
    return shown, len(left) + sum(widths[first:start]), sum(widths[start : min(end, last)])


def _cells(source: str) -> list[str]:
    """What is printed for each character: tabs as spaces up to the next stop, unprintable ones replaced."""
    cells: list[str] = []
    column = 0
    for char in source:
        cell = " " * (_TAB - column % _TAB) if char == "\t" else _printable(char)
        cells.append(cell)
        column += _columns(cell)
    return cells


def safe(text: str) -> str:
    """A text on one line that cannot steer a terminal: tabs and line ends become blanks, control characters a mark."""
    return "".join(" " if char in "\t\n" else _printable(char) for char in text)


def _printable(char: str) -> str:
    """The character, or the replacement character for one that could steer or reorder what a terminal shows."""
    if char in "\u200c\u200d":
        return char
    return "\ufffd" if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") else char


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return len(text) if text.isascii() else sum(_width(char) for char in text)


def _width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
