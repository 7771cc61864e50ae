"""The case files of `cases/pack`: packs with faults, each wanted on its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.pack.load import build, in_order, read
from rulewright.text.diagnostics import Diagnostic
from tests.chunks import case_files, check

HEADER = "pack: {id: case, title: A case, version: 1.0, players: 1..4, seats: team}\n"
_PART = re.compile(r"# (?P<what>file|beside): (?P<name>\S+)")
_CHOICE = re.compile(r"# with: (\w+)=(\w+)")


def _split(text: str) -> dict[str, tuple[str, str]]:
    """The files of a chunk: name -> whether it is of the pack or given beside it, and its text at its own lines."""
    parts: dict[str, tuple[str, list[str]]] = {"play.yaml": ("file", [])}
    name = "play.yaml"
    for number, row in enumerate(text.split("\n")):
        found = _PART.fullmatch(row)
        if found is not None:
            name = found["name"]
            parts[name] = (found["what"], [""] * (number + 1))
        else:
            parts[name][1].append(row)
    return {name: (what, "\n".join(rows)) for name, (what, rows) in parts.items()}


@pytest.mark.parametrize("file", case_files("pack"), ids=lambda path: path.stem)
def test_case(file: Path, tmp_path: Path) -> None:
    count = 0

    def diagnose(text: str) -> list[Diagnostic]:
        nonlocal count
        count += 1
        folder, beside = tmp_path / f"pack{count}", tmp_path / f"beside{count}"
        parts = _split(text)
        if not re.search("^pack:", text, re.MULTILINE):
            parts["pack.yaml"] = ("file", HEADER)
        else:
            parts["pack.yaml"] = parts.pop("play.yaml")
        for name, (what, part) in parts.items():
            path = (folder if what == "file" else beside) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(part, encoding="utf-8")
        source, faults = read(folder)
        assert source is not None
        overlays = [beside / name for name, (what, _) in parts.items() if what == "beside"]
        _, more = build(source, dict(_CHOICE.findall(text)), overlays)
        return in_order([*faults, *more], [file.name for file in source.files])

    check(file, diagnose)
