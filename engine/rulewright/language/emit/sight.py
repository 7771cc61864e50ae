"""What a table must know of faces: its constants, and the columns of who knows what."""

from __future__ import annotations

from typing import Any

from rulewright.language.analysis.sight import back_of, open_fields, place_of
from rulewright.language.compiled import Sight, Slot, StoredField
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.names import boxes_slot, column_slot
from rulewright.language.program import FieldSymbol

_TURNS = {"all": True, "owner": False, "none": False}


def sight_of(emitter: Emitter) -> Sight:
    """The constants of a program's faces."""
    program, scene = emitter.program, emitter.analysis.scene
    everyone = sum(1 << seat for seat in range(1, program.players + 1))
    backs = tuple(back_of(program, thing.number) for thing in program.things)
    sees, mixes, turns = [], [], []
    for thing in program.things:
        place = place_of(program, thing.number)
        looks = {"all": everyone, "owner": 1 << thing.owner if thing.owner > 0 else 0, "none": 0}
        sees.append(looks[place.sees] if place is not None else 0)
        mixes.append(place is not None and not place.ordered and place.sees != "all")
        turns.append(_TURNS[place.sees] if place is not None else None)
    backed = [family for family in scene.holders if any(backs[thing] for thing in members(emitter, family))]
    return Sight(
        back=backs,
        sees=tuple(sees),
        mixes=tuple(mixes),
        turns=tuple(turns),
        open={back: _open(emitter, back) for back in dict.fromkeys(backs) if back},
        boxes=tuple(boxes_slot(family) for family in backed),
        everyone=everyone,
        known=emitter.knows,
        kept="shown" in emitter.analysis.mutable,
        watched=emitter.watched,
    )


def members(emitter: Emitter, family: str) -> list[int]:
    """The things of a family."""
    scene = emitter.analysis.scene
    return [thing for root in scene.roots_in(family) for thing in scene.things_of(root)]


def face_up(emitter: Emitter) -> tuple[bool, ...]:
    """Whether each thing begins with its face up: all but what has a back and lies where not all see it."""
    program = emitter.program
    covered = [thing for place in program.places.values() if place.sees != "all" for thing in place.things]
    return tuple(not back_of(program, each.number) or each.at not in covered for each in program.things)


def knowledge_slots(emitter: Emitter) -> list[Slot]:
    """Who knows which thing it is, and who knows that it lies there, at the start: those who see it."""
    if not emitter.knows:
        return []
    sight, up = sight_of(emitter), face_up(emitter)
    known = []
    for thing in emitter.program.things:
        open_ = up[thing.number] or not sight.back[thing.number]
        known.append(sight.everyone if open_ else sight.sees[thing.at])
    return [Slot(name, "column", tuple(known)) for name in ("which", "where")]


def _open(emitter: Emitter, back: str) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """What a back shows: slots of columns, or the values of those that nobody writes."""
    kept = [_stored(emitter, symbol) for symbol in open_fields(emitter.program, back)]
    return tuple((each.slot, each.values) for each in kept)


def stored_fields(emitter: Emitter) -> dict[str, StoredField]:
    """All stored fields, as they are kept."""
    stored = [each for each in emitter.program.fields.values() if each.derived is None]
    return {each.id: _stored(emitter, each) for each in stored}


def _stored(emitter: Emitter, symbol: FieldSymbol) -> StoredField:
    things = emitter.analysis.scene.things_of(symbol.kind)
    if symbol.id in emitter.analysis.mutable:
        return StoredField(symbol.name, symbol.type, things, column_slot(symbol.id), ())
    given = range(max(things, default=-1) + 1)
    values = tuple(emitter.constant.stored(symbol, each) if each in things else None for each in given)
    return StoredField(symbol.name, symbol.type, things, "", values)
