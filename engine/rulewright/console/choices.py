"""What commands share that needs no pack to be read: packs by name, what `--with` chose, how faults are told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import click
from click.shell_completion import CompletionItem

from rulewright.pack.listing import HEAD, bundled_packs, find, overlay_files
from rulewright.resources import content_root
from rulewright.text.diagnostics import Diagnostic, Severity
from rulewright.text.render import to_json

JSON = "json"

Decorator = Callable[[Callable[..., int]], Callable[..., int]]
Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem[Any]]"]


def completed_by(name: str) -> Completer:
    """What completes a word by a function of `console/completing.py`, which the object of the context loads."""
    return lambda context, _, begun: cast("list[CompletionItem[Any]]", getattr(context.obj(), name)(context, begun))


def complete_packs(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem[Any]]:
    """Packs that begin so: bundled ones and folders beside; else any folder."""
    beside = [path.parent.name for path in Path().glob(f"*/{HEAD}")]
    known = sorted({*bundled_packs(content_root()), *beside})
    return [CompletionItem(begun, type="dir"), *(CompletionItem(name) for name in known if name.startswith(begun))]


with_option: Decorator = click.option(
    "--with",
    "chosen",
    multiple=True,
    shell_complete=completed_by("options"),
    metavar="OPTION=VALUE|FILE.yaml|FOLDER",
    help="Choose an option's value, or lay an overlay, a file or a folder, over the pack. May be given several times.",
)


def agents_option(default: str, says: str) -> Decorator:
    """The option that names agents: which plays where nobody says, and what its help line says."""
    return click.option(
        "--agents",
        default=default,
        show_default=True,
        metavar="ID[,ID...]",
        shell_complete=completed_by("agents"),
        help=says,
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
class Verdict:
    """A Verdict is all that is to be said of one pack, in order of place, and the texts it speaks of, by file."""

    faults: list[Diagnostic]
    files: dict[str, str]


def folder_of(name: str) -> Path:
    """The folder of a pack by its path, one of its files, or a bundled name. Raises UsageError."""
    found = find(name, content_root())
    if isinstance(found, Diagnostic):
        raise click.UsageError(f"{name}: {found.message}{f'; {found.hint}' if found.hint else ''}")
    return found


def read_choices(chosen: Iterable[str]) -> Choices:
    """What `--with` was given, without a look at the pack. Raises UsageError."""
    options: dict[str, str] = {}
    overlays: list[Path] = []
    for each in chosen:
        option, equals, value = each.partition("=")
        if each.endswith((".yaml", ".yml")) or (not equals and Path(each).is_dir()):
            found = overlay_files(Path(each))
            if isinstance(found, Diagnostic):
                raise click.UsageError(f"--with {each}: {found.message}{f'; {found.hint}' if found.hint else ''}")
            if any(path in overlays for path in found):
                raise click.UsageError(f"--with {each}: this overlay was given before")
            overlays += found
        elif not equals or not option or not value:
            raise click.UsageError(f"--with {each}: write OPTION=VALUE, or the name of a .yaml file or of a folder")
        elif options.setdefault(option, value) != value:
            raise click.UsageError(f"--with {each}: the option was given another value before, {options[option]}")
    return Choices(tuple(options.items()), tuple(overlays))


def errors(faults: Iterable[Diagnostic]) -> int:
    """How many of them stop the pack from being played."""
    return sum(fault.severity is Severity.ERROR for fault in faults)


def warnings(faults: Iterable[Diagnostic]) -> int:
    """How many of them are warnings."""
    return sum(fault.severity is Severity.WARNING for fault in faults)


def summary(name: str, faults: Sequence[Diagnostic]) -> str:
    """How many errors and warnings a pack has, in words."""
    counts = [counted(errors(faults), "error"), counted(warnings(faults), "warning")]
    return f"{name}: {', '.join(count for count in counts if count) or 'no errors'}"


def faults_json(faults: Iterable[Diagnostic]) -> list[dict[str, object]]:
    """The faults as JSON has them."""
    return [to_json(fault) for fault in faults]


def echo_json(value: object) -> None:
    """Print one JSON object on standard output."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def counted(count: int, noun: str) -> str:
    """A number of things in words, empty for none: `2 errors`."""
    return "" if count == 0 else f"{count} {noun}{'' if count == 1 else 's'}"
