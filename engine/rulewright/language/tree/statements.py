"""Statements of the checked tree: what does something."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.language.tree.expressions import Ask, Expression
from rulewright.language.tree.leaves import Var
from rulewright.text.spans import Span


@dataclass(frozen=True, slots=True)
class Assign:
    """A local gets a value, first (`let`) or again. No change of the game."""

    name: str
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class AssignEach:
    """A local gets a value for each thing of a kind; `name` is `kind.name`. No change of the game."""

    name: str
    kind: str
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class PutOwn:
    """Such a local gets another value for one thing, or for each of a list. `op` is =, += or -=."""

    store: Var
    of: Expression
    op: str
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Put:
    """A stored field gets a value: one change. `op` is =, += or -=. `of` is one thing, or a list: then of each.

    `field` is a FieldSymbol's id, or `thing.owner`, `link.open` for the properties that may be set.
    """

    field: str
    of: Expression
    op: str
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class PutSymbol:
    """A bonus on a symbol of a roll: `r.fight += 1`. No change of the game."""

    roll: Expression
    symbol: str
    op: str
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class PutFace:
    """A die is turned to a face. `value` is of the die's face type."""

    roll: Expression
    die: Expression
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """The first branch whose condition holds runs, else `other`."""

    branches: tuple[tuple[Expression, tuple[Statement, ...]], ...]
    other: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class For:
    """A text run for each item of a list that is fixed at the start."""

    var: str
    source: Expression
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Together:
    """One moment: each round of the loop is a branch in which one decides alone, on the state at the start."""

    loop: For
    span: Span


@dataclass(frozen=True, slots=True)
class While:
    """A text run as long as a condition holds; each round costs fuel."""

    condition: Expression
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Return:
    """The end of the routine, with its result if it gives one."""

    value: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Branch:
    """A named option of a `choose`; `label` is its number among the prompt's labels."""

    label: int
    condition: Expression | None
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class BranchLoop:
    """Named options for each item of a list."""

    var: str
    source: Expression
    branches: tuple[Branch | BranchLoop, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    """A decision between named options. No option: nothing happens; one: it is taken without asking."""

    ask: Ask
    branches: tuple[Branch | BranchLoop, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Do:
    """A call made for what it does."""

    call: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class PutGiven:
    """A parameter of a running call, or its result, gets a value. No change of the game."""

    of: Expression  # of type Running
    name: str
    op: str
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Wait:
    """A `next` is made: `hook` names the WaitSymbol, `kept` are the values that its texts will read, in order."""

    hook: str
    kept: tuple[Expression, ...]
    span: Span


Statement = (
    Assign
    | AssignEach
    | PutOwn
    | Put
    | PutSymbol
    | PutFace
    | PutGiven
    | If
    | For
    | While
    | Return
    | Choose
    | Do
    | Wait
    | Together
)
Block = tuple[Statement, ...]
