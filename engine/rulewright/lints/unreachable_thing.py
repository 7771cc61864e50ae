"""Things that never come into play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.language.analysis.trees import walk
from rulewright.language.tree import Builtin, Const, ConstList, Expression, Get, Prop
from rulewright.language.types import Kind, List
from rulewright.text.diagnostics import Severity


@of_reading(Severity.WARNING, 0.9)
def unreachable_thing(reading: Reading) -> Iterator[Finding]:
    """Finds a thing, such as a card, that begins in a place from which no text ever takes anything.

    No text reads what lies in the place, draws from it, or speaks of the thing or of all of its kind: so whatever the
    thing does, it never happens. What says itself when it acts, by `active:`, may act where it lies.

        things:
          card:
            thunder: {at: box}                    # and no text says `draw(box, …)` or `box.card`

    Let it begin where cards are drawn from, or let something take it from where it lies.
    """
    program = reading.program
    taken = dict.fromkeys(_taken(reading))
    places = {number: place for place in program.places.values() for number in place.things}
    active = frozenset(_active(reading))
    lost: dict[str, list[int]] = {}
    for thing in program.things:
        alive = thing.definition in active or not active.isdisjoint(program.kinds[thing.kind].ancestors)
        if thing.at in places and not places[thing.at].live and not alive:
            lost.setdefault(thing.definition, []).append(thing.number)
    for definition, numbers in lost.items():
        if not any(number in taken or program.things[number].at in taken for number in numbers):
            place = places[program.things[numbers[0]].at].id
            message = f"no text ever takes anything from `{place}`, where `{definition}` begins"
            yield Finding(program.things[numbers[0]].span, message, "let it begin elsewhere, or take it from there")


def _active(reading: Reading) -> Iterator[str]:
    """The things and kinds that say themselves when they act, wherever they lie."""
    yield from (id for id, kind in reading.pack.kinds.items() if kind.behaviour.active is not None)
    yield from (thing.id.source for thing in reading.pack.things if thing.behaviour.active is not None)


def _taken(reading: Reading) -> Iterator[int]:
    """The places of which some text reads what lies there, and the things that texts name."""
    program = reading.program
    outside = (tuple(program.measures.values()), tuple(program.values.values()))
    outer = dict.fromkeys(id(each) for each in walk(outside))
    nodes = [each for each in reading.nodes if id(each) not in outer]
    starts = tuple(text for field in program.fields.values() for text in field.start.values())
    entered = dict.fromkeys(id(each) for each in _entered(reading))
    own = {each.name: each for each in program.fields.values()}
    places = {name: place for name, place in program.places.items() if name in own}
    for node in (*nodes, *(each for each in walk(starts) if not _is_place(each))):
        if id(node) in entered:
            continue
        match node:
            case Const(type=Kind(), value=int() as value):
                yield value
            case ConstList(type=List(item=Kind()), values=values):
                yield from values
            case Get(field=field) if program.fields[field].name in places:
                yield from places[program.fields[field].name].things
            case Prop(name="at"):
                yield from _all_places(reading, node)
    for place in program.places.values():
        if place.refill:
            yield from program.places[place.refill].things


def _is_place(node: Any) -> bool:
    return isinstance(node, Const) and node.type == Kind("place")


def _all_places(reading: Reading, node: Expression) -> Iterator[int]:
    """Where things may lie that are read through what lies beside them."""
    if node.type in (Kind("place"), Kind("thing")):
        for place in reading.program.places.values():
            yield from place.things


def _entered(reading: Reading) -> list[Any]:
    """What is only said as the end of a move: things arrive there, which takes nothing from it."""
    found = [node.arguments.get("to") for node in reading.nodes if isinstance(node, Builtin)]
    return [each for each in found if isinstance(each, Const | Get)]
