"""Reading fields and what every thing has."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from rulewright.language.analysis.effects import thing_constant
from rulewright.language.analysis.trees import equal, substitute, walk, with_variable
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.kinds import within_kind
from rulewright.language.emit.names import column_slot
from rulewright.language.emit.state import starts
from rulewright.language.emit.truths import tested
from rulewright.language.program import FieldSymbol, ModifierSymbol
from rulewright.language.tree import Const, Expression, Get, Item, Prop, Var
from rulewright.language.types import PLAYER, Bool, Kind, Type
from rulewright.text.spans import Span

Block = list[ast.stmt]
SMALL = 16
"""A derived field of at most so many nodes is written where it is read; a larger one is a function."""

IT, THIS, HELD = "it", "this", "$held"
MANY = 5
"""From so many things on that modify a field alike they are gone through, instead of being written one by one."""


@dataclass(frozen=True, slots=True)
class StoredField:
    """A StoredField is what a field's column holds of a thing, whatever modifies it."""

    field: str
    of: Expression
    type: Type
    span: Span


def stored_field(emitter: Emitter, node: StoredField) -> ast.expr:
    """A column, unmodified."""
    return stored(emitter, node.field, emitter.value(node.of))


def get(emitter: Emitter, node: Get) -> ast.expr:
    """A field of a thing: its column, or the function that computes what reading it gives."""
    symbol = emitter.program.fields[node.field]
    changed = any(each.field == node.field for each in emitter.program.modifiers)
    if symbol.derived is None and not changed:
        return stored(emitter, node.field, emitter.value(node.of))
    if symbol.derived is not None and is_inlined(emitter, node):
        with emitter.pinned(node.span):
            return emitter.value(substitute(symbol.derived, {IT: node.of}))
    return py.call(_reader(emitter, symbol), py.table(), emitter.value(node.of))


def stored(emitter: Emitter, column: str, of: ast.expr) -> ast.expr:
    """What a column holds of a thing."""
    if column in emitter.analysis.mutable:
        return py.at(py.slot(column_slot(column)), of)
    symbol = emitter.program.fields[column]
    things = emitter.analysis.scene.things_of(symbol.kind)
    values = [
        emitter.constant.stored(symbol, each) if each in things else None for each in range(max(things, default=-1) + 1)
    ]
    return py.at(emitter.column(column, tuple(values)), of)


def is_plain(node: Expression) -> bool:
    """Whether an expression may be written several times instead of once."""
    return isinstance(node, Var | Const | Item)


def is_inlined(emitter: Emitter, node: Get) -> bool:
    """Whether a derived field is written where it is read."""
    symbol = emitter.program.fields[node.field]
    changed = any(each.field == node.field for each in emitter.program.modifiers)
    return symbol.derived is not None and not changed and _is_small(symbol.derived) and is_plain(node.of)


def _is_small(node: Expression) -> bool:
    return sum(1 for _ in walk((node,))) <= SMALL


def _reader(emitter: Emitter, symbol: FieldSymbol) -> str:
    """The function that gives a derived or modified field of a thing."""
    name = f"{symbol.id}.now"

    def write() -> None:
        modifiers = [each for each in emitter.program.modifiers if each.field == symbol.id]
        emitter.function(name, [IT], symbol.span, f"field {symbol.id}", lambda: _read(emitter, symbol, modifiers))

    return emitter.helper(name, write)


def _read(emitter: Emitter, symbol: FieldSymbol, modifiers: list[ModifierSymbol]) -> Block:
    derived = symbol.derived
    plain = stored(emitter, symbol.id, py.name(IT)) if derived is None else emitter.value(derived)
    if not modifiers:
        return [py.give(plain)]
    body: Block = [py.let("$v", plain)]
    if isinstance(symbol.type, Bool):
        body += _set_truth(emitter, modifiers)
    else:
        body += _calculated(emitter, symbol, modifiers)
    return [*body, py.give(py.name("$v"))]


