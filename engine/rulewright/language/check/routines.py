"""Checking the texts that run: procedures, `does:` texts, actions and menus, rules, steps of the flow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.language.analysis.trees import substitute
from rulewright.language.check.bearers import ME, THIS
from rulewright.language.check.bearings import Bearings, Borne, of_thing
from rulewright.language.check.calling import action_routine
from rulewright.language.check.context import WORDS, Context, World
from rulewright.language.check.convert import as_list, decider, fit, list_of, number_of, player, truth
from rulewright.language.check.definitions import check_period
from rulewright.language.check.facts import shown
from rulewright.language.check.names import DoesName, ParameterName, ProcName
from rulewright.language.check.prompts import ask
from rulewright.language.check.running import OWN
from rulewright.language.check.statements import block, returns
from rulewright.language.check.texts import ActionText, Heads
from rulewright.language.program import (
    ActionSymbol,
    Choice,
    Cost,
    Does,
    Label,
    MenuSymbol,
    Parameter,
    PromptSymbol,
    Routine,
    RuleSymbol,
    StepSymbol,
)
from rulewright.language.syntax.nodes import Name, Node, Place, Read, RuleHead, Suite
from rulewright.language.syntax.parse import parse
from rulewright.language.tree import Assign, Compare, Const, ConstList, Expression, Item, Logic, Var
from rulewright.language.types import (
    BOOL,
    INT,
    NOTHING,
    UNKNOWN,
    Die,
    Int,
    Kind,
    List,
    Maybe,
    Nothing,
    Roll,
    Type,
    Unknown,
)
from rulewright.pack import model
from rulewright.text.spans import Span, Text
from rulewright.text.suggest import nearest


def _routine(
    cx: Context, id: str, nature: str, parameters: tuple[Parameter, ...], result: Type, suite: Suite, span: Span
) -> None:
    cx.result = result
    body, ended = block(cx, suite)
    if suite:  # of a text that could not be read nothing more is said
        returns(cx, ended, result, span)
    cx.world.program.routines[id] = Routine(id, nature, parameters, result, body, span)


def _with_parameters(cx: Context, parameters: tuple[ParameterName, ...]) -> tuple[Parameter, ...]:
    for parameter in parameters:
        if parameter.name in WORDS or parameter.name in cx.world.names.meanings:
            what = "is a word of the language" if parameter.name in WORDS else "would hide what has this id"
            cx.world.faults.add("hidden-name", parameter.span, f"`{parameter.name}` {what}", "choose another name")
        cx.names[parameter.name] = Var(parameter.name, parameter.type, parameter.span)
    return tuple(parameter.bare() for parameter in parameters)


def check_procedures(world: World) -> None:
    """Every procedure and every `does:` text."""
    for meaning in list(world.names.meanings.values()):
        if isinstance(meaning, ProcName):
            _defaults(world, meaning.parameters, meaning.signature)
            cx = Context(world, meaning.text, running={meaning.id: OWN})
            parameters = _with_parameters(cx, meaning.parameters)
            _routine(cx, meaning.id, "procedure", parameters, meaning.result, meaning.body, meaning.span)
        elif isinstance(meaning, DoesName):
            _does(world, meaning)


def _defaults(world: World, parameters: tuple[ParameterName, ...], signature: Text) -> None:
    """Notes what is wrong with a default even if no call uses it."""
    for parameter in parameters:
        if parameter.default is not None:
            cx = Context(world, signature, pure="a default")
            value = cx.value(parameter.default, parameter.type)
            fit(cx, value, parameter.type, parameter.default.place, f"`{parameter.name}`")


def _does(world: World, name: DoesName) -> None:
    kind = world.names.kind(name.kind)
    texts: dict[int, str] = {}
    for number in kind.members if kind else ():
        thing = world.program.things[number]
        ancestors = world.names.kind(thing.kind)
        near = next((each for each in (ancestors.ancestors if ancestors else ()) if each in name.kind_texts), "")
        text = name.thing_texts.get(number) or name.kind_texts.get(near)
        if text is None and not isinstance(name.result, Maybe | Nothing | Unknown):
            message = f"`{thing.id}` says nothing of `{name.id}`, which gives {name.result}"
            world.faults.add("missing-does", name.span, message, "let it give a `maybe`, or fill it in")
        id = f"{name.id}@{thing.definition if number in name.thing_texts else near}" if text else ""
        texts[number] = id
        if text is not None and id not in world.program.routines:
            of_kind = thing.kind if number in name.thing_texts else near
            _does_text(world, name, id, of_kind, text)
    parameters = tuple(parameter.bare() for parameter in name.parameters)
    world.program.does[name.id] = Does(name.id, name.kind, parameters, name.result, texts, name.span)


def _does_text(world: World, name: DoesName, id: str, kind: str, text: Text) -> None:
    tree, fault = parse(text, "block")
    world.faults.take(fault)
    cx = Context(world, text)
    cx.names["this"] = Var("this", Kind(kind), text.span)
    parameters = (Parameter("this", Kind(kind)), *_with_parameters(cx, name.parameters))
    _routine(cx, id, "does", parameters, name.result, tree or (), text.span)


# ---- menus and actions -----------------------------------------------------------------------------------------------


def check_menus(world: World, pack: model.Pack, heads: Heads, bearings: Bearings) -> None:
    """Every menu and every action that one offers."""
    for action in heads.actions:
        for symbol in _action(world, action, bearings.of(action.bearer) if action.bearer else None):
            world.program.actions[symbol.id] = symbol
    for id, name in world.names.menus.items():
        menu = pack.menus[id]
        _defaults(world, name.parameters, name.text or menu.id)
        actions = tuple(each.id for each in world.program.actions.values() if id in each.menus)
        if not actions:
            world.faults.add("empty-menu", menu.id.span, f"no action stands in the menu `{id}`", f"write `in: {id}`")
        number = len(world.program.prompts)
        prompt = PromptSymbol(number, id, "menu", Label(id, ()), UNKNOWN, False, (), (), (), menu.id.span)
        world.program.prompts.append(prompt)
        parameters = tuple(parameter.bare() for parameter in name.parameters)
        who, seat = _who(world, menu.who, name.parameters)
        world.program.menus[id] = MenuSymbol(
            id, parameters, menu.repeat, menu.must, who, seat, number, actions, menu.id.span
        )


def _who(
    world: World, text: Text | None, parameters: tuple[ParameterName, ...]
) -> tuple[Expression | None, Expression | None]:
    """The list of those whom a menu asks in turn, and the player who decides for one of them."""
    if text is None:
        return None, None
    if not parameters:
        hint = "give the menu a parameter: `with: (hero me)`"
        world.faults.add(
            "wrong-arguments", text.span, "`who:` gives the menu its first parameter, and it has none", hint
        )
        return None, None
    tree, fault = parse(text, "formula")
    world.faults.take(fault)
    if fault is not None:
        return None, None
    first, *others = parameters
    cx = Context(world, text, pure="who is asked")
    _with_parameters(cx, tuple(others))
    who = fit(cx, as_list(cx, cx.value(tree), tree.place), List(first.type), tree.place, "`who:`")
    return who, decider(cx, Var(first.name, first.type, text.span), tree.place)


def _action(world: World, action: ActionText, borne: Borne | None) -> list[ActionSymbol]:
    """An action of the pack, or one for each thing that it stands on."""
    menus = [id for id, span in action.menus if _menu(world, id, span)]
    if not menus:
        if not action.menus:
            world.faults.add("no-menu", action.span, f"no menu offers `{action.id}`", "write `in:` and a menu")
        return []
    shared = _shared(world, menus)
    cx = Context(world, action.text, running={action.id: OWN})
    if borne is not None:
        cx.names |= borne.names(action.span)
    parameters = _with_parameters(cx, shared)
    condition = _condition(cx, action)
    choices = _choices(cx, action)
    costs = tuple(cost for each in action.costs if (cost := _cost(cx, *each)) is not None)
    if action.once is not None:
        place = Place(1, 1, 1, 1)
        once = Context(world, Text(action.once[0], action.once[1]))
        check_period(once, Name(action.once[0], place))
    cx.text = action.text
    chosen = tuple(Parameter(choice.name, choice.type) for choice in choices)
    id = action_routine(action)
    own = (Parameter(THIS, Kind(borne.bearer.kind)),) if borne is not None else ()
    _routine(cx, id, "action", (*own, *parameters, *chosen), NOTHING, action.body, action.span)
    once_period = action.once[0] if action.once else ""
    symbol = ActionSymbol(
        action.id, tuple(menus), parameters, -1, None, condition, choices, costs, once_period, id, action.span
    )
    return [symbol] if borne is None else list(_of_things(cx, symbol, borne))


def _of_things(cx: Context, action: ActionSymbol, borne: Borne) -> Iterator[ActionSymbol]:
    """The action of each thing: it is offered only while its behaviour is live, and only to the thing's `me`."""
    for thing, bearing in borne.each():
        known = cx.world.program.things[thing]
        this = Const(thing, Kind(known.kind), action.span)
        live = of_thing(bearing.live, thing, known.kind, action.span)
        me = of_thing(bearing.me, thing, known.kind, action.span)
        if me is not None:
            acts = _acts(cx, action, me)
            live = acts if live is None else Logic("and", live, acts, BOOL, action.span)
        yield replace(
            action,
            id=f"{action.id}.{known.id}",
            owner=thing,
            live=live,
            condition=action.condition and substitute(action.condition, {THIS: this}),
            choices=tuple(replace(each, source=substitute(each.source, {THIS: this})) for each in action.choices),
            costs=substitute(action.costs, {THIS: this}),
        )


