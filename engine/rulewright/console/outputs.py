"""Where a command is told to write, tested before it does its work."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.playtest.playthrough import try_to_write


def file_to_write(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Path | None:
    """The callback of an option that names a file to write. Raises BadParameter if it could not be written."""
    return None if value is None else _tested(value, "file", is_folder=False)


def folder_to_fill(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Path | None:
    """The callback of an option that names a folder to write files into. Raises BadParameter if none could be."""
    return None if value is None else _tested(value, "folder", is_folder=True)


def _tested(value: str, what: str, is_folder: bool) -> Path:
    if not value:
        raise click.BadParameter(f"the name of a {what} is missing")
    path = Path(value)
    try:
        if path.exists() and path.is_dir() != is_folder:
            raise click.BadParameter(f"{value!r} is {'no folder' if is_folder else 'a folder'}")
        try_to_write(path)
    except (OSError, ValueError) as fault:
        said = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        raise click.BadParameter(f"the {what} {value!r} cannot be written: {said}") from fault
    return path