def _calculated(emitter: Emitter, symbol: FieldSymbol, modifiers: list[ModifierSymbol]) -> Block:
    """A number with its modifiers, then the field's bounds: those hold only of what something has modified."""
    bounds = _bounded(emitter, symbol)
    ways = [(each, things, _tests(emitter, each)) for each, things in _folded(modifiers)]
    asks = bool(bounds) and all(tests for _, _, tests in ways)
    noted: Block = [py.let(HELD, py.const(True))] if asks else []
    body: Block = [py.let(HELD, py.const(False))] if asks else []
    for op in ("set", "add", "max", "min"):
        for each, things, tests in ways:
            if each.op == op:
                body += _of_each(things, _where(tests, [*_modify(emitter, each), *deepcopy(noted)]))
    return [*body, py.when(py.name(HELD), bounds)] if asks else [*body, *bounds]


def _bounded(emitter: Emitter, symbol: FieldSymbol) -> Block:
    return [
        py.when(py.compare(op, py.name("$v"), emitter.value(bound)), [py.let("$v", emitter.value(bound))])
        for op, bound in (("<", symbol.low), (">", symbol.high))
        if bound is not None
    ]


def _modify(emitter: Emitter, modifier: ModifierSymbol) -> Block:
    amount = emitter.value(_of_its_owner(modifier, modifier.amount))
    match modifier.op:
        case "set":
            return [py.let("$v", amount)]
        case "add":
            return [py.add("$v", "+", amount)]
        case _:
            op = ">" if modifier.op == "max" else "<"
            again = emitter.value(_of_its_owner(modifier, modifier.amount))
            return [py.when(py.compare(op, py.name("$v"), amount), [py.let("$v", again)])]


def _set_truth(emitter: Emitter, modifiers: list[ModifierSymbol]) -> Block:
    """Truths are only set; where several are and differ, false wins."""
    body: Block = [py.let("$set", py.const(None))]
    for each, things in _folded(modifiers):
        amount = emitter.value(_of_its_owner(each, each.amount))
        still = py.compare("is not", py.name("$set"), py.const(False))
        body += _of_each(things, _where(_tests(emitter, each), [py.when(still, [py.let("$set", amount)])]))
    given = py.compare("is not", py.name("$set"), py.const(None))
    return [*body, py.when(given, [py.let("$v", py.name("$set"))])]


def _where(tests: list[ast.expr], change: Block) -> Block:
    return [py.when(py.both(tests), change)] if tests else change


def _folded(modifiers: list[ModifierSymbol]) -> list[tuple[ModifierSymbol, tuple[int, ...]]]:
    """The modifiers in order; those of many things that only differ in the thing as one, of the variable `this`."""
    found: list[tuple[ModifierSymbol, tuple[int, ...]]] = []
    for _, group in groupby(modifiers, lambda each: (each.span, each.kind)):
        own = list(group)
        made = [_of_this(each) for each in own] if len(own) >= MANY else []
        if made and all(equal(_texts(each), _texts(made[0])) for each in made):
            found.append((made[0], tuple(each.owner for each in own)))
        else:
            found += [(each, ()) for each in own]
    return found


def _of_this(modifier: ModifierSymbol) -> ModifierSymbol:
    live, condition = (
        None if text is None else with_variable(text, modifier.owner, THIS)
        for text in (modifier.live, modifier.condition)
    )
    amount = with_variable(modifier.amount, modifier.owner, THIS)
    return replace(modifier, owner=-1, live=live, condition=condition, amount=amount)


def _texts(modifier: ModifierSymbol) -> tuple[Expression | None, ...]:
    return modifier.live, modifier.condition, modifier.amount


def _of_each(things: tuple[int, ...], block: Block) -> Block:
    return [py.each(THIS, py.constants(things), block)] if things else block


def _tests(emitter: Emitter, modifier: ModifierSymbol) -> list[ast.expr]:
    """What must be so for a modifier to hold; empty where it always does."""
    kind = modifier.field.partition(".")[0]
    tests = [within_kind(emitter, modifier.kind, Kind(kind), lambda: py.name(IT))]
    texts = [text for text in (modifier.live, modifier.condition) if text is not None]
    tests += [tested(emitter, _of_its_owner(modifier, text)) for text in texts]
    return [each for each in tests if not (isinstance(each, ast.Constant) and each.value is True)]


def _of_its_owner(modifier: ModifierSymbol, text: Expression) -> Expression:
    """A modifier's text with `this` being the thing it stands on."""
    if modifier.owner < 0:
        return text
    found: Expression = substitute(text, {"this": thing_constant(modifier.owner, modifier.span)})
    return found


