"""The command `lint`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from rulewright.console import choices as told
from rulewright.console import packs
from rulewright.console.choices import Choices, complete_packs
from rulewright.console.clickable import folder_name, named, placed
from rulewright.console.exits import AT_FAULT
from rulewright.judgement.judging import judge
from rulewright.judgement.survey import survey
from rulewright.lints import LINTS
from rulewright.text.diagnostics import Diagnostic, Severity
from rulewright.text.render import render


@dataclass(frozen=True, slots=True)
class Judged:
    """A Judged is a pack with all that was found in it, and the texts of its files."""

    name: str
    folder: Path
    found: list[Diagnostic]
    files: dict[str, str]

    def count(self, severity: Severity) -> int:
        """How many findings are so grave."""
        return sum(each.severity is severity for each in self.found)


@click.command("lint")
@click.argument("names", metavar="PACK...", nargs=-1, required=True, shell_complete=complete_packs)
@click.option("--strict", is_flag=True, help="Count warnings as errors; notes never count.")
@told.with_option
@told.format_option
def command(names: tuple[str, ...], strict: bool, chosen: tuple[str, ...], form: str) -> int:
    """Judge a pack: what is unused, unreachable, doubtful.

    A finding is hidden by a comment in its line, `# rulewright: ignore[id] reason`; one on a line of its own speaks of
    the next line and all that is indented below it. Exit code 1 if there is an error, with --strict also a warning.
    """
    choices = told.read_choices(chosen)
    judged = [_judged(name, told.folder_of(name), choices) for name in names]
    if form == told.JSON:
        told.echo_json(_as_json(judged))
    else:
        for each in judged:
            _print(each)
    counts = (Severity.ERROR, Severity.WARNING) if strict else (Severity.ERROR,)
    return AT_FAULT if any(each.count(severity) for each in judged for severity in counts) else 0


def _judged(name: str, folder: Path, choices: Choices) -> Judged:
    """All that is to be said of a pack; of one with errors only these."""
    source, header = packs.source_of(name, folder, choices)
    surveyed, faults = survey(source, header, dict(choices.options), choices.overlays)
    found = faults if surveyed is None else judge(surveyed, LINTS.values(), faults)
    return Judged(name, folder, found, packs.texts(source, choices))


def _print(judged: Judged) -> None:
    files = named(judged.folder, judged.files)
    for fault in placed(judged.folder, judged.found):
        click.echo(render(fault, files))
    counts = [told.counted(judged.count(severity), severity.value) for severity in Severity]
    click.echo(f"{judged.name}: {', '.join(count for count in counts if count) or 'nothing found'}")


def _as_json(judged: list[Judged]) -> dict[str, object]:
    return {
        "packs": [
            {
                "pack": each.name,
                "folder": folder_name(each.folder),
                "diagnostics": told.faults_json(each.found),
            }
            for each in judged
        ],
        "errors": sum(each.count(Severity.ERROR) for each in judged),
        "warnings": sum(each.count(Severity.WARNING) for each in judged),
        "notes": sum(each.count(Severity.NOTE) for each in judged),
    }
