"""What fires when: all rules are tested after every change, from the first again after each that fires."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from rulewright.language.compiled import World
from rulewright.language.program import RuleSymbol
from rulewright.table.signals import Capped, Endless
from tests.oracle.machine import ANY, Cell, Env, Left, Machine, listed

MOST_FIRINGS = 100
WITHOUT_ITEM = 0


def changed(machine: Machine, cells: Iterable[Cell]) -> None:
    """One change: then all rules are tested. In a block of branches it is part of the one that the block is."""
    if machine.block is not None:
        machine.block += cells
        return
    machine.remember(machine)
    wake(machine)
    settle(machine)


def wake(machine: Machine) -> None:
    """Rules that left a step may fire again where something that they had read is no longer as it was."""
    for fired, cells in list(machine.spent.items()):
        if any(_held(machine, cell) != value for cell, value in cells):
            del machine.spent[fired]


def _held(machine: Machine, cell: Cell) -> Any:
    """What a cell holds now, in a form that lasts."""
    column, thing = cell
    if column == "in":
        world: World = machine.table.world
        boxes = [getattr(machine.table, name) for name in dict.fromkeys(name for name in world.box if name)]
        wanted = slice(None) if thing == ANY else slice(thing, thing + 1)
        return [[box and list(box) for box in each[wanted]] for each in boxes]
    if column == "past":
        return repr(machine.ended)
    values = machine.columns[column] if column in machine.columns else getattr(machine.table, column)
    return list(values) if thing == ANY else values[thing]


def _read_by(machine: Machine, rule: RuleSymbol, item: int) -> list[tuple[Cell, Any]]:
    """All that a rule reads now when it is tested of an item, with what it holds."""
    before, machine.reads = machine.reads, set()
    _items(machine, rule)
    _holds(machine, rule, item)
    read, machine.reads = machine.reads, before
    return [(cell, _held(machine, cell)) for cell in sorted(read)]


def settle(machine: Machine) -> None:
    """Test all rules until none fires."""
    if machine.asleep or machine.block is not None:
        return
    if not machine.busy:
        machine.fired = 0
    while (found := _first(machine)) is not None:
        _fire(machine, *found)


def _first(machine: Machine) -> tuple[RuleSymbol, int] | None:
    """The first rule that holds, and the first item for which it does."""
    for rule in machine.program.rules:
        for item in _items(machine, rule):
            free = (rule.id, item) not in machine.busy and (rule.id, item) not in machine.spent
            if free and _holds(machine, rule, item):
                return rule, item
    return None


def _items(machine: Machine, rule: RuleSymbol) -> list[int]:
    return [WITHOUT_ITEM] if rule.source is None else listed(machine.value(rule.source, {}), rule.source.type)


def _holds(machine: Machine, rule: RuleSymbol, item: int) -> bool:
    return rule.condition is None or bool(machine.value(rule.condition, {rule.var: item}))


def _fire(machine: Machine, rule: RuleSymbol, item: int) -> None:
    machine.fired += 1
    if machine.fired > MOST_FIRINGS:
        raise Capped((rule.id, *(id for id, _ in machine.busy)), Endless.RULES)
    machine.busy.append((rule.id, item))
    routine = machine.program.routines[rule.routine]
    env: Env = {routine.parameters[0].name: item} if routine.parameters else {}
    try:
        machine.answer(machine, routine.id, env, partial(machine.text, routine.body))
    except Left:
        machine.spent[rule.id, item] = _read_by(machine, rule, item)
        raise
    finally:
        machine.busy.pop()
