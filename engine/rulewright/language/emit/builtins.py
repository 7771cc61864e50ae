"""Calls of built-ins: those that know how to be written are, the others are called as they stand on the shelf."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from rulewright.language.analysis.effects import moved_type
from rulewright.language.builtin import BuiltinParameter, Pattern
from rulewright.language.compiled import Saying
from rulewright.language.emit import python as py
from rulewright.language.emit.answered import answered
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.lists import fixed
from rulewright.language.emit.moves import changed
from rulewright.language.emit.reads import open_arrows, openness
from rulewright.language.holes import pieces
from rulewright.language.tree import Ask, Builtin, Keyed, Range, Word


def builtin(emitter: Emitter, node: Builtin) -> ast.expr:
    """A call of a built-in."""
    made = answered(emitter, node, _written)
    return made if made is not None else _written(emitter, node)


def _written(emitter: Emitter, node: Builtin) -> ast.expr:
    """A call that no hook answers."""
    symbol = emitter.shelf[node.name]
    if symbol.emit is not None:
        return symbol.emit(emitter, node)
    arguments: list[ast.expr] = [py.table()] if symbol.needs_table else []
    named: dict[str, ast.expr] = {}
    by_name = False
    for parameter in symbol.parameters:
        given = _argument(emitter, node, parameter)
        if given is None and parameter.name == "via" and openness(emitter):
            given = open_arrows(emitter)
        if given is not None and (parameter.named or by_name):
            named[parameter.name] = given
        elif given is not None:
            arguments.append(given)
        elif not parameter.named and not parameter.optional:
            raise AssertionError(f"`{node.name}` has no `{parameter.name}`")
        else:
            by_name = True
    made: ast.expr = py.call_named(emitter.use(node.name), arguments, named)
    for what in symbol.changes:
        made = changed(emitter, node, what, moved_type(emitter.analysis.reader, node), made)
    return made


def _argument(emitter: Emitter, node: Builtin, parameter: BuiltinParameter) -> ast.expr | None:
    """An argument as the function takes it; None where the text leaves it out."""
    match node.arguments.get(parameter.name):
        case None:
            return None
        case Word(name=name) if parameter.pattern is Pattern.STEP:
            return py.const(step_number(emitter, name))
        case Word(name=text) if parameter.pattern is Pattern.TEXT and node.facts:
            saying = Saying(pieces(text), tuple(each.type for each in node.facts))
            number = emitter.sayings.setdefault(saying, len(emitter.sayings))
            return py.grouped([py.const(number), *(fixed(emitter, each) for each in node.facts)])
        case Word(name=name):
            return py.const(name)
        case Range(low=low, high=high) if parameter.pattern is Pattern.COUNT:
            return py.grouped([emitter.value(low), emitter.value(high)])
        case Ask() | Keyed() | tuple():
            raise AssertionError("a built-in that asks or has keys is written by itself")
        case other:
            return fixed(emitter, other)


def step_number(emitter: Emitter, step: str) -> int:
    """The number of a step among those of the flow."""
    return emitter.step_numbers[step]


EXPRESSIONS: Mapping[type, Callable[..., ast.expr]] = {Builtin: builtin}
