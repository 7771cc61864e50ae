"""What fires when: all rules are tested after every change, from the first again after each that fires."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from rulewright.language.program import RuleSymbol
from rulewright.table.signals import Capped
from tests.oracle.machine import ANY, Cell, Env, Left, Machine, listed

MOST_FIRINGS = 100
WITHOUT_ITEM = 0


def changed(machine: Machine, cells: Iterable[Cell]) -> None:
    """One change: then all rules are tested. In a block of branches it is part of the one that the block is."""
    if machine.block is not None:
        machine.block += cells
        return
    machine.remember(machine)
    wake(machine, cells)
    settle(machine)


def wake(machine: Machine, cells: Iterable[Cell]) -> None:
    """Rules that left a step and had read one of these cells may fire again."""
    touched = set(cells)
    touched |= {(column, ANY) for column, _ in touched}
    machine.spent = {rule: read for rule, read in machine.spent.items() if not read & touched}


def settle(machine: Machine) -> None:
    """Test all rules until none fires."""
    if machine.asleep or machine.block is not None:
        return
    if not machine.busy:
        machine.fired = 0
    while (found := _first(machine)) is not None:
        _fire(machine, *found)


def _first(machine: Machine) -> tuple[RuleSymbol, int, set[Cell]] | None:
    """The first rule that holds, the first item for which it does, and the cells that were read to see that."""
    for rule in machine.program.rules:
        before, machine.reads = machine.reads, set()
        for item in _items(machine, rule):
            whole = set(machine.reads)
            free = (rule.id, item) not in machine.busy and (rule.id, item) not in machine.spent
            if free and _holds(machine, rule, item):
                read, machine.reads = machine.reads, before
                return rule, item, read
            machine.reads = whole
        machine.reads = before
    return None


def _items(machine: Machine, rule: RuleSymbol) -> list[int]:
    return [WITHOUT_ITEM] if rule.source is None else listed(machine.value(rule.source, {}), rule.source.type)


def _holds(machine: Machine, rule: RuleSymbol, item: int) -> bool:
    return rule.condition is None or bool(machine.value(rule.condition, {rule.var: item}))


def _fire(machine: Machine, rule: RuleSymbol, item: int, read: set[Cell]) -> None:
    machine.fired += 1
    if machine.fired > MOST_FIRINGS:
        raise Capped((rule.id, *(id for id, _ in machine.busy)))
    machine.busy.append((rule.id, item))
    routine = machine.program.routines[rule.routine]
    env: Env = {routine.parameters[0].name: item} if routine.parameters else {}
    before, machine.reads = machine.reads, None
    try:
        machine.answer(machine, routine.id, env, partial(machine.text, routine.body))
    except Left:
        machine.spent[rule.id, item] = read
        raise
    finally:
        machine.reads = before
        machine.busy.pop()
