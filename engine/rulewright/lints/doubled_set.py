"""Values that are set twice."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.judgement.blocks import blocks
from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.language.analysis.trees import equal, walk
from rulewright.language.program import ModifierSymbol
from rulewright.language.tree import Assign, Block, Builtin, Call, Get, Offer, Put, Statement
from rulewright.language.types import Bool
from rulewright.text.diagnostics import Related, Severity

_RUNS = (Builtin, Call, Offer)  # what may run other texts, or decide


@of_reading(Severity.WARNING, 0.9)
def doubled_set(reading: Reading) -> Iterator[Finding]:
    """Finds a field that is set twice with nothing in between that could notice, or two `set` of one field at once.

    The first value is lost. Of modifiers that `set` a number the last one wins, so one of two that hold under the same
    condition is without effect.

        me.coins = 3
        me.coins = 2

    Delete the one that is not meant, or write `+=`.
    """
    for routine in reading.program.routines.values():
        for block in blocks(routine.body):
            yield from _in_a_row(reading, block)
    known: list[ModifierSymbol] = []
    for modifier in reading.program.modifiers:
        if modifier.op == "set" and not isinstance(modifier.amount.type, Bool):
            twin = next((each for each in known if _alike(each, modifier)), None)
            if twin is not None and not equal(twin.amount, modifier.amount):
                related = (Related(twin.span, "this has no effect"),)
                yield Finding(modifier.span, "this sets what is set already, and wins", "keep one", related)
            known.append(modifier)


def _alike(one: ModifierSymbol, other: ModifierSymbol) -> bool:
    same = one.field == other.field and one.kind == other.kind and one.owner == other.owner
    return same and equal(one.condition, other.condition) and equal(one.live, other.live)


def _in_a_row(reading: Reading, block: Block) -> Iterator[Finding]:
    """What is set, and set again by the next statement that is no `let`."""
    last: Put | None = None
    for statement in block:
        if not isinstance(statement, Put | Assign) or any(isinstance(each, _RUNS) for each in walk(statement)):
            last = None
            continue
        if last is not None and _reads(statement, last.field):
            last = None
        if isinstance(statement, Put):
            if last is not None and statement.op == "=" and _same(last, statement):
                related = (Related(last.span, "this value is lost"),)
                name = statement.field.partition(".")[2]
                yield Finding(statement.span, f"`{name}` was set just before", "keep one, or write `+=`", related)
            watched = reading.analysis.watchers(statement.field)
            last = statement if statement.op == "=" and not watched else None


def _reads(statement: Statement, field: str) -> bool:
    return any(isinstance(each, Get) and each.field == field for each in walk(statement))


def _same(one: Put, other: Put) -> bool:
    return one.field == other.field and equal(one.of, other.of)
