"""Blocks of branches: each on the whole state at the start, then all again with the answers that they gave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.language.analysis.trees import walk
from rulewright.language.tree import Branch, BranchLoop, Choose
from rulewright.language.types import Kind, List, Type
from rulewright.table.signals import EXPIRED, Expired
from tests.oracle.machine import Cell, Env, Left, Machine
from tests.oracle.rules import changed
from tests.oracle.state import described

Said = list[tuple[int, list[Any]]]
"""What a branch was asked, and how it answered: by what tells the options apart. EXPIRED: its time was up."""


def together(
    machine: Machine, items: Sequence[Any], branch: Callable[[Any], None], env: Env, timed: bool = False
) -> None:
    """Run a block as one change. Where time runs in it, a branch whose time is up leaves the step."""
    if machine.block is not None:
        for item in items:
            branch(item)
        return
    table = machine.table
    decide, decide_many = table.decide, table.decide_many
    said: list[Said] = []
    machine.block = []
    table.branch, table.timed = 1, timed
    for item in items:
        kept = _kept(machine, env)
        said.append([])
        table.decide, table.decide_many = _noting(machine, decide, decide_many, said[-1])
        branch(item)
        _put_back(machine, env, kept)
    machine.block = []
    for item, answers in zip(items, said, strict=True):
        table.decide, table.decide_many = _repeating(machine, decide, decide_many, answers)
        branch(item)
    table.decide, table.decide_many = decide, decide_many
    cells: list[Cell] = machine.block
    machine.block = None
    table.branch, table.timed = 0, False
    if cells:
        changed(machine, cells)


def _kept(machine: Machine, env: Env) -> tuple[Any, ...]:
    """The whole state, what calls left and what waits for them, and the locals."""
    own = {name: list(column) for name, column in machine.columns.items()}
    marks = {name: list(each) for name, each in machine.marks.items()}
    names = {name: dict(value) if isinstance(value, dict) else value for name, value in env.items()}
    ended = {name: list(calls) for name, calls in machine.ended.items()}
    return machine.table.save(), own, marks, names, ended, list(machine.waiting), dict(machine.acted)


def _put_back(machine: Machine, env: Env, kept: tuple[Any, ...]) -> None:
    state, columns, marks, names, machine.ended, machine.waiting, machine.acted = kept
    machine.table.restore(state)
    for now, before in ((machine.columns, columns), (machine.marks, marks)):
        for name, values in before.items():
            now[name][:] = values
    env.clear()
    env.update(names)


def _keys(machine: Machine, prompt: int, options: Sequence[Any]) -> list[Any]:
    """What tells options apart: things that may have equals by all that is seen of them, anything else by itself."""
    symbol = machine.program.prompts[prompt]
    if symbol.nature == "choose":
        return [_named(machine, prompt, each) for each in options]
    things = symbol.nature in ("pick", "order") and _has_equals(machine, symbol.option)
    return [described(machine, each) if things and each not in (-1, None) else each for each in options]


def _has_equals(machine: Machine, kind: Type) -> bool:
    """Whether a kind has things of one definition."""
    if not isinstance(kind, Kind):
        return False
    definitions = [machine.program.things[each].definition for each in machine.things_of(kind.name)]
    return len(set(definitions)) < len(definitions)


def _named(machine: Machine, prompt: int, option: Any) -> Any:
    """What tells a named option apart: its label, and the items of the loops around it."""
    if not isinstance(option, tuple):
        return option
    label, *items = option
    bodies = tuple(routine.body for routine in machine.program.routines.values())
    (node,) = [each for each in walk(bodies) if isinstance(each, Choose) and each.ask.prompt == prompt]
    told = []
    for item, loop in zip(items, _around(node.branches, label), strict=True):
        match loop.source.type:
            case List(item=Kind() as kind) if _has_equals(machine, kind):
                told.append(described(machine, item))
            case _:
                told.append(item)
    return (label, *told)


def _around(branches: Sequence[Branch | BranchLoop], label: int) -> list[BranchLoop]:
    """The loops around the branch with a label."""
    for each in branches:
        if isinstance(each, BranchLoop) and any(
            isinstance(one, Branch) and one.label == label for one in walk(each.branches)
        ):
            return [each, *_around(each.branches, label)]
    return []


def _noting(machine: Machine, decide: Any, decide_many: Any, said: Said) -> tuple[Any, Any]:
    def in_time(ask: Any, *asked: Any) -> Any:
        try:
            return ask(*asked)
        except Expired:
            said.append((EXPIRED, []))
            raise Left(machine.running[-1]) from None

    def one(prompt: int, seat: int, options: Sequence[Any], *args: Any) -> Any:
        option = in_time(decide, prompt, seat, options, *args)
        said.append((prompt, _keys(machine, prompt, [option])))
        return option

    def many(prompt: int, seat: int, options: Sequence[Any], *args: Any) -> Any:
        taken = in_time(decide_many, prompt, seat, options, *args)
        said.append((prompt, _keys(machine, prompt, [options[index] for index in taken])))
        return taken

    return one, many


def _repeating(machine: Machine, decide: Any, decide_many: Any, said: Said) -> tuple[Any, Any]:
    def again(prompt: int) -> list[Any] | None:
        if said and said[0][0] == EXPIRED:
            raise Left(machine.running[-1])
        if said and said[0][0] == prompt:
            return said.pop(0)[1]
        said.clear()
        return None

    def openly(ask: Any, *asked: Any) -> Any:
        said.clear()
        try:
            return ask(*asked)
        except Expired:
            raise Left(machine.running[-1]) from None

    def one(prompt: int, seat: int, options: Sequence[Any], *args: Any) -> Any:
        wanted = again(prompt)
        for option, key in zip(options, _keys(machine, prompt, options), strict=True):
            if wanted == [key]:
                return option
        return openly(decide, prompt, seat, options, *args)

    def many(prompt: int, seat: int, options: Sequence[Any], sizes: Sequence[int], low: int, high: int, *a: Any) -> Any:
        wanted, keys = again(prompt), _keys(machine, prompt, options)
        left = dict(zip(keys, sizes, strict=True))
        fits = wanted is not None and low <= len(wanted) <= high
        if wanted is not None and fits and all(wanted.count(each) <= left.get(each, 0) for each in wanted):
            return tuple(sorted(keys.index(each) for each in wanted))
        return openly(decide_many, prompt, seat, options, sizes, low, high, *a)

    return one, many
