"""Compiled rulebooks kept in the user's cache folder, so that the same pack is compiled once.

A file's name is a hash of all that its content depends on. It holds code, so it is trusted only because it lies in the
user's own folder; a pack never brings one. A file that cannot be read is as good as none.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import rulewright
from rulewright.resources import cache_dir

KEPT = 200  # files; the ones longest unused go first


def key(digests: Iterable[str], options: Mapping[str, str], players: int) -> str:
    """The name under which a rulebook is kept: of its files, options, players, of this engine and this Python."""
    whole = hashlib.sha256()
    for part in (_engine(), sys.version, *digests, *(f"{id}={value}" for id, value in sorted(options.items()))):
        whole.update(f"{len(part)} {part}\n".encode())
    whole.update(f"{players}".encode())
    return whole.hexdigest()


def get(name: str) -> Any | None:
    """What is kept under a name, or None."""
    path = _folder() / name
    try:
        content = pickle.loads(path.read_bytes())
        os.utime(path)
    except (OSError, ValueError, EOFError, AttributeError, ImportError, IndexError, pickle.UnpicklingError, TypeError):
        return None
    return content


def put(name: str, content: Any) -> None:
    """Keeps something under a name; where the folder cannot be written to, nothing is kept."""
    folder = _folder()
    try:
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
    root = Path(rulewright.__file__).parent
    for path in sorted(root.rglob("*.py")):
        about = path.stat()
        whole.update(f"{path.relative_to(root)} {about.st_size} {about.st_mtime_ns}\n".encode())
    return whole.hexdigest()
