"""Telling of which kind a thing is."""

from __future__ import annotations

import ast
from collections.abc import Callable

from rulewright.language.analysis.trees import is_path
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.tree import Expression, Var
from rulewright.language.types import Kind, Type


def once(emitter: Emitter, of: Expression, test: Callable[[Expression], ast.expr]) -> ast.expr:
    """A test of what is computed first and once, however often and when the test reads it."""
    if is_path(of):
        return test(of)
    kept = emitter.temporary("x")
    tested = test(Var(kept, of.type, of.span))
    return py.at(py.grouped([py.keep(kept, emitter.value(of)), tested]), py.const(1))


def within_kind(emitter: Emitter, kind: str, given: Type, of: Callable[[], ast.expr]) -> ast.expr:
    """Whether a thing, or none, is one of those of a kind, given what its type says."""
    members = emitter.analysis.scene.things_of(kind)
    if isinstance(given, Kind) and set(emitter.analysis.scene.things_of(given.name)) <= set(members):
        return py.const(True)
    if not members:
        return py.const(False)
    if len(members) == 1:
        return py.compare("==", of(), py.const(members[0]))
    low, high = min(members), max(members)
    if high - low + 1 == len(members):
        return py.between(py.const(low), of(), py.const(high + 1))
    # One more at the end answers for none, which is -1.
    flags = (*(number in members for number in range(len(emitter.program.things))), False)
    return py.at(emitter.column(f"{kind}.is", flags), of())
