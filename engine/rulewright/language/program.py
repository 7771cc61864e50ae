"""The checked program: a pack's symbols and every text of it as a checked tree, ready for analysis and emission."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.language.tree import Ask, Block, Expression
from rulewright.language.types import Type
from rulewright.language.wording import Line, Picture, PromptSymbol
from rulewright.text.spans import Span


@dataclass(frozen=True, slots=True)
class EnumSymbol:
    """An EnumSymbol is a list of names that stand for values; the value of a name is its position."""

    id: str
    values: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class KindSymbol:
    """A KindSymbol is a kind with all that it has from its parents.

    `root` is the one kind above it and its relatives that has no parent: things of one root share their columns'
    numbering and their places' lists. `members` are the numbers of its things in declaration order; `hidden` is None
    for a kind without a back. `lies` is the kind of what its things always lie at, empty if it may be anything.
    """

    id: str
    parents: tuple[str, ...]
    ancestors: tuple[str, ...]  # itself first, then outwards
    root: str
    lies: str
    hidden: tuple[str, ...] | None
    members: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class FieldSymbol:
    """A FieldSymbol is a named, typed value of the things of a kind; `id` is `kind.name`.

    Stored: `default`, `low` and `high` are expressions of the variable `it`, the thing; `period` names what puts the
    default back at its end. Derived: `derived` is the expression, of the variable `it`.
    `start` holds what single things give, by number; an expression there may read `it` as well.
    """

    id: str
    name: str
    kind: str
    type: Type
    default: Expression | None
    low: Expression | None
    high: Expression | None
    period: str
    derived: Expression | None
    start: Mapping[int, Expression]
    span: Span


@dataclass(frozen=True, slots=True)
class ThingSymbol:
    """A ThingSymbol is one thing of the game. The game itself is number 0, the players are 1 to n (a player's number is
    its seat), then areas, places, links and arrows, then components, those of one root together.

    `definition` is the id it was made from: `count: 3` of `coin` makes coin_1 to coin_3, all of definition coin.
    `at` is where it starts (-1: nowhere, only for things that lie nowhere such as areas), `owner` a player or -1.
    """

    number: int
    id: str
    definition: str
    kind: str
    title: str
    at: int
    owner: int
    of: int
    ends: tuple[int, int, int]  # of an arrow: from, to, link; of a link: from, to, -1; else all -1
    origin: str
    span: Span


@dataclass(frozen=True, slots=True)
class PlaceSymbol:
    """A PlaceSymbol is what a place declares; `things` are the numbers of the places it makes."""

    id: str
    things: tuple[int, ...]
    sees: str  # all, owner, none
    holds: tuple[str, ...]
    ordered: bool
    live: bool
    refill: str  # id of a place, or empty
    span: Span


@dataclass(frozen=True, slots=True)
class DieSymbol:
    """A DieSymbol is a kind of die: the distinct faces, which face each side shows, each face's symbols with counts,
    and the facts a roll of it carries."""

    id: str
    faces: tuple[str, ...]
    sides: tuple[int, ...]  # side -> face
    symbols: Mapping[str, tuple[int, ...]]  # symbol -> count for each face
    facts: tuple[tuple[str, Type], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Parameter:
    """A Parameter is a named, typed value that a routine is called with."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Routine:
    """A Routine is a text that runs: the body of a procedure, an action, a rule, a step or a `does:` text.

    `id` is unique: `hurt`, `action.close`, `rule.overrun`, `step.walk`, `hook.soften`, `effect@definition`.
    `nature` is procedure, action, rule, step, hook or does. The body of a routine that gives a value ends in a Return
    on every path.
    """

    id: str
    nature: str
    parameters: tuple[Parameter, ...]
    result: Type
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Does:
    """A Does is a text that each thing of a kind may fill in, called with the thing first: `effect(thing, me)`.

    `texts` gives, for each thing of the kind, the id of the Routine that is its text, or is empty where it has none.
    """

    id: str
    kind: str
    parameters: tuple[Parameter, ...]  # without the thing
    result: Type
    texts: Mapping[int, str]
    span: Span


