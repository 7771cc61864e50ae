"""The files of a pack, read with care: a pack is data from a stranger."""

from __future__ import annotations

import hashlib
import os
import stat
from collections import abc
from dataclasses import dataclass
from pathlib import Path

from rulewright.pack.schema import check_schema
from rulewright.pack.style import check_style
from rulewright.pack.syntax import Parsed, parse
from rulewright.pack.values import Mapping, Sequence, Value
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span

MAX_FILE = 2_000_000
MAX_TOTAL = 20_000_000
MAX_FILES = 4_000
MAX_FOLDERS = 16
HEAD = "pack.yaml"

_ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A SourceFile is one file that could be read: its name as designers type it, its text, its tree if it has one."""

    name: str
    text: str
    root: Mapping | None
    digest: str


def read_file(path: Path, name: str) -> tuple[SourceFile | None, list[Diagnostic]]:
    """One file and all its faults of encoding, syntax, style and structure, sorted by place."""
    try:
        data = _bytes(path)
    except OSError as fault:
        message = f"cannot be read: {(fault.strerror or type(fault).__name__).lower()}"
        return None, [Diagnostic("unreadable-file", Span.whole(name), message)]
    except _NoPlainFile as fault:
        return None, [Diagnostic("odd-file", Span.whole(name), str(fault))]
    if len(data) > MAX_FILE:
        message = f"the file is larger than {MAX_FILE // 1_000_000} MB"
        return None, [Diagnostic("too-large", Span.whole(name), message, "split it by what it holds")]
    digest = hashlib.sha256(data).hexdigest()
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as fault:
        return None, [_not_utf8(name, data, fault)]
    parsed = parse(name, text)
    file = SourceFile(name, text, parsed.root, digest)
    return file, _faults(parsed, text)


class _NoPlainFile(Exception):
    """Raised for a folder, pipe or device where a file is wanted: reading one could wait forever."""


def _bytes(path: Path) -> bytes:
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        raise _NoPlainFile("a folder stands where a file should" if stat.S_ISDIR(mode) else "this is no plain file")
    with path.open("rb") as stream:
        return stream.read(MAX_FILE + 1)


def _not_utf8(name: str, data: bytes, fault: UnicodeDecodeError) -> Diagnostic:
    if b"\0" in data[:4096]:
        return Diagnostic("binary-file", Span.whole(name), "this is no text file in UTF-8")
    before = data[: fault.start].decode("utf-8", "replace")
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    message = f"the byte 0x{data[fault.start]:02x} is no UTF-8"
    return Diagnostic("not-utf8", Span(name, line, column, line, column + 1), message, "save the file as UTF-8")


def _faults(parsed: Parsed, text: str) -> list[Diagnostic]:
    """The faults of a file; one of structure that only follows from a fault of YAML is left out."""
    faults = list(parsed.faults)
    if parsed.root is not None:
        lines = text.split("\n")
        faults += check_style(parsed.root, lines)
        known = {fault.span.line for fault in faults}
        torn = _torn(parsed, lines)
        aliased = any(fault.id == "yaml-alias" for fault in faults)
        for fault in check_schema(parsed.root):
            doubtful = fault.span.line in torn or (aliased and fault.id == "wrong-type")
            if fault.span.line not in known and not (doubtful and fault.id in ("missing-key", "wrong-type")):
                faults.append(fault)
    return sorted(faults, key=lambda fault: fault.span)


def _torn(parsed: Parsed, lines: abc.Sequence[str]) -> frozenset[int]:
    """The lines of the keys around lines that could not be read: something may be missing there for that reason."""
    if not parsed.holes or parsed.root is None:
        return frozenset()
    columns = _key_columns(parsed.root)
    torn: list[int] = []
    for first, _ in parsed.holes:
        margin = len(lines[first - 1]) - len(lines[first - 1].lstrip()) + 1
        for line in range(first - 1, 0, -1):
            column = columns.get(line, margin)
            if column < margin:
                margin = column
                torn.append(line)
    return frozenset(torn)


def _key_columns(root: Mapping) -> dict[int, int]:
    """The column of the first key on each line that has one."""
    found: dict[int, int] = {}
    waiting: list[Value] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            for entry in node.entries.values():
                line, column = entry.key.span.line, entry.key.span.column
                found[line] = min(found.get(line, column), column)
                waiting.append(entry.value)
        elif isinstance(node, Sequence):
            waiting += node.items
    return found


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
