"""Hooks of one moment that somebody orders: the player takes one after the other of those that may run."""

from __future__ import annotations

import ast

from rulewright.language.analysis.calls import Answers
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.frames import CALL, PLACE, WAS, hook_place
from rulewright.language.emit.hooks import dispatch, hook_call, live_now
from rulewright.language.program import HookSymbol

Block = list[ast.stmt]
WHO, EVERY = "$who", -2


def in_their_order(emitter: Emitter, answers: Answers, moment: str, plain: Block, step: bool = False) -> Block:
    """The hooks of a moment as somebody orders them, or, where nobody does, as they are declared (`plain`).

    Of those that stand in for a text only the first that runs is taken; in place of a `step` none is behind it.
    """
    prompt = emitter.program.orders.get((answers.symbol.name, moment))
    if prompt is None or emitter.program.simultaneous is None:
        return plain
    at = EVERY if moment != "instead" else -1 if step else hook_place(answers)
    given = [py.name(_function(emitter, answers, moment, ready)) for ready in (True, False)]
    number = py.const(len(answers.bits[moment]))
    was = py.name(WAS) if moment == "after" else py.const(0)
    chosen = py.call(
        emitter.use("by_choice"),
        py.table(),
        *given,
        number,
        py.name(CALL),
        was,
        py.const(prompt),
        py.name(WHO),
        py.const(at),
    )
    test: ast.expr = py.compare(">", py.name(WHO), py.const(0))
    if at >= 0:
        begun = py.compare("<", py.at(py.name(CALL), py.const(at)), py.const(-1))
        test = py.either([test, begun])
    run: Block = [py.do(chosen)]
    if moment == "instead":
        run = [py.when(chosen, [py.give(py.const(True))])]
    return [py.let(WHO, emitter.value(emitter.program.simultaneous)), py.when(test, run, plain)]


def _function(emitter: Emitter, answers: Answers, moment: str, ready: bool) -> str:
    """The function that tells whether the hook of a number may run, or runs it."""
    name = f"<{'ready' if ready else 'run'} {moment} {answers.symbol.name}>"

    def build() -> Block:
        def run(hook: HookSymbol, this: ast.expr | None) -> Block:
            was = py.name(WAS) if moment == "after" else None
            return [py.give(hook_call(emitter, answers, hook, this, was, ready))]

        there = py.calculate(">>", live_now(emitter, answers, moment, after=moment == "after"), py.name(PLACE))
        gone = py.when(py.negated(py.calculate("&", there, py.const(1))), [py.give(py.const(False))])
        return [*([gone] if ready else []), *dispatch(emitter, answers, moment, run)]

    span = answers.bits[moment][0][0].span
    unit = f"hooks {answers.symbol.name}"

    def write() -> None:
        emitter.function(name, [PLACE, CALL, WAS], span, unit, build)

    return emitter.helper(name, write)
