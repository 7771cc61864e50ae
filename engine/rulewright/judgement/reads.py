"""Which names a text reads."""

from __future__ import annotations

from typing import Any

from rulewright.language.analysis.trees import walk
from rulewright.language.program import Program
from rulewright.language.tree import Ask, Own, Var


def names_read(program: Program, body: Any) -> dict[str, None]:
    """The locals and parameters that a part of the tree reads, also in what it asks and offers."""
    found: dict[str, None] = {}
    for node in walk(body):
        match node:
            case Var(name=name):
                found[name] = None
            case Own(store=store):
                found[store.name] = None
            case Ask(prompt=number):
                found.update(dict.fromkeys(_shown(program, number)))
            case _:
                continue
    return found


def _shown(program: Program, number: int) -> list[str]:
    prompt = program.prompts[number]
    parts = (prompt.text.parts, tuple(label.parts for label in prompt.labels))
    return [each.name for each in walk(parts) if isinstance(each, Var)]
