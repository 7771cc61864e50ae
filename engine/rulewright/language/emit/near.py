"""Rules that read a column of other things than their item, but always of the same ones: as the ends of a line, or the
area around a cell. After a change of one thing only those items are tested that look at it."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulewright.language.analysis.effects import RUNNING
from rulewright.language.analysis.evaluate import Unknown
from rulewright.language.analysis.rules import Rule
from rulewright.language.analysis.trees import free_variables
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.truths import tested
from rulewright.language.tree import ConstList, Expression
from rulewright.language.types import Kind, Maybe

Block = list[ast.stmt]


def near_test(emitter: Emitter, rule: Rule, columns: Sequence[str], thing: Expression) -> ast.expr | None:
    """Whether a rule holds of an item that looks at a changed thing; None where it is not known which ones do."""
    items = _looking(emitter, rule, columns)
    if items is None:
        return None
    name = f"{rule.symbol.routine}.near"
    var = rule.symbol.var

    def build() -> Block:
        conditions = [tested(emitter, each) for each in rule.conditions]
        found: Block = [py.give(py.const(True))]
        body: Block = [py.when(py.both(conditions), found)] if conditions else found
        return [py.each(var, py.name("$items"), body), py.give(py.const(False))]

    def write() -> None:
        emitter.function(name, ["$items"], rule.symbol.span, name, build)

    looking = py.at(emitter.column(f"{rule.symbol.routine}.items", items), emitter.value(thing))
    return py.call(emitter.helper(name, write), py.table(), looking)


def _looking(emitter: Emitter, rule: Rule, columns: Sequence[str]) -> tuple[tuple[int, ...], ...] | None:
    """For each thing the items of a rule that read one of some columns of it."""
    paths = _paths(emitter, rule, columns)
    if paths is None or not isinstance(rule.base, ConstList):
        return None
    found: list[dict[int, None]] = [{} for _ in emitter.program.things]
    try:
        for item in rule.base.values:
            for path in paths:
                thing = emitter.constant.known(path, {rule.symbol.var: item})
                if thing >= 0:
                    found[thing][item] = None
    except Unknown:
        return None
    return tuple(tuple(items) for items in found)


def _paths(emitter: Emitter, rule: Rule, columns: Sequence[str]) -> list[Expression] | None:
    """The expressions of the item through which a rule reads columns; None where some hang on more than the item."""
    found: list[Expression] = []
    if RUNNING in rule.watched:
        return None
    for condition in rule.conditions:
        for read in emitter.analysis.reader.reads(condition):
            if read.column not in columns:
                continue
            of = read.of
            if of is None or read.elsewhere or free_variables(of) != [rule.symbol.var]:
                return None
            if not isinstance(of.type.item if isinstance(of.type, Maybe) else of.type, Kind):
                return None
            found.append(of)
    return found
