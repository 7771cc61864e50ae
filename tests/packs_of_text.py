"""Packs that stand as texts in tests, made ready for both interpreters."""

from __future__ import annotations

from pathlib import Path

from rulewright.pack.load import build, read
from rulewright.text.diagnostics import Diagnostic, Severity
from tests.oracle.games import Both, ready


def faults_or_both(folder: Path, text: str, players: int) -> tuple[Both | None, list[Diagnostic]]:
    """A pack made ready, or its faults."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    source, faults = read(folder)
    pack, found = build(source, {}, ()) if source is not None else (None, [])
    if pack is None or any(each.severity is Severity.ERROR for each in (*faults, *found)):
        return None, [*faults, *found]
    return ready(pack, players, False)


def both_of(folder: Path, text: str, players: int) -> Both:
    """A pack made ready; it has no faults."""
    both, faults = faults_or_both(folder, text, players)
    assert both is not None, faults
    return both
