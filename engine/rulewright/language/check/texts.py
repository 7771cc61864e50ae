"""Declaring what is called by name: procedures, tables, menus, actions, steps of the flow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from rulewright.language.check.bearers import Bearer, bearers
from rulewright.language.check.kinds import Declarations
from rulewright.language.check.names import ActionName, DoesName, MenuName, ProcName, StepName, TableName
from rulewright.language.check.tables import table_of_procedures
from rulewright.language.syntax.nodes import ActionHead, HookHead, ModHead, Node, RuleHead, SignatureNode, Suite
from rulewright.language.syntax.parse import parse
from rulewright.language.types import NOTHING
from rulewright.pack import model
from rulewright.text.diagnostics import Related
from rulewright.text.spans import Span, Text

Head = TypeVar("Head", RuleHead, ModHead, HookHead)


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
    bearer: str = ""


@dataclass(frozen=True, slots=True)
class Headed(Generic[Head]):
    """A Headed is a head of a block text with the Text it stands in, and the Bearer it is written on, if on one."""

    head: Head
    text: Text
    bearer: str


Part = TypeVar("Part", Headed[Any], ActionText)


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads of a pack's block texts, in order of declaration; `bearers` are the kinds and entries with some."""

    rules: tuple[Headed[RuleHead], ...]
    mods: tuple[Headed[ModHead], ...]
    hooks: tuple[Headed[HookHead], ...]
    actions: tuple[ActionText, ...]
    bearers: Mapping[str, Bearer]


def declare_texts(declarations: Declarations, shelf: Collection[str]) -> Heads:
    """Names every procedure, table, menu, action and step, and reads the heads."""
    pack, faults, names = declarations.pack, declarations.faults, declarations.names
    for proc in pack.procs:
        _proc(declarations, proc)
    for id, table in pack.tables.items():
        of_procedures = table_of_procedures(declarations, table)
        declarations.name(of_procedures or TableName(id, table.rows, table.id.span))
    for id, menu in pack.menus.items():
        parameters = declarations.signature_parameters(menu.parameters) if menu.parameters else ()
        names.menus[id] = MenuName(id, parameters, menu.parameters, menu.who is not None, menu.id.span)
    for step in pack.flow:
        _step(declarations, step, ())
    called = [each for each in names.meanings.values() if isinstance(each, ProcName | TableName | DoesName)]
    for each in called:
        if each.id in shelf or each.id == "offer":
            faults.add("duplicate-id", each.span, f"`{each.id}` is a built-in", "rename it")
    borne = bearers(declarations)
    actions = _in_order(pack, list(_actions(declarations, borne)), lambda each: each.span)
    for action in actions:
        known = names.meanings.get(action.id)
        if not action.bearer or not isinstance(known, ActionName):
            declarations.name(ActionName(action.id, action.span))
    return Heads(
        tuple(_heads(declarations, "rules", pack.rules, borne)),
        tuple(_heads(declarations, "mods", pack.mods, borne)),
        tuple(_heads(declarations, "hooks", pack.hooks, borne)),
        tuple(actions),
        borne,
    )


def _heads(
    declarations: Declarations, block: str, own: tuple[Text, ...], borne: Mapping[str, Bearer]
) -> list[Headed[Any]]:
    """The heads of one sort of block, of the pack and of all that bear behaviour."""
    texts = [(text, "") for text in own]
    texts += [(text, id) for id, bearer in borne.items() if (text := getattr(bearer.behaviour, block)) is not None]
    found: list[Headed[Any]] = []
    for text, bearer in texts:
        tree, fault = parse(text, block)
        declarations.faults.take(fault)
        found += [Headed(head, text, bearer) for head in tree or ()]
    return _in_order(declarations.pack, found, lambda each: each.text.at(*each.head.place))


def _in_order(pack: model.Pack, found: list[Part], span: Callable[[Part], Span]) -> list[Part]:
    """The texts of the pack in their order, and each of a bearer before the first of those that is declared later."""
    files = {file: number for number, file in enumerate(pack.files)}

    def key(each: Part) -> tuple[int, int, int]:
        where = span(each)
        return files.get(where.file, len(files)), where.line, where.column

    own = [each for each in found if not each.bearer]
    ordered: list[Part] = []
    begun = 0
    for each in sorted((each for each in found if each.bearer), key=key):
        while begun < len(own) and key(own[begun]) <= key(each):
            ordered.append(own[begun])
            begun += 1
        ordered.append(each)
    ordered.extend(own[begun:])
    return ordered


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


def _actions(declarations: Declarations, borne: Mapping[str, Bearer]) -> Iterator[ActionText]:
    pack = declarations.pack
    yield from _actions_of(declarations, pack.actions, pack.action_heads)
    for bearer in borne.values():
        heads = () if bearer.behaviour.action_heads is None else (bearer.behaviour.action_heads,)
        for action in _actions_of(declarations, bearer.behaviour.actions or {}, heads):
            yield replace(action, bearer=bearer.id)


def _actions_of(
    declarations: Declarations, actions: Mapping[str, model.Action | Text], action_heads: tuple[Text, ...]
) -> Iterator[ActionText]:
    for id, action in actions.items():
        if isinstance(action, model.Action):
            yield _mapping(declarations, action)
            continue
        head, fault = parse(action, "action_head")
        declarations.faults.take(fault)
        if isinstance(head, ActionHead):
            yield _head(id, action.span, head, action)
    for text in action_heads:
        heads, fault = parse(text, "actions")
        declarations.faults.take(fault)
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
