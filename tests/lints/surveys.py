"""Small packs surveyed and judged by one lint, for the tests of this layer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from rulewright.judgement.judging import judge
from rulewright.judgement.lint import Lint
from rulewright.judgement.survey import survey
from rulewright.pack.load import read
from rulewright.text.diagnostics import Diagnostic, Severity

HEADER = "pack: {format: 1, id: case, title: A case, version: 1.0.0, players: 1..4, recommended: 2, seats: team}\n"
FLOW = "flow:\n  nothing: end()\n"


def write_case(folder: Path, text: str) -> None:
    """The files of a case: its text, with a header and a flow where it has none."""
    folder.mkdir(parents=True, exist_ok=True)
    if re.search("^pack:", text, re.MULTILINE):
        (folder / "pack.yaml").write_text(text, encoding="utf-8")
        return
    flow = "" if re.search("^flow:", text, re.MULTILINE) else FLOW
    (folder / "pack.yaml").write_text(HEADER + flow, encoding="utf-8")
    (folder / "play.yaml").write_text(text, encoding="utf-8")


def judged(folder: Path, lints: list[Lint], chosen: Mapping[str, str] | None = None) -> list[Diagnostic]:
    """What lints find in the pack of a folder, which is sound."""
    source, faults = read(folder)
    header = source.header() if source is not None else None
    if source is None or header is None:
        raise AssertionError(faults)
    found, more = survey(source, header, chosen or {})
    errors = [fault for fault in (*faults, *more) if fault.severity is Severity.ERROR]
    if found is None or errors:
        raise AssertionError("\n".join(f"{each.span}: {each.id}: {each.message}" for each in errors))
    return judge(found, lints)
