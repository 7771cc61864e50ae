"""The frame of a call that is answered or read: what it was given and gives, and how texts read and set it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from rulewright.language.analysis.calls import Answers, past_column
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.names import column_slot
from rulewright.language.tree import (
    Expression,
    Given,
    Innermost,
    Past,
    PutGiven,
    Runs,
    WasGiven,
)
from rulewright.language.types import Ended, Running

Block = list[ast.stmt]
CALL, THIS, ME = "$call", "this", "me"
WAS, MASK, BIT, PLACE, SINCE = "$was", "$m", "$b", "$k", "$since"
RESULT = "result"
GAME = "game"


def position(answers: Answers, name: str) -> int:
    """Where a frame keeps a parameter or the result."""
    names = [each.name for each in answers.symbol.parameters]
    return len(names) if name == RESULT else names.index(name)


def happened_place(answers: Answers) -> int:
    return len(answers.symbol.parameters) + 1


def outer_place(answers: Answers) -> int:
    """Where a frame keeps the frame of the call of its name around it; there the place of the running hook follows."""
    return len(answers.symbol.parameters) + 2


def rest_place(answers: Answers) -> int:
    """Where a frame keeps the parameters of the unit that texts cannot read."""
    return len(answers.symbol.parameters) + 6


def hook_place(answers: Answers) -> int:
    return len(answers.symbol.parameters) + 3


def stand_in_place(answers: Answers) -> int:
    """Where a frame keeps the function that goes on from a hook."""
    return len(answers.symbol.parameters) + 4


def since_place(answers: Answers) -> int:
    return len(answers.symbol.parameters) + 5


def running_slot(call: str) -> str:
    """The slot of the innermost running call of a name."""
    return f"running__{call}"


def period_runs(emitter: Emitter, period: str) -> ast.expr | None:
    """Whether a period runs; None for one that always does."""
    if period == GAME:
        return None
    if period in emitter.step_numbers:
        return py.call(emitter.use("runs"), py.table(), py.const(emitter.step_numbers[period]))
    emitter.scalars.setdefault(running_slot(period), None)
    return py.compare("is not", py.slot(running_slot(period)), py.const(None))


def answers_of(emitter: Emitter, of: Expression) -> Answers:
    if not isinstance(of.type, Running):
        raise AssertionError(of)
    return emitter.analysis.calls.answers[of.type.call]


def given(emitter: Emitter, node: Given) -> ast.expr:
    """A parameter or the result of a running call."""
    return py.at(emitter.value(node.of), py.const(position(answers_of(emitter, node.of), node.name)))


def innermost(_: Emitter, node: Innermost) -> ast.expr:
    """The frame of the innermost running call of a name."""
    return py.slot(running_slot(node.call))


def runs(emitter: Emitter, node: Runs) -> ast.expr:
    """Whether a call of a name runs."""
    found = period_runs(emitter, node.call)
    return py.const(True) if found is None else found


def past(emitter: Emitter, node: Past) -> ast.expr:
    """The calls that ended in the running period, as positions."""
    column = py.slot(column_slot(past_column(node.call, node.period)))
    return py.call(emitter.use("range"), py.call(emitter.use("len"), column))


def was_given(emitter: Emitter, node: WasGiven) -> ast.expr:
    """A parameter or the result of a call that ended."""
    if not isinstance(node.of.type, Ended):
        raise AssertionError(node)
    ended = node.of.type
    answers = emitter.analysis.calls.answers[ended.call]
    record = py.at(py.slot(column_slot(past_column(ended.call, ended.period))), emitter.value(node.of))
    return py.at(record, py.const(position(answers, node.name)))


def put_given(emitter: Emitter, node: PutGiven) -> Block:
    """A hook gives a parameter of its call, or its result, another value."""
    at = py.const(position(answers_of(emitter, node.of), node.name))
    value = emitter.value(node.value)
    if node.op == "=":
        return [py.put(emitter.value(node.of), at, value)]
    return [py.change(emitter.value(node.of), at, node.op[0], value)]


EXPRESSIONS: Mapping[type, Callable[..., ast.expr]] = {
    Given: given,
    Innermost: innermost,
    Runs: runs,
    Past: past,
    WasGiven: was_given,
}
STATEMENTS: Mapping[type, Callable[..., Block]] = {PutGiven: put_given}
