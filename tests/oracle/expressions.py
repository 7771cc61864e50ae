"""Expressions: numbers, truths, things, lists. Lists are always made anew, so that none changes under a text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.language.tree import (
    Alive,
    Arith,
    AsList,
    Compare,
    Const,
    ConstList,
    Contains,
    Each,
    Either,
    Expression,
    Fallback,
    Filter,
    Get,
    Given,
    Innermost,
    InOrder,
    Inside,
    IsKind,
    Item,
    Join,
    Jointly,
    Keyed,
    ListOf,
    Logic,
    Not,
    Own,
    Past,
    Proceed,
    Prop,
    Range,
    Runs,
    Truth,
    Var,
    WasGiven,
    Without,
)
from rulewright.language.types import Int, Kind, List
from rulewright.table.events import Joint
from tests.oracle.calls import call
from tests.oracle.hooks import reading
from tests.oracle.machine import LARGEST, Env, Machine, NoOwner, NumberTooLarge, distinct, is_something, listed
from tests.oracle.state import alive, inside, prop, read


def evaluate(machine: Machine, node: Expression, env: Env) -> Any:
    """What an expression gives, with these locals."""
    match node:
        case Get(field=name, of=of):
            return read(machine, name, machine.value(of, env))
        case Var(name=name):
            return env[name]
        case Own(store=store, of=of):
            return env[store.name][machine.value(of, env)]
        case Const(value=value):
            return value
        case Compare(op=op, left=left, right=right):
            return _compared(op, machine.value(left, env), machine.value(right, env))
        case Alive(of=of):
            return alive(machine, machine.value(of, env))
        case Prop(name="owner", of=of, type=Kind("player")):
            keeper = prop(machine, "owner", machine.value(of, env))
            if keeper <= 0:
                raise NoOwner
            return keeper
        case Prop(name=name, of=of):
            return prop(machine, name, machine.value(of, env))
        case Jointly(of=of):
            return Joint(machine.value(of, env))
        case Item(step=step):
            return machine.items[step]
        case Arith(op=op, left=left, right=right):
            return _calculated(op, machine.value(left, env), machine.value(right, env))
        case Contains(item=item, source=source):
            wanted = machine.value(item, env)
            return wanted in machine.value(source, env)
        case IsKind(of=of, kind=kind):
            return machine.value(of, env) in machine.things_of(kind)
        case Truth(of=of):
            return is_something(machine.value(of, env), of.type)
        case Not(of=of):
            return not machine.value(of, env)
        case Logic(op="and", left=left, right=right):
            return machine.value(left, env) and machine.value(right, env)
        case Logic(left=left, right=right):
            return machine.value(left, env) or machine.value(right, env)
        case Either(condition=condition, yes=yes, no=no):
            return machine.value(yes if machine.value(condition, env) else no, env)
        case Fallback(left=left, right=right):
            given = machine.value(left, env)
            return given if is_something(given, left.type) else machine.value(right, env)
        case InOrder(names=names, values=values, body=body):
            for name, each in zip(names, values, strict=True):
                env[name] = machine.value(each, env)
            return machine.value(body, env)
        case Given() | Innermost() | Runs() | Past() | WasGiven() | Proceed():
            return reading(machine, node, env)
        case _:
            found = _listed(machine, node, env)
            return call(machine, node, env) if found is None else found


def keyed(machine: Machine, key: Keyed, env: Env) -> Callable[[Any], Any]:
    """What is read from an item, as a function of it."""
    return lambda item: machine.value(key.body, {**env, key.var: item})


def _listed(machine: Machine, node: Expression, env: Env) -> list[Any] | None:
    """What an expression that makes a list gives; None for all others."""
    match node:
        case ConstList(values=values):
            return list(values)
        case ListOf(items=items):
            return distinct(machine.values(items, env))
        case AsList(of=of):
            return listed(machine.value(of, env), of.type)
        case Range(low=low, high=high):
            first = machine.value(low, env)
            last = machine.value(high, env)
            machine.pay(max(last - first, 0))
            return list(range(first, last + 1))
        case Inside(of=of, kind=kind):
            return inside(machine, machine.value(of, env), kind)
        case Filter(source=source, key=key):
            return list(filter(keyed(machine, key, env), machine.value(source, env)))
        case Each():
            return _each(machine, node, env)
        case Join(left=left, right=right):
            first_list = machine.value(left, env)
            return distinct([*first_list, *machine.value(right, env)])
        case Without(left=left, right=right):
            first_list, gone = machine.value(left, env), machine.value(right, env)
            return [item for item in first_list if item not in gone]
        case _:
            return None


def _each(machine: Machine, node: Each, env: Env) -> list[Any]:
    """What is read from each item: numbers as they come, all else once."""
    read_one = keyed(machine, node.key, env)
    found = [read_one(item) for item in machine.value(node.source, env)]
    if node.flat:
        found = [each for value in found for each in listed(value, node.key.body.type)]
    numbers = isinstance(node.type, List) and isinstance(node.type.item, Int)
    return found if numbers else distinct(found)


def _calculated(op: str, left: int, right: int) -> int:
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            product = left * right
            if not -LARGEST <= product <= LARGEST:
                raise NumberTooLarge
            return product
        case "/":
            return left // right
        case _:
            return left % right


def _compared(op: str, left: Any, right: Any) -> bool:
    match op:
        case "==":
            return bool(left == right)
        case "!=":
            return bool(left != right)
        case "<":
            return bool(left < right)
        case "<=":
            return bool(left <= right)
        case ">":
            return bool(left > right)
        case _:
            return bool(left >= right)
