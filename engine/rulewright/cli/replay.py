"""The command `replay`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from rulewright.console import packs
from rulewright.console.choices import (
    JSON,
    Choices,
    echo_json,
    folder_of,
    format_option,
    read_choices,
    with_option,
)
from rulewright.console.exits import AT_FAULT
from rulewright.console.packs import PackOpener
from rulewright.pack.model import Option
from rulewright.play.book import Book
from rulewright.playtest.playthrough import Playthrough, write_ending
from rulewright.playtest.printing import counted
from rulewright.playtest.reading import read_file
from rulewright.playtest.replaying import Replay, retrace
from rulewright.playtest.tokens import quote
from rulewright.playtest.told import told_to
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.render import render
from rulewright.text.spans import Span
from rulewright.text.suggest import nearest

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
    folder = _folder(name, file, given=pack is not None)
    source, header = packs.source_of(name, folder, more)
    if faults := _unknown_options(file, text, playthrough, more, source.options()):
        raise MalformedFile(file, faults, text)
    choices = _choices(playthrough, more)
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


class MalformedFile(click.ClickException):
    """A MalformedFile ends a command because its playthrough cannot be read."""

    exit_code = AT_FAULT

    def __init__(self, file: Path, faults: Sequence[Diagnostic], text: str) -> None:
        super().__init__("\n".join(render(fault, {str(file): text}) for fault in faults))

    def format_message(self) -> str:
        """The faults, each with its line."""
        return f"the file is no sound playthrough\n{self.message}"


@dataclass(frozen=True, slots=True)
class Apart:
    """An Apart is what the head of a record says otherwise than the pack; `grave` if it may be another game."""

    said: str
    grave: bool


def _folder(name: str, file: Path, given: bool) -> Path:
    """The pack's folder. Raises UsageError, which says how to name it if the record alone did."""
    try:
        return folder_of(name)
    except click.UsageError as fault:
        if given:
            raise
        raise click.UsageError(
            f"{fault.message}\n{file} was played with this pack: say where it is with --pack"
        ) from fault


def _unknown_options(
    file: Path, text: str, playthrough: Playthrough, more: Choices, options: Mapping[str, Option]
) -> list[Diagnostic]:
    """What a record says of options that the pack does not have; an option chosen anew is left out."""
    again = dict(more.options)
    line = next((number for number, each in enumerate(text.split("\n"), 1) if each.startswith("options:")), 1)
    source = text.split("\n")[line - 1]
    faults = []
    for id_, value in playthrough.options.items():
        known = [each.source for each in options[id_].values] if id_ in options else list(options)
        if id_ in options and (value in known or id_ in again):
            continue
        wrong = value if id_ in options else id_
        column = max(source.find(quote(id_)), 0) + (len(quote(id_)) + 2 if id_ in options else 1)
        near = nearest(wrong, known)
        message = f"the option {id_} has no value {value}" if id_ in options else f"the pack has no option {id_}"
        span = Span(str(file), line, column, line, column + len(quote(wrong)))
        hint = f"did you mean {near}?" if near else f"there are {', '.join(known) or 'none'}"
        faults.append(Diagnostic("unknown-option", span, message, hint))
    return faults


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


def _choices(playthrough: Playthrough, more: Choices) -> Choices:
    """What the game was played with, but for what is chosen anew."""
    options = {**playthrough.options, **dict(more.options)}
    overlays = (*map(Path, playthrough.overlays), *more.overlays)
    for path in overlays:
        if not path.is_file():
            raise click.UsageError(f"the game was played with the overlay {path}, which is not there")
    return Choices(tuple(options.items()), overlays)


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
