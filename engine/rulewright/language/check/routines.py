"""Checking the texts that run: procedures, `does:` texts, steps of the flow."""

from __future__ import annotations

from rulewright.language.check.context import WORDS, Context, World, note_hidden
from rulewright.language.check.convert import fit, list_of, number_of, truth
from rulewright.language.check.names import DoesName, ParameterName, ProcName
from rulewright.language.check.running import OWN
from rulewright.language.check.statements import block, returns
from rulewright.language.program import (
    Does,
    Parameter,
    Routine,
    StepSymbol,
)
from rulewright.language.syntax.nodes import Suite
from rulewright.language.syntax.parse import parse
from rulewright.language.tree import Expression, Item, Var
from rulewright.language.types import (
    BOOL,
    INT,
    NOTHING,
    UNKNOWN,
    Die,
    Kind,
    Maybe,
    Nothing,
    Roll,
    Type,
    Unknown,
)
from rulewright.pack import model
from rulewright.text.spans import Span, Text
from rulewright.text.suggest import nearest


def add_routine(
    cx: Context, id: str, nature: str, parameters: tuple[Parameter, ...], result: Type, suite: Suite, span: Span
) -> None:
    cx.result = result
    body, ended = block(cx, suite)
    if suite:  # of a text that could not be read nothing more is said
        returns(cx, ended, result, span)
    cx.world.program.routines[id] = Routine(id, nature, parameters, result, body, span)


def with_parameters(cx: Context, parameters: tuple[ParameterName, ...]) -> tuple[Parameter, ...]:
    for parameter in parameters:
        if parameter.name in WORDS:
            message = f"`{parameter.name}` is a word of the language"
            cx.world.faults.add("hidden-name", parameter.span, message, "choose another name")
        elif parameter.name in cx.world.names.meanings:
            note_hidden(cx.world, parameter.name, parameter.span)
        cx.names[parameter.name] = Var(parameter.name, parameter.type, parameter.span)
    return tuple(parameter.bare() for parameter in parameters)


def check_procedures(world: World) -> None:
    """Every procedure and every `does:` text."""
    for meaning in list(world.names.meanings.values()):
        if isinstance(meaning, ProcName):
            defaults(world, meaning.parameters, meaning.signature)
            cx = Context(world, meaning.text, running={meaning.id: OWN})
            cx.restless = world.effects.restless_in(meaning.id)
            parameters = with_parameters(cx, meaning.parameters)
            add_routine(cx, meaning.id, "procedure", parameters, meaning.result, meaning.body, meaning.span)
        elif isinstance(meaning, DoesName):
            _does(world, meaning)


def defaults(world: World, parameters: tuple[ParameterName, ...], signature: Text) -> None:
    """Notes what is wrong with a default even if no call uses it."""
    for parameter in parameters:
        if parameter.default is not None:
            cx = Context(world, signature, pure="a default")
            value = cx.value(parameter.default, parameter.type)
            fit(cx, value, parameter.type, parameter.default.place, f"`{parameter.name}`")


def _does(world: World, name: DoesName) -> None:
    kind = world.names.kind(name.kind)
    texts: dict[int, str] = {}
    silent: dict[str, None] = {}
    for number in kind.members if kind else ():
        thing = world.program.things[number]
        ancestors = world.names.kind(thing.kind)
        near = next((each for each in (ancestors.ancestors if ancestors else ()) if each in name.kind_texts), "")
        text = name.thing_texts.get(number) or name.kind_texts.get(near)
        if text is None and not isinstance(name.result, Maybe | Nothing | Unknown):
            silent[thing.definition] = None
        id = f"{name.id}@{thing.definition if number in name.thing_texts else near}" if text else ""
        texts[number] = id
        if text is not None and id not in world.program.routines:
            of_kind = thing.kind if number in name.thing_texts else near
            _does_text(world, name, id, of_kind, text)
    if silent:
        first, *others = silent
        whose = f"`{first}` and {len(others)} more say" if others else f"`{first}` says"
        message = f"{whose} nothing of `{name.id}`, which gives {name.result}"
        world.faults.add("missing-does", name.span, message, "let it give a `maybe`, or fill it in")
    parameters = tuple(parameter.bare() for parameter in name.parameters)
    world.program.does[name.id] = Does(name.id, name.kind, parameters, name.result, texts, name.span)


def _does_text(world: World, name: DoesName, id: str, kind: str, text: Text) -> None:
    tree, fault = parse(text, "block")
    world.faults.take(fault)
    cx = Context(world, text)
    cx.restless = world.effects.restless_in(name.id)
    cx.names["this"] = Var("this", Kind(kind), text.span)
    parameters = (Parameter("this", Kind(kind)), *with_parameters(cx, name.parameters))
    add_routine(cx, id, "does", parameters, name.result, tree or (), text.span)


