"""The case files of `cases/play`: small packs whose own tests pass, by the engine and by the oracle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.pack.load import read
from rulewright.text.diagnostics import Diagnostic
from rulewright.trials.pack_tests import PackBroken, plan, run_tests
from tests.chunks import case_files, check
from tests.oracle.trials import departures

HEADER = "pack: {format: 1, id: case, title: A case, version: 1.0, players: 1..4, recommended: 2, seats: each}\n"
FLOW = 'flow:\n  whole: end("Over")\n'


@pytest.mark.parametrize("file", case_files("play"), ids=lambda path: path.stem)
def test_both_interpreters_do_what_the_tests_say(file: Path, tmp_path: Path) -> None:
    count = 0

    def diagnose(text: str) -> list[Diagnostic]:
        nonlocal count
        count += 1
        return list(faults_of(tmp_path / f"pack{count}", text))

    check(file, diagnose)


def faults_of(folder: Path, text: str) -> Iterator[Diagnostic]:
    """What does not go as the tests of a pack say: by the engine, else by the oracle."""
    write(folder, text)
    source, faults = read(folder)
    yield from faults
    header = source.header() if source is not None and not faults else None
    if source is None or header is None:
        return
    tests = plan(source, header, {}, ())
    assert tests.trials, text
    try:
        verdicts = run_tests(tests)
    except PackBroken as broken:
        yield from broken.faults
        return
    passed = [verdict.trial for verdict in verdicts if verdict.passed]
    yield from (fault for verdict in verdicts for fault in verdict.faults)
    yield from (Diagnostic("oracle", trial.id.span, said) for trial, said in departures(tests, passed))


def write(folder: Path, text: str) -> None:
    """A case as a pack in a folder: with a header and a flow where it has none."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = text if re.search("^flow:", text, re.MULTILINE) else text + FLOW
    if re.search("^pack:", text, re.MULTILINE):
        (folder / "pack.yaml").write_text(whole, encoding="utf-8")
    else:
        (folder / "pack.yaml").write_text(HEADER, encoding="utf-8")
        (folder / "play.yaml").write_text(whole, encoding="utf-8")
