"""What is known at a point of a text that is being checked: names in sight, what tests have shown, who acts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from rulewright.language.builtin import BuiltinSymbol
from rulewright.language.check.effects import Effects, Words
from rulewright.language.check.faults import Faults
from rulewright.language.check.names import Names
from rulewright.language.program import CallSymbol, FieldSymbol, Program, TableSymbol
from rulewright.language.syntax.nodes import Node, Place, TypeNode
from rulewright.language.tree import Expression, Var
from rulewright.language.types import Type
from rulewright.language.wording import PromptSymbol
from rulewright.text.diagnostics import Related
from rulewright.text.spans import Span, Text

WORDS = ("game", "opt", "it", "this")  # what the language itself calls things


@dataclass(frozen=True, slots=True)
class Fact:
    """A Fact is what a test has shown of an expression: the type it surely has until one of `words` is written."""

    type: Type
    words: Words


class CallNames(Protocol):
    """What is called by name: what hooks answer and texts read while it runs."""

    def named(self, world: World, name: str) -> list[CallSymbol]:
        """What a name may call: one, none, or several of which none can be meant."""

    def names(self, world: World) -> list[str]:
        """Every name of something that is called."""

    def item(self, world: World, id: str) -> tuple[str, Type] | None:
        """What a step calls its item or its round, and the type of that."""


@dataclass(slots=True)
class World:
    """A World is what all texts of one pack share while they are checked.

    `value` checks an expression; it stands here because expressions, calls and statements contain each other. `derived`
    gives the type of a derived field, checking its formula first if nobody has, and `table` gives a table in the same
    way; `type_of` looks up a type as written.
    """

    names: Names
    program: Program
    effects: Effects
    shelf: Mapping[str, BuiltinSymbol]
    faults: Faults
    value: Callable[[Context, Node, Type | None], Expression]
    derived: Callable[[str], Type]
    table: Callable[[str], TableSymbol]
    type_of: Callable[[TypeNode, Text], Type]
    calls: CallNames
    fields: dict[str, FieldSymbol] = field(default_factory=dict)
    team: bool = True  # whether all players share one result
    belonging: dict[Span, str] = field(default_factory=dict)  # where a thing stands for its owner, and its kind
    together: bool = False  # whether a block of branches stands in some text


@dataclass(slots=True)
class Context:
    """A Context is where in which text the checker stands."""

    world: World
    text: Text
    names: dict[str, Expression] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)
    pure: str = ""  # what this text is, where it may neither change nor decide anything
    result: Type | None = None  # what the routine gives; None: this is no routine
    declared: dict[str, Type] = field(default_factory=dict)  # locals of the routine, wherever they were declared
    loops: tuple[str, ...] = ()  # variables of options around, which prompts get with the answer
    branch: tuple[str, ...] | None = None  # the locals around a `together`, if this is in one; they may not be set
    numbers: bool = False  # whether numbers may be read through a list here
    running: dict[str, Expression] = field(default_factory=dict)  # calls that surely run here, by name
    hook: tuple[str, str] = ("", "")  # what this text answers as a hook, and when
    borrower: str = ""  # the first thing that only borrows this text and is of another kind than its own
    count: list[int] = field(default_factory=lambda: [0])  # of variables that the designer did not name
    restless: Words = frozenset()  # what rules may write that wait here to be tested after any change

    def span(self, place: Place) -> Span:
        """The span in the file of a place in this text."""
        return self.text.at(*place)

    def fault(self, id: str, place: Place, message: str, hint: str = "") -> None:
        """Notes a fault of this text."""
        self.world.faults.add(id, self.span(place), message, hint)

    def value(self, node: Node, expected: Type | None = None) -> Expression:
        """The checked expression of a node; `expected` says what bare words may be."""
        return self.world.value(self, node, expected)

    def fresh(self, name: str) -> str:
        """A name for a variable that the designer did not name, unique in this routine."""
        self.count[0] += 1
        first = self.count[0] == 1 and name not in self.names
        return name if first else f"{name}.{self.count[0]}"

    def inner(self) -> Context:
        """The same place with names and facts of its own: what is noted inside does not come out."""
        return Context(
            self.world,
            self.text,
            dict(self.names),
            dict(self.facts),
            self.pure,
            self.result,
            self.declared,
            self.loops,
            self.branch,
            self.numbers,
            self.running,
            self.hook,
            self.borrower,
            self.count,
            self.restless,
        )

    def looking_at(self, item: Type, named: str, span: Span) -> tuple[Context, Var]:
        """A context in which an item of a list is looked at, under a name or as `it`; there it is only read."""
        variable = Var(named or self.fresh("it"), item, span)
        inside = self.inner()
        inside.forget(frozenset({f"${variable.name}"}))
        inside.names[named or "it"] = variable
        inside.numbers = False
        inside.pure = inside.pure or "what is read of each item"
        return inside, variable

    def free(self, name: str, place: Place) -> bool:
        """Whether a local may have this name; notes a fault where it means something here already."""
        if name in WORDS:
            self.fault("hidden-name", place, f"`{name}` is a word of the language", "choose another name")
        elif name in self.world.names.meanings:
            note_hidden(self.world, name, self.span(place))
        elif name in self.names:
            self.fault("hidden-name", place, f"`{name}` means something here already", "choose another name")
        else:
            return True
        return False

    def learn(self, facts: Mapping[str, Fact]) -> None:
        """Takes what a test has shown."""
        self.facts.update(facts)

    def forget(self, written: Words) -> None:
        """Drops what tests have shown of anything that reads one of these words.

        Where rules wait to be tested any change of the game lets them run; a word behind a dollar sign is none.
        """
        if self.restless and any(not word.startswith("$") for word in written):
            written |= self.restless
        if written:
            self.facts = {path: fact for path, fact in self.facts.items() if not fact.words & written}

    def prompt(self, symbol: PromptSymbol) -> int:
        """Keeps a prompt and gives its number."""
        self.world.program.prompts.append(symbol)
        return symbol.number

    def next_prompt(self) -> int:
        """The number that the next prompt gets."""
        return len(self.world.program.prompts)


def note_hidden(world: World, name: str, span: Span) -> None:
    """Notes a name that would hide what has this id, and where that is declared: an overlay may have brought it."""
    known = world.names.meanings[name].span if name in world.names.meanings else Span.whole("")
    related = (Related(known, f"`{name}` is declared here"),) if known.file else ()
    message, hint = f"`{name}` would hide what has this id", "choose another name"
    world.faults.add("hidden-name", span, message, hint, related)
