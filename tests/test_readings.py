"""Every value of an option that is not the default has a test of its pack which fails without it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright.pack.load import PackSource, read
from rulewright.resources import content_root
from rulewright.trials.pack_tests import Plan, plan, run_tests

PACKS = {"arkham_express": 30, "army_of_darkness": 60, "evil_dead_2": 70}
"""Packs whose rulebook leaves questions open, and how many values of options they have at least beside the defaults."""


@pytest.fixture(scope="module", params=PACKS)
def source(request: pytest.FixtureRequest) -> PackSource:
    found, faults = read(content_root() / request.param)
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
    assert len(readings) >= PACKS[source.folder.name]
    assert [reading for reading in readings if reading not in told] == []


def test_the_readme_lists_every_option_and_every_open_question(source: PackSource) -> None:
    readme = (source.folder / "README.md").read_text(encoding="utf-8")
    rows = [row.strip("| ").split(" | ") for row in readme.splitlines() if row.startswith("| `")]
    listed = {row[0].strip("`"): row[-1].split(", ") for row in rows}
    options = {option: [value.source for value in entry.values] for option, entry in source.options().items()}
    assert {option: listed.get(option) for option in options} == options
