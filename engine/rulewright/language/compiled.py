"""What compiling a program gives: plain data that can be pickled, kept in a cache, and linked into a rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.language.program import DieSymbol, EnumSymbol, KindSymbol
from rulewright.language.types import Type
from rulewright.language.wording import PromptSymbol
from rulewright.text.spans import Span


@dataclass(frozen=True, slots=True)
class Slot:
    """A Slot is one part of a game's state: its name, its nature, and its value at the start.

    `column` is a list by thing number, `boxes` a list by thing number of what lies there (None where nothing of that
    family can ever lie), `scalar` a single value.
    """

    name: str
    nature: str
    start: Any


@dataclass(frozen=True, slots=True)
class Rule:
    """A Rule is a rule as functions of the namespace.

    `find(table, skip)` gives the first item for which it holds, None if there is none; `effect` is its text, which
    takes the item if `takes_item`. `holds(table, item)` is whether it holds of one item; empty where its list changes.
    """

    id: str
    find: str
    holds: str
    effect: str
    takes_item: bool


@dataclass(frozen=True, slots=True)
class Module:
    """A Module is the code of all that one file of the pack defines, marshalled."""

    file: str
    code: bytes


@dataclass(frozen=True, slots=True)
class Step:
    """A Step is where a step of the flow lies among the ops: it runs while low <= pc < high, `leave` ends its item.

    `item` is the slot of its item or round number, empty where it has none; `rounds` is set for a loop.
    """

    id: str
    low: int
    high: int
    leave: int
    item: str
    rounds: bool


@dataclass(frozen=True, slots=True)
class Sight:
    """A Sight is what faces hide and who sees them, by thing number; a set of seats is a mask with a bit for each seat.

    `back` is the kind that is all one reads of a thing whose face one does not know, empty for what has no back.
    `sees` are the seats that see what lies at a holder, `mixes` whether only those can tell apart what lies there.
    `turns` is what entering does to a face: up, down, or None where it stays as it is. `open` gives for each back what
    it shows: the slot of a column, or the values of one that nobody writes. `boxes` are the slots in which things with
    a back lie. `everyone` is the mask of all seats.

    A table has the columns `which` (who knows which thing it is) and `where` (who knows that it lies there) if `known`,
    `shown` if `kept`. Events are noted if `watched`.
    """

    back: tuple[str, ...] = ()
    sees: tuple[int, ...] = ()
    mixes: tuple[bool, ...] = ()
    turns: tuple[bool | None, ...] = ()
    open: Mapping[str, tuple[tuple[str, tuple[Any, ...]], ...]] = field(default_factory=dict)
    boxes: tuple[str, ...] = ()
    everyone: int = 0
    known: bool = False
    kept: bool = False
    watched: bool = False


ALL = -1
"""The mask of all seats there can be."""


@dataclass(frozen=True, slots=True)
class World:
    """A World is what never changes in the games of a rulebook, by thing number; the table's class carries it.

    `box` is the slot of the boxes a thing lies in, empty for what lies nowhere, `holds` are the slots of those in which
    something may lie at it, in the order in which things have them; `ends` are (from, to, link) of arrows and links,
    else -1; `opens` says of each link whether it begins open. `allowed` are, as bits, the things where each
    thing may lie. `sides` gives for each kind of die the face of each side. A roll is [faces, one bonus for each of
    `bonuses`, its facts, the mask of the seats that see it if `secret`, its flags if `flags`]. `bearers` gives for each
    thing the functions that tell whether its hooks are live, each with the masks and the bits that hang on it.
    `distances` holds what was measured of the board, by where from, which way, and over which: where
    all open arrows count, the links that were open, else the arrows.
    """

    players: int
    ids: tuple[str, ...]
    box: tuple[str, ...]
    holds: tuple[tuple[str, ...], ...]
    ordered: tuple[bool, ...]
    refill: tuple[int, ...]
    owners: tuple[int, ...]
    ends: tuple[tuple[int, int, int], ...]
    opens: tuple[bool, ...]
    arrows: tuple[int, ...]
    areas: tuple[int, ...]
    allowed: tuple[int, ...]
    sides: Mapping[str, tuple[int, ...]]
    bonuses: tuple[str, ...]
    secret: bool
    flags: bool
    steps: tuple[Step, ...]
    bearers: tuple[tuple[tuple[str, tuple[tuple[int, int], ...]], ...], ...] = ()
    sight: Sight = field(default_factory=Sight)
    distances: dict[tuple[int, bool, bool, bool, tuple[int, ...]], list[int]] = field(
        default_factory=dict, compare=False
    )

    def seers(self, roll: Sequence[Any]) -> int:
        """The seats that see a roll, as a mask, where some rolls are not seen by all."""
        seers: int = roll[-2 if self.flags else -1] if self.secret else ALL
        return seers

    def die_of(self, face: int) -> tuple[str, tuple[int, ...]]:
        """The kind of die that has a face, and its sides."""
        return next((die, sides) for die, sides in self.sides.items() if face in sides)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A Prompt is a question with the names of the functions that give the values which its texts show.

    `text` is a function of (table, args); `labels` of (table, args) or, for a label in loops, of (table, args, loop
    values); each gives the tuple of the values of the holes, with their types beside it. Empty where nothing is shown.
    """

    symbol: PromptSymbol
    text: str
    text_types: tuple[Type, ...]
    labels: tuple[str, ...]
    label_types: tuple[tuple[Type, ...], ...]


