"""Faults of YAML syntax in the designer's words, all of a file in one run.

The parser stops at its first fault. So the lines at fault are emptied and the file is read again: the rest is still
checked, and faults that only follow from an emptied line can be told by the holes it leaves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml

from rulewright.pack.schema import check_schema
from rulewright.pack.slips import Slip
from rulewright.pack.values import Mapping, TooMuch, Value, compose
from rulewright.text.blocks import indent
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span

_REPAIRS = 25
_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_ODD_INDENT = re.compile(" *[\t\u00a0\u2000-\u200b\u202f\u3000]")
_TAB_WIDTHS = (2, 4, 8)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A Parsed is what could be read of a file: its sections, what is wrong, and the emptied lines (from, to)."""

    root: Mapping | None
    faults: tuple[Diagnostic, ...]
    holes: tuple[tuple[int, int], ...] = ()


def parse(file: str, text: str) -> Parsed:
    """Reads the text of one file, which has `\\n` line ends; never raises, whatever it holds."""
    odd = _UNREADABLE.search(text)
    if odd is not None:
        return Parsed(None, (_unreadable(file, text, odd),))
    lines = text.split("\n")
    conflicts = _conflicts(file, lines)
    tabs, holes = _tabs(file, lines)
    faults = [*conflicts, *tabs]
    doubtful = ("indentation", "no-key") if tabs else ()
    for _ in range(_REPAIRS):
        try:
            value, refused = compose(file, "\n".join(lines))
        except TooMuch as fault:
            return Parsed(None, (*faults, fault.diagnostic))
        except yaml.MarkedYAMLError as fault:
            diagnostic = Slip(file, lines, fault).explain()
            hole = _empty(lines, diagnostic.span.line)
            if diagnostic.id not in doubtful and not (faults and _follows(faults[-1], holes, diagnostic)):
                faults.append(diagnostic)
            if hole is None:
                return Parsed(None, tuple(faults))
            holes.append(hole)
            continue
        return _sections(file, value, [*faults, *refused], holes)
    return Parsed(None, tuple(faults))


def _sections(file: str, value: Value | None, faults: list[Diagnostic], holes: list[tuple[int, int]]) -> Parsed:
    if isinstance(value, Mapping):
        return Parsed(value, tuple(faults), tuple(holes))
    if not faults and value is None:
        hint = "write its first section, such as `pack:`" if file == "pack.yaml" else "delete it"
        faults.append(Diagnostic("empty-file", Span(file, 1, 1, 1, 1), "the file holds nothing", hint))
    elif not faults and value is not None:
        message = "a file of a pack is made of sections, each a key at the margin"
        faults.append(Diagnostic("no-sections", value.span, message, "such as `things:` or `procs:`"))
    return Parsed(None, tuple(faults), tuple(holes))


def _unreadable(file: str, text: str, odd: re.Match[str]) -> Diagnostic:
    before = text[: odd.start()]
    line, column = before.count("\n") + 1, odd.start() - (before.rfind("\n") + 1) + 1
    code = ord(odd.group())
    span = Span(file, line, column, line, column + 1)
    if code == 0:
        return Diagnostic("binary-file", span, "this is no text file: it holds a zero byte")
    return Diagnostic("odd-character", span, f"a character that a text cannot hold (U+{code:04X})", "delete it")


def _tabs(file: str, lines: list[str]) -> tuple[list[Diagnostic], list[tuple[int, int]]]:
    """Refuses tabs in indentation; one diagnostic a file, at the first.

    They count as as many blanks as make the file fit best; where none fit, their lines are emptied.
    """
    found: list[tuple[int, int]] = []
    lines_before = list(lines)
    column = 0
    for number, line in enumerate(lines, 1):
        odd = _ODD_INDENT.match(line)
        if odd is None:
            continue
        tab = odd.end() - 1
        if line.strip():
            found.append((number, number))
            column = column or tab + 1
        bare = line.lstrip()
        plain = " " * (len(line) - len(bare)) + bare
        lines[number - 1] = "" if "\t" in line[: len(line) - len(bare)] else plain
    if not found:
        return [], []
    fitting = _fitting(file, lines_before)
    if fitting is not None:
        lines[:] = fitting
    first = found[0][0]
    holes = [hole for hole in found if not lines[hole[0] - 1]]
    more = f" (and on {len(found) - 1} more lines)" if len(found) > 2 else " (and on one more line)" * (len(found) - 1)
    span = Span(file, first, column, first, column + 1)
    what = "a tab" if lines_before[first - 1][column - 1] == "\t" else "a space that is no plain one"
    return [Diagnostic("tab", span, f"{what} in the indentation{more}", "indent with spaces")], holes


def _fitting(file: str, lines: list[str]) -> list[str] | None:
    """The lines with blanks for tabs, as wide as leaves the fewest faults of structure; None where none can be read."""
    found: list[tuple[int, list[str]]] = []
    for width in _TAB_WIDTHS:
        wider = [_widened(line, width) for line in lines]
        try:
            root, _ = compose(file, "\n".join(wider))
        except (yaml.MarkedYAMLError, TooMuch):
            continue
        if isinstance(root, Mapping):
            found.append((sum(1 for _ in check_schema(root)), wider))
    return min(found, key=lambda each: each[0])[1] if found else None


def _widened(line: str, width: int) -> str:
    bare = line.lstrip()
    return " " * len(line[: len(line) - len(bare)].expandtabs(width)) + bare


def _conflicts(file: str, lines: list[str]) -> list[Diagnostic]:
    """Refuses what a merge has left to be decided, and empties all of it but the first version."""
    faults: list[Diagnostic] = []
    begin, rest = 0, 0  # the lines where a conflict begins, and where what is not the first version does
    for number, line in enumerate(lines, 1):
        if line.startswith("<<<<<<< "):
            begin, rest = number, 0
        elif begin and not rest and line.startswith(("||||||| ", "=======")):
            rest = number
        elif rest and line.startswith(">>>>>>> "):
            span = Span(file, begin, 1, begin, 8)
            message = f"a merge left two versions here, up to line {number}"
            faults.append(Diagnostic("merge-conflict", span, message, "keep one of them and delete the marks"))
            for emptied in (begin, *range(rest, number + 1)):
                lines[emptied - 1] = ""
            begin, rest = 0, 0
    return faults


def _empty(lines: list[str], first: int) -> tuple[int, int] | None:
    """Empties a line and those indented deeper below it; None if there was nothing to empty."""
    if not 1 <= first <= len(lines) or not lines[first - 1].strip():
        return None
    margin = indent(lines[first - 1])
    last = first
    while last < len(lines) and (not lines[last].strip() or indent(lines[last]) > margin):
        last += 1
    while last > first and not lines[last - 1].strip():
        last -= 1
    lines[first - 1 : last] = [""] * (last - first + 1)
    return first, last


def _follows(last: Diagnostic, holes: list[tuple[int, int]], new: Diagnostic) -> bool:
    """Whether a fault is the same one going on in the next line."""
    return last.id == new.id == "indentation" and any(hole[1] + 1 == new.span.line for hole in holes)
