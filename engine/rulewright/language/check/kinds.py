"""Declaring enums, options, kinds and their fields."""

from __future__ import annotations

from rulewright.language.check.faults import Faults
from rulewright.language.check.names import BUILT_IN_KINDS, DoesName, FieldName, KindName, Meaning, Names, ParameterName
from rulewright.language.check.reserved import RESERVED
from rulewright.language.program import EnumSymbol
from rulewright.language.syntax.nodes import DerivedNode, FieldNode, ParameterNode, TypeNode
from rulewright.language.syntax.parse import parse
from rulewright.language.types import (
    BOOL,
    INT,
    NOTHING,
    UNKNOWN,
    Die,
    Enum,
    Kind,
    List,
    Maybe,
    Roll,
    Type,
    with_article,
)
from rulewright.pack import model
from rulewright.pack.schema import SYNONYMS
from rulewright.text.diagnostics import Related
from rulewright.text.spans import Span, Text
from rulewright.text.suggest import nearest

PROPERTIES = frozenset(
    "at area index kind owner of shown title number id from to open link exits entries seat over winners".split()
)
_NATURES = {
    "KindName": "a kind",
    "GroupName": "a group of things",
    "ThingName": "a thing",
    "ProcName": "a procedure",
    "TableName": "a table",
    "ActionName": "an action",
    "DoesName": "a text of `does:`",
}
_NAMES_OF_TYPES = ("int", "bool", "thing", "roll", "die")


_OTHER_TYPES = {
    **dict.fromkeys(("number", "integer", "num", "float", "decimal"), "a whole number is an `int`"),
    **dict.fromkeys(("boolean", "flag", "yesno"), "what is true or false is a `bool`"),
    **dict.fromkeys(("string", "str", "text", "word"), "there are no texts; a few words to choose from are an enum"),
}


