"""Blocks of branches: the function of a branch, and what running the block must know of it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulewright.language.analysis.effects import unit_of
from rulewright.language.analysis.trees import free_variables, walk
from rulewright.language.emit import python as py
from rulewright.language.emit.choices import same_options
from rulewright.language.emit.decisions import keys_function
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.lists import fixed
from rulewright.language.emit.names import boxes_slot, column_slot
from rulewright.language.emit.periods import reset
from rulewright.language.program import StepSymbol
from rulewright.language.tree import Ask, Assign, AssignEach, BranchLoop, Choose, For, Offer, Own, PutOwn, Together, Var

Block = list[ast.stmt]


def together(emitter: Emitter, node: Together) -> Block:
    """A block in a text: its branch is a function of the item and of the locals around that it reads."""
    loop = node.loop
    around = _around(emitter, loop)
    call = emitter.part([loop.var, *around], lambda: emitter.block(loop.body))
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise AssertionError("a part is called")
    written = [each.store.name for each in walk(loop.body) if isinstance(each, PutOwn) and each.store.name in around]
    items = py.call(emitter.use("list"), fixed(emitter, loop.source))
    args = py.grouped([py.name(each) for each in around])
    stores = py.grouped([py.name(each) for each in dict.fromkeys(written)])
    return [_run(emitter, loop.body, items, call.func.id, args, stores, py.const(False), item=loop.var)]


def together_step(emitter: Emitter, step: StepSymbol, items: ast.expr) -> Block:
    """A step of the flow whose items are branches."""
    routine = emitter.program.routines[step.routine]
    name = f"{step.id}.do.branch"

    def build() -> Block:
        text = [py.put_slot(f"{step.id}__item", py.name("$item")), *emitter.block(routine.body)]
        at_end = reset(emitter, step.id, step.span)
        if not at_end:
            return text
        return [py.unless_left(text, py.name(emitter.use("Leave")), reset(emitter, step.id, step.span)), *at_end]

    emitter.function(name, ["$item"], step.span, emitter.code.unit, build)
    timed: ast.expr = py.const(False)
    if step.timer is not None:
        timed = py.compare(">", emitter.value(step.timer), py.const(0))
    none = py.constants(())
    over = py.put_slot(f"{step.id}__item", py.const(None))
    return [_run(emitter, routine.body, items, name, none, py.constants(()), timed, period=step.id), over]


def _around(emitter: Emitter, loop: For) -> list[str]:
    """The locals around a block that its branches read, also in what their prompts show."""
    inside = {loop.var}
    for node in walk(loop.body):
        match node:
            case Assign(name=name) | AssignEach(name=name) | For(var=name) | BranchLoop(var=name):
                inside.add(name)
    read = free_variables(loop.body)
    for node in walk(loop.body):
        if isinstance(node, Ask):
            read += emitter.program.prompts[node.prompt].variables
    return [name for name in dict.fromkeys(read) if name not in inside]


def _run(
    emitter: Emitter,
    body: Any,
    items: ast.expr,
    branch: str,
    args: ast.expr,
    stores: ast.expr,
    timed: ast.expr,
    item: str = "",
    period: str = "",
) -> ast.stmt:
    if not period and not emitter.watched and _independent(emitter, body, item):
        return py.do(py.call(emitter.use("each_alone"), py.table(), items, py.name(branch), args))
    spared = _spared(emitter, body, period)
    given = [items, py.name(branch), args, stores, py.constants(spared)]
    return py.do(py.call(emitter.use("together"), py.table(), *given, _same(emitter, body), timed))


def _independent(emitter: Emitter, body: Any, item: str) -> bool:
    """Whether no branch can see what another does: each writes only to its own place in the locals around it.

    Such branches need not run a second time; but where games are watched, that is when what was chosen is told.
    """
    if _writes(emitter, body):
        return False
    stores = [node for node in walk(body) if isinstance(node, Own | PutOwn)]
    return all(isinstance(each.of, Var) and each.of.name == item for each in stores)


def _writes(emitter: Emitter, body: Any) -> list[str]:
    """The columns that branches may write. Rules sleep, so what they write does not count."""
    unit = unit_of(emitter.analysis.reader, body)
    return [*unit.writes, *(column for call in unit.calls for column in emitter.analysis.graph.writes(call))]


def _spared(emitter: Emitter, body: Any, period: str) -> list[str]:
    """The slots of columns and boxes that branches surely do not write."""
    analysis = emitter.analysis
    written = [*_writes(emitter, body), *analysis.resets.get(period, [])]
    families = [family for family in analysis.scene.holders if f"in:{family}" not in written]
    spared = [column_slot(column) for column in analysis.mutable if ":" not in column and column not in written]
    return [*spared, *(boxes_slot(family) for family in families), *([] if _moves(written) else ["at"])]


def _moves(written: Sequence[str]) -> bool:
    return any(column.startswith("at:") for column in written)


def _same(emitter: Emitter, body: Any) -> ast.expr:
    """For each prompt that branches may ask, the function that tells its options apart if two of them can be equals."""
    asked: dict[int, None] = {}
    texts: list[Any] = [body]
    unit = unit_of(emitter.analysis.reader, body)
    reached = dict.fromkeys(each for call in unit.calls for each in emitter.analysis.graph.reach(call))
    texts += [emitter.program.routines[each].body for each in reached if each in emitter.program.routines]
    for text in texts:
        asked.update((node.prompt, None) for node in walk(text) if isinstance(node, Ask))
        menus = [emitter.program.menus[node.menu] for node in walk(text) if isinstance(node, Offer)]
        actions = [emitter.program.actions[each] for menu in menus for each in menu.actions]
        asked.update((choice.prompt, None) for action in actions for choice in action.choices)
    known = {prompt: keys_function(emitter, emitter.program.prompts[prompt].option) for prompt in asked}
    for node in walk(tuple(texts)):
        if isinstance(node, Choose):
            known[node.ask.prompt] = same_options(emitter, node)
    pairs = [(prompt, name) for prompt, name in known.items() if name]
    return ast.Dict([py.const(prompt) for prompt, _ in pairs], [py.name(name) for _, name in pairs])


STATEMENTS: Mapping[type, Callable[..., Block]] = {Together: together}
