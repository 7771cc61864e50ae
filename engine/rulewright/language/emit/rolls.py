"""Rolls: a list of faces, the bonuses, the facts that some text reads, and the flags of dice thrown again.

A face is numbered over all kinds of dice, so that it tells its die. A fact that its dice do not carry is `...`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from rulewright.language.analysis.evaluate import OPERATIONS
from rulewright.language.compiled import ALL
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.names import die_slot
from rulewright.language.emit.reads import is_plain
from rulewright.language.emit.symbols import ROLL, of_dice, of_roll, on_die, on_roll
from rulewright.language.tree import (
    Ask,
    Builtin,
    Compare,
    Const,
    Dice,
    DieProp,
    Expression,
    Fact,
    Keyed,
    PutFace,
    PutSymbol,
    RollSum,
    Symbols,
    Var,
    Word,
)
from rulewright.language.types import INT, Die, Enum, Maybe, Roll, Type
from rulewright.text.spans import Span

Block = list[ast.stmt]
FACES, FIRST = 0, 1
MOST_WRITTEN_OUT = 8


def first_face(emitter: Emitter, die: str) -> int:
    """The number of a die's first face among those of all dice."""
    dice = list(emitter.program.dice.values())
    return sum(len(each.faces) for each in dice[: [each.id for each in dice].index(die)])


def sides(emitter: Emitter, die: str) -> tuple[int, ...]:
    """The face that each side of a die shows."""
    offset = first_face(emitter, die)
    return tuple(offset + face for face in emitter.program.dice[die].sides)


def symbol_counts(emitter: Emitter, symbol: str) -> tuple[int, ...]:
    """How often each face, over all dice, shows a symbol."""
    counts: list[int] = []
    for die in emitter.program.dice.values():
        counts += die.symbols.get(symbol, (0,) * len(die.faces))
    return tuple(counts)


def bonus_index(emitter: Emitter, symbol: str) -> int | None:
    """Where a roll keeps the bonus on a symbol; None where no text gives one."""
    bonuses = emitter.analysis.bonuses
    return FIRST + bonuses.index(symbol) if symbol in bonuses else None


def fact_index(emitter: Emitter, name: str) -> int:
    """Where a roll keeps a fact."""
    return FIRST + len(emitter.analysis.bonuses) + emitter.analysis.facts.index(name)


def _die_kind(kind: Type) -> str:
    match kind:
        case Maybe(item=Roll(die=die)) | Roll(die=die) | Die(die=die):
            return die
        case _:
            return ""


def symbols(emitter: Emitter, node: Symbols) -> ast.expr:
    """How often a symbol shows on a die, or on all dice of a roll with its bonus."""
    counts = symbol_counts(emitter, node.symbol)
    if of_dice(emitter, node.symbol) or of_roll(emitter, node.symbol):
        return _modified(emitter, node, counts)
    if node.die is not None:
        return py.at(py.constants(counts), face_of(emitter, node.roll, node.die))
    total = _total(emitter, node)
    if node.symbol in emitter.analysis.negative:
        return py.call(emitter.use("max"), total, py.const(0))
    return total


def _modified(emitter: Emitter, node: Symbols, counts: tuple[int, ...]) -> ast.expr:
    """A symbol that modifiers change."""
    symbol, die = node.symbol, ""
    if of_dice(emitter, symbol):
        faces = {
            each: (first_face(emitter, each), first_face(emitter, each) + len(own.faces))
            for each, own in emitter.program.dice.items()
        }
        die = on_die(emitter, symbol, counts, faces)
    if node.die is not None:
        if not die:
            return py.at(py.constants(counts), face_of(emitter, node.roll, node.die))
        return py.call(die, py.table(), emitter.value(node.roll), emitter.value(node.die))
    roll = Var(ROLL, Roll(), node.span)
    plain = _total(emitter, Symbols(roll, None, symbol, INT, node.span))
    if die:
        every = py.call(emitter.use("range"), py.call(emitter.use("len"), py.at(py.name(ROLL), py.const(FACES))))
        one = py.call(die, py.table(), py.name(ROLL), py.name("$d"))
        comprehension = ast.comprehension(ast.Name("$d", ast.Store()), every, [], 0)
        plain = py.call(emitter.use("sum"), ast.ListComp(one, [comprehension]))
        index = bonus_index(emitter, symbol)
        if index is not None:
            plain = py.calculate("+", plain, py.at(py.name(ROLL), py.const(index)))
    return py.call(on_roll(emitter, symbol, plain, node.span), py.table(), emitter.value(node.roll))


