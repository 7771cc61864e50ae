"""The faults that checking a pack finds, collected in the order found; a fault never stops the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from rulewright.language.syntax.parse import REFUSED
from rulewright.text.diagnostics import Diagnostic, Related, Severity
from rulewright.text.spans import Span
from rulewright.text.suggest import nearest

MOST_TOLD = 8  # of names that could have been meant
MOST_COMPARED = 50_000  # names with names: to compare thousands with thousands would take minutes


class Faults:
    """A Faults is the list that every part of the checker adds to."""

    def __init__(self, removed: Mapping[str, Span] = MappingProxyType({})) -> None:
        self.removed = removed  # the names that overlays remove, and where
        self._found: dict[Diagnostic, None] = {}
        self._compared = 0
        self.refused = False  # whether a text was left out of which reading the files has told the fault

    def add(self, id: str, span: Span, message: str, hint: str = "", related: tuple[Related, ...] = ()) -> None:
        """Notes a fault, once: the same one found on two ways through a text is still one."""
        self._found[Diagnostic(id, span, message, hint, related)] = None

    @property
    def found(self) -> list[Diagnostic]:
        """All faults, in the order found."""
        return list(self._found)

    def take(self, fault: Diagnostic | None) -> None:
        """Notes the fault that the parser found, if it found one."""
        if fault is not None and fault.id == REFUSED:
            self.refused = True
        elif fault is not None:
            self._found[fault] = None

    def unknown(self, id: str, span: Span, message: str, name: str, names: Iterable[str], otherwise: str = "") -> None:
        """Notes a name that nothing has, with the nearest one that something has, but not far too often.

        Where nothing is near, `otherwise` is the hint.
        """
        if name in self.removed:
            self.add(id, span, message, "", (Related(self.removed[name], "an overlay removes it here"),))
            return
        near = None
        if self._compared < MOST_COMPARED:
            known = tuple(names)
            self._compared += len(known)
            near = _nearest(name, known)
            known = () if otherwise or len(known) > MOST_TOLD else tuple(dict.fromkeys(known))
            otherwise = f"known: {', '.join(known)}" if known else otherwise
        self.add(id, span, message, f"did you mean `{near}`?" if near else otherwise)

    def fatal(self) -> bool:
        """Whether the pack cannot be played."""
        return self.refused or any(fault.severity is Severity.ERROR for fault in self._found)


@lru_cache(maxsize=4096)
def _nearest(name: str, names: tuple[str, ...]) -> str | None:
    """As `nearest`; a pack that is checked for many numbers of players asks the same again and again."""
    return nearest(name, names)
