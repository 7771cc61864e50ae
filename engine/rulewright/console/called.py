"""How the command line was called, so that what it prints can be pasted."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

VARIABLE = "RULEWRIGHT_COMMAND"
"""The variable in which what starts `rulewright` for a user may say how it was called itself."""

COMMAND = "rulewright"
_MODULE = Path(__file__).parents[1] / "__main__.py"


def called() -> str:
    """The words that begin the command line of this process, quoted for a shell."""
    given = os.environ.get(VARIABLE)
    if given:
        return given
    script = Path(sys.argv[0])
    if script == _MODULE:
        return shlex.join(sys.orig_argv[: len(sys.orig_argv) - len(sys.argv) + 1])
    on_path = shutil.which(COMMAND)
    if script.stem != COMMAND or (on_path and Path(on_path).resolve() == script.resolve()):
        return COMMAND
    return shlex.quote(str(script))