def _total(emitter: Emitter, node: Symbols) -> ast.expr:
    """The symbols on all dice and the bonus, which may be below 0."""
    counts = symbol_counts(emitter, node.symbol)
    die = _die_kind(node.roll.type)
    first = first_face(emitter, die) if die else 0
    faces = range(first, first + len(emitter.program.dice[die].faces) if die else len(counts))
    showing = [face for face in faces if counts[face]]
    read = _reader(emitter, node.roll)
    terms: list[ast.expr]
    if len(showing) > MOST_WRITTEN_OUT:
        terms = [py.call(emitter.use("symbols_on"), py.at(read(), py.const(FACES)), py.constants(counts))]
    else:
        terms = [_shown(read(), face, counts[face]) for face in showing]
    index = bonus_index(emitter, node.symbol)
    if index is not None:
        terms.append(py.at(read(), py.const(index)))
    if not terms:
        return py.const(0) if is_plain(node.roll) else py.at(py.grouped([read(), py.const(0)]), py.const(1))
    total = terms[0]
    for each in terms[1:]:
        total = py.calculate("+", total, each)
    return total


def _reader(emitter: Emitter, roll: Expression) -> Callable[[], ast.expr]:
    """What reads a roll, again and again: one that is thrown where it is read is thrown once, and kept."""
    if is_plain(roll):
        return lambda: emitter.value(roll)
    kept = ""

    def read() -> ast.expr:
        nonlocal kept
        if kept:
            return py.name(kept)
        kept = emitter.temporary("roll")
        return py.keep(kept, emitter.value(roll))

    return read


def _shown(roll: ast.expr, face: int, times: int) -> ast.expr:
    number = py.method(py.at(roll, py.const(FACES)), "count", py.const(face))
    return number if times == 1 else py.calculate("*", number, py.const(times))


def symbol_compared(emitter: Emitter, node: Compare) -> ast.expr | None:
    """Python for how a symbol's count on one die compares with a number, where one face tells; else None."""
    shown, number = node.left, node.right
    if not isinstance(shown, Symbols) or shown.die is None or not isinstance(number, Const) or number.value is None:
        return None
    if of_dice(emitter, shown.symbol):
        return None
    counts = symbol_counts(emitter, shown.symbol)
    kind = _die_kind(shown.roll.type)
    first = first_face(emitter, kind) if kind else 0
    faces = range(first, first + len(emitter.program.dice[kind].faces) if kind else len(counts))
    holds = [face for face in faces if OPERATIONS[node.op](counts[face], number.value)]
    for op, told in (("==", holds), ("!=", [face for face in faces if face not in holds])):
        if len(told) == 1:
            return py.compare(op, face_of(emitter, shown.roll, shown.die), py.const(told[0]))
    return None


def face_of(emitter: Emitter, roll: Expression, die: Expression) -> ast.expr:
    """The face that a die shows; in a loop over the dice of a roll it is at hand."""
    if isinstance(die, Var) and die.name in emitter.code.faces:
        return py.name(emitter.code.faces[die.name])
    return py.at(py.at(emitter.value(roll), py.const(FACES)), emitter.value(die))


def die_prop(emitter: Emitter, node: DieProp) -> ast.expr:
    """The face of a die, or whether it was thrown again."""
    if node.name == "face":
        face = face_of(emitter, node.roll, node.die)
        offset = _offset(emitter, node.type)
        return py.calculate("-", face, py.const(offset)) if offset else face
    return py.at(py.at(emitter.value(node.roll), py.const(-1)), emitter.value(node.die))


def fact(emitter: Emitter, node: Fact) -> ast.expr:
    """A fact that a roll carries."""
    return py.at(emitter.value(node.roll), py.const(fact_index(emitter, node.name)))


def rolls_as_one(emitter: Emitter, node: RollSum) -> ast.expr:
    """Two rolls as one, a new one."""
    sides = [emitter.value(each) for each in (node.left, node.right)]
    return py.call(emitter.use("rolls_as_one"), py.table(), *sides)


def dice(emitter: Emitter, node: Dice) -> ast.expr:
    """The dice of a roll, as positions."""
    faces = py.at(emitter.value(node.roll), py.const(FACES))
    return py.call(emitter.use("range"), py.call(emitter.use("len"), faces))


def put_symbol(emitter: Emitter, node: PutSymbol) -> Block:
    """A bonus on a symbol. A number that is set becomes the bonus which makes the symbol show so often."""
    index = bonus_index(emitter, node.symbol)
    if index is None:
        raise AssertionError("a bonus that is given has its place")
    value = emitter.value(node.value)
    if node.op == "=":
        value = py.calculate("-", value, _total(emitter, Symbols(node.roll, None, node.symbol, INT, node.span)))
    op = "-" if node.op == "-=" else "+"
    return [py.change(emitter.value(node.roll), py.const(index), op, value)]


def put_face(emitter: Emitter, node: PutFace) -> Block:
    """A die is turned."""
    faces = py.at(emitter.value(node.roll), py.const(FACES))
    value, offset = emitter.value(node.value), _offset(emitter, node.value.type)
    return [py.put(faces, emitter.value(node.die), py.calculate("+", value, py.const(offset)) if offset else value)]


def _offset(emitter: Emitter, kind: Type) -> int:
    """The number of the first face of the die whose faces are the values of an enum."""
    return first_face(emitter, kind.name.removesuffix(".face")) if isinstance(kind, Enum) else 0


