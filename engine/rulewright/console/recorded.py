"""What commands share that go on from a recorded game: its pack, its options, and what is wrong with its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from rulewright.console.choices import Choices, folder_of
from rulewright.console.exits import AT_FAULT
from rulewright.pack.model import Option
from rulewright.playtest.playthrough import Playthrough
from rulewright.playtest.tokens import quote
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.render import render
from rulewright.text.spans import Span
from rulewright.text.suggest import nearest


class MalformedFile(click.ClickException):
    """A MalformedFile ends a command because its playthrough cannot be read."""

    exit_code = AT_FAULT

    def __init__(self, file: Path, faults: Sequence[Diagnostic], text: str) -> None:
        super().__init__("\n".join(render(fault, {str(file): text}) for fault in faults))

    def format_message(self) -> str:
        """The faults, each with its line."""
        return f"the file is no sound playthrough\n{self.message}"


def recorded_folder(name: str, file: Path, given: bool) -> Path:
    """The pack's folder. Raises UsageError, which says how to name it if the record alone did."""
    try:
        return folder_of(name)
    except click.UsageError as fault:
        if given:
            raise
        raise click.UsageError(
            f"{fault.message}\n{file} was played with this pack: say where it is with --pack"
        ) from fault


def unknown_options(
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


def recorded_choices(playthrough: Playthrough, more: Choices) -> Choices:
    """What the game was played with, but for what is chosen anew."""
    options = {**playthrough.options, **dict(more.options)}
    overlays = (*map(Path, playthrough.overlays), *more.overlays)
    for path in overlays:
        if not path.is_file():
            raise click.UsageError(f"the game was played with the overlay {path}, which is not there")
    return Choices(tuple(options.items()), overlays)
