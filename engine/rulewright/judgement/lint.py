"""What a lint is: a judgement on a sound pack, with the shelf's two ways of making one.

A lint of a reading looks at the pack as it is played in one way; one of the whole pack looks at all of it at once.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rulewright.judgement.survey import Reading, Survey
from rulewright.text.diagnostics import Diagnostic, Related, Severity
from rulewright.text.spans import Span


@dataclass(frozen=True, slots=True)
class Finding:
    """A Finding is one place of a pack that a lint finds fault with; what is left out is as the lint has it."""

    span: Span
    message: str
    hint: str = ""
    related: tuple[Related, ...] = ()
    confidence: float | None = None


Judge = Callable[[Survey], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Lint:
    """A Lint is an entry of the shelf: its id, how grave and how sure what it finds is, its documentation, its judge.

    The first paragraph of the documentation says what it finds; then follow why that matters, an example of a text in
    which it finds something, and how to mend it.
    """

    id: str
    severity: Severity
    confidence: float
    doc: str
    judge: Judge

    def diagnostics(self, survey: Survey) -> Iterator[Diagnostic]:
        """What the lint has to say of a pack."""
        for each in self.judge(survey):
            sure = self.confidence if each.confidence is None else each.confidence
            yield Diagnostic(self.id, each.span, each.message, each.hint, each.related, self.severity, sure)


def of_pack(severity: Severity, confidence: float = 1.0) -> Callable[[Judge], Lint]:
    """Makes a lint of a function that looks at a whole pack. Its id is the function's name with hyphens."""

    def made(judge: Judge) -> Lint:
        return _lint(judge, severity, confidence, judge)

    return made


def of_reading(
    severity: Severity, confidence: float = 1.0, *, everywhere: bool = True
) -> Callable[[Callable[[Reading], Iterable[Finding]]], Lint]:
    """Makes a lint of a function that looks at a pack as it is played in one way.

    What is found `everywhere` counts only where it is found in every way of playing in which its line stands: so
    nothing is called unused that an option or a number of players uses.
    """

    def made(function: Callable[[Reading], Iterable[Finding]]) -> Lint:
        def judge(survey: Survey) -> Iterator[Finding]:
            return _joined(survey, function, everywhere)

        return _lint(function, severity, confidence, judge)

    return made


def _lint(function: Callable[..., object], severity: Severity, confidence: float, judge: Judge) -> Lint:
    id_ = function.__name__.rstrip("_").replace("_", "-")
    return Lint(id_, severity, confidence, inspect.getdoc(function) or "", judge)


def _joined(survey: Survey, function: Callable[[Reading], Iterable[Finding]], everywhere: bool) -> Iterator[Finding]:
    """What is found in the ways of playing, each once."""
    found: dict[tuple[Span, str], tuple[Finding, list[Reading]]] = {}
    for reading in survey.readings:
        for each in function(reading):
            found.setdefault((each.span, each.message), (each, []))[1].append(reading)
    for finding, met in found.values():
        place = finding.span.file, finding.span.line
        if not everywhere or all(reading in met for reading in survey.readings if place in reading.lines):
            yield finding
