"""Expressions of the checked tree: what gives a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.language.tree.leaves import Const, ConstList, Innermost, Item, Past, Runs, Var, Word
from rulewright.language.types import Type
from rulewright.text.spans import Span


@dataclass(frozen=True, slots=True)
class Get:
    """A field of a thing, stored or derived, modifiers included. `of` is one thing, never a list or a maybe."""

    field: str  # id of the FieldSymbol, `kind.field`
    of: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Own:
    """What a local with a value for each thing of a kind holds of one thing; `store` is that local, `kind.name`."""

    store: Var
    of: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Prop:
    """What things have without a declaration: at area index owner of shown number; arrows from to link open; areas
    exits entries; players seat; the game over winners. `of` is one thing."""

    name: str
    of: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Inside:
    """The things of `kind` that lie at `of`, in order of arrival or position; for `thing` of all kinds."""

    of: Expression
    kind: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Keyed:
    """An expression of one item: the condition of a filter, the key of a sort, what is read from each of a list."""

    var: str
    body: Expression
    item: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Filter:
    """The items of a list for which a condition holds, in its order."""

    source: Expression
    key: Keyed
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Each:
    """What is read from each item of a list, as an ordered set; `flat` where each item gives a list (or a maybe).

    `distinct` is false where two items can never give the same, so that nothing needs to be looked for.
    """

    source: Expression
    key: Keyed
    flat: bool
    distinct: bool
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list written out, as an ordered set."""

    items: tuple[Expression, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class AsList:
    """A maybe or a thing standing for a list of none or one."""

    of: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers from `low` to `high`, both included; empty where high < low."""

    low: Expression
    high: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Join:
    """Two lists one after the other, as an ordered set."""

    left: Expression
    right: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Without:
    """The items of the left list that are not in the right one."""

    left: Expression
    right: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Arith:
    """A calculation with whole numbers: + - * / % ; division rounds down."""

    op: str
    left: Expression
    right: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison: == != < <= > >= . Both sides are of one type; a maybe may be compared for equality."""

    op: str
    left: Expression
    right: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Contains:
    """Whether an item is in a list."""

    item: Expression
    source: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class IsKind:
    """Whether a thing is of a kind."""

    of: Expression
    kind: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Truth:
    """Whether a list or a maybe has something."""

    of: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a truth."""

    of: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Logic:
    """`and` or `or` of two truths; the right one is read only where the left one leaves it open."""

    op: str
    left: Expression
    right: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Fallback:
    """The left list or maybe where it has something, else the right one."""

    left: Expression
    right: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Either:
    """One of two values by a condition; only the chosen one is read."""

    condition: Expression
    yes: Expression
    no: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a procedure, a table or a `does:` text; `arguments` are complete and in order.

    Of a `does:` text the first argument is the thing whose text runs. Of a table it is the key.
    """

    routine: str
    arguments: tuple[Expression, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Ask:
    """A prompt put to somebody: which prompt, and who answers. `decider` is a player."""

    prompt: int
    decider: Expression


@dataclass(frozen=True, slots=True)
class Builtin:
    """A call of a built-in. `arguments` holds what the text gives, by parameter name; what is left out is not there.

    An argument is an expression, a Keyed (one or more keys as a tuple), an Ask, or a Word. The facts of a roll stand in
    `facts`, complete and in the order of the die's `with:`; so do the values that the text of an `end` shows.
    """

    name: str
    arguments: Mapping[str, Expression | Keyed | tuple[Keyed, ...] | Ask | Word]
    facts: tuple[Expression, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Offer:
    """A menu put to somebody: gives whether an action was taken. `arguments` are complete and in order.

    Of a menu that says itself who is asked the first argument is left out, and `decider` is None.
    """

    menu: str
    arguments: tuple[Expression, ...]
    decider: Expression | None
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class InOrder:
    """An expression that reads some values as variables; each was computed once before it, from left to right."""

    names: tuple[str, ...]
    values: tuple[Expression, ...]
    body: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Symbols:
    """How often a symbol shows: over all dice of a roll with its bonus, or on one die (`die` is then that die)."""

    roll: Expression
    die: Expression | None
    symbol: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact that a roll carries (`why`, `by`), by its name on the die."""

    roll: Expression
    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of a roll, in order, as positions."""

    roll: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class DieProp:
    """What one die shows: `face` (an enum-like value of the die's faces) or `rerolled`."""

    name: str
    roll: Expression
    die: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class RollSum:
    """Two rolls as one: the dice of the left, then those of the right, with the bonuses of both.

    A fact is that of the left roll where its dice carry one of that name, else that of the right.
    """

    left: Expression
    right: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Alive:
    """Whether a thing lies on the board with its face shown, or in a place where behaviour is live."""

    of: Expression
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Given:
    """A parameter of a running call as it now is, or what the call has given so far (`result`)."""

    name: str
    of: Expression  # of type Running
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class WasGiven:
    """A parameter of a call that ended as it was at its end, or its result."""

    name: str
    of: Expression  # of type Ended
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Proceed:
    """What an `instead` hook answers runs after all, with its parameters as they now are."""

    of: Expression  # of type Running
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Jointly:
    """The seat of the first of some players, at least one, who answers for all of them."""

    of: Expression
    type: Type
    span: Span


Expression = (
    Const | ConstList | Var | Item | Get | Own | Prop | Inside | Filter | Each | ListOf | AsList | Range | Join
    | Without | Arith | Compare | Contains | IsKind | Truth | Not | Logic | Fallback | Either | Call | Builtin | Offer
    | InOrder | Symbols | Fact | Dice | DieProp | RollSum | Alive | Innermost | Runs | Given | Past | WasGiven | Proceed
    | Jointly
)  # fmt: skip
