"""Checking rules, of the pack and of things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from rulewright.language.analysis.trees import substitute
from rulewright.language.check.bearers import ME, THIS
from rulewright.language.check.bearings import Bearings, Borne
from rulewright.language.check.context import Context, World, note_hidden
from rulewright.language.check.convert import list_of, truth
from rulewright.language.check.facts import shown
from rulewright.language.check.routines import add_routine
from rulewright.language.check.running import OWN
from rulewright.language.check.texts import Heads
from rulewright.language.program import (
    Parameter,
    Routine,
    RuleSymbol,
)
from rulewright.language.syntax.nodes import RuleHead
from rulewright.language.tree import Assign, Const, ConstList, Expression, Logic, Var
from rulewright.language.types import (
    BOOL,
    NOTHING,
    UNKNOWN,
    Kind,
    List,
    Type,
)
from rulewright.text.spans import Span, Text


def check_rules(world: World, heads: Heads, bearings: Bearings) -> None:
    """Every rule of the pack, of its kinds and of its things, in order."""
    used: dict[tuple[str, str], Span] = {}
    numbers: dict[str, int] = {}
    for order, headed in enumerate(heads.rules):
        head, text, owner = headed.head, headed.text, headed.bearer
        numbers[owner] = numbers.get(owner, 0) + 1
        id = head.id.id if head.id else f"rule_{numbers[owner]}"
        span = text.at(*(head.id.place if head.id else head.place))
        if (owner, id) in used:
            world.faults.add("duplicate-id", span, f"there is another rule `{id}`")
            continue
        used[owner, id] = span
        if owner:
            world.program.rules += borne_rules(world, id, order, head, text, span, bearings.of(owner))
        else:
            world.program.rules.append(_rule(world, id, order, head, text, span))


def _rule(world: World, id: str, order: int, head: RuleHead, text: Text, span: Span) -> RuleSymbol:
    source, item, var, condition = _read_rule(cx := Context(world, text, pure="a condition"), head)
    parameters = (Parameter(var, item),) if item is not None else ()
    cx.running[id] = OWN
    cx.restless = world.effects.restless(order)
    add_routine(cx, f"rule.{id}", "rule", parameters, NOTHING, head.body, span)
    return RuleSymbol(id, var, source, item, condition, f"rule.{id}", span, f"rule.{id}")


def _read_rule(cx: Context, head: RuleHead) -> tuple[Expression | None, Type | None, str, Expression | None]:
    """The list of a rule, the type of its items, their name, and the condition, which narrows the text."""
    source: Expression | None = None
    item: Type | None = None
    var = ""
    if head.source is not None and head.var is not None:
        source, item = list_of(cx, head.source)
        var = head.var.id
        if var in cx.world.names.meanings or var in cx.names:
            note_hidden(cx.world, var, cx.span(head.var.place))
        cx.names[var] = Var(var, item, cx.span(head.var.place))
        cx.names["it"] = cx.names[var]
    condition: Expression | None = None
    if head.condition is not None:
        condition = truth(cx, cx.value(head.condition, BOOL), head.condition.place)
        cx.learn(shown(cx, condition, True))
    cx.pure = ""
    return source, item, var, condition


def borne_rules(
    world: World, id: str, order: int, head: RuleHead, text: Text, span: Span, borne: Borne
) -> Iterator[RuleSymbol]:
    """A rule of things, in their order: one for those beside each other that have it alike, or one for each where it
    goes through a list of its own."""
    cx = Context(world, text, pure="a condition")
    borne.begin(cx, span)
    cx.restless = world.effects.restless(order)
    source, item, var, condition = _read_rule(cx, head)
    base = f"rule.{id}@{borne.bearer.id}"
    add_routine(cx, base, "rule", (), NOTHING, head.body, span)
    body = world.program.routines.pop(base).body
    for number, (bearing, group) in enumerate(groupby(borne.each(), lambda pair: pair[1]), 1):
        things = tuple(thing for thing, _ in group)
        begin = () if bearing.me is None else (Assign(ME, bearing.me, span),)
        tests = _both(bearing.live, condition, span)
        if tests is not None and bearing.me is not None:
            tests = substitute(tests, {ME: bearing.me})
        if source is None:
            routine = base if number == 1 else f"{base}/{number}"
            this = Parameter(THIS, Kind(borne.kind))
            world.program.routines[routine] = Routine(routine, "rule", (this,), NOTHING, (*begin, *body), span)
            yield RuleSymbol(
                id, THIS, ConstList(things, List(this.type, 1), span), this.type, tests, routine, span, base
            )
            continue
        for thing in things:
            known = world.program.things[thing]
            given = {THIS: Const(thing, Kind(known.kind), span)}
            routine = f"{base}.{known.id}"
            own = substitute((*begin, *body), given)
            world.program.routines[routine] = Routine(
                routine, "rule", (Parameter(var, item or UNKNOWN),), NOTHING, own, span
            )
            listed = substitute(source if bearing.me is None else substitute(source, {ME: bearing.me}), given)
            holds = tests and substitute(tests, given)
            yield RuleSymbol(f"{id}.{known.id}", var, listed, item, holds, routine, span, base)


def complete_rules(world: World) -> None:
    """Lets what answers a rule answer all its texts: that of things has one for each way, or each thing, it is had."""
    program = world.program
    for name, call in program.calls.items():
        if call.nature == "rule":
            units = tuple(rule.routine for unit in call.units for rule in program.rules if rule.unit == unit)
            program.calls[name] = replace(call, units=units)


def _both(one: Expression | None, other: Expression | None, span: Span) -> Expression | None:
    if one is None or other is None:
        return one or other
    return Logic("and", one, other, BOOL, span)
