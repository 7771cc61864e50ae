"""What lints look at: a pack in the ways in which it can be played, each checked and analysed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from rulewright.builtins import SHELF
from rulewright.judgement.ignores import Ignores
from rulewright.judgement.reach import Reach
from rulewright.judgement.ways import Way, ways
from rulewright.language.analysis.analyse import Analysis, analyse
from rulewright.language.analysis.scene import texts
from rulewright.language.analysis.trees import walk
from rulewright.language.program import Program
from rulewright.language.tree import Const
from rulewright.pack.load import PackSource, in_order, sections
from rulewright.pack.model import Header, Pack
from rulewright.pack.values import Mapping as Tree
from rulewright.pack.values import Scalar, Value
from rulewright.pack.values import Sequence as Row
from rulewright.rulebook.load import examine
from rulewright.text.diagnostics import Diagnostic, Severity
from rulewright.text.spans import Span

_NAME = re.compile(r"[^\W\d]\w*")
_BESIDE = ("tests", "ledger", "options")


class Reading:
    """A Reading is a pack as it is played in one way: with some options chosen, by some number of players.

    `tree` is the joined tree of its YAML, `pack` the same as a model, `program` what its texts say, checked.
    """

    def __init__(self, tree: Tree, pack: Pack, program: Program) -> None:
        self.tree = tree
        self.pack = pack
        self.program = program

    @cached_property
    def analysis(self) -> Analysis:
        """What the texts do."""
        return analyse(self.program, SHELF)

    @cached_property
    def nodes(self) -> list[Any]:
        """Every node of the checked tree that runs while a game is played, as they stand."""
        return list(walk(texts(self.program)))

    @cached_property
    def scalars(self) -> list[Scalar]:
        """Every word and text of the joined tree."""
        return list(_scalars(self.tree))

    @cached_property
    def playing(self) -> list[Scalar]:
        """Those of them that have to do with playing: no tests, no ledger, no options."""
        entries = self.tree.entries.items()
        return [each for name, entry in entries if name not in _BESIDE for each in _scalars(entry.value)]

    @cached_property
    def tested(self) -> frozenset[str]:
        """The names that stand in tests."""
        tests = self.tree.get("tests")
        sources = (each.source for each in _scalars(tests)) if tests is not None else ()
        return frozenset(name for source in sources for name in _NAME.findall(source))

    @cached_property
    def lines(self) -> frozenset[tuple[str, int]]:
        """The lines, as (file, line), that have a say in this way of playing."""
        return frozenset(
            (each.span.file, line)
            for each in self.scalars
            for line in range(each.span.line, max(each.span.end_line, each.span.line) + 1)
        )

    @cached_property
    def reach(self) -> Reach:
        """What of it can come into play."""
        return Reach(self.program, self.pack)

    def written(self, span: Span) -> str:
        """What stands at a place, its first line only."""
        lines = self.pack.files.get(span.file, "").split("\n")
        if not 1 <= span.line <= len(lines):
            return ""
        end = span.end_column - 1 if span.end_line == span.line else None
        return lines[span.line - 1][span.column - 1 : end]

    def option(self, node: Const) -> str:
        """The option whose value a constant is, so that it is another one in another way of playing; empty for none."""
        span = node.span
        name, before = self.written(span), replace(span, column=max(span.column - 4, 1), end_column=span.column)
        return name if name in self.pack.options and self.written(before) == "opt." else ""


def _scalars(value: Value) -> Iterator[Scalar]:
    match value:
        case Scalar():
            yield value
        case Row(items=items):
            for item in items:
                yield from _scalars(item)
        case Tree(entries=entries):
            for entry in entries.values():
                yield entry.key
                yield from _scalars(entry.value)


@dataclass(slots=True)
class Survey:
    """A Survey is a pack in all the ways in which lints read it, and the ignores that stand in its files.

    The first reading is the one with the default of each option. `whole` says that no option was chosen and no overlay
    laid over the pack, so that all of it is there.
    """

    source: PackSource
    readings: list[Reading]
    ignores: Ignores
    whole: bool

    @property
    def tree(self) -> Tree:
        """The joined tree of the first reading."""
        return self.readings[0].tree


def survey(
    source: PackSource, header: Header, chosen: Mapping[str, str], overlays: Sequence[Path] = ()
) -> tuple[Survey | None, list[Diagnostic]]:
    """A pack read in several ways, and what checking it has to say; None where it has errors.

    `chosen` maps an option to the value that it has in all of them; `overlays` lie over the pack in all of them.
    """
    readings: list[Reading] = []
    faults: list[Diagnostic] = []
    for way in ways(source, header, chosen, overlays):
        found = _read(source, [way], overlays)
        if found.broken and len(way.apart) > 1:
            found = _read(source, way.apart, overlays)
        faults += found.faults
        readings += found.readings
    names = [file.name for file in source.files]
    faults = in_order(faults, names)
    if any(fault.severity is Severity.ERROR for fault in faults):
        return None, faults
    return Survey(source, readings, Ignores(readings[0].pack.files), not chosen and not overlays), faults


@dataclass(frozen=True, slots=True)
class _Found:
    """A _Found is what came of checking a pack in some ways."""

    readings: list[Reading]
    faults: list[Diagnostic]

    @property
    def broken(self) -> bool:
        """Whether one of them has an error."""
        return any(fault.severity is Severity.ERROR for fault in self.faults)


def _read(source: PackSource, some: Iterable[Way], overlays: Sequence[Path]) -> _Found:
    found = _Found([], [])
    for way in some:
        examined = examine(source, way.chosen, way.players, overlays)
        found.faults.extend(examined.faults)
        if examined.pack is not None and examined.program is not None:
            tree = sections(source, way.chosen, overlays)[0]
            found.readings.append(Reading(tree, examined.pack, examined.program))
    return found
