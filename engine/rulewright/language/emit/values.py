"""Numbers, truths and variables."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from rulewright.language.emit import python as py
from rulewright.language.emit.constants import folded
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.intervals import interval
from rulewright.language.emit.kinds import once, within_kind
from rulewright.language.emit.lists import fixed
from rulewright.language.emit.names import item_slot
from rulewright.language.emit.rolls import symbol_compared
from rulewright.language.emit.truths import is_something, tested
from rulewright.language.tree import (
    Arith,
    Call,
    Compare,
    Const,
    ConstList,
    Either,
    Fallback,
    InOrder,
    IsKind,
    Item,
    Jointly,
    ListOf,
    Logic,
    Not,
    Own,
    Truth,
    Var,
)
from rulewright.language.types import LARGEST, List


def const(_: Emitter, node: Const) -> ast.expr:
    """A value known at load."""
    return py.const(node.value)


def const_list(_: Emitter, node: ConstList) -> ast.expr:
    """A list known at load."""
    return py.constants(node.values)


def var(_: Emitter, node: Var) -> ast.expr:
    """A local."""
    return py.name(node.name)


def own(emitter: Emitter, node: Own) -> ast.expr:
    """What a local holds of one thing."""
    return py.at(py.name(node.store.name), emitter.value(node.of))


def item(emitter: Emitter, node: Item) -> ast.expr:
    """The item or the round of a running step."""
    return py.slot(item_slot(emitter.program, node.step))


def jointly(emitter: Emitter, node: Jointly) -> ast.expr:
    """The seat of the first of some players; where somebody keeps who knows what, it says for whom else it answers."""
    if emitter.knows or emitter.watched:
        return py.call(emitter.use("joint"), py.table(), emitter.value(node.of))
    match node.of:
        case ListOf(items=items):
            return emitter.value(items[0])
        case ConstList(values=values):
            return py.const(values[0])
    return py.at(emitter.value(node.of), py.const(0))


def arith(emitter: Emitter, node: Arith) -> ast.expr:
    """A calculation; a product is checked where it might leave the range of numbers."""
    left, right = emitter.value(node.left), emitter.value(node.right)
    if node.op == "*":
        low, high = interval(emitter, node)
        if low < -LARGEST or high > LARGEST:
            return py.call(emitter.use("times"), left, right)
    return py.calculate(node.op, left, right)


def comparison(emitter: Emitter, node: Compare) -> ast.expr:
    """A comparison."""
    made = symbol_compared(emitter, node)
    return made or py.compare(node.op, emitter.value(node.left), emitter.value(node.right))


def is_kind(emitter: Emitter, node: IsKind) -> ast.expr:
    """Whether a thing is of a kind: nothing where its type says so, a range where the kind's numbers are one."""
    made = within_kind(emitter, node.kind, node.of.type, lambda: emitter.value(node.of))
    return once(emitter, node.of, lambda _: made) if isinstance(made, ast.Constant) else made


def truth(emitter: Emitter, node: Truth) -> ast.expr:
    """Whether something is there, as a value."""
    if isinstance(node.of.type, List):
        return ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), emitter.value(node.of)))
    return is_something(emitter.value(node.of), node.of.type)


def opposite(emitter: Emitter, node: Not) -> ast.expr:
    """The opposite of a truth."""
    return py.negated(tested(emitter, node.of))


def logic(emitter: Emitter, node: Logic) -> ast.expr:
    """`and` or `or`."""
    sides = [emitter.value(node.left), emitter.value(node.right)]
    return py.both(sides) if node.op == "and" else py.either(sides)


def choice(emitter: Emitter, node: Either) -> ast.expr:
    """One of two values by a condition."""
    known = folded(emitter, node.condition)
    if known is not None:
        return emitter.value(node.yes if known else node.no)
    return py.choice(tested(emitter, node.condition), emitter.value(node.yes), emitter.value(node.no))


def fallback(emitter: Emitter, node: Fallback) -> ast.expr:
    """The left list or maybe where it has something, else the right one."""
    if isinstance(node.left.type, List):
        return py.either([emitter.value(node.left), emitter.value(node.right)])
    kept = emitter.temporary()
    there = is_something(py.keep(kept, emitter.value(node.left)), node.left.type)
    return py.choice(there, py.name(kept), emitter.value(node.right))


def call(emitter: Emitter, node: Call) -> ast.expr:
    """A call of a procedure, a table, or of a text that a thing fills in."""
    arguments = [fixed(emitter, each) for each in node.arguments]
    return py.call(node.routine, py.table(), *arguments)


def in_order(emitter: Emitter, node: InOrder) -> ast.expr:
    """What reads values that are computed before it; a list that lives on is copied, as it was then."""
    kept = [py.keep(name, fixed(emitter, each)) for name, each in zip(node.names, node.values, strict=True)]
    return py.at(py.grouped([*kept, emitter.value(node.body)]), py.const(len(kept)))


EXPRESSIONS: Mapping[type, Callable[..., ast.expr]] = {
    Const: const,
    ConstList: const_list,
    Var: var,
    Own: own,
    Item: item,
    Jointly: jointly,
    Arith: arith,
    Compare: comparison,
    IsKind: is_kind,
    Truth: truth,
    Not: opposite,
    Logic: logic,
    Either: choice,
    Fallback: fallback,
    Call: call,
    InOrder: in_order,
}
