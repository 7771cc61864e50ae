"""What is read from each item of a list and made into one: sums, the least, those that tie, an order."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulewright.language.analysis.trees import substitute
from rulewright.language.emit import python as py
from rulewright.language.emit.decisions import argument
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.lists import loop
from rulewright.language.tree import Builtin, Expression, Keyed, ListOf, Var
from rulewright.language.types import Maybe

Block = list[ast.stmt]
FEW = 32


def keys_of(call: Builtin, name: str) -> tuple[Keyed, ...]:
    """The keys that a text gives."""
    given = call.arguments.get(name, ())
    if isinstance(given, Keyed):
        return (given,)
    return given if isinstance(given, tuple) else ()


def source_of(call: Builtin) -> Expression:
    """The list that a built-in looks at."""
    source = argument(call, "xs")
    if source is None:
        raise AssertionError("the list may not be left out")
    return source


def summed(emitter: Emitter, call: Builtin) -> ast.expr:
    """The sum of what is read from each item."""
    source, keys = source_of(call), keys_of(call, "key")
    if isinstance(source, ListOf) and not keys:
        return _added(emitter, source.items)

    def build() -> Block:
        def add() -> Block:
            return [py.add("$sum", "+", _value(emitter, keys, "$x"))]

        return [py.let("$sum", py.const(0)), *loop(emitter, source, "$x", add), py.give(py.name("$sum"))]

    return emitter.part_of((source, keys), build)


def _added(emitter: Emitter, items: Sequence[Expression]) -> ast.expr:
    """The sum of some numbers, of many by halves: Python does not read a tree that is too deep."""
    if len(items) == 1:
        return emitter.value(items[0])
    middle = len(items) - 1 if len(items) < FEW else len(items) // 2
    return py.calculate("+", _added(emitter, items[:middle]), _added(emitter, items[middle:]))


def extreme(emitter: Emitter, call: Builtin, op: str) -> ast.expr:
    """The least (`<`) or the greatest (`>`) of what is read from each item; 0 of nothing."""
    source, keys = source_of(call), keys_of(call, "key")
    if isinstance(source, ListOf) and len(source.items) > 1 and not keys:
        numbers = [emitter.value(each) for each in source.items]
        return py.call(emitter.use("min" if op == "<" else "max"), *numbers)

    def build() -> Block:
        def look() -> Block:
            better = py.either(
                [py.compare("is", py.name("$best"), py.const(None)), py.compare(op, py.name("$v"), py.name("$best"))]
            )
            value = py.let("$v", _value(emitter, keys, "$x"))
            return [value, py.when(better, [py.let("$best", py.name("$v"))])]

        found = py.choice(py.compare("is", py.name("$best"), py.const(None)), py.const(0), py.name("$best"))
        return [py.let("$best", py.const(None)), *loop(emitter, source, "$x", look), py.give(found)]

    return emitter.part_of((source, keys), build)


def ties(emitter: Emitter, call: Builtin, op: str) -> ast.expr:
    """All items for which what is read is least (`<`) or greatest (`>`)."""
    source, keys = source_of(call), keys_of(call, "keys")

    def build() -> Block:
        def look() -> Block:
            first = py.compare("is", py.name("$best"), py.const(None))
            better = py.either([first, py.compare(op, py.name("$v"), py.name("$best"))])
            start: Block = [py.let("$best", py.name("$v")), py.let("$found", py.listed([py.name("$x")]))]
            note: Block = [py.do(py.method(py.name("$found"), "append", py.name("$x")))]
            equal = py.when(py.compare("==", py.name("$v"), py.name("$best")), note)
            return [py.let("$v", _value(emitter, keys, "$x")), py.when(better, start, [equal])]

        before: Block = [py.let("$found", py.listed([])), py.let("$best", py.const(None))]
        return [*before, *loop(emitter, source, "$x", look), py.give(py.name("$found"))]

    return emitter.part_of((source, keys), build)


def in_order(emitter: Emitter, call: Builtin) -> ast.expr:
    """The items by what is read from each; equal ones as they stood."""
    source, keys = source_of(call), keys_of(call, "keys")

    def build() -> Block:
        def note() -> Block:
            place = py.call(emitter.use("len"), py.name("$rows"))
            row = py.grouped([_value(emitter, keys, "$x"), place, py.name("$x")])
            return [py.do(py.method(py.name("$rows"), "append", row))]

        take = py.do(py.method(py.name("$found"), "append", py.at(py.name("$row"), py.const(2))))
        return [
            py.let("$rows", py.listed([])),
            *loop(emitter, source, "$x", note),
            py.let("$found", py.listed([])),
            py.each("$row", py.call(emitter.use("sorted"), py.name("$rows")), [take]),
            py.give(py.name("$found")),
        ]

    return emitter.part_of((source, keys), build)


def _value(emitter: Emitter, keys: Sequence[Keyed], item: str) -> ast.expr:
    """What is read from an item: itself, one key, or several to be compared one after the other."""
    if not keys:
        return py.name(item)
    read = [_key(emitter, key, item) for key in keys]
    return read[0] if len(read) == 1 else py.grouped(read)


def _key(emitter: Emitter, key: Keyed, item: str) -> ast.expr:
    body = substitute(key.body, {key.var: Var(item, key.item, key.span)})
    made = emitter.value(body)
    if not isinstance(body.type, Maybe):
        return made
    # What has none comes last.
    kept = emitter.temporary("key")
    nothing = py.compare("is", py.keep(kept, made), py.const(None))
    again = py.compare("is", py.name(kept), py.const(None))
    return py.grouped([nothing, py.choice(again, py.const(0), py.name(kept))])
