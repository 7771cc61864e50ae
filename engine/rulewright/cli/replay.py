"""The command `replay`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rulewright.cli import packs
from rulewright.cli.packs import Choices, PackOpener
from rulewright.playtest.playthrough import Playthrough, write_ending
from rulewright.playtest.reading import read_file
from rulewright.playtest.replaying import Replay, replay
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.render import render

MOST_NAMED = 20


@click.command("replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--pack", metavar="PACK", help="The pack, where the name in the file does not lead to it.")
@packs.with_option
@packs.format_option
def command(file: Path, pack: str | None, chosen: tuple[str, ...], form: str) -> int:
    """Run a recorded game again and verify it.

    The first step that differs is named, and the definitions of the pack that were changed since. Exit code 1 if
    anything differs. `--with` plays it with other options or overlays than it was recorded with.
    """
    playthrough, faults = read_file(file)
    if playthrough is None:
        raise MalformedFile(file, faults)
    name = pack or playthrough.pack
    choices = _choices(playthrough, packs.read_choices(chosen))
    folder = packs.folder_of(name)
    source, header = packs.source_of(name, folder, choices)
    packs.choose_players(header, playthrough.players)
    book = packs.open_book(name, PackOpener(folder, choices, playthrough.players), source)
    result = replay(book, playthrough)
    if form == packs.JSON:
        packs.echo_json(_as_json(file, playthrough, result))
    else:
        for line in _lines(file, playthrough, result):
            click.echo(line)
    return packs.AT_FAULT if result.difference else 0


class MalformedFile(click.ClickException):
    """A MalformedFile ends a command because its playthrough cannot be read."""

    exit_code = packs.AT_FAULT

    def __init__(self, file: Path, faults: Sequence[Diagnostic]) -> None:
        try:
            text = file.read_text(encoding="utf-8", errors="replace")
        except OSError:
            text = ""
        super().__init__("\n".join(render(fault, {str(file): text}) for fault in faults))

    def format_message(self) -> str:
        """The faults, each with its line."""
        return f"the file is no sound playthrough\n{self.message}"


def _choices(playthrough: Playthrough, more: Choices) -> Choices:
    """What the game was played with, but for what is chosen anew."""
    options = {**playthrough.options, **dict(more.options)}
    overlays = (*map(Path, playthrough.overlays), *more.overlays)
    for path in overlays:
        if not path.is_file():
            raise click.UsageError(f"the game was played with the overlay {path}, which is not there")
    return Choices(tuple(options.items()), overlays)


def _lines(file: Path, playthrough: Playthrough, result: Replay) -> list[str]:
    game = f"{playthrough.pack} {playthrough.version}, game {playthrough.game} of seed {playthrough.seed}"
    if result.difference:
        lines = [f"{file}: {game}: differs at step {result.step}", f"    {result.difference}"]
    else:
        lines = [f"{file}: {game}: the same {len(playthrough.steps)} decisions, {write_ending(playthrough.ending)}"]
    if result.changed:
        lines.append(f"definitions changed since it was recorded: {', '.join(result.changed[:MOST_NAMED])}")
        if len(result.changed) > MOST_NAMED:
            lines.append(f"    and {len(result.changed) - MOST_NAMED} more")
    return lines


def _as_json(file: Path, playthrough: Playthrough, result: Replay) -> dict[str, object]:
    return {
        "file": str(file),
        "pack": playthrough.pack,
        "game": playthrough.game,
        "same": not result.difference,
        "step": result.step,
        "difference": result.difference,
        "changed": list(result.changed),
    }
