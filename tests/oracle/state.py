"""The state as the oracle reads and writes it: start values, fields with their modifiers, what every thing has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from rulewright.language.analysis.trees import walk
from rulewright.language.compiled import World
from rulewright.language.program import FieldSymbol, ModifierSymbol, Program, StepSymbol
from rulewright.language.tree import Past, Put
from rulewright.language.types import Bool, Int
from rulewright.table.signals import Capped
from rulewright.table.table import Table
from tests.oracle.machine import DEEPEST, LARGEST, Env, Machine, NumberTooLarge, nothing

UNSET = object()
"""What a column holds of a thing before its start is computed: a start value may read others."""


def begin(machine: Machine) -> None:
    """Put everything where it starts. What the table was made with is not looked at."""
    program, table = machine.program, machine.table
    machine.members = {id: kind.members for id, kind in program.kinds.items()}
    machine.members["thing"] = tuple(range(len(program.things)))
    for thing in program.things:
        if thing.kind not in program.kinds:
            machine.members[thing.kind] = (*machine.members.get(thing.kind, ()), thing.number)
    machine.steps = _all_steps(program.flow)
    machine.written = frozenset(
        [node.field for routine in program.routines.values() for node in _puts(routine.body)]
        + [cost.field for action in program.actions.values() for cost in action.costs]
    )
    _columns(machine)
    _boxes(machine)
    for action in program.actions.values():
        if action.once:
            machine.marks[action.id] = _column(machine, f"once.{action.id}")
            machine.marks[action.id][:] = [False] * len(machine.marks[action.id])
    for hook in program.hooks:
        if hook.once:
            machine.marks[hook.id] = _column(machine, f"once.{hook.id}")
            machine.marks[hook.id][:] = [False] * len(machine.marks[hook.id])
    machine.asked = _asked(program)
    table.result = None


def _asked(program: Program) -> list[tuple[str, str]]:
    """The calls that some text asks of when they have ended, with the period."""
    texts = (program.routines, tuple(program.rules), program.actions, tuple(program.modifiers), program.fields)
    more = (tuple(program.hooks), program.waits, program.flow, program.measures, tuple(program.prompts))
    found = sorted((each.call, each.period) for each in walk((*texts, *more)) if isinstance(each, Past))
    return list(dict.fromkeys(found))


def modified_value(op: str, value: Any, amount: Any) -> Any:
    """What one modifier makes of a value."""
    match op:
        case "set":
            return amount
        case "add":
            return value + amount
        case "max":
            return min(value, amount)
        case _:
            return max(value, amount)


def _all_steps(steps: tuple[StepSymbol, ...]) -> dict[str, StepSymbol]:
    found: dict[str, StepSymbol] = {}
    for step in steps:
        found[step.id] = step
        found.update(_all_steps(step.steps))
    return found


def _puts(node: Any) -> Iterator[Put]:
    """Every statement below a node that sets a field."""
    if isinstance(node, Put):
        yield node
    parts = node if isinstance(node, tuple) else [getattr(node, each.name) for each in fields(node)]
    for part in parts:
        if isinstance(part, tuple) or is_dataclass(part):
            yield from _puts(part)


def _column(machine: Machine, column: str) -> list[Any]:
    """The table's list for a column, or one of our own for what the engine takes to be constant."""
    slot = machine.slot(column)
    if slot not in machine.table.layout.columns:
        return [UNSET] * len(machine.program.things)
    own: list[Any] = getattr(machine.table, slot)
    return own


def _columns(machine: Machine) -> None:
    program = machine.program
    stored_fields = [symbol for symbol in program.fields.values() if symbol.derived is None]
    for symbol in stored_fields:
        machine.columns[symbol.id] = _column(machine, symbol.id)
        for number in machine.things_of(symbol.kind):
            machine.columns[symbol.id][number] = UNSET
    covered = [spot for place in program.places.values() if place.sees != "all" for spot in place.things]
    for name in ("at", "thing.owner", "shown", "link.open"):
        column = machine.columns[name] = _column(machine, name)
        for thing in program.things[: len(column)]:
            has_back = thing.kind in program.kinds and program.kinds[thing.kind].hidden is not None
            face_down = has_back and thing.at in covered
            given = {"at": thing.at, "thing.owner": thing.owner, "shown": not face_down, "link.open": True}
            column[thing.number] = given[name]
    for symbol in stored_fields:
        for number in machine.things_of(symbol.kind):
            stored(machine, symbol.id, number)