@dataclass(frozen=True, slots=True)
class TableSymbol:
    """A TableSymbol is a procedure given by data. `rows` are (low, high, value); enum and thing keys have low == high.
    A value may be an expression without variables."""

    id: str
    key: Type
    value: Type
    rows: tuple[tuple[int, int, Expression], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Choice:
    """A Choice is one `with:` entry of an action: a local, the prompt that asks for it, the list to choose from.
    The list may use the menu's parameters and earlier choices."""

    name: str
    prompt: int
    source: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Cost:
    """A Cost is an amount taken from a stored field of a thing; payable while the field stays at or above `low`."""

    field: str
    of: Expression
    amount: Expression
    low: int


@dataclass(frozen=True, slots=True)
class ActionSymbol:
    """An ActionSymbol is something that menus offer. Its routine takes the menu's parameters, then its choices.
    That of a thing is called `action.thing`.

    `owner` is the thing whose action it is (then the routine takes it first, as `this`), -1 for an action of the pack.
    `once` is a period or empty; it counts for `this`, or for the parameter `me`.
    """

    id: str
    menus: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    owner: int
    live: Expression | None  # whether its owner's behaviour is live now, None: always
    condition: Expression | None
    choices: tuple[Choice, ...]
    costs: tuple[Cost, ...]
    once: str
    routine: str
    span: Span


@dataclass(frozen=True, slots=True)
class MenuSymbol:
    """A MenuSymbol is a moment at which actions are offered: one decision among "done" and what can be taken.

    With `who`, a list that may use all parameters but the first, each item in turn is the first parameter, until all
    have passed in a row; `seat` is the player that then decides. Without it an Offer gives all of them and says who.
    """

    id: str
    parameters: tuple[Parameter, ...]
    repeat: bool
    must: bool
    who: Expression | None
    seat: Expression | None
    prompt: int
    actions: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class RuleSymbol:
    """A RuleSymbol is state-based: whenever `condition` holds (for an item of `source`, if it has one), `routine` runs.
    The condition and the routine read the item as the variable `var`. `unit` names the text that hooks answer, of which
    a rule of things has a routine for each way, or each thing, it is had; empty where none can.
    """

    id: str
    var: str
    source: Expression | None
    item: Type | None
    condition: Expression | None
    routine: str
    span: Span
    unit: str = ""


@dataclass(frozen=True, slots=True)
class ModifierSymbol:
    """A ModifierSymbol changes what reading a field gives. `condition` and `amount` read the thing as `it`, and the
    thing it stands on, if any, as `this`; it holds only while `live` does.

    `field` may also be `call(parameter)`, with `it` the running call, `roll.symbol` or `die.symbol`, with `it` the roll
    or the die, or `if action`, with the menu's parameters as variables; `kind` is then empty. `link.open` is no field.
    """

    id: str
    field: str
    kind: str  # applies to things of this kind
    op: str  # set, add, max, min
    amount: Expression
    condition: Expression | None
    live: Expression | None
    owner: int
    span: Span


@dataclass(frozen=True, slots=True)
class CallSymbol:
    """A CallSymbol is something whose calls hooks answer or texts read: by the name that texts give it.

    `nature` is procedure, table, action, menu, step, rule or built-in; `units` are the routines, menus (`offer.ID`),
    steps (`step.ID`) or built-ins that are called so. `parameters` and `result` are what may be read of a call.
    """

    name: str
    nature: str
    units: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    result: Type
    span: Span


@dataclass(frozen=True, slots=True)
class HookSymbol:
    """A HookSymbol answers the calls of a name: at `moment` (before, instead, after) its routine runs.

    `things` are those whose behaviour it is (empty: of the pack, always there); `live` says of the variable `this`
    whether its behaviour is live now, `me` who acts in it. The condition reads `this`, `me` and the call as the
    variable `$call`; the routine takes those of them that there are, in this order. `ask` is asked before it, if it is
    a `may`; `once` is a period or empty. `order` is where its head stands among all, the same for those of one head.
    """

    id: str
    moment: str
    call: str
    order: int
    things: tuple[int, ...]
    live: Expression | None
    me: Expression | None
    ask: Ask | None
    once: str
    condition: Expression | None
    routine: str
    span: Span


@dataclass(frozen=True, slots=True)
class WaitSymbol:
    """A WaitSymbol is a `next`: it waits for a call of a name, until the end of `period` if one is named.

    The condition reads the `kept` variables and the call as the variable `$call`; the routine takes them in this order.
    """

    id: str
    moment: str
    call: str
    period: str
    kept: tuple[Parameter, ...]
    condition: Expression | None
    routine: str
    span: Span


@dataclass(frozen=True, slots=True)
class StepSymbol:
    """A StepSymbol is a node of the flow. With `each` its item, with `loop` its round number, is read as Item(step).

    `loop` is True, a condition, or a number of rounds. A step has a routine or steps. With `together` each item of a
    step with a routine is a branch; `timer` is how many seconds they have, 0 for as long as they like.
    """

    id: str
    condition: Expression | None
    each: Expression | None
    loop: Expression | bool | None
    item: Type | None
    routine: str
    together: bool
    timer: Expression | None
    steps: tuple[StepSymbol, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Formula:
    """A Formula is an expression read from outside: a measure, the value of a state for a side."""

    id: str
    expression: Expression


@dataclass(slots=True)
class Program:
    """A Program is all that a pack says, checked. Mappings are in declaration order."""

    players: int
    enums: dict[str, EnumSymbol] = field(default_factory=dict)
    kinds: dict[str, KindSymbol] = field(default_factory=dict)
    fields: dict[str, FieldSymbol] = field(default_factory=dict)
    things: list[ThingSymbol] = field(default_factory=list)
    places: dict[str, PlaceSymbol] = field(default_factory=dict)
    dice: dict[str, DieSymbol] = field(default_factory=dict)
    tables: dict[str, TableSymbol] = field(default_factory=dict)
    routines: dict[str, Routine] = field(default_factory=dict)
    does: dict[str, Does] = field(default_factory=dict)
    menus: dict[str, MenuSymbol] = field(default_factory=dict)
    actions: dict[str, ActionSymbol] = field(default_factory=dict)
    rules: list[RuleSymbol] = field(default_factory=list)
    modifiers: list[ModifierSymbol] = field(default_factory=list)
    calls: dict[str, CallSymbol] = field(default_factory=dict)
    hooks: list[HookSymbol] = field(default_factory=list)
    waits: dict[str, WaitSymbol] = field(default_factory=dict)
    simultaneous: Expression | None = None  # who orders several hooks of one moment
    orders: dict[tuple[str, str], int] = field(default_factory=dict)  # the prompts for it, by call and moment
    flow: tuple[StepSymbol, ...] = ()
    prompts: list[PromptSymbol] = field(default_factory=list)
    measures: dict[str, Formula] = field(default_factory=dict)
    values: dict[str, Formula] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    picture: Picture = field(default_factory=Picture)
