"""What can be answered and read as a call: procedures, tables, actions, menus, steps, rules, some built-ins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.language.builtin import BuiltinSymbol, Pattern
from rulewright.language.check.context import Context, World
from rulewright.language.check.convert import list_of
from rulewright.language.check.faults import Faults
from rulewright.language.check.names import ActionName, ProcName, TableName
from rulewright.language.check.texts import ActionText, Heads
from rulewright.language.program import CallSymbol, Parameter
from rulewright.language.syntax.nodes import Name
from rulewright.language.syntax.parse import parse
from rulewright.language.tree import Expression, Item, Var
from rulewright.language.types import BOOL, INT, NOTHING, THING, Die, List, Roll, Type
from rulewright.pack.model import Pack, Step
from rulewright.text.spans import Span

ANSWERED = ("move", "show", "shuffle", "roll", "reroll")  # the built-ins that hooks may answer
_TYPES: dict[Pattern, Type] = {
    Pattern.THINGS: List(THING),
    Pattern.HOLDER: THING,
    Pattern.NUMBER: INT,
    Pattern.ROLL: Roll(),
    Pattern.DICE: List(Die("", "roll")),
}
_GIVES: dict[str, Type] = {"move": List(THING), "show": List(THING), "roll": Roll()}


class Calls:
    """A Calls knows what the calls of a pack are named, and what may be read of each.

    The types of an action's choices and of a step's items are found when they are first asked for.
    """

    def __init__(self, pack: Pack, heads: Heads) -> None:
        self.heads = heads
        self.steps = {each.id.source: (each, above) for each, above in _steps(pack.flow, ())}

    def named(self, world: World, name: str) -> list[CallSymbol]:
        """What a name may call: one, none, or several of which none can be meant."""
        known = world.program.calls.get(name)
        if known is not None:
            return [known]
        found = [each for each in self._found(world, name) if each is not None]
        if len(found) == 1:
            world.program.calls[name] = found[0]
        return found

    def names(self, world: World) -> list[str]:
        """Every name of something that is called."""
        own = [id for id, each in world.names.meanings.items() if isinstance(each, ProcName | TableName | ActionName)]
        rules = [each.head.id.id for each in self.heads.rules if each.head.id is not None]
        return [*own, *world.names.menus, *self.steps, *rules, *ANSWERED]

    def _found(self, world: World, name: str) -> Iterator[CallSymbol | None]:
        match world.names.meanings.get(name):
            case ProcName(id, parameters, result, span=span):
                yield CallSymbol(id, "procedure", (id,), tuple(each.bare() for each in parameters), result, span)
            case TableName(id, span=span):
                table = world.table(id)
                yield CallSymbol(id, "table", (id,), (Parameter("key", table.key),), table.value, span)
            case ActionName(id, span):
                yield self._action(world, id, span)
        menu = world.names.menus.get(name)
        if menu is not None:
            parameters_ = tuple(each.bare() for each in menu.given)
            yield CallSymbol(name, "menu", (f"offer.{name}",), parameters_, BOOL, menu.span)
        if name in self.steps:
            yield self._step(world, name)
        if name in ANSWERED and name in world.shelf:
            yield _built_in(world.shelf[name])
        yield self._rule(world, name)

    # ---- actions ----

    def _action(self, world: World, id: str, span: Span) -> CallSymbol:
        texts = [each for each in self.heads.actions if each.id == id]
        units = tuple(action_routine(each) for each in texts)
        found = [_action_parameters(world, each) for each in texts]
        shared = tuple(each for each in found[0] if all(each in other for other in found)) if found else ()
        return CallSymbol(id, "action", units, shared, NOTHING, span)

    # ---- steps ----

    def _step(self, world: World, id: str) -> CallSymbol:
        step, _ = self.steps[id]
        item = self.item(world, id)
        parameters = (Parameter(item[0], item[1]),) if item is not None else ()
        return CallSymbol(id, "step", (f"step.{id}",), parameters, NOTHING, step.id.span)

    def item(self, world: World, id: str) -> tuple[str, Type] | None:
        """What a step calls its item or its round, and the type of that."""
        step, above = self.steps[id]
        name = step.item.source if step.item else ""
        if step.loop is not None:
            return (name, INT) if name else None
        if step.each is None:
            return None
        tree, fault = parse(step.each, "formula")
        if fault is not None:
            return None
        names: dict[str, Expression] = {}
        for outer in above:
            around = self.item(world, outer)
            if around is not None:
                names[around[0]] = Item(outer, around[1], step.each.span)
        with unheard(world):
            _, item = list_of(Context(world, step.each, names, pure="a list"), tree)
        return name or "it", item

    # ---- rules ----

    def _rule(self, world: World, name: str) -> CallSymbol | None:
        headed = [each for each in self.heads.rules if each.head.id is not None and each.head.id.id == name]
        if not headed:
            return None
        parameters: tuple[Parameter, ...] = ()
        head, text = headed[0].head, headed[0].text
        if len(headed) == 1 and head.var is not None and head.source is not None and not headed[0].bearer:
            with unheard(world):
                _, item = list_of(Context(world, text, pure="a condition"), head.source)
            parameters = (Parameter(head.var.id, item),)
        units = tuple(f"rule.{name}" if not each.bearer else f"rule.{name}@{each.bearer}" for each in headed)
        return CallSymbol(name, "rule", units, parameters, NOTHING, text.at(*head.place))


def action_routine(action: ActionText) -> str:
    """The routine of an action: of a bearer's its own."""
    return f"action.{action.id}@{action.bearer}" if action.bearer else f"action.{action.id}"


