"""Statements: what does something."""

from __future__ import annotations

from typing import Any

from rulewright.language.tree import (
    Assign,
    AssignEach,
    Block,
    Branch,
    BranchLoop,
    Choose,
    Do,
    For,
    If,
    Put,
    PutFace,
    PutGiven,
    PutOwn,
    PutSymbol,
    Return,
    Statement,
    Together,
    Wait,
    While,
)
from rulewright.language.types import List
from rulewright.runtime import blind
from tests.oracle.branches import together
from tests.oracle.decisions import in_line, key, values
from tests.oracle.hooks import put_given, wait
from tests.oracle.machine import Env, Machine, Returned
from tests.oracle.rolls import add, turn
from tests.oracle.rules import changed
from tests.oracle.state import stored, write

Option = tuple[Branch, tuple[Any, ...], tuple[Any, ...], Env]
"""A named option: its branch, the items of the loops around it, what tells those apart, and the locals they make."""


def execute(machine: Machine, body: Block, env: Env) -> None:
    """Run statements one after the other."""
    for statement in body:
        machine.pay()
        _execute(machine, statement, env)


def _execute(machine: Machine, node: Statement, env: Env) -> None:
    match node:
        case Assign(name=name, value=value):
            env[name] = machine.value(value, env)
        case AssignEach(name=name, kind=kind, value=value):
            env[name] = dict.fromkeys(machine.things_of(kind), machine.value(value, env))
        case PutOwn():
            _put_own(machine, node, env)
        case Put():
            _put(machine, node, env)
        case PutSymbol(roll=roll, symbol=symbol, op=op, value=value):
            number = machine.value(value, env)
            add(machine, machine.value(roll, env), symbol, -number if op == "-=" else number)
        case PutFace(roll=roll, die=die, value=value):
            turn(machine, machine.value(roll, env), machine.value(die, env), machine.value(value, env))
        case PutGiven():
            put_given(machine, node, env)
        case Wait():
            wait(machine, node, env)
        case If(branches=branches, other=other):
            for condition, body in branches:
                if machine.value(condition, env):
                    return execute(machine, body, env)
            execute(machine, other, env)
        case For(var=var, source=source, body=body):
            for item in machine.value(source, env):
                machine.pay()
                env[var] = item
                execute(machine, body, env)
        case While(condition=condition, body=body):
            while machine.value(condition, env):
                machine.pay()
                execute(machine, body, env)
        case Return(value=value):
            raise Returned(None if value is None else machine.value(value, env))
        case Choose():
            _choose(machine, node, env)
        case Together(loop=For(var=var, source=source, body=body)):

            def branch(item: Any) -> None:
                env[var] = item
                execute(machine, body, env)

            together(machine, machine.value(source, env), branch, env)
        case Do(call=call):
            machine.value(call, env)
    return None


def _put(machine: Machine, node: Put, env: Env) -> None:
    """One change, also of a list of things."""
    given = machine.value(node.of, env)
    things = given if isinstance(node.of.type, List) else [given]
    before = [stored(machine, node.field, thing) for thing in things] if node.op != "=" else []
    value = machine.value(node.value, env)
    for index, thing in enumerate(things):
        new = value
        if node.op != "=":
            new = before[index] + value if node.op == "+=" else before[index] - value
        write(machine, node.field, thing, new)
    if things:
        changed(machine, [(node.field, thing) for thing in things])


def _put_own(machine: Machine, node: PutOwn, env: Env) -> None:
    """A local with a value for each thing of a kind gets another for one thing, or for each of a list."""
    store = env[node.store.name]
    given = machine.value(node.of, env)
    value = machine.value(node.value, env)
    for thing in given if isinstance(node.of.type, List) else [given]:
        match node.op:
            case "=":
                store[thing] = value
            case "+=":
                store[thing] += value
            case _:
                store[thing] -= value


def _choose(machine: Machine, node: Choose, env: Env) -> None:
    """A decision between named options: none, nothing happens; one, it is taken; else the decider says which."""
    seat = machine.value(node.ask.decider, env)
    options = [option for branch in node.branches for option in _options(machine, seat, branch, (), (), env)]
    if not options:
        return
    named = [(branch.label, *items) if items else branch.label for branch, items, _, _ in options]
    alike = [(branch.label, *keys) for branch, _, keys, _ in options]
    taken = blind.choose_once(machine.table, node.ask.prompt, named, alike, seat, values(machine, node.ask.prompt, env))
    branch, _, _, own = options[named.index(taken)]
    env.update(own)
    execute(machine, branch.body, env)


def _options(
    machine: Machine, seat: int, node: Branch | BranchLoop, loops: tuple[Any, ...], keys: tuple[Any, ...], env: Env
) -> list[Option]:
    if isinstance(node, BranchLoop):
        found: list[Option] = []
        kind = node.source.type
        for item in in_line(machine, machine.value(node.source, env), kind, seat):
            told = key(machine, item, kind, seat, env)
            for each in node.branches:
                found += _options(machine, seat, each, (*loops, item), (*keys, told), {**env, node.var: item})
        return found
    if node.condition is not None and not machine.value(node.condition, env):
        return []
    return [(node, loops, keys, env)]