def _boxes(machine: Machine) -> None:
    world: World = machine.table.world
    for name in dict.fromkeys(name for name in world.box if name):
        for box in getattr(machine.table, name):
            if box is not None:
                box.clear()
    for thing in machine.program.things:
        if thing.at >= 0:
            box_of(machine.table, thing.number, thing.at).append(thing.number)


def box_of(table: Table, thing: int, holder: int) -> list[int]:
    """The list of what lies at a holder in which a thing would stand."""
    found: list[int] = getattr(table, table.world.box[thing])[holder]
    return found


# ---- fields ----------------------------------------------------------------------------------------------------------


def default(machine: Machine, symbol: FieldSymbol, thing: int) -> Any:
    """What a field of a thing begins with, and goes back to."""
    text = symbol.start.get(thing, symbol.default)
    return nothing(symbol.type) if text is None else machine.value(text, {"it": thing})


def stored(machine: Machine, column: str, thing: int) -> Any:
    """What a column holds of a thing, whatever modifies it."""
    machine.note(column, thing)
    values = machine.columns[column]
    if values[thing] is UNSET:
        values[thing] = default(machine, machine.program.fields[column], thing)
    return values[thing]


def read(machine: Machine, name: str, thing: int) -> Any:
    """A field of a thing, computed or stored, with its modifiers. Those may read in a circle, which is a cap."""
    machine.fields += 1
    try:
        if machine.fields > DEEPEST:
            raise Capped(("depth", name))
        return _read(machine, machine.program.fields[name], thing)
    finally:
        machine.fields -= 1


def _read(machine: Machine, symbol: FieldSymbol, thing: int) -> Any:
    name = symbol.id
    env: Env = {"it": thing}
    value = stored(machine, name, thing) if symbol.derived is None else machine.value(symbol.derived, env)
    held = [each for each in machine.program.modifiers if each.field == name and _holds(machine, each, thing)]
    if not held:
        return value
    amounts = [(each.op, machine.value(each.amount, {**env, "this": each.owner})) for each in held]
    return bounded(machine, symbol, thing, _modified(symbol, value, amounts))


def _holds(machine: Machine, modifier: ModifierSymbol, thing: int) -> bool:
    if thing not in machine.things_of(modifier.kind):
        return False
    env: Env = {"it": thing, "this": modifier.owner}
    return all(machine.value(text, env) for text in (modifier.live, modifier.condition) if text is not None)


def _modified(symbol: FieldSymbol, value: Any, amounts: list[tuple[str, Any]]) -> Any:
    """The last `set`, then the sum of `add`, then nothing above a `max`, then nothing below a `min`."""
    for op, amount in amounts:
        if op == "set":
            value = amount
    if isinstance(symbol.type, Bool):
        return all(amount for _, amount in amounts)
    for op, amount in amounts:
        if op == "add":
            value += amount
    for op, amount in amounts:
        if op == "max":
            value = min(value, amount)
    for op, amount in amounts:
        if op == "min":
            value = max(value, amount)
    return value


def bounded(machine: Machine, symbol: FieldSymbol, thing: int, value: Any) -> Any:
    """A number moved up to its `min`, then down to its `max`."""
    if symbol.low is not None:
        value = max(value, machine.value(symbol.low, {"it": thing}))
    if symbol.high is not None:
        value = min(value, machine.value(symbol.high, {"it": thing}))
    return value


