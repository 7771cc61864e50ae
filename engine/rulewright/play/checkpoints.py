"""What is kept of a watched game so that it can go back."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.table.table import State


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A Checkpoint is a moment when no text is half done: the table, where luck stood, how many
    answers were given and events noted."""

    state: State
    luck: tuple[int, ...]
    answers: int
    events: int
