"""The command `validate`.

Of a pack that was checked before the verdict is kept. It is found by the bytes of the files alone, so that nothing that
reads YAML or effect texts is even loaded: those modules take longer than all the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from rulewright.cli import choices as told
from rulewright.cli.choices import Choices, Verdict
from rulewright.pack.listing import digests
from rulewright.rulebook import cache
from rulewright.text.render import render


@click.command("validate")
@click.argument("names", metavar="PACK...", nargs=-1, required=True)
@told.with_option
@told.format_option
@click.pass_obj
def command(work: Callable[[], Any], names: tuple[str, ...], chosen: tuple[str, ...], form: str) -> int:
    """Check that a pack can be played: structure, references, types.

    Every number of players and every value of every option is checked, with the overlays it brings. Exit code 1 if
    there is an error.
    """
    choices = told.read_choices(chosen)
    folders = [told.folder_of(name) for name in names]
    verdicts = [(name, _verdict(folder, choices, work)) for name, folder in zip(names, folders, strict=True)]
    if form == told.JSON:
        told.echo_json(_as_json(verdicts))
    else:
        for name, verdict in verdicts:
            _print(name, verdict)
    return told.AT_FAULT if any(told.errors(each.faults) for _, each in verdicts) else 0


def _verdict(folder: Path, choices: Choices, work: Callable[[], Any]) -> Verdict:
    """The verdict that is kept of a pack with these very bytes, or a new one."""
    chosen = [f"{option}={value}" for option, value in choices.options]
    name = cache.key(["verdict", *digests(folder, choices.overlays), *chosen])
    verdict: Verdict | None = cache.get(name)
    if verdict is None:
        verdict = work().verdict(folder, choices)
        cache.put(name, verdict)
    return verdict


def _print(name: str, verdict: Verdict) -> None:
    for fault in verdict.faults:
        click.echo(render(fault, verdict.files))
    click.echo(told.summary(name, verdict.faults))


def _as_json(verdicts: list[tuple[str, Verdict]]) -> dict[str, object]:
    return {
        "packs": [{"pack": name, "diagnostics": told.faults_json(each.faults)} for name, each in verdicts],
        "errors": sum(told.errors(each.faults) for _, each in verdicts),
        "warnings": sum(told.warnings(each.faults) for _, each in verdicts),
    }
