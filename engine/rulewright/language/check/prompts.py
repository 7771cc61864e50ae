"""Prompts and labels: texts in quotation marks whose `{…}` show values."""

from __future__ import annotations

import re
from dataclasses import is_dataclass
from typing import Any

from rulewright.language.check.context import Context
from rulewright.language.check.walk import parts
from rulewright.language.holes import HOLE
from rulewright.language.program import Label, PromptSymbol
from rulewright.language.syntax.nodes import Place, String
from rulewright.language.syntax.parse import parse
from rulewright.language.tree import Ask, Expression, Keyed, Var
from rulewright.language.types import NOTHING, Die, Type
from rulewright.text.spans import Span, Text


def label(cx: Context, node: String) -> Label:
    """The label that a text in quotation marks stands for, its holes checked."""
    parts: list[str | Expression] = []
    end = 0
    for hole in HOLE.finditer(node.text):
        parts.append(node.text[end : hole.start()])
        end = hole.end()
        parts.append(_hole(cx, node, hole))
    parts.append(node.text[end:])
    left = re.search(r"[{}]", HOLE.sub(lambda hole: " " * len(hole[0]), node.text))
    if left is not None:
        column = node.place.column + 1 + left.start()
        place = Place(node.place.line, column, node.place.line, column + 1)
        cx.fault("syntax", place, f"this `{left[0]}` has no partner", "a value is shown as `{…}`")
    return Label(node.text, tuple(part for part in parts if part != ""))


def _hole(cx: Context, node: String, hole: re.Match[str]) -> Expression | str:
    column = node.place.column + 1 + hole.start(1)
    place = Place(node.place.line, column, node.place.line, column + len(hole[1]))
    span = cx.span(place)
    if not hole[1].strip():
        cx.fault("syntax", place, "these braces show nothing", "a value is shown as `{…}`")
        return hole[0]
    text = Text(hole[1], span)
    tree, fault = parse(text, "formula")
    cx.world.faults.take(fault)
    if fault is not None:
        return hole[0]
    inside = cx.inner()
    inside.text, inside.pure = text, "a label"
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
    shown = variables(text.parts)
    for each, around in zip(labels, loops, strict=True):
        shown += [name for name in variables(each.parts) if name not in shown and name not in around]
    if isinstance(option, Die) and option.roll in cx.names and option.roll not in shown:
        shown.append(option.roll)  # without its roll it could not be said what a die shows
    number = cx.next_prompt()
    cx.prompt(PromptSymbol(number, text.id, nature, text, option, may, labels, loops, tuple(shown), span))
    return Ask(number, decider)


def variables(tree: Any) -> list[str]:
    """The free variables of a checked tree, in order of appearance."""
    found: list[str] = []
    _collect(tree, (), found)
    return found


def _collect(tree: Any, bound: tuple[str, ...], found: list[str]) -> None:
    match tree:
        case Var(name):
            if name not in bound and name not in found:
                found.append(name)
        case Keyed(var, body):
            _collect(body, (*bound, var), found)
        case tuple() | list():
            for each in tree:
                _collect(each, bound, found)
        case dict():
            for each in tree.values():
                _collect(each, bound, found)
        case _ if is_dataclass(tree) and not isinstance(tree, type | Span):
            for name in parts(tree.__class__) or ():
                _collect(getattr(tree, name), bound, found)
