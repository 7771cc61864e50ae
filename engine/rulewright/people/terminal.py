"""The terminal: lines are written to it and read from it, one by one where it is none."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from typing import Protocol

from rich.console import Console

from rulewright.people.screens import HEIGHT, WIDTH, Size
from rulewright.text.render import safe

WIDEST = 100
LOWEST = 16
PROMPT = "> "


class Terminal(Protocol):
    """A Terminal is what people look at and type into."""

    @property
    def size(self) -> Size:
        """How much fits on it."""
        ...

    def clear(self) -> None:
        """Leave nothing to be read of what was written, where it is a screen."""
        ...

    def write(self, lines: Sequence[str]) -> None:
        """Write lines of plain text."""
        ...

    def read(self, prompt: str = PROMPT) -> str:
        """What is typed next, without its line end. Raises EOFError and KeyboardInterrupt."""
        ...


class StandardTerminal:
    """A StandardTerminal is the standard input and output of this process, whether they are a terminal or not."""

    def __init__(self, console: Console) -> None:
        self._console = console
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")

    @property
    def size(self) -> Size:
        """That of the screen, within bounds in which people read well."""
        if not self._console.is_terminal:
            return Size()
        width, height = self._console.size
        return Size(max(min(width, WIDEST), WIDTH // 2), max(min(height - 2, HEIGHT), LOWEST))

    def clear(self) -> None:
        """Clear the screen; a file or a pipe is only written on."""
        self._console.clear()

    def write(self, lines: Sequence[str]) -> None:
        """Write lines; nothing in them can steer the terminal."""
        for line in lines:
            self._console.print(safe(line), markup=False, highlight=False, soft_wrap=True)

    def read(self, prompt: str = PROMPT) -> str:
        """What is typed next; what comes from a file or a pipe is written as well, so that a transcript can be read."""
        sys.stdout.flush()
        typed = input(prompt)
        if not sys.stdin.isatty():
            self._console.print(safe(typed), markup=False, highlight=False, soft_wrap=True)
        return typed
