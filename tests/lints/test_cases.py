"""The case files of `cases/lints`: what each lint finds, on its line, and the nearest texts that it finds sound."""

from pathlib import Path

import pytest

from rulewright.lints import LINTS
from rulewright.text.diagnostics import Diagnostic
from tests.chunks import CASES, check, chunks
from tests.lints.surveys import judged, write_case

SUPPOSED = "unused-definition"  # what lints about other findings are tried with


def file_of(id_: str) -> Path:
    return CASES / "lints" / f"{id_.replace('-', '_')}.yaml"


@pytest.mark.parametrize("id_", list(LINTS))
def test_case(id_: str, tmp_path: Path) -> None:
    count = 0

    def diagnose(text: str) -> list[Diagnostic]:
        nonlocal count
        count += 1
        folder = tmp_path / f"pack{count}"
        write_case(folder, text)
        asked = [LINTS[each] for each in dict.fromkeys((SUPPOSED, id_))]
        return [fault for fault in judged(folder, asked) if fault.id == id_]

    check(file_of(id_), diagnose)


@pytest.mark.parametrize("id_", list(LINTS))
def test_there_is_a_case_that_fires_and_one_that_does_not(id_: str) -> None:
    wanted = [bool(chunk.wanted) for chunk in chunks(file_of(id_))]
    assert True in wanted
    assert False in wanted


def test_every_case_file_has_its_lint() -> None:
    names = [file.stem.replace("_", "-") for file in (CASES / "lints").iterdir()]
    assert sorted(names) == sorted(LINTS)
