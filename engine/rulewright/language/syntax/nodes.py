"""The syntax tree: a text as it was read, before any name is looked up.

Places are (line, column, end line, end column) inside the text, from 1; the same text read twice is one tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Place(NamedTuple):
    """A Place is a stretch of a text, from its first character up to and not including its end."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Name:
    """A bare word."""

    id: str
    place: Place


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int
    place: Place


@dataclass(frozen=True, slots=True)
class String:
    """A text in quotation marks; `text` is what stands between them."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Literal:
    """true, false or none."""

    value: bool | None
    place: Place


@dataclass(frozen=True, slots=True)
class ListNode:
    """[a, b, c]"""

    items: tuple[Node, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Read:
    """`of.name`; with no `of` it is `.name`, read from the item being looked at."""

    of: Node | None
    name: Name
    place: Place


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a call, by position where `name` is none."""

    name: Name | None
    value: Node
    place: Place


@dataclass(frozen=True, slots=True)
class CallNode:
    """function(arguments)"""

    function: Node
    arguments: tuple[Argument, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class FilterNode:
    """of[condition] or of[var: condition]"""

    of: Node
    var: Name | None
    condition: Node
    place: Place


@dataclass(frozen=True, slots=True)
class Unary:
    """not x, -x, +x"""

    op: str
    of: Node
    place: Place


@dataclass(frozen=True, slots=True)
class Binary:
    """left op right; op is or, and, in, not in, a comparison, .., or a sign of arithmetic."""

    op: str
    left: Node
    right: Node
    place: Place


@dataclass(frozen=True, slots=True)
class IfElse:
    """yes if condition else no"""

    condition: Node
    yes: Node
    no: Node
    place: Place


Node = Name | Number | String | Literal | ListNode | Read | CallNode | FilterNode | Unary | Binary | IfElse


@dataclass(frozen=True, slots=True)
class LetNode:
    """let NAME[: TYPE] = EXPR  or  let KIND.NAME[: TYPE] = EXPR
    A new local, known to the end of its block; with a kind before the dot it has a value of its own for each
    thing.
    """

    name: Name
    field: Name | None
    type: TypeNode | None
    value: Node
    place: Place


@dataclass(frozen=True, slots=True)
class AssignNode:
    """PATH = EXPR  or  PATH += EXPR  or  PATH -= EXPR
    Sets a local or a field; on a list, the field of each item.
    """

    target: Node
    op: str
    value: Node
    place: Place


@dataclass(frozen=True, slots=True)
class ReturnNode:
    """return [EXPR]
    Ends this text, and gives the value of a procedure.
    """

    value: Node | None
    place: Place


@dataclass(frozen=True, slots=True)
class CallStatement:
    """NAME(EXPR, …)
    A call made for what it does; what it gives is dropped.
    """

    call: Node
    place: Place


@dataclass(frozen=True, slots=True)
class IfNode:
    """if COND: …  elif COND: …  else: …
    Does the first of these whose condition holds. What a condition has shown holds below it.
    """

    branches: tuple[tuple[Node, Suite], ...]
    other: Suite
    place: Place


@dataclass(frozen=True, slots=True)
class ForNode:
    """for NAME in LIST: …
    Does this for each item in turn; the list is fixed when it begins.
    """

    var: Name
    source: Node
    body: Suite
    place: Place


@dataclass(frozen=True, slots=True)
class WhileNode:
    """while COND: …
    Does this again as long as the condition holds.
    """

    condition: Node
    body: Suite
    place: Place


@dataclass(frozen=True, slots=True)
class OptionNode:
    """ "LABEL" [if COND][: …]
    In `choose`: an option, offered if its condition holds; one without statements does nothing.
    """

    label: String
    condition: Node | None
    body: Suite
    place: Place


@dataclass(frozen=True, slots=True)
class OptionsFor:
    """for NAME in LIST: "LABEL" …
    In `choose`: options for each item of a list.
    """

    var: Name
    source: Node
    options: tuple[OptionNode | OptionsFor, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class ChooseNode:
    """choose("PROMPT"[, by=WHO]): …
    Asks one player to take one of the named options below it.
    """

    arguments: tuple[Argument, ...]
    options: tuple[OptionNode | OptionsFor, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class NextNode:
    """next before|after|instead NAME [in PERIOD] [if COND]: …
    Waits for the next call that begins after this and fits, does this once, and is gone; at the end of the period
    it is dropped.
    """

    moment: str
    call: Name
    period: Name | None
    condition: Node | None
    body: Suite
    place: Place


@dataclass(frozen=True, slots=True)
class TogetherNode:
    """together: …
    Holds one `for`, whose rounds are decided at the same moment.
    """

    body: Suite
    place: Place


StatementNode = (
    LetNode
    | AssignNode
    | ReturnNode
    | CallStatement
    | IfNode
    | ForNode
    | WhileNode
    | ChooseNode
    | NextNode
    | TogetherNode
)
Suite = tuple[StatementNode, ...]


@dataclass(frozen=True, slots=True)
class TypeNode:
    """A type as written: `shape` is one, maybe or list."""

    shape: str
    name: Name
    place: Place


@dataclass(frozen=True, slots=True)
class ParameterNode:
    """type name = default"""

    type: TypeNode
    name: Name
    default: Node | None
    place: Place


@dataclass(frozen=True, slots=True)
class SignatureNode:
    """name(parameters) -> type"""

    name: Name
    parameters: tuple[ParameterNode, ...]
    result: TypeNode | None
    place: Place


@dataclass(frozen=True, slots=True)
class FieldNode:
    """type = default min low max high each period"""

    type: TypeNode
    default: Node | None
    low: Node | None
    high: Node | None
    period: Name | None
    place: Place


@dataclass(frozen=True, slots=True)
class DerivedNode:
    """type = value, or only the value"""

    type: TypeNode | None
    value: Node
    place: Place


@dataclass(frozen=True, slots=True)
class HookHead:
    """[ID:] before|after|instead NAME [may "PROMPT"] [once PERIOD] [if COND]: …
    A hook: answers each call of NAME, and asks first where it says `may`.
    """

    id: Name | None
    moment: str
    call: Name
    prompt: String | None
    once: Name | None
    condition: Node | None
    body: Suite
    place: Place


@dataclass(frozen=True, slots=True)
class RuleHead:
    """[ID:] when COND: …  or  [ID:] for NAME in LIST [when COND]: …
    A rule: acts whenever its condition holds, for each item of the list, until it holds no more.
    """

    id: Name | None
    var: Name | None
    source: Node | None
    condition: Node | None
    body: Suite
    place: Place


@dataclass(frozen=True, slots=True)
class ModHead:
    """[ID:] of KIND.FIELD | CALL.PARAMETER | roll.SYMBOL | DIE.SYMBOL | ACTION.if [if COND]: set|add|max|min EXPR
    A modifier: changes what reading this gives, as long as it is live and its condition holds.
    """

    id: Name | None
    kind: Name
    field: Name
    condition: Node | None
    op: str
    amount: Node
    place: Place


@dataclass(frozen=True, slots=True)
class ActionHead:
    """ID: in MENU [with NAME in LIST] [cost PATH = AMOUNT] [once PERIOD] [if COND]: …
    An action: what may be taken from a menu, what is chosen first, and what it costs.
    """

    id: Name | None
    menus: tuple[Name, ...]
    choices: tuple[tuple[Name, Node], ...]
    costs: tuple[tuple[Node, Node], ...]
    once: Name | None
    condition: Node | None
    body: Suite
    place: Place
