"""Hooks at their moment: which of them may run now, in order of declaration, and what each needs to run."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from rulewright.language.analysis.calls import Answers
from rulewright.language.analysis.trees import walk
from rulewright.language.emit import python as py
from rulewright.language.emit.decisions import decide
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.frames import (
    BIT,
    CALL,
    MASK,
    ME,
    PLACE,
    THIS,
    WAS,
)
from rulewright.language.emit.live import ME_COLUMN, bit_lists, is_masked, live_of, mask_of
from rulewright.language.emit.periods import mark, marked
from rulewright.language.emit.truths import tested
from rulewright.language.program import HookSymbol, Routine
from rulewright.language.tree import Proceed
from rulewright.language.types import Running

Block = list[ast.stmt]


def live_at_start(emitter: Emitter, answers: Answers, moment: str) -> ast.expr:
    """The hooks that are live when a call begins, those included whose liveness is not kept."""
    always, masked = bit_lists(emitter, answers, moment)
    found: ast.expr | None = mask_of(emitter, answers, moment) if masked else None
    looked = [bit for bit in always if answers.bits[moment][bit][1] >= 0]
    if looked:
        name = f"<live {moment} {answers.symbol.name}>"
        emitter.helper(name, lambda: _write_looked(emitter, answers, moment, name, looked))
        own = py.call(name, py.table())
        found = own if found is None else py.calculate("|", found, own)
    return py.const(0) if found is None else found


def _write_looked(emitter: Emitter, answers: Answers, moment: str, name: str, looked: list[int]) -> None:
    def build() -> Block:
        body: Block = [py.let(MASK, py.const(0))]
        for bit in looked:
            hook, thing = answers.bits[moment][bit]
            here = py.compare("is not", live_of(emitter, hook, py.const(thing)), py.const(None))
            body.append(py.when(here, [py.add(MASK, "|", py.const(1 << bit))]))
        return [*body, py.give(py.name(MASK))]

    span = answers.bits[moment][0][0].span
    emitter.function(name, [], span, f"hooks {answers.symbol.name}", build)


def behind() -> ast.expr:
    """All bits behind the one at hand."""
    return ast.UnaryOp(ast.USub(), ast.BinOp(py.name(BIT), ast.LShift(), py.const(1)))


def loop(run: Block, again: ast.expr) -> Block:
    lowest = py.calculate("&", py.name(MASK), ast.UnaryOp(ast.USub(), py.name(MASK)))
    length = py.calculate("+", py.method(py.name(BIT), "bit_length"), py.const(-1))
    inner: Block = [py.let(BIT, lowest), py.let(PLACE, length), *run, py.let(MASK, again)]
    return [py.loop(py.name(MASK), inner)]


def live_now(emitter: Emitter, answers: Answers, moment: str, after: bool = False) -> ast.expr:
    """The bits of the hooks that may run: of those whose liveness is kept, of those that are always looked at."""
    always, masked = bit_lists(emitter, answers, moment)
    parts: list[ast.expr] = [mask_of(emitter, answers, moment)] if masked else []
    if always:
        parts.append(py.const(sum(1 << bit for bit in always)))
    if after:
        parts.append(py.name(WAS))
    found = parts[0]
    for each in parts[1:]:
        found = py.calculate("|", found, each)
    return found


def dispatch(
    emitter: Emitter, answers: Answers, moment: str, run: Callable[[HookSymbol, ast.expr | None], Block]
) -> Block:
    """What runs the hook at the place at hand for its thing."""
    own = answers.bits[moment]
    hooks = list({hook.id: hook for hook, _ in own}.values())
    things = tuple(thing for _, thing in own)
    body: Block = []
    for hook in reversed(hooks):
        places = [place for place, (each, _) in enumerate(own) if each.id == hook.id]
        known = py.at(emitter.column(f"{moment}.{answers.symbol.name}.things", things), py.name(PLACE))
        own_block = run(hook, known if hook.things else None)
        if len(places) == 1:
            test: ast.expr = py.compare("==", py.name(PLACE), py.const(places[0]))
        elif places == list(range(places[0], places[-1] + 1)):
            test = ast.Compare(py.const(places[0]), [ast.LtE(), ast.LtE()], [py.name(PLACE), py.const(places[-1])])
        else:
            test = py.compare("in", py.name(PLACE), py.constants(places))
        body = [py.when(test, own_block, body)] if body else own_block
    return body


def run_hook(emitter: Emitter, answers: Answers, hook: HookSymbol, this: ast.expr | None, moment: str) -> Block:
    """A hook before or after a call: its text, if it may run now."""
    if hook.things and not is_masked(emitter, hook):
        return [py.do(hook_call(emitter, answers, hook, this, py.name(WAS) if moment == "after" else None))]
    body: Block = [] if this is None else [py.let(THIS, this)]
    if hook.me is not None:
        body.append(py.let(ME, py.at(py.slot(ME_COLUMN), py.name(THIS))))
    tests = [py.negated(marked(hook.id, _actor(hook)))] if hook.once else []
    tests += _wanted(emitter, hook)
    run = [*([mark(hook.id, _actor(hook))] if hook.once else []), py.do(_text(emitter, hook))]
    return [*body, py.when(py.both(tests), run)] if tests else [*body, *run]


def _actor(hook: HookSymbol) -> ast.expr:
    """For whom a hook counts as run: its thing, or the game."""
    return py.name(THIS) if hook.things else py.const(0)


def _wanted(emitter: Emitter, hook: HookSymbol, asked: bool = True) -> list[ast.expr]:
    """Whether the condition of a hook holds, and, if that is `asked`, whether it is wanted."""
    found = [] if hook.condition is None else [tested(emitter, hook.condition)]
    if hook.ask is not None and asked:
        decider = emitter.value(hook.ask.decider)
        found.append(decide(emitter, hook.ask.prompt, decider, py.constants((True, False))))
    return found


def _text(emitter: Emitter, hook: HookSymbol) -> ast.expr:
    """The call of a hook's text."""
    routine = emitter.program.routines[hook.routine]
    return py.call(hook.routine, py.table(), *(py.name(each.name) for each in routine.parameters))


