"""Prompts and labels: texts in quotation marks whose `{…}` show values."""

from __future__ import annotations

import re

from rulewright.language.analysis.trees import free_variables
from rulewright.language.check.context import Context
from rulewright.language.holes import HOLE
from rulewright.language.syntax.nodes import Place, String
from rulewright.language.syntax.parse import parse
from rulewright.language.tree import Ask, Expression
from rulewright.language.types import NOTHING, Die, Type
from rulewright.language.wording import Label, PromptSymbol
from rulewright.text.spans import Span, Text


def label(cx: Context, node: String) -> Label:
    """The label that a text in quotation marks stands for, its holes checked."""
    return Label(node.text, _parts(cx, node.text, node.place.line, node.place.column + 1))


def template(cx: Context) -> Label:
    """The label that the whole text stands for, which has no quotation marks, its holes checked."""
    return Label(cx.text.source, _parts(cx, cx.text.source, 1, 1))


def _parts(cx: Context, text: str, line: int, column: int) -> tuple[str | Expression, ...]:
    """The pieces of a text and the values in its holes; it begins at a line and a column of the text of the context."""

    def place(start: int, end: int) -> Place:
        before = text[:start]
        down, right = before.count("\n"), start - before.rfind("\n") - 1
        first = right + (1 if down else column)
        return Place(line + down, first, line + down, first + end - start)

    parts: list[str | Expression] = []
    done = 0
    for hole in HOLE.finditer(text):
        parts.append(text[done : hole.start()])
        done = hole.end()
        parts.append(_hole(cx, hole, place(hole.start(1), hole.end(1))))
    parts.append(text[done:])
    left = re.search(r"[{}]", HOLE.sub(lambda hole: " " * len(hole[0]), text))
    if left is not None:
        message = f"this `{left[0]}` has no partner"
        cx.fault("syntax", place(left.start(), left.end()), message, "a value is shown as `{…}`")
    return tuple(part for part in parts if part != "")


def _hole(cx: Context, hole: re.Match[str], place: Place) -> Expression | str:
    if not hole[1].strip():
        cx.fault("syntax", place, "these braces show nothing", "a value is shown as `{…}`")
        return hole[0]
    text = Text(hole[1], cx.span(place))
    tree, fault = parse(text, "formula")
    cx.world.faults.take(fault)
    if fault is not None:
        return hole[0]
    inside = cx.inner()
    inside.text, inside.pure = text, cx.pure or "a label"
    value = inside.value(tree)
    if value.type == NOTHING:
        cx.fault("wrong-kind", place, "this gives nothing that could be shown")
    return value


def ask(
    cx: Context,
    nature: str,
    text: Label,
    decider: Expression,
    option: Type,
    span: Span,
    may: bool = False,
    labels: tuple[Label, ...] = (),
    loops: tuple[tuple[str, ...], ...] = (),
) -> Ask:
    """Keeps a new prompt and gives the asking of it."""
    shown = free_variables(text.parts)
    for each, around in zip(labels, loops, strict=True):
        shown += [name for name in free_variables(each.parts) if name not in shown and name not in around]
    if isinstance(option, Die) and option.roll in cx.names and option.roll not in shown:
        shown.append(option.roll)  # without its roll it could not be said what a die shows
    number = cx.next_prompt()
    cx.prompt(PromptSymbol(number, text.id, nature, text, option, may, labels, loops, tuple(shown), span))
    return Ask(number, decider)
