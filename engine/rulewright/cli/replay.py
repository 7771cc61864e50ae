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
    complete_packs,
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
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--pack",
    metavar="PACK",
    shell_complete=complete_packs,
    help="The pack, where the name in the file does not lead to it.",
)
@click.option("--seat", type=click.IntRange(1), metavar="N", help="Show the game as this seat may read it.")
@with_option
@format_option
def command(files: tuple[Path, ...], pack: str | None, seat: int | None, chosen: tuple[str, ...], form: str) -> int:
    """Run recorded games again and verify them.

    The first step that differs is named, and what of the pack was changed since. Exit code 1 if a game differs, or if
    it is the record of another pack or does not say with which options it was played. `--with` plays it with other
    options or overlays than it was recorded with. `--seat` shows all that a seat learned of a game, and nothing else. A
    folder stands for the playthroughs in it.
    """
    wanted = _Wanted(pack, seat, read_choices(chosen), {})
    exit_code = 0
    told: list[dict[str, object]] = []
    all_files = [file for each in files for file in (_in_folder(each) if each.is_dir() else [each])]
    for file in all_files:
        try:
            again = _run_again(file, wanted)
        except MalformedFile as fault:
            if len(all_files) == 1:
                raise
            fault.show()
            exit_code = AT_FAULT
            continue
        exit_code = AT_FAULT if again.differs else exit_code
        if form == JSON:
            told.append(again.as_json())
        else:
            click.echo("\n".join(again.lines()))
    if form == JSON:
        echo_json(told[0] if len(all_files) == 1 else {"games": told})
    return exit_code


def _in_folder(folder: Path) -> list[Path]:
    """The playthroughs of a folder. Raises UsageError where there are none."""
    found = sorted(file for file in folder.glob("*.txt") if file.is_file())
    if not found:
        raise click.UsageError(f"{folder} holds no playthroughs (*.txt)")
    return found


@dataclass(frozen=True, slots=True)
class Apart:
    """An Apart is what the head of a record says otherwise than the pack; `grave` if it may be another game."""

    said: str
    grave: bool


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A _Wanted is what the command line says of all files: the pack, a seat, choices; and the books opened for it."""

    pack: str | None
    seat: int | None
    more: Choices
    books: dict[PackOpener, Book]


@dataclass(frozen=True, slots=True)
class _Again:
    """A _Again is one game run again; `told` is what a seat learned of it, if that is asked and it did not differ."""

    file: Path
    playthrough: Playthrough
    result: Replay
    apart: Sequence[Apart]
    seat: int | None
    told: str

    @property
    def differs(self) -> bool:
        return bool(self.result.difference) or any(each.grave for each in self.apart)

    def lines(self) -> list[str]:
        return self.told.splitlines() or _lines(self.file, self.playthrough, self.result, self.apart)

    def as_json(self) -> dict[str, object]:
        if not self.told:
            return _as_json(self.file, self.playthrough, self.result, self.apart)
        head = {"file": str(self.file), "pack": self.playthrough.pack, "seat": self.seat}
        return {**head, "told": self.told.splitlines()}


def _run_again(file: Path, wanted: _Wanted) -> _Again:
    """A recorded game run again. Raises MalformedFile, and UsageError where its pack cannot be had."""
    playthrough, faults, text = read_file(file)
    if playthrough is None:
        raise MalformedFile(file, faults, text)
    name, more, seat = wanted.pack or playthrough.pack, wanted.more, wanted.seat
    folder = recorded_folder(name, file, given=wanted.pack is not None)
    source, header = packs.source_of(name, folder, more)
    if faults := unknown_options(file, text, playthrough, more, source.options()):
        raise MalformedFile(file, faults, text)
    choices = recorded_choices(playthrough, more)
    packs.choose_players(packs.header_for(source, header, choices), playthrough.players)
    if seat is not None and seat > playthrough.players:
        raise click.UsageError(f"--seat {seat}: the game was played by {playthrough.players}")
    opener = PackOpener(folder, choices, playthrough.players, watched=seat is not None)
    if opener not in wanted.books:
        wanted.books[opener] = packs.open_book(name, opener, source)
    book = wanted.books[opener]
    result, table = retrace(book, playthrough)
    told = "" if seat is None or result.difference else told_to(seat, book, table, playthrough)
    return _Again(file, playthrough, result, _apart(playthrough, book, result, more), seat, told)


def _apart(playthrough: Playthrough, book: Book, result: Replay, more: Choices) -> list[Apart]:
    """What the head of a record says otherwise than the pack does."""
    found = []
    if playthrough.pack != book.pack:
        found.append(Apart(f"it is a record of {playthrough.pack}, not of {book.pack}", True))
    if playthrough.version != book.version:
        found.append(Apart(f"it is a record of version {playthrough.version}; the pack is {book.version} now", False))
    elif playthrough.digest != book.digest and not result.changed:
        what = "the files of the pack have another hash now, although every definition reads as it did"
        found.append(Apart(what, False))
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
