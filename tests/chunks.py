"""The one reader of case files: real text in, the expected fault written on its line.

A case file holds chunks split by lines `---`. A line at fault carries `### "regex"`, several where it has several
faults; the marks are taken out before the chunk is read. A regex is searched in `id: message (hint)`. A chunk keeps the
line numbers of its file, by blank lines before it, so that a failing case is found at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from rulewright.text.diagnostics import Diagnostic

CASES = Path(__file__).parent / "cases"

_MARK = re.compile(r'\s*###(?P<wanted>(?:\s*(?:###)?\s*"(?:[^"\\]|\\.)*")+)\s*$')
_REGEX = re.compile(r'"((?:[^"\\]|\\.)*)"')

Diagnose = Callable[[str], Iterable[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A Chunk is one case: `text` without its marks, and the faults wanted as (line, regex)."""

    file: Path
    line: int
    text: str
    wanted: tuple[tuple[int, str], ...]


def case_files(folder: str) -> list[Path]:
    """The case files of one phase, which is a folder of `tests/cases`; there must be some."""
    found = sorted(path for path in (CASES / folder).rglob("*") if path.is_file())
    if not found:
        raise FileNotFoundError(f"no cases in {CASES / folder}")
    return found


def chunks(file: Path) -> list[Chunk]:
    """The chunks of a case file; empty ones are left out."""
    found: list[Chunk] = []
    rows: list[str] = []
    wanted: list[tuple[int, str]] = []
    first = 1
    for number, row in enumerate([*file.read_text(encoding="utf-8").split("\n"), "---"], 1):
        if row != "---":
            mark = _MARK.search(row)
            if mark is not None:
                wanted += [(number, regex.replace('\\"', '"')) for regex in _REGEX.findall(mark["wanted"])]
                row = row[: mark.start()]
            rows.append(row)
            continue
        if any(line.strip() for line in rows):
            text = "\n" * (first - 1) + "\n".join(rows).rstrip("\n") + "\n"
            found.append(Chunk(file, first, text, tuple(wanted)))
        rows, wanted, first = [], [], number + 1
    return found


def complaints(chunk: Chunk, diagnose: Diagnose) -> list[str]:
    """What does not go as the chunk says: faults that it does not want, and wanted ones that never came."""
    waiting = list(chunk.wanted)
    found: list[str] = []
    for fault in diagnose(chunk.text):
        said = f"{fault.id}: {fault.message} ({fault.hint})"
        match = next((item for item in waiting if item[0] == fault.span.line and re.search(item[1], said)), None)
        if match is None:
            found.append(f"{chunk.file.name}:{fault.span.line}:{fault.span.column}: unexpected: {said}")
        else:
            waiting.remove(match)
    found += [f"{chunk.file.name}:{line}: never came: {regex}" for line, regex in waiting]
    return found


def check(file: Path, diagnose: Diagnose) -> None:
    """Fails with all that does not go as a case file says."""
    found = [complaint for chunk in chunks(file) for complaint in complaints(chunk, diagnose)]
    if found:
        raise AssertionError("\n".join(found))
