"""A block of heads cut into its heads: enough to name, replace and remove one; what they say stays unread."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.pack.values import Scalar
from rulewright.text.spans import Span

_ID = re.compile(r"(?P<id>[A-Za-z_]\w*)\s*:\s+(?=(?:before|after|instead|when|for|of|in)\b)")


@dataclass(frozen=True, slots=True)
class Head:
    """A Head is one head of a block with the lines indented below it; `id` is empty where none is written."""

    id: str
    text: Scalar


def split(block: Scalar) -> list[Head]:
    """The heads of a block in order; comments above a head belong to it."""
    rows = block.source.split("\n")
    starts: list[int] = []
    comment: int | None = None
    for number, row in enumerate(rows):
        if row.startswith("#"):
            comment = number if comment is None else comment
        elif row.strip() and not row.startswith(" "):
            starts.append(number if comment is None else comment)
            comment = None
        elif row.strip():
            comment = None
    ends = [*starts, len(rows)][1:]
    return [_head(block, rows, start, end) for start, end in zip(starts, ends, strict=True)]


def _head(block: Scalar, rows: list[str], start: int, end: int) -> Head:
    while end > start + 1 and not rows[end - 1].strip():
        end -= 1
    line, column = block.span.line, block.span.column
    span = Span(block.span.file, line + start, column, line + end - 1, column + len(rows[end - 1]))
    piece = Scalar("\n".join(rows[start:end]), span, block.style, block.braced, block.faithful)
    first = next(row for row in rows[start:end] if not row.startswith("#"))
    found = _ID.match(first)
    return Head(found["id"] if found else "", piece)
