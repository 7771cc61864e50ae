"""Texts of several things that differ in nothing but numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.language.analysis.trees import rewritten, shape, walk
from rulewright.language.tree import Const
from rulewright.language.types import Int
from rulewright.text.diagnostics import Related, Severity

LONG = 12  # nodes of a tree from which on two alike are told of
SHORT = 5  # and from which on three are


@of_reading(Severity.NOTE, 0.6)
def near_twins(reading: Reading) -> Iterator[Finding]:
    """Finds things whose texts are the same but for numbers.

    What is meant to be alike is written several times: a change of one is easily forgotten in another, and a slip in
    one of them looks like a difference that is meant. Short texts count only where three or more are alike.

        honey: {title: Honey, effect: "…  me.coins += 2 …"}
        syrup: {title: Syrup, effect: "…  me.coins += 3 …"}

    Give the kind a field for the number, and one text that reads it.
    """
    program = reading.program
    for does in program.does.values():
        groups: dict[Any, dict[str, int]] = {}
        for thing, text in does.texts.items():
            if text:
                body = program.routines[text].body
                groups.setdefault(_but_for_numbers(body), {}).setdefault(text, thing)
        for texts in groups.values():
            size = sum(1 for _ in walk(program.routines[next(iter(texts))].body))
            if len(texts) > 1 and (size >= LONG or (len(texts) > 2 and size >= SHORT)):
                first, *others = (program.things[thing] for thing in texts.values())
                related = tuple(Related(each.span, "this one") for each in others)
                names = ", ".join(f"`{each.definition}`" for each in others)
                message = f"the text of `{first.definition}` is that of {names} but for its numbers"
                yield Finding(first.span, message, "let one text of the kind read a field", related)


def _but_for_numbers(body: tuple[Any, ...]) -> Any:
    """The shape of a text in which all numbers are the same."""

    def change(node: Any) -> Any:
        return replace(node, value=0) if isinstance(node, Const) and isinstance(node.type, Int) else None

    return shape(tuple(rewritten(statement, change) for statement in body))
