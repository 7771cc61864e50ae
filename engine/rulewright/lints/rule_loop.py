"""Rules that never come to rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.judgement.bounds import Bounds
from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.language.analysis.rules import Rule
from rulewright.language.analysis.trees import conjunction, substitute, walk
from rulewright.language.tree import Builtin, Compare, Const, Expression, Get, Not, Put, Var
from rulewright.language.types import BOOL
from rulewright.text.diagnostics import Related, Severity

Value = int | bool | None


@of_reading(Severity.WARNING)
def rule_loop(reading: Reading) -> Iterator[Finding]:
    """Finds a rule whose effect changes nothing that its condition reads, and two rules that undo each other.

    A rule acts as long as its condition holds. If its own effect leaves that as it was, or another rule brings it back,
    the game is stopped as capped.

        rules: |
          hungry: for p in player when p.food == 0: p.health -= 1

    Let the effect change what the condition reads, or answer what happens by a hook instead.
    """
    switches = [each for rule in reading.analysis.rules for each in _switches(reading, rule)]
    for rule in reading.analysis.rules:
        if _holds_on(reading, rule):
            message = "once this holds, it acts without end: nothing that it reads is changed by its effect"
            yield Finding(rule.symbol.span, message, "let the effect change it, or answer a call by a hook")
    bounds = Bounds(reading)
    for number, one in enumerate(switches):
        for other in switches[:number]:
            if _undo(bounds, one, other):
                related = (Related(other.rule.symbol.span, "this one"),)
                field = one.field.partition(".")[2]
                message = f"this and another rule set `{field}` to and fro without end"
                yield Finding(one.rule.symbol.span, message, "let one of them ask for more", related, 0.8)


def _holds_on(reading: Reading, rule: Rule) -> bool:
    """Whether a rule's effect, and the rules that it wakes, can never make its condition false."""
    settled = reading.analysis.settled
    name = rule.symbol.routine
    bodies = [reading.program.routines[unit].body for unit in settled.reach(name) if unit in reading.program.routines]
    ends = any(isinstance(node, Builtin) and node.name == "end" for node in walk(tuple(bodies)))
    return not ends and not settled.leaves(name) and not any(each in rule.watched for each in settled.writes(name))


@dataclass(frozen=True, slots=True)
class _Switch:
    """A _Switch is a rule that wants one value of a field of its item, and gives the field another."""

    rule: Rule
    field: str
    wanted: Value
    given: Value
    others: tuple[Expression, ...]  # what else it asks, of a variable of one name for all rules


def _switches(reading: Reading, rule: Rule) -> Iterator[_Switch]:
    """The fields of its item that a rule wants to be something, and surely makes something else."""
    var = rule.symbol.var
    for condition in rule.conditions:
        for statement in reading.program.routines[rule.symbol.routine].body:
            match statement:
                case Put(field=field, of=Var(name=name), op="=", value=Const(value=given)) if name == var:
                    wanted = _wanted(condition, field, var)
                    if wanted != (given,) and wanted:
                        others = tuple(each for each in rule.conditions if each is not condition)
                        yield _Switch(rule, field, wanted[0], given, _renamed(others, rule))
                case _:
                    continue


def _wanted(condition: Expression, field: str, var: str) -> tuple[Value, ...]:
    """The value that a condition wants a field of the item to have, if it is a condition of that kind."""
    wanted: Value = True
    match condition:
        case Get() as read:
            pass
        case Not(of=Get() as read):
            wanted = False
        case Compare(op="==", left=Get() as read, right=Const(value=wanted)):
            pass
        case _:
            return ()
    of_item = isinstance(read.of, Var) and read.of.name == var
    return (wanted,) if of_item and read.field == field else ()


def _renamed(conditions: tuple[Expression, ...], rule: Rule) -> tuple[Expression, ...]:
    """Conditions in which the item has a name that is the same for all rules."""
    kind = rule.symbol.item or BOOL
    return tuple(substitute(each, {rule.symbol.var: Var("item", kind, each.span)}) for each in conditions)


def _undo(bounds: Bounds, one: _Switch, other: _Switch) -> bool:
    """Whether two rules may hold for one thing by turns, each making the other hold."""
    if one.field != other.field or one.rule is other.rule:
        return False
    if not (one.wanted == other.given and other.wanted == one.given):
        return False
    both = conjunction([*one.others, *other.others], BOOL, one.rule.symbol.span)
    return both is None or not bounds.never(both)
