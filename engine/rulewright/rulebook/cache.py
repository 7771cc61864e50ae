"""Rulebooks and verdicts kept in the user's cache folder, so that the same pack is checked and compiled once.

A file's name is a hash of all that its content depends on. It holds code, so it is trusted only because it lies in the
user's own folder; a pack never brings one. A file that cannot be read is as good as none.
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
from rulewright.resources import cache_dir, grammar_path, schema_path

KEPT = 200  # files; the ones longest unused go first


def key(parts: Iterable[str]) -> str:
    """The name under which something is kept that depends on these parts, on this engine and on this Python."""
    whole = hashlib.sha256()
    for part in (_engine(), sys.version, *parts):
        whole.update(f"{len(part)} {part}\n".encode(errors="surrogatepass"))
    return whole.hexdigest()


def get(name: str) -> Any | None:
    """What is kept under a name, or None."""
    try:
        path = _folder() / name
        content = pickle.loads(path.read_bytes())
        os.utime(path)
    except (OSError, ValueError, EOFError, AttributeError, ImportError, IndexError, pickle.UnpicklingError, TypeError):
        return None
    return content


def put(name: str, content: Any) -> None:
    """Keeps something under a name; where the folder cannot be written to, nothing is kept."""
    try:
        folder = _folder()
        folder.mkdir(parents=True, exist_ok=True)
        handle, written = tempfile.mkstemp(dir=folder, prefix="new-")
        with os.fdopen(handle, "wb") as file:
            pickle.dump(content, file, pickle.HIGHEST_PROTOCOL)
        Path(written).replace(folder / name)
        _tidy(folder)
    except OSError:
        return


def _folder() -> Path:
    return cache_dir() / "rulebooks"


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
