"""Which folder a pack is, which files it has, and their bytes: all that is known of a pack before it is read.

Nothing here knows YAML, so that an answer about a pack that is kept can be found without loading what reads one.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections import abc
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.resources import content_root
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span
from rulewright.text.suggest import nearest

MAX_FILE = 2_000_000
MAX_FILES = 4_000
MAX_FOLDERS = 16
HEAD = "pack.yaml"
OVERLAY_HEAD = "overlay.yaml"

_OVER = re.compile(
    r"^(?:overlay|pack):(?:[^\n]*[{,]|(?:\n[ \t]+[^\n]*)*\n[ \t]+)[ \t]*over:[ \t]*([a-z]\w*[^\n,}#]*)", re.MULTILINE
)
_ENDINGS = (".yaml", ".yml")


def find(name_or_path: str, content_root: Path) -> Path | Diagnostic:
    """The folder of a pack, given it, one of its files, or the name of a bundled one."""
    path = Path(name_or_path)
    place = Span.whole(name_or_path)
    try:
        if name_or_path and path.is_dir():
            if (path / HEAD).is_file():
                return path
            if (path / HEAD).exists():
                return Diagnostic("odd-file", place, f"`{HEAD}` in it is no plain file")
            over = _lies_over(path / OVERLAY_HEAD) if (path / OVERLAY_HEAD).is_file() else ""
            if over:
                return _alone(path, over, content_root)
            if not (content_root / name_or_path / HEAD).is_file():
                return Diagnostic("no-pack", place, f"this folder holds no `{HEAD}`", "it makes a folder a pack")
        elif path.is_file():
            folder = next((parent for parent in path.absolute().parents if (parent / HEAD).is_file()), None)
            over = "" if path.name == HEAD else _lies_over(path)
            if over:
                return _alone(path, over, content_root)
            if folder is not None:
                return folder
            return Diagnostic("no-pack", place, f"no folder around this file holds a `{HEAD}`")
        bundled = bundled_packs(content_root)
    except (OSError, ValueError) as fault:
        return Diagnostic("no-pack", place, f"cannot be looked up: {fault}")
    if name_or_path in bundled:
        return content_root / name_or_path
    meant = nearest(name_or_path, bundled)
    hint = f"did you mean `{meant}`?" if meant else f"bundled packs: {', '.join(bundled)}"
    return Diagnostic("unknown-pack", place, "there is no such folder, file or bundled pack", hint)


def _alone(path: Path, over: str, content_root: Path) -> Diagnostic:
    """What an overlay that is named as if it were a pack needs, and where that is."""
    id = re.split(r"\W", over, maxsplit=1)[0]
    bundled, beside = (content_root / id / HEAD).is_file(), path.parent / id
    hint = f"write `{id if bundled else beside} --with {path}`"
    if not bundled and not (beside / HEAD).is_file():
        hint = "there is no such pack among the bundled ones, nor beside this file"
    return Diagnostic("overlay-alone", Span.whole(str(path)), f"this is an overlay over the pack `{over}`", hint)


def _lies_over(path: Path) -> str:
    """The pack, and the versions of it, that the header of an overlay or a pack says it needs; else empty."""
    try:
        found = _OVER.search(read_bytes(path).decode("utf-8", "replace"))
    except (OSError, NoPlainFile):
        return ""  # whoever reads the file says why it cannot be read
    return found[1].strip() if found else ""


def overlay_files(path: Path) -> list[Path] | Diagnostic:
    """The files of an overlay: the file itself, or all of a folder, the one with its header first."""
    if path.is_file():
        return [path]
    place = Span.whole(str(path))
    if not path.is_dir():
        return Diagnostic("no-pack", place, "there is no such file or folder")
    if not (path / OVERLAY_HEAD).is_file():
        return Diagnostic("no-pack", place, f"this folder holds no `{OVERLAY_HEAD}`", "it makes a folder an overlay")
    listed, faults = pack_files(path)
    if faults:
        return faults[0]
    return sorted((each for each, _ in listed), key=lambda each: each != path / OVERLAY_HEAD)


@dataclass(frozen=True, slots=True)
class Layer:
    """A Layer is one of the packs that a pack is made of: its id, its folder, and its YAML files with their names.

    Files of the pack itself have the names that they have in its folder. Names in a pack that it lies over begin with
    `../ID/`, wherever that pack is.
    """

    id: str
    folder: Path
    files: tuple[tuple[Path, str], ...]


def layers(folder: Path) -> tuple[list[Layer], list[Diagnostic]]:
    """The packs that a pack is made of, lowest first: those that it lies over, then itself.

    A pack that another lies over is looked for beside it, then among the bundled ones.
    """
    found: list[Layer] = []
    faults: list[Diagnostic] = []
    prefix, id = "", folder.name
    while True:
        own, odd = pack_files(folder)
        faults += odd if not prefix else [replace(each, span=Span.whole(prefix + each.span.file)) for each in odd]
        found.insert(0, Layer(id, folder, tuple((path, prefix + name) for path, name in own)))
        over = _lies_over(folder / HEAD) if (folder / HEAD).is_file() else ""
        if not over:
            return found, faults
        id = re.split(r"\W", over, maxsplit=1)[0]
        place = Span.whole(prefix + HEAD)
        if any(layer.folder.resolve().name == id for layer in found):
            return found, [*faults, Diagnostic("overlay-circle", place, f"`{id}` lies over itself", "end it below")]
        beside = folder / ".." / id
        folder = beside if (beside / HEAD).is_file() else content_root() / id
        if not (folder / HEAD).is_file():
            message = f"this pack lies over the pack `{over}`"
            hint = "there is no such pack beside it, nor among the bundled ones"
            return found, [*faults, Diagnostic("no-pack", place, message, hint)]
        prefix = f"../{id}/"


def bundled_packs(content_root: Path) -> list[str]:
    """The names of the packs in a folder of packs, sorted."""
    return sorted(path.name for path in content_root.iterdir() if (path / HEAD).is_file())


def pack_files(folder: Path) -> tuple[list[tuple[Path, str]], list[Diagnostic]]:
    """The YAML files of a pack with their names, `pack.yaml` first, then by name in code-point order."""
    found: list[tuple[Path, str]] = []
    faults: list[Diagnostic] = []
    for path, name in _walk(folder, folder, 0, faults):
        if len(found) >= MAX_FILES:
            message = f"the pack has more than {MAX_FILES} files"
            faults.append(Diagnostic("too-large", Span.whole(name), message))
            break
        found.append((path, name))
    return sorted(found, key=lambda item: (item[1] != HEAD, item[1])), faults


def _walk(folder: Path, top: Path, depth: int, faults: list[Diagnostic]) -> abc.Iterator[tuple[Path, str]]:
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError as fault:
        message = f"cannot be read: {(fault.strerror or type(fault).__name__).lower()}"
        faults.append(Diagnostic("unreadable-file", Span.whole(_name(folder, top)), message))
        return
    for entry in entries:
        path = folder / entry.name
        name = _name(path, top)
        yaml = entry.name.lower().endswith(_ENDINGS)
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            refused = _bad_link(path, top, name) if yaml or path.is_dir() else None
            if refused is not None:
                faults.append(refused)
            elif yaml:
                yield path, name
        elif entry.is_dir(follow_symlinks=False):
            if yaml:
                faults.append(Diagnostic("odd-file", Span.whole(name), "a folder is named like a file"))
            elif depth >= MAX_FOLDERS:
                faults.append(Diagnostic("too-deep", Span.whole(name), f"more than {MAX_FOLDERS} folders deep"))
            else:
                yield from _walk(path, top, depth + 1, faults)
        elif yaml:
            yield path, name


def _bad_link(path: Path, top: Path, name: str) -> Diagnostic | None:
    """Why a link cannot be followed: it must lead to a file of the pack, not out of it, in a circle, or to a folder."""
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        return Diagnostic("odd-link", Span.whole(name), "this link leads nowhere", "put the file itself here")
    if not target.is_relative_to(top.resolve()):
        return Diagnostic("odd-link", Span.whole(name), "this link leaves the pack", "put the file itself here")
    if target.is_dir():
        return Diagnostic("odd-link", Span.whole(name), "links to folders are not followed", "name files one by one")
    return None


def _name(path: Path, top: Path) -> str:
    return path.relative_to(top).as_posix() if path != top else path.name


class NoPlainFile(Exception):
    """A NoPlainFile is raised for a folder, pipe or device where a file is wanted: reading one could wait forever."""


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, of one that is too large only enough to see it. Raises OSError and NoPlainFile."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        raise NoPlainFile("a folder stands where a file should" if stat.S_ISDIR(mode) else "this is no plain file")
    with path.open("rb") as stream:
        return stream.read(MAX_FILE + 1)


def digests(folder: Path, overlays: abc.Sequence[Path] = ()) -> list[str]:
    """What all that can be said of a pack depends on: a line for each of its files, of overlays, and of odd entries.

    A file's line tells its name and its bytes, or why it has none.
    """
    listed, odd = layers(folder)
    return [
        *(f"{name} {_digest(path)}" for layer in listed for path, name in layer.files),
        *(f"overlay {path} {_digest(path)}" for path in overlays),
        *(f"{fault.id} {fault.span} {fault.message}" for fault in odd),
    ]


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(read_bytes(path)).hexdigest()
    except (OSError, NoPlainFile) as fault:
        return str(fault)
