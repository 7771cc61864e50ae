"""The Emitter: what is being written, and the way from a node of the checked tree to Python."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from rulewright.language.analysis.analyse import Analysis
from rulewright.language.analysis.evaluate import Evaluator
from rulewright.language.analysis.trees import free_variables
from rulewright.language.builtin import BuiltinSymbol
from rulewright.language.compiled import Saying
from rulewright.language.emit import python as py
from rulewright.language.emit.places import Lines, Place, locate
from rulewright.language.program import Program
from rulewright.language.tree import Expression, Statement
from rulewright.text.spans import Span

Block = list[ast.stmt]


@dataclass(slots=True)
class Code:
    """A Code is one function while it is written: its name, its file, the unit of the analysis it belongs to.

    `pinned` is set while texts of other places are written into it: all of them stand at `place`, its statement. `ends`
    makes the statements that end the function with a value; `faces` names the variable that holds the face of a die
    in a loop over dice. Parts of the text that become functions of their own share the
    `counters` of parts and of temporaries.
    """

    name: str
    file: str
    unit: str
    place: Place
    root: str
    counters: list[int] = field(default_factory=lambda: [0, 0])
    pinned: bool = False
    ends: Callable[[ast.expr | None], Block] | None = None
    faces: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Emitter:
    """An Emitter holds what is known and what is written so far.

    `expressions` and `statements` map each kind of node to the function that writes it. `functions` are the finished
    functions of each file. `columns` are the constant columns, by name. `watch_all` tests every rule after every change
    instead of only what the change may have woken: slow, and the same. `knows` keeps who has seen which face, `watched`
    notes what happens. `left` are the steps that some text leaves,
    `step_numbers` where each step stands in the list of them, `used` the engine's functions that the code calls,
    `sayings` the numbers of the texts with holes that end a game, `lasting` what was found out of fields, properties
    and procedures: whether they give the same in the whole game; `told` the things whose change may make behaviour
    live, once that is known.
    """

    program: Program
    analysis: Analysis
    shelf: Mapping[str, BuiltinSymbol]
    lines: Lines
    expressions: Mapping[type, Callable[[Emitter, Any], ast.expr]]
    statements: Mapping[type, Callable[[Emitter, Any], Block]]
    constant: Evaluator
    hoist: Callable[[Emitter, Expression], ast.expr | None]
    watch_all: bool = False
    knows: bool = False
    watched: bool = False
    functions: dict[str, list[ast.stmt]] = field(default_factory=dict)
    columns: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    helpers: dict[str, Callable[[], None]] = field(default_factory=dict)
    luck: dict[str, str] = field(default_factory=dict)
    scalars: dict[str, Any] = field(default_factory=dict)
    left: dict[str, None] = field(default_factory=dict)
    step_numbers: dict[str, int] = field(default_factory=dict)
    used: dict[str, None] = field(default_factory=dict)
    sayings: dict[Saying, int] = field(default_factory=dict)
    lasting: dict[tuple[Hashable, ...], bool] = field(default_factory=dict)
    told: set[int] | None = None
    code: Code = field(default_factory=lambda: Code("", "", "", (1, 0, 1, 0), ""))

    # ---- places ----

    def place(self, span: Span) -> Place:
        """Where code made for a span stands in the function that is being written."""
        if self.code.pinned or span.file != self.code.file:
            return self.code.place
        return self.lines.place(span)

    @contextmanager
    def pinned(self, span: Span | None = None) -> Iterator[None]:
        """While texts from elsewhere are written into a statement: they take its place, or that of their use."""
        before = self.code.pinned, self.code.place
        if span is not None:
            self.code.place = self.place(span)
        self.code.pinned = True
        yield
        self.code.pinned, self.code.place = before

    # ---- nodes ----

    def value(self, node: Any) -> ast.expr:
        """The Python expression for a node."""
        made = self.hoist(self, node)
        if made is None:
            made = self.expressions[type(node)](self, node)
        locate(made, self.place(node.span))
        return made

    def block(self, body: Sequence[Statement]) -> Block:
        """The Python statements for some statements, each at its place."""
        return [made for statement in body for made in self.statement(statement)]

    def statement(self, node: Statement) -> Block:
        """The Python statements for one statement; what is made up for it stands where it does."""
        before = self.code.place
        self.code.place = place = self.place(node.span)
        made = self.statements[type(node)](self, node)
        for each in made:
            locate(each, place)
        self.code.place = before
        return made

    # ---- functions ----

    def temporary(self, hint: str = "") -> str:
        """A name for a local that no text knows."""
        self.code.counters[1] += 1
        return f"${hint}{self.code.counters[1]}"

    def function(self, name: str, parameters: Sequence[str], span: Span, unit: str, build: Callable[[], Block]) -> str:
        """Write a function of the table and some parameters that belongs to the file of a span."""
        before = self.code
        self.code = Code(name, span.file, unit, self.lines.place(span), name)
        self._finish(name, parameters, build())
        self.code = before
        return name

    def part(self, variables: Sequence[str], build: Callable[[], Block]) -> ast.expr:
        """Write a part of a text as a function of its own; gives the call of it, made with these variables."""
        outer = self.code
        outer.counters[0] += 1
        name = f"{outer.root}.{outer.counters[0]}"
        self.code = Code(name, outer.file, outer.unit, outer.place, outer.root, outer.counters, pinned=outer.pinned)
        self._finish(name, variables, build())
        self.code = outer
        return py.call(name, py.table(), *(py.name(each) for each in variables))

    def part_of(self, node: Any, build: Callable[[], Block]) -> ast.expr:
        """As `part`, with the variables that some nodes read."""
        return self.part(free_variables(node), build)

    def _finish(self, name: str, parameters: Sequence[str], body: Block) -> None:
        made = py.function(name, parameters, body)
        locate(made, self.code.place)
        self.functions.setdefault(self.code.file, []).append(made)

    # ---- the namespace ----

    def use(self, builtin: str) -> str:
        """The namespace's name of a function that the engine gives: one of Python's, of the shelf's or of its own."""
        self.used[builtin] = None
        return f"${builtin}"

    def helper(self, name: str, write: Callable[[], None]) -> str:
        """A function that several texts share, written when the first one needs it."""
        if name not in self.helpers:
            self.helpers[name] = write
            write()
        return name

    def column(self, name: str, values: tuple[Any, ...]) -> ast.expr:
        """A constant column of the namespace, under that name or, if another one has it, under one with a number."""
        free, number = name, 1
        while free in self.columns and not _alike(self.columns[free], values):
            number += 1
            free = f"{name}.{number}"
        self.columns[free] = values
        return py.name(free)


def _alike(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Equal, and of the same types: True is not 1 here."""
    return repr(one) == repr(other)
