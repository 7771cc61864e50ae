"""What a checked program says to people: prompts with their options, lines that tell what happened, the picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.language.tree import Expression
from rulewright.language.types import Type
from rulewright.text.spans import Span


@dataclass(frozen=True, slots=True)
class Label:
    """A Label is a text with holes: `parts` are pieces of text and expressions, in order. `id` is its text unfilled."""

    id: str
    parts: tuple[str | Expression, ...]


@dataclass(frozen=True, slots=True)
class PromptSymbol:
    """A PromptSymbol is one question of the pack's texts: its text, what its options are, and its options' labels.

    `nature` is pick, ask, choose, order or menu. `option` is the type of what can be picked. `labels` are those of a
    choose, in order of Branch.label. `variables` are the locals that the holes of text and labels read, with the
    variables of loops around a label left out: those come with the option.
    """

    number: int
    id: str
    nature: str
    text: Label
    option: Type
    may: bool
    labels: tuple[Label, ...]
    loops: tuple[tuple[str, ...], ...]  # for each label, the loop variables around it
    variables: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Line:
    """A Line is what people read when something happened: the units whose runs it tells of, and the words.

    A unit is a routine, whose parameters the holes read, with `result` where it gives a value; or `step.ID`, whose item
    they read. `prompts` are the numbers of the prompts that ask for what an action is given: the line tells of that.
    """

    units: tuple[str, ...]
    label: Label
    prompts: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Picture:
    """A Picture is how the table is shown: rows of areas by number, -1 for a gap; a line for each kind, whose holes
    read the thing as `it`; the ids of the places and kinds that make a hand, and of the places shown, in order."""

    rows: tuple[tuple[int, ...], ...] = ()
    lines: Mapping[str, Label] = field(default_factory=dict)
    hand: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
