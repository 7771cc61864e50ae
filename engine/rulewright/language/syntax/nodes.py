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
    """let name: type = value, or let name.field: type = value for each thing of a kind"""

    name: Name
    field: Name | None
    type: TypeNode | None
    value: Node
    place: Place


@dataclass(frozen=True, slots=True)
class AssignNode:
    """target op value; op is =, += or -="""

    target: Node
    op: str
    value: Node
    place: Place


@dataclass(frozen=True, slots=True)
class ReturnNode:
    """return value"""

    value: Node | None
    place: Place


@dataclass(frozen=True, slots=True)
class CallStatement:
    """An expression standing as a statement: a call made for what it does."""

    call: Node
    place: Place


@dataclass(frozen=True, slots=True)
class IfNode:
    """if … elif … else"""

    branches: tuple[tuple[Node, Suite], ...]
    other: Suite
    place: Place


@dataclass(frozen=True, slots=True)
class ForNode:
    """for var in source: body"""

    var: Name
    source: Node
    body: Suite
    place: Place


@dataclass(frozen=True, slots=True)
class WhileNode:
    """while condition: body"""

    condition: Node
    body: Suite
    place: Place


@dataclass(frozen=True, slots=True)
class OptionNode:
    """A named option of a choose."""

    label: String
    condition: Node | None
    body: Suite
    place: Place


@dataclass(frozen=True, slots=True)
class OptionsFor:
    """Named options of a choose for each item of a list."""

    var: Name
    source: Node
    options: tuple[OptionNode | OptionsFor, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class ChooseNode:
    """choose(arguments): options"""

    arguments: tuple[Argument, ...]
    options: tuple[OptionNode | OptionsFor, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class NextNode:
    """next moment call in period if condition: body"""

    moment: str
    call: Name
    period: Name | None
    condition: Node | None
    body: Suite
    place: Place


@dataclass(frozen=True, slots=True)
class TogetherNode:
    """together: body, which is one `for`"""

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
    """id: moment call may "prompt" once period if condition: body"""

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
    """id: for var in source when condition: body"""

    id: Name | None
    var: Name | None
    source: Node | None
    condition: Node | None
    body: Suite
    place: Place


@dataclass(frozen=True, slots=True)
class ModHead:
    """id: of kind.field if condition: op amount"""

    id: Name | None
    kind: Name
    field: Name
    condition: Node | None
    op: str
    amount: Node
    place: Place


@dataclass(frozen=True, slots=True)
class ActionHead:
    """id: in menus with name in list cost path = amount once period if condition: body"""

    id: Name | None
    menus: tuple[Name, ...]
    choices: tuple[tuple[Name, Node], ...]
    costs: tuple[tuple[Node, Node], ...]
    once: Name | None
    condition: Node | None
    body: Suite
    place: Place
