"""What an action is begun with: the mark of what is done once, and its costs, all paid together as one change.

What nothing answers is begun where it is taken. Else hooks run between the choice and the text, so the action is marked
and pays when its text is about to run, if it still can.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from rulewright.language.analysis.effects import period_of
from rulewright.language.analysis.trees import conjunction, equal, with_variable
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.periods import actor, mark
from rulewright.language.emit.reads import StoredField, is_plain
from rulewright.language.emit.truths import tested
from rulewright.language.emit.watch import after_change
from rulewright.language.emit.writes import written
from rulewright.language.program import ActionSymbol, Cost, Routine
from rulewright.language.tree import Arith, Compare, Const, Either, Expression, Var
from rulewright.language.types import BOOL, INT

Block = list[ast.stmt]
THIS = "this"


def payable(costs: Sequence[Cost], index: int) -> Expression:
    """Whether a cost can be paid together with those before it that may be taken from the same field."""
    cost = costs[index]
    amount = _amount(cost)
    for other in costs[:index]:
        if other.field == cost.field:
            same = Compare("==", other.of, cost.of, BOOL, cost.of.span)
            zero = Const(0, INT, cost.of.span)
            also = Either(same, _amount(other), zero, INT, cost.of.span)
            amount = Arith("+", amount, also, INT, cost.of.span)
    stored: Any = StoredField(cost.field, cost.of, INT, cost.of.span)
    floor = Const(cost.low, INT, cost.of.span)
    if isinstance(amount, Const):
        return Compare(">=", stored, replace(floor, value=cost.low + (amount.value or 0)), BOOL, cost.of.span)
    return Compare(">=", Arith("-", stored, amount, INT, cost.of.span), floor, BOOL, cost.of.span)


def _amount(cost: Cost) -> Expression:
    """What is taken: below 0 it is nothing."""
    if isinstance(cost.amount, Const):
        return replace(cost.amount, value=max(cost.amount.value or 0, 0))
    zero = Const(0, INT, cost.amount.span)
    more = Compare(">", cost.amount, zero, BOOL, cost.amount.span)
    return Either(more, cost.amount, zero, INT, cost.amount.span)


def begun(emitter: Emitter, action: ActionSymbol) -> Block:
    """The mark of an action that is done once a period, and its costs."""
    return [*([mark(action.id, actor(action))] if action.once else []), *paid(emitter, action)]


def paid(emitter: Emitter, action: ActionSymbol) -> Block:
    """All costs, taken together as one change."""
    body: Block = []
    columns: list[str] = []
    things: list[Expression] = []
    for index, cost in enumerate(action.costs):
        of = cost.of
        if not is_plain(of):
            kept = f"$of{index}"
            body.append(py.let(kept, emitter.value(of)))
            of = Var(kept, of.type, of.span)
        columns.append(cost.field)
        things.append(of)
    amounts = [_amount(cost) for cost in action.costs]
    for index, amount in enumerate(amounts[1:], 1):
        if not isinstance(amount, Const):
            # It may read what is paid before it; all amounts are those of the state before anything is paid.
            before = Var(f"$cost{index}", INT, action.span)
            body.append(py.let(before.name, emitter.value(amount)))
            amounts[index] = before
    for cost, of, amount in zip(action.costs, things, amounts, strict=True):
        body += written(emitter, cost.field, of, "-=", amount, paid=True)
    if len(columns) == 1:
        return body + after_change(emitter, columns, things[0], action.span)
    return body + (after_change(emitter, columns, None, action.span) if columns else [])


def pays_itself(emitter: Emitter, action: ActionSymbol) -> bool:
    """Whether an action is marked and pays inside its call: hooks answer that, or things go back when it ends."""
    routine = emitter.program.routines[action.routine]
    answered = emitter.analysis.calls.of(action.routine) is not None
    return bool(action.costs or action.once) and (answered or bool(emitter.analysis.resets.get(period_of(routine))))


def write_paid(emitter: Emitter, routine: Routine, name: str, text: str) -> None:
    """The function that marks, pays and then runs an action's text; of one with costs whether it could be paid."""
    parameters = [each.name for each in routine.parameters]
    build = partial(_pay_or_cancel, emitter, routine, text, parameters)
    emitter.function(name, parameters, routine.span, routine.id, build)


def _pay_or_cancel(emitter: Emitter, routine: Routine, text: str, parameters: Sequence[str]) -> Block:
    body: Block = []
    for action in _folded(routine, emitter):
        own = _pay_if_possible(emitter, action)
        whose = py.compare("==", py.name(THIS), py.const(action.owner))
        body += [py.when(whose, own)] if action.owner >= 0 else own
    run = py.do(py.call(text, py.table(), *(py.name(each) for each in parameters)))
    costs = any(each.costs for each in emitter.program.actions.values() if each.routine == routine.id)
    return [*body, run, *([py.give(py.const(True))] if costs else [])]


def _folded(routine: Routine, emitter: Emitter) -> list[ActionSymbol]:
    """The actions that a text is of; one of no thing in particular for all things whose costs only differ in it."""
    actions = [each for each in emitter.program.actions.values() if each.routine == routine.id]
    if len(actions) < 2 or any(each.once for each in actions):
        return actions
    costs = [tuple(with_variable(cost, each.owner, THIS) for cost in each.costs) for each in actions]
    same = all(equal(each, costs[0]) for each in costs)
    return [replace(actions[0], owner=-1, costs=costs[0])] if same else actions


def _pay_if_possible(emitter: Emitter, action: ActionSymbol) -> Block:
    costs = [payable(action.costs, index) for index in range(len(action.costs))]
    possible = conjunction(costs, BOOL, action.span)
    cancelled: Block = [py.give(py.const(False))]
    test = [py.when(py.negated(tested(emitter, possible)), cancelled)] if possible is not None else []
    return [*test, *begun(emitter, action)]
