"""Letting things that look alike from behind change places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.language.compiled import Compiled, World
from rulewright.language.types import Type, holds_things
from rulewright.runtime.answering import relive_all
from rulewright.table.luck import Stream
from rulewright.table.table import Table

Renaming = Mapping[int, int]
"""What stands where another thing stood, for those that changed places."""

_WITH_THE_SPOT = ("at", "owner", "shown", "which", "where")


def any_other(world: World, table: Table, kept: Sequence[int], luck: Stream) -> dict[int, int]:
    """Put all things with a back that are not kept where any of the same back was, each way as likely.

    What comes of it hangs on where things of each back lie and on the luck, not on which of them lies where.
    """
    renaming: dict[int, int] = {}
    free = [thing for thing, back in enumerate(world.sight.back) if back and thing not in kept and world.box[thing]]
    for back in dict.fromkeys(world.sight.back[thing] for thing in free):
        alike = [thing for thing in free if world.sight.back[thing] == back]
        others = alike[:]
        luck.shuffle(others)
        renaming.update(zip(sorted(alike, key=lambda thing: _spot(table, world, thing)), others, strict=True))
    return renaming


def _spot(table: Any, world: World, thing: int) -> tuple[int, int]:
    """Where a thing lies: the holder, and which it is of what lies there."""
    holder = table.at[thing]
    return holder, getattr(table, world.box[thing])[holder].index(thing)


def rename(compiled: Compiled, world: World, table: Any, renaming: Renaming) -> None:
    """Rename the things of a state: what shows on a back stays at its spot, what a face hides goes with the thing."""
    renaming = {old: new for old, new in renaming.items() if old != new}
    for name in (*_WITH_THE_SPOT, *_open_slots(world)):
        column = getattr(table, name, None)
        if isinstance(column, list):
            _move(column, renaming)
    _move_what_lies_there(world, table, renaming)
    for box in filter(None, table.lying):
        box[:] = [renaming.get(thing, thing) for thing in box]
    table.at[:] = [renaming.get(spot, spot) for spot in table.at]
    _rename_values(table, compiled, renaming)
    _rename_kept(table, compiled, renaming)
    if hasattr(table, "hooks__live"):
        relive_all(table)


def reorder(world: World, table: Table, seat: int, luck: Stream) -> None:
    """Let what lies in unordered places that a seat does not see have come there in another order."""
    for name in world.sight.boxes:
        for holder, box in enumerate(getattr(table, name)):
            if box and world.sight.mixes[holder] and not world.sight.sees[holder] >> seat & 1:
                luck.shuffle(box)


def _open_slots(world: World) -> list[str]:
    return list(dict.fromkeys(slot for columns in world.sight.open.values() for slot, _ in columns if slot))


def _move(column: list[Any], renaming: Renaming) -> None:
    """Let what a column holds of things be held of those that stand there now."""
    before = column[:]
    for old, new in renaming.items():
        if max(old, new) < len(before):
            column[new] = before[old]


def _move_what_lies_there(world: World, table: Any, renaming: Renaming) -> None:
    """Let what lies at things lie at those that stand there now."""
    borne = [(getattr(table, slot), old, new) for old, new in renaming.items() for slot in world.holds[old]]
    lying = [boxes[old][:] for boxes, old, _ in borne]
    for (boxes, _, new), things in zip(borne, lying, strict=True):
        boxes[new][:] = things


def _rename_values(table: Any, compiled: Compiled, renaming: Renaming) -> None:
    """Rename things that are values: in fields, and what steps go through."""
    for field in compiled.fields.values():
        if field.slot and holds_things(field.type):
            column = getattr(table, field.slot)
            column[:] = [renaming.get(value, value) for value in column]
    for step, kind in compiled.items.items():
        if holds_things(kind):
            items = f"{step}__items"
            if hasattr(table, items):
                setattr(table, items, tuple(renaming.get(each, each) for each in getattr(table, items)))
                item = getattr(table, f"{step}__item")
                setattr(table, f"{step}__item", renaming.get(item, item))


def _rename_kept(table: Any, compiled: Compiled, renaming: Renaming) -> None:
    """Rename things that waiting texts and calls that ended have kept."""
    for kept in compiled.kept:
        records = getattr(table, kept.slot)
        for index, record in enumerate(records):
            if kept.number < 0 or record[1] == kept.number:
                values = record[-len(kept.types) :] if kept.types else ()
                named = [_renamed(value, kind, renaming) for value, kind in zip(values, kept.types, strict=True)]
                records[index] = (*record[: len(record) - len(values)], *named)


def _renamed(value: Any, kind: Type, renaming: Renaming) -> Any:
    if not holds_things(kind):
        return value
    return renaming.get(value, value) if isinstance(value, int) else tuple(renaming.get(each, each) for each in value)
