"""Branches of texts that never run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.judgement.bounds import Bounds
from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.language.analysis.analyse import all_steps
from rulewright.language.analysis.trees import equal, walk
from rulewright.language.tree import Branch, Const, Either, Expression, Filter, If, While
from rulewright.language.types import Type
from rulewright.text.diagnostics import Related, Severity

_NEVER = "this can never hold"
_ALWAYS = "this always holds, so what stands behind `else` or `elif` never runs"
_HINT = "mend the condition, or delete what depends on it"


@of_reading(Severity.WARNING, 0.9)
def unreachable_branch(reading: Reading) -> Iterator[Finding]:
    """Finds a condition that can never hold, or behind which an `else` or `elif` is never reached.

    Bounds of fields, numbers of players and what stands beside it in the condition decide; an option may have any of
    its values. A branch that never runs is often a slip: `and` for `or`, `<` for `>`, the wrong field.

        if me.coins < 0: lose(me)                 # a field with `min 0`
        elif me.coins == 3 and me.coins == 4: …

    Mend the condition, or delete what never runs.
    """
    bounds = Bounds(reading)
    for text in _texts(reading):
        for node in walk(text):
            yield from _judged(bounds, node)
    conditions = [step.condition for step in all_steps(reading.program.flow)]
    conditions += [rule.condition for rule in reading.program.rules]
    for condition in conditions:
        if condition is not None and bounds.never(condition):
            yield Finding(condition.span, _NEVER, _HINT)


def _texts(reading: Reading) -> Iterator[Any]:
    """What holds conditions, save what the lints about actions and hooks look at."""
    program = reading.program
    yield from (routine.body for routine in program.routines.values())
    yield from (field.derived for field in program.fields.values() if field.derived is not None)
    yield from (rule.source for rule in program.rules if rule.source is not None)
    yield from (step.each for step in all_steps(program.flow) if step.each is not None)


def _judged(bounds: Bounds, node: Any) -> Iterator[Finding]:
    match node:
        case If(branches=branches, other=other):
            yield from _branches(bounds, [condition for condition, _ in branches], bool(other))
        case Either(condition=condition):
            yield from _branches(bounds, [condition], True)
        case While() | Branch():
            if node.condition is not None and bounds.never(node.condition):
                yield Finding(node.condition.span, _NEVER, _HINT)
        case Filter(key=key):
            if bounds.never(key.body):
                yield Finding(key.body.span, _NEVER, _HINT)
        case _:
            return


def _branches(bounds: Bounds, conditions: list[Expression], other: bool) -> Iterator[Finding]:
    """Judge the conditions of an `if` and its `elif`, in order."""
    for number, condition in enumerate(conditions):
        earlier = next((each for each in conditions[:number] if _the_same(each, condition)), None)
        if earlier is not None:
            related = (Related(earlier.span, "the same was asked here"),)
            yield Finding(condition.span, "this can never hold here: it was asked before", _HINT, related)
        elif bounds.never(condition):
            yield Finding(condition.span, _NEVER, _HINT)
        elif bounds.truth(condition) is True and (other or number + 1 < len(conditions)):
            yield Finding(condition.span, _ALWAYS, _HINT)


def _the_same(one: Expression, other: Expression) -> bool:
    """Whether two conditions ask the same. The values of two options may be equal, and are not the same question."""
    return equal(one, other) and _kinds(one) == _kinds(other)


def _kinds(condition: Expression) -> list[Type]:
    return [node.type for node in walk((condition,)) if isinstance(node, Const)]
