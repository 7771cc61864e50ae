"""Statements that change no field: locals, branches, loops, calls, choices between named options."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from rulewright.language.analysis.effects import unit_of
from rulewright.language.emit import python as py
from rulewright.language.emit.constants import folded
from rulewright.language.emit.decisions import decide, forced, in_line
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.lists import fixed, is_live
from rulewright.language.emit.reads import is_plain
from rulewright.language.emit.truths import tested
from rulewright.language.tree import (
    Assign,
    AssignEach,
    Branch,
    BranchLoop,
    Choose,
    ConstList,
    Do,
    Expression,
    For,
    If,
    PutOwn,
    Return,
    Statement,
    While,
)
from rulewright.language.types import List

Block = list[ast.stmt]


def assign(emitter: Emitter, node: Assign) -> Block:
    """A local gets a value."""
    return [py.let(node.name, fixed(emitter, node.value))]


def assign_each(emitter: Emitter, node: AssignEach) -> Block:
    """A local gets a value for each thing of a kind: a list by thing number, up to the last of them."""
    width = max(emitter.analysis.scene.things_of(node.kind), default=-1) + 1
    one = py.listed([fixed(emitter, node.value)])
    return [py.let(node.name, py.calculate("*", one, py.const(width)))]


def put_own(emitter: Emitter, node: PutOwn) -> Block:
    """Such a local gets another value, for one thing or for each of a list."""
    store, value, of = py.name(node.store.name), fixed(emitter, node.value), fixed(emitter, node.of)
    before: Block = []
    if isinstance(node.of.type, List):
        things, given, thing = (emitter.temporary(hint) for hint in ("xs", "to", "x"))
        before = [py.let(things, of), py.let(given, value)]
        value, of = py.name(given), py.name(thing)
    elif not is_plain(node.of):
        thing = emitter.temporary("x")
        before = [py.let(thing, of)]
        of = py.name(thing)
    change = py.put(store, of, value) if node.op == "=" else py.change(store, of, node.op[0], value)
    if isinstance(node.of.type, List):
        return [*before, py.each(thing, py.name(things), [change])]
    return [*before, change]


def branch(emitter: Emitter, node: If) -> Block:
    """The first branch whose condition holds; those that are known not to hold vanish."""
    made: list[tuple[ast.expr, Block]] = []
    other: Sequence[Statement] = node.other
    for condition, body in node.branches:
        known = folded(emitter, condition)
        if known is None:
            made.append((tested(emitter, condition), emitter.block(body)))
        elif known:
            other = body
            break
    return chain(made, emitter.block(other))


def chain(branches: Sequence[tuple[ast.expr, Block]], other: Block) -> Block:
    """Branches as one statement."""
    for condition, body in reversed(branches):
        made = py.when(condition, body, other)
        other = [made]
    return other


def for_each(emitter: Emitter, node: For) -> Block:
    """A text run for each item of a list, which is paid for at once."""
    known = emitter.hoist(emitter, node.source)
    if isinstance(node.source, ConstList):
        known = py.constants(node.source.values)
    if isinstance(known, ast.Constant) and isinstance(known.value, tuple):
        return [*pay(emitter, py.const(len(known.value))), py.each(node.var, known, emitter.block(node.body))]
    kept = emitter.temporary("xs")
    paid = pay(emitter, py.call(emitter.use("len"), py.name(kept)))
    body = emitter.block(node.body)
    return [py.let(kept, _listed(emitter, node)), *paid, py.each(node.var, py.name(kept), body)]


def _listed(emitter: Emitter, node: For) -> ast.expr:
    """The list, copied if it is a box that the text may change."""
    if not is_live(node.source):
        return emitter.value(node.source)
    written = _written(emitter, node.body)
    if any(column.startswith("in:") for column in written):
        return fixed(emitter, node.source)
    return emitter.value(node.source)


def _written(emitter: Emitter, body: Sequence[Statement]) -> list[str]:
    """The columns that some statements may write, with all that they call and wake."""
    unit = unit_of(emitter.analysis.reader, tuple(body))
    waiting = emitter.analysis.in_effect(emitter.code.unit)
    woken = [
        rule.symbol.routine
        for rule in emitter.analysis.rules
        if waiting or any(each in rule.watched for each in unit.writes)
    ]
    called = [each for name in (*unit.calls, *woken) for each in emitter.analysis.settled.writes(name)]
    return [*unit.writes, *called]


def pay(emitter: Emitter, cost: ast.expr) -> Block:
    """Fuel is used; without any left the game ends as capped."""
    capped = py.do(py.call(emitter.use("capped"), py.const(emitter.code.root)))
    empty = py.compare("<", py.slot("fuel"), py.const(0))
    return [py.add_to_slot("fuel", "-", cost), py.when(empty, [capped])]


def while_(emitter: Emitter, node: While) -> Block:
    """A text run as long as a condition holds; each round costs fuel."""
    return [py.loop(tested(emitter, node.condition), [*pay(emitter, py.const(1)), *emitter.block(node.body)])]


def return_(emitter: Emitter, node: Return) -> Block:
    """The end of the text."""
    value = None if node.value is None else fixed(emitter, node.value)
    return emitter.code.ends(value) if emitter.code.ends is not None else [py.give(value)]


def do(emitter: Emitter, node: Do) -> Block:
    """A call for what it does."""
    return [py.do(emitter.value(node.call))]


# ---- named options ----


def choose(emitter: Emitter, node: Choose) -> Block:
    """A decision between named options: none, nothing happens; one, it is taken; else the decider says which."""
    taken = emitter.temporary("k")
    before, offered, sure = _options(emitter, node)
    answer = _answer(emitter, node, offered, taken)
    body = _dispatch(emitter, node.branches, taken, len(node.branches) == 1 and sure)
    if sure:
        return [*before, py.let(taken, answer), *body]
    return [*before, py.let(taken, answer), py.when(py.compare("is not", py.name(taken), py.const(None)), body)]


def _answer(emitter: Emitter, node: Choose, offered: ast.expr, taken: str) -> ast.expr:
    seat = emitter.value(node.ask.decider)
    match offered:
        case ast.Constant(value=tuple() as labels):
            if len(labels) > 1:
                return decide(emitter, node.ask.prompt, seat, offered)
            return forced(emitter, node.ask.prompt, node.ask.decider, py.const(labels[0])) if labels else py.const(None)
        case ast.IfExp(test=test, body=more, orelse=fewer):
            return py.choice(test, _answer(emitter, node, more, taken), _answer(emitter, node, fewer, taken))
    enough = py.compare(">", py.call(emitter.use("len"), py.keep(taken, offered)), py.const(1))
    first = forced(emitter, node.ask.prompt, node.ask.decider, py.at(py.name(taken), py.const(0)))
    only = py.choice(py.name(taken), first, py.const(None))
    return py.choice(enough, decide(emitter, node.ask.prompt, seat, py.name(taken)), only)


def _options(emitter: Emitter, node: Choose) -> tuple[Block, ast.expr, bool]:
    """What makes the list of options, the list, and whether there surely is one."""
    live = [
        each for each in node.branches if isinstance(each, BranchLoop) or folded(emitter, each.condition) is not False
    ]
    open_ = [each for each in live if isinstance(each, BranchLoop) or folded(emitter, each.condition) is None]
    sure = len(open_) < len(live)
    if not open_:
        return [], py.constants([each.label for each in live if isinstance(each, Branch)]), sure
    if len(open_) == 1 and isinstance(open_[0], Branch) and open_[0].condition is not None:
        labels = [each.label for each in live if isinstance(each, Branch)]
        fewer = [label for label in labels if label != open_[0].label]
        return [], py.choice(tested(emitter, open_[0].condition), py.constants(labels), py.constants(fewer)), sure
    found = emitter.temporary("o")
    before: Block = [py.let(found, py.listed([]))]
    for each in live:
        before += _offer(emitter, node.ask.decider, each, found, ())
    return before, py.name(found), sure


def _offer(
    emitter: Emitter, decider: Expression, node: Branch | BranchLoop, found: str, loops: tuple[str, ...]
) -> Block:
    """Statements that add a branch to the options, if it can be taken."""
    if isinstance(node, BranchLoop):
        inner = [made for each in node.branches for made in _offer(emitter, decider, each, found, (*loops, node.var))]
        return [py.each(node.var, in_line(emitter, decider, node.source), inner)]
    option: ast.expr = py.const(node.label)
    if loops:
        option = py.grouped([option, *(py.name(each) for each in loops)])
    note = py.do(py.method(py.name(found), "append", option))
    known = folded(emitter, node.condition)
    if known is None and node.condition is not None:
        return [py.when(tested(emitter, node.condition), [note])]
    return [note] if known else []


def _dispatch(emitter: Emitter, branches: Sequence[Branch | BranchLoop], taken: str, only: bool) -> Block:
    """The text of the option that was taken. Options in loops are tuples; the others are numbers and come first."""
    flat = sorted(_flat(branches, ()), key=lambda each: bool(each[1]))
    in_loops = any(loops for _, loops in flat)
    made: list[tuple[ast.expr, Block]] = []
    for node, loops in flat:
        body = emitter.block(node.body)
        if folded(emitter, node.condition) is False or (not body and not in_loops):
            continue
        label = py.at(py.name(taken), py.const(0)) if loops else py.name(taken)
        values: Block = [py.let(var, py.at(py.name(taken), py.const(index))) for index, var in enumerate(loops, 1)]
        made.append((py.compare("==", label, py.const(node.label)), [*values, *body]))
    if only and made:
        return made[0][1]
    return chain(made, [])


def _flat(branches: Sequence[Branch | BranchLoop], loops: tuple[str, ...]) -> list[tuple[Branch, tuple[str, ...]]]:
    found: list[tuple[Branch, tuple[str, ...]]] = []
    for each in branches:
        if isinstance(each, BranchLoop):
            found += _flat(each.branches, (*loops, each.var))
        else:
            found.append((each, loops))
    return found


STATEMENTS: Mapping[type, Callable[..., Block]] = {
    Assign: assign,
    AssignEach: assign_each,
    PutOwn: put_own,
    If: branch,
    For: for_each,
    While: while_,
    Return: return_,
    Choose: choose,
    Do: do,
}
