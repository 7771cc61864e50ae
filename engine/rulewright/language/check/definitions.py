"""Checking what is no routine: fields and their start values, tables, modifiers, formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rulewright.language.check.context import Context, World
from rulewright.language.check.convert import fit, number_of
from rulewright.language.check.faults import Faults
from rulewright.language.check.names import ActionName, FieldName, Meaning, ProcName
from rulewright.language.program import EnumSymbol, FieldSymbol, Formula, Program, TableSymbol
from rulewright.language.syntax.nodes import Binary, Name, Node, Number
from rulewright.language.syntax.parse import parse
from rulewright.language.tree import Const, ConstList, Expression, Var
from rulewright.language.types import (
    INT,
    UNKNOWN,
    Bool,
    Enum,
    Int,
    Kind,
    List,
    Maybe,
    Type,
    Unknown,
)
from rulewright.pack import model
from rulewright.text.diagnostics import Related
from rulewright.text.spans import Text
from rulewright.text.suggest import spelling


class Fields:
    """A Fields checks the fields of a pack; derived ones when their type is first asked for."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults
        self.checking: list[str] = []

    def derived(self, world: World, id: str) -> Type:
        """The type of a derived field."""
        name = world.names.fields[id]
        if id in world.fields:
            return world.fields[id].type
        if id in self.checking:
            around = " reads ".join(f"`{each}`" for each in [*self.checking[self.checking.index(id) :], id])
            self.faults.add("circular-field", name.span, f"this field is computed from itself: {around}")
            return UNKNOWN
        self.checking.append(id)
        symbol = self._derived(world, name)
        self.checking.pop()
        world.fields[id] = symbol
        return symbol.type

    def _derived(self, world: World, name: FieldName) -> FieldSymbol:
        cx = of_thing(world, name.text, name.kind, "a derived field")
        value: Expression = Const(None, UNKNOWN, name.text.span)
        if name.formula is not None:
            value = cx.value(name.formula, name.type)
            if name.type is not None:
                value = fit(cx, value, name.type, name.formula.place, f"`{name.name}`")
            elif isinstance(value.type, List):
                value = replace(value, type=List(value.type.item))
        type_ = name.type or value.type
        return FieldSymbol(name.id, name.name, name.kind, type_, None, None, None, "", value, {}, name.span)

    def stored(self, world: World, name: FieldName) -> FieldSymbol:
        """A stored field with its default, bounds and start values."""
        type_ = name.type or UNKNOWN
        if name.declaration is None:
            start: dict[int, Expression] = {
                owner: ConstList(tuple(made), type_, name.span)
                if isinstance(type_, List)
                else Const(made[0], type_, name.span)
                for owner, made in name.constants.items()
            }
            return FieldSymbol(name.id, name.name, name.kind, type_, None, None, None, "", None, start, name.span)
        cx = of_thing(world, name.text, name.kind, "a field's declaration")
        node = name.declaration
        default = self._part(cx, node.default, type_, name)
        bounded = isinstance(type_, Int | Unknown)
        if (node.low or node.high) and not bounded:
            cx.fault("wrong-kind", node.place, f"only numbers have bounds, `{name.name}` is {type_}")
        low, high = (self._part(cx, each, type_, name) if bounded else None for each in (node.low, node.high))
        period = node.period.id if node.period else ""
        if node.period is not None:
            check_period(cx, node.period)
        start = self._start(world, name, type_)
        self._within(name, low, high, [default, *start.values()])
        return FieldSymbol(name.id, name.name, name.kind, type_, default, low, high, period, None, start, name.span)

    def _within(
        self, name: FieldName, low: Expression | None, high: Expression | None, starts: list[Expression | None]
    ) -> None:
        """Notes bounds between which no number lies, and what a field is at the start beyond them."""
        least, most = number_of(low), number_of(high)
        if low is not None and least is not None and most is not None and least > most:
            message = f"there is no number from `min {least}` to `max {most}`"
            self.faults.add("wrong-range", low.span, message, "the smaller one stands behind `min`")
            return
        for start in starts:
            number = number_of(start)
            if start is None or number is None:
                continue
            if least is not None and number < least:
                self.faults.add("wrong-range", start.span, f"`{name.name}` is never below {least}, this is {number}")
            if most is not None and number > most:
                self.faults.add("wrong-range", start.span, f"`{name.name}` is never above {most}, this is {number}")

    def _part(self, cx: Context, node: Node | None, type_: Type, name: FieldName) -> Expression | None:
        if node is None:
            return None
        return fit(cx, cx.value(node, type_), type_, node.place, f"`{name.name}`")

    def _start(self, world: World, name: FieldName, type_: Type) -> dict[int, Expression]:
        """What kinds and things give: of kinds the nearest one, before them the thing itself."""
        start: dict[int, Expression] = {}
        of = world.names.kind(name.kind)
        for thing in [world.program.things[number] for number in of.members] if of else world.program.things:
            kind = world.names.kind(thing.kind)
            given = name.thing_values.get(thing.number) or self._nearest(name, kind.ancestors if kind else ())
            if given is None:
                continue
            cx = of_thing(world, given, thing.kind, "a value given at the start")
            if thing.number in name.thing_values:
                numbers = world.names.numbers.get(thing.number, {})
                cx.names.update({each: Const(number, INT, given.span) for each, number in numbers.items()})
            tree, fault = parse(given, "formula")
            world.faults.take(fault)
            if fault is None:
                start[thing.number] = fit(cx, cx.value(tree, type_), type_, tree.place, f"`{name.name}`")
        return start

    def _nearest(self, name: FieldName, ancestors: tuple[str, ...]) -> Text | None:
        return next((name.kind_values[each] for each in ancestors if each in name.kind_values), None)

    def without_value(self, world: World, symbol: FieldSymbol) -> None:
        """Notes the first thing that has no value for a field without default, unless the type has one of its own.

        A number has: 0. But where some things give it a value and others do not, one may have been forgotten.
        """
        if symbol.derived is not None or symbol.default is not None or isinstance(symbol.type, Bool | Unknown):
            return
        least, most = number_of(symbol.low), number_of(symbol.high)
        may_begin_at_0 = (least is None or least <= 0) and (most is None or most >= 0)
        if isinstance(symbol.type, Int) and may_begin_at_0 and not symbol.start:
            return
        if isinstance(symbol.type, Maybe) or not world.names.fields[symbol.id].declaration:
            return
        kind = world.names.kind(symbol.kind)
        for number in kind.members if kind else ():
            if number not in symbol.start:
                thing = world.program.things[number]
                default = f"`= 0` in `{symbol.kind}`" if isinstance(symbol.type, Int) else "a default in the kind"
                hint = f"write `{symbol.name}:` there, or {default}"
                message = f"`{thing.definition}` needs `{symbol.name}`: {symbol.type}"
                given = next(iter(symbol.start.values()), None)
                related = () if given is None else (Related(given.span, "another has it"),)
                span = thing.span if thing.span.file else symbol.span
                self.faults.add("missing-value", span, message, hint, related)
                return


