"""Rolls: the plain built-in's list of faces and bonuses, with the facts beside it."""

from __future__ import annotations

from typing import Any

from rulewright.language.compiled import World
from rulewright.language.tree import Builtin, Word
from tests.oracle.machine import Env, Machine
from tests.oracle.state import modified_value

FACES, FIRST = 0, 1


class Thrown(list[Any]):
    """A Thrown is a roll as the shelf makes it; `facts` are what it carries, by name."""

    def __init__(self, parts: list[Any], facts: dict[str, Any]) -> None:
        super().__init__(parts)
        self.facts = facts


def thrown(machine: Machine, parts: list[Any], node: Builtin, env: Env) -> Thrown:
    """A roll of the shelf with the facts that it is given."""
    die = node.arguments["die"]
    assert isinstance(die, Word)
    names = [name for name, _ in machine.program.dice[die.name].facts]
    return Thrown(parts, dict(zip(names, machine.values(node.facts, env), strict=True)))


def rolls_as_one(machine: Machine, left: list[Any], right: list[Any]) -> Thrown:
    """All dice of two rolls, with the bonuses of both."""
    assert isinstance(left, Thrown)
    assert isinstance(right, Thrown)
    world: World = machine.table.world
    parts = [left[FACES] + right[FACES]]
    parts += [left[FIRST + index] + right[FIRST + index] for index in range(len(world.bonuses))]
    if world.secret:
        parts.append(world.seers(left) & world.seers(right))
    if world.flags:
        parts.append(left[-1] + right[-1])
    return Thrown(parts, {**right.facts, **left.facts})


def _first_face(machine: Machine, die: str) -> int:
    """The number of a die's first face among those of all kinds."""
    number = 0
    for id, symbol in machine.program.dice.items():
        if id == die:
            break
        number += len(symbol.faces)
    return number


def _shown(machine: Machine, face: int, symbol: str) -> int:
    """How often a face shows a symbol."""
    die, _ = machine.table.world.die_of(face)
    counts = machine.program.dice[die].symbols.get(symbol)
    return counts[face - _first_face(machine, die)] if counts else 0


def face_name(machine: Machine, roll: list[Any], position: int) -> int:
    """The face that a die shows, as a value of its kind's faces."""
    face: int = roll[FACES][position]
    return face - _first_face(machine, machine.table.world.die_of(face)[0])


def turn(machine: Machine, roll: list[Any], position: int, value: int) -> None:
    """Turn a die to a face of its kind."""
    die, _ = machine.table.world.die_of(roll[FACES][position])
    roll[FACES][position] = _first_face(machine, die) + value


def symbols(machine: Machine, roll: list[Any], symbol: str, position: int | None) -> int:
    """How often a symbol shows on one die, or on all with the bonus, then never below 0."""
    if position is not None:
        return _on_die(machine, roll, symbol, position)
    world: World = machine.table.world
    bonus = roll[FIRST + world.bonuses.index(symbol)] if symbol in world.bonuses else 0
    plain = sum(_on_die(machine, roll, symbol, each) for each in range(len(roll[FACES]))) + bonus
    dice = [machine.program.dice[world.die_of(face)[0]] for face in roll[FACES]]
    if all(symbol not in die.symbols for die in dice):
        return max(plain, 0)
    return max(_modified(machine, f"roll.{symbol}", plain, {"$roll": roll}), 0)


def _on_die(machine: Machine, roll: list[Any], symbol: str, position: int) -> int:
    world: World = machine.table.world
    face = roll[FACES][position]
    field = f"{world.die_of(face)[0]}.{symbol}"
    plain = _shown(machine, face, symbol)
    if all(each.field != field for each in machine.program.modifiers):
        return plain
    return max(_modified(machine, field, plain, {"$roll": roll, "it": position}), 0)


def _modified(machine: Machine, field: str, value: int, env: Env) -> int:
    for op in ("set", "add", "max", "min"):
        for each in (each for each in machine.program.modifiers if each.field == field and each.op == op):
            if all(machine.value(text, env) for text in (each.live, each.condition) if text is not None):
                value = modified_value(op, value, machine.value(each.amount, env))
    return value


def add(machine: Machine, roll: list[Any], symbol: str, number: int) -> None:
    """Give a bonus on a symbol."""
    roll[FIRST + machine.table.world.bonuses.index(symbol)] += number


def fact(roll: list[Any], name: str) -> Any:
    """A fact that a roll carries."""
    assert isinstance(roll, Thrown)
    return roll.facts[name]
