"""What commands share: packs by name, chosen options and overlays, rulebooks, and how faults of a pack are told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import click

from rulewright.pack.load import PackSource, find, in_order, read
from rulewright.pack.model import Header
from rulewright.play.book import Book
from rulewright.resources import content_root
from rulewright.rulebook.load import load
from rulewright.text.diagnostics import Diagnostic, Severity
from rulewright.text.render import render, to_json
from rulewright.text.suggest import nearest

AT_FAULT = 1
JSON = "json"

Decorator = Callable[[Callable[..., int]], Callable[..., int]]

with_option: Decorator = click.option(
    "--with",
    "chosen",
    multiple=True,
    metavar="OPTION=VALUE|FILE.yaml",
    help="Choose an option's value, or lay an overlay file over the pack. May be given several times.",
)
format_option: Decorator = click.option(
    "--format", "form", type=click.Choice(["text", JSON]), default="text", show_default=True, help="What to print."
)


@dataclass(frozen=True, slots=True)
class Choices:
    """A Choices is what `--with` chose: values of options as (option, value), and overlay files, the last wins."""

    options: tuple[tuple[str, str], ...] = ()
    overlays: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class PackOpener:
    """A PackOpener loads a rulebook, in this process or in another."""

    folder: Path
    choices: Choices
    players: int

    def load(self) -> tuple[Book | None, list[Diagnostic]]:
        """The rulebook, or None where the pack has errors; and all that is to be said of it."""
        return load(self.folder, dict(self.choices.options), self.players, self.choices.overlays)

    def __call__(self) -> Book:
        """The rulebook of a pack that was found sound before. Raises RuntimeError if it no longer is."""
        book, _ = self.load()
        if book is None:
            raise RuntimeError(f"the pack in {self.folder} was changed while it was played, and has errors now")
        return book


class PackFaults(click.ClickException):
    """A PackFaults ends a command because its pack has errors; it shows them on standard error."""

    exit_code = AT_FAULT

    def __init__(self, name: str, faults: Sequence[Diagnostic], files: Mapping[str, str]) -> None:
        super().__init__(f"{name} cannot be played")
        self.name = name
        self.faults = faults
        self.files = files

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the errors and warnings, and how many there are."""
        for fault in self.faults:
            if fault.severity is not Severity.NOTE:
                click.echo(render(fault, self.files), err=True)
        click.echo(summary(self.name, self.faults), err=True)


def folder_of(name: str) -> Path:
    """The folder of a pack by its path, one of its files, or a bundled name. Raises UsageError."""
    found = find(name, content_root())
    if isinstance(found, Diagnostic):
        raise click.UsageError(f"{name}: {found.message}{f'; {found.hint}' if found.hint else ''}")
    return found


def read_choices(chosen: Iterable[str]) -> Choices:
    """What `--with` was given, without a look at the pack. Raises UsageError."""
    options: dict[str, str] = {}
    overlays = []
    for each in chosen:
        option, equals, value = each.partition("=")
        if each.endswith((".yaml", ".yml")):
            if not Path(each).is_file():
                raise click.UsageError(f"--with {each}: there is no such file")
            overlays.append(Path(each))
        elif not equals or not option or not value:
            raise click.UsageError(f"--with {each}: write OPTION=VALUE, or the name of a .yaml file")
        elif options.setdefault(option, value) != value:
            raise click.UsageError(f"--with {each}: the option was given another value before, {options[option]}")
    return Choices(tuple(options.items()), tuple(overlays))


def source_of(name: str, folder: Path, choices: Choices) -> tuple[PackSource, Header]:
    """The files of a pack that can be read, and its header; the choices must be among its options.

    Raises PackFaults, and UsageError where an option or value does not exist.
    """
    source, faults = read(folder)
    header = source.header() if source is not None else None
    if source is None or header is None or errors(faults):
        found = faults or PackOpener(folder, choices, 1).load()[1]
        raise PackFaults(name, found, texts(source, choices))
    check_choices(source, choices)
    return source, header


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
        allowed = f"{low}" if low == high else f"{low} to {high}"
        raise click.UsageError(f"--players {players}: {header.id} is for {allowed}")
    return header.recommended if players is None else players


def open_book(name: str, opener: PackOpener, source: PackSource) -> Book:
    """The rulebook; raises PackFaults where the pack has errors."""
    book, faults = opener.load()
    if book is None:
        raise PackFaults(name, faults, texts(source, opener.choices))
    return book


def texts(source: PackSource | None, choices: Choices) -> dict[str, str]:
    """The text of each file that a diagnostic may speak of, by the name it has there."""
    found = {file.name: file.text for file in source.files} if source is not None else {}
    for path in choices.overlays:
        found[str(path)] = path.read_text(encoding="utf-8", errors="replace")
    return found


def ordered(faults: Iterable[Diagnostic], files: Mapping[str, str]) -> list[Diagnostic]:
    """The faults without repetition, by place."""
    return in_order(faults, list(files))


def errors(faults: Iterable[Diagnostic]) -> int:
    """How many of them stop the pack from being played."""
    return sum(fault.severity is Severity.ERROR for fault in faults)


def warnings(faults: Iterable[Diagnostic]) -> int:
    """How many of them are warnings."""
    return sum(fault.severity is Severity.WARNING for fault in faults)


def summary(name: str, faults: Sequence[Diagnostic]) -> str:
    """How many errors and warnings a pack has, in words."""
    counts = [_counted(errors(faults), "error"), _counted(warnings(faults), "warning")]
    return f"{name}: {', '.join(count for count in counts if count) or 'no errors'}"


def faults_json(faults: Iterable[Diagnostic]) -> list[dict[str, object]]:
    """The faults as JSON has them."""
    return [to_json(fault) for fault in faults]


def echo_json(value: object) -> None:
    """Print one JSON object on standard output."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def _counted(count: int, noun: str) -> str:
    return "" if count == 0 else f"{count} {noun}{'' if count == 1 else 's'}"


def _meant(name: str, known: Sequence[str]) -> str:
    near = nearest(name, known)
    return f"did you mean {near}?" if near else f"there are {', '.join(known) or 'none'}"
