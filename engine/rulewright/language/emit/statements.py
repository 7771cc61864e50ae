"""Statements that change no field: locals, branches, loops, calls."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from rulewright.language.analysis.effects import unit_of
from rulewright.language.emit import python as py
from rulewright.language.emit.constants import folded
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.lists import fixed, is_live
from rulewright.language.emit.reads import is_plain
from rulewright.language.emit.truths import tested
from rulewright.language.tree import (
    Assign,
    AssignEach,
    ConstList,
    Do,
    For,
    If,
    PutOwn,
    Return,
    Statement,
    While,
)
from rulewright.language.types import List

Block = list[ast.stmt]


def assign(emitter: Emitter, node: Assign) -> Block:
    """A local gets a value."""
    return [py.let(node.name, fixed(emitter, node.value))]


def assign_each(emitter: Emitter, node: AssignEach) -> Block:
    """A local gets a value for each thing of a kind: a list by thing number, up to the last of them."""
    width = max(emitter.analysis.scene.things_of(node.kind), default=-1) + 1
    one = py.listed([fixed(emitter, node.value)])
    return [py.let(node.name, py.calculate("*", one, py.const(width)))]


def put_own(emitter: Emitter, node: PutOwn) -> Block:
    """Such a local gets another value, for one thing or for each of a list."""
    store, value, of = py.name(node.store.name), fixed(emitter, node.value), fixed(emitter, node.of)
    before: Block = []
    if isinstance(node.of.type, List):
        things, given, thing = (emitter.temporary(hint) for hint in ("xs", "to", "x"))
        before = [py.let(things, of), py.let(given, value)]
        value, of = py.name(given), py.name(thing)
    elif not is_plain(node.of):
        thing = emitter.temporary("x")
        before = [py.let(thing, of)]
        of = py.name(thing)
    change = py.put(store, of, value) if node.op == "=" else py.change(store, of, node.op[0], value)
    if isinstance(node.of.type, List):
        return [*before, py.each(thing, py.name(things), [change])]
    return [*before, change]


def branch(emitter: Emitter, node: If) -> Block:
    """The first branch whose condition holds; those that are known not to hold vanish."""
    made: list[tuple[ast.expr, Block]] = []
    other: Sequence[Statement] = node.other
    for condition, body in node.branches:
        known = folded(emitter, condition)
        if known is None:
            made.append((tested(emitter, condition), emitter.block(body)))
        elif known:
            other = body
            break
    return chain(made, emitter.block(other))


def chain(branches: Sequence[tuple[ast.expr, Block]], other: Block) -> Block:
    """Branches as one statement."""
    for condition, body in reversed(branches):
        made = py.when(condition, body, other)
        other = [made]
    return other


def for_each(emitter: Emitter, node: For) -> Block:
    """A text run for each item of a list, which is paid for at once."""
    known = emitter.hoist(emitter, node.source)
    if isinstance(node.source, ConstList):
        known = py.constants(node.source.values)
    if isinstance(known, ast.Constant) and isinstance(known.value, tuple):
        return [*pay(emitter, py.const(len(known.value))), py.each(node.var, known, emitter.block(node.body))]
    kept = emitter.temporary("xs")
    paid = pay(emitter, py.call(emitter.use("len"), py.name(kept)))
    body = emitter.block(node.body)
    return [py.let(kept, _listed(emitter, node)), *paid, py.each(node.var, py.name(kept), body)]


def _listed(emitter: Emitter, node: For) -> ast.expr:
    """The list, copied if it is a box that the text may change."""
    if not is_live(node.source):
        return emitter.value(node.source)
    written = _written(emitter, node.body)
    if any(column.startswith("in:") for column in written):
        return fixed(emitter, node.source)
    return emitter.value(node.source)


def _written(emitter: Emitter, body: Sequence[Statement]) -> list[str]:
    """The columns that some statements may write, with all that they call and wake."""
    unit = unit_of(emitter.analysis.reader, tuple(body))
    waiting = emitter.analysis.in_effect(emitter.code.unit)
    woken = [
        rule.symbol.routine
        for rule in emitter.analysis.rules
        if waiting or any(each in rule.watched for each in unit.writes)
    ]
    called = [each for name in (*unit.calls, *woken) for each in emitter.analysis.settled.writes(name)]
    return [*unit.writes, *called]


def pay(emitter: Emitter, cost: ast.expr) -> Block:
    """Fuel is used; without any left the game ends as capped."""
    capped = py.do(py.call(emitter.use("capped"), py.const(emitter.code.root)))
    empty = py.compare("<", py.slot("fuel"), py.const(0))
    return [py.add_to_slot("fuel", "-", cost), py.when(empty, [capped])]


def while_(emitter: Emitter, node: While) -> Block:
    """A text run as long as a condition holds; each round costs fuel."""
    return [py.loop(tested(emitter, node.condition), [*pay(emitter, py.const(1)), *emitter.block(node.body)])]


def return_(emitter: Emitter, node: Return) -> Block:
    """The end of the text."""
    value = None if node.value is None else fixed(emitter, node.value)
    return emitter.code.ends(value) if emitter.code.ends is not None else [py.give(value)]


def do(emitter: Emitter, node: Do) -> Block:
    """A call for what it does."""
    return [py.do(emitter.value(node.call))]


STATEMENTS: Mapping[type, Callable[..., Block]] = {
    Assign: assign,
    AssignEach: assign_each,
    PutOwn: put_own,
    If: branch,
    For: for_each,
    While: while_,
    Return: return_,
    Do: do,
}
