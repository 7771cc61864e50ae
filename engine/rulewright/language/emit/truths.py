"""Conditions: what Python tests, where the value itself is not needed."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from rulewright.language.emit import python as py
from rulewright.language.emit.constants import folded
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.places import locate
from rulewright.language.tree import Each, Expression, Filter, Logic, Not, Truth
from rulewright.language.types import Bool, Int, List, Maybe, Roll, Type
from rulewright.text.spans import Span


@dataclass(frozen=True, slots=True)
class Exists:
    """An Exists is whether a list that would have to be made has anything in it; no list is made."""

    source: Expression
    type: Type
    span: Span


def tested(emitter: Emitter, node: Expression) -> ast.expr:
    """Python for a condition, in a place that only asks whether it holds."""
    known = folded(emitter, node)
    if known is not None:
        return py.const(known)
    match node:
        case Not(of=of):
            made = py.negated(tested(emitter, of))
        case Logic(op=op, left=left, right=right):
            made = _joined(op, tested(emitter, left), tested(emitter, right))
        case Truth(of=of) if isinstance(of.type, List) and not isinstance(of, Filter | Each):
            made = emitter.value(of)
        case Truth(of=of) if isinstance(of.type, List):
            return emitter.value(Exists(of, node.type, node.span))
        case _:
            return emitter.value(node)
    locate(made, emitter.place(node.span))
    return made


def _joined(op: str, left: ast.expr, right: ast.expr) -> ast.expr:
    """Two conditions as one, without those that are known."""
    neutral = op == "and"
    if isinstance(left, ast.Constant):
        return right if left.value is neutral else left
    if isinstance(right, ast.Constant) and right.value is neutral:
        return left
    joined: type[ast.boolop] = ast.And if neutral else ast.Or
    sides: list[ast.expr] = []
    for each in (left, right):
        sides += each.values if isinstance(each, ast.BoolOp) and isinstance(each.op, joined) else [each]
    return ast.BoolOp(joined(), sides)


def is_something(value: ast.expr, kind: Type) -> ast.expr:
    """Whether a value that may be none is something."""
    match kind:
        case Maybe(item=Int() | Bool() | Roll()):
            return py.compare("is not", value, py.const(None))
        case Maybe():
            return py.compare(">=", value, py.const(0))
        case _:
            return value


def unset(kind: Type) -> ast.expr:
    """What a value of a type is while nobody has given one."""
    match kind:
        case Int():
            return py.const(0)
        case Bool():
            return py.const(False)
        case _:
            return nothing(kind)


def nothing(kind: Type) -> ast.expr:
    """What `none` of a type is."""
    match kind:
        case Maybe(item=Int() | Bool() | Roll()):
            return py.const(None)
        case _:
            return py.const(-1)
