"""Rules that fire between two lines, the second of which undoes what they did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.judgement.blocks import blocks
from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.language.analysis.rules import Rule
from rulewright.language.analysis.trees import equal, substitute, walk
from rulewright.language.tree import (
    AsList,
    Assign,
    Block,
    Builtin,
    Call,
    Compare,
    Const,
    Do,
    Expression,
    For,
    Get,
    If,
    Logic,
    Not,
    Put,
    Return,
    Statement,
    Var,
    While,
)
from rulewright.language.types import Int, Kind
from rulewright.text.diagnostics import Related, Severity

PLACE = "at"


@of_reading(Severity.WARNING, 0.7)
def undone_by_line(reading: Reading) -> Iterator[Finding]:
    """Finds a rule that can fire behind one line of a text and sets what the next lines set again.

    Rules act at once, in the midst of a text. The text then goes on as if nothing had happened: who was sent home by a
    rule is moved on, what the rule has given is overwritten.

        hurt(me, 1)                               # a rule moves who has no health left home
        move(me, mill)

    Ask in between whether the rule has fired, as in `if not me.down: move(me, mill)`, or change the order of the lines.
    """
    told: list[Any] = []
    for rule in reading.analysis.rules:
        changes = list(_changes(reading, rule))
        if not changes or reading.analysis.settled.leaves(rule.symbol.routine):
            continue
        written = _written(reading, rule)
        for routine in reading.program.routines.values():
            if routine.id == rule.symbol.routine:
                continue
            for block in blocks(routine.body):
                for finding in _in_block(reading, rule, changes, written, block):
                    if finding.span not in told:
                        told.append(finding.span)
                        yield finding


def _written(reading: Reading, rule: Rule) -> list[str]:
    """What a rule writes, and what others write that the same may wake: a text that asks for it knows of them all."""
    akin = [each for each in reading.analysis.rules if any(column in rule.watched for column in each.watched)]
    return [column for each in akin for column in reading.analysis.graph.writes(each.symbol.routine)]


@dataclass(frozen=True, slots=True)
class _Change:
    """A _Change is one statement's new value of one thing: of a field, or where it lies."""

    field: str
    of: Expression
    value: Expression
    statement: Statement


def _changes(reading: Reading, rule: Rule) -> Iterator[_Change]:
    """What a rule surely makes of its item."""
    for statement in reading.program.routines[rule.symbol.routine].body:
        for change in _set(reading, statement):
            if isinstance(change.of, Var) and change.of.name == rule.symbol.var:
                yield change


def _set(reading: Reading, statement: Statement) -> Iterator[_Change]:
    """What a statement surely sets, also by a procedure that does it first of all for what it is given."""
    match statement:
        case Do(call=Call(routine=name, arguments=arguments)) if name in reading.program.routines:
            routine = reading.program.routines[name]
            given = dict(zip((each.name for each in routine.parameters), arguments, strict=False))
            for change in [change for first in routine.body[:1] for change in _direct(first)]:
                if isinstance(change.of, Var) and change.of.name in given:
                    value = substitute(change.value, given)
                    yield _Change(change.field, given[change.of.name], value, statement)
        case _:
            yield from _direct(statement)


def _direct(statement: Statement) -> Iterator[_Change]:
    match statement:
        case Put(field=field, of=of, op="=", value=value):
            yield _Change(field, of, value, statement)
        case Do(call=Builtin(name="move", arguments={"what": what, "to": to})):
            if isinstance(what, Expression) and isinstance(to, Expression):
                yield _Change(PLACE, what.of if isinstance(what, AsList) else what, to, statement)
        case _:
            return


