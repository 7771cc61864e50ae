"""What tells two things of a kind apart for the one who chooses among them."""

from __future__ import annotations

import ast

from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.kinds import within_kind
from rulewright.language.emit.names import boxes_slot, column_slot
from rulewright.language.program import FieldSymbol, ThingSymbol
from rulewright.language.types import Kind


def sameness(emitter: Emitter, kind: str, thing: str, here: bool) -> ast.expr:
    """What two things of a kind must have alike to be one option: definition, place, fields, what they carry."""
    parts: list[ast.expr] = [py.at(emitter.column(f"{kind}.same", _classes(emitter, kind)), py.name(thing))]
    scene, mutable = emitter.analysis.scene, emitter.analysis.mutable
    families = scene.families_of(Kind(kind))
    if families and not here:
        parts.append(py.at(py.slot("at"), py.name(thing)))
    for field in emitter.program.fields.values():
        if field.derived is None and field.id in mutable:
            parts += _held(emitter, kind, field, thing)
    columns = [column for column in ("thing.owner", "shown") if column in mutable]
    parts += [py.at(py.slot(column_slot(column)), py.name(thing)) for column in columns]
    for family, holders in scene.holders.items():
        if set(holders) & set(scene.things_of(kind)):
            carried = py.either([py.at(py.slot(boxes_slot(family)), py.name(thing)), py.constants(())])
            parts.append(py.call(emitter.use("tuple"), carried))
    return parts[0] if len(parts) == 1 else py.grouped(parts)


def _held(emitter: Emitter, kind: str, field: FieldSymbol, thing: str) -> list[ast.expr]:
    """What a field holds of a thing of a kind, None of one that does not have it; nothing where none of them has."""
    things = emitter.analysis.scene.things_of
    if not set(things(field.kind)) & set(things(kind)):
        return []
    value = py.at(py.slot(column_slot(field.id)), py.name(thing))
    has = within_kind(emitter, field.kind, Kind(kind), lambda: py.name(thing))
    return [value if isinstance(has, ast.Constant) else py.choice(has, value, py.const(None))]


def made_as(symbol: ThingSymbol) -> tuple[object, ...]:
    """What things that may be one option were made with alike: two ways of the board or two players never are."""
    seat = symbol.number if symbol.kind == "player" else -1
    return symbol.definition, symbol.kind, symbol.ends, seat


def _classes(emitter: Emitter, kind: str) -> tuple[int | None, ...]:
    """A number for each thing of a kind, equal for those of one definition with the same lasting facts."""
    things = emitter.analysis.scene.things_of(kind)
    program, mutable = emitter.program, emitter.analysis.mutable
    lasting = [each for each in program.fields.values() if each.derived is None and each.id not in mutable]
    classes: dict[object, int] = {}
    found: list[int | None] = [None] * (max(things) + 1)
    for number in things:
        symbol = program.things[number]
        fields = [each for each in lasting if number in emitter.analysis.scene.things_of(each.kind)]
        facts = tuple(repr(emitter.constant.stored(each, number)) for each in fields)
        owner = () if "thing.owner" in mutable else (symbol.owner,)
        found[number] = classes.setdefault((made_as(symbol), facts, owner), len(classes))
    return tuple(found)
