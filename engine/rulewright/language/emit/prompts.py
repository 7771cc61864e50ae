"""What the texts of prompts show: functions that give the values of their holes."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulewright.language.compiled import Prompt
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.lists import fixed
from rulewright.language.types import Type
from rulewright.language.wording import Label, PromptSymbol

Block = list[ast.stmt]


def write_prompts(emitter: Emitter) -> list[Prompt]:
    """Write the functions of all prompts; a text without holes has none."""
    return [_prompt(emitter, symbol) for symbol in emitter.program.prompts]


def _prompt(emitter: Emitter, symbol: PromptSymbol) -> Prompt:
    name = f"prompt.{symbol.number}"
    text, text_types = _shown(emitter, symbol, name, symbol.text, None)
    labels = [
        _shown(emitter, symbol, f"{name}.option.{number}", label, symbol.loops[number] if symbol.loops else ())
        for number, label in enumerate(symbol.labels)
    ]
    return Prompt(symbol, text, text_types, tuple(each for each, _ in labels), tuple(types for _, types in labels))


def _shown(
    emitter: Emitter, symbol: PromptSymbol, name: str, label: Label, loops: Sequence[str] | None
) -> tuple[str, tuple[Type, ...]]:
    holes = [part for part in label.parts if not isinstance(part, str)]
    if not holes:
        return "", ()

    def build() -> Block:
        body: Block = [py.let_all(symbol.variables, py.name("$args"))] if symbol.variables else []
        if loops:
            body.append(py.let_all(loops, py.name("$values")))
        return [*body, py.give(py.grouped([fixed(emitter, each) for each in holes]))]

    parameters = ["$args", "$values"] if loops else ["$args"]
    emitter.function(name, parameters, symbol.span, name, build)
    return name, tuple(each.type for each in holes)
