"""Laws that hold of every table at every moment between two statements of a text."""

from __future__ import annotations

from rulewright.table.table import Table

MOST_SHOWN = 5


class LawBroken(Exception):
    """A LawBroken is a fault of the engine: the message says what lies where it cannot lie."""


def misplaced(table: Table) -> list[str]:
    """What breaks the law of conservation, in words; empty for every sound table.

    The law: whatever lay in a box at the start of the game lies in exactly one box now, and `at` names whose it is.
    """
    layout = table.layout
    at = getattr(table, "at", None)
    start = iter(layout.start.boxes)
    faults = []
    for name, spots, boxes in zip(layout.boxes, layout.spots, layout.read_boxes(table), strict=True):
        expected = sorted(thing for _ in spots for thing in next(start))
        found = sorted((thing, spot) for spot in spots for thing in boxes[spot])
        if [thing for thing, _ in found] != expected:
            faults.append(f"{name}: {_difference(expected, [thing for thing, _ in found])}")
        if at is not None:
            faults += [
                f"{name}: {thing} lies at {spot}, but at says {at[thing]}" for thing, spot in found if at[thing] != spot
            ]
    return faults


def check(table: Table) -> None:
    """Raise LawBroken if the table breaks the law of conservation."""
    if faults := misplaced(table):
        raise LawBroken("; ".join(faults[:MOST_SHOWN]))


def _difference(expected: list[int], found: list[int]) -> str:
    lost = [thing for thing in expected if thing not in found]
    strange = [thing for thing in sorted(set(found)) if found.count(thing) > expected.count(thing)]
    return f"lost {lost}, too many of {strange}"