def _acts(cx: Context, action: ActionSymbol, me: Expression) -> Expression:
    """Whether who acts in a menu is who acts in the behaviour of a thing; compared as players where they differ."""
    asked = next((each for each in action.parameters if each.name == ME), None)
    if asked is None:
        hint = "give the menu a parameter `me`"
        cx.world.faults.add("no-decider", action.span, f"it is not known to whom `{action.id}` is offered", hint)
        return Const(True, BOOL, action.span)
    one: Expression = Var(ME, asked.type, action.span)
    if not cx.world.names.meet(asked.type, me.type):
        place = Place(1, 1, 1, 1)
        one, me = player(cx, one, place), player(cx, me, place)
    return Compare("==", one, me, BOOL, action.span)


def _menu(world: World, id: str, span: Span) -> bool:
    if id in world.names.menus:
        return True
    world.faults.unknown("unknown-menu", span, f"there is no menu `{id}`", id, world.names.menus)
    return False


def _shared(world: World, menus: list[str]) -> tuple[ParameterName, ...]:
    """The parameters that all menus of an action have."""
    first, *others = [world.names.menus[id].parameters for id in menus]
    return tuple(
        parameter
        for parameter in first
        if all(any(each.name == parameter.name and each.type == parameter.type for each in other) for other in others)
    )


