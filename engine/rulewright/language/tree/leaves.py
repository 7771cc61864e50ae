"""Expressions of the checked tree that hold no others."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.language.types import Type
from rulewright.text.spans import Span


@dataclass(frozen=True, slots=True)
class Const:
    """A value known at load, as it stands at run time: an int (number, enum index, thing), a bool, or None."""

    value: int | bool | None
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class ConstList:
    """A list known at load: the things of a kind or an id, or the values of an enum."""

    values: tuple[int, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Var:
    """A local, a parameter, or the item of a filter, a key or a modifier."""

    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Item:
    """The item of a running flow step that has `each`, or the round number of one that has `loop`."""

    step: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Innermost:
    """The innermost running call of a name, where one surely runs."""

    call: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Runs:
    """Whether a call of a name is running."""

    call: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Past:
    """The calls of a name that ended in the running period, as positions."""

    call: str
    period: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Word:
    """What a built-in wants as it is written: the name of a step, a menu, a kind of die, an end of a place; a text."""

    name: str
