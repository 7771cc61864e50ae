"""Questions: equal options are offered once, a single mandatory one is taken without asking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.language.tree import Ask, Builtin, Expression, Keyed, Range, Word
from rulewright.language.types import Die, Int, Kind, List, Maybe, Type
from rulewright.runtime import blind
from tests.oracle.machine import Env, Machine
from tests.oracle.state import described


def decide(machine: Machine, prompt: int, seat: int, options: Sequence[Any], env: Env) -> Any:
    """The option that a seat takes."""
    shown = values(machine, prompt, env)
    return machine.table.decide(prompt, seat, options, *([shown] if shown else []))


def values(machine: Machine, prompt: int, env: Env) -> tuple[Any, ...]:
    """The locals that the texts of a prompt show."""
    return tuple(env[name] for name in machine.program.prompts[prompt].variables)


def _asked(call: Builtin) -> Ask:
    ask = call.arguments["prompt"]
    assert isinstance(ask, Ask)
    return ask


def _given(call: Builtin, name: str) -> Expression:
    found = call.arguments[name]
    assert not isinstance(found, Keyed | tuple | Ask | Word)
    return found


def pick(machine: Machine, call: Builtin, env: Env) -> Any:
    """One item of a list, or several."""
    ask, source = _asked(call), _given(call, "xs")
    items = machine.value(source, env)
    if "n" in call.arguments:
        return _several(machine, call, items, env)
    may = "may" in call.arguments and machine.value(_given(call, "may"), env)
    return one_of(machine, ask, items, source.type, bool(may), env)


def one_of(machine: Machine, ask: Ask, items: list[Any], kind: Type, may: bool, env: Env) -> Any:
    """The item that the decider takes, those that are the same being offered once; none of no items."""
    if _faces_matter(machine, kind):
        seat, shown = machine.value(ask.decider, env), values(machine, ask.prompt, env)
        return blind.pick_blind(machine.table, ask.prompt, items, _faces(machine), seat, may, shown)
    options, nothing = once_each(machine, items, kind, env), None if isinstance(_item(kind), Int) else -1
    if may and options:
        options.append(nothing)
    if len(options) > 1:
        return decide(machine, ask.prompt, machine.value(ask.decider, env), options, env)
    return options[0] if options else nothing


def in_line(machine: Machine, items: list[Any], kind: Type, seat: int) -> list[Any]:
    """Items in an order that tells a seat nothing new."""
    return blind.lined(machine.table, items, seat) if _faces_matter(machine, kind) else items


def once_each(machine: Machine, items: list[Any], kind: Type, env: Env) -> list[Any]:
    """The items without those that are the same as an earlier one."""
    return [group[0] for group in _groups(machine, items, kind, env)]


def _item(kind: Type) -> Type:
    return kind.item if isinstance(kind, List | Maybe) else kind


def key(machine: Machine, item: Any, kind: Type, seat: int, env: Env) -> Any:
    """What tells an item of a list from others for a seat."""
    if _faces_matter(machine, kind):
        return blind.keys(machine.table, [item], seat, _faces(machine))[0]
    return _known(machine, item, kind, env)


def _known(machine: Machine, item: Any, kind: Type, env: Env) -> Any:
    """What tells an item from others where all of it is known."""
    match _item(kind):
        case Die(roll=roll):
            return env[roll][0][item]
        case Kind():
            return described(machine, item)
        case _:
            return item


def _groups(machine: Machine, items: list[Any], kind: Type, env: Env) -> list[list[Any]]:
    """The items, those that are the same together, in order of first appearance."""
    groups: dict[Any, list[Any]] = {}
    for item in items:
        groups.setdefault(_known(machine, item, kind, env), []).append(item)
    return list(groups.values())


def _faces_matter(machine: Machine, kind: Type) -> bool:
    """Whether the decider may not know the face of something in a list, and somebody keeps who does."""
    item, sight = _item(kind), machine.table.world.sight
    return isinstance(item, Kind) and sight.known and any(sight.back[each] for each in machine.things_of(item.name))


def _faces(machine: Machine) -> blind.Keys:
    """What tells apart the things whose faces the decider knows."""
    return lambda _, xs: [described(machine, each) for each in xs]


def _several(machine: Machine, call: Builtin, items: list[Any], env: Env) -> list[Any]:
    """Several items, in list order; so few that all must be taken are taken without asking."""
    ask, number = _asked(call), _given(call, "n")
    source = _given(call, "xs")
    if isinstance(number, Range):
        low, most = machine.value(number.low, env), machine.value(number.high, env)
    else:
        low, most = machine.value(number, env), None
    if _faces_matter(machine, source.type):
        seat, shown = machine.value(ask.decider, env), values(machine, ask.prompt, env)
        return blind.several_blind(machine.table, ask.prompt, items, _faces(machine), seat, low, most, shown)
    high = min(low if most is None else most, len(items))
    if high <= 0:
        return []
    if len(items) <= low:
        return items
    groups = _groups(machine, items, _given(call, "xs").type, env)
    options, sizes = [group[0] for group in groups], [len(group) for group in groups]
    seat, shown = machine.value(ask.decider, env), values(machine, ask.prompt, env)
    answer = machine.table.decide_many(ask.prompt, seat, options, sizes, max(low, 0), high, shown)
    taken = []
    for index, group in enumerate(groups):
        taken += group[: answer.count(index)]
    return [item for item in items if item in taken]


def ask_yes_or_no(machine: Machine, call: Builtin, env: Env) -> bool:
    """Yes or no."""
    ask = _asked(call)
    return bool(decide(machine, ask.prompt, machine.value(ask.decider, env), (True, False), env))


def order(machine: Machine, call: Builtin, env: Env) -> list[Any]:
    """A list as the decider orders it."""
    ask, source = _asked(call), _given(call, "xs")
    items, seat = machine.value(source, env), machine.value(ask.decider, env)
    items = in_line(machine, items, source.type, seat)
    alike = [key(machine, each, source.type, seat, env) for each in items]
    return blind.arrange(machine.table, ask.prompt, items, alike, seat, values(machine, ask.prompt, env))
