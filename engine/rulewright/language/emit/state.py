"""The state of a game at its start: columns, boxes, and the place in the flow."""

from __future__ import annotations

from typing import Any

from rulewright.language.analysis.analyse import all_steps
from rulewright.language.analysis.calls import past_column, waiting_column
from rulewright.language.compiled import Slot
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.names import boxes_slot, column_slot
from rulewright.language.emit.sight import face_up, knowledge_slots
from rulewright.language.types import Kind


def column_width(emitter: Emitter, column: str) -> int:
    """How long a column is: it ends with the last thing that has it."""
    return max(members(emitter, column), default=-1) + 1


def members(emitter: Emitter, column: str) -> tuple[int, ...]:
    """The things that have a column."""
    scene = emitter.analysis.scene
    if column.startswith(("past.", "next.")):
        return ()
    if column in emitter.program.fields:
        return scene.things_of(emitter.program.fields[column].kind)
    if column.startswith("once."):
        hook = next((each for each in emitter.program.hooks if column == f"once.{each.id}"), None)
        if hook is not None:
            return hook.things or (0,)
        action = emitter.program.actions[column.removeprefix("once.")]
        if action.owner >= 0:
            return (action.owner,)
        kinds = [each.type for each in action.parameters if each.name == "me"]
        return scene.things_of(kinds[0].name) if kinds and isinstance(kinds[0], Kind) else (0,)
    return scene.things_of("link" if column == "link.open" else "thing")


def slots(emitter: Emitter) -> list[Slot]:
    """Every slot of a table with its start, in a fixed order."""
    return [*_columns(emitter), *_boxes(emitter), *_scalars(emitter)]


def _columns(emitter: Emitter) -> list[Slot]:
    program = emitter.program
    found = [Slot("at", "column", tuple(thing.at for thing in program.things))]
    for symbol in program.fields.values():
        if symbol.derived is None and symbol.id in emitter.analysis.mutable:
            values: list[Any] = [0] * column_width(emitter, symbol.id)
            for thing in emitter.analysis.scene.things_of(symbol.kind):
                values[thing] = emitter.constant.stored(symbol, thing)
            found.append(Slot(column_slot(symbol.id), "column", tuple(values)))
    for column, given in starts(emitter).items():
        if column in emitter.analysis.mutable:
            width = column_width(emitter, column)
            found.append(Slot(column_slot(column), "column", given[:width]))
    if emitter.analysis.calls.answers:
        found += _of_calls(emitter)
    marks = [column for column in emitter.analysis.mutable if column.startswith("once.")]
    found += [Slot(column_slot(each), "column", (False,) * column_width(emitter, each)) for each in marks]
    return found + knowledge_slots(emitter)


def _of_calls(emitter: Emitter) -> list[Slot]:
    """What is kept of hooks that are live and who acts in them, of what waits, and of calls that ended."""
    calls = emitter.analysis.calls
    found: list[Slot] = []
    number = len(emitter.program.things)
    moments = sum(len(each.bits) for each in calls.answers.values())
    if any(hook.things for hook in emitter.program.hooks):
        found += [Slot("hooks__live", "column", (0,) * moments), Slot("hooks__me", "column", (-1,) * number)]
    for name, answers in calls.answers.items():
        if answers.waits:
            found.append(Slot(column_slot(waiting_column(name)), "column", ()))
        found += [Slot(column_slot(past_column(name, period)), "column", ()) for period in answers.kept]
    return found


def starts(emitter: Emitter) -> dict[str, tuple[Any, ...]]:
    """What every thing has from the start: its owner, whether its face is up, whether it is open if it is a link."""
    things = emitter.program.things
    owners = tuple(thing.owner for thing in things)
    return {"thing.owner": owners, "shown": face_up(emitter), "link.open": (True,) * len(things)}


def _boxes(emitter: Emitter) -> list[Slot]:
    scene, found = emitter.analysis.scene, []
    width = len(emitter.program.things)  # what lies at a thing may be asked of any, also of one that holds nothing
    for family, holders in scene.holders.items():
        boxes: list[list[int] | None] = [None] * width
        for holder in holders:
            boxes[holder] = []
        for thing in emitter.program.things:
            box = boxes[thing.at] if thing.at >= 0 and scene.family.get(scene.root[thing.number]) == family else None
            if box is not None:
                box.append(thing.number)
        found.append(Slot(boxes_slot(family), "boxes", tuple(boxes)))
    return found


def _scalars(emitter: Emitter) -> list[Slot]:
    found = [Slot(name, "scalar", value) for name, value in emitter.scalars.items()]
    for step in all_steps(emitter.program.flow):
        if step.each is not None or step.loop is not None:
            found.append(Slot(f"{step.id}__items", "scalar", ()))
            found.append(Slot(f"{step.id}__index", "scalar", 0))
            found.append(Slot(f"{step.id}__item", "scalar", None))
    if emitter.program.rules:
        found += [Slot("pending", "scalar", 0), Slot("marks", "scalar", ()), Slot("spent", "scalar", ())]
        found += [Slot("fired", "scalar", 0), Slot("circle", "scalar", ())]
    return found
