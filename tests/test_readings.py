"""Every reading of an unclear rule that is not the default has a test of the pack which fails without it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.pack.load import PackSource, read
from rulewright.resources import content_root
from rulewright.trials.pack_tests import Plan, plan, run_tests

PACK = "arkham_express"


@pytest.fixture(scope="module")
def source() -> PackSource:
    found, faults = read(content_root() / PACK)
    assert found is not None, faults
    return found


@pytest.fixture(scope="module")
def tests(source: PackSource) -> Plan:
    header = source.header()
    assert header is not None
    return plan(source, header, {}, ())


def test_every_reading_is_told_apart_by_a_test(source: PackSource, tests: Plan) -> None:
    """Tests that choose one value are carried out with the default in its place; of each value one must fail."""
    with_one = {name: trial for name, trial in tests.trials.items() if len(trial.options) == 1}
    without = {name: replace(trial, options=()) for name, trial in with_one.items()}
    lost = {
        verdict.trial.id.source
        for verdict in run_tests(replace(tests, trials={**tests.trials, **without}, chosen=list(without)))
        if not verdict.passed
    }
    told = {
        (option.source, value.source)
        for name, trial in with_one.items()
        if name in lost
        for option, value in trial.options
    }
    readings = [
        (option, value.source)
        for option, entry in source.options().items()
        for value in entry.values
        if value.source != entry.default
    ]
    assert len(readings) > 30
    assert [reading for reading in readings if reading not in told] == []


def test_the_readme_lists_every_option_and_every_open_question(source: PackSource) -> None:
    readme = (Path(content_root()) / PACK / "README.md").read_text(encoding="utf-8")
    rows = [row.strip("| ").split(" | ") for row in readme.splitlines() if row.startswith("| `")]
    listed = {row[0].strip("`"): row[-1].split(", ") for row in rows}
    options = {option: [value.source for value in entry.values] for option, entry in source.options().items()}
    assert {option: listed.get(option) for option in options} == options