def _condition(cx: Context, action: ActionText) -> Expression | None:
    if action.condition is None:
        return None
    node, text = action.condition
    cx.text, cx.pure = text, "a condition"
    condition = truth(cx, cx.value(node, BOOL), node.place)
    cx.learn(shown(cx, condition, True))
    cx.pure = ""
    return condition


def _choices(cx: Context, action: ActionText) -> tuple[Choice, ...]:
    found: list[Choice] = []
    for name, span, node, text in action.choices:
        cx.text, cx.pure = text, "a list to choose from"
        source, item = list_of(cx, node)
        if name in cx.names or name in cx.world.names.meanings:
            cx.world.faults.add("hidden-name", span, f"`{name}` means something else already", "choose another name")
        if "me" not in cx.names:
            hint = "give the menu a parameter `me`"
            cx.fault("no-decider", node.place, f"nobody acts in this menu, so nobody chooses `{name}`", hint)
            cx.names[name], cx.pure = Var(name, item, span), ""
            continue
        who = decider(cx, None, node.place)
        text_label = Label(f"{action.id}.{name}", (f"{action.id}.{name}",))
        asked = ask(cx, "pick", text_label, who, item, span)
        cx.names[name] = Var(name, item, span)
        found.append(Choice(name, asked.prompt, source, item))
        cx.pure = ""
    return tuple(found)


def _cost(cx: Context, path: Node, amount: Node, path_text: Text, amount_text: Text) -> Cost | None:
    cx.text, cx.pure = path_text, "a cost"
    found: Cost | None = None
    if not isinstance(path, Read) or path.of is None:
        cx.world.faults.add("wrong-kind", path_text.span, "a cost is taken from a field: `me.coins`")
    else:
        of = cx.value(path.of)
        kind = of.type.name if isinstance(of.type, Kind) else ""
        field = cx.world.names.field_of(kind, path.name.id)
        if isinstance(of.type, Maybe):
            cx.fault("maybe-none", path.of.place, "this may be none, and none pays nothing", "test it in the `if`")
        elif field is None or field.declaration is None or not isinstance(field.type, Int | Unknown):
            if of.type != UNKNOWN:
                message = f"a cost is taken from a stored number; of {of.type} `{path.name.id}` is no such"
                cx.fault("wrong-kind", path.name.place, message)
        else:
            cx.text = amount_text
            value = fit(cx, cx.value(amount, INT), INT, amount.place, "a cost")
            if (number_of(value) or 0) < 0:
                cx.fault("wrong-range", amount.place, "a cost is never below 0", "give it back in `do:`")
            found = Cost(field.id, of, value, _floor(cx, field.id, path.name.place))
    cx.pure = ""
    return found


def _floor(cx: Context, field: str, place: Place) -> int:
    """The least that a field may hold: its `min`, or 0."""
    match cx.world.program.fields[field].low:
        case None:
            return 0
        case Const(int(low)):
            return low
    cx.fault("not-constant", place, "a cost needs a field whose `min` is a number", "test what is left in the `if`")
    return 0


