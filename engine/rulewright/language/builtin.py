"""What the checker and the emitter must know of a built-in; the shelf `builtins/` makes one of each of its functions.

A parameter's pattern says what may stand there. The language layer knows no built-in by name, except those that are
part of the syntax of decisions.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from rulewright.language.types import Type


class Pattern(Enum):
    """What may stand at a parameter of a built-in."""

    NUMBER = "a number"
    TRUTH = "true or false"
    THING = "a thing"
    HOLDER = "something that things can lie at"
    PLACE = "a place"
    AREA = "an area"
    PLAYER = "a player, or a thing with an owner"
    PLAYERS = "players, or things with an owner"
    ITEM = "a value"
    THINGS = "a list of things"
    ITEMS = "a list"
    NUMBERS = "a list of numbers, or numbers"
    ARROWS = "a list of arrows"
    KEY = "what is read from each item"  # sees the item of the first ITEMS parameter as `it`
    KEYS = "what is read from each item, one after the other"
    PROMPT = "a prompt in quotation marks"  # makes, with the parameter `by`, one tree.Ask
    COUNT = "a number, or a range of numbers"
    ROLL = "a roll"
    DICE = "dice of that roll"
    DIE_KIND = "a kind of die"
    STEP = "a step of the flow"
    MENU = "a menu"
    END = "top or bottom"
    TEXT = "a text in quotation marks"
    SCORE = "what is read from each player"
    RANK = "what is read from each player, in brackets if one thing decides after the other"


@dataclass(frozen=True, slots=True)
class BuiltinParameter:
    """A BuiltinParameter is a parameter of a built-in: its name, its pattern, and whether it may be left out.

    `named` parameters are only given by name. The last positional one may take many (KEYS).
    """

    name: str
    pattern: Pattern
    optional: bool = False
    named: bool = False


Arguments = Mapping[str, Type]


@dataclass(frozen=True, slots=True)
class BuiltinSymbol:
    """A BuiltinSymbol is a built-in as the language sees it.

    `result` computes the type a call gives from the types of its arguments. `reads`, `changes`, `decides` and `draws`
    say what running it touches: "at" (where things lie), "shown", "luck". `run` is the function called at run time,
    with the table first if `needs_table`; `emit`, if any, writes the call inline instead: it gets the emitter and the
    checked call, and gives a Python expression.
    """

    name: str
    parameters: Sequence[BuiltinParameter]
    result: Callable[[Arguments], Type]
    reads: tuple[str, ...]
    changes: tuple[str, ...]
    decides: bool
    draws: bool
    needs_table: bool
    run: Callable[..., Any]
    emit: Callable[[Any, Any], ast.expr] | None
    doc: str

    def usage(self) -> str:
        """How it is called, in backquotes: what may be left out stands in brackets."""
        parts: list[str] = []
        for each in self.parameters:
            name = f"{each.name}=…" if each.named else each.name
            parts.append(f"[{name}]" if each.optional or each.named else name)
        return f"`{self.name}({', '.join(parts)})`"