def prop(emitter: Emitter, node: Prop) -> ast.expr:
    """What every thing of a built-in kind has."""
    of = emitter.value(node.of)
    match node.name:
        case "at":
            return py.at(py.slot("at"), of)
        case "area" if not emitter.analysis.reader.climbs(node.of.type):
            return py.at(py.slot("at"), of)
        case "area":
            return py.call(emitter.use("area"), py.table(), of)
        case "open" if openness(emitter):
            return open_now(emitter, of)
        case "owner" if node.type == PLAYER:
            return py.call(emitter.use("keeper"), py.table(), _column(emitter, "thing.owner"), of)
        case "owner" | "shown" | "open":
            return py.at(
                _column(emitter, {"owner": "thing.owner", "shown": "shown", "open": "link.open"}[node.name]), of
            )
        case "index":
            return py.call(emitter.use("index"), py.table(), of)
        case "exits" | "entries" if openness(emitter):
            return open_arrows(emitter, _ends_at(emitter, node.name, of))
        case "exits" | "entries":
            return py.call(emitter.use(node.name), py.table(), of)
        case "over":
            return py.compare("is not", py.slot("result"), py.const(None))
        case "winners":
            return py.call(emitter.use("winners"), py.table())
        case _:
            number = range(len(emitter.program.things))
            values = tuple(emitter.constant.property(node.name, thing) for thing in number)
            return py.at(emitter.column(f"thing.{node.name}", values), of)


def _column(emitter: Emitter, column: str) -> ast.expr:
    """What all things have of a kind that texts may set: a slot, or a constant where none does."""
    if column in emitter.analysis.mutable:
        return py.slot(column_slot(column))
    return emitter.column(column, starts(emitter)[column])


# ---- links that modifiers close --------------------------------------------------------------------------------------


def open_arrows(emitter: Emitter, arrows: ast.expr | None = None) -> ast.expr:
    """Those of some arrows, or of all, whose links are open with what modifies that."""
    name = "arrows.open"
    every = emitter.analysis.scene.things_of("arrow")

    def build() -> Block:
        links = tuple(thing.ends[2] for thing in emitter.program.things)
        link = py.at(emitter.column("thing.link", links), py.name("$each"))
        keep = py.do(py.method(py.name("$open"), "append", py.name("$each")))
        loop = py.each("$each", py.name("$ways"), [py.when(open_now(emitter, link), [keep])])
        return [py.let("$open", py.listed([])), loop, py.give(py.name("$open"))]

    emitter.helper(name, partial(_write, emitter, name, "$ways", build))
    return py.call(name, py.table(), py.constants(every) if arrows is None else arrows)


def _ends_at(emitter: Emitter, name: str, of: ast.expr) -> ast.expr:
    """The arrows that begin, or end, at an area, open or not."""
    ends = {each: emitter.program.things[each].ends for each in emitter.analysis.scene.things_of("arrow")}
    areas = range(len(emitter.program.things))
    own = tuple(tuple(each for each in ends if ends[each][name == "entries"] == area) for area in areas)
    return py.at(emitter.column(f"area.{name}", own), of)


def openness(emitter: Emitter) -> list[ModifierSymbol]:
    """The modifiers of whether links are open."""
    return [each for each in emitter.program.modifiers if each.field == "link.open"]


def open_now(emitter: Emitter, of: ast.expr) -> ast.expr:
    """Whether a link is open, with what modifies that."""
    name, modifiers = "link.open.now", openness(emitter)

    def build() -> Block:
        plain = py.at(_column(emitter, "link.open"), py.name(IT))
        return [py.let("$v", plain), *_set_truth(emitter, modifiers), py.give(py.name("$v"))]

    emitter.helper(name, partial(_write, emitter, name, IT, build))
    return py.call(name, py.table(), of)


def _write(emitter: Emitter, name: str, parameter: str, build: Callable[[], Block]) -> None:
    emitter.function(name, [parameter], openness(emitter)[0].span, "field link.open", build)


EXPRESSIONS: Mapping[type, Callable[..., ast.expr]] = {Get: get, Prop: prop, StoredField: stored_field}