# ---- rules -----------------------------------------------------------------------------------------------------------


def check_rules(world: World, heads: Heads, bearings: Bearings) -> None:
    """Every rule of the pack, of its kinds and of its things, in order."""
    used: dict[tuple[str, str], Span] = {}
    numbers: dict[str, int] = {}
    for headed in heads.rules:
        head, text, owner = headed.head, headed.text, headed.bearer
        numbers[owner] = numbers.get(owner, 0) + 1
        id = head.id.id if head.id else f"rule_{numbers[owner]}"
        span = text.at(*(head.id.place if head.id else head.place))
        if (owner, id) in used:
            world.faults.add("duplicate-id", span, f"there is another rule `{id}`")
            continue
        used[owner, id] = span
        if owner:
            world.program.rules += borne_rules(world, id, head, text, span, bearings.of(owner))
        else:
            world.program.rules.append(_rule(world, id, head, text, span))


def _rule(world: World, id: str, head: RuleHead, text: Text, span: Span) -> RuleSymbol:
    source, item, var, condition = _read_rule(cx := Context(world, text, pure="a condition"), head)
    parameters = (Parameter(var, item),) if item is not None else ()
    cx.running[id] = OWN
    _routine(cx, f"rule.{id}", "rule", parameters, NOTHING, head.body, span)
    return RuleSymbol(id, var, source, item, condition, f"rule.{id}", span)


def _read_rule(cx: Context, head: RuleHead) -> tuple[Expression | None, Type | None, str, Expression | None]:
    """The list of a rule, the type of its items, their name, and the condition, which narrows the text."""
    source: Expression | None = None
    item: Type | None = None
    var = ""
    if head.source is not None and head.var is not None:
        source, item = list_of(cx, head.source)
        var = head.var.id
        if var in cx.world.names.meanings or var in cx.names:
            cx.fault("hidden-name", head.var.place, f"`{var}` would hide what has this id", "choose another name")
        cx.names[var] = Var(var, item, cx.span(head.var.place))
        cx.names["it"] = cx.names[var]
    condition: Expression | None = None
    if head.condition is not None:
        condition = truth(cx, cx.value(head.condition, BOOL), head.condition.place)
        cx.learn(shown(cx, condition, True))
    cx.pure = ""
    return source, item, var, condition


def borne_rules(world: World, id: str, head: RuleHead, text: Text, span: Span, borne: Borne) -> Iterator[RuleSymbol]:
    """A rule of things: one for all that have it alike, or one for each where it goes through a list of its own."""
    cx = Context(world, text, borne.names(span), pure="a condition")
    source, item, var, condition = _read_rule(cx, head)
    base = f"rule.{id}@{borne.bearer.id}"
    _routine(cx, base, "rule", (), NOTHING, head.body, span)
    body = world.program.routines.pop(base).body
    for number, bearing in enumerate(borne.bearings, 1):
        begin = () if bearing.me is None else (Assign(ME, bearing.me, span),)
        tests = _both(bearing.live, condition, span)
        if tests is not None and bearing.me is not None:
            tests = substitute(tests, {ME: bearing.me})
        if source is None:
            routine = base if number == 1 else f"{base}.{number}"
            this = Parameter(THIS, Kind(borne.bearer.kind))
            world.program.routines[routine] = Routine(routine, "rule", (this,), NOTHING, (*begin, *body), span)
            things = ConstList(bearing.things, List(this.type, 1), span)
            yield RuleSymbol(id, THIS, things, this.type, tests, routine, span)
            continue
        for thing in bearing.things:
            known = world.program.things[thing]
            given = {THIS: Const(thing, Kind(known.kind), span)}
            routine = f"{base}.{known.id}"
            own = substitute((*begin, *body), given)
            world.program.routines[routine] = Routine(
                routine, "rule", (Parameter(var, item or UNKNOWN),), NOTHING, own, span
            )
            listed = substitute(source if bearing.me is None else substitute(source, {ME: bearing.me}), given)
            yield RuleSymbol(f"{id}.{known.id}", var, listed, item, tests and substitute(tests, given), routine, span)


def _both(one: Expression | None, other: Expression | None, span: Span) -> Expression | None:
    if one is None or other is None:
        return one or other
    return Logic("and", one, other, BOOL, span)


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
            where = step.item.span if step.item else span
            world.faults.add("hidden-name", where, f"`{name}` would hide what has this id", "choose another name")
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
        _routine(cx, routine, "step", (), NOTHING, tree or (), span)
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
