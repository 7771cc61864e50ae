"""resources alone knows where the bundled packs, the schemas, the grammar and the user's cache lie.

In a checkout they are folders of the repository's root; in an installed wheel they are copies under `rulewright/_data`.
Nothing here reads or writes a file.
"""

import os
import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_SHIPPED = _PACKAGE / "_data"
_BASE = _SHIPPED if _SHIPPED.is_dir() else _PACKAGE.parents[1]


def content_root() -> Path:
    """The folder that holds one folder a bundled pack.

    Raises FileNotFoundError if the installation lacks it.
    """
    return _existing(_BASE / "content")


def schema_path(name: str) -> Path:
    """The file of the schema NAME: `schema_path("pack")` is `schemas/pack.schema.json`.

    Raises FileNotFoundError if there is no such schema.
    """
    return _existing(_BASE / "schemas" / f"{name}.schema.json")


def grammar_path(name: str) -> Path:
    """The file of the grammar NAME: `grammar_path("effect")` is `grammar/effect.lark`.

    Raises FileNotFoundError if there is no such grammar.
    """
    return _existing(_BASE / "grammar" / f"{name}.lark")


def reference_path() -> Path:
    """The file of the language's reference.

    Raises FileNotFoundError if the installation lacks it.
    """
    return _existing(_BASE / "grammar" / "README.md")


def mistakes_path() -> Path:
    """The file of mistakes and how each is mended.

    Raises FileNotFoundError if the installation lacks it.
    """
    return _existing(_BASE / "grammar" / "mistakes.md")


def cache_dir() -> Path:
    """The folder in which Rulewright may keep what it can make again; it need not exist yet.

    `RULEWRIGHT_CACHE` names it; without that it is `rulewright` in the user's cache folder, as the system has it.
    Raises FileNotFoundError where the user has no home folder: then nothing can be cached.
    """
    chosen = os.environ.get("RULEWRIGHT_CACHE")
    return Path(chosen).absolute() if chosen else _user_cache() / "rulewright"


def private_cache(part: str) -> Path | None:
    """A folder of the cache to keep code in, made if need be; None where nothing can be kept safely.

    What lies there is run, so nobody but this user may be able to write to it.
    """
    try:
        folder = cache_dir() / part
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        about = folder.stat()
    except OSError:
        return None
    if hasattr(os, "geteuid") and (about.st_uid != os.geteuid() or about.st_mode & 0o022):
        return None
    return folder


def _user_cache() -> Path:
    if sys.platform == "win32":
        return _folder_named_by("LOCALAPPDATA") or _home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return _folder_named_by("XDG_CACHE_HOME") or _home() / "Library" / "Caches"
    return _folder_named_by("XDG_CACHE_HOME") or _home() / ".cache"


def _folder_named_by(variable: str) -> Path | None:
    """The absolute folder an environment variable names; a relative one is to be ignored (XDG base directories)."""
    folder = Path(os.environ.get(variable, ""))
    return folder if folder.is_absolute() else None


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError as fault:
        raise FileNotFoundError("this user has no home folder; RULEWRIGHT_CACHE can name a cache folder") from fault


def _existing(path: Path) -> Path:
    if not path.exists():
        raise FileNotFoundError(f"Rulewright is not installed completely: {path} is missing")
    return path
