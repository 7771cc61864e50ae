"""Calls: procedures, tables, `does:` texts, built-ins as they stand on the shelf, and what rolls show."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from rulewright.language.builtin import BuiltinParameter, Pattern
from rulewright.language.compiled import World
from rulewright.language.program import TableSymbol
from rulewright.language.tree import (
    Ask,
    Builtin,
    Call,
    Dice,
    DieProp,
    Expression,
    Fact,
    Keyed,
    ListOf,
    Offer,
    Range,
    RollSum,
    Symbols,
    Word,
)
from rulewright.language.types import Int, List, Maybe
from tests.oracle import decisions, menus
from tests.oracle.hooks import answered
from tests.oracle.machine import ANY, Cell, Env, Left, Machine, MissingRow
from tests.oracle.periods import within
from tests.oracle.rolls import face_name, fact, rolls_as_one, symbols, thrown
from tests.oracle.rules import changed
from tests.oracle.state import inside, prop

DECISIONS = {"pick": decisions.pick, "ask": decisions.ask_yes_or_no, "order": decisions.order}


def call(machine: Machine, node: Expression, env: Env) -> Any:
    """What a call gives, or a reading of a roll."""
    match node:
        case Call(routine=name, arguments=arguments):
            return _routine(machine, name, machine.values(arguments, env))
        case Offer():
            return menus.offer(machine, node, env)
        case Builtin(name=name) if name in DECISIONS:
            return DECISIONS[name](machine, node, env)
        case Builtin(name="leave"):
            return _leave(machine, node, env)
        case Builtin():
            return _builtin(machine, node, env)
        case Symbols(roll=roll, die=die, symbol=symbol):
            position = None if die is None else machine.value(die, env)
            return symbols(machine, machine.value(roll, env), symbol, position)
        case Fact(roll=roll, name=name):
            return fact(machine.value(roll, env), name)
        case Dice(roll=roll):
            return list(range(len(machine.value(roll, env)[0])))
        case RollSum(left=left, right=right):
            return rolls_as_one(machine, machine.value(left, env), machine.value(right, env))
        case DieProp(name="face", roll=roll, die=die):
            return face_name(machine, machine.value(roll, env), machine.value(die, env))
        case DieProp(roll=roll, die=die):
            return machine.value(roll, env)[-1][machine.value(die, env)]
    raise AssertionError(node)


def _routine(machine: Machine, name: str, arguments: list[Any]) -> Any:
    if name in machine.program.tables:
        table = machine.program.tables[name]
        return answered(machine, name, {"key": arguments[0]}, lambda given: _look_up(machine, table, given["key"]))
    if name in machine.program.does:
        name = machine.program.does[name].texts.get(arguments[0], "")
        if not name:
            return None
    routine = machine.program.routines[name]
    env = dict(zip((each.name for each in routine.parameters), arguments, strict=True))
    with machine.call(name):
        run = partial(machine.text, routine.body)
        return within(machine, name, partial(answered, machine, name, env, run))


def _look_up(machine: Machine, table: TableSymbol, key: int) -> Any:
    for low, high, value in table.rows:
        if low <= key <= high:
            return machine.value(value, {})
    raise MissingRow(table.id)


def _leave(machine: Machine, node: Builtin, env: Env) -> None:
    """End the running item of a step, if it runs, and for that item if one is named."""
    step, who = node.arguments["step"], node.arguments.get("who")
    assert isinstance(step, Word)
    assert not isinstance(who, Keyed | tuple | Ask | Word)
    item = None if who is None else machine.value(who, env)
    if step.name in machine.running and (who is None or item == machine.items[step.name]):
        raise Left(step.name)


# ---- built-ins ----


def _builtin(machine: Machine, node: Builtin, env: Env) -> Any:
    """Run a built-in as it stands; if it has moved, showed or turned something, that is one change."""
    symbol = machine.shelf[node.name]
    given = {
        each.name: _argument(machine, each, node.arguments[each.name], env)
        for each in symbol.parameters
        if each.name in node.arguments
    }
    if "link.open" in symbol.reads and "via" not in given:
        arrows = machine.things_of("arrow")
        given["via"] = [each for each in arrows if prop(machine, "open", prop(machine, "link", each))]
    if not _is_answered(machine, node.name):
        return _carried_out(machine, node, given, env)
    if node.name == "draw":
        return _draw_by_moves(machine, node, given)
    if "n" in given and node.name == "move":
        given["what"] = given["what"][: max(given.pop("n"), 0)]
    values = {each.name: given[each.name] for each in machine.program.calls[node.name].parameters}
    run = partial(_with_values, machine, node, given, env)
    return answered(machine, node.name, values, run)


def _is_answered(machine: Machine, name: str) -> bool:
    """Whether hooks, or what waits, may answer a built-in, or the ones that it is made of."""
    names = (name, "move", "shuffle") if name == "draw" else (name,)
    program = machine.program
    calls = [*(hook.call for hook in program.hooks), *(wait.call for wait in program.waits.values())]
    calls += [each.field.partition("(")[0] for each in program.modifiers if "(" in each.field]
    return any(each in names for each in calls)


def _with_values(machine: Machine, node: Builtin, given: dict[str, Any], env: Env, values: dict[str, Any]) -> Any:
    return _carried_out(machine, node, {**given, **{name: values[name] for name in values if name in given}}, env)


def _draw_by_moves(machine: Machine, node: Builtin, given: dict[str, Any]) -> list[int]:
    """A draw as hooks see it: what is drawn at once moves together, refilling is a move and a shuffle."""
    source, to, left = given["source"], given["to"], given.get("n", 1)
    drawn: list[int] = []
    world: World = machine.table.world
    while left > 0:
        there, used = inside(machine, source, "thing"), world.refill[source]
        if not there and used >= 0:
            _built_in(machine, node, "move", {"what": inside(machine, used, "thing"), "to": source})
            _built_in(machine, node, "shuffle", {"what": [source]})
            there = inside(machine, source, "thing")
        if not there:
            break
        taken: list[int] = []
        while there and left > 0:
            ids = world.ids[source]
            index = 0 if world.ordered[source] else machine.table.luck.below(f"place {ids}", len(there))
            taken.append(there.pop(index))
            left -= 1
        drawn += _built_in(machine, node, "move", {"what": taken, "to": to, "on": given.get("on", "bottom")})
    return drawn


def _built_in(machine: Machine, node: Builtin, name: str, given: dict[str, Any]) -> Any:
    """A call of another built-in with these arguments."""
    made = replace(node, name=name)
    values: dict[str, Any] = {each: given[each] for each in ("what", "to") if each in given}
    return answered(machine, name, values, partial(_with_values, machine, made, given, {}))


def _carried_out(machine: Machine, node: Builtin, given: dict[str, Any], env: Env) -> Any:
    """A call that nothing answers."""
    symbol = machine.shelf[node.name]
    if node.name == "end":
        machine.said = [(each.type, machine.value(each, env)) for each in node.facts]
    before = _looked_at(machine, node, given)
    for what in symbol.reads:
        machine.note(what, ANY)
    positional = [given[each.name] for each in symbol.parameters if each.name in given and not each.named]
    for each in symbol.parameters:
        if each.pattern is Pattern.KEYS and each.name in given:
            positional[-1:] = given[each.name]
    named = {each.name: given[each.name] for each in symbol.parameters if each.name in given and each.named}
    table = [machine.table] if symbol.needs_table else []
    result = symbol.run(*table, *positional, **named)
    if node.name == "roll":
        return thrown(machine, result, node, env)
    if node.type == Maybe(Int()) and not given.get("xs", True):
        return None
    if symbol.changes and result:
        changed(machine, [*before, *_touched(machine, symbol.changes, result)])
    return result


def _looked_at(machine: Machine, node: Builtin, given: dict[str, Any]) -> list[Cell]:
    """The holders from which a built-in may take something."""
    world: World = machine.table.world
    if "source" in given:
        used = world.refill[given["source"]]
        return [("in", given["source"]), ("in", used)]
    if "at" not in machine.shelf[node.name].changes:
        return []
    return [("in", machine.table.at[thing]) for thing in given["what"]]


def _touched(machine: Machine, changes: tuple[str, ...], things: list[int]) -> list[Cell]:
    cells: list[Cell] = [(what, thing) for what in (*changes, "shown") for thing in things]
    cells.append(("which", ANY))
    return cells + [("in", machine.table.at[thing]) for thing in things]


def _argument(
    machine: Machine,
    parameter: BuiltinParameter,
    given: Expression | Keyed | tuple[Keyed, ...] | Ask | Word,
    env: Env,
) -> Any:
    match given:
        case Word(name=name):
            return name
        case Keyed():
            return _key(machine, given, env)
        case tuple():
            return [_key(machine, each, env) for each in given]
        case Ask():
            raise AssertionError("who decides is asked elsewhere")
        case ListOf(items=items, type=List(item=Int())) if parameter.pattern is Pattern.NUMBERS:
            return machine.values(items, env)
        case Range(low=low, high=high) if parameter.pattern is Pattern.COUNT:
            return machine.value(low, env), machine.value(high, env)
        case _:
            return machine.value(given, env)


def _key(machine: Machine, key: Keyed, env: Env) -> Any:
    """What is read from an item; where that is none it comes behind all others."""

    def read(item: Any) -> Any:
        value = machine.value(key.body, {**env, key.var: item})
        return (value is None, value or 0) if isinstance(key.body.type, Maybe) else value

    return read
