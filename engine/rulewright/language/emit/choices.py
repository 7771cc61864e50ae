"""Choices between named options: `choose`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rulewright.language.emit import python as py
from rulewright.language.emit.constants import folded
from rulewright.language.emit.decisions import decide, forced, in_line, told_apart, twin_of, values_shown
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.sameness import sameness
from rulewright.language.emit.statements import chain
from rulewright.language.emit.truths import tested
from rulewright.language.tree import Branch, BranchLoop, Choose, Expression

Block = list[ast.stmt]


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
    if isinstance(offered, ast.Tuple):
        given = [py.const(node.ask.prompt), *offered.elts, seat, values_shown(emitter, node.ask.prompt)]
        return py.call(emitter.use("choose_once"), py.table(), *given)
    enough = py.compare(">", py.call(emitter.use("len"), py.keep(taken, offered)), py.const(1))
    first = forced(emitter, node.ask.prompt, node.ask.decider, py.at(py.name(taken), py.const(0)))
    only = py.choice(py.name(taken), first, py.const(None))
    return py.choice(enough, decide(emitter, node.ask.prompt, seat, py.name(taken)), only)


def _options(emitter: Emitter, node: Choose) -> tuple[Block, ast.expr, bool]:
    """What makes the list of options, the list, and whether there surely is one.

    Where some options may be alike the list goes with another that tells them apart.
    """
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
    loops = [loop for _, around in _flat(live, ()) for loop in around]
    alike = ""
    if any(told_apart(emitter, node.ask.decider, each.source, each.var) is not None for each in loops):
        alike = emitter.temporary("alike")
    listing = _Listing(emitter, node.ask.decider, found, alike)
    before: Block = [py.let(name, py.listed([])) for name in (found, alike) if name]
    for each in live:
        before += listing.offer(each, ())
    return before, py.grouped([py.name(found), py.name(alike)]) if alike else py.name(found), sure


@dataclass(frozen=True, slots=True)
class _Listing:
    """A _Listing makes the list of a decision's options, and, where some may be alike, what tells them apart."""

    emitter: Emitter
    decider: Expression
    found: str
    alike: str

    def offer(self, node: Branch | BranchLoop, loops: tuple[BranchLoop, ...]) -> Block:
        """Statements that add a branch to the options, if it can be taken."""
        if isinstance(node, BranchLoop):
            inner = [made for each in node.branches for made in self.offer(each, (*loops, node))]
            return [py.each(node.var, in_line(self.emitter, self.decider, node.source), inner)]
        option: ast.expr = py.const(node.label)
        if loops:
            option = py.grouped([option, *(py.name(each.var) for each in loops)])
        note: Block = [py.do(py.method(py.name(self.found), "append", option))]
        if self.alike:
            told = [told_apart(self.emitter, self.decider, each.source, each.var) for each in loops]
            parts = [py.name(each.var) if key is None else key for each, key in zip(loops, told, strict=True)]
            key = py.grouped([py.const(node.label), *parts])
            note.append(py.do(py.method(py.name(self.alike), "append", key)))
        known = folded(self.emitter, node.condition)
        if known is None and node.condition is not None:
            return [py.when(tested(self.emitter, node.condition), note)]
        return note if known else []


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
        values: Block = [
            py.let(loop.var, py.at(py.name(taken), py.const(index))) for index, loop in enumerate(loops, 1)
        ]
        made.append((py.compare("==", label, py.const(node.label)), [*values, *body]))
    if only and made:
        return made[0][1]
    return chain(made, [])


def _flat(
    branches: Sequence[Branch | BranchLoop], loops: tuple[BranchLoop, ...]
) -> list[tuple[Branch, tuple[BranchLoop, ...]]]:
    """The branches, each with the loops around it."""
    found: list[tuple[Branch, tuple[BranchLoop, ...]]] = []
    for each in branches:
        if isinstance(each, BranchLoop):
            found += _flat(each.branches, (*loops, each))
        else:
            found.append((each, loops))
    return found


def same_options(emitter: Emitter, node: Choose) -> str:
    """The function that gives what tells the options of a decision apart; empty where no two can be the same."""
    in_loops = [(each, loops) for each, loops in _flat(node.branches, ()) if loops]
    kinds = [[twin_of(emitter, loop.source) for loop in loops] for _, loops in in_loops]
    if not any(kind for each in kinds for kind in each):
        return ""
    name = f"same.{node.ask.prompt}"

    def build() -> Block:
        made: list[tuple[ast.expr, Block]] = []
        for (each, loops), own in zip(in_loops, kinds, strict=True):
            values: Block = [py.let(loop.var, py.at(py.name("$o"), py.const(at))) for at, loop in enumerate(loops, 1)]
            told = [
                sameness(emitter, kind, loop.var, False) if kind else py.name(loop.var)
                for loop, kind in zip(loops, own, strict=True)
            ]
            note = py.do(py.method(py.name("$keys"), "append", py.grouped([py.const(each.label), *told])))
            here = py.compare("==", py.at(py.name("$o"), py.const(0)), py.const(each.label))
            made.append((here, [*values, note]))
        plain = [each.label for each, loops in _flat(node.branches, ()) if not loops]
        itself: Block = [py.do(py.method(py.name("$keys"), "append", py.name("$o")))]
        made.insert(0, (py.compare("in", py.name("$o"), py.constants(plain)), itself))
        body: Block = [py.let("$keys", py.listed([])), py.each("$o", py.name("$options"), chain(made, []))]
        return [*body, py.give(py.name("$keys"))]

    def write() -> None:
        emitter.function(name, ["$options"], node.span, name, build)

    return emitter.helper(name, write)


STATEMENTS: Mapping[type, Callable[..., Block]] = {Choose: choose}
