"""From compiled data to what runs: the namespace of a rulebook's functions, its flow, the class of its tables."""

from __future__ import annotations

import linecache
import marshal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rulewright.language.builtin import BuiltinSymbol
from rulewright.language.compiled import Compiled, Rule, World
from rulewright.runtime.answering import relive_all
from rulewright.runtime.branches import BLOCKS
from rulewright.runtime.intrinsics import PYTHON, RUNTIME
from rulewright.table.table import Table, make_table


@dataclass(frozen=True, slots=True)
class LinkedRule:
    """A LinkedRule is a rule whose functions can be called: `find(table, skip)`, `effect(table, item)`, and
    `holds(table, item)` where its list never changes.

    It is `alone` if it looks at no list, so that it cannot fire again before its effect is through.
    """

    id: str
    alone: bool
    find: Callable[[Any, tuple[int, ...]], int | None]
    holds: Callable[[Any, int], bool] | None
    effect: Callable[[Any, int], None]


@dataclass(frozen=True, slots=True)
class Linked:
    """A Linked is what a rulebook runs with."""

    namespace: Mapping[str, Any]
    ops: Sequence[Callable[[Any], int]]
    table: type[Table]


def link(compiled: Compiled, shelf: Mapping[str, BuiltinSymbol], files: Mapping[str, str]) -> Linked:
    """Make a namespace of a Compiled's code, in which nothing of Python is but what the code itself calls.

    The texts of `files` are handed to Python's own cache of lines, so that tracebacks and debuggers show the pack.
    """
    namespace: dict[str, Any] = {"__builtins__": {}, "__name__": "pack"}
    for name in compiled.builtins:
        namespace[f"${name}"] = _engine_function(name, shelf)
    namespace.update(compiled.constants)
    for module in compiled.modules:
        exec(marshal.loads(module.code), namespace)
    table = make_table(compiled.slots, compiled.luck)
    known = vars_of(table)
    known("world", compiled.world)
    _what_never_changes(compiled, known)
    known("rules", tuple(_rule(each, namespace) for each in compiled.rules))
    if compiled.world is not None:
        known("bearers", _bearers(compiled.world, namespace))
        known("carried", _carried(compiled.world))
    if any(slot.name == "hooks__live" for slot in compiled.slots):
        _wake_hooks(table)
    for file, text in files.items():
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    return Linked(namespace, tuple(namespace[op] for op in compiled.ops), table)


def _bearers(world: World, namespace: Mapping[str, Any]) -> tuple[Any, ...]:
    """For each thing the functions that tell whether its hooks are live, with the bits that hang on each."""
    return tuple(tuple((namespace[name], bits) for name, bits in each) for each in world.bearers)


def _carried(world: World) -> tuple[tuple[str, ...], ...]:
    """For each thing that moves the slots in which something may lie at it that has hooks, or bears what has some."""
    lively: set[str] = set()
    before = -1
    while before < len(lively):
        before = len(lively)
        for slot, own, holds in zip(world.box, world.bearers, world.holds, strict=True):
            if slot and (own or not lively.isdisjoint(holds)):
                lively.add(slot)
    return tuple(
        tuple(name for name in holds if name in lively) if slot else ()
        for slot, holds in zip(world.box, world.holds, strict=True)
    )


def _wake_hooks(table: type[Table]) -> None:
    """Let every game begin with the hooks live that are, as things lie at the start."""
    game: Any = table()
    relive_all(game)
    start = table.layout.start
    for name in ("hooks__live", "hooks__me"):
        start.columns[table.layout.columns.index(name)][:] = getattr(game, name)


def _what_never_changes(compiled: Compiled, known: Callable[[str, Any], None]) -> None:
    """What functions of the engine read of a table although no text writes it: constants of the class."""
    slots, world = [slot.name for slot in compiled.slots], compiled.world
    for name, column in (("owner", world.owners), ("link__open", world.opens)) if world is not None else ():
        if name not in slots:
            known(name, column)


def vars_of(table: type[Table]) -> Callable[[str, Any], None]:
    """What sets an attribute of the class itself, where it is for all its tables."""
    return partial(setattr, table)


def _engine_function(name: str, shelf: Mapping[str, BuiltinSymbol]) -> Callable[..., Any]:
    """A function that emitted code calls as `$NAME`."""
    known = PYTHON.get(name) or RUNTIME.get(name) or BLOCKS.get(name)
    return shelf[name].run if known is None else known


def _rule(rule: Rule, namespace: Mapping[str, Any]) -> LinkedRule:
    effect = namespace[rule.effect]
    run = effect if rule.takes_item else _without_item(effect)
    holds = namespace[rule.holds] if rule.holds else None
    return LinkedRule(rule.id, not rule.takes_item, namespace[rule.find], holds, run)


def _without_item(effect: Callable[[Any], None]) -> Callable[[Any, int], None]:
    """The effect of a rule that looks at no list."""
    return lambda t, _: effect(t)
