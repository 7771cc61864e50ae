"""The command `test`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from rulewright.console import packs
from rulewright.console.choices import (
    JSON,
    Choices,
    complete_packs,
    echo_json,
    faults_json,
    folder_of,
    format_option,
    read_choices,
    with_option,
)
from rulewright.console.clickable import at, file_name, folder_name, named, placed
from rulewright.console.exits import AT_FAULT
from rulewright.pack.load import PackSource
from rulewright.text.render import render
from rulewright.text.suggest import nearest
from rulewright.trials.pack_tests import PackBroken, Plan, Verdict, plan, run_tests

_INDENT = "    "
_FIRST, _LAST = 20, 40


@click.command("test")
@click.argument("names", metavar="PACK...", nargs=-1, required=True, shell_complete=complete_packs)
@click.option(
    "--only", multiple=True, metavar="NAME", help="Carry out only this test; `*` stands for anything. May be repeated."
)
@with_option
@format_option
def command(names: tuple[str, ...], only: tuple[str, ...], chosen: tuple[str, ...], form: str) -> int:
    """Carry out a pack's own tests.

    A failing test is told step by step, with the lines of the pack that ran and the values of what was expected. Exit
    code 1 if a test fails.
    """
    choices = read_choices(chosen)
    found = [(name, *planned(name, choices, only)) for name in names]
    if only and not any(tests.chosen for _, _, tests in found):
        known = list(dict.fromkeys(test for _, _, tests in found for test in tests.trials))
        near = nearest(only[0], known)
        raise click.UsageError(f"--only {only[0]}: no test is called so{f'; did you mean {near}?' if near else ''}")
    verdicts = [(name, carried_out(name, source, choices, tests), source) for name, source, tests in found]
    passed = sum(verdict.passed for _, each, _ in verdicts for verdict in each)
    failed = sum(not verdict.passed for _, each, _ in verdicts for verdict in each)
    if form == JSON:
        told = [
            {"pack": name, "folder": folder_name(source.folder), "tests": [_as_json(verdict) for verdict in each]}
            for name, each, source in verdicts
        ]
        echo_json({"packs": told, "passed": passed, "failed": failed})
    else:
        for name, each, source in verdicts:
            _print(name, each, source.folder, packs.texts(source, choices), len(verdicts) > 1)
        click.echo(f"{passed} passed, {failed} failed")
    return AT_FAULT if failed else 0


def planned(name: str, choices: Choices, only: Sequence[str] = ()) -> tuple[PackSource, Plan]:
    """The files of a pack and the tests in them. Raises UsageError and PackFaults."""
    source, header = packs.source_of(name, folder_of(name), choices)
    return source, plan(source, header, dict(choices.options), choices.overlays, only)


def carried_out(name: str, source: PackSource, choices: Choices, tests: Plan) -> list[Verdict]:
    """What came of each test. Raises PackFaults where the pack cannot be played."""
    try:
        return run_tests(tests)
    except PackBroken as broken:
        raise packs.PackFaults(name, source.folder, list(broken.faults), packs.texts(source, choices)) from broken


def _print(name: str, verdicts: Sequence[Verdict], folder: Path, files: Mapping[str, str], several: bool) -> None:
    """The failing tests of a pack; of several packs each with its count."""
    for verdict in verdicts:
        if not verdict.passed:
            click.echo("\n".join(_story(verdict, folder, named(folder, files))) + "\n")
    if several:
        failed = sum(not verdict.passed for verdict in verdicts)
        click.echo(f"{name}: {len(verdicts) - failed} passed, {failed} failed")


def _story(verdict: Verdict, folder: Path, files: Mapping[str, str]) -> list[str]:
    """A failing test: what was given, what happened, what was wrong."""
    trial = verdict.trial
    rules = f" ({', '.join(rule.source for rule in trial.rules)})" if trial.rules else ""
    place = at(folder, trial.id.span)
    lines = [f"FAILED {place.file}:{place.line} {trial.id}{rules}"]
    if trial.given:
        lines += ["  given", *(f"{_INDENT}{path}: {value}" for path, value in trial.given)]
    if verdict.events:
        places = [f"{file_name(folder, event.file)}:{event.line}" if event.line else "" for event in verdict.events]
        width = max(map(len, places))
        told = [f"{_INDENT}{place:{width}}  {event.said}" for place, event in zip(places, verdict.events, strict=True)]
        lines += ["  happened", *_shortened(told)]
    lines.append("  but")
    for fault in placed(folder, verdict.faults):
        lines += [f"{_INDENT}{line}" for line in render(fault, files).split("\n")]
    return lines


def _shortened(told: list[str]) -> list[str]:
    """The first and the last lines of a long story."""
    left_out = len(told) - _FIRST - _LAST
    if left_out <= 0:
        return told
    return [*told[:_FIRST], f"{_INDENT}... {left_out} more ...", *told[-_LAST:]]


def _as_json(verdict: Verdict) -> dict[str, object]:
    trial = verdict.trial
    return {
        "test": trial.id.source,
        "file": trial.id.span.file,
        "line": trial.id.span.line,
        "rules": [rule.source for rule in trial.rules],
        "passed": verdict.passed,
        "given": {path.source: value.source for path, value in trial.given},
        "happened": [{"file": each.file, "line": each.line, "said": each.said} for each in verdict.events],
        "diagnostics": faults_json(verdict.faults),
    }