def of_thing(world: World, text: Text, kind: str, what: str) -> Context:
    """A context for a text that is read of a thing, as `it`."""
    cx = Context(world, text, pure=what)
    cx.names["it"] = Var("it", Kind(kind), text.span)
    return cx


def check_period(cx: Context, name: Name) -> None:
    """Notes a period that nothing has: a step, a menu, a procedure, or the game."""
    names = cx.world.names
    periods = ["game", *names.steps, *names.menus, *(id for id, each in names.meanings.items() if _runs(each))]
    if name.id not in periods and names.steps:  # without a flow it is not known what could be meant
        message = f"there is no step, menu or procedure `{name.id}` whose end could be meant"
        cx.world.faults.unknown("unknown-period", cx.span(name.place), message, name.id, periods)


def _runs(meaning: Meaning) -> bool:
    return isinstance(meaning, ProcName | ActionName)


class Tables:
    """A Tables checks the tables of a pack, each when it is first asked for: by another row, or in its turn."""

    def __init__(self, tables: Mapping[str, model.Table]) -> None:
        self.tables = tables
        self.checking: list[str] = []

    def table(self, world: World, id: str) -> TableSymbol:
        """A table; of one whose rows ask it itself nothing is known while they are checked."""
        known = world.program.tables.get(id)
        if known is not None:
            return known
        table = self.tables[id]
        if id in self.checking:
            around = " asks ".join(f"`{each}`" for each in [*self.checking[self.checking.index(id) :], id])
            world.faults.add("circular-table", table.id.span, f"this table is asked by its own rows: {around}")
            return TableSymbol(id, UNKNOWN, UNKNOWN, (), table.id.span)
        self.checking.append(id)
        world.program.tables[id] = _table(world, table)
        self.checking.pop()
        return world.program.tables[id]

    def check(self, world: World) -> None:
        """Checks all of them; those of procedures are procedures."""
        ids = [id for id in self.tables if not isinstance(world.names.meanings.get(id), ProcName)]
        found = {id: self.table(world, id) for id in ids}
        world.program.tables.clear()
        world.program.tables |= found


def _table(world: World, table: model.Table) -> TableSymbol:
    """A table, the types of its keys and values found from its rows."""
    keys = [_key(world, key) for key, _ in table.rows]
    key_type = _one_type(world, table, [key for key in keys if key is not None])
    value_type: Type | None = None
    rows: list[tuple[int, int, Expression]] = []
    for (key_text, text), key in zip(table.rows, keys, strict=True):
        tree, fault = parse(text, "formula")
        world.faults.take(fault)
        if fault is not None:
            continue
        cx = Context(world, text, pure="a table")
        alone = isinstance(tree, Name) and tree.id not in world.names.meanings
        expected = value_type or _enum_of(world, [tree] if alone else [])
        value = cx.value(tree, expected)
        value_type = value_type or value.type
        value = fit(cx, value, value_type, tree.place, "each row of this table")
        low_high = _bounds(world, key_type, key, key_text) if key_type != UNKNOWN else None
        if low_high is not None:
            _once(world, rows, low_high, key_text)
            rows.append((*low_high, value))
    _complete(world, table, key_type, rows)
    return TableSymbol(table.id.source, key_type, value_type or UNKNOWN, tuple(rows), table.id.span)