# ---- the flow --------------------------------------------------------------------------------------------------------


def check_flow(world: World, pack: model.Pack) -> None:
    """Every step of the flow, without which there is no game."""
    if not pack.flow and nearest("flow", pack.sections):
        world.faults.refused = True  # what is wrong with it was found when its file was read
    elif not pack.flow:
        hint = "write `flow:` and its steps, each with `do:`"
        world.faults.add("no-flow", pack.header.span, "the pack lacks `flow:`, so nothing would happen", hint)
    world.program.flow = tuple(_step(world, step, {}) for step in pack.flow)


def _step(world: World, step: model.Step, names: dict[str, Expression], above: tuple[str, ...] = ()) -> StepSymbol:
    id, span = step.id.source, step.id.span
    if step.each and step.loop:
        hint = "put one step into the other"
        world.faults.add("two-ways", step.loop.span, f"`{id}` has `each:` and `loop:`; a step repeats in one way", hint)
    if step.do is not None and step.steps:
        world.faults.add("two-ways", step.do.span, f"`{id}` has `do:` and steps", "make the text a step too")
    elif step.do is None and not step.steps and (step.condition or step.each or step.loop):
        world.faults.add("no-do", span, f"the step `{id}` does nothing", "write `do:` or `steps:`")
    if step.item and not (step.each or step.loop):
        world.faults.add("two-ways", step.item.span, "`as:` names the item of `each:`, which this step does not have")
    condition = _read(world, step.condition, names, "a condition", BOOL)
    each, item = _each(world, step, names)
    loop, rounds = _loop(world, step, names)
    inside = dict(names)
    if item is not None:
        name = step.item.source if step.item else "it"
        if name in world.names.meanings:
            note_hidden(world, name, step.item.span if step.item else span)
        inside[name] = Item(id, item, span)
    elif rounds and step.item:
        inside[step.item.source] = Item(id, INT, span)
    routine = ""
    if step.do is not None:
        tree, fault = parse(step.do, "block")
        world.faults.take(fault)
        routine = f"step.{id}"
        cx = Context(world, step.do, dict(inside), running=dict.fromkeys((*above, id), OWN))
        cx.branch = () if step.together else None
        add_routine(cx, routine, "step", (), NOTHING, tree or (), span)
    below = tuple(_step(world, inner, inside, (*above, id)) for inner in step.steps)
    timer = _timer(world, step, names)
    return StepSymbol(id, condition, each, loop, item, routine, step.together, timer, below, span)


def _timer(world: World, step: model.Step, names: dict[str, Expression]) -> Expression | None:
    """The seconds that the branches of a step have; also notes a step that cannot have branches."""
    id, span = step.id.source, step.id.span
    if step.together and (step.each is None or step.do is None):
        hint = "give it `each:`, whose items are the branches, and `do:`"
        world.faults.add("no-branches", span, f"the step `{id}` is `together:`, but has no branches", hint)
    if step.timer is not None and not step.together:
        world.faults.add("no-branches", step.timer.span, f"`{id}` has a timer, but is not `together:`")
    return _read(world, step.timer, names, "`timer:`", INT)


def _read(world: World, text: Text | None, names: dict[str, Expression], what: str, wanted: Type) -> Expression | None:
    if text is None:
        return None
    tree, fault = parse(text, "formula")
    world.faults.take(fault)
    if fault is not None:
        return None
    cx = Context(world, text, dict(names), pure=what)
    return fit(cx, cx.value(tree, wanted), wanted, tree.place, what)


def _each(world: World, step: model.Step, names: dict[str, Expression]) -> tuple[Expression | None, Type | None]:
    if step.each is None:
        return None, None
    tree, fault = parse(step.each, "formula")
    world.faults.take(fault)
    if fault is not None:
        return None, UNKNOWN
    cx = Context(world, step.each, dict(names), pure="a list")
    source, item = list_of(cx, tree)
    if isinstance(item, Die | Roll | Maybe):
        world.faults.add("wrong-kind", step.each.span, f"a step cannot go through {item}")
    return source, item


def _loop(world: World, step: model.Step, names: dict[str, Expression]) -> tuple[Expression | bool | None, bool]:
    if step.loop is None:
        return None, False
    if step.loop.source == "true":
        return True, True
    tree, fault = parse(step.loop, "formula")
    world.faults.take(fault)
    if fault is not None:
        return True, True
    cx = Context(world, step.loop, dict(names), pure="a condition")
    value = cx.value(tree)
    if (number_of(value) or 0) < 0:
        cx.fault("wrong-range", tree.place, "a step cannot be run less than 0 times")
    return (value if value.type == INT else truth(cx, value, tree.place)), True
