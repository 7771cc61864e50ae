"""Menus and actions: an action is offered only if all its choices and its cost can follow."""

from __future__ import annotations

from functools import partial
from typing import Any

from rulewright.language.program import ActionSymbol, MenuSymbol
from rulewright.language.tree import Ask, Const, Offer
from rulewright.language.types import PLAYER, Kind, List
from tests.oracle.decisions import decide, one_of
from tests.oracle.hooks import Cancelled, answered
from tests.oracle.machine import Cell, Env, Machine
from tests.oracle.periods import within
from tests.oracle.rules import changed
from tests.oracle.state import described, stored, write

DONE = 0


def offer(machine: Machine, node: Offer, env: Env) -> bool:
    """Put a menu to somebody; whether an action was taken."""
    menu = machine.program.menus[node.menu]
    values = machine.values(node.arguments, env)
    names = [each.name for each in menu.parameters]
    unit = f"offer.{menu.id}"
    with machine.call(unit):
        if node.decider is None:
            own = dict(zip(names[1:], values, strict=True))
            run = partial(_in_turn, machine, menu, names[0])
            return bool(within(machine, menu.id, partial(answered, machine, unit, own, run)))
        seat = machine.value(node.decider, env)
        own = dict(zip(names, values, strict=True))
        run = partial(_menu, machine, menu, seat)
        return bool(within(machine, menu.id, partial(answered, machine, unit, own, run)))


def _in_turn(machine: Machine, menu: MenuSymbol, first: str, env: Env) -> bool:
    """Ask one after the other, round and round, until all have passed in a row; whether anybody took an action."""
    assert menu.who is not None
    assert menu.seat is not None
    asked = list(machine.value(menu.who, env))
    passed, turn, taken = 0, 0, False
    while passed < len(asked):
        own = {**env, first: asked[turn % len(asked)]}
        passed += 1
        if _menu(machine, menu, machine.value(menu.seat, own), own):
            passed, taken = 0, True
        turn += 1
    return taken


def _menu(machine: Machine, menu: MenuSymbol, seat: int, env: Env) -> bool:
    taken = False
    while True:
        machine.pay()
        number = _decision(machine, menu, seat, env, taken)
        if number == DONE:
            return taken
        _take(machine, machine.program.actions[menu.actions[number - 1]], seat, env)
        taken = True
        if not menu.repeat:
            return True


def _decision(machine: Machine, menu: MenuSymbol, seat: int, env: Env, taken: bool) -> int:
    """The number of the action that is taken; 0 for "done", and where there is nothing to take."""
    options = _open(machine, menu, env)
    if not options:
        return DONE
    if not menu.must or (menu.repeat and taken):
        options.insert(0, DONE)
    if len(options) == 1:
        return options[0]
    return int(decide(machine, menu.prompt, seat, options, env))


def _open(machine: Machine, menu: MenuSymbol, env: Env) -> list[int]:
    """The numbers of the actions that can be taken; the same action of equal things once."""
    found: list[int] = []
    seen: list[tuple[Any, ...]] = []
    for number, id in enumerate(menu.actions, 1):
        action = machine.program.actions[id]
        own = _locals(action, env)
        if not _allowed(machine, action, own) or not _can_follow(machine, action, 0, own):
            continue
        if action.owner >= 0:
            twin = (action.span, *described(machine, action.owner))
            if twin in seen:
                continue
            seen.append(twin)
        found.append(number)
    return found


def _locals(action: ActionSymbol, env: Env) -> Env:
    """What the texts of an action read: the menu's parameters that it has, and its thing."""
    own = {each.name: env[each.name] for each in action.parameters}
    return {**own, "this": action.owner} if action.owner >= 0 else own


def _allowed(machine: Machine, action: ActionSymbol, env: Env) -> bool:
    if action.once and machine.marks[action.id][_actor(action, env)]:
        return False
    name = action.id.partition(".")[0]
    for each in (each for each in machine.program.modifiers if each.field == f"if {name}"):
        if all(machine.value(text, env) for text in (each.live, each.condition) if text is not None):
            return False
    return all(machine.value(text, env) for text in (action.live, action.condition) if text is not None)


def _actor(action: ActionSymbol, env: Env) -> int:
    """For whom `once` counts: the action's thing, else who acts, else the game."""
    if action.owner >= 0:
        return action.owner
    kinds = [each.type for each in action.parameters if each.name == "me"]
    return int(env["me"]) if kinds and isinstance(kinds[0], Kind) else 0


def _can_follow(machine: Machine, action: ActionSymbol, index: int, env: Env) -> bool:
    """Whether the choices from this one on can be made so that the cost can be paid."""
    if index == len(action.choices):
        return _payable(machine, action, env)
    return bool(_choices(machine, action, index, env))


def _choices(machine: Machine, action: ActionSymbol, index: int, env: Env) -> list[Any]:
    choice = action.choices[index]
    items = machine.value(choice.source, env)
    return [item for item in items if _can_follow(machine, action, index + 1, {**env, choice.name: item})]


def _amounts(machine: Machine, action: ActionSymbol, env: Env) -> list[tuple[str, int, int, int]]:
    """What is to be paid: field, thing, amount, and the least that must stay."""
    return [
        (each.field, machine.value(each.of, env), max(machine.value(each.amount, env), 0), each.low)
        for each in action.costs
    ]


def _payable(machine: Machine, action: ActionSymbol, env: Env) -> bool:
    amounts = _amounts(machine, action, env)
    for field, thing, _, low in amounts:
        whole = sum(amount for other, whose, amount, _ in amounts if (other, whose) == (field, thing))
        if stored(machine, field, thing) - whole < low:
            return False
    return True


def _take(machine: Machine, action: ActionSymbol, seat: int, env: Env) -> None:
    own = _locals(action, env)
    for index, choice in enumerate(action.choices):
        ask = Ask(choice.prompt, Const(seat, PLAYER, action.span))
        items = _choices(machine, action, index, own)
        own[choice.name] = one_of(machine, ask, items, List(choice.type), False, own)
    routine = machine.program.routines[action.routine]
    values = {each.name: own[each.name] for each in routine.parameters}
    with machine.call(action.routine):
        period = action.routine.removeprefix("action.").partition("@")[0]
        run = partial(_paid_text, machine, action, own)
        within(machine, period, partial(answered, machine, action.routine, values, run))


def _paid_text(machine: Machine, action: ActionSymbol, own: Env, values: Env) -> None:
    """The text of an action that is paid for now; one that no longer can be is cancelled."""
    env = {**own, **values}
    if not _payable(machine, action, env):
        raise Cancelled
    if action.once:
        machine.marks[action.id][_actor(action, env)] = True
    _pay(machine, action, env)
    machine.text(machine.program.routines[action.routine].body, values)


def _pay(machine: Machine, action: ActionSymbol, env: Env) -> None:
    """All costs together, as one change."""
    cells: list[Cell] = []
    for field, thing, amount, _ in _amounts(machine, action, env):
        write(machine, field, thing, stored(machine, field, thing) - amount)
        cells.append((field, thing))
    if cells:
        changed(machine, cells)
