"""Definitions that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.language.types import Enum, Kind, Roll
from rulewright.text.diagnostics import Severity
from rulewright.text.spans import Span

_HINT = "use it, or delete it"


@of_reading(Severity.WARNING)
def unused_definition(reading: Reading) -> Iterator[Finding]:
    """Finds a field, procedure, table, menu, place, kind, enum or die that nothing in play uses.

    A definition is used if the flow, a rule, a measure, a `value:` or a line that people are shown leads to it, also
    through others. What only a test uses, or only definitions that are unused themselves, is not in play. Often a call
    was forgotten, or a name was changed in one place only.

        procs:
          reward(player me): me.coins += 1        # and no text says `reward(…)`

    Use it where it was meant to be used, or delete it.
    """
    program, pack, reach = reading.program, reading.pack, reading.reach
    for kind in pack.kinds.values():
        for id_, (key, _) in {**kind.fields, **kind.derive}.items():
            if f"field {kind.id}.{id_}" not in reach:
                yield _finding(reading, key.span, "the field", id_, "read")
        for id_, (key, _) in kind.does.items():
            if f"does {id_}" not in reach:
                yield _finding(reading, key.span, "the text", id_, "called")
    for proc in pack.procs:
        id_ = proc.signature.source.partition("(")[0].strip()
        if f"proc {id_}" not in reach and f"table {id_}" not in reach:
            yield _finding(reading, proc.signature.span, "the procedure", id_, "called")
    for id_, table in pack.tables.items():
        if f"table {id_}" not in reach and f"proc {id_}" not in reach:
            yield _finding(reading, table.id.span, "the table", id_, "asked")
    for id_, menu in pack.menus.items():
        if f"menu {id_}" not in reach:
            yield _finding(reading, menu.id.span, "the menu", id_, "offered")
    types = list(_types(program))
    for id_, die in pack.dice.items():
        if f"word {id_}" not in reach and Roll(id_) not in types:
            yield _finding(reading, die.id.span, "the die", id_, "thrown")
    for id_, (key, _) in pack.enums.items():
        if Enum(id_) not in types:
            yield _finding(reading, key.span, "the enum", id_, "used")
    yield from _empty_kinds(reading, types)
    yield from _empty_places(reading)


def _finding(reading: Reading, span: Span, what: str, id_: str, verb: str) -> Finding:
    """What is never used in play; less surely a fault if tests use it, as more may be to come."""
    if id_ in reading.tested:
        return Finding(span, f"{what} `{id_}` is {verb} by tests alone, never in play", _HINT, confidence=0.7)
    return Finding(span, f"{what} `{id_}` is never {verb}", _HINT)


def _empty_kinds(reading: Reading, types: list[Any]) -> Iterator[Finding]:
    """Kinds of which there is nothing and which no text names."""
    kinds = reading.program.kinds
    for id_, kind in reading.pack.kinds.items():
        symbol = kinds.get(id_)
        if symbol is None or symbol.members or Kind(id_) in types:
            continue
        below = [each for each in kinds.values() if id_ in each.ancestors and each.id != id_]
        if not below:
            yield Finding(kind.id.span, f"there is nothing of the kind `{id_}`", _HINT)


def _empty_places(reading: Reading) -> Iterator[Finding]:
    """Places in which nothing begins and of which no text speaks."""
    program, reach = reading.program, reading.reach
    for id_, place in program.places.items():
        named = [f"thing {number}" for number in place.things]
        named += [each.id for each in program.fields.values() if each.name == id_]
        refilling = any(each.refill == id_ for each in program.places.values())
        used = refilling or any(key in reach or f"field {key}" in reach for key in named)
        if not used and not any(thing.at in place.things for thing in program.things):
            yield _finding(reading, place.span, "the place", id_, "used")


def _types(node: Any) -> Iterator[Any]:
    """Every type that stands in a program: of fields, of what is given and of what is computed."""
    ahead, seen = [node], dict[Any, None]()
    while ahead:
        one = ahead.pop()
        if isinstance(one, Enum | Kind | Roll):
            if one not in seen:
                seen[one] = None
                yield one
        elif isinstance(one, Mapping):
            ahead += one.values()
        elif isinstance(one, tuple | list):
            ahead += one
        elif is_dataclass(one) and not isinstance(one, type):
            ahead += [getattr(one, each.name) for each in fields(one)]
