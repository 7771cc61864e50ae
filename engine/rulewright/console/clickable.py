"""Places as a terminal can open them: the names of files relative to the current folder, not to the pack."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from rulewright.resources import content_root
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span


def folder_name(folder: Path) -> str:
    """A pack's folder: relative to the current one if it lies in it, else as it was given."""
    here = Path.cwd()
    return (folder.relative_to(here) if folder.is_relative_to(here) else folder).as_posix()


def file_name(folder: Path, name: str) -> str:
    """The name of a pack's file from the current folder; of another file as it is.

    A bundled pack that lies elsewhere was given by its name: its files keep theirs.
    """
    bundled = folder.is_absolute() and folder.is_relative_to(content_root())
    if not name or not os.path.lexists(folder / name) or (bundled and not folder.is_relative_to(Path.cwd())):
        return name
    return Path(os.path.normpath(Path(folder_name(folder)) / name)).as_posix()


def at(folder: Path, span: Span) -> Span:
    """A place in a pack's file, from the current folder."""
    return replace(span, file=file_name(folder, span.file))


def placed(folder: Path, faults: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The faults with their places from the current folder."""
    return [
        replace(
            fault,
            span=at(folder, fault.span),
            related=tuple(replace(each, span=at(folder, each.span)) for each in fault.related),
        )
        for fault in faults
    ]


def named(folder: Path, files: Mapping[str, str]) -> dict[str, str]:
    """The texts of files under their names from the current folder."""
    return {file_name(folder, name): text for name, text in files.items()}
