"""The hooks of a moment of a call, before or after it, in their order, and what waits for that moment."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial

from rulewright.language.analysis.calls import Answers
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.frames import CALL, MASK, SINCE, WAS, since_place
from rulewright.language.emit.hooks import behind, dispatch, live_now, loop, run_hook
from rulewright.language.emit.simultaneous import in_their_order
from rulewright.language.emit.waits import waiting, waits_function

Block = list[ast.stmt]


def moment_block(
    emitter: Emitter, answers: Answers, moment: str, frame: ast.expr, was: ast.expr | None = None
) -> Block:
    """The hooks of a moment, and then what waits for it."""
    body: Block = []
    if answers.bits.get(moment):
        body.append(hooks_run(emitter, answers, moment, frame, [] if was is None else [was]))
    if any(each.moment == moment for each in answers.waits):
        function = waits_function(emitter, answers, moment)
        since = (
            py.at(_fresh(frame), py.const(since_place(answers))) if answers.symbol.nature != "step" else py.name(SINCE)
        )
        run = py.do(py.call(function, py.table(), _fresh(frame), since, py.const(0)))
        body.append(py.when(waiting(answers), [run]))
    return body


def hooks_run(emitter: Emitter, answers: Answers, moment: str, frame: ast.expr, was: Sequence[ast.expr]) -> ast.stmt:
    """The hooks of a moment, in their order."""
    function = f"<{moment} {answers.symbol.name}>"
    emitter.helper(function, lambda: _write_moment(emitter, answers, moment, function))
    return py.do(py.call(function, py.table(), frame, *was))


def _fresh(node: ast.expr) -> ast.expr:
    """The same expression once more: a node is never used twice."""
    return py.name(node.id) if isinstance(node, ast.Name) else py.const(None)


def _write_moment(emitter: Emitter, answers: Answers, moment: str, function: str) -> None:
    parameters = [CALL, WAS] if moment == "after" else [CALL]
    unit = f"hooks {answers.symbol.name}"
    span = answers.bits[moment][0][0].span
    emitter.function(function, parameters, span, unit, partial(_moment, emitter, answers, moment))


def _moment(emitter: Emitter, answers: Answers, moment: str) -> Block:
    own = answers.bits[moment]
    if all(thing < 0 for _, thing in own):
        plain = [made for hook, _ in own for made in run_hook(emitter, answers, hook, None, moment)]
        return in_their_order(emitter, answers, moment, plain)
    run = dispatch(emitter, answers, moment, lambda hook, this: run_hook(emitter, answers, hook, this, moment))
    again = py.calculate("&", live_now(emitter, answers, moment, after=moment == "after"), behind())
    plain = [py.let(MASK, live_now(emitter, answers, moment, after=moment == "after")), *loop(run, again)]
    return in_their_order(emitter, answers, moment, plain)
