"""Rulebooks and verdicts kept in the user's cache folder, so that the same pack is checked and compiled once.

A file's name is a hash of all that its content depends on. It holds code, so it is trusted only because it lies in the
user's own folder, which nobody else can write to; a pack never brings one.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import rulewright
from rulewright.resources import grammar_path, private_cache, schema_path

FOLDER = "rulebooks"
_DIGEST = 32  # bytes of a SHA-256 before the content: damaged code can crash the interpreter
KEPT = 200  # files; the ones longest unused go first


def key(parts: Iterable[str]) -> str:
    """The name under which something is kept that depends on these parts, on this engine and on this Python."""
    whole = hashlib.sha256()
    for part in (_engine(), sys.version, *parts):
        whole.update(f"{len(part)} {part}\n".encode(errors="surrogatepass"))
    return whole.hexdigest()


def get(name: str) -> Any | None:
    """What is kept under a name, or None; a file that was damaged is as good as none."""
    folder = private_cache(FOLDER)
    if folder is None:
        return None
    try:
        kept = (folder / name).read_bytes()
        os.utime(folder / name)
    except OSError:
        return None
    digest, content = kept[:_DIGEST], kept[_DIGEST:]
    return pickle.loads(content) if hashlib.sha256(content).digest() == digest else None


def put(name: str, content: Any) -> None:
    """Keeps something under a name; where the folder cannot be written to, nothing is kept."""
    folder = private_cache(FOLDER)
    if folder is None:
        return
    data = pickle.dumps(content, pickle.HIGHEST_PROTOCOL)
    try:
        handle, written = tempfile.mkstemp(dir=folder, prefix="new-")
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(data).digest() + data)
        Path(written).replace(folder / name)
        _tidy(folder)
    except OSError:
        return


def _tidy(folder: Path) -> None:
    files = sorted(folder.iterdir(), key=lambda path: (path.stat().st_mtime, path.name), reverse=True)
    for path in files[KEPT:]:
        path.unlink(missing_ok=True)


@lru_cache(maxsize=1)
def _engine() -> str:
    """A hash of the engine as installed: its version, and its files by size and time, for who works on it."""
    whole = hashlib.sha256(rulewright.__version__.encode())
    folders = [Path(rulewright.__file__).parent, schema_path("pack").parent, grammar_path("effect").parent]
    for folder in folders:
        for about in _files(os.fspath(folder)):
            whole.update(f"{about}\n".encode(errors="surrogatepass"))
    return whole.hexdigest()


def _files(folder: str) -> list[str]:
    """The name, size and time of each file of the engine in a folder and below."""
    found = []
    with os.scandir(folder) as listing:
        for entry in listing:
            if entry.is_dir():
                found += _files(entry.path) if entry.name != "__pycache__" else []
            elif entry.name.endswith((".py", ".json", ".lark")):
                about = entry.stat()
                found.append(f"{entry.path} {about.st_size} {about.st_mtime_ns}")
    return sorted(found)