@dataclass(frozen=True, slots=True)
class Thing:
    """A Thing is what people read of one thing."""

    id: str
    definition: str
    kind: str
    title: str


@dataclass(frozen=True, slots=True)
class StoredField:
    """A StoredField is a field of some things as it is kept: in a slot, or as values where nobody writes it."""

    name: str
    type: Type
    things: tuple[int, ...]
    slot: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """A Kept is what a table keeps of calls in a slot that holds a list of tuples: of those that wait, or that ended.

    Of what waits by one text `number` is which it is and `text` how that reads; each tuple is (serial, number, values).
    Of calls that ended the number is -1, and a tuple holds values only. `names` and `types` are those of the values.
    """

    slot: str
    number: int
    text: str
    names: tuple[str, ...]
    types: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Saying:
    """A Saying is a text with holes: what stands around its holes, and the types of what they show."""

    pieces: tuple[str, ...]
    types: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A Line is what people read when something happened. It tells of what `prompts` ask for, and of taking one of some
    `actions`."""

    saying: Saying
    prompts: tuple[int, ...]
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A Shown is the line of a thing: its text, and the name of the function of (table, thing) that gives the values
    of its holes; empty where it has none."""

    saying: Saying
    values: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A Picture is how a pack wants its table shown: rows of areas by number, -1 for a gap; lines of kinds; the ids of
    the places and kinds that make a hand, and of the places shown, in order. `opening` is the function that gives
    whether a link is open now, where that is modified and all may know it."""

    rows: tuple[tuple[int, ...], ...] = ()
    lines: Mapping[str, Shown] = field(default_factory=dict)
    hand: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    opening: str = ""


@dataclass(slots=True)
class Compiled:
    """A Compiled is a program as code and data.

    `ops` are the names of the flow's functions, `op(table) -> next pc`, -1 at the end. `constants` are the columns of
    the namespace, `builtins` the names of the engine's functions that the code calls as `$NAME`. `luck` maps slots of
    streams to their purposes. `measures` map an id to the name of a function of the table, `values` a side to one of
    the table and the player. `rounds` are the slots that count the rounds of top-level loops, `items` the types of what
    steps go through, `sayings` the texts that end a game, `lines` those that tell what happened, `faces` the names of
    faces over all dice, `routines` the functions that texts of tests may call,
    `fields` the stored fields by their ids, `kept` what is kept of calls. `spans` tells where the definitions stand
    that messages name: routines, steps of the flow, rules, tables; `STEP.while` is the loop that is all a step does, of
    which each round is an op.
    """

    players: int
    modules: list[Module] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    constants: dict[str, Any] = field(default_factory=dict)
    builtins: list[str] = field(default_factory=list)
    ops: list[str] = field(default_factory=list)
    luck: dict[str, str] = field(default_factory=dict)
    prompts: list[Prompt] = field(default_factory=list)
    sayings: list[Saying] = field(default_factory=list)
    lines: tuple[Line, ...] = ()
    picture: Picture = field(default_factory=Picture)
    things: list[Thing] = field(default_factory=list)
    enums: dict[str, EnumSymbol] = field(default_factory=dict)
    kinds: dict[str, KindSymbol] = field(default_factory=dict)
    dice: dict[str, DieSymbol] = field(default_factory=dict)
    faces: tuple[str, ...] = ()
    measures: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    rounds: list[str] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    fields: dict[str, StoredField] = field(default_factory=dict)
    kept: tuple[Kept, ...] = ()
    items: dict[str, Type] = field(default_factory=dict)
    routines: list[str] = field(default_factory=list)
    spans: dict[str, Span] = field(default_factory=dict)
    world: World | None = None
