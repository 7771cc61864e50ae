"""Every value of an option that is not the default has a test of its pack which fails without it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rulewright.pack.load import PackSource, read
from rulewright.resources import content_root
from rulewright.trials.pack_tests import Plan, plan, run_tests
from rulewright.trials.proof import PROVES_NOTHING
from rulewright.trials.trial import Trial

PACKS = {"arkham_express": 30, "army_of_darkness": 60, "dawn_and_demons": 45, "evil_dead_2": 70}
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
    """Tests that choose a value are carried out with the default in its place until, of each value, one has failed."""
    readings = [
        (option, value.source)
        for option, entry in source.options().items()
        for value in entry.values
        if value.source != entry.default
    ]
    assert len(readings) >= PACKS[source.folder.name]
    waiting = {f"{option}={value}": with_default(tests, option, value) for option, value in readings}
    untold = []
    while waiting:
        turn = {name: next(trials, None) for name, trials in waiting.items()}
        untold += [name for name, trial in turn.items() if trial is None]
        tried = {name: replace(trial, id=replace(trial.id, source=name)) for name, trial in turn.items() if trial}
        verdicts = run_tests(replace(tests, trials={**tests.trials, **tried}, chosen=list(tried)))
        passed = [each.trial.id.source for each in verdicts if all(fault.id == PROVES_NOTHING for fault in each.faults)]
        waiting = {name: waiting[name] for name in passed}
    assert untold == []


def with_default(tests: Plan, option: str, value: str) -> Iterator[Trial]:
    """The tests that choose this value, without it and their twins; first those with the fewest other values."""
    chosen = [each for each in tests.trials.values() if (option, value) in sources(each)]
    for trial in sorted(chosen, key=lambda each: len(each.options)):
        others = tuple(each for each in trial.options if each[0].source != option)
        yield replace(trial, options=others, unlike=None)


def sources(trial: Trial) -> list[tuple[str, str]]:
    return [(option.source, value.source) for option, value in trial.options]


def test_the_readme_lists_every_option_and_every_open_question(source: PackSource) -> None:
    readme = (source.folder / "README.md").read_text(encoding="utf-8")
    rows = [row.strip("| ").split(" | ") for row in readme.splitlines() if row.startswith("| `")]
    listed = {row[0].strip("`"): row[-1].split(", ") for row in rows}
    options = {option: [value.source for value in entry.values] for option, entry in source.options().items()}
    assert {option: listed.get(option) for option in options} == options
