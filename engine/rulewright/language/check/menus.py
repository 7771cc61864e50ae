"""Checking menus and the actions that they offer, of the pack and of things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.language.analysis.trees import substitute
from rulewright.language.check.bearers import ME, THIS
from rulewright.language.check.bearings import Bearings, Borne, of_thing
from rulewright.language.check.calling import action_routine
from rulewright.language.check.context import Context, World
from rulewright.language.check.convert import as_list, decider, fit, list_of, number_of, player, truth
from rulewright.language.check.definitions import check_period
from rulewright.language.check.facts import shown
from rulewright.language.check.names import ParameterName
from rulewright.language.check.prompts import ask
from rulewright.language.check.routines import add_routine, defaults, with_parameters
from rulewright.language.check.running import OWN
from rulewright.language.check.texts import ActionText, Heads
from rulewright.language.program import ActionSymbol, Choice, Cost, MenuSymbol, Parameter
from rulewright.language.syntax.nodes import Name, Node, Place, Read
from rulewright.language.syntax.parse import parse
from rulewright.language.tree import Compare, Const, Expression, Logic, Var
from rulewright.language.types import (
    BOOL,
    INT,
    NOTHING,
    UNKNOWN,
    Die,
    Enum,
    Int,
    Kind,
    List,
    Maybe,
    Type,
    Unknown,
)
from rulewright.language.wording import Label, PromptSymbol
from rulewright.pack import model
from rulewright.text.spans import Span, Text


def check_menus(world: World, pack: model.Pack, heads: Heads, bearings: Bearings) -> None:
    """Every menu and every action that one offers."""
    for action in heads.actions:
        for symbol in _action(world, action, bearings.of(action.bearer) if action.bearer else None):
            world.program.actions[symbol.id] = symbol
    for id, name in world.names.menus.items():
        menu = pack.menus[id]
        defaults(world, name.parameters, name.text or menu.id)
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
        hint = "give the menu a parameter: `with: (player me)`"
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
    with_parameters(cx, tuple(others))
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
        borne.begin(cx, action.span)
    parameters = with_parameters(cx, shared)
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
    cx.restless = world.effects.restless_in(*(f"menu {menu}" for menu in menus))
    own = (Parameter(THIS, Kind(borne.kind)),) if borne is not None else ()
    add_routine(cx, id, "action", (*own, *parameters, *chosen), NOTHING, action.body, action.span)
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
        text_label = Label(f"{action.id}.{name}", (_asked(action.id, name, item),))
        asked = ask(cx, "pick", text_label, who, item, span)
        cx.names[name] = Var(name, item, span)
        found.append(Choice(name, asked.prompt, source, item))
        cx.pure = ""
    return tuple(found)


def _asked(action: str, name: str, item: Type) -> str:
    """What an action asks for, in words: by its name, or by what it is where the name is a mere letter."""
    if len(name) == 1 and isinstance(item, Kind | Enum | Die | Int):
        name = f"which {str(item).partition(' ')[2]}?"
    return f"{action}: {name}".replace("_", " ")


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
