"""Checking `next`: a hook that waits once, made by a text in the middle of a game."""

from __future__ import annotations

from dataclasses import replace

from rulewright.language.analysis.trees import free_variables
from rulewright.language.check.answering import CheckBlock, add_routine, answer, is_pure, narrowed
from rulewright.language.check.bearers import CALL
from rulewright.language.check.calling import called
from rulewright.language.check.context import Context
from rulewright.language.check.definitions import check_period
from rulewright.language.program import Parameter, WaitSymbol
from rulewright.language.syntax import nodes
from rulewright.language.tree import Expression, Statement, Var, Wait
from rulewright.language.types import Die, List, Maybe, Roll, Running, Type


def wait(cx: Context, node: nodes.NextNode, block: CheckBlock) -> list[Statement]:
    """A `next`: it keeps the values of what its text names, and reads all else when it fires."""
    if cx.pure:
        cx.fault("impure", node.place, f"this waits for something; {cx.pure} is only read")
    call = called(cx, node.call)
    if node.period is not None:
        check_period(cx, node.period)
    if call is None:
        return []
    if is_pure(cx.world, call):
        cx.fault("impure", node.call.place, f"`{call.name}` only gives a value; nothing can wait for that")
    inside = _later(cx)
    values = {
        each.name: cx.names[name] for name, each in inside.names.items() if isinstance(each, Var) and name in cx.names
    }
    answer(inside, call, node.moment)
    inside.pure = ""
    span = cx.span(node.place)
    condition = narrowed(inside, node.condition)
    id = f"next.{len(cx.world.program.waits) + 1}"
    add_routine(inside, block, id, node.body, (), call, node.moment, span)
    routine = cx.world.program.routines[id]
    named = [name for name in free_variables((condition, routine.body)) if name in values]
    kept = tuple(Parameter(name, _type_of(inside, name)) for name in named)
    for each in kept:
        if isinstance(_item(each.type), Roll | Die | Running):
            cx.fault("not-kept", node.place, f"`{each.name}` is {each.type}, which is gone when this fires")
    parameters = (*kept, Parameter(CALL, Running(call.name)))
    cx.world.program.routines[id] = replace(routine, parameters=parameters)
    period = node.period.id if node.period is not None else ""
    cx.world.program.waits[id] = WaitSymbol(id, node.moment, call.name, period, kept, condition, id, span)
    return [Wait(id, tuple(values[name] for name in named), span)]


def _later(cx: Context) -> Context:
    """The context of a text that runs later: names stand for the values they have now."""
    names: dict[str, Expression] = {
        name: each if isinstance(each, Var) else Var(name, each.type, each.span) for name, each in cx.names.items()
    }
    known = {each.name for each in names.values() if isinstance(each, Var)}
    facts = {path: fact for path, fact in cx.facts.items() if path in known}
    return Context(cx.world, cx.text, names, facts, count=list(cx.count))


def _type_of(cx: Context, name: str) -> Type:
    found = next(each for each in cx.names.values() if isinstance(each, Var) and each.name == name)
    fact = cx.facts.get(name)
    return fact.type if fact is not None else found.type


def _item(type_: Type) -> Type:
    while isinstance(type_, List | Maybe):
        type_ = type_.item
    return type_
