"""Where Python code stands in the pack: lines and columns of spans, put on the nodes made for them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.text.spans import Span

Place = tuple[int, int, int, int]
"""Line, column, end line and end column as `ast` counts them: columns from 0, in UTF-8 bytes."""


_ATTRIBUTES = ("lineno", "col_offset", "end_lineno", "end_col_offset")


@dataclass(slots=True)
class Lines:
    """A Lines turns spans into places. It needs the texts of the files only where a line is not plain ASCII."""

    files: Mapping[str, list[str]]

    def place(self, span: Span) -> Place:
        """The place of a span."""
        start = self._column(span.file, span.line, span.column)
        end = self._column(span.file, span.end_line, span.end_column)
        if (span.end_line, end) < (span.line, start):
            return span.line, start, span.line, start
        return span.line, start, span.end_line, end

    def _column(self, file: str, line: int, column: int) -> int:
        lines = self.files.get(file, ())
        if 0 < line <= len(lines) and not lines[line - 1].isascii():
            return len(lines[line - 1][: column - 1].encode())
        return max(column - 1, 0)


def locate(node: ast.AST, place: Place) -> None:
    """Give a place to a node and to all below it that have none yet."""
    given = dict(zip(_ATTRIBUTES, place, strict=True))
    ahead = [node]
    while ahead:
        one = ahead.pop()
        own = vars(one)
        if "end_lineno" in own:
            continue
        for value in own.values():
            if isinstance(value, ast.AST):
                ahead.append(value)
            elif isinstance(value, list):
                ahead += [each for each in value if isinstance(each, ast.AST)]
        if one._attributes:
            own.update(given)
