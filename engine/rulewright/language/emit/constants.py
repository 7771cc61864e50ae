"""Folding: what is known at load becomes a constant, or a column indexed by the one thing that it depends on."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from rulewright.language.analysis.evaluate import Unknown
from rulewright.language.analysis.trees import equal, free_variables, is_path, parts, rewritten, substitute, walk
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.tree import (
    Alive,
    Builtin,
    Call,
    Const,
    ConstList,
    Dice,
    DieProp,
    Expression,
    Fact,
    Get,
    Given,
    Innermost,
    Inside,
    Item,
    Keyed,
    Logic,
    Not,
    Offer,
    Own,
    Past,
    Proceed,
    Prop,
    Runs,
    Symbols,
    Var,
    WasGiven,
)
from rulewright.language.types import Kind

_HOLE = "$hole"
_NEVER = (
    Inside,
    Own,
    Offer,
    Symbols,
    Fact,
    Dice,
    DieProp,
    Alive,
    Innermost,
    Runs,
    Given,
    Past,
    WasGiven,
    Proceed,
)
_ACTING = (Builtin, Call, Offer)
_FIXED = ("from", "to", "link", "of", "seat", "number")
_PLAIN = (Const, ConstList, Var, Item)


def hoisted(emitter: Emitter, node: Expression) -> ast.expr | None:
    """Python for an expression that is known at load, whole or for each value of one thing in it; else None."""
    if isinstance(node, _PLAIN):
        return None
    holes = open_parts(emitter, node, ())
    if holes is None or len(holes) > 1:
        return None
    if not holes:
        try:
            return py.const(emitter.constant.known(node))
        except Unknown:
            return None
    return _column(emitter, node, holes[0])


def extended(emitter: Emitter, node: Expression, last: int | None) -> ast.expr | None:
    """As `hoisted`, for a list with one more item at the end of each list that is not empty."""
    holes = None if isinstance(node, _PLAIN[1:]) else open_parts(emitter, node, ())
    if holes is None or len(holes) != 1 or holes[0] is node:
        return None
    return _column(emitter, node, holes[0], (last,))


def folded(emitter: Emitter, node: Expression | None) -> bool | None:
    """Whether a condition surely holds or surely does not; None where it depends. No condition holds."""
    match node:
        case None:
            return True
        case Not(of=of):
            known = folded(emitter, of)
            return None if known is None else not known
        case Logic(op=op, left=left, right=right):
            return _folded_logic(emitter, op == "and", left, right)
    if open_parts(emitter, node, ()) != []:
        return None
    try:
        return bool(emitter.constant.known(node))
    except Unknown:
        return None


def _folded_logic(emitter: Emitter, every: bool, left: Expression, right: Expression) -> bool | None:
    """Whether two conditions hold together (`every`), or one of them; what is only read may be left out."""
    sides = [folded(emitter, left), folded(emitter, right)]
    if sides[0] is not None:
        return sides[1] if sides[0] is every else sides[0]
    if sides[1] is not None and sides[1] is not every and not any(isinstance(each, _ACTING) for each in walk((left,))):
        return sides[1]
    return None


def _column(emitter: Emitter, node: Expression, hole: Expression, last: tuple[int | None, ...] = ()) -> ast.expr | None:
    if hole is node or not isinstance(hole.type, Kind):
        return None
    opened = _replaced(node, hole, Var(_HOLE, hole.type, hole.span))
    try:
        known = emitter.constant.known_of_each(opened, _HOLE, hole.type.name)
    except Unknown:
        return None
    if not known:
        return None
    values: list[Any] = [None] * (max(known) + 1)
    for thing, value in known.items():
        values[thing] = value + last if last and value else value
    first = next(iter(known.values()))
    if isinstance(first, bool) and not last and all(value is first for value in known.values()):
        return py.const(first)
    plain = isinstance(node, Get) and node.of is hole and not last
    name = node.field if isinstance(node, Get) and plain else f"{hole.type.name}.column"
    return py.at(emitter.column(name, tuple(values)), emitter.value(hole))


def _replaced(node: Any, hole: Expression, by: Expression) -> Any:
    """The expression with every part that is written as the hole is replaced."""
    if isinstance(hole, Var):
        return substitute(node, {hole.name: by})
    return rewritten(node, lambda each: by if equal(each, hole) else None)


def open_parts(emitter: Emitter, node: Any, bound: tuple[str, ...]) -> list[Expression] | None:
    """The things that all of an expression hangs on which is not known at load; None where it is not only things.

    `bound` are the variables of the filters and keys around it, whose items are known.
    """
    match node:
        case Const() | ConstList():
            return []
        case Var(name=name) if name in bound:
            return []
        case Keyed(var=var, body=body):
            return open_parts(emitter, body, (*bound, var))
    if not isinstance(node, Var | Item) and lasting(emitter, node):
        found: list[Expression] = []
        for part in parts(node):
            inner = open_parts(emitter, part, bound)
            if inner is None:
                break
            found += [each for each in inner if not any(equal(each, other) for other in found)]
        else:
            return found
    return _hole(node, bound)


def _hole(node: Any, bound: tuple[str, ...]) -> list[Expression] | None:
    if not isinstance(node, Expression) or not isinstance(node.type, Kind) or not is_path(node):
        return None
    return None if any(name in bound for name in free_variables(node)) else [node]


def lasting(emitter: Emitter, node: Any) -> bool:
    """Whether a node gives the same in the whole game if its parts do."""
    match node:
        case Get(field=name):
            return _lasting_of_each(emitter, node, name)
        case Prop(name=name) if name in ("owner", "open", "exits", "entries"):
            return _lasting_of_each(emitter, node, name)
        case Prop(name=name):
            return name in _FIXED
        case Builtin(name=name):
            symbol = emitter.shelf[name]
            return not (symbol.needs_table or symbol.decides or symbol.draws or symbol.changes or symbol.reads)
        case Call(routine=name):
            if ("call", name) not in emitter.lasting:
                emitter.lasting["call", name] = _lasting_call(emitter, name)
            return emitter.lasting["call", name]
        case _:
            return not isinstance(node, _NEVER)


def _lasting_of_each(emitter: Emitter, node: Get | Prop, name: str) -> bool:
    """Whether a field or a property lasts, of whatever thing of a type."""
    known = (type(node).__name__, name, node.of.type)
    if known not in emitter.lasting:
        read = emitter.analysis.reader.reads(replace(node, of=Var(_HOLE, node.of.type, node.span)))
        emitter.lasting[known] = not any(each.column in emitter.analysis.mutable for each in read)
    return emitter.lasting[known]


def _lasting_call(emitter: Emitter, name: str) -> bool:
    program, analysis = emitter.program, emitter.analysis
    if name in program.tables:
        return True
    if name not in program.routines or analysis.graph.writes(name) or analysis.graph.in_cycle(name):
        return False
    return all(_lasting_text(emitter, each) for each in analysis.graph.reach(name))


def _lasting_text(emitter: Emitter, name: str) -> bool:
    """Whether a text by itself gives the same in the whole game if what it is given is the same."""
    known = ("text", name)
    if known not in emitter.lasting:
        emitter.lasting[known] = _reads_what_lasts(emitter, name)
    return emitter.lasting[known]


def _reads_what_lasts(emitter: Emitter, name: str) -> bool:
    program, analysis = emitter.program, emitter.analysis
    unit = analysis.units.get(name)
    if name not in program.routines or unit is None or unit.decides or unit.leaves or name in program.does:
        return False
    body = tuple(program.routines[name].body)
    if not all(lasting(emitter, node) for node in walk(body)):
        return False
    return not any(read.column in analysis.mutable for read in analysis.reader.reads(body))
