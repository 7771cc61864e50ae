"""Calls that are answered: what runs before, instead of and after the text of a call, and the frame they share.

A call that nothing answers stays the plain function of its text. Of another one the text is `NAME.text`, and `NAME`
runs what is around it. Functions that only lead from a call to its hooks are named in angle brackets.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from rulewright.language.analysis.calls import Answers, past_column
from rulewright.language.analysis.trees import walk
from rulewright.language.emit import frames
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.frames import (
    CALL,
    MASK,
    PLACE,
    RESULT,
    SINCE,
    WAS,
    answers_of,
    happened_place,
    hook_place,
    outer_place,
    period_runs,
    position,
    rest_place,
    running_slot,
    since_place,
    stand_in_place,
)
from rulewright.language.emit.hooks import (
    behind,
    dispatch,
    hook_call,
    lets_step,
    live_at_start,
    live_now,
    loop,
)
from rulewright.language.emit.live import bit_lists, mask_of
from rulewright.language.emit.moments import hooks_run, moment_block
from rulewright.language.emit.names import column_slot
from rulewright.language.emit.simultaneous import in_their_order
from rulewright.language.emit.truths import tested, unset
from rulewright.language.emit.waits import serial, wait, waiting, waits_function
from rulewright.language.emit.watch import after_change
from rulewright.language.program import HookSymbol, Routine
from rulewright.language.tree import Ask, Proceed, Var, Wait
from rulewright.text.spans import Span

Block = list[ast.stmt]
# ---- a call ----------------------------------------------------------------------------------------------------------


def write_call(
    emitter: Emitter, answers: Answers, unit: str, name: str, parameters: Sequence[str], text: str, span: Span
) -> None:
    """Write the function `name` that runs the call of a unit whose text is the function `text`."""
    emitter.function(name, parameters, span, unit, partial(_call, emitter, answers, unit, name, parameters, text))


def _call(emitter: Emitter, answers: Answers, unit: str, name: str, parameters: Sequence[str], text: str) -> Block:
    body: Block = []
    quiet = _quiet(emitter, answers)
    if quiet is not None:
        body.append(py.when(quiet, _unanswered(emitter, answers, unit, text, parameters)))
    if _is_simple(emitter, answers, unit):
        return [*body, *_simple(emitter, answers, text, parameters)]
    outer: ast.expr = py.slot(running_slot(answers.symbol.name)) if answers.read else py.const(None)
    result = py.const(False) if answers.symbol.nature == "menu" else unset(answers.symbol.result)
    stands_in = py.name(f"<instead {name}>") if _may_not_happen(answers) else py.const(None)
    since = serial(emitter) if answers.waits else py.const(0)
    own = [result, py.const(False), outer, py.const(-1), stands_in, since]
    body.append(py.let(CALL, _frame(answers, parameters, own)))
    around = _around(emitter, answers, unit, name, text, parameters)
    if answers.read:
        slot = running_slot(answers.symbol.name)
        emitter.scalars.setdefault(slot, None)
        restored = py.put_slot(slot, py.at(py.name(CALL), py.const(outer_place(answers))))
        body += [py.put_slot(slot, py.name(CALL)), ast.Try(around, [], [], [restored])]
    else:
        body += around
    return [*body, py.give(py.at(py.name(CALL), py.const(position(answers, RESULT))))]


def _frame(answers: Answers, parameters: Sequence[str], own: Sequence[ast.expr]) -> ast.expr:
    """A frame: what the call was given, what belongs to any call, what its text gets besides."""
    given = [each.name for each in answers.symbol.parameters]
    known = [py.name(each) if each in parameters else py.const(None) for each in given]
    return py.listed([*known, *own, *(py.name(each) for each in parameters if each not in given)])


def _unanswered(emitter: Emitter, answers: Answers, unit: str, text: str, parameters: Sequence[str]) -> Block:
    """The text of a call that nothing answers when it begins, and the hooks after it that have become live in it."""
    plain = py.call(text, py.table(), *(py.name(each) for each in parameters))
    if not answers.bits.get("after"):
        return [py.give(plain)]
    nothing = [py.negated(mask_of(emitter, answers, "after"))]
    if pays(emitter, unit):
        nothing.append(py.negated(py.name("$result")))
    happened = [py.name("$result"), py.const(True), *(py.const(None) for _ in range(3)), py.const(0)]
    return [
        py.let("$result", plain),
        py.when(py.either(nothing), [py.give(py.name("$result"))]),
        py.let(CALL, _frame(answers, parameters, happened)),
        hooks_run(emitter, answers, "after", py.name(CALL), [py.const(0)]),
        py.give(py.at(py.name(CALL), py.const(position(answers, RESULT)))),
    ]


def _is_simple(emitter: Emitter, answers: Answers, unit: str) -> bool:
    """Whether hooks only run before and after a call that surely happens, and no text reads it while it runs."""
    asked = answers.read or answers.kept or answers.modifiers or answers.waits
    return not asked and not _may_not_happen(answers) and not pays(emitter, unit)


def _simple(emitter: Emitter, answers: Answers, text: str, parameters: Sequence[str]) -> Block:
    """The text of a call between its hooks; of the call they get what it was given, and what it gives, if they ask."""
    told = any(_tells(emitter, hook) for own in answers.bits.values() for hook, _ in own)
    given = [each.name for each in answers.symbol.parameters]
    body: Block = []
    result: ast.expr = py.name("$result")
    if told:
        frame = [py.name(each) if each in parameters else py.const(None) for each in given]
        body.append(py.let(CALL, py.listed([*frame, unset(answers.symbol.result)])))
        result = py.at(py.name(CALL), py.const(position(answers, RESULT)))
    if answers.bits.get("after"):
        body.append(py.let(WAS, live_at_start(emitter, answers, "after")))
    body += moment_block(emitter, answers, "before", py.name(CALL) if told else py.const(None))
    values = [
        py.at(py.name(CALL), py.const(position(answers, each))) if told and each in given else py.name(each)
        for each in parameters
    ]
    run = py.call(text, py.table(), *values)
    body.append(py.put(py.name(CALL), py.const(position(answers, RESULT)), run) if told else py.let("$result", run))
    was = py.name(WAS) if answers.bits.get("after") else None
    body += moment_block(emitter, answers, "after", py.name(CALL) if told else py.const(None), was)
    return [*body, py.give(result)]


def _tells(emitter: Emitter, hook: HookSymbol) -> bool:
    """Whether a hook reads or sets what the call it answers was given, or gives."""
    for node in walk((hook.condition, hook.ask, emitter.program.routines[hook.routine].body)):
        match node:
            case Var(name=name) if name == CALL:
                return True
            case Ask(prompt=prompt) if CALL in emitter.program.prompts[prompt].variables:
                return True
    return False


def _quiet(emitter: Emitter, answers: Answers) -> ast.expr | None:
    """The test that nothing answers a call now, where it is worth making."""
    if answers.read or answers.kept or answers.modifiers:
        return None
    open_: list[ast.expr] = []
    for moment in answers.bits:
        always, masked = bit_lists(emitter, answers, moment)
        if always:
            return None
        if masked:
            open_.append(mask_of(emitter, answers, moment))
    if answers.waits:
        open_.append(waiting(answers))
    return py.negated(py.either(open_)) if open_ else None


def _around(emitter: Emitter, answers: Answers, unit: str, name: str, text: str, parameters: Sequence[str]) -> Block:
    body = _modified(emitter, answers)
    keeps = bool(answers.bits.get("after"))
    if keeps:
        body.append(py.let(WAS, live_at_start(emitter, answers, "after")))
    body += moment_block(emitter, answers, "before", py.name(CALL))
    body += _instead(emitter, answers, unit, name, text, parameters)
    after = moment_block(emitter, answers, "after", py.name(CALL), py.name(WAS) if keeps else None)
    after += keep_past(emitter, answers, answers.symbol.span)
    if not after:
        return body
    if not _may_not_happen(answers) and not pays(emitter, unit):
        return [*body, *after]
    return [*body, py.when(py.at(py.name(CALL), py.const(happened_place(answers))), after)]


def pays(emitter: Emitter, unit: str) -> bool:
    """Whether a unit is an action that costs something: its text says whether it could be paid when it was to run."""
    return any(each.routine == unit and each.costs for each in emitter.program.actions.values())


def _may_not_happen(answers: Answers) -> bool:
    return bool(answers.bits.get("instead")) or any(each.moment == "instead" for each in answers.waits)


def _modified(emitter: Emitter, answers: Answers) -> Block:
    """The modifiers of the parameters, each applied once."""
    body: Block = []
    for parameter in answers.symbol.parameters:
        own = [each for each in answers.modifiers if each.field == f"{answers.symbol.name}({parameter.name})"]
        at = py.const(position(answers, parameter.name))
        for op in ("set", "add", "max", "min"):
            for each in (modifier for modifier in own if modifier.op == op):
                amount = emitter.value(each.amount)
                target = py.at(py.name(CALL), py.const(position(answers, parameter.name)))
                match op:
                    case "set":
                        change: ast.stmt = py.put(py.name(CALL), at, amount)
                    case "add":
                        change = py.change(py.name(CALL), at, "+", amount)
                    case _:
                        bound = py.call(emitter.use("min" if op == "max" else "max"), target, amount)
                        change = py.put(py.name(CALL), at, bound)
                tests = [tested(emitter, text) for text in (each.live, each.condition) if text is not None]
                at = py.const(position(answers, parameter.name))
                body.append(py.when(py.both(tests), [change]) if tests else change)
    return body


# ---- steps -----------------------------------------------------------------------------------------------------------


def stand_in_tests(emitter: Emitter, answers: Answers) -> list[ast.expr]:
    """Whether something stands in for a step, which cannot proceed: hooks, then what waits."""
    found: list[ast.expr] = []
    name = answers.symbol.name
    if answers.bits.get("instead"):
        function = f"<instead {name}>"
        emitter.helper(function, lambda: _write_step_stand_in(emitter, answers, function))
        found.append(py.call(function, py.table(), py.const(None)))
    if any(each.moment == "instead" for each in answers.waits):
        run = py.call(
            waits_function(emitter, answers, "instead"), py.table(), py.const(None), py.name(SINCE), py.const(0)
        )
        found.append(py.both([waiting(answers), run]))
    return found


def _write_step_stand_in(emitter: Emitter, answers: Answers, function: str) -> None:
    def build() -> Block:
        def run(hook: HookSymbol, this: ast.expr | None) -> Block:
            return [py.when(hook_call(emitter, answers, hook, this, None), [py.give(py.const(True))])]

        own = answers.bits["instead"]
        if all(thing < 0 for _, thing in own):
            plain = [made for hook, _ in own for made in run(hook, None)]
        else:
            again = py.calculate("&", live_now(emitter, answers, "instead"), behind())
            each_of_them = loop(dispatch(emitter, answers, "instead", run), again)
            plain = [py.let(MASK, live_now(emitter, answers, "instead")), *each_of_them]
        return [*in_their_order(emitter, answers, "instead", plain, step=True), py.give(py.const(False))]

    span = answers.bits["instead"][0][0].span
    emitter.function(function, [CALL], span, f"hooks {answers.symbol.name}", build)


# ---- instead ---------------------------------------------------------------------------------------------------------


def _instead(emitter: Emitter, answers: Answers, unit: str, name: str, text: str, parameters: Sequence[str]) -> Block:
    """The hooks that stand in for a text, or the text."""
    if not _may_not_happen(answers):
        return _text(answers, text, parameters, pays(emitter, unit))
    function = f"<instead {name}>"
    build = partial(_stand_in, emitter, answers, unit, text, parameters)
    emitter.function(function, [CALL], answers.symbol.span, unit, build)
    return [py.do(py.call(function, py.table(), py.name(CALL)))]


def _text(answers: Answers, text: str, parameters: Sequence[str], may_be_cancelled: bool) -> Block:
    given = [each.name for each in answers.symbol.parameters]
    rest = [each for each in parameters if each not in given]
    places = [
        position(answers, each) if each in given else rest_place(answers) + rest.index(each) for each in parameters
    ]
    run = py.call(text, py.table(), *(py.at(py.name(CALL), py.const(place)) for place in places))
    if may_be_cancelled:
        return [py.put(py.name(CALL), py.const(happened_place(answers)), run)]
    return [
        py.put(py.name(CALL), py.const(position(answers, RESULT)), run),
        py.put(py.name(CALL), py.const(happened_place(answers)), py.const(True)),
    ]


def _stand_in(emitter: Emitter, answers: Answers, unit: str, text: str, parameters: Sequence[str]) -> Block:
    """From the hook behind the one that proceeds: the first that stands in for what follows, or the text."""
    body: Block = []
    place = hook_place(answers)
    if answers.bits.get("instead"):
        ahead = py.calculate("+", py.at(py.name(CALL), py.const(place)), py.const(1))
        later = ast.UnaryOp(ast.USub(), ast.BinOp(py.const(1), ast.LShift(), ahead))
        now = live_now(emitter, answers, "instead")
        begin = py.let(MASK, py.calculate("&", now, later))

        def run(hook: HookSymbol, this: ast.expr | None) -> Block:
            return [py.when(hook_call(emitter, answers, hook, this, None), [py.give()])]

        here = py.put(py.name(CALL), py.const(place), py.name(PLACE))
        again = py.calculate("&", live_now(emitter, answers, "instead"), behind())
        plain = [begin, *loop([here, *dispatch(emitter, answers, "instead", run)], again)]
        body += in_their_order(emitter, answers, "instead", plain)
    if any(each.moment == "instead" for each in answers.waits):
        function = waits_function(emitter, answers, "instead")
        since = py.at(py.name(CALL), py.const(since_place(answers)))
        bits = len(answers.bits.get("instead", []))
        from_ = py.at(py.name(CALL), py.const(place))
        first = py.call(emitter.use("max"), py.calculate("-", from_, py.const(bits)), py.const(0))
        stood_in = py.call(function, py.table(), py.name(CALL), since, first)
        body.append(py.when(waiting(answers), [py.when(stood_in, [py.give()])]))
    return [*body, *_text(answers, text, parameters, pays(emitter, unit))]


def proceed(emitter: Emitter, node: Proceed) -> ast.expr:
    """What a hook stands in for runs after all."""
    answers = answers_of(emitter, node.of)
    if answers.symbol.nature == "step":
        return py.keep("$went", py.const(True))
    name = f"<proceed {answers.symbol.name}>"
    emitter.helper(name, lambda: _write_proceed(emitter, answers, name))
    return py.keep("$went", py.call(name, py.table(), emitter.value(node.of), py.name("$went")))


def _write_proceed(emitter: Emitter, answers: Answers, name: str) -> None:
    def build() -> Block:
        body: Block = [py.when(py.name("$went"), [py.do(py.call(emitter.use("proceeded_twice")))])]
        on = py.at(py.name(CALL), py.const(stand_in_place(answers)))
        return [*body, py.do(py.call(on, py.table(), py.name(CALL))), py.give(py.const(True))]

    emitter.function(name, [CALL, "$went"], answers.symbol.span, f"hooks {answers.symbol.name}", build)


def hook_text(emitter: Emitter, routine: Routine, body: Block) -> Block:
    """The text of a hook; one that may proceed notes whether it has, and one on a step gives that."""
    if not any(isinstance(node, Proceed) for node in walk((routine.body,))):
        return body
    gives: Block = [py.give(py.name("$went"))] if lets_step(emitter, routine) else []
    return [py.let("$went", py.const(False)), *body, *gives]


# ---- what ended ------------------------------------------------------------------------------------------------------


def keep_past(emitter: Emitter, answers: Answers, span: Span) -> Block:
    """A call that has ended is kept for each period that some text asks of, if that runs."""
    body: Block = []
    for period in answers.kept:
        column = past_column(answers.symbol.name, period)
        names = [*(each.name for each in answers.symbol.parameters), RESULT]
        if answers.symbol.nature == "step":
            values: list[ast.expr] = [py.slot(f"{answers.symbol.name}__item") for _ in names[:-1]]
        else:
            values = [py.at(py.name(CALL), py.const(position(answers, each))) for each in names]
        note = py.do(py.method(py.slot(column_slot(column)), "append", py.grouped(values)))
        after = after_change(emitter, [column], None, span)
        runs = period_runs(emitter, period)
        body += [note, *after] if runs is None else [py.when(runs, [note, *after])]
    return body


EXPRESSIONS: Mapping[type, Callable[..., ast.expr]] = {**frames.EXPRESSIONS, Proceed: proceed}
STATEMENTS: Mapping[type, Callable[..., Block]] = {**frames.STATEMENTS, Wait: wait}
