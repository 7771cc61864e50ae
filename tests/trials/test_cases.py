"""The case files of `cases/trials`: tests of the small game with their faults, each wanted on its line."""

from pathlib import Path

import pytest

from rulewright.text.diagnostics import Diagnostic
from tests.chunks import case_files, check
from tests.trials.games import LEDGER, verdicts, write


@pytest.mark.parametrize("file", case_files("trials"), ids=lambda path: path.stem)
def test_case(file: Path, tmp_path: Path) -> None:
    count = 0

    def diagnose(text: str) -> list[Diagnostic]:
        nonlocal count
        count += 1
        folder = write(tmp_path / f"game{count}", {"tests.yaml": text, "ledger.yaml": LEDGER})
        return [fault for verdict in verdicts(folder) for fault in verdict.faults]

    check(file, diagnose)