def write(machine: Machine, column: str, thing: int, value: Any) -> None:
    """Put a value into a column, within the field's bounds; whoever calls says that something has changed."""
    symbol = machine.program.fields.get(column)
    if symbol is not None and isinstance(symbol.type, Int):
        value = bounded(machine, symbol, thing, value)
        if not -LARGEST <= value <= LARGEST:
            raise NumberTooLarge(column)
    machine.columns[column][thing] = value


# ---- what every thing has --------------------------------------------------------------------------------------------


def inside(machine: Machine, holder: int, kind: str) -> list[int]:
    """The things of a kind that lie at a holder: in order, those of different families one after the other."""
    machine.note("in", holder)
    world: World = machine.table.world
    found: list[int] = []
    for name in dict.fromkeys(world.box[thing] for thing in machine.things_of(kind) if world.box[thing]):
        boxes = getattr(machine.table, name)
        box = boxes[holder] if holder < len(boxes) else None
        found += [thing for thing in box or () if thing in machine.things_of(kind)]
    return found


def prop(machine: Machine, name: str, thing: int) -> Any:
    """What a thing has without a declaration."""
    symbol = machine.program.things[thing]
    match name:
        case "at":
            machine.note("at", thing)
            return machine.table.at[thing]
        case "area":
            return _area(machine, thing)
        case "index":
            holder = prop(machine, "at", thing)
            machine.note("in", holder)
            return box_of(machine.table, thing, holder).index(thing) + 1
        case "owner" | "shown":
            return stored(machine, "thing.owner" if name == "owner" else name, thing)
        case "open":
            held = [each for each in machine.program.modifiers if each.field == "link.open"]
            held = [each for each in held if _holds(machine, each, thing)]
            amounts = [machine.value(each.amount, {"it": thing, "this": each.owner}) for each in held]
            return all(amounts) if amounts else stored(machine, "link.open", thing)
        case "from" | "to":
            return symbol.ends[0 if name == "from" else 1]
        case "link":
            return symbol.ends[2]
        case "of":
            return symbol.of
        case "seat":
            return thing
        case "number":
            things = machine.program.things
            return sum((each.definition, each.of) == (symbol.definition, symbol.of) for each in things[: thing + 1])
        case "exits" | "entries":
            end = 0 if name == "exits" else 1
            at_end = [each for each in machine.things_of("arrow") if machine.program.things[each].ends[end] == thing]
            return [each for each in at_end if prop(machine, "open", prop(machine, "link", each))]
        case "over":
            return machine.table.result is not None
        case "winners":
            return list(machine.table.result.winners) if machine.table.result is not None else []
    raise AssertionError(name)


def alive(machine: Machine, thing: int) -> bool:
    """Whether a thing lies in a place that is live, or on the board with its face shown."""
    at = prop(machine, "at", thing)
    if any(place.live and at in place.things for place in machine.program.places.values()):
        return True
    while machine.program.things[at].kind not in ("game", "player", "area", "link", "arrow", "place"):
        at = prop(machine, "at", at)
    return machine.program.things[at].kind != "place" and bool(prop(machine, "shown", thing))


def _area(machine: Machine, thing: int) -> int:
    """The area that a thing lies at, by way of what bears it."""
    while thing >= 0 and thing not in machine.things_of("area"):
        machine.note("at", thing)
        thing = machine.table.at[thing]
    return thing


def described(machine: Machine, thing: int) -> tuple[Any, ...]:
    """What two things must have alike to be one option: definition, ends, seat, place, owner, face, stored fields, and
    what they carry."""
    symbol = machine.program.things[thing]
    kind = machine.program.kinds.get(symbol.kind)
    own = kind.ancestors if kind is not None else (symbol.kind,)
    symbols = [each for each in machine.program.fields.values() if each.kind in own and each.derived is None]
    values = [_frozen(read(machine, each.id, thing)) for each in symbols]
    where = [prop(machine, name, thing) for name in ("at", "owner", "shown")]
    seat = thing if symbol.kind == "player" else 0
    return (symbol.definition, symbol.ends, seat, *where, *values, *inside(machine, thing, "thing"))


def _frozen(value: Any) -> Any:
    """A value that can be a key: a list as a tuple."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
