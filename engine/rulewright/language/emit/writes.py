"""Changing fields: the new value within its bounds and the range of numbers, then the rules that read the field."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from rulewright.language.analysis.trees import equal, substitute
from rulewright.language.emit import python as py
from rulewright.language.emit.constants import open_parts
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.intervals import Interval, interval
from rulewright.language.emit.lists import fixed
from rulewright.language.emit.names import column_slot
from rulewright.language.emit.reads import is_plain
from rulewright.language.emit.watch import after_change, after_changes
from rulewright.language.program import FieldSymbol
from rulewright.language.tree import Const, Expression, Put, Var
from rulewright.language.types import LARGEST, Int, List

Block = list[ast.stmt]


def put(emitter: Emitter, node: Put) -> Block:
    """A change of a field of one thing, or of all things of a list."""
    if isinstance(node.of.type, List):
        return _put_all(emitter, node)
    before: Block = []
    of = node.of
    if not is_plain(of):
        kept = emitter.temporary("x")
        before = [py.let(kept, emitter.value(of))]
        of = Var(kept, of.type, of.span)
    change = written(emitter, node.field, of, node.op, node.value)
    new = _new_value(emitter, node, change)
    return [*before, *change, *after_change(emitter, [node.field], of, node.span, new)]


def _new_value(emitter: Emitter, node: Put, change: Block) -> Expression | None:
    """An expression that says what was just written, if it is at hand."""
    if len(change) > 1:
        return Var("$v", node.value.type, node.value.span)
    reads_itself = node.op != "=" or any(each.field == node.field for each in emitter.program.modifiers)
    return node.value if isinstance(node.value, Const | Var) and not reads_itself else None


def _put_all(emitter: Emitter, node: Put) -> Block:
    """One change: every thing is written before any rule looks."""
    things, value, thing = (emitter.temporary(hint) for hint in ("xs", "to", "x"))
    kind = node.of.type.item if isinstance(node.of.type, List) else node.of.type
    given = Var(value, node.value.type, node.value.span)
    body = written(emitter, node.field, Var(thing, kind, node.of.span), node.op, given)
    after = after_changes(emitter, [node.field], things, kind, node.span)
    return [
        py.let(things, fixed(emitter, node.of)),
        py.let(value, emitter.value(node.value)),
        py.each(thing, py.name(things), body),
        *([py.when(py.name(things), after)] if after else []),
    ]


def written(emitter: Emitter, column: str, of: Expression, op: str, value: Expression, paid: bool = False) -> Block:
    """A new value of a column for one thing, which is a variable or known; no rule looks yet.

    `paid` says that the column is known not to fall below its lower bound.
    """
    target = py.slot(column_slot(column))
    symbol = emitter.program.fields.get(column)
    if symbol is None or not isinstance(symbol.type, Int):
        return [py.put(target, emitter.value(of), fixed(emitter, value))]
    guards = _guards(emitter, symbol, of, op, value, paid)
    if not guards and op == "=":
        return [py.put(target, emitter.value(of), emitter.value(value))]
    if not guards:
        return [py.change(target, emitter.value(of), op[0], emitter.value(value))]
    new = emitter.value(value)
    if op != "=":
        new = py.calculate(op[0], py.at(py.slot(column_slot(column)), emitter.value(of)), new)
    return [py.let("$v", new), *guards, py.put(target, emitter.value(of), py.name("$v"))]


def _guards(
    emitter: Emitter, symbol: FieldSymbol, of: Expression, op: str, value: Expression, paid: bool = False
) -> Block:
    """What keeps the new value `$v` within its bounds and within the range of numbers, as far as that is not sure."""
    change = interval(emitter, value)
    rises, falls = (False, False) if paid else _direction(op, change)
    low = symbol.low if falls or not _lasting(emitter, symbol.low) else None
    high = symbol.high if rises or not _lasting(emitter, symbol.high) else None
    if op == "=" and high is not None and equal(substitute(high, {"it": of}), value):
        high = None
    if isinstance(low, Const) and op == "=" and low.value is not None and change[0] >= low.value:
        low = None
    if isinstance(high, Const) and op == "=" and high.value is not None and change[1] <= high.value:
        high = None
    guards = [
        py.when(py.compare(test, py.name("$v"), _bound(emitter, bound, of)), [py.let("$v", _bound(emitter, bound, of))])
        for test, bound in (("<", low), (">", high))
        if bound is not None
    ]
    return guards + _range(emitter, symbol, op, change, (rises and high is None, falls and low is None))


def _direction(op: str, change: Interval) -> tuple[bool, bool]:
    """Whether a change may make a value rise, and fall."""
    least, most = change
    if op == "=":
        return True, True
    return (most > 0, least < 0) if op == "+=" else (least < 0, most > 0)


def _lasting(emitter: Emitter, bound: Expression | None) -> bool:
    """Whether a bound never changes, so that a value cannot stand beyond it without being moved there."""
    return bound is None or open_parts(emitter, bound, ("it",)) is not None


def _bound(emitter: Emitter, bound: Expression, of: Expression) -> ast.expr:
    with emitter.pinned():
        return emitter.value(substitute(bound, {"it": of}))


def _range(emitter: Emitter, symbol: FieldSymbol, op: str, change: Interval, open_: tuple[bool, bool]) -> Block:
    """The check that a number stays in the range of numbers."""
    if op == "=":
        rises, falls = change[1] > LARGEST and open_[0], change[0] < -LARGEST and open_[1]
    else:
        rises, falls = open_
    tests = []
    if rises:
        tests.append(py.compare(">", py.name("$v"), py.const(LARGEST)))
    if falls:
        tests.append(py.compare("<", py.name("$v"), py.const(-LARGEST)))
    fail = py.do(py.call(emitter.use("too_large"), py.const(symbol.id)))
    return [py.when(py.either(tests), [fail])] if tests else []


STATEMENTS: Mapping[type, Callable[..., Block]] = {Put: put}
