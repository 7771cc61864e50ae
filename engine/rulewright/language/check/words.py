"""Arguments of built-ins that are written as they stand: numbers and ranges, names of steps and ends."""

from __future__ import annotations

from rulewright.language.builtin import BuiltinParameter, Pattern
from rulewright.language.check.context import Context
from rulewright.language.check.convert import fit, number_of, numbers
from rulewright.language.syntax import nodes
from rulewright.language.syntax.nodes import Node
from rulewright.language.tree import Ask, Expression, Keyed, Word
from rulewright.language.types import INT

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
        cx.fault("wrong-range", node.place, "nobody can take less than 0")
    return found


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
