"""The files of a pack, read with care: a pack is data from a stranger."""

from __future__ import annotations

import codecs
import hashlib
from collections import abc
from dataclasses import dataclass
from pathlib import Path

from rulewright.pack.listing import MAX_FILE, NoPlainFile, read_bytes
from rulewright.pack.schema import check_schema
from rulewright.pack.style import check_style
from rulewright.pack.syntax import Parsed, parse
from rulewright.pack.values import Mapping, Sequence, Value
from rulewright.text.blocks import margin
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span

MAX_TOTAL = 20_000_000


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
        data = read_bytes(path)
    except OSError as fault:
        message = f"cannot be read: {(fault.strerror or type(fault).__name__).lower()}"
        return None, [Diagnostic("unreadable-file", Span.whole(name), message)]
    except NoPlainFile as fault:
        return None, [Diagnostic("odd-file", Span.whole(name), str(fault))]
    if len(data) > MAX_FILE:
        message = f"the file is larger than {MAX_FILE // 1_000_000} MB"
        return None, [Diagnostic("too-large", Span.whole(name), message, "split it by what it holds")]
    digest = hashlib.sha256(data).hexdigest()
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as fault:
        return _unread(name, data, digest), [_not_utf8(name, data, fault)]
    parsed = parse(name, text)
    file = SourceFile(name, text, parsed.root, digest)
    return file, _faults(parsed, text)


def _unread(name: str, data: bytes, digest: str) -> SourceFile | None:
    """A file of another encoding as far as its lines can be shown; None for what is no text."""
    if b"\0" in data[:4096]:
        return None
    return SourceFile(name, data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n"), None, digest)


def _not_utf8(name: str, data: bytes, fault: UnicodeDecodeError) -> Diagnostic:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return Diagnostic("not-utf8", Span.whole(name), "the file is saved as UTF-16", "save it as UTF-8")
    if b"\0" in data[:4096]:
        return Diagnostic("binary-file", Span.whole(name), "this is no text file in UTF-8")
    before = data[: fault.start].decode("utf-8", "replace")
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    meant = data[fault.start : fault.start + 1].decode("cp1252", "replace")
    message = (
        f"the file is not saved as UTF-8: the byte 0x{data[fault.start]:02x} here, perhaps `{meant}`, is none of it"
    )
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
        left = margin(lines[first - 1]) + 1
        for line in range(first - 1, 0, -1):
            column = columns.get(line, left)
            if column < left:
                left = column
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
