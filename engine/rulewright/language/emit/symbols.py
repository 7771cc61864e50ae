"""Symbols that modifiers change: of each die of a kind, and of all dice of a roll together."""

from __future__ import annotations

import ast
from collections.abc import Callable

from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.truths import tested
from rulewright.language.program import ModifierSymbol
from rulewright.text.spans import Span

Block = list[ast.stmt]
Build = Callable[[], Block]
ROLL, IT, VALUE, FACE = "$roll", "it", "$v", "$face"
OPS = ("set", "add", "max", "min")


def of_roll(emitter: Emitter, symbol: str) -> list[ModifierSymbol]:
    """The modifiers of a symbol of all dice together."""
    return [each for each in emitter.program.modifiers if each.field == f"roll.{symbol}"]


def of_dice(emitter: Emitter, symbol: str) -> list[tuple[str, ModifierSymbol]]:
    """The modifiers of a symbol of single dice, each with the kind of die."""
    fields = {f"{die}.{symbol}": die for die in emitter.program.dice}
    return [(fields[each.field], each) for each in emitter.program.modifiers if each.field in fields]


def on_die(emitter: Emitter, symbol: str, counts: tuple[int, ...], faces: dict[str, tuple[int, int]]) -> str:
    """The function that gives how often a symbol shows on a die, modified.

    `counts` says it of each face over all dice; `faces` gives the first face of each kind of die and the one behind.
    """
    name = f"{symbol}.die"
    own = of_dice(emitter, symbol)

    def build() -> Block:
        face = py.at(py.at(py.name(ROLL), py.const(0)), py.name(IT))
        body: Block = [py.let(FACE, face), py.let(VALUE, py.at(py.constants(counts), py.name(FACE)))]
        for op in OPS:
            for die, modifier in own:
                if modifier.op == op:
                    low, high = faces[die]
                    is_one = py.between(py.const(low), py.name(FACE), py.const(high))
                    body += _modify(emitter, modifier, [is_one])
        return [*body, py.give(_at_least_none(emitter))]

    span = own[0][1].span
    emitter.helper(name, lambda: _write(emitter, name, [ROLL, IT], span, build))
    return name


def on_roll(emitter: Emitter, symbol: str, plain: ast.expr, span: Span) -> str:
    """The function that gives how often a symbol shows on a roll; `plain` is what it would be unmodified.

    Where no die of it has the symbol there is nothing to modify.
    """
    name = f"{symbol}.roll"

    def build() -> Block:
        changes: Block = []
        for op in OPS:
            for modifier in of_roll(emitter, symbol):
                if modifier.op == op:
                    changes += _modify(emitter, modifier, [])
        changed = py.when(_may_show(emitter, symbol), changes)
        return [py.let(VALUE, plain), changed, py.give(_at_least_none(emitter))]

    emitter.helper(name, lambda: _write(emitter, name, [ROLL], span, build))
    return name


def _may_show(emitter: Emitter, symbol: str) -> ast.expr:
    """Whether a die of the roll is of a kind that has a symbol."""
    faces, kinds, first = py.at(py.name(ROLL), py.const(0)), list(emitter.program.dice.values()), 0
    if all(symbol in die.symbols for die in kinds):
        return faces
    having: list[int] = []
    for die in kinds:
        having += range(first, first + len(die.faces)) if symbol in die.symbols else ()
        first += len(die.faces)
    own = py.compare("in", py.name(FACE), py.constants(having))
    return ast.ListComp(py.name(FACE), [ast.comprehension(ast.Name(FACE, ast.Store()), faces, [own], 0)])


def _write(emitter: Emitter, name: str, parameters: list[str], span: Span, build: Build) -> None:
    emitter.function(name, parameters, span, name, build)


def _at_least_none(emitter: Emitter) -> ast.expr:
    return py.call(emitter.use("max"), py.name(VALUE), py.const(0))


def _modify(emitter: Emitter, modifier: ModifierSymbol, tests: list[ast.expr]) -> Block:
    amount = emitter.value(modifier.amount)
    match modifier.op:
        case "set":
            change: ast.stmt = py.let(VALUE, amount)
        case "add":
            change = py.add(VALUE, "+", amount)
        case _:
            bound = emitter.use("min" if modifier.op == "max" else "max")
            change = py.let(VALUE, py.call(bound, py.name(VALUE), amount))
    texts = [text for text in (modifier.live, modifier.condition) if text is not None]
    tests = [*tests, *(tested(emitter, text) for text in texts)]
    return [py.when(py.both(tests), [change])] if tests else [change]
