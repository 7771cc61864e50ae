"""The case files of `cases/language`: small packs with faults, each wanted on its line, and sound ones."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulewright.language.check as check_package
import rulewright.language.syntax as syntax_package
from rulewright.text.diagnostics import Diagnostic
from tests.chunks import case_files, check, chunks
from tests.language.check.packs import case

BESIDE = "extra"  # checks texts that stand in no pack, so no case can hold them
_NOTES = ("fault", "add", "unknown", "Diagnostic", "_where")


@pytest.mark.parametrize("file", case_files("language"), ids=lambda path: path.stem)
def test_case(file: Path, tmp_path: Path) -> None:
    count = 0

    def diagnose(text: str) -> list[Diagnostic]:
        nonlocal count
        count += 1
        program, faults, _ = case(tmp_path / f"pack{count}", text)
        assert (program is None) == bool(faults)
        return faults

    check(file, diagnose)


def _ids(file: Path) -> Iterator[str]:
    """The ids of the faults that a module can find: each is a string given to one of _NOTES."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            texts = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if name in _NOTES and texts and texts[0].replace("-", "").isalpha():
                yield texts[0]


def test_every_fault_has_a_case() -> None:
    folders = [Path(package.__path__[0]) for package in (check_package, syntax_package)]
    modules = [file for folder in folders for file in sorted(folder.glob("*.py")) if file.stem != BESIDE]
    ids = dict.fromkeys(id for module in modules for id in _ids(module))
    assert len(ids) > 50
    wanted = [regex for file in case_files("language") for chunk in chunks(file) for _, regex in chunk.wanted]
    assert [id for id in ids if not any(regex.startswith(f"{id}: ") for regex in wanted)] == []
