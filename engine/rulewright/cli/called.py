"""How the command line was called, so that what it prints can be pasted."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

VARIABLE = "RULEWRIGHT_COMMAND"
"""The variable in which what starts `rulewright` for a user may say how it was called itself."""


def called() -> str:
    """The words that begin a command line, quoted for a shell."""
    return os.environ.get(VARIABLE) or "rulewright"


def note_call(original: list[str], arguments: int) -> None:
    """Remember how this process was called: by all its words but for the last ones, which are the arguments."""
    if os.environ.get(VARIABLE):
        return
    words = original[: len(original) - arguments]
    if words[-2:-1] != ["-m"]:
        words = words[-1:]
        on_path = shutil.which("rulewright")
        if on_path and words and Path(on_path).resolve() == Path(words[0]).resolve():
            words = ["rulewright"]
    os.environ[VARIABLE] = shlex.join(words) or "rulewright"


def own_words() -> list[str]:
    """All words of the command that began this process."""
    return list(sys.orig_argv)
