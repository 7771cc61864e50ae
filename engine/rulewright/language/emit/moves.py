"""Moving things: out of one box into another, as one change, then the rules that read where things lie."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from rulewright.language.analysis.promises import surely_kept
from rulewright.language.emit import python as py
from rulewright.language.emit.decisions import argument
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.lists import family_type, first
from rulewright.language.emit.live import relive
from rulewright.language.emit.names import boxes_slot
from rulewright.language.emit.sight import members, sight_of
from rulewright.language.emit.truths import is_something
from rulewright.language.emit.watch import CHANGED, after_change, after_changes
from rulewright.language.tree import AsList, Builtin, Const, Expression, Var, Word
from rulewright.language.types import THING, Kind, List, Maybe, Type
from rulewright.text.spans import Span

Block = list[ast.stmt]


def move(emitter: Emitter, call: Builtin) -> ast.expr:
    """A move of one thing or of a list; it gives what moved."""
    what, to, number = argument(call, "what"), argument(call, "to"), argument(call, "n")
    if what is None or to is None:
        raise AssertionError("a move says what and where to")
    families = emitter.analysis.scene.families_of(what.type)
    on_top = call.arguments.get("on") == Word("top")
    if len(families) != 1:
        return _move_several_kinds(emitter, call, what, to, number)
    one = _one(what)
    if one is not None and number is None:
        return _move_one(emitter, families[0], one, to, on_top, call.span)
    if isinstance(number, Const) and number.value == 1:
        taken = first(emitter, what, py.const(-1))
        return _move_if_any(emitter, families[0], taken, what.type, to, on_top, call.span)
    function = _mover(emitter, families[0], on_top, call.span)
    count = py.const(None) if number is None else emitter.value(number)
    given = [emitter.value(what), emitter.value(to), count]
    if not _is_sure(emitter, what.type, to):
        given = [py.starred(py.call(emitter.use("all_placed"), py.table(), *given))]
    return py.call(function, py.table(), *given)


def _is_sure(emitter: Emitter, what: Type, to: Expression) -> bool:
    """Whether it is known at load that a move keeps all promises of where things lie."""
    analysis = emitter.analysis
    return surely_kept(analysis.scene, analysis.allowed, analysis.mutable, what, to)


def _placed(emitter: Emitter, kind: Type, one: ast.expr, to: Expression) -> list[ast.expr]:
    """A thing and a target as arguments of a move, tested where it is not sure that the one may lie at the other."""
    given = [one, emitter.value(to)]
    if _is_sure(emitter, kind, to):
        return given
    return [py.starred(py.call(emitter.use("placed"), py.table(), *given))]


def _one(what: Expression) -> Expression | None:
    """The thing, or maybe, that stands for the list of what is moved."""
    if isinstance(what, AsList):
        return what.of
    return None if isinstance(what.type, List) else what


def _move_one(emitter: Emitter, family: str, one: Expression, to: Expression, top: bool, span: Span) -> ast.expr:
    if isinstance(one.type, Maybe):
        return _move_if_any(emitter, family, emitter.value(one), one.type, to, top, span)
    given = _placed(emitter, one.type, emitter.value(one), to)
    return py.call(_one_mover(emitter, family, top, span), py.table(), *given)


def _move_if_any(
    emitter: Emitter, family: str, one: ast.expr, kind: Type, to: Expression, top: bool, span: Span
) -> ast.expr:
    kept = emitter.temporary("x")
    given = _placed(emitter, kind, py.name(kept), to)
    moved = py.call(_one_mover(emitter, family, top, span), py.table(), *given)
    return py.choice(is_something(py.keep(kept, one), Maybe(THING)), moved, py.constants(()))


def _waiting(emitter: Emitter) -> str:
    """How functions are told apart that make changes while the effect of a rule may be running."""
    return ".waiting" if emitter.analysis.in_effect(emitter.code.unit) else ""


def _helper(emitter: Emitter, name: str, parameters: Sequence[str], span: Span, build: Callable[[], Block]) -> str:
    """A function for all texts that do the same; its changes are tested as those of the text that needs it."""
    unit = emitter.code.unit

    def write() -> None:
        emitter.function(name, parameters, span, unit, build)

    return emitter.helper(name, write)


def _one_mover(emitter: Emitter, family: str, top: bool, span: Span) -> str:
    """The function that moves one thing of a family."""
    kind = family_type(emitter, family)

    def build() -> Block:
        return [
            *_carry(emitter, family, CHANGED, py.const(0) if top else None),
            *after_change(emitter, emitter.analysis.reader.columns("at", kind), Var(CHANGED, kind, span), span),
            py.give(py.grouped([py.name(CHANGED)])),
        ]

    name = f"move.{family}" + (".top" if top else "") + _waiting(emitter)
    return _helper(emitter, name, [CHANGED, "$to"], span, build)


def _carry(emitter: Emitter, family: str, thing: str, index: ast.expr | None) -> Block:
    """One thing goes from where it lies to `$to`, to the end there or to an index; its face may turn."""
    sight, turned = sight_of(emitter), "shown" in emitter.analysis.reader.columns("at", family_type(emitter, family))
    mixed = any(sight.mixes[holder] for holder in emitter.analysis.scene.holders[family])
    if emitter.watched or (emitter.knows and turned and mixed):
        at = [] if index is None else [index]
        return [py.do(py.call(emitter.use("carry"), py.table(), py.name(thing), py.name("$to"), *at))]
    made: Block = [
        _take_out(family, thing),
        py.put(py.slot("at"), py.name(thing), py.name("$to")),
        _put_in(family, thing, index),
    ]
    if not turned:
        return made
    turns = py.at(emitter.column("place.turns", sight.turns), py.name("$to"))
    turn = py.put(py.slot("shown"), py.name(thing), py.name("$up"))
    faces: Block = [py.let("$up", turns), py.when(py.compare("is not", py.name("$up"), py.const(None)), [turn])]
    if emitter.knows:
        sees = py.at(emitter.column("place.sees", sight.sees), py.name("$to"))
        faces.append(py.let("$k", py.calculate("|", py.at(py.slot("which"), py.name(thing)), sees)))
        faces += [py.put(py.slot(each), py.name(thing), py.name("$k")) for each in ("which", "where")]
    if all(sight.back[each] for each in members(emitter, family)):
        return [*made, *faces]
    back = py.at(emitter.column("thing.back", tuple(map(bool, sight.back))), py.name(thing))
    return [*made, py.when(back, faces)]


def _take_out(family: str, thing: str) -> ast.stmt:
    box = py.at(py.slot(boxes_slot(family)), py.at(py.slot("at"), py.name(thing)))
    return py.do(py.method(box, "remove", py.name(thing)))


def _put_in(family: str, thing: str, index: ast.expr | None) -> ast.stmt:
    box = py.at(py.slot(boxes_slot(family)), py.name("$to"))
    if index is None:
        return py.do(py.method(box, "append", py.name(thing)))
    return py.do(py.method(box, "insert", index, py.name(thing)))


def _mover(emitter: Emitter, family: str, top: bool, span: Span) -> str:
    """The function that moves a list of things of a family, or the first few of it: one change."""
    kind = family_type(emitter, family)

    def build() -> Block:
        given = py.call(emitter.use("list"), py.name("$what"))
        few = py.beginning(py.name("$xs"), py.call(emitter.use("max"), py.name("$n"), py.const(0)))
        moves = _carry(emitter, family, "$x", py.name("$i") if top else None)
        listed = py.each("$x", py.name("$xs"), moves)
        if top:
            listed = py.each_of(("$i", "$x"), py.call(emitter.use("enumerate"), py.name("$xs")), moves)
        return [
            py.let("$xs", given),
            py.when(py.compare("is not", py.name("$n"), py.const(None)), [py.let("$xs", few)]),
            listed,
            py.when(
                py.name("$xs"), after_changes(emitter, emitter.analysis.reader.columns("at", kind), "$xs", kind, span)
            ),
            py.give(py.name("$xs")),
        ]

    name = f"moves.{family}" + (".top" if top else "") + _waiting(emitter)
    return _helper(emitter, name, ["$what", "$to", "$n"], span, build)


def _move_several_kinds(
    emitter: Emitter, call: Builtin, what: Expression, to: Expression, number: Expression | None
) -> ast.expr:
    end = call.arguments.get("on")
    moved = py.call_named(
        emitter.use("move"),
        [py.table(), emitter.value(what), emitter.value(to)],
        {
            "n": py.const(None) if number is None else emitter.value(number),
            "on": py.const(end.name if isinstance(end, Word) else "bottom"),
        },
    )
    return changed(emitter, call, "at", THING, moved)


def changed(emitter: Emitter, call: Builtin, what: str, kind: Type, made: ast.expr) -> ast.expr:
    """A call of a built-in whose result is what it changed, followed by the rules that read that."""
    columns = emitter.analysis.reader.columns(what, kind)
    rules = [rule for rule in emitter.analysis.rules if any(column in rule.watched for column in columns)]
    live = relive(emitter, columns, None)
    if not rules and not live and not _waiting(emitter) and not emitter.watch_all:
        return made
    of = kind.name if isinstance(kind, Kind) else "thing"
    name = f"after.{what}.{of}" + _waiting(emitter)

    def build() -> Block:
        tests = after_changes(emitter, columns, "$xs", kind, call.span)
        return [py.when(py.name("$xs"), tests), py.give(py.name("$xs"))]

    return py.call(_helper(emitter, name, ["$xs"], call.span, build), py.table(), made)
