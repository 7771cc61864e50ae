"""Hooks of one moment that somebody orders: the player takes one after the other of those that may run."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from rulewright.language.analysis.calls import Answers
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.frames import CALL, PLACE, WAS, hook_place
from rulewright.language.emit.hooks import dispatch, hook_call, live_now
from rulewright.language.program import HookSymbol

Block = list[ast.stmt]
Build = Callable[[Emitter, Answers, str], Block]
WHO, LEFT, OPEN = "$who", "$left", "$open"


def in_their_order(emitter: Emitter, answers: Answers, moment: str, plain: Block, step: bool = False) -> Block:
    """The hooks of a moment as somebody orders them, or, where nobody does, as they are declared (`plain`).

    Of those that stand in for a text only the first that runs is taken; in place of a `step` none is behind it. From
    any other the frame of the call keeps which have had their moment, as one may let the others run.
    """
    prompt = emitter.program.orders.get((answers.symbol.name, moment))
    if prompt is None or emitter.program.simultaneous is None:
        return plain
    test: ast.expr = py.compare(">", py.name(WHO), py.const(0))
    if moment == "instead" and not step:
        test = py.either([test, py.compare("<", _passed(answers), py.const(-1))])
    ordered = _ordered(emitter, answers, moment, prompt, step)
    return [py.let(WHO, emitter.value(emitter.program.simultaneous)), py.when(test, ordered, plain)]


def _ordered(emitter: Emitter, answers: Answers, moment: str, prompt: int, step: bool) -> Block:
    """As long as hooks may run: one of them is taken, and runs."""
    number = len(answers.bits[moment])
    kept = moment == "instead" and not step
    before = py.call(emitter.use("to_come"), py.const(number), _passed(answers) if kept else py.const(-1))
    ready = _function(emitter, answers, moment, f"<ready {moment} {answers.symbol.name}>", LEFT, _ready)
    run = _function(emitter, answers, moment, f"<run {moment} {answers.symbol.name}>", PLACE, _run)
    some = py.call(ready, py.table(), py.name(LEFT), py.name(CALL), _was(moment) or py.const(0))
    taken = py.call(emitter.use("taken"), py.table(), py.const(prompt), py.name(WHO), py.name(OPEN))
    ran = py.call(run, py.table(), py.name(PLACE), py.name(CALL), _was(moment) or py.const(0))
    body: Block = [py.let(PLACE, taken), py.do(py.method(py.name(LEFT), "remove", py.name(PLACE)))]
    if kept:
        passed = py.call(emitter.use("passed"), py.const(number), py.name(LEFT))
        body.append(py.put(py.name(CALL), py.const(hook_place(answers)), passed))
    body.append(py.when(ran, [py.give(py.const(True))]) if moment == "instead" else py.do(ran))
    return [py.let(LEFT, before), py.loop(py.keep(OPEN, some), body)]


def _passed(answers: Answers) -> ast.expr:
    """What the frame of a call keeps of the hooks that have had their moment."""
    return py.at(py.name(CALL), py.const(hook_place(answers)))


def _function(emitter: Emitter, answers: Answers, moment: str, name: str, of: str, build: Build) -> str:
    """A function of the hooks of a moment."""
    span = answers.bits[moment][0][0].span
    unit = f"hooks {answers.symbol.name}"

    def write() -> None:
        emitter.function(name, [of, CALL, WAS], span, unit, partial(build, emitter, answers, moment))

    return emitter.helper(name, write)


def _ready(emitter: Emitter, answers: Answers, moment: str) -> Block:
    """Those of some hooks, by their numbers, that may run."""

    def may_run(hook: HookSymbol, this: ast.expr | None) -> Block:
        found = py.do(py.method(py.name(OPEN), "append", py.name(PLACE)))
        return [py.when(hook_call(emitter, answers, hook, this, _was(moment), ready=True), [found])]

    there = py.calculate(">>", live_now(emitter, answers, moment, after=moment == "after"), py.name(PLACE))
    live = py.when(py.calculate("&", there, py.const(1)), dispatch(emitter, answers, moment, may_run))
    return [py.let(OPEN, py.listed([])), py.each(PLACE, py.name(LEFT), [live]), py.give(py.name(OPEN))]


def _run(emitter: Emitter, answers: Answers, moment: str) -> Block:
    """The hook of a number runs; whether it did."""
    return dispatch(
        emitter, answers, moment, lambda hook, this: [py.give(hook_call(emitter, answers, hook, this, _was(moment)))]
    )


def _was(moment: str) -> ast.expr | None:
    """The hooks that were live when the call began, where those run too."""
    return py.name(WAS) if moment == "after" else None
