"""Arguments of built-ins that are written as they stand: numbers and ranges, names of steps and ends."""

from __future__ import annotations

from rulewright.language.builtin import BuiltinParameter, Pattern
from rulewright.language.check.context import Context
from rulewright.language.check.convert import fit, number_of, numbers
from rulewright.language.syntax import nodes
from rulewright.language.syntax.nodes import Node, Place
from rulewright.language.tree import Ask, Expression, Keyed, Word
from rulewright.language.types import INT, Kind, List, Unknown
from rulewright.text.suggest import spelling

Given = Expression | Keyed | tuple[Keyed, ...] | Ask | Word


def count(cx: Context, node: Node) -> Expression:
    """How many may be taken: a number, or the least and the most."""
    if isinstance(node, nodes.Binary) and node.op == "..":
        span = numbers(cx, node)
        found: Expression = span
        least, most = number_of(span.low), number_of(span.high)
    else:
        found = fit(cx, cx.value(node), INT, node.place, "`n`")
        least = most = number_of(found)
    if least is not None and most is not None and least > most:
        message = f"there is no number from {least} to {most}"
        cx.fault("wrong-range", node.place, message, "the smaller one first")
    elif least is not None and least < 0:
        cx.fault("wrong-range", node.place, "nobody can take less than 0", spelling(cx.text.piece(*node.place)))
    return found


def check_item(cx: Context, step: object, who: object, place: Place) -> None:
    """Notes an item of a step that never can be one of what the step goes through."""
    if not isinstance(step, Word) or not isinstance(who, Expression):
        return
    item = cx.world.calls.item(cx.world, step.name)
    if item is None:
        message = f"`{step.name}` goes through no list, so it runs for no item"
        cx.fault("wrong-arguments", place, message, f"`leave({step.name})`")
        return
    _, wanted = item
    if isinstance(wanted, Unknown) or isinstance(who.type, Unknown):
        return
    fits = (
        isinstance(who.type, Kind) and cx.world.names.meet(who.type, wanted)
        if isinstance(wanted, Kind)
        else who.type == wanted
    )
    if not fits:
        message = f"`{step.name}` goes through {List(wanted)}, this is {who.type}"
        cx.fault("wrong-kind", place, message)


def word(cx: Context, parameter: BuiltinParameter, node: Node) -> Given | None:
    """The name of a step, a menu or an end of a place."""
    known = {
        Pattern.STEP: list(cx.world.names.steps),
        Pattern.MENU: list(cx.world.names.menus),
        Pattern.END: ["top", "bottom"],
    }[parameter.pattern]
    if isinstance(node, nodes.Name) and node.id in known:
        return Word(node.id)
    name = node.id if isinstance(node, nodes.Name) else ""
    message = f"{parameter.pattern.value} is wanted here" + (f", there is none called `{name}`" if name else "")
    cx.world.faults.unknown("unknown-name", cx.span(node.place), message, name, known)
    return None
