"""Checking modifiers: of fields, of parameters of calls, of symbols of rolls and dice, of an action's `if`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rulewright.language.analysis.scene import item_type
from rulewright.language.analysis.trees import substitute
from rulewright.language.check.bearers import CALL, ME, THIS
from rulewright.language.check.bearings import Bearings, of_thing
from rulewright.language.check.calling import called
from rulewright.language.check.context import Context, World
from rulewright.language.check.convert import fit, truth
from rulewright.language.check.facts import shown
from rulewright.language.check.running import OFFERED, from_menus, offered
from rulewright.language.check.texts import Headed
from rulewright.language.program import CallSymbol, ModifierSymbol, Parameter
from rulewright.language.syntax.nodes import ModHead
from rulewright.language.tree import Const, Expression, Var
from rulewright.language.types import (
    BOOL,
    INT,
    LINK,
    UNKNOWN,
    Die,
    Int,
    Kind,
    Roll,
    Running,
    Type,
    Unknown,
    with_article,
)

ROLL = "roll"
_GIVEN = {
    "step": "it runs for what its `each:` or `loop:` gives",
    "rule": "it fires for what its condition holds of",
}


@dataclass(frozen=True, slots=True)
class Target:
    """A Target is what a modifier changes: its name in the program, its type, the kind of things it is a field of.

    `names` are what the modifier's text may read of it, beside the thing it stands on. `given` are the variables that
    stand in the text for what is at hand under other names where it is read.
    """

    field: str
    type: Type
    kind: str
    names: dict[str, Expression]
    given: tuple[tuple[str, Expression], ...] = ()


def check_modifiers(world: World, bearings: Bearings, heads: tuple[Headed[ModHead], ...]) -> Iterator[ModifierSymbol]:
    """Every modifier of the pack, one for each thing it stands on."""
    numbers: dict[str, int] = {}
    for headed in heads:
        number = numbers[headed.bearer] = numbers.get(headed.bearer, 0) + 1
        yield from _modifier(world, bearings, headed, number)


def _modifier(world: World, bearings: Bearings, headed: Headed[ModHead], number: int) -> Iterator[ModifierSymbol]:
    head, text = headed.head, headed.text
    cx = Context(world, text, pure="a modifier")
    borne = bearings.of(headed.bearer) if headed.bearer else None
    if borne is not None:
        borne.begin(cx, cx.span(head.place))
    target = _target(cx, head)
    if target is None:
        return
    cx.names |= target.names
    condition = None
    if head.condition is not None:
        condition = truth(cx, cx.value(head.condition, BOOL), head.condition.place)
        cx.learn(shown(cx, condition, True))
    amount = _amount(cx, head, target)
    id = head.id.id if head.id else f"mod_{number}"
    found = ModifierSymbol(id, target.field, target.kind, head.op, amount, condition, None, -1, cx.span(head.place))
    if borne is None:
        yield _filled(found, target, {})
        return
    for thing, bearing in borne.each():
        kind = world.program.things[thing].kind
        me = of_thing(bearing.me, thing, kind, found.span)
        values = {THIS: Const(thing, Kind(kind), found.span), **({ME: me} if me is not None else {})}
        yield replace(
            _filled(found, target, values),
            id=f"{id}.{world.program.things[thing].id}",
            live=of_thing(bearing.live, thing, kind, found.span),
            owner=thing,
        )


def _filled(modifier: ModifierSymbol, target: Target, values: Mapping[str, Expression]) -> ModifierSymbol:
    """A modifier with what its texts read of the thing it stands on, and of what is offered."""
    condition = modifier.condition
    if condition is not None:
        condition = substitute(substitute(condition, values), dict(target.given))
    return replace(modifier, amount=substitute(modifier.amount, values), condition=condition)


def _amount(cx: Context, head: ModHead, target: Target) -> Expression:
    type_ = target.type
    if head.op != "set" and not isinstance(type_, Int | Unknown):
        name = head.field.id
        cx.fault("wrong-kind", head.place, f"`{head.op}` counts; `{name}` is {type_} and takes only `set`")
        type_ = UNKNOWN
    amount = fit(cx, cx.value(head.amount, type_), type_, head.amount.place, f"`{head.field.id}`")
    forbids = isinstance(amount, Const) and amount.value is False
    if target.field.startswith("if ") and not (head.op == "set" and forbids):
        cx.fault("wrong-kind", head.amount.place, "a modifier of an action's `if` can only forbid", "write `set false`")
    return amount


def _target(cx: Context, head: ModHead) -> Target | None:
    world, id = cx.world, head.kind.id
    if world.names.kind(id) is not None:
        return _field(cx, head)
    if id in world.program.dice or (id == ROLL and not _is_parameter(cx, head)):
        return _symbol(cx, head)
    if not world.calls.named(world, id):
        known = [*(each.id for each in world.names.kinds()), *world.calls.names(world)]
        world.faults.unknown("unknown-kind", cx.span(head.kind.place), f"there is no kind `{id}`", id, known)
        return None
    call = called(cx, head.kind)
    if call is None:
        return None
    span = cx.span(head.kind.place)
    if head.field.id == "if":
        if call.nature != "action":
            cx.fault("wrong-kind", head.field.place, f"only an action has an `if`; `{id}` is a {call.nature}")
            return None
        given = tuple((offered(each.name), Var(each.name, each.type, span)) for each in from_menus(cx, call))
        return Target(f"if {id}", BOOL, "", {"it": Var(OFFERED, Running(id), span)}, given)
    parameter = _parameter(cx, head, call)
    if parameter is None:
        return None
    it = Var(CALL, Running(id), span)
    cx.running[id] = it
    return Target(f"{id}({parameter.name})", parameter.type, "", {"it": it})


def _parameter(cx: Context, head: ModHead, call: CallSymbol) -> Parameter | None:
    """The parameter of a call that is modified."""
    field = head.field
    found = next((each for each in call.parameters if each.name == field.id), None)
    if found is None:
        message = f"`{call.name}` has no parameter `{field.id}` that could be modified"
        known = [each.name for each in call.parameters]
        cx.world.faults.unknown("unknown-field", cx.span(field.place), message, field.id, known)
    elif call.nature in _GIVEN:
        message = f"`{call.name}` is a {call.nature}: {_GIVEN[call.nature]}; nothing modifies that"
        cx.fault("not-settable", field.place, message, "modify a field that is read there")
        return None
    elif isinstance(item_type(found.type), Roll | Die):
        message = f"`{field.id}` is {found.type}; nothing else can be put in its place"
        cx.fault("not-settable", field.place, message, "modify a symbol: `of roll.hit`")
        return None
    return found


def _is_parameter(cx: Context, head: ModHead) -> bool:
    """Whether `roll` means the throwing of dice: what is modified is given to it, and no die shows it."""
    if any(head.field.id in die.symbols for die in cx.world.program.dice.values()):
        return False
    return any(each.name == head.field.id for call in cx.world.calls.named(cx.world, ROLL) for each in call.parameters)


def _field(cx: Context, head: ModHead) -> Target | None:
    world, kind = cx.world, head.kind.id
    field = world.names.field_of(kind, head.field.id)
    if field is None and (kind, head.field.id) == ("link", "open"):
        return Target("link.open", BOOL, kind, {"it": Var("it", LINK, cx.text.span)})
    if field is None and (kind, head.field.id) == ("arrow", "open"):
        cx.fault("unknown-field", head.field.place, "an arrow has no field `open`", "its link has it: `of link.open`")
        return None
    if field is None:
        message = f"{with_article(kind)} has no field `{head.field.id}`"
        names = world.names.field_names(kind)
        world.faults.unknown("unknown-field", cx.span(head.field.place), message, head.field.id, names)
        return None
    type_ = field.type if field.type is not None else world.derived(field.id)
    return Target(field.id, type_, kind, {"it": Var("it", Kind(kind), cx.text.span)})


def _symbol(cx: Context, head: ModHead) -> Target | None:
    """A symbol of all dice of a roll together, or of each die of a kind."""
    dice, id = cx.world.program.dice, head.kind.id
    known = [symbol for die in ([dice[id]] if id in dice else dice.values()) for symbol in die.symbols]
    if head.field.id not in known:
        message = f"no {'die' if id == ROLL else id} shows `{head.field.id}`"
        cx.world.faults.unknown("unknown-symbol", cx.span(head.field.place), message, head.field.id, known)
        return None
    span = cx.span(head.kind.place)
    if id == ROLL:
        return Target(f"roll.{head.field.id}", INT, "", {"it": Var("$roll", Roll(symbol=head.field.id), span)})
    roll = Var("$roll", Roll(id), span)
    return Target(f"{id}.{head.field.id}", INT, "", {"$roll": roll, "it": Var("it", Die(id, "$roll"), span)})