def _in_block(
    reading: Reading, rule: Rule, changes: list[_Change], written: list[str], block: Block
) -> Iterator[Finding]:
    for number, first in enumerate(block):
        for second in _lines_after(reading, written, block[number + 1 :]):
            for change in changes:
                undone = change.field == second.field and not equal(change.value, second.value)
                if undone and _may_wake(reading, rule, first, second.of):
                    related = (
                        Related(first.span, "it can fire behind this line"),
                        Related(rule.symbol.span, "the rule"),
                    )
                    name = "where this lies" if second.field == PLACE else f"`{second.field.partition('.')[2]}`"
                    message = f"the rule `{rule.symbol.id}` can fire before this, which undoes what it made of {name}"
                    yield Finding(second.statement.span, message, "ask before whether it has fired", related)
                    break


def _lines_after(reading: Reading, written: Sequence[str], block: Block) -> Iterator[_Change]:
    """What the lines behind a line set, up to one that asks for what the rule may have changed."""
    for statement in block:
        match statement:
            case If(branches=branches, other=other):
                if any(_reads(reading, condition, written) for condition, _ in branches):
                    return
                for inner in (*(body for _, body in branches), other):
                    yield from _lines_after(reading, written, inner)
            case For() | While() | Return():
                return
            case _:
                yield from _set(reading, statement)


def _reads(reading: Reading, condition: Expression, written: Sequence[str]) -> bool:
    return any(read.column in written for read in reading.analysis.reader.reads(condition))


def _may_wake(reading: Reading, rule: Rule, first: Statement, thing: Expression) -> bool:
    """Whether a statement may make a rule hold for a thing."""
    if not _may_be_meant(reading, rule, thing):
        return False
    match first:
        case Put(of=of) if equal(of, thing):
            return _wakes(reading, rule, first)
        case Do(call=Call(routine=name, arguments=arguments)) | Assign(value=Call(routine=name, arguments=arguments)):
            given = [index for index, each in enumerate(arguments) if equal(each, thing)]
            return any(_hands_on(reading, rule, name, index) for index in given)
        case _:
            return False


def _may_be_meant(reading: Reading, rule: Rule, thing: Expression) -> bool:
    """Whether what an expression gives may be an item of a rule."""
    one, item, scene = thing.type, rule.symbol.item, reading.analysis.scene
    if not (isinstance(one, Kind) and isinstance(item, Kind)):
        return False
    items = scene.things_of(item.name)
    return any(each in items for each in scene.things_of(one.name))


def _hands_on(reading: Reading, rule: Rule, name: str, index: int) -> bool:
    """Whether a procedure changes for what it is given something that a rule reads of it."""
    routine = reading.program.routines.get(name)
    if routine is None or index >= len(routine.parameters):
        return False
    parameter = routine.parameters[index].name
    puts = [node for node in walk(routine.body) if isinstance(node, Put)]
    own = [put for put in puts if isinstance(put.of, Var) and put.of.name == parameter]
    return any(_wakes(reading, rule, put) for put in own)


def _wakes(reading: Reading, rule: Rule, put: Put) -> bool:
    """Whether a new value of a field may make a rule hold: a number that grows or shrinks, or a value known to fit.

    Of a value that is neither nothing is said: who gets an owner, or a place, is seldom who the rule is meant for.
    """
    if not rule.watched.get(put.field, False):
        return False
    if not isinstance(put.value, Const):
        return isinstance(put.value.type, Int)
    return put.op != "=" or not any(_contradicts(reading, each, put.field, put.value) for each in rule.conditions)


def _contradicts(reading: Reading, condition: Expression, field: str, value: Const) -> bool:
    """Whether a condition cannot hold of a thing whose field has this value; it is read through computed fields."""
    match condition:
        case Logic(op="and", left=left, right=right):
            return any(_contradicts(reading, each, field, value) for each in (left, right))
        case Get(field=name) if name == field:
            return not value.value
        case Not(of=Get(field=name)) if name == field:
            return bool(value.value)
        case Compare(op="==", left=Get(field=name), right=Const(value=wanted)) if name == field:
            return value.value != wanted
        case Get(field=name):
            derived = reading.program.fields[name].derived
            return derived is not None and _contradicts(reading, derived, field, value)
        case _:
            return False