class Declarations:
    """A Declarations fills the names of a pack, section by section, and notes what is wrong with them."""

    def __init__(self, pack: model.Pack, faults: Faults) -> None:
        self.pack = pack
        self.faults = faults
        self.names = Names()
        self.enums: dict[str, EnumSymbol] = {}
        self.circles: list[list[str]] = []  # of kinds that are their own parents

    def name(self, meaning: Meaning) -> None:
        """Gives an id its meaning, unless it has one already."""
        known = self.names.meanings.get(meaning.id)
        if meaning.id in RESERVED:
            self.faults.add("reserved-name", meaning.span, f"`{meaning.id}` is a word of the language", "rename it")
        elif meaning.id in self.enums and meaning.span.file:
            related = (Related(self.enums[meaning.id].span, "the enum"),)
            self.faults.add("duplicate-id", meaning.span, f"`{meaning.id}` is an enum already", "", related)
        elif known is None:
            self.names.meanings[meaning.id] = meaning
        elif known.span.file:
            related = (Related(known.span, f"`{meaning.id}` is first declared here"),)
            hint = f"there is {_NATURES.get(type(known).__name__, 'something')} of this name; rename one"
            self.faults.add(
                "duplicate-id", meaning.span, f"the id `{meaning.id}` stands for something else", hint, related
            )
        else:
            self.faults.add("duplicate-id", meaning.span, f"`{meaning.id}` is a name of the language itself")

    def declare_enums(self) -> None:
        """Enums, and the options, which have an enum each unless all their values are numbers."""
        for id, (span, values) in ((id, (text.span, values)) for id, (text, values) in self.pack.enums.items()):
            if id in _NAMES_OF_TYPES or id in BUILT_IN_KINDS:
                self.faults.add("duplicate-id", span, f"`{id}` is a type of the language itself", "rename it")
                continue
            self.enums[id] = EnumSymbol(id, tuple(value.source for value in values), span)
            for number, value in enumerate(values):
                if any(value.source == earlier.source for earlier in values[:number]):
                    self.faults.add("duplicate-id", value.span, f"`{value.source}` stands twice in this enum")
        for id, option in self.pack.options.items():
            given = tuple(value.source for value in option.values)
            if id in RESERVED:
                self.faults.add("reserved-name", option.id.span, f"`{id}` is a word of the language", "rename it")
            chosen = self.pack.chosen[id]
            if chosen not in given:
                self.names.options[id] = (UNKNOWN, 0)  # refused before: an option without values
            elif all(value.isdecimal() for value in given):
                self.names.options[id] = (INT, int(chosen))
            else:
                self.enums[f"opt.{id}"] = EnumSymbol(f"opt.{id}", given, option.id.span)
                self.names.options[id] = (Enum(f"opt.{id}"), given.index(chosen))

    def declare_kinds(self) -> None:
        """Kinds, built in and of the pack, with their parents and roots."""
        nowhere = Span("", 0, 0, 0, 0)
        for id in BUILT_IN_KINDS:
            self.name(KindName(id, nowhere))
        for id, kind in self.pack.kinds.items():
            if id not in BUILT_IN_KINDS:
                self.name(KindName(id, kind.id.span))
        for id, kind in self.pack.kinds.items():
            found = self.names.kind(id)
            if found is None:
                continue
            found.span = found.span if found.span.file else kind.id.span
            found.parents = tuple(parent.source for parent in kind.parents if self._parent(parent))
            if kind.lies and self._known_kind(kind.lies):
                found.lies = kind.lies.source
            if kind.hidden is not None:
                found.hidden = tuple(name.source for name in kind.hidden)
                if id in BUILT_IN_KINDS:
                    place = kind.hidden[0].span if kind.hidden else kind.id.span
                    self.faults.add("no-back", place, f"{with_article(id)} has no back, so nothing of it can be hidden")
        for found in self.names.kinds():
            found.ancestors = tuple(self._ancestors(found, ()))
        for found in self.names.kinds():
            above = [other for name in found.ancestors if (other := self.names.kind(name))]
            found.lies = next((other.lies for other in above if other.lies), "")
            found.hidden = next((other.hidden for other in above if other.hidden is not None), None)
        self._join_roots()

    def _parent(self, text: Text) -> bool:
        if text.source in BUILT_IN_KINDS:
            message = f"no kind can be {with_article(text.source)}: there are only those that the board has"
            self.faults.add("unknown-kind", text.span, message, "give them a field that tells them apart")
            return False
        return self._known_kind(text)

    def _known_kind(self, text: Text) -> bool:
        if self.names.kind(text.source):
            return True
        kinds = [kind.id for kind in self.names.kinds()]
        self.faults.unknown("unknown-kind", text.span, f"there is no kind `{text.source}`", text.source, kinds)
        return False

    def _ancestors(self, kind: KindName, below: tuple[str, ...]) -> list[str]:
        if kind.id in below:
            circle = sorted(below[below.index(kind.id) :])
            if circle not in self.circles:
                self.circles.append(circle)
                article = with_article(kind.id)
                self.faults.add("circular-kind", kind.span, f"{article} is, through its parents, {article} again")
            return []
        found = [kind.id]
        for parent in kind.parents:
            above = self.names.kind(parent)
            found += [id for id in self._ancestors(above, (*below, kind.id)) if id not in found] if above else []
        return found

    def _join_roots(self) -> None:
        root = {kind.id: kind.id for kind in self.names.kinds()}

        def top(id: str) -> str:
            while root[id] != id:
                id = root[id]
            return id

        for kind in self.names.kinds():
            for parent in kind.parents:
                one, other = top(kind.id), top(parent)
                if one != other:
                    root[one] = other
        for kind in self.names.kinds():
            kind.root = top(kind.id)

    def declare_fields(self) -> None:
        """Fields and derived fields of kinds, what kinds set of them, and the texts their things fill in."""
        for id, kind in self.pack.kinds.items():
            if self.names.kind(id) is None:
                continue
            for name, (key, text) in kind.fields.items():
                self._field(id, name, key, text)
            for name, (key, text) in kind.derive.items():
                self._derived(id, name, key, text)
            for key, text in kind.does.values():
                self._does(id, key, text)
        for id, kind in self.pack.kinds.items():
            for name, (key, text) in kind.values.items():
                found, does = self.names.field_of(id, name), self.does_of(id, name)
                if found is not None and found.declaration is not None:
                    found.kind_values[id] = text
                elif does is not None:
                    does.kind_texts[id] = text
                else:
                    self.unknown_field(id, key)

        for each in self.names.kinds():
            self._clash(each)
            self._hides(each)

    def _clash(self, kind: KindName) -> None:
        """Notes a field that a kind has from two sides."""
        seen: dict[str, FieldName] = {}
        for field in self.names.fields.values():
            if field.kind in kind.ancestors:
                other = seen.setdefault(field.name, field)
                parents = [above for name in kind.ancestors[1:] if (above := self.names.kind(name))]
                if other is not field and not any({other.kind, field.kind} <= {*each.ancestors} for each in parents):
                    related = (Related(other.span, f"the one of {with_article(other.kind)}"),)
                    message = f"{with_article(kind.id)} would have two fields `{field.name}`"
                    self.faults.add("duplicate-field", field.span, message, "rename one of them", related)

    def _hides(self, kind: KindName) -> None:
        own = self.pack.kinds.get(kind.id)
        for name in (own.hidden or ()) if own else ():
            if self.names.field_of(kind.id, name.source) is None:
                message = f"{with_article(kind.id)} has no field `{name.source}` to hide"
                known = self.names.field_names(kind.id)
                self.faults.unknown("unknown-field", name.span, message, name.source, known)

    def does_of(self, kind: str, name: str) -> DoesName | None:
        """The text `name` that things of `kind` fill in."""
        meaning = self.names.meanings.get(name)
        return meaning if isinstance(meaning, DoesName) and self.names.is_a(kind, meaning.kind) else None

    def unknown_field(self, kind: str, key: Text) -> None:
        """Notes that things of `kind` have no such field to set."""
        derived = self.names.field_of(kind, key.source)
        if derived is not None:
            self.faults.add("set-derived", key.span, f"`{key.source}` of a {kind} is computed, so it cannot be given")
            return
        names = [
            *self.names.field_names(kind),
            *(each for each in self.names.meanings if self.does_of(kind, each)),
            "at",
            "owner",
            "count",
            "per",
            "for",
            "title",
            "text",
            "origin",
            "source",
        ]
        other = SYNONYMS.get(key.source)
        near, found = other if other in names else nearest(key.source, names), self.names.kind(kind)
        hint = f"did you mean `{near}`?" if near else f"declare it under `fields:` or `does:` of the kind {kind}"
        related = (Related(found.span, f"the kind `{kind}`"),) if found and found.span.file and not near else ()
        self.faults.add("unknown-field", key.span, f"{with_article(kind)} has no `{key.source}`", hint, related)

    def _field(self, kind: str, name: str, key: Text, text: Text) -> None:
        tree, fault = parse(text, "field")
        self.faults.take(fault)
        if not self._free(kind, name, key):
            return
        declaration = tree if isinstance(tree, FieldNode) else None
        type_ = self.type(declaration.type, text) if declaration else UNKNOWN
        if isinstance(type_, List | Roll | Die):
            self.faults.add("list-field", text.span, f"a field cannot hold {type_}", "use a place, or a derived field")
            type_ = UNKNOWN
        field = FieldName(f"{kind}.{name}", name, kind, key.span, type_, text, declaration, None)
        self.names.fields[field.id] = field

    def _derived(self, kind: str, name: str, key: Text, text: Text) -> None:
        tree, fault = parse(text, "derived")
        self.faults.take(fault)
        if not self._free(kind, name, key):
            return
        derived = tree if isinstance(tree, DerivedNode) else None
        type_ = self.type(derived.type, text) if derived and derived.type else (None if derived else UNKNOWN)
        field = FieldName(f"{kind}.{name}", name, kind, key.span, type_, text, None, derived.value if derived else None)
        self.names.fields[field.id] = field

    def _free(self, kind: str, name: str, key: Text) -> bool:
        known = self.names.field_of(kind, name)
        if known is not None:
            related = (Related(known.span, f"`{name}` is first declared here"),)
            self.faults.add(
                "duplicate-field", key.span, f"{with_article(kind)} has a field `{name}` already", "", related
            )
        elif name in PROPERTIES:
            self.faults.add("duplicate-field", key.span, f"every thing has a `{name}` already")
        elif self.names.kind(name) or name in self.pack.places:
            what = "kind" if self.names.kind(name) else "place"
            self.faults.add("duplicate-field", key.span, f"`{name}` is a {what}, so `x.{name}` would be two things")
        else:
            return True
        return False

    def _does(self, kind: str, key: Text, text: Text) -> None:
        tree, fault = parse(text, "call_shape")
        self.faults.take(fault)
        nodes, given = tree or ((), None)
        result = self.type(given, text) if given else NOTHING
        self.name(DoesName(key.source, kind, self.parameters(nodes, text), result, text, key.span))

    def signature_parameters(self, text: Text) -> tuple[ParameterName, ...]:
        """The parameters written in parentheses."""
        tree, fault = parse(text, "parameters")
        self.faults.take(fault)
        return self.parameters(tree, text) if fault is None else ()

    def parameters(self, nodes: tuple[ParameterNode, ...], text: Text) -> tuple[ParameterName, ...]:
        """The parameters of a signature, their types looked up."""
        found: list[ParameterName] = []
        for node in nodes:
            span = text.at(*node.name.place)
            if any(earlier.name == node.name.id for earlier in found):
                self.faults.add("duplicate-id", span, f"`{node.name.id}` is a parameter already")
            found.append(ParameterName(node.name.id, self.type(node.type, text), node.default, span))
        rolls = [parameter for parameter in found if isinstance(parameter.type, Roll)]
        return tuple(ParameterName(each.name, _of_roll(each.type, rolls), each.default, each.span) for each in found)

    def type(self, node: TypeNode, text: Text) -> Type:
        """The type that a type's node names; a fault is noted where there is none."""
        item = self._item(node, text)
        if node.shape == "maybe" and item == BOOL:
            self.faults.add(
                "wrong-kind", text.at(*node.place), "what is true, false or none is an enum of three values"
            )
        if node.shape == "list":
            return List(item)
        return Maybe(item) if node.shape == "maybe" else item

    def _item(self, node: TypeNode, text: Text) -> Type:
        id = node.name.id
        if id in ("int", "bool"):
            return INT if id == "int" else BOOL
        if id == "roll":
            return Roll(next(iter(self.pack.dice)) if len(self.pack.dice) == 1 else "")
        if id == "die":
            return Die(next(iter(self.pack.dice)) if len(self.pack.dice) == 1 else "", "")
        if id in self.enums:
            return Enum(id)
        if id == "thing" or self.names.kind(id):
            return Kind(id)
        if id in _OTHER_TYPES:
            hint = _OTHER_TYPES[id]
            self.faults.add("unknown-type", text.at(*node.name.place), f"there is no type `{id}`", hint)
            return UNKNOWN
        known = ["int", "bool", "thing", "roll", "die", *self.enums, *(kind.id for kind in self.names.kinds())]
        self.faults.unknown("unknown-type", text.at(*node.name.place), f"there is no type `{id}`", id, known)
        return UNKNOWN


def _of_roll(type_: Type, rolls: list[ParameterName]) -> Type:
    """A die that is handed over belongs to the roll that is handed over with it."""
    if len(rolls) == 1:
        match type_:
            case Die(die, ""):
                return Die(die, rolls[0].name)
            case List(Die(die, ""), length):
                return List(Die(die, rolls[0].name), length)
            case Maybe(Die(die, "")):
                return Maybe(Die(die, rolls[0].name))
    return type_
