"""The command `validate`.

Of a pack that was checked before the verdict is kept. It is found by the bytes of the files alone, so that nothing that
reads YAML or effect texts is even loaded: those modules take longer than all the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from rulewright.console import choices as told
from rulewright.console.choices import Choices, Verdict
from rulewright.console.clickable import folder_name, named, placed
from rulewright.console.exits import AT_FAULT
from rulewright.pack.listing import digests
from rulewright.rulebook import cache
from rulewright.text.render import render


@dataclass(frozen=True, slots=True)
class Told:
    """A Told is what there is to say of one pack: how it was named, its folder, and the verdict."""

    name: str
    folder: Path
    verdict: Verdict


@click.command("validate")
@click.argument("names", metavar="PACK...", nargs=-1, required=True, shell_complete=told.complete_packs)
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
    verdicts = [
        Told(name, folder, _verdict(folder, choices, work)) for name, folder in zip(names, folders, strict=True)
    ]
    if form == told.JSON:
        told.echo_json(_as_json(verdicts))
    else:
        for each in verdicts:
            _print(each)
    return AT_FAULT if any(told.errors(each.verdict.faults) for each in verdicts) else 0


def _verdict(folder: Path, choices: Choices, work: Callable[[], Any]) -> Verdict:
    """The verdict that is kept of a pack with these very bytes, or a new one."""
    chosen = [f"{option}={value}" for option, value in choices.options]
    name = cache.key(["verdict", *digests(folder, choices.overlays), *chosen])
    verdict: Verdict | None = cache.get(name)
    if verdict is None:
        verdict = work().verdict(folder, choices)
        cache.put(name, verdict)
    return verdict


def _print(told_of: Told) -> None:
    faults, files = told_of.verdict.faults, named(told_of.folder, told_of.verdict.files)
    for fault in placed(told_of.folder, faults):
        click.echo(render(fault, files))
    click.echo(told.summary(told_of.name, faults))


def _as_json(verdicts: list[Told]) -> dict[str, object]:
    return {
        "packs": [
            {
                "pack": each.name,
                "folder": folder_name(each.folder),
                "diagnostics": told.faults_json(each.verdict.faults),
            }
            for each in verdicts
        ],
        "errors": sum(told.errors(each.verdict.faults) for each in verdicts),
        "warnings": sum(told.warnings(each.verdict.faults) for each in verdicts),
    }
