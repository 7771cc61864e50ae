"""Built-ins that hooks answer: a call of one runs as a call of a procedure does, with the built-in as its text.

A call that no hook can mean, as its `if` says, stays what it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial

from rulewright.language.analysis.calls import Answers
from rulewright.language.analysis.effects import called_by
from rulewright.language.analysis.trees import conjuncts
from rulewright.language.emit import python as py
from rulewright.language.emit.calls import write_call
from rulewright.language.emit.emitter import Emitter
from rulewright.language.tree import (
    Ask,
    AsList,
    Builtin,
    Compare,
    Const,
    Expression,
    Filter,
    Given,
    IsKind,
    Keyed,
    Truth,
    Var,
    Word,
)
from rulewright.language.types import THING, Kind, List, Roll, Type

Block = list[ast.stmt]
WHAT, TO = "what", "to"
_TEXT = ">.text"  # ends the names of the functions that carry a built-in out
Arguments = dict[str, Expression | Keyed | tuple[Keyed, ...] | Ask | Word]
Write = Callable[[Emitter, Builtin], ast.expr]


def answered(emitter: Emitter, node: Builtin, write: Write) -> ast.expr | None:
    """The call of a built-in with its hooks; None where none of them can answer it."""
    calls = emitter.analysis.calls
    names = [each for each in called_by(node.name) if each in calls.answers]
    if not names or emitter.code.root.endswith(_TEXT):
        return None
    if node.name == "draw":
        return _draw(emitter, node, write)
    answers = calls.answers[node.name]
    if not _may_answer(emitter, answers, node):
        return None
    match node.name:
        case "move":
            return _move(emitter, node, answers, write)
        case "show" | "shuffle":
            return _of_things(emitter, node, answers, write)
        case _:
            return _of_dice(emitter, node, answers, write)


# ---- which calls a hook can mean -------------------------------------------------------------------------------------


def _may_answer(emitter: Emitter, answers: Answers, node: Builtin) -> bool:
    """Whether a hook, something that waits or a modifier can mean a call, as far as is known before the game."""
    conditions = [hook.condition for own in answers.bits.values() for hook, _ in own]
    conditions += [each.condition for each in answers.waits]
    conditions += [each.condition for each in answers.modifiers]
    return answers.read or any(_may_hold(emitter, each, node) for each in conditions)


def _may_hold(emitter: Emitter, condition: Expression | None, node: Builtin) -> bool:
    return all(_fits(emitter, each, node) for each in conjuncts(condition))


def _fits(emitter: Emitter, test: Expression, node: Builtin) -> bool:
    """Whether a test of what moves, or of where it goes, may hold of a call."""
    match test:
        case Truth(of=Filter(source=Given(name="what"), key=key)) if isinstance(key.body, IsKind):
            what = node.arguments.get(WHAT)
            item = _item(what) if isinstance(what, Expression) else THING
            members = set(emitter.analysis.scene.things_of(key.body.kind))
            return bool(members & set(emitter.analysis.scene.things_of(item.name)))
        case Compare(op="==", left=Given(name="to"), right=Const(value=wanted)):
            to = node.arguments.get(TO)
            return not isinstance(to, Const) or to.value == wanted
        case _:
            return True


def _item(what: Expression) -> Kind:
    of = what.type
    while not isinstance(of, Kind):
        of = of.item if hasattr(of, "item") else THING
    return of


# ---- the calls -------------------------------------------------------------------------------------------------------


def _move(emitter: Emitter, node: Builtin, answers: Answers, write: Write) -> ast.expr:
    what, to = node.arguments[WHAT], node.arguments[TO]
    if not isinstance(what, Expression) or not isinstance(to, Expression):
        raise AssertionError("a move says what and where to")
    end = node.arguments.get("on")
    name = mover(emitter, answers, _item(what), end.name if isinstance(end, Word) else "bottom", write, node)
    given = py.call(emitter.use("list"), emitter.value(_listed(what)))
    number = node.arguments.get("n")
    if isinstance(number, Expression):
        few = py.call(emitter.use("max"), emitter.value(number), py.const(0))
        given = py.call(emitter.use("list"), py.beginning(given, few))
    return py.call(name, py.table(), given, emitter.value(to))


def _listed(what: Expression) -> Expression:
    """What is moved as a list."""
    if isinstance(what.type, List):
        return what
    return AsList(what, List(_item(what)), what.span)


def mover(emitter: Emitter, answers: Answers, kind: Kind, end: str, write: Write, node: Builtin) -> str:
    """The function that moves a list of things of a kind as one call with its hooks."""
    name = f"<move {kind.name} {end}>"
    span = answers.symbol.span if answers.symbol.span.file else node.span

    def make() -> None:
        text = f"{name}.text"
        write_call(emitter, answers, "move", name, [WHAT, TO], text, span)
        own: Arguments = {WHAT: Var(WHAT, List(kind), span), TO: Var(TO, THING, span), "on": Word(end)}
        plain = Builtin("move", own, (), List(kind), span)
        _write_text(emitter, "move", text, [WHAT, TO], lambda: [py.give(write(emitter, plain))], node)

    return emitter.helper(name, make)


def _write_text(
    emitter: Emitter, built_in: str, name: str, parameters: Sequence[str], build: Callable[[], Block], node: Builtin
) -> None:
    emitter.function(name, parameters, node.span, f"hooks {built_in}", build)


def _of_things(emitter: Emitter, node: Builtin, answers: Answers, write: Write) -> ast.expr:
    """A call that shows or shuffles things."""
    what = node.arguments[WHAT]
    if not isinstance(what, Expression):
        raise AssertionError("it says of what")
    others = [each for each in node.arguments if each != WHAT]
    kind = _item(what)
    name = f"<{node.name} {kind.name} {' '.join(others)}>"

    def make() -> None:
        text = f"{name}.text"
        parameters = [WHAT, *others]
        write_call(emitter, answers, node.name, name, parameters, text, node.span)
        own: dict[str, Expression] = {WHAT: Var(WHAT, List(kind), node.span)}
        for each in others:
            argument = node.arguments[each]
            own[each] = Var(each, argument.type if isinstance(argument, Expression) else THING, node.span)
        plain = Builtin(node.name, own, (), node.type, node.span)
        _write_text(emitter, node.name, text, parameters, lambda: [py.give(write(emitter, plain))], node)

    emitter.helper(name, make)
    given = py.call(emitter.use("list"), emitter.value(_listed(what)))
    rest = [emitter.value(argument) for each in others if isinstance(argument := node.arguments[each], Expression)]
    return py.call(name, py.table(), given, *rest)


def _of_dice(emitter: Emitter, node: Builtin, answers: Answers, write: Write) -> ast.expr:
    """A throw, or a throw of some dice again."""
    named = {each: value for each, value in node.arguments.items() if isinstance(value, Expression)}
    words = {each: value for each, value in node.arguments.items() if isinstance(value, Word)}
    facts = [f"fact{number}" for number in range(len(node.facts))]
    thrown = named["roll"].type if "roll" in named else node.type
    die = thrown.die if isinstance(thrown, Roll) else ""
    name = f"<{node.name} {die} {' '.join([*words, *named])}>"
    parameters = [*named, *facts]

    def make() -> None:
        text = f"{name}.text"
        write_call(emitter, answers, node.name, name, parameters, text, node.span)
        types: dict[str, Type] = {each: value.type for each, value in named.items()}
        own = {each: Var(each, type_, node.span) for each, type_ in types.items()}
        kept = tuple(Var(fact, value.type, node.span) for fact, value in zip(facts, node.facts, strict=True))
        plain = Builtin(node.name, {**words, **own}, kept, node.type, node.span)
        _write_text(emitter, node.name, text, parameters, lambda: [py.give(write(emitter, plain))], node)

    emitter.helper(name, make)
    return py.call(name, py.table(), *(emitter.value(each) for each in (*named.values(), *node.facts)))


def _draw(emitter: Emitter, node: Builtin, write: Write) -> ast.expr:
    """A draw as the moves, and the shuffle, that it is made of."""
    source, to = node.arguments["source"], node.arguments[TO]
    number, end = node.arguments.get("n"), node.arguments.get("on")
    if not isinstance(source, Expression) or not isinstance(to, Expression):
        raise AssertionError("a draw says where from and where to")
    where = end.name if isinstance(end, Word) else "bottom"
    move = _plain_or_answered(emitter, node, write, where)
    back = _plain_or_answered(emitter, node, write, "bottom")
    place = Var("$place", Kind("place"), node.span)
    shuffle = "<shuffle place>"

    def make() -> None:
        plain = Builtin("shuffle", {WHAT: AsList(place, List(place.type), node.span)}, (), node.type, node.span)
        build = partial(_shuffled, emitter, plain, write)
        emitter.function(shuffle, ["$place"], node.span, "hooks shuffle", build)

    emitter.helper(shuffle, make)
    drawn = py.const(1) if not isinstance(number, Expression) else emitter.value(number)
    given = [emitter.value(source), emitter.value(to), drawn]
    return py.call(emitter.use("draw_by_moves"), py.table(), *given, py.name(move), py.name(back), py.name(shuffle))


def _shuffled(emitter: Emitter, plain: Builtin, write: Write) -> Block:
    made = answered(emitter, plain, write)
    return [py.do(made if made is not None else write(emitter, plain))]


def _plain_or_answered(emitter: Emitter, node: Builtin, write: Write, end: str) -> str:
    """The function that moves a list: with hooks where some answer a move."""
    answers = emitter.analysis.calls.answers.get("move")
    if answers is not None:
        return mover(emitter, answers, THING, end, write, node)
    name = f"<move plainly {end}>.text"

    def make() -> None:
        own: Arguments = {WHAT: Var(WHAT, List(THING), node.span), TO: Var(TO, THING, node.span), "on": Word(end)}
        plain = Builtin("move", own, (), List(THING), node.span)
        _write_text(emitter, "move", name, [WHAT, TO], lambda: [py.give(write(emitter, plain))], node)

    return emitter.helper(name, make)
