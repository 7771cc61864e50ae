"""The command `replay`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from rulewright.console import packs
from rulewright.console.choices import (
    JSON,
    Choices,
    echo_json,
    format_option,
    read_choices,
    with_option,
)
from rulewright.console.exits import AT_FAULT
from rulewright.console.packs import PackOpener
from rulewright.console.recorded import MalformedFile, recorded_choices, recorded_folder, unknown_options
from rulewright.play.book import Book
from rulewright.playtest.playthrough import Playthrough, write_ending
from rulewright.playtest.printing import counted
from rulewright.playtest.reading import read_file
from rulewright.playtest.replaying import Replay, retrace
from rulewright.playtest.told import told_to

MOST_NAMED = 20


@click.command("replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--pack", metavar="PACK", help="The pack, where the name in the file does not lead to it.")
@click.option("--seat", type=click.IntRange(1), metavar="N", help="Show the game as this seat may read it.")
@with_option
@format_option
def command(file: Path, pack: str | None, seat: int | None, chosen: tuple[str, ...], form: str) -> int:
    """Run a recorded game again and verify it.

    The first step that differs is named, and what of the pack was changed since. Exit code 1 if the game differs, or if
    it is the record of another pack or does not say with which options it was played. `--with` plays it with other
    options or overlays than it was recorded with. `--seat` shows all that a seat learned of the game, and nothing else.
    """
    playthrough, faults, text = read_file(file)
    if playthrough is None:
        raise MalformedFile(file, faults, text)
    name = pack or playthrough.pack
    more = read_choices(chosen)
    folder = recorded_folder(name, file, given=pack is not None)
    source, header = packs.source_of(name, folder, more)
    if faults := unknown_options(file, text, playthrough, more, source.options()):
        raise MalformedFile(file, faults, text)
    choices = recorded_choices(playthrough, more)
    packs.choose_players(header, playthrough.players)
    if seat is not None and seat > playthrough.players:
        raise click.UsageError(f"--seat {seat}: the game was played by {playthrough.players}")
    opener = PackOpener(folder, choices, playthrough.players, watched=seat is not None)
    book = packs.open_book(name, opener, source)
    result, table = retrace(book, playthrough)
    apart = _apart(playthrough, book, more)
    told = "" if seat is None or result.difference else told_to(seat, book, table, playthrough)
    if form == JSON and told:
        echo_json({"file": str(file), "pack": playthrough.pack, "seat": seat, "told": told.splitlines()})
    elif form == JSON:
        echo_json(_as_json(file, playthrough, result, apart))
    elif told:
        click.echo(told, nl=False)
    else:
        for line in _lines(file, playthrough, result, apart):
            click.echo(line)
    return AT_FAULT if result.difference or any(each.grave for each in apart) else 0


@dataclass(frozen=True, slots=True)
class Apart:
    """An Apart is what the head of a record says otherwise than the pack; `grave` if it may be another game."""

    said: str
    grave: bool


def _apart(playthrough: Playthrough, book: Book, more: Choices) -> list[Apart]:
    """What the head of a record says otherwise than the pack does."""
    found = []
    if playthrough.pack != book.pack:
        found.append(Apart(f"it is a record of {playthrough.pack}, not of {book.pack}", True))
    if playthrough.version != book.version:
        found.append(Apart(f"it is a record of version {playthrough.version}; the pack is {book.version} now", False))
    again = dict(more.options)
    found += [
        Apart(f"it does not say which {id_} it was played with; now it is {value}", True)
        for id_, value in book.options.items()
        if id_ not in playthrough.options and id_ not in again
    ]
    return found


def _lines(file: Path, playthrough: Playthrough, result: Replay, apart: Sequence[Apart]) -> list[str]:
    game = f"{playthrough.pack} {playthrough.version}, game {playthrough.game} of seed {playthrough.seed}"
    if result.difference:
        lines = [f"{file}: {game}: differs at step {result.step}", f"    {result.difference}"]
    else:
        steps = counted(len(playthrough.steps), "decision")
        lines = [f"{file}: {game}: the same {steps}, {write_ending(playthrough.ending)}"]
    lines += [f"    {each.said}" for each in apart]
    if result.changed:
        lines.append(f"definitions changed since it was recorded: {', '.join(result.changed[:MOST_NAMED])}")
        if len(result.changed) > MOST_NAMED:
            lines.append(f"    and {len(result.changed) - MOST_NAMED} more")
    return lines


def _as_json(file: Path, playthrough: Playthrough, result: Replay, apart: Sequence[Apart]) -> dict[str, object]:
    return {
        "file": str(file),
        "pack": playthrough.pack,
        "game": playthrough.game,
        "same": not result.difference,
        "step": result.step,
        "difference": result.difference,
        "changed": list(result.changed),
        "apart": [each.said for each in apart],
    }
