"""Lists: filters, what is read from each, and what is made of them, as loops that make no list on the way."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from rulewright.language.analysis.evaluate import Unknown
from rulewright.language.analysis.trees import conjuncts, free_variables, substitute, walk
from rulewright.language.emit import python as py
from rulewright.language.emit.constants import open_parts
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.kinds import once, within_kind
from rulewright.language.emit.names import boxes_slot
from rulewright.language.emit.truths import Exists, is_something, tested
from rulewright.language.tree import (
    AsList,
    Builtin,
    Call,
    Const,
    ConstList,
    Contains,
    Dice,
    Each,
    Either,
    Expression,
    Fallback,
    Filter,
    Inside,
    Item,
    Join,
    ListOf,
    Offer,
    Proceed,
    Prop,
    Range,
    Var,
    Without,
)
from rulewright.language.types import Int, Kind, List, Maybe, Type

Block = list[ast.stmt]
Body = Callable[[], Block]
MOST_LOOPS = 8
"""So many readings from each make one function, of two loops each: Python refuses more than 20 inside each other."""


def loop(emitter: Emitter, source: Expression, var: str, body: Body) -> Block:
    """Statements that run `body` for each item of a list, in the variable `var`, without making the list."""
    match source:
        case Filter():
            return _filtered(emitter, source, var, body)
        case Each():
            return _read_from_each(emitter, source, var, body)
        case AsList(of=of):
            return [py.let(var, emitter.value(of)), *_if_something(py.name(var), of.type, body)]
        case Inside(of=of, kind=kind) if len(families := emitter.analysis.scene.families_of(Kind(kind))) == 1:
            test = within_kind(emitter, kind, family_type(emitter, families[0]), lambda: py.name(var))
            inner = body()
            if not isinstance(test, ast.Constant):
                inner = [py.when(test, inner)]
            return [py.each(var, box(emitter, families[0], of), inner)]
        case Range(low=low, high=high):
            return [py.each(var, _span(emitter, low, high), body())]
        case Dice(roll=roll):
            face = emitter.temporary("face")
            emitter.code.faces[var] = face
            faces = py.call(emitter.use("enumerate"), py.at(emitter.value(roll), py.const(0)))
            made = py.each_of((var, face), faces, body())
            del emitter.code.faces[var]
            return [made]
        case _:
            return [py.each(var, emitter.value(source), body())]


def _filtered(emitter: Emitter, node: Filter, var: str, body: Body) -> Block:
    """A filter; what it knows of its items at load is left out of the list beforehand."""
    own = substitute(node.key.body, {node.key.var: Var(var, node.key.item, node.key.span)})
    conditions = conjuncts(own)
    source = node.source
    known = _items_known(emitter, node)
    if known is not None:
        source, conditions = known, [each for each in conditions if open_parts(emitter, each, (var,)) != []]
    if not conditions:
        return loop(emitter, source, var, body)

    def test() -> Block:
        return [py.when(py.both([tested(emitter, each) for each in conditions]), body())]

    return loop(emitter, source, var, test)


def _items_known(emitter: Emitter, node: Filter) -> ConstList | None:
    """The items of a filter that can be told at load to fail none of the conditions which hang on the item alone."""
    try:
        items = emitter.constant.known(node.source) if open_parts(emitter, node.source, ()) == [] else None
        if items is None:
            return None
        key = node.key
        fixed_ones = [each for each in conjuncts(key.body) if open_parts(emitter, each, (key.var,)) == []]
        kept = [item for item in items if all(emitter.constant.known(each, {key.var: item}) for each in fixed_ones)]
    except Unknown:
        return None
    return ConstList(tuple(kept), node.type, node.span)


def _read_from_each(emitter: Emitter, node: Each, var: str, body: Body) -> Block:
    item = emitter.temporary("item")
    key = substitute(node.key.body, {node.key.var: Var(item, node.key.item, node.key.span)})
    numbers = isinstance(node.type, List) and isinstance(node.type.item, Int)
    before: Block = []
    if node.distinct and not numbers:
        seen = emitter.temporary("seen")
        before = [py.let(seen, py.listed([]))]
        body = _once_each(seen, var, body)

    def read() -> Block:
        if node.flat and isinstance(key.type, List):
            return loop(emitter, key, var, body)
        if node.flat:
            return [py.let(var, emitter.value(key)), *_if_something(py.name(var), key.type, body)]
        return [py.let(var, emitter.value(key)), *body()]

    if _loops_in(node) % MOST_LOOPS == 0:
        return [*before, py.each(item, emitter.value(node.source), read())]
    return before + loop(emitter, node.source, item, read)


def _loops_in(node: Expression) -> int:
    """How many readings from each stand inside each other."""
    number = 0
    while isinstance(node, Each | Filter):
        number += isinstance(node, Each)
        node = node.source
    return number


def _once_each(seen: str, var: str, body: Body) -> Body:
    def guarded() -> Block:
        note = py.do(py.method(py.name(seen), "append", py.name(var)))
        return [py.when(py.compare("not in", py.name(var), py.name(seen)), [note, *body()])]

    return guarded


def _if_something(value: ast.expr, kind: Type, body: Body) -> Block:
    return [py.when(is_something(value, kind), body())] if isinstance(kind, Maybe) else body()


def _span(emitter: Emitter, low: Expression, high: Expression) -> ast.expr:
    end = py.const(high.value + 1) if isinstance(high, Const) and high.value is not None else None
    above = end if end is not None else py.calculate("+", emitter.value(high), py.const(1))
    if isinstance(low, Const) and isinstance(high, Const):
        return py.call(emitter.use("range"), emitter.value(low), above)
    return py.call(emitter.use("numbers"), py.table(), emitter.value(low), above)


# ---- what lies somewhere ----


def family_type(emitter: Emitter, family: str) -> Type:
    """The type of which all things of a family are."""
    roots = emitter.analysis.scene.roots_in(family)
    return Kind(roots[0] if len(roots) == 1 else "thing")


def box(emitter: Emitter, family: str, of: Expression) -> ast.expr:
    """What of a family lies at a thing; a live list, or nothing where none of it can lie."""
    holders = emitter.analysis.scene.holders[family]
    boxes = py.at(py.slot(boxes_slot(family)), emitter.value(of))
    if isinstance(of, Const):
        return boxes if of.value in holders else py.constants(())
    kind = of.type
    sure = isinstance(kind, Kind) and set(emitter.analysis.scene.things_of(kind.name)) <= set(holders)
    return boxes if sure else py.either([boxes, py.constants(())])


def inside(emitter: Emitter, node: Inside) -> ast.expr:
    """What lies at a thing: its box, a part of its box, or several boxes."""
    families = emitter.analysis.scene.families_of(Kind(node.kind))
    if len(families) == 1:
        whole = family_type(emitter, families[0])
        members = emitter.analysis.scene.things_of(node.kind)
        if isinstance(whole, Kind) and set(emitter.analysis.scene.things_of(whole.name)) <= set(members):
            return box(emitter, families[0], node.of)
        return collected(emitter, node)
    if not families:
        return py.constants(())
    return py.listed([py.starred(box(emitter, family, node.of)) for family in families])


def fixed(emitter: Emitter, node: Expression) -> ast.expr:
    """A value to be kept: a list that lives on as a box does is copied."""
    made = emitter.value(node)
    return py.call(emitter.use("list"), made) if is_live(node) else made


def is_live(node: Expression) -> bool:
    """Whether an expression may give the list of a box itself, which changes as things move."""
    match node:
        case Inside():
            return True
        case Fallback(left=left, right=right) | Either(yes=left, no=right):
            return isinstance(node.type, List) and (is_live(left) or is_live(right))
        case _:
            return False


# ---- what is made of a list ----


def collected(emitter: Emitter, node: Expression) -> ast.expr:
    """The list itself."""

    def build() -> Block:
        found, var = emitter.temporary("found"), emitter.temporary("it")
        note = py.do(py.method(py.name(found), "append", py.name(var)))
        return [py.let(found, py.listed([])), *loop(emitter, node, var, lambda: [note]), py.give(py.name(found))]

    return emitter.part_of(node, build)


def exists(emitter: Emitter, node: Exists) -> ast.expr:
    """Whether a list has anything in it."""

    def build() -> Block:
        found = loop(emitter, node.source, emitter.temporary("it"), lambda: [py.give(py.const(True))])
        return [*found, py.give(py.const(False))]

    return _unless_empty(emitter, node.source, py.const(False), emitter.part_of(node.source, build))


def first(emitter: Emitter, node: Expression, nothing: ast.expr) -> ast.expr:
    """The first item of a list, or `nothing`."""
    if not _worth_a_loop(node):
        if isinstance(node.type, List) and node.type.length:
            return py.at(emitter.value(node), py.const(0))
        kept = emitter.temporary()
        return py.choice(py.keep(kept, emitter.value(node)), py.at(py.name(kept), py.const(0)), nothing)

    def build() -> Block:
        var = emitter.temporary("it")
        return [*loop(emitter, node, var, lambda: [py.give(py.name(var))]), py.give(nothing)]

    return _unless_empty(emitter, node, ast.Constant(getattr(nothing, "value", -1)), emitter.part_of(node, build))


def counted(emitter: Emitter, node: Expression) -> ast.expr:
    """How many items a list has."""
    if not _worth_a_loop(node):
        return py.call(emitter.use("len"), emitter.value(node))

    def build() -> Block:
        number = emitter.temporary("n")
        body = loop(emitter, node, emitter.temporary("it"), lambda: [py.add(number, "+", py.const(1))])
        return [py.let(number, py.const(0)), *body, py.give(py.name(number))]

    return _unless_empty(emitter, node, py.const(0), emitter.part_of(node, build))


def contains(emitter: Emitter, node: Contains) -> ast.expr:
    """Whether an item is in a list."""
    match node.source:
        case Range(low=low, high=high):

            def between(item: Expression) -> ast.expr:
                sides = [emitter.value(item), emitter.value(high)]
                return ast.Compare(emitter.value(low), [ast.LtE(), ast.LtE()], sides)

            return between(node.item) if isinstance(low, Const) else once(emitter, node.item, between)
        case Inside(of=of, kind=kind):
            families = emitter.analysis.scene.families_of(Kind(kind))
            if isinstance(node.item.type, Kind) and emitter.analysis.scene.families_of(node.item.type) == families:
                return once(emitter, node.item, partial(_lies, emitter, of, kind))
        case ConstList(values=values):
            return _among(emitter, node, values)
    return py.compare("in", emitter.value(node.item), emitter.value(node.source))


def _lies(emitter: Emitter, of: Expression, kind: str, item: Expression) -> ast.expr:
    """Whether a thing lies at another one and is of a kind."""
    lies = py.compare("==", py.at(py.slot("at"), emitter.value(item)), emitter.value(of))
    test = within_kind(emitter, kind, item.type, lambda: emitter.value(item))
    return lies if isinstance(test, ast.Constant) and test.value else py.both([lies, test])


def _among(emitter: Emitter, node: Contains, values: Sequence[int]) -> ast.expr:
    if len(values) > 2 and max(values) - min(values) + 1 == len(values) and not isinstance(node.item.type, Maybe):
        return py.between(py.const(min(values)), emitter.value(node.item), py.const(max(values) + 1))
    return py.compare("in", emitter.value(node.item), py.constants(values))


def _worth_a_loop(node: Expression) -> bool:
    """Whether making a list can be saved."""
    return isinstance(node, Filter | Each)


def _unless_empty(emitter: Emitter, node: Expression, empty: ast.expr, found: ast.expr) -> ast.expr:
    """A call spared where what is looked through is a box that is empty, as most are."""
    while isinstance(node, Filter):
        node = node.source
    if isinstance(node, Inside) and isinstance(node.of, Var | Const | Item | Prop):
        families = emitter.analysis.scene.families_of(Kind(node.kind))
        if len(families) == 1 and not any(name.startswith("$") for name in free_variables(node)):
            return py.choice(box(emitter, families[0], node.of), found, empty)
    return found


# ---- lists made of lists ----


def list_of(emitter: Emitter, node: ListOf) -> ast.expr:
    """A list written out; equal items count once."""
    made = py.listed([emitter.value(each) for each in node.items])
    return made if len(node.items) < 2 else py.call(emitter.use("ordered"), made)


def as_list(emitter: Emitter, node: AsList) -> ast.expr:
    """A list of none or one."""
    if not isinstance(node.of.type, Maybe):
        return py.grouped([emitter.value(node.of)])
    kept = emitter.temporary()
    there = is_something(py.keep(kept, emitter.value(node.of)), node.of.type)
    return py.choice(there, py.grouped([py.name(kept)]), py.constants(()))


def numbers(emitter: Emitter, node: Range) -> ast.expr:
    """The numbers of a range."""
    return _span(emitter, node.low, node.high)


def join(emitter: Emitter, node: Join) -> ast.expr:
    """Two lists one after the other; equal items count once."""
    sides = [py.starred(emitter.value(each)) for each in (node.left, node.right)]
    if _nothing_twice(emitter, node):
        return py.listed(sides)
    return py.call(emitter.use("ordered"), py.grouped(sides))


def _nothing_twice(emitter: Emitter, node: Expression) -> bool:
    """Whether a list surely holds each of its items once without being looked through: what lies somewhere, and of
    kinds that have nothing in common."""
    match node:
        case Inside():
            return True
        case Filter(source=source):
            return _nothing_twice(emitter, source)
        case Join(left=left, right=right, type=List(item=Kind())):
            one, other = (_things_of(emitter, each) for each in (left, right))
            return one.isdisjoint(other) and _nothing_twice(emitter, left) and _nothing_twice(emitter, right)
        case _:
            return False


def _things_of(emitter: Emitter, node: Expression) -> frozenset[int]:
    """The things that a list of things may hold, by its type."""
    match node.type:
        case List(item=Kind(name=name)):
            return frozenset(emitter.analysis.scene.things_of(name))
        case _:
            return frozenset()


def without(emitter: Emitter, node: Without) -> ast.expr:
    """The items of one list that are not in another; a box is copied where the other's making may change it."""
    calls = any(isinstance(each, Call | Builtin | Offer | Proceed) for each in walk(node.right))
    left = fixed(emitter, node.left) if calls else emitter.value(node.left)
    return py.call(emitter.use("without"), left, emitter.value(node.right))


EXPRESSIONS: Mapping[type, Callable[..., ast.expr]] = {
    Inside: inside,
    Filter: collected,
    Each: collected,
    Exists: exists,
    Contains: contains,
    ListOf: list_of,
    AsList: as_list,
    Range: numbers,
    Join: join,
    Without: without,
}
