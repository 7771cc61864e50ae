"""What commands share that work on a pack: its files and choices, rulebooks, and its faults."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import click

from rulewright.console.choices import (
    Choices,
    errors,
    summary,
)
from rulewright.console.clickable import named, placed
from rulewright.console.exits import AT_FAULT
from rulewright.pack.consequences import without_consequences
from rulewright.pack.load import PackSource, in_order, read
from rulewright.pack.model import Header
from rulewright.play.book import Book
from rulewright.rulebook.load import load
from rulewright.text.diagnostics import Diagnostic, Severity
from rulewright.text.ranges import range_in_words
from rulewright.text.render import render
from rulewright.text.suggest import nearest


@dataclass(frozen=True, slots=True)
class PackOpener:
    """A PackOpener loads a rulebook, in this process or in another."""

    folder: Path
    choices: Choices
    players: int
    watched: bool = False

    def load(self) -> tuple[Book | None, list[Diagnostic]]:
        """The rulebook, or None where the pack has errors; and all that is to be said of it."""
        return load(self.folder, dict(self.choices.options), self.players, self.choices.overlays, self.watched)

    def __call__(self) -> Book:
        """The rulebook of a pack that was found sound before. Raises RuntimeError if it no longer is."""
        book, _ = self.load()
        if book is None:
            raise RuntimeError(f"the pack in {self.folder} was changed while it was played, and has errors now")
        return book


class PackFaults(click.ClickException):
    """A PackFaults ends a command because its pack has errors; it shows them on standard error."""

    exit_code = AT_FAULT

    def __init__(self, name: str, folder: Path, faults: Sequence[Diagnostic], files: Mapping[str, str]) -> None:
        super().__init__(f"{name} cannot be played")
        self.name = name
        self.faults = placed(folder, without_consequences(faults, files))
        self.files = named(folder, files)

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the errors and warnings, and how many there are."""
        for fault in self.faults:
            if fault.severity is not Severity.NOTE:
                click.echo(render(fault, self.files), err=True)
        click.echo(summary(self.name, self.faults), err=True)


def source_of(name: str, folder: Path, choices: Choices) -> tuple[PackSource, Header]:
    """The files of a pack that can be read, and its header; the choices must be among its options.

    Raises PackFaults, and UsageError where an option or value does not exist.
    """
    source, faults = read(folder)
    header = source.header() if source is not None else None
    if source is None or header is None or errors(faults):
        found = faults or PackOpener(folder, choices, 1).load()[1]
        raise PackFaults(name, folder, found, texts(source, choices))
    check_choices(source, choices)
    return source, header_for(source, header, choices)


def header_for(source: PackSource, header: Header, choices: Choices) -> Header:
    """The header of a pack with what these choices say in it; the choices must be among its options."""
    return source.header_with(dict(choices.options), choices.overlays) or header


def check_choices(source: PackSource, choices: Choices) -> None:
    """Raise UsageError where an option or a value does not exist."""
    options = source.options()
    for option, value in choices.options:
        if option not in options:
            raise click.UsageError(f"--with {option}={value}: no such option; {_meant(option, list(options))}")
        values = [each.source for each in options[option].values]
        if value not in values:
            raise click.UsageError(f"--with {option}={value}: no such value; {_meant(value, values)}")


def choose_players(header: Header, players: int | None) -> int:
    """The number of players: the one asked for, or the pack's recommended. Raises UsageError."""
    low, high = header.players
    if players is not None and not low <= players <= high:
        raise click.UsageError(f"--players {players}: {header.id} is for {range_in_words(low, high)}")
    return header.recommended if players is None else players


def open_book(name: str, opener: PackOpener, source: PackSource) -> Book:
    """The rulebook; raises PackFaults where the pack has errors."""
    book, faults = opener.load()
    if book is None:
        raise PackFaults(name, opener.folder, faults, texts(source, opener.choices))
    return book


def texts(source: PackSource | None, choices: Choices) -> dict[str, str]:
    """The text of each file that a diagnostic may speak of, by the name it has there."""
    found = {file.name: file.text for file in source.files} if source is not None else {}
    for path in choices.overlays:
        found[str(path)] = path.read_text(encoding="utf-8", errors="replace")
    return found


def ordered(faults: Iterable[Diagnostic], files: Mapping[str, str]) -> list[Diagnostic]:
    """The faults that stand for themselves, without repetition, by place."""
    return without_consequences(in_order(faults, list(files)), files)


def _meant(name: str, known: Sequence[str]) -> str:
    near = nearest(name, known)
    return f"did you mean {near}?" if near else f"there are {', '.join(known) or 'none'}"
