"""Where a piece of text stands in a file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A Span is a stretch of one file, from its first character up to and not including its end.

    Lines and columns count characters from 1. `file` is the path as a designer would type it, relative to the pack.
    A span of line 0 means the file as a whole.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @staticmethod
    def whole(file: str) -> Span:
        """The span of a file as a whole: of one that cannot be read, or of a choice made on the command line."""
        return Span(file, 0, 0, 0, 0)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Text:
    """A Text is a scalar of a pack as it was written, with the place of its first character.

    Every line of `source` begins at column `span.column` of the file: true of block scalars, whose margin YAML cuts
    off, and of plain scalars, which stand on one line.
    """

    source: str
    span: Span

    def __str__(self) -> str:
        return self.source

    def piece(self, line: int, column: int, end_line: int, end_column: int) -> str:
        """A piece of this text that stands on one line, given like that of `at`; of a longer one the first line."""
        row = self.source.split("\n")[line - 1]
        return row[column - 1 : end_column - 1 if end_line == line else len(row)]

    def at(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """The span of a piece of this text, given its 1-based lines and columns inside `source`."""
        top, margin = self.span.line - 1, self.span.column - 1
        return Span(self.span.file, top + line, margin + column, top + end_line, margin + end_column)
