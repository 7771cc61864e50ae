"""A pack as its designer wrote it, joined from its files and overlays; every leaf is a Text, no effect text is read.

Mappings keep declaration order: files as pack.yaml first, then by path in code-point order, then overlays.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from itertools import count

from rulewright.text.spans import Span, Text

Texts = Mapping[str, Text]


@dataclass(frozen=True, slots=True)
class Origin:
    """An Origin says where a fact comes from: `rulebook`, with the section that prints it, or `reconstructed`."""

    value: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A Note is what any definition may carry beside its content: the rules it carries out and where it comes from."""

    rules: tuple[Text, ...] = ()
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """An Action is something a player may do: the menus that offer it, its choices, its cost, its effect."""

    id: Text
    menus: tuple[Text, ...]
    condition: Text | None
    choices: Texts
    cost: Mapping[str, tuple[Text, Text]]
    once: Text | None
    do: Text | None
    note: Note


@dataclass(frozen=True, slots=True)
class Behaviour:
    """A Behaviour is what makes a kind or a thing act: its owner's condition and its heads, each block unread.

    `actions` maps an id to an Action, or to a Text that holds one head without its id; `action_heads` is the block
    form, where each head carries its own id.
    """

    me: Text | None = None
    active: Text | None = None
    like: Text | None = None
    mods: Text | None = None
    hooks: Text | None = None
    rules: Text | None = None
    actions: Mapping[str, Action | Text] | None = None
    action_heads: Text | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A Kind is what things have in common. A name declared in several places is joined into one Kind."""

    id: Text
    parents: tuple[Text, ...]
    lies: Text | None
    values: Mapping[str, tuple[Text, Text]]  # `set:` field -> (its key, the value), and the `does:` texts it fills in
    fields: Mapping[str, tuple[Text, Text]]  # name -> (its key, the declaration)
    derive: Mapping[str, tuple[Text, Text]]  # name -> (its key, `type = expression` or only the expression)
    hidden: tuple[Text, ...] | None  # None: no back; empty: a back that hides only which thing it is
    does: Mapping[str, tuple[Text, Text]]  # name -> (its key, the signature)
    behaviour: Behaviour
    note: Note


@dataclass(frozen=True, slots=True)
class Thing:
    """A Thing is one entry of `things:` or `areas:`: the facts of a component, or of many alike."""

    id: Text
    kind: Text
    at: Text | None
    owner: Text | None
    count: Text | None
    per: Text | None
    each: Texts  # `for:` name -> the numbers it runs through
    title: Text | None
    text: Text | None
    values: Mapping[str, tuple[Text, Text]]  # every other key: fields and the `does:` texts it fills in
    behaviour: Behaviour
    note: Note


@dataclass(frozen=True, slots=True)
class Link:
    """A Link is one entry of `arrows:`: two ends, one or both ways, and its fields."""

    id: Text | None
    source: Text
    target: Text
    both_ways: bool
    each: Texts
    values: Mapping[str, tuple[Text, Text]]
    span: Span
    note: Note


def link_id(own: str, source: str, target: str, taken: Container[str]) -> str:
    """The id of a link: its own, else `from_to`, and where that is taken `from_to_2`, `from_to_3`, ..."""
    base = own or f"{source}_{target}"
    if own or base not in taken:
        return base
    return next(id for number in count(2) if (id := f"{base}_{number}") not in taken)


@dataclass(frozen=True, slots=True)
class Place:
    """A Place is where components lie off the board: a pile, a row, a supply; one, or one for each of a kind."""

    id: Text
    sees: Text | None  # all, owner or none
    holds: tuple[Text, ...]
    per: Text | None
    count: Text | None
    ordered: bool
    live: bool
    refill: Text | None
    keep: Text | None
    source: Text | None  # `from:`
    note: Note


@dataclass(frozen=True, slots=True)
class Proc:
    """A Proc is a named text with a signature."""

    signature: Text
    do: Text
    note: Note


@dataclass(frozen=True, slots=True)
class Table:
    """A Table is a procedure given by data: from a key (a name, a number or a range) to a value."""

    id: Text
    rows: tuple[tuple[Text, Text], ...]
    note: Note


@dataclass(frozen=True, slots=True)
class Die:
    """A Die is a kind of die: its faces with their symbols, and the facts a roll of it carries."""

    id: Text
    faces: tuple[tuple[Text, tuple[Text, ...]], ...]  # face name -> symbols; a bare face has the symbol of its name
    facts: Text | None  # `with:`, a list of parameters in parentheses
    note: Note


@dataclass(frozen=True, slots=True)
class Menu:
    """A Menu is a moment at which actions are offered."""

    id: Text
    parameters: Text | None
    repeat: bool
    must: bool
    who: Text | None
    note: Note


@dataclass(frozen=True, slots=True)
class Step:
    """A Step is a node of the flow: a text, or steps below it, run once, for each item, or in a loop."""

    id: Text
    condition: Text | None
    each: Text | None
    loop: Text | None
    item: Text | None  # `as:`
    together: bool
    timer: Text | None
    do: Text | None
    steps: tuple[Step, ...]
    note: Note


@dataclass(frozen=True, slots=True)
class Option:
    """An Option is a named choice of values, the first of which (or `default`) holds unless another is chosen.

    A value that switches an overlay on has it in `overlays`; `nature` is ruling, variant, difficulty, mode or house.
    """

    id: Text
    nature: str
    about: Text | None
    question: Text | None
    values: tuple[Text, ...]
    default: str
    note: Note


@dataclass(frozen=True, slots=True)
class Line:
    """A Line is what people read when something happened: of which procedure, action, step or rule, and its template.

    `kind` is that of the things on which the action stands, empty where it stands on none.
    """

    of: Text
    template: Text
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Show:
    """A Show is how a game is shown: rows of areas, a template for each kind, what is in hand, places in order."""

    rows: tuple[tuple[Text, ...], ...]
    lines: Mapping[str, tuple[Text, Text]]  # kind -> (its key, the template)
    hand: tuple[Text, ...]
    places: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """A Hint says that an action or a prompt has a weight, or each of these options of it."""

    of: Text
    options: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Header:
    """A Header is what a pack says of itself."""

    id: str
    title: str
    version: str
    players: tuple[int, int]
    recommended: int
    team: bool  # `seats: team`: one result for all; else one for each seat
    simultaneous: Text | None
    credits: str
    span: Span


@dataclass(frozen=True, slots=True)
class Pack:
    """A Pack is a game as written, with the chosen options' overlays applied."""

    header: Header
    chosen: Mapping[str, str]  # option id -> value
    options: Mapping[str, Option]
    enums: Mapping[str, tuple[Text, tuple[Text, ...]]]
    tables: Mapping[str, Table]
    dice: Mapping[str, Die]
    kinds: Mapping[str, Kind]
    things: tuple[Thing, ...]
    areas: tuple[Thing, ...]
    arrows: tuple[Link, ...]
    places: Mapping[str, Place]
    procs: tuple[Proc, ...]
    menus: Mapping[str, Menu]
    actions: Mapping[str, Action | Text]
    action_heads: tuple[Text, ...]
    hooks: tuple[Text, ...]
    rules: tuple[Text, ...]
    mods: tuple[Text, ...]
    flow: tuple[Step, ...]
    says: tuple[Line, ...]
    show: Show
    value: Mapping[str, Text]  # `bots: value:` side (or `all`) -> expression
    hints: tuple[Hint, ...]
    measures: Mapping[str, Text]
    files: Mapping[str, str]  # file -> its text, for messages
    sections: tuple[str, ...]  # the keys of its files, also those of which nothing could be read
    removed: Mapping[str, Span]  # the names that overlays remove, and where
