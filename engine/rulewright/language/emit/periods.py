"""Periods: what goes back when one ends, and what is put aside while one of its name runs inside another."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from rulewright.language.analysis.calls import waiting_column
from rulewright.language.analysis.effects import thing_constant
from rulewright.language.analysis.evaluate import Unknown
from rulewright.language.analysis.trees import substitute
from rulewright.language.emit import python as py
from rulewright.language.emit.constants import open_parts
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.names import column_slot
from rulewright.language.emit.state import column_width
from rulewright.language.emit.watch import after_change, after_reset, woken
from rulewright.language.program import ActionSymbol, FieldSymbol
from rulewright.language.tree import Const
from rulewright.language.types import Kind
from rulewright.text.spans import Span

Block = list[ast.stmt]


def reset(emitter: Emitter, period: str, span: Span, settle: bool = True, ends: bool = True) -> Block:
    """The end of a period: one change that puts its fields back; rules look afterwards, if they are to look at once."""
    columns = emitter.analysis.resets.get(period, [])
    body = [made for column in columns for made in _default(emitter, column)]
    body += _dropped(emitter, period) if ends else []
    if settle and columns:
        body += after_reset(emitter, {column: _one_default(emitter, column) for column in columns}, span)
    elif columns:
        body += _wait(emitter, columns)
    return body


def _dropped(emitter: Emitter, period: str) -> Block:
    """What waits no longer than the period that ends."""
    waits = list(emitter.program.waits.values())
    body: Block = []
    for call in dict.fromkeys(each.call for each in waits if each.period == period):
        gone = tuple(n for n, each in enumerate(waits) if each.call == call and each.period == period)
        slot = column_slot(waiting_column(call))
        left = py.call(emitter.use("still_waiting"), py.slot(slot), py.constants(gone))
        body.append(py.put_all(py.slot(slot), left))
    return body


def _one_default(emitter: Emitter, column: str) -> Const | None:
    """The default of a column if all its things have the same."""
    symbol = emitter.program.fields.get(column)
    known = None if symbol is None else default_column(emitter, symbol)
    if symbol is None or known is None:
        return None
    values = [known[thing] for thing in emitter.analysis.scene.things_of(symbol.kind)]
    alike = all(value == values[0] for value in values)
    return Const(values[0], symbol.type, symbol.span) if alike else None


def _wait(emitter: Emitter, columns: Sequence[str]) -> Block:
    """While a text is left no rule runs: those that read what went back are tested before the next step."""
    mask = sum(rule.mask for rule in emitter.analysis.rules if any(column in rule.watched for column in columns))
    return [*woken(emitter, columns), *([py.add_to_slot("pending", "|", py.const(mask))] if mask else [])]


def _default(emitter: Emitter, column: str) -> Block:
    if column.startswith("next."):
        return []
    target = py.slot(column_slot(column))
    if column not in emitter.program.fields:
        return [py.put_all(target, emitter.column(f"{column}.default", (False,) * column_width(emitter, column)))]
    symbol = emitter.program.fields[column]
    known = default_column(emitter, symbol)
    things = emitter.analysis.scene.things_of(symbol.kind)
    if known is not None and things and things[-1] - things[0] + 1 == len(things):
        own = known[things[0] : things[-1] + 1]
        return [py.put_part(target, py.const(things[0]), py.const(things[-1] + 1), py.constants(own))]
    if known is not None:
        return [py.put_all(target, emitter.column(f"{column}.default", known))]
    return [_each_default(emitter, symbol, thing) for thing in emitter.analysis.scene.things_of(symbol.kind)]


def _each_default(emitter: Emitter, symbol: FieldSymbol, thing: int) -> ast.stmt:
    """The default of one thing, where it depends on what changes."""
    given = symbol.start.get(thing, symbol.default)
    if given is None:
        raise AssertionError("a default that is not given is known")
    with emitter.pinned():
        value = emitter.value(substitute(given, {"it": thing_constant(thing, given.span)}))
    return py.put(py.slot(column_slot(symbol.id)), py.const(thing), value)


def default_column(emitter: Emitter, symbol: FieldSymbol) -> tuple[Any, ...] | None:
    """The defaults of all things, if none of them depends on what changes."""
    texts = [*symbol.start.values(), *([symbol.default] if symbol.default is not None else [])]
    if any(open_parts(emitter, text, ("it",)) != [] for text in texts):
        return None
    values: list[Any] = [0] * column_width(emitter, symbol.id)
    try:
        for thing in emitter.analysis.scene.things_of(symbol.kind):
            values[thing] = emitter.constant.stored(symbol, thing)
    except Unknown:
        return None
    return tuple(values)


def in_period(emitter: Emitter, period: str, unit: str, body: ast.expr, span: Span) -> Block:
    """The text of a procedure or a menu that is a period: put aside, run, put back."""
    columns = [each for each in emitter.analysis.resets[period] if not each.startswith("next.")]
    nested = emitter.analysis.settled.in_cycle(unit) or emitter.analysis.in_effect(unit)
    slots = [column_slot(column) for column in columns]
    before: Block = []
    at_end, unwound = reset(emitter, period, span), reset(emitter, period, span, settle=False)
    if nested:
        running = f"{period}__running"
        emitter.scalars[running] = 0
        saved = py.grouped([py.call(emitter.use("list"), py.slot(slot)) for slot in slots])
        before = [
            py.let("$kept", py.const(None)),
            py.when(py.slot(running), [py.let("$kept", saved), *reset(emitter, period, span, ends=False)]),
            py.add_to_slot(running, "+", py.const(1)),
        ]
        at_end = _back(emitter, period, slots, columns, span, True)
        unwound = _back(emitter, period, slots, columns, span, False)
    run = py.unless_left([py.let("$given", body)], py.name(emitter.use("Leave")), unwound)
    return [*before, run, *at_end, py.give(py.name("$given"))]


def _back(
    emitter: Emitter, period: str, slots: Sequence[str], columns: Sequence[str], span: Span, settle: bool
) -> Block:
    """The end of a period that may stand in another of its name: what that one had comes back."""
    back: Block = [
        py.put_all(py.slot(slot), py.at(py.name("$kept"), py.const(index))) for index, slot in enumerate(slots)
    ]
    defaults = [made for column in columns for made in _default(emitter, column)]
    after = after_change(emitter, columns, None, span) if settle else _wait(emitter, columns)
    return [
        py.add_to_slot(f"{period}__running", "-", py.const(1)),
        py.when(py.compare("is", py.name("$kept"), py.const(None)), defaults, back),
        *_dropped(emitter, period),
        *after,
    ]


def actor(action: ActionSymbol) -> ast.expr:
    """For whom an action counts as taken: the thing whose action it is, else who acts, else the game."""
    if action.owner >= 0:
        return py.const(action.owner)
    acts = any(each.name == "me" and isinstance(each.type, Kind) for each in action.parameters)
    return py.name("me") if acts else py.const(0)


def mark(action: str, thing: ast.expr) -> ast.stmt:
    """Note that an action was taken in this period."""
    return py.put(py.slot(column_slot(f"once.{action}")), thing, py.const(True))


def marked(action: str, thing: ast.expr) -> ast.expr:
    """Whether an action was taken in this period."""
    return py.at(py.slot(column_slot(f"once.{action}")), thing)