def _action_parameters(world: World, action: ActionText) -> list[Parameter]:
    menus = [world.names.menus[id].parameters for id, _ in action.menus if id in world.names.menus]
    first = menus[0] if menus else ()
    shared = [each for each in first if all(any(o.name == each.name for o in other) for other in menus)]
    names: dict[str, Expression] = {each.name: Var(each.name, each.type, each.span) for each in shared}
    found = [each.bare() for each in shared]
    for name, span, node, text in action.choices:
        with unheard(world):
            _, item = list_of(Context(world, text, dict(names), pure="a list to choose from"), node)
        names[name] = Var(name, item, span)
        found.append(Parameter(name, item))
    return found


def _built_in(symbol: BuiltinSymbol) -> CallSymbol:
    taken = [each for each in symbol.parameters if each.pattern in _TYPES and each.name != "n"]
    if symbol.name == "roll":
        taken = [each for each in symbol.parameters if each.pattern is Pattern.NUMBER]
    parameters = tuple(Parameter(each.name, _TYPES[each.pattern]) for each in taken)
    nowhere = Span.whole("")
    return CallSymbol(symbol.name, "built-in", (symbol.name,), parameters, _GIVES.get(symbol.name, NOTHING), nowhere)


@contextmanager
def unheard(world: World) -> Iterator[Faults]:
    """While something is looked at that is checked elsewhere: its faults are noted apart, its prompts made there."""
    before, prompts = world.faults, len(world.program.prompts)
    world.faults = Faults()
    try:
        yield world.faults
    finally:
        world.faults = before
        del world.program.prompts[prompts:]


def _steps(steps: tuple[Step, ...], above: tuple[str, ...]) -> Iterator[tuple[Step, tuple[str, ...]]]:
    for step in steps:
        yield step, above
        yield from _steps(step.steps, (*above, step.id.source))


def called(cx: Context, name: Name) -> CallSymbol | None:
    """What a hook, a `next` or a modifier names, or None with a fault noted."""
    found = cx.world.calls.named(cx.world, name.id)
    if len(found) == 1:
        return found[0]
    if found:
        what = " and a ".join(each.nature for each in found)
        message = f"`{name.id}` is a {what}; it must be clear which is meant"
        cx.fault("ambiguous-call", name.place, message, "rename one of them")
        return None
    message = f"nothing that hooks can answer is called `{name.id}`"
    cx.world.faults.unknown("unknown-call", cx.span(name.place), message, name.id, cx.world.calls.names(cx.world))
    return None
