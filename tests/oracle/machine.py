"""The Machine: all that the oracle holds of a game while it walks its program."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from rulewright.language.builtin import BuiltinSymbol
from rulewright.language.program import Program, StepSymbol
from rulewright.language.tree import Block, Expression
from rulewright.language.types import Bool, Int, Kind, List, Maybe, Roll, Type
from rulewright.table.signals import Capped

Env = dict[str, Any]
"""The locals of a text: name -> value."""

Cell = tuple[str, int]
"""One value of the state: a column and a thing; the thing is ANY where the whole column is meant."""

ANY = -1
LARGEST = 2**53
DEEPEST = 1_000
"""Open calls; with more the game is capped."""

PARTS = {"thing.owner": "owner", "link.open": "link__open"}


class Returned(Exception):
    """A Returned ends a text with its value."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class Left(Exception):
    """A Left ends the running item of a step, or all rounds of a loop."""

    def __init__(self, step: str) -> None:
        super().__init__(step)
        self.step = step


class NumberTooLarge(Exception):
    """A NumberTooLarge is a number beyond 2^53."""


class NoOwner(Exception):
    """A NoOwner is a thing that stands for the player to whom it belongs, and belongs to none."""


class MissingRow(Exception):
    """A MissingRow is a number that a table says nothing of."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A Waiting is a `next` that was made: when, which, and the values it keeps."""

    serial: int
    hook: str
    kept: tuple[Any, ...]


@dataclass(slots=True)
class Machine:
    """A Machine is one game in play.

    `columns` maps the id of every stored field, written or not, to its values by thing number; those that the table
    has are the table's own. `written` are the fields that some text or cost writes. `items` holds the item, or the
    round, of each step in `running`. `periods` are the running calls whose ends put something back, `open` all open
    calls, `fields` how many fields are being read, one for the sake of another. `marks` are the actions that were taken
    once. `busy` are the effects of rules that run, as pairs of rule and item; `spent` maps those that left a step to
    the cells that their test then read, and what those held.
    `reads` gathers such cells while a rule is tested. `block` gathers what a block of branches has changed while one
    runs. `said` is what the words of the end show. `statements` counts what was executed, up to `budget`.
    """

    program: Program
    shelf: Mapping[str, BuiltinSymbol]
    table: Any
    evaluate: Callable[[Machine, Expression, Env], Any]
    execute: Callable[[Machine, Block, Env], None]
    budget: int
    columns: dict[str, list[Any]] = field(default_factory=dict)
    members: dict[str, tuple[int, ...]] = field(default_factory=dict)
    written: frozenset[str] = frozenset()
    steps: dict[str, StepSymbol] = field(default_factory=dict)
    items: dict[str, Any] = field(default_factory=dict)
    running: list[str] = field(default_factory=list)
    periods: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    marks: dict[str, list[bool]] = field(default_factory=dict)
    asleep: bool = True
    busy: list[tuple[str, int]] = field(default_factory=list)
    spent: dict[tuple[str, int], list[tuple[Cell, Any]]] = field(default_factory=dict)
    reads: set[Cell] | None = None
    block: list[Cell] | None = None
    fired: int = 0
    fields: int = 0
    statements: int = 0
    answer: Callable[..., Any] = lambda *_: None
    remember: Callable[[Machine], None] = lambda _: None
    frames: dict[str, list[Any]] = field(default_factory=dict)
    waiting: list[Waiting] = field(default_factory=list)
    serial: int = 0
    asked: list[tuple[str, str]] = field(default_factory=list)
    ended: dict[tuple[str, str], list[dict[str, Any]]] = field(default_factory=dict)
    acted: dict[tuple[str, int], Any] = field(default_factory=dict)
    said: list[tuple[Type, Any]] = field(default_factory=list)

    def value(self, node: Expression, env: Env) -> Any:
        """What an expression gives."""
        return self.evaluate(self, node, env)

    def values(self, nodes: Sequence[Expression], env: Env) -> list[Any]:
        """What some expressions give, from left to right."""
        return [self.value(node, env) for node in nodes]

    def body(self, body: Block, env: Env) -> Any:
        """Run a text; what it returns."""
        try:
            self.execute(self, body, env)
        except Returned as given:
            return given.value
        return None

    def text(self, body: Block, values: Mapping[str, Any]) -> Any:
        """Run a text with what it is given, of which it may set a copy."""
        return self.body(body, dict(values))

    def pay(self, statements: int = 1) -> None:
        """Count statements, or what costs as much; where the budget is used up the game is capped."""
        self.statements += statements
        if self.statements > self.budget:
            raise Capped(("statements", *reversed(self.open)))

    def note(self, column: str, thing: int) -> None:
        """Note that a cell was read."""
        if self.reads is not None:
            self.reads.add((column, thing))

    @contextmanager
    def call(self, name: str) -> Any:
        """While a call is open; too many are a cap."""
        if len(self.open) >= DEEPEST:
            raise Capped(("depth", *reversed(self.open)))
        self.open.append(name)
        try:
            yield
        finally:
            self.open.pop()

    def things_of(self, kind: str) -> tuple[int, ...]:
        """The numbers of all things of a kind."""
        return self.members.get(kind, ())

    def slot(self, column: str) -> str:
        """The slot of the table that holds a column, if it has it."""
        return PARTS.get(column, re.sub(r"\W", "_", column.replace(".", "__")))


def nothing(kind: Type) -> Any:
    """What a value of a type is while nobody has given one; also its `none`."""
    match kind:
        case Int():
            return 0
        case Bool():
            return False
        case Maybe(item=Int() | Bool() | Roll()):
            return None
        case _:
            return -1


def is_something(value: Any, kind: Type) -> bool:
    """Whether a list has anything, or a maybe is not none; a truth is itself."""
    match kind:
        case List() | Bool():
            return bool(value)
        case Maybe(item=Int() | Bool() | Roll()):
            return value is not None
        case Maybe() | Kind():
            return bool(value >= 0)
        case _:
            return True


def listed(value: Any, kind: Type) -> list[Any]:
    """A list, or what stands for one: a maybe for none or one, a thing for itself."""
    if isinstance(kind, List):
        return list(value)
    return [value] if is_something(value, kind) else []


def distinct(items: Sequence[Any]) -> list[Any]:
    """The items, each once, in order of first appearance."""
    return list(dict.fromkeys(items))