def hook_call(
    emitter: Emitter,
    answers: Answers,
    hook: HookSymbol,
    this: ast.expr | None,
    was: ast.expr | None,
    ready: bool = False,
) -> ast.expr:
    """The call of the function that runs a hook if it may run now, or of the one that only tells whether it may."""
    function = f"<ready {hook.id}>" if ready else f"<{hook.id}>"
    masked = is_masked(emitter, hook)
    emitter.helper(function, lambda: _write_hook(emitter, answers, hook, function, ready))
    given: list[ast.expr] = [] if this is None else [this]
    if this is not None and not masked:
        shifted = py.calculate(">>", was if was is not None else py.const(0), py.name(PLACE))
        given.append(py.calculate("&", shifted, py.const(1)) if was is not None else py.const(0))
    return py.call(function, py.table(), *given, py.name(CALL))


def _write_hook(emitter: Emitter, answers: Answers, hook: HookSymbol, function: str, ready: bool) -> None:
    parameters = [CALL]
    if hook.things:
        parameters = [THIS, *([] if is_masked(emitter, hook) else [WAS]), CALL]
    unit = f"hooks {answers.symbol.name}"
    emitter.function(function, parameters, hook.span, unit, partial(_hook, emitter, hook, ready))


def _hook(emitter: Emitter, hook: HookSymbol, ready: bool) -> Block:
    """Whether a hook ran: whether it is there, may run in this period, its condition holds, and it is wanted."""
    no = py.give(py.const(False))
    body: Block = []
    if hook.things and not is_masked(emitter, hook):
        body += _found_live(emitter, hook)
    elif hook.me is not None:
        body.append(py.let(ME, py.at(py.slot(ME_COLUMN), py.name(THIS))))
    if hook.once:
        body.append(py.when(marked(hook.id, _actor(hook)), [no]))
    tests = _wanted(emitter, hook, not ready)
    body += [py.when(py.negated(each), [py.give(py.const(False))]) for each in tests]
    if ready:
        return [*body, py.give(py.const(True))]
    if hook.once:
        body.append(mark(hook.id, _actor(hook)))
    if lets_step(emitter, emitter.program.routines[hook.routine]):
        return [*body, py.give(py.negated(_text(emitter, hook)))]
    return [*body, py.do(_text(emitter, hook)), py.give(py.const(True))]


def lets_step(emitter: Emitter, routine: Routine) -> bool:
    """Whether a hook may let a step run that it could stand in for; then its text gives whether it does."""
    found = (node for node in walk((routine.body,)) if isinstance(node, Proceed))
    calls = [each.of.type for each in found]
    return any(isinstance(each, Running) and emitter.program.calls[each.call].nature == "step" for each in calls)


def _found_live(emitter: Emitter, hook: HookSymbol) -> Block:
    """Whether a thing whose liveness is not kept is live now, or was when the call began; and who acts."""
    acts = py.let(ME, live_of(emitter, hook, py.name(THIS)))
    gone = py.compare("is", py.name(ME), py.const(None))
    missing: Block = [py.when(py.negated(py.name(WAS)), [py.give(py.const(False))])]
    if hook.me is not None:
        missing.append(py.let(ME, py.at(py.slot(ME_COLUMN), py.name(THIS))))
    return [acts, py.when(gone, missing)]
