"""The command `validate`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click

from rulewright.cli import packs
from rulewright.cli.packs import Choices, PackOpener
from rulewright.pack.load import PackSource, read
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.render import render


@dataclass(frozen=True, slots=True)
class Verdict:
    """A Verdict is all that is to be said of one pack, and the texts it speaks of."""

    name: str
    faults: list[Diagnostic]
    files: dict[str, str]


@click.command("validate")
@click.argument("names", metavar="PACK...", nargs=-1, required=True)
@packs.with_option
@packs.format_option
def command(names: tuple[str, ...], chosen: tuple[str, ...], form: str) -> int:
    """Check that a pack can be played: structure, references, types.

    Every number of players and every value of every option is checked, with the overlays it brings. Exit code 1 if
    there is an error.
    """
    choices = packs.read_choices(chosen)
    folders = [packs.folder_of(name) for name in names]
    verdicts = [verdict(name, folder, choices) for name, folder in zip(names, folders, strict=True)]
    if form == packs.JSON:
        packs.echo_json(_as_json(verdicts))
    else:
        for each in verdicts:
            _print(each)
    return packs.AT_FAULT if any(packs.errors(each.faults) for each in verdicts) else 0


def verdict(name: str, folder: Path, choices: Choices) -> Verdict:
    """Check one pack for all it may be played with. Raises UsageError for a choice that it does not have."""
    source, faults = read(folder)
    files = packs.texts(source, choices)
    if source is not None and not packs.errors(faults):
        packs.check_choices(source, choices)
    for opener in _openers(source, folder, choices):
        faults += opener.load()[1]
    return Verdict(name, packs.ordered(faults, files), files)


def _openers(source: PackSource | None, folder: Path, choices: Choices) -> Iterator[PackOpener]:
    """Everything the pack may be played with: each number of players, then each value of each option."""
    header = source.header() if source is not None else None
    if source is None or header is None:
        yield PackOpener(folder, choices, 1)
        return
    low, high = header.players
    for players in range(low, high + 1):
        yield PackOpener(folder, choices, players)
    given = [option for option, _ in choices.options]
    for id_, option in source.options().items():
        for value in option.values:
            if id_ not in given and value.source != option.default:
                more = replace(choices, options=(*choices.options, (id_, value.source)))
                yield PackOpener(folder, more, header.recommended)


def _print(found: Verdict) -> None:
    for fault in found.faults:
        click.echo(render(fault, found.files))
    click.echo(packs.summary(found.name, found.faults))


def _as_json(verdicts: list[Verdict]) -> dict[str, object]:
    return {
        "packs": [{"pack": each.name, "diagnostics": packs.faults_json(each.faults)} for each in verdicts],
        "errors": sum(packs.errors(each.faults) for each in verdicts),
        "warnings": sum(packs.warnings(each.faults) for each in verdicts),
    }
