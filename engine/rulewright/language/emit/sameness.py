"""What tells two things of a kind apart for the one who chooses among them."""

from __future__ import annotations

import ast

from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.kinds import within_kind
from rulewright.language.emit.names import boxes_slot, column_slot
from rulewright.language.program import FieldSymbol, ThingSymbol
from rulewright.language.tree import Get, Var
from rulewright.language.types import Kind


def sameness(emitter: Emitter, kind: str, thing: str, here: bool) -> ast.expr:
    """What two things of a kind must have alike to be one option: definition, place, fields, what they carry."""
    parts: list[ast.expr] = [py.at(emitter.column(f"{kind}.same", _classes(emitter, kind)), py.name(thing))]
    scene, mutable, modified = emitter.analysis.scene, emitter.analysis.mutable, _modified(emitter)
    families = scene.families_of(Kind(kind))
    if families and not here:
        parts.append(py.at(py.slot("at"), py.name(thing)))
    for field in emitter.program.fields.values():
        if field.derived is None and (field.id in mutable or field.id in modified):
            parts += _held(emitter, kind, field, thing)
    columns = [column for column in ("thing.owner", "shown") if column in mutable]
    parts += [py.at(py.slot(column_slot(column)), py.name(thing)) for column in columns]
    for family, holders in scene.holders.items():
        if set(holders) & set(scene.things_of(kind)):
            carried = py.either([py.at(py.slot(boxes_slot(family)), py.name(thing)), py.constants(())])
            parts.append(py.call(emitter.use("tuple"), carried))
    return parts[0] if len(parts) == 1 else py.grouped(parts)


def _held(emitter: Emitter, kind: str, field: FieldSymbol, thing: str) -> list[ast.expr]:
    """What is read of a field of a thing, None of one that does not have it; nothing where none of its kind has it."""
    things = emitter.analysis.scene.things_of
    if not set(things(field.kind)) & set(things(kind)):
        return []
    value = emitter.value(Get(field.id, Var(thing, Kind(kind), field.span), field.type, field.span))
    has = within_kind(emitter, field.kind, Kind(kind), lambda: py.name(thing))
    return [value if isinstance(has, ast.Constant) else py.choice(has, value, py.const(None))]


def _modified(emitter: Emitter) -> dict[str, None]:
    """The fields that read otherwise than they are stored."""
    return dict.fromkeys(each.field for each in emitter.program.modifiers)


def made_as(symbol: ThingSymbol) -> tuple[object, ...]:
    """What things that may be one option were made with alike: two ways of the board or two players never are."""
    seat = symbol.number if symbol.kind == "player" else -1
    return symbol.definition, symbol.kind, symbol.ends, seat


def _classes(emitter: Emitter, kind: str) -> tuple[int | None, ...]:
    """A number for each thing of a kind, equal for those of one definition with the same lasting facts."""
    things = emitter.analysis.scene.things_of(kind)
    program, mutable, modified = emitter.program, emitter.analysis.mutable, _modified(emitter)
    stored = [each for each in program.fields.values() if each.derived is None]
    lasting = [each for each in stored if each.id not in mutable and each.id not in modified]
    classes: dict[object, int] = {}
    found: list[int | None] = [None] * (max(things) + 1)
    for number in things:
        symbol = program.things[number]
        fields = [each for each in lasting if number in emitter.analysis.scene.things_of(each.kind)]
        facts = tuple(repr(emitter.constant.stored(each, number)) for each in fields)
        owner = () if "thing.owner" in mutable else (symbol.owner,)
        found[number] = classes.setdefault((made_as(symbol), facts, owner), len(classes))
    return tuple(found)
