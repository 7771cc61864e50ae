"""The faults that checking a pack finds, collected in the order found; a fault never stops the rest."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.language.syntax.parse import REFUSED
from rulewright.text.diagnostics import Diagnostic, Related, Severity
from rulewright.text.spans import Span
from rulewright.text.suggest import nearest


class Faults:
    """A Faults is the list that every part of the checker adds to."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.refused = False  # whether a text was left out of which reading the files has told the fault

    def add(self, id: str, span: Span, message: str, hint: str = "", related: tuple[Related, ...] = ()) -> None:
        """Notes a fault, once: the same one found on two ways through a text is still one."""
        fault = Diagnostic(id, span, message, hint, related)
        if fault not in self.found:
            self.found.append(fault)

    def take(self, fault: Diagnostic | None) -> None:
        """Notes the fault that the parser found, if it found one."""
        if fault is not None and fault.id == REFUSED:
            self.refused = True
        elif fault is not None and fault not in self.found:
            self.found.append(fault)

    def unknown(self, id: str, span: Span, message: str, name: str, names: Iterable[str]) -> None:
        """Notes a name that nothing has, with the nearest one that something has."""
        near = nearest(name, names)
        self.add(id, span, message, f"did you mean `{near}`?" if near else "")

    def fatal(self) -> bool:
        """Whether the pack cannot be played."""
        return self.refused or any(fault.severity is Severity.ERROR for fault in self.found)
