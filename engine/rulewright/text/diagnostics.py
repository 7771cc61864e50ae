"""What is wrong with a text, as data: collected by every phase, never raised."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rulewright.text.spans import Span


class Severity(Enum):
    """How grave a diagnostic is: an error stops a pack from being played, a note only informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Related:
    """A Related is a second place that explains a diagnostic."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A Diagnostic is one fault of a text: its id in words, its place, what is wrong in the designer's words.

    `confidence` is 1.0 where the fault is certain, less for a judgement. `hint` says what to write instead.
    """

    id: str
    span: Span
    message: str
    hint: str = ""
    related: tuple[Related, ...] = ()
    severity: Severity = Severity.ERROR
    confidence: float = 1.0
