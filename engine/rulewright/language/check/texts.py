"""Declaring what is called by name: procedures, tables, menus, actions, steps of the flow."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from rulewright.language.check.kinds import Declarations
from rulewright.language.check.names import ActionName, DoesName, MenuName, ProcName, StepName, TableName
from rulewright.language.syntax.nodes import ActionHead, ModHead, Node, RuleHead, SignatureNode, Suite
from rulewright.language.syntax.parse import parse
from rulewright.language.types import NOTHING
from rulewright.pack import model
from rulewright.text.diagnostics import Related
from rulewright.text.spans import Span, Text


@dataclass(frozen=True, slots=True)
class ActionText:
    """An ActionText is an action read from either of its spellings; each part keeps the Text that it stands in."""

    id: str
    span: Span
    menus: tuple[tuple[str, Span], ...]
    choices: tuple[tuple[str, Span, Node, Text], ...]
    costs: tuple[tuple[Node, Node, Text, Text], ...]
    once: tuple[str, Span] | None
    condition: tuple[Node, Text] | None
    body: Suite
    text: Text


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads of a pack's block texts, each with the Text it stands in."""

    rules: tuple[tuple[RuleHead, Text], ...]
    mods: tuple[tuple[ModHead, Text], ...]
    actions: tuple[ActionText, ...]


def declare_texts(declarations: Declarations, shelf: Collection[str]) -> Heads:
    """Names every procedure, table, menu, action and step, and reads the heads."""
    pack, faults, names = declarations.pack, declarations.faults, declarations.names
    for proc in pack.procs:
        _proc(declarations, proc)
    for id, table in pack.tables.items():
        declarations.name(TableName(id, table.rows, table.id.span))
    for id, menu in pack.menus.items():
        parameters = declarations.signature_parameters(menu.parameters)[0] if menu.parameters else ()
        names.menus[id] = MenuName(id, parameters, menu.parameters, menu.who is not None, menu.id.span)
    for step in pack.flow:
        _step(declarations, step, ())
    called = [each for each in names.meanings.values() if isinstance(each, ProcName | TableName | DoesName)]
    for each in called:
        if each.id in shelf or each.id == "offer":
            faults.add("duplicate-id", each.span, f"`{each.id}` is a built-in", "rename it")
    actions = tuple(_actions(declarations))
    for action in actions:
        declarations.name(ActionName(action.id, action.span))
    rules: list[tuple[RuleHead, Text]] = []
    mods: list[tuple[ModHead, Text]] = []
    for text in pack.rules:
        tree, fault = parse(text, "rules")
        faults.take(fault)
        rules += [(head, text) for head in tree or ()]
    for text in pack.mods:
        tree, fault = parse(text, "mods")
        faults.take(fault)
        mods += [(head, text) for head in tree or ()]
    return Heads(tuple(rules), tuple(mods), actions)


def _proc(declarations: Declarations, proc: model.Proc) -> None:
    tree, fault = parse(proc.signature, "signature")
    if "(" in proc.signature.source and ")" in proc.signature.source:
        declarations.faults.take(fault)
    else:
        declarations.faults.refused = True  # reading the file has refused what looks like no signature
    body, fault = parse(proc.do, "block")
    declarations.faults.take(fault)
    if not isinstance(tree, SignatureNode):
        return
    parameters = declarations.parameters(tree.parameters, proc.signature)
    result = declarations.type(tree.result, proc.signature) if tree.result else NOTHING
    span = proc.signature.at(*tree.name.place)
    declarations.name(ProcName(tree.name.id, parameters, result, proc.signature, proc.do, body or (), span))


def _step(declarations: Declarations, step: model.Step, above: tuple[str, ...]) -> None:
    names, id = declarations.names, step.id.source
    known = names.steps.get(id)
    if known is not None:
        related = (Related(known.span, f"the step `{id}` is first declared here"),)
        declarations.faults.add("duplicate-id", step.id.span, f"there is another step `{id}`", "", related)
    else:
        item = step.item.source if step.item else ("it" if step.each else "")
        names.steps[id] = StepName(id, above, item, step.id.span)
    for inner in step.steps:
        _step(declarations, inner, (*above, id))


def _actions(declarations: Declarations) -> Iterator[ActionText]:
    pack, faults = declarations.pack, declarations.faults
    for id, action in pack.actions.items():
        if isinstance(action, model.Action):
            yield _mapping(declarations, action)
            continue
        head, fault = parse(action, "action_head")
        faults.take(fault)
        if isinstance(head, ActionHead):
            yield _head(id, action.span, head, action)
    for text in pack.action_heads:
        heads, fault = parse(text, "actions")
        faults.take(fault)
        for head in heads or ():
            yield _head(head.id.id, text.at(*head.id.place), head, text)


def _head(id: str, span: Span, head: ActionHead, text: Text) -> ActionText:
    return ActionText(
        id,
        span,
        tuple((menu.id, text.at(*menu.place)) for menu in head.menus),
        tuple((name.id, text.at(*name.place), source, text) for name, source in head.choices),
        tuple((path, amount, text, text) for path, amount in head.costs),
        (head.once.id, text.at(*head.once.place)) if head.once else None,
        (head.condition, text) if head.condition else None,
        head.body,
        text,
    )


def _mapping(declarations: Declarations, action: model.Action) -> ActionText:
    def read(text: Text) -> Node | None:
        tree, fault = parse(text, "formula")
        declarations.faults.take(fault)
        return tree if fault is None else None

    if action.do is None:
        hint = "write `do:` and what happens"
        declarations.faults.add("no-do", action.id.span, f"the action `{action.id.source}` does nothing", hint)
    choices = [(name, text, read(text)) for name, text in action.choices.items()]
    costs = [(path, amount, read(path), read(amount)) for path, amount in action.cost.values()]
    condition = read(action.condition) if action.condition else None
    body, fault = parse(action.do, "block") if action.do else ((), None)
    declarations.faults.take(fault)
    return ActionText(
        action.id.source,
        action.id.span,
        tuple((menu.source, menu.span) for menu in action.menus),
        tuple((name, text.span, node, text) for name, text, node in choices if node),
        tuple((one, two, path, amount) for path, amount, one, two in costs if one and two),
        (action.once.source, action.once.span) if action.once else None,
        (condition, action.condition) if condition and action.condition else None,
        body or (),
        action.do or action.id,
    )
