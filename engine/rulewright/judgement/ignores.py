"""Comments in a pack's files that say which findings are meant to be as they are: `# rulewright: ignore[id] reason`.

At the end of a line such a comment hides what is found in that line. On a line of its own it hides what is found in the
next line that is no comment, and in all that is indented below that line: so one above a block speaks of the block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rulewright.text.blocks import margin
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span

_COMMENT = re.compile(r"(?:^|(?<=\s))#\s*rulewright:\s*(?P<what>.*)$")
_IGNORE = re.compile(r"ignore\s*\[(?P<ids>[^\]]*)\]\s*(?P<reason>.*)$")


@dataclass(slots=True)
class Ignore:
    """An Ignore is one such comment: what it hides, where and why; `hidden` are the ids of which it has hidden one.

    `ids` is empty where the comment is none that could hide something. `first` and `last` are the lines it speaks of.
    """

    span: Span
    ids: tuple[str, ...]
    reason: str
    first: int
    last: int
    hidden: list[str] = field(default_factory=list)

    def hides(self, fault: Diagnostic) -> bool:
        """Whether a fault is one that it speaks of."""
        place = fault.span
        return fault.id in self.ids and place.file == self.span.file and self.first <= place.line <= self.last


class Ignores:
    """An Ignores holds all such comments of a pack, and remembers which of them have hidden something."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.all = [each for name, text in files.items() for each in _ignores(name, text.split("\n"))]

    def left(self, faults: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """The faults that no comment hides."""
        for fault in faults:
            hiding = [each for each in self.all if each.hides(fault)]
            for each in hiding:
                each.hidden.append(fault.id)
            if not hiding:
                yield fault


def _ignores(file: str, lines: list[str]) -> Iterator[Ignore]:
    for number, line in enumerate(lines, 1):
        comment = _COMMENT.search(line)
        if comment is None:
            continue
        span = Span(file, number, comment.start() + 1, number, len(line.rstrip()) + 1)
        found = _IGNORE.fullmatch(comment["what"].strip())
        ids = tuple(each.strip() for each in found["ids"].split(",") if each.strip()) if found is not None else ()
        alone = not line[: comment.start()].strip()
        first, last = _block(lines, number) if alone else (number, number)
        yield Ignore(span, ids, found["reason"].strip() if found is not None else "", first, last)


def _block(lines: list[str], number: int) -> tuple[int, int]:
    """The next line behind a comment that is none, and the last of those indented below it, counted from 1."""
    first = next((at for at in range(number, len(lines)) if not _is_comment(lines[at])), None)
    if first is None:
        return number, number
    last = first
    for at in range(first + 1, len(lines)):
        if lines[at].strip() and margin(lines[at]) <= margin(lines[first]):
            break
        last = at
    return first + 1, last + 1


def _is_comment(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")
