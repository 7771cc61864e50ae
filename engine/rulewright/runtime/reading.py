"""What a rule reads when it is tested, and whether that is still as it was.

A rule is tested once more on a table whose columns note which of their cells are read. That is slow, and done only for
a rule whose effect has left a step of the flow.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

WHOLE = -1
Cell = tuple[str, int]
Seen = tuple[tuple[str, int, Any], ...]
"""Cells with what they held; a cell is a slot and a thing, which is WHOLE where the slot was read as a whole."""


class Noting(list[Any]):
    """A Noting is a column, or the boxes, of a table, which notes what of it is read."""

    def __init__(self, values: list[Any], slot: str, noted: dict[Cell, None]) -> None:
        super().__init__(values)
        self.slot = slot
        self.noted = noted

    def __getitem__(self, index: Any) -> Any:
        self.noted[self.slot, index if isinstance(index, int) else WHOLE] = None
        return super().__getitem__(index)

    def __iter__(self) -> Iterator[Any]:
        self.noted[self.slot, WHOLE] = None
        return super().__iter__()

    def __contains__(self, item: object) -> bool:
        self.noted[self.slot, WHOLE] = None
        return super().__contains__(item)

    def __len__(self) -> int:
        self.noted[self.slot, WHOLE] = None
        return super().__len__()


class Others:
    """An Others is all items but one, as those of which a rule is not to be tested."""

    def __init__(self, item: int) -> None:
        self.item = item

    def __contains__(self, item: object) -> bool:
        return item != self.item


def seen(t: Any, rule: Any, item: int) -> Seen:
    """All that a rule reads now when it is tested of an item."""
    noted: dict[Cell, None] = {}
    table = _noting(t, noted)
    if rule.holds is not None:
        rule.holds(table, item)
    else:
        rule.find(table, () if rule.alone else Others(item))
    return tuple((slot, index, _value(t, slot, index)) for slot, index in noted)


def still(t: Any, cells: Seen) -> bool:
    """Whether all that was read is as it was."""
    return all(_value(t, slot, index) == value for slot, index, value in cells)


def _noting(t: Any, noted: dict[Cell, None]) -> Any:
    """The table once more, with columns and boxes that note what of them is read."""
    table = object.__new__(type(t))
    for kind in type(t).__mro__:
        for slot in getattr(kind, "__slots__", ()):
            if hasattr(t, slot):
                setattr(table, slot, getattr(t, slot))
    for slot in (*t.layout.columns, *t.layout.boxes):
        setattr(table, slot, Noting(getattr(t, slot), slot, noted))
    return table


def _value(t: Any, slot: str, index: int) -> Any:
    values = getattr(t, slot)
    return _plain(values[:] if index == WHOLE else values[index])


def _plain(value: Any) -> Any:
    return tuple(_plain(each) for each in value) if isinstance(value, list) else value