def thrown(emitter: Emitter, call: Builtin) -> ast.expr:
    """A new roll of some dice of a kind."""
    die = _die_kind(call.type)
    number = argument(call, "n")
    facts = dict(zip((name for name, _ in emitter.program.dice[die].facts), call.facts, strict=True))
    kept = [emitter.value(facts[name]) if name in facts else py.const(...) for name in emitter.analysis.facts]
    bonuses: list[ast.expr] = [py.const(0) for _ in emitter.analysis.bonuses]
    to = argument(call, "to") if "to" in call.arguments else None
    seat = emitter.temporary("to")
    if to is None:
        faces = _new_faces(emitter, die, number)
    else:
        given = [py.const(die), emitter.value(number), py.keep(seat, emitter.value(to))]
        faces = py.call(emitter.use("thrown_for"), py.table(), *given)
    length: ast.expr = py.const(number.value) if isinstance(number, Const) else py.const(0)
    if emitter.analysis.flags and not isinstance(number, Const):
        name = emitter.temporary("faces")
        faces, length = py.keep(name, faces), py.call(emitter.use("len"), py.name(name))
    parts: list[ast.expr] = [faces, *bonuses, *kept]
    if emitter.analysis.secret:
        parts.append(py.const(ALL) if to is None else ast.BinOp(py.const(1), ast.LShift(), py.name(seat)))
    if emitter.analysis.flags:
        parts.append(py.calculate("*", py.listed([py.const(False)]), length))
    made = py.listed(parts)
    return py.call(emitter.use("told"), py.table(), made) if emitter.watched else made


def argument(call: Builtin, name: str) -> Expression:
    """An argument that is an expression."""
    found = call.arguments[name]
    if isinstance(found, Keyed | tuple | Ask | Word):
        raise AssertionError(f"`{name}` is an expression")
    return found


def _new_faces(emitter: Emitter, die: str, number: Expression) -> ast.expr:
    if isinstance(number, Const) and isinstance(number.value, int) and number.value <= MOST_WRITTEN_OUT:
        kept = emitter.temporary("draw")
        first = py.keep(kept, py.slot(die_slot(die)))
        return py.listed([_new_face(emitter, die, py.name(kept) if each else first) for each in range(number.value)])

    def build() -> Block:
        note = py.do(py.method(py.name("$faces"), "append", _new_face(emitter, die)))
        times = py.call(emitter.use("dice"), py.table(), py.name("$n"))
        return [py.let("$faces", py.listed([])), py.each("$_", times, [note]), py.give(py.name("$faces"))]

    name = f"throw.{die}"
    span = emitter.program.dice[die].span
    emitter.helper(name, lambda: _write(emitter, name, ["$n"], span, build))
    return py.call(name, py.table(), emitter.value(number))


def _new_face(emitter: Emitter, die: str, draw: ast.expr | None = None) -> ast.expr:
    """A face drawn from the stream of the die, or by `draw`, which is that stream."""
    faces = sides(emitter, die)
    slot = die_slot(die)
    emitter.luck[slot] = f"die {die}"
    drawn = py.call(draw if draw is not None else py.slot(slot))
    number = py.call(emitter.use("int"), py.calculate("*", drawn, py.const(len(faces))))
    return py.at(py.constants(faces), number)


def thrown_again(emitter: Emitter, call: Builtin) -> ast.expr:
    """Some dice of a roll thrown again."""
    roll, dice_ = argument(call, "roll"), argument(call, "dice")
    die = _die_kind(roll.type)
    if not die or emitter.analysis.secret:
        return py.call(emitter.use("reroll"), py.table(), emitter.value(roll), emitter.value(dice_))
    name = f"reroll.{die}"
    told = [py.do(py.call(emitter.use("told"), py.table(), py.name("$roll")))] if emitter.watched else []

    def build() -> Block:
        body: Block = [py.put(py.name("$faces"), py.name("$d"), _new_face(emitter, die))]
        if emitter.analysis.flags:
            body.append(py.put(py.at(py.name("$roll"), py.const(-1)), py.name("$d"), py.const(True)))
        faces = py.let("$faces", py.at(py.name("$roll"), py.const(FACES)))
        return [faces, py.each("$d", py.name("$dice"), body), *told]

    span = emitter.program.dice[die].span
    emitter.helper(name, lambda: _write(emitter, name, ["$roll", "$dice"], span, build))
    return py.call(name, py.table(), emitter.value(roll), emitter.value(dice_))


def _write(emitter: Emitter, name: str, parameters: list[str], span: Span, build: Callable[[], Block]) -> None:
    emitter.function(name, parameters, span, name, build)


EXPRESSIONS: Mapping[type, Callable[..., ast.expr]] = {
    Symbols: symbols,
    Fact: fact,
    Dice: dice,
    DieProp: die_prop,
    RollSum: rolls_as_one,
}
STATEMENTS: Mapping[type, Callable[..., Block]] = {PutSymbol: put_symbol, PutFace: put_face}
