"""Blocks of lines: a line with those below it that stand further right, and how far right a line stands."""

from __future__ import annotations

from collections.abc import Sequence


def margin(line: str) -> int:
    """How many blanks and tabs a line begins with."""
    return len(line) - len(line.lstrip())


def indent(line: str) -> int:
    """How far YAML takes a line to be indented, for which only blanks count."""
    return len(line) - len(line.lstrip(" "))


def block_at(lines: Sequence[str], index: int) -> list[str]:
    """The line at an index with those below it that stand further right, up to an empty one; moved to the left."""
    left = margin(lines[index])
    end = next((at for at in range(index + 1, len(lines)) if margin(lines[at]) <= left), len(lines))
    return [line[left:] for line in lines[index:end]]
