"""Putting questions: options that are the same are offered once, and a single mandatory one is not asked for."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from rulewright.language.analysis.sight import seen
from rulewright.language.analysis.trees import parts
from rulewright.language.emit import python as py
from rulewright.language.emit.constants import extended
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.lists import fixed, loop
from rulewright.language.emit.rolls import face_of
from rulewright.language.emit.sameness import made_as, sameness
from rulewright.language.emit.symbols import of_dice
from rulewright.language.emit.truths import nothing, tested
from rulewright.language.tree import (
    Ask,
    Builtin,
    Dice,
    DieProp,
    Expression,
    Filter,
    Inside,
    Keyed,
    Range,
    Symbols,
    Var,
    Word,
)
from rulewright.language.types import Die, Int, Kind, List, Maybe, Roll, Type
from rulewright.text.spans import Span

Block = list[ast.stmt]
DICE = "$die"


def decide(emitter: Emitter, prompt: int, seat: ast.expr, options: ast.expr) -> ast.expr:
    """A question put to a seat, with the values that its texts show."""
    shown = [values_shown(emitter, prompt)] if emitter.program.prompts[prompt].variables else []
    return py.call(py.slot("decide"), py.const(prompt), seat, options, *shown)


def forced(emitter: Emitter, prompt: int, decider: Expression, option: ast.expr) -> ast.expr:
    """The only option, which is taken without asking; where games are watched it reads as if it had been asked for."""
    if not emitter.watched:
        return option
    given = [py.const(prompt), emitter.value(decider), option, values_shown(emitter, prompt)]
    return py.call(emitter.use("only"), py.table(), *given)


def values_shown(emitter: Emitter, prompt: int) -> ast.expr:
    """The values that the texts of a prompt show."""
    return py.grouped([py.name(each) for each in emitter.program.prompts[prompt].variables])


def is_blind(emitter: Emitter, decider: Expression | None, source: Expression) -> bool:
    """Whether who decides may not know the faces of all that a list holds."""
    analysis = emitter.analysis
    return emitter.knows and not seen(emitter.program, analysis.scene, analysis.mutable, decider, source)


def in_line(emitter: Emitter, decider: Expression, source: Expression) -> ast.expr:
    """A list to choose from, in an order that tells who decides nothing new."""
    made = fixed(emitter, source)
    if not is_blind(emitter, decider, source):
        return made
    return py.call(emitter.use("lined"), py.table(), made, emitter.value(decider))


def _known_keys(emitter: Emitter, source: Expression) -> ast.expr:
    """The function that tells known items apart; None where no two are the same."""
    twin = _twin(emitter, source)
    return py.const(None) if twin is None else py.name(_keys_of(emitter, twin))


def argument(call: Builtin, name: str) -> Expression | None:
    """An argument of a built-in that is an expression."""
    found = call.arguments.get(name)
    return None if isinstance(found, Keyed | tuple | Ask | Word) else found


def asked(call: Builtin) -> Ask:
    """The prompt of a built-in that decides."""
    found = call.arguments["prompt"]
    if not isinstance(found, Ask):
        raise AssertionError("a decision has a prompt")
    return found


def pick(emitter: Emitter, call: Builtin) -> ast.expr:
    """One item of a list, or several."""
    ask = asked(call)
    source = argument(call, "xs")
    if source is None:
        raise AssertionError("a pick has a list")
    if "n" in call.arguments:
        return _pick_several(emitter, call, ask, source)
    return pick_one(emitter, ask.prompt, ask.decider, source, _may(emitter, call))


def _may(emitter: Emitter, call: Builtin) -> ast.expr | bool:
    may = argument(call, "may")
    if may is None:
        return False
    made = tested(emitter, may)
    return bool(made.value) if isinstance(made, ast.Constant) else made


def pick_one(emitter: Emitter, prompt: int, decider: Expression, source: Expression, may: ast.expr | bool) -> ast.expr:
    """One item of a list; none of an empty one, or where `may` lets the decider say none."""
    if is_blind(emitter, decider, source):
        wanted = py.const(may) if isinstance(may, bool) else may
        given = [py.const(prompt), emitter.value(source), _known_keys(emitter, source), emitter.value(decider), wanted]
        return py.call(emitter.use("pick_blind"), py.table(), *given, values_shown(emitter, prompt))
    kept = emitter.temporary("o")
    none = partial(nothing, Maybe(_item(source.type)))
    last = None if _item(source.type) == Int() else -1
    more = extended(emitter, source, last) if may is True and _twin(emitter, source) is None else None
    if more is not None and not emitter.watched:
        enough = py.compare(">", py.call(emitter.use("len"), py.keep(kept, more)), py.const(1))
        question = decide(emitter, prompt, emitter.value(decider), py.name(kept))
        return py.choice(enough, question, none())
    offered = options(emitter, source)
    if may is not False:
        wanted = py.const(True) if may is True else may
        offered = py.call(emitter.use("or_none"), offered, none(), wanted)
    sure = _sure(source) and may is False
    return pick_among(emitter, prompt, emitter.value(decider), kept, offered, None if sure else none())


def pick_among(
    emitter: Emitter, prompt: int, seat: ast.expr, kept: str, offered: ast.expr, none: ast.expr | None
) -> ast.expr:
    """The choice among options, the only one without asking; `none` is what no option gives, left out where one is."""
    if emitter.watched:
        given = [py.const(prompt), offered, seat, values_shown(emitter, prompt), none or py.const(None)]
        return py.call(emitter.use("choice"), py.table(), *given)
    enough = py.compare(">", py.call(emitter.use("len"), py.keep(kept, offered)), py.const(1))
    only: ast.expr = py.at(py.name(kept), py.const(0))
    if none is not None:
        only = py.choice(py.name(kept), only, none)
    return py.choice(enough, decide(emitter, prompt, seat, py.name(kept)), only)


def _sure(source: Expression) -> bool:
    return isinstance(source.type, List) and source.type.length > 0


def _item(kind: Type) -> Type:
    return kind.item if isinstance(kind, List) else kind


def _pick_several(emitter: Emitter, call: Builtin, ask: Ask, source: Expression) -> ast.expr:
    number = argument(call, "n")
    if isinstance(number, Range):
        low, high = emitter.value(number.low), emitter.value(number.high)
    elif number is not None:
        low, high = emitter.value(number), py.const(None)
    else:
        raise AssertionError("`n` is a number or a range")
    shown = values_shown(emitter, ask.prompt)
    twin = _twin(emitter, source)
    prompt, seat = py.const(ask.prompt), emitter.value(ask.decider)
    if is_blind(emitter, ask.decider, source):
        given = [prompt, emitter.value(source), _known_keys(emitter, source), seat, low, high, shown]
        return py.call(emitter.use("several_blind"), py.table(), *given)
    if twin == DICE and _by_face_alone(emitter, source):
        roll = py.name(_roll(source).name)
        dice = _faces_counted(emitter, source)
        return py.call(emitter.use("several_dice"), py.table(), prompt, roll, dice, seat, low, high, shown)
    made = emitter.value(source)
    items = emitter.temporary("o")
    keys = _keys(emitter, source, twin, py.name(items))
    return py.call(emitter.use("several"), py.table(), prompt, py.keep(items, made), keys, seat, low, high, shown)


def ask_yes_or_no(emitter: Emitter, call: Builtin) -> ast.expr:
    """Yes or no."""
    ask = asked(call)
    return decide(emitter, ask.prompt, emitter.value(ask.decider), py.constants((True, False)))


def ask_order(emitter: Emitter, call: Builtin) -> ast.expr:
    """A list as the decider orders it."""
    ask, source = asked(call), argument(call, "xs")
    if source is None:
        raise AssertionError("what is ordered may not be left out")
    prompt, seat, shown = py.const(ask.prompt), emitter.value(ask.decider), values_shown(emitter, ask.prompt)
    if is_blind(emitter, ask.decider, source):
        given = [prompt, emitter.value(source), _known_keys(emitter, source), seat, shown]
        return py.call(emitter.use("arrange_blind"), py.table(), *given)
    items = emitter.temporary("o")
    made = py.keep(items, emitter.value(source))
    alike = _keys(emitter, source, _twin(emitter, source), py.name(items))
    return py.call(emitter.use("arrange"), py.table(), prompt, made, alike, seat, shown)


def twin_of(emitter: Emitter, source: Expression) -> str:
    """The kind whose things may be the same as others of it in a list; empty where no two items can be."""
    twin = _twin(emitter, source)
    return "" if twin is None or twin == DICE else twin


def told_apart(emitter: Emitter, decider: Expression, source: Expression, var: str) -> ast.expr | None:
    """What tells the item of a loop over a list from others for who decides; None where that is the item itself."""
    twin = _twin(emitter, source)
    if is_blind(emitter, decider, source):
        one = py.listed([py.name(var)])
        keys = py.call(emitter.use("keys"), py.table(), one, emitter.value(decider), _known_keys(emitter, source))
        return py.at(keys, py.const(0))
    if twin == DICE:
        return face_of(emitter, _roll(source), Var(var, source.type, source.span))
    return None if twin is None else sameness(emitter, twin, var, False)


# ---- which options are the same ----


def options(emitter: Emitter, source: Expression) -> ast.expr:
    """A list of options without those that are the same as an earlier one."""
    twin = _twin(emitter, source)
    if twin is None:
        return emitter.value(source)
    if twin == DICE:
        return _one_a_face(emitter, source)
    return py.call(_distinct(emitter, twin, _at_one_spot(source)), py.table(), emitter.value(source))


def _one_a_face(emitter: Emitter, source: Expression) -> ast.expr:
    """The first die of each face."""

    def build() -> Block:
        def note() -> Block:
            face = py.let("$f", face_of(emitter, _roll(source), Var("$d", source.type, source.span)))
            first: Block = [
                py.do(py.method(py.name("$seen"), "append", py.name("$f"))),
                py.do(py.method(py.name("$found"), "append", py.name("$d"))),
            ]
            return [face, py.when(py.compare("not in", py.name("$f"), py.name("$seen")), first)]

        before: Block = [py.let("$seen", py.listed([])), py.let("$found", py.listed([]))]
        return [*before, *loop(emitter, source, "$d", note), py.give(py.name("$found"))]

    return emitter.part_of((source, _roll(source)), build)


def _by_face_alone(emitter: Emitter, source: Expression) -> bool:
    """Whether dice are in a list or not by the face that they show, so that all of a face are in it or none."""
    while isinstance(source, Filter):
        if not _sees_face_alone(emitter, source.key.body, source.key.var):
            return False
        source = source.source
    return isinstance(source, Dice)


def _sees_face_alone(emitter: Emitter, node: Any, die: str) -> bool:
    match node:
        case Var(name=name):
            return name != die
        case Symbols(symbol=symbol) if of_dice(emitter, symbol):
            return False
        case Symbols(die=Var(name=name)) | DieProp(name="face", die=Var(name=name)) if name == die:
            return True
        case _:
            return all(_sees_face_alone(emitter, part, die) for part in parts(node))


def _faces_counted(emitter: Emitter, source: Expression) -> ast.expr:
    """The faces of some dice, in order of first appearance; the first die of each; how many there are of each."""
    faces, firsts, sizes = "$faces", "$firsts", "$sizes"

    def build() -> Block:
        def note() -> Block:
            die = Var("$d", source.type, source.span)
            again = py.method(py.name(faces), "index", face_of(emitter, _roll(source), die))
            more = py.change(py.name(sizes), again, "+", py.const(1))
            found = face_of(emitter, _roll(source), die), py.name("$d"), py.const(1)
            new: Block = [
                py.do(py.method(py.name(into), "append", each))
                for into, each in zip((faces, firsts, sizes), found, strict=True)
            ]
            known = py.compare("in", face_of(emitter, _roll(source), die), py.name(faces))
            return [py.when(known, [more], new)]

        before: Block = [py.let(each, py.listed([])) for each in (faces, firsts, sizes)]
        found = py.grouped([py.name(each) for each in (faces, firsts, sizes)])
        return [*before, *loop(emitter, source, "$d", note), py.give(found)]

    return emitter.part_of((source, _roll(source)), build)


def _roll(source: Expression) -> Var:
    """The roll whose dice a list holds."""
    item = _item(source.type)
    if not isinstance(item, Die):
        raise AssertionError("only dice have a roll")
    return Var(item.roll, Roll(item.die), source.span)


def _twin(emitter: Emitter, source: Expression) -> str | None:
    """The kind whose things may be the same as others of it; `$die` for dice; None where no two items can be."""
    item = _item(source.type)
    match item:
        case Die():
            return DICE
        case Kind(name=kind):
            things = emitter.analysis.scene.things_of(kind)
            known = [made_as(emitter.program.things[each]) for each in things]
            return kind if len(set(known)) < len(known) else None
        case _:
            return None


def _at_one_spot(source: Expression) -> bool:
    """Whether all options surely lie at one spot."""
    while isinstance(source, Filter):
        source = source.source
    return isinstance(source, Inside)


def _distinct(emitter: Emitter, kind: str, here: bool) -> str:
    """The function that leaves out of a list what is the same as something before it."""
    name = f"distinct.{kind}" + (".here" if here else "")

    def build() -> Block:
        one, seen, found, key = "$x", "$seen", "$found", "$key"
        few = py.compare("<", py.call(emitter.use("len"), py.name("$xs")), py.const(2))
        note: Block = [
            py.do(py.method(py.name(seen), "append", py.name(key))),
            py.do(py.method(py.name(found), "append", py.name(one))),
        ]
        body: Block = [
            py.let(key, sameness(emitter, kind, one, here)),
            py.when(py.compare("not in", py.name(key), py.name(seen)), note),
        ]
        return [
            py.when(few, [py.give(py.name("$xs"))]),
            py.let(seen, py.listed([])),
            py.let(found, py.listed([])),
            py.each(one, py.name("$xs"), body),
            py.give(py.name(found)),
        ]

    span = _span(emitter, kind)
    return emitter.helper(name, lambda: _write(emitter, name, ["$xs"], span, build))


def _write(emitter: Emitter, name: str, parameters: Sequence[str], span: Span, build: Callable[[], Block]) -> None:
    emitter.function(name, parameters, span, name, build)


def _span(emitter: Emitter, kind: str) -> Span:
    """Where a function that serves all things of a kind stands."""
    symbol = emitter.program.kinds.get(kind)
    if symbol is not None and symbol.span.file:
        return symbol.span
    return next(each.span for each in emitter.program.routines.values())


def _keys(emitter: Emitter, source: Expression, twin: str | None, items: ast.expr) -> ast.expr:
    """What tells the items of a list apart; None where no two are the same."""
    if twin is None:
        return py.const(None)
    if twin != DICE:
        return py.call(_keys_of(emitter, twin), py.table(), items)
    return py.call(emitter.use("faces_of"), py.name(_roll(source).name), items)


def keys_function(emitter: Emitter, option: Type) -> str:
    """The function that gives what tells options of a type apart; empty where no two can be the same."""
    item = option.item if isinstance(option, List | Maybe) else option
    if not isinstance(item, Kind):
        return ""
    things = emitter.analysis.scene.things_of(item.name)
    definitions = [emitter.program.things[each].definition for each in things]
    return _keys_of(emitter, item.name) if len(set(definitions)) < len(definitions) else ""


def _keys_of(emitter: Emitter, twin: str) -> str:
    """The function that gives what tells the things of a kind apart."""
    name = f"keys.{twin}"

    def build() -> Block:
        note = py.do(py.method(py.name("$found"), "append", sameness(emitter, twin, "$x", False)))
        return [py.let("$found", py.listed([])), py.each("$x", py.name("$xs"), [note]), py.give(py.name("$found"))]

    return emitter.helper(name, lambda: _write(emitter, name, ["$xs"], _span(emitter, twin), build))
