"""The items and rounds of a step of the flow: the first one, and the next round."""

from __future__ import annotations

import ast

from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.lists import fixed
from rulewright.language.emit.truths import tested
from rulewright.language.program import StepSymbol
from rulewright.language.tree import Expression
from rulewright.language.types import INT

Block = list[ast.stmt]


def first_item(emitter: Emitter, step: StepSymbol, source: Expression, none: ast.stmt) -> Block:
    """What takes the items of a step and begins with the first; `none` is what is done where there is none."""
    items, index, item = (f"{step.id}__{part}" for part in ("items", "index", "item"))
    return [
        py.let("$xs", py.call(emitter.use("tuple"), fixed(emitter, source))),
        py.when(py.negated(py.name("$xs")), [none]),
        py.put_slot(items, py.name("$xs")),
        py.put_slot(index, py.const(0)),
        py.put_slot(item, py.at(py.name("$xs"), py.const(0))),
    ]


def first_round(emitter: Emitter, step: StepSymbol, none: ast.stmt) -> Block:
    """What begins a loop; `none` is what is done where it has no round."""
    items, index = f"{step.id}__items", f"{step.id}__index"
    match step.loop:
        case bool() | None:
            return [py.put_slot(index, py.const(1))]
        case loop if loop.type == INT:
            rounds: Block = [py.put_slot(items, py.grouped([emitter.value(loop)]))]
            few = py.compare("<", py.at(py.slot(items), py.const(0)), py.const(1))
            return [*rounds, py.when(few, [none]), py.put_slot(index, py.const(1))]
        case loop:
            # Its own condition may read the number of the round, so that stands before it.
            first: Block = [py.put_slot(index, py.const(1))]
            over: Block = [py.put_slot(index, py.const(0)), none]
            return [*first, py.when(py.negated(tested(emitter, loop)), over)]


def next_round(emitter: Emitter, step: StepSymbol, again: ast.stmt) -> Block:
    """What goes on with the next round of a loop, if there is one."""
    index = f"{step.id}__index"
    match step.loop:
        case bool() | None:
            return [again]
        case loop if loop.type == INT:
            rounds = py.at(py.slot(f"{step.id}__items"), py.const(0))
            return [py.when(py.compare("<=", py.slot(index), rounds), [again])]
        case loop:
            return [py.when(tested(emitter, loop), [again])]
