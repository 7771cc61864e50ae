"""Periods: what goes back when a call or a step ends, and what is put aside while one runs inside another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.language.program import FieldSymbol
from tests.oracle.machine import Cell, Left, Machine
from tests.oracle.rules import changed, wake
from tests.oracle.state import default


def _fields(machine: Machine, period: str) -> list[FieldSymbol]:
    """The fields that a period puts back; those that nothing ever writes have nothing to go back from."""
    known = machine.program.fields.values()
    return [each for each in known if each.period == period and each.id in machine.written]


def _marks(machine: Machine, period: str) -> list[list[bool]]:
    """The marks of the actions that may be taken once in the period."""
    found = [machine.marks[each.id] for each in machine.program.actions.values() if each.once == period]
    return found + [machine.marks[each.id] for each in machine.program.hooks if each.once == period]


def _ended(machine: Machine, period: str) -> list[list[Any]]:
    """The calls that are kept while the period runs."""
    return [machine.ended.setdefault(each, []) for each in machine.asked if each[1] == period]


def _drop(machine: Machine, period: str) -> None:
    """What waits no longer than this period is gone."""
    waits = machine.program.waits
    machine.waiting = [each for each in machine.waiting if waits[each.hook].period != period]


def reset(machine: Machine, period: str) -> list[Cell]:
    """Put back all that lasts for a period; the cells that were written."""
    cells: list[Cell] = []
    for symbol in _fields(machine, period):
        for thing in machine.things_of(symbol.kind):
            machine.columns[symbol.id][thing] = default(machine, symbol, thing)
            cells.append((symbol.id, thing))
    for marks in _marks(machine, period):
        marks[:] = [False] * len(marks)
    for ended in _ended(machine, period):
        ended.clear()
        cells.append(("past", 0))
    return cells


def end(machine: Machine, period: str) -> None:
    """The end of a period: what goes back is one change."""
    _drop(machine, period)
    if cells := reset(machine, period):
        changed(machine, cells)


def within(machine: Machine, period: str, run: Callable[[], Any]) -> Any:
    """Run a call that is a period. If one of its name is running already, what that one had comes back at the end."""
    columns = [machine.columns[each.id] for each in _fields(machine, period)] + _marks(machine, period)
    columns += _ended(machine, period)
    if not columns and all(each.period != period for each in machine.program.waits.values()):
        return run()
    kept = [list(column) for column in columns] if period in machine.periods else None
    if kept is not None:
        changed(machine, reset(machine, period))
    machine.periods.append(period)
    try:
        given = run()
    except Left:
        _close(machine, period, columns, kept)
        wake(machine)
        raise
    if cells := _close(machine, period, columns, kept):
        changed(machine, cells)
    return given


def _close(machine: Machine, period: str, columns: list[list[Any]], kept: list[list[Any]] | None) -> list[Cell]:
    machine.periods.pop()
    _drop(machine, period)
    cells = reset(machine, period)
    if kept is not None:
        for column, values in zip(columns, kept, strict=True):
            column[:] = values
    return cells
