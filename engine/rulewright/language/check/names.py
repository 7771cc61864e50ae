"""The names of a pack: what each means, before any effect text is checked.

Kinds, things, places, procedures, tables, actions and `does:` texts share one name space. Menus, steps, enum values,
dice and their symbols have their own, known by position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.language.program import Parameter
from rulewright.language.syntax.nodes import FieldNode, Node, Suite
from rulewright.language.types import Kind, Type
from rulewright.text.spans import Span, Text

BUILT_IN_KINDS = ("game", "player", "area", "place", "link", "arrow")  # their things lie at nothing


@dataclass(slots=True)
class KindName:
    """A kind while names are gathered."""

    id: str
    span: Span
    parents: tuple[str, ...] = ()
    ancestors: tuple[str, ...] = ()
    root: str = ""
    lies: str = ""
    hidden: tuple[str, ...] | None = None
    members: list[int] = field(default_factory=list)


@dataclass(slots=True)
class FieldName:
    """A field while names are gathered: stored fields have a declaration, derived ones a formula.

    `start` holds what kinds (by id) and things (by number) set; a thing's own value comes before its kind's.
    """

    id: str
    name: str
    kind: str
    span: Span
    type: Type | None  # None: a derived field whose type is still to be inferred
    text: Text
    declaration: FieldNode | None
    formula: Node | None
    kind_values: dict[str, Text] = field(default_factory=dict)
    thing_values: dict[int, Text] = field(default_factory=dict)
    constants: dict[int, list[int]] = field(default_factory=dict)  # of a field that a `per:` place makes


@dataclass(frozen=True, slots=True)
class GroupName:
    """An id that stands for several things made alike."""

    id: str
    kind: str
    numbers: tuple[int, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ThingName:
    """An id that stands for one thing."""

    id: str
    kind: str
    number: int
    span: Span


@dataclass(frozen=True, slots=True)
class ParameterName:
    """A parameter as declared, with its default still unchecked."""

    name: str
    type: Type
    default: Node | None
    span: Span

    def bare(self) -> Parameter:
        """The parameter as the program keeps it."""
        return Parameter(self.name, self.type)


@dataclass(frozen=True, slots=True)
class ProcName:
    """A procedure: its signature and its text, unread or read."""

    id: str
    parameters: tuple[ParameterName, ...]
    result: Type
    signature: Text
    text: Text
    body: Suite
    span: Span


@dataclass(frozen=True, slots=True)
class TableName:
    """A table: its rows as written."""

    id: str
    rows: tuple[tuple[Text, Text], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ActionName:
    """An action's id; actions are offered by menus, never called by name."""

    id: str
    span: Span


@dataclass(frozen=True, slots=True)
class DoesName:
    """A text that each thing of a kind may fill in."""

    id: str
    kind: str
    parameters: tuple[ParameterName, ...]
    result: Type
    signature: Text
    span: Span
    kind_texts: dict[str, Text] = field(default_factory=dict)
    thing_texts: dict[int, Text] = field(default_factory=dict)


Meaning = KindName | GroupName | ThingName | ProcName | TableName | ActionName | DoesName


@dataclass(frozen=True, slots=True)
class MenuName:
    """A menu: its parameters, and whether it says itself who is asked."""

    id: str
    parameters: tuple[ParameterName, ...]
    text: Text | None
    asks: bool
    span: Span

    @property
    def given(self) -> tuple[ParameterName, ...]:
        """What a call gives it: of a menu that says itself who is asked not the first."""
        return self.parameters[1:] if self.asks else self.parameters


@dataclass(frozen=True, slots=True)
class StepName:
    """A step of the flow: the ids of the steps around it, outermost first, and the name of its item."""

    id: str
    above: tuple[str, ...]
    item: str
    span: Span


@dataclass(slots=True)
class Names:
    """All names of a pack."""

    meanings: dict[str, Meaning] = field(default_factory=dict)
    fields: dict[str, FieldName] = field(default_factory=dict)
    menus: dict[str, MenuName] = field(default_factory=dict)
    steps: dict[str, StepName] = field(default_factory=dict)
    options: dict[str, tuple[Type, int]] = field(default_factory=dict)  # id -> type and chosen value
    numbers: dict[int, Mapping[str, int]] = field(default_factory=dict)  # thing -> what its `for:` gives each name
    lost: dict[str, None] = field(default_factory=dict)  # places and things made for each of a kind that there is not

    def kinds(self) -> list[KindName]:
        """Every kind, in order of declaration."""
        return [meaning for meaning in self.meanings.values() if isinstance(meaning, KindName)]

    def kind(self, id: str) -> KindName | None:
        """The kind of that name, if it is one."""
        meaning = self.meanings.get(id)
        return meaning if isinstance(meaning, KindName) else None

    def is_a(self, kind: str, other: str) -> bool:
        """Whether every thing of `kind` is of `other`."""
        found = self.kind(kind)
        return other == "thing" or (found is not None and other in found.ancestors)

    def meet(self, one: Type, other: Type) -> bool:
        """Whether one thing can be of both types; true of all that are no kinds."""
        if not isinstance(one, Kind) or not isinstance(other, Kind):
            return True
        both = (one.name, other.name)
        return "thing" in both or any(all(name in kind.ancestors for name in both) for kind in self.kinds())

    def field_of(self, kind: str, name: str) -> FieldName | None:
        """The field `name` that things of `kind` have, their own or a parent's."""
        found = self.kind(kind)
        for ancestor in found.ancestors if found else ():
            if f"{ancestor}.{name}" in self.fields:
                return self.fields[f"{ancestor}.{name}"]
        return None

    def field_names(self, kind: str) -> list[str]:
        """The names of all fields that things of `kind` have."""
        found = self.kind(kind)
        above = found.ancestors if found else ()
        return [field.name for field in self.fields.values() if field.kind in above]

    def fits(self, actual: Type, wanted: Type) -> bool:
        """Whether a thing of the first kind may stand where one of the second is asked."""
        return isinstance(actual, Kind) and isinstance(wanted, Kind) and self.is_a(actual.name, wanted.name)
