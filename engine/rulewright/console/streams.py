"""What a command writes to: standard output and standard error, which may be closed, full, or read by nobody."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from pathlib import Path


class OutputClosed(Exception):
    """An OutputClosed is a standard output that was closed before the command began."""


def prepare() -> None:
    """Let text be UTF-8 whatever the locale says; a name the system could not decode is written escaped.

    What is told on a closed standard error is lost. Raises OutputClosed.
    """
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - it stays open as long as the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if sys.stdout is None:
        raise OutputClosed


def flush() -> None:
    """Write what is still held back. Raises OSError."""
    sys.stdout.flush()


def give_up() -> None:
    """Write nothing more to standard output: Python would try again at the end of the process, and complain."""
    with contextlib.suppress(OSError, ValueError):
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, sys.stdout.fileno())
        os.close(silent)