def _key(world: World, text: Text) -> Node | None:
    tree, fault = parse(text, "formula")
    world.faults.take(fault)
    return None if fault else tree


def _one_type(world: World, table: model.Table, keys: list[Node]) -> Type:
    if all(isinstance(key, Number | Binary) for key in keys):
        return INT
    things = [world.names.meanings.get(key.id) for key in keys if isinstance(key, Name)]
    if len(things) == len(keys) and all(hasattr(each, "number") for each in things):
        return Kind("thing")
    found = _enum_of(world, keys)
    if found is not None:
        return found
    near = _nearest_enum(world, keys)
    for (text, _), key in zip(table.rows, keys, strict=False):
        if near and isinstance(key, Name) and key.id not in near.values:
            message = f"{near.id} has no value `{key.id}`"
            world.faults.unknown("unknown-value", text.span, message, key.id, near.values)
    if near is None or not all(isinstance(key, Name) for key in keys):
        message = "the keys of a table are numbers, or names of one enum, or things"
        world.faults.add("wrong-kind", table.id.span, message)
    return UNKNOWN


def _nearest_enum(world: World, keys: list[Node]) -> EnumSymbol | None:
    """The enum that has most of the keys, if one has any."""
    ids = [key.id for key in keys if isinstance(key, Name)]
    ranked = [(sum(id in enum.values for id in ids), enum) for enum in world.program.enums.values()]
    return max(ranked, key=lambda each: each[0])[1] if any(number for number, _ in ranked) else None


def _enum_of(world: World, keys: list[Node]) -> Type | None:
    names = [key.id for key in keys if isinstance(key, Name)]
    if not names or len(names) < len(keys):
        return None
    for enum in world.program.enums.values():
        if all(name in enum.values for name in names):
            return Enum(enum.id)
    return None


def _bounds(world: World, type_: Type, key: Node | None, text: Text) -> tuple[int, int] | None:
    match key:
        case None:
            return None
        case Number(value):
            return value, value
        case Binary("..", Number(low), Number(high)):
            return low, high
        case _:
            value_ = Context(world, text, pure="a table").value(key, type_)
            if isinstance(value_, Const) and isinstance(value_.value, int):
                return int(value_.value), int(value_.value)
    message = "this key is not known before the game begins"
    world.faults.add("wrong-kind", text.span, message, spelling(text.source))
    return None


def _once(world: World, rows: list[tuple[int, int, Expression]], key: tuple[int, int], text: Text) -> None:
    """Notes a range without numbers, and a key that an earlier row has already."""
    low, high = key
    if low > high:
        world.faults.add("wrong-kind", text.span, f"there is no number from {low} to {high}", "the smaller one first")
    if any(low <= other_high and other_low <= high for other_low, other_high, _ in rows):
        world.faults.add("duplicate-key", text.span, f"an earlier row of this table says already what `{text}` gives")


def _complete(world: World, table: model.Table, type_: Type, rows: list[tuple[int, int, Expression]]) -> None:
    if isinstance(type_, Enum):
        enum: EnumSymbol = world.program.enums[type_.name]
        given = {low for low, _, _ in rows}
        missing = [value for number, value in enumerate(enum.values) if number not in given]
        if missing:
            message = f"this table says nothing of {', '.join(f'`{value}`' for value in missing)}"
            world.faults.add("missing-row", table.id.span, message)


def check_formula(world: World, id: str, text: Text, what: str, names: dict[str, Expression]) -> Formula | None:
    """An expression that is read from outside: a number, or a condition, which counts 1 where it holds."""
    tree, fault = parse(text, "formula")
    world.faults.take(fault)
    if fault is not None:
        return None
    cx = Context(world, text, dict(names), pure=what)
    value = cx.value(tree)
    if isinstance(value.type, Bool):
        return Formula(id, value)
    return Formula(id, fit(cx, value, INT, tree.place, f"`{id}`"))


def fields_of(world: World, program: Program, fields: Fields) -> None:
    """Checks every field of the pack, in order of declaration."""
    for id, name in world.names.fields.items():
        if name.formula is not None or (name.declaration is None and not name.constants):
            fields.derived(world, id)
        else:
            world.fields[id] = fields.stored(world, name)
        program.fields[id] = world.fields[id]
    for symbol in program.fields.values():
        fields.without_value(world, symbol)
