"""Calls that are answered: what runs before, instead of and after the text of a call, and the frame they share.

A call that nothing answers stays the plain function of its text. Of another one the text is `NAME.text`, and `NAME`
runs what is around it. Functions that only lead from a call to its hooks are named in angle brackets.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from rulewright.language.analysis.calls import Answers, past_column, waiting_column
from rulewright.language.analysis.trees import walk
from rulewright.language.emit import python as py
from rulewright.language.emit.decisions import decide
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.live import ME_COLUMN, bit_lists, is_masked, live_of, mask_of
from rulewright.language.emit.names import column_slot
from rulewright.language.emit.periods import mark, marked
from rulewright.language.emit.truths import nothing, tested
from rulewright.language.emit.watch import after_change
from rulewright.language.program import HookSymbol, Routine, WaitSymbol
from rulewright.language.tree import (
    Expression,
    Given,
    Innermost,
    Past,
    Proceed,
    PutGiven,
    Runs,
    Wait,
    WasGiven,
)
from rulewright.language.types import Ended, Running
from rulewright.text.spans import Span

Block = list[ast.stmt]
CALL, THIS, ME = "$call", "this", "me"
WAS, MASK, BIT, PLACE, SINCE = "$was", "$m", "$b", "$k", "$since"
RESULT = "result"
GAME = "game"


# ---- the frame -------------------------------------------------------------------------------------------------------


def position(answers: Answers, name: str) -> int:
    """Where a frame keeps a parameter or the result."""
    names = [each.name for each in answers.symbol.parameters]
    return len(names) if name == RESULT else names.index(name)


def _happened(answers: Answers) -> int:
    return len(answers.symbol.parameters) + 1


def _outer(answers: Answers) -> int:
    """Where a frame keeps the frame of the call of its name around it; there the place of the running hook follows."""
    return len(answers.symbol.parameters) + 2


def _rest(answers: Answers) -> int:
    """Where a frame keeps the parameters of the unit that texts cannot read."""
    return len(answers.symbol.parameters) + 6


def _hook_place(answers: Answers) -> int:
    return len(answers.symbol.parameters) + 3


def _stand_in_place(answers: Answers) -> int:
    """Where a frame keeps the function that goes on from a hook."""
    return len(answers.symbol.parameters) + 4


def _since(answers: Answers) -> int:
    return len(answers.symbol.parameters) + 5


def running_slot(call: str) -> str:
    """The slot of the innermost running call of a name."""
    return f"running__{call}"


# ---- a call ----------------------------------------------------------------------------------------------------------


def write_call(
    emitter: Emitter, answers: Answers, unit: str, name: str, parameters: Sequence[str], text: str, span: Span
) -> None:
    """Write the function `name` that runs the call of a unit whose text is the function `text`."""
    emitter.function(name, parameters, span, unit, partial(_call, emitter, answers, unit, name, parameters, text))


def _call(emitter: Emitter, answers: Answers, unit: str, name: str, parameters: Sequence[str], text: str) -> Block:
    plain = py.call(text, py.table(), *(py.name(each) for each in parameters))
    body: Block = []
    quiet = _quiet(emitter, answers)
    if quiet is not None:
        body.append(py.when(quiet, [py.give(plain)]))
    given = [each.name for each in answers.symbol.parameters]
    rest = [each for each in parameters if each not in given]
    outer: ast.expr = py.slot(running_slot(answers.symbol.name)) if answers.read else py.const(None)
    frame = [
        *(py.name(each) if each in parameters else py.const(None) for each in given),
        py.const(False) if answers.symbol.nature == "menu" else nothing(answers.symbol.result),
        py.const(False),
        outer,
        py.const(-1),
        py.name(f"<instead {name}>") if _may_not_happen(answers) else py.const(None),
        py.slot("serial") if answers.waits else py.const(0),
        *(py.name(each) for each in rest),
    ]
    body.append(py.let(CALL, py.listed(frame)))
    around = _around(emitter, answers, unit, name, text, parameters)
    if answers.read:
        slot = running_slot(answers.symbol.name)
        emitter.scalars.setdefault(slot, None)
        restored = py.put_slot(slot, py.at(py.name(CALL), py.const(_outer(answers))))
        body += [py.put_slot(slot, py.name(CALL)), ast.Try(around, [], [], [restored])]
    else:
        body += around
    return [*body, py.give(py.at(py.name(CALL), py.const(position(answers, RESULT))))]


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
        open_.append(_waiting(answers))
    return py.negated(py.either(open_)) if open_ else None


def _waiting(answers: Answers) -> ast.expr:
    return py.slot(column_slot(waiting_column(answers.symbol.name)))


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
    if not _may_not_happen(answers):
        return [*body, *after]
    return [*body, py.when(py.at(py.name(CALL), py.const(_happened(answers))), after)]


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


# ---- before and after ------------------------------------------------------------------------------------------------


def moment_block(
    emitter: Emitter, answers: Answers, moment: str, frame: ast.expr, was: ast.expr | None = None
) -> Block:
    """The hooks of a moment, and then what waits for it."""
    body: Block = []
    name = answers.symbol.name
    if answers.bits.get(moment):
        function = f"<{moment} {name}>"
        emitter.helper(function, lambda: _write_moment(emitter, answers, moment, function))
        given = [was if was is not None else py.const(0)] if moment == "after" else []
        body.append(py.do(py.call(function, py.table(), frame, *given)))
    if any(each.moment == moment for each in answers.waits):
        function = waits_function(emitter, answers, moment)
        since = py.at(_fresh(frame), py.const(_since(answers))) if answers.symbol.nature != "step" else py.name(SINCE)
        run = py.do(py.call(function, py.table(), _fresh(frame), since, py.const(0)))
        body.append(py.when(_waiting(answers), [run]))
    return body


def _fresh(node: ast.expr) -> ast.expr:
    """The same expression once more: a node is never used twice."""
    return py.name(node.id) if isinstance(node, ast.Name) else py.const(None)


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
        found.append(py.both([_waiting(answers), run]))
    return found


def _write_step_stand_in(emitter: Emitter, answers: Answers, function: str) -> None:
    def build() -> Block:
        def run(call: ast.expr) -> Block:
            return [py.when(call, [py.give(py.const(True))])]

        own = answers.bits["instead"]
        if all(thing < 0 for _, thing in own):
            tests = [made for hook, _ in own for made in run(_hook_call(emitter, answers, hook, None, None))]
            return [*tests, py.give(py.const(False))]
        again = py.calculate("&", _live_now(emitter, answers, "instead"), _behind())
        loop = _loop(_dispatch(emitter, answers, "instead", run), again)
        return [py.let(MASK, _live_now(emitter, answers, "instead")), *loop, py.give(py.const(False))]

    span = answers.bits["instead"][0][0].span
    emitter.function(function, [CALL], span, f"hooks {answers.symbol.name}", build)


def _write_moment(emitter: Emitter, answers: Answers, moment: str, function: str) -> None:
    parameters = [CALL, WAS] if moment == "after" else [CALL]
    unit = f"hooks {answers.symbol.name}"
    span = answers.bits[moment][0][0].span
    emitter.function(function, parameters, span, unit, partial(_moment, emitter, answers, moment))


def _moment(emitter: Emitter, answers: Answers, moment: str) -> Block:
    own = answers.bits[moment]
    if all(thing < 0 for _, thing in own):
        return [py.do(_hook_call(emitter, answers, hook, None, None)) for hook, _ in own]
    run = _dispatch(emitter, answers, moment, lambda call: [py.do(call)])
    again = py.calculate("&", _live_now(emitter, answers, moment, after=moment == "after"), _behind())
    return [py.let(MASK, _live_now(emitter, answers, moment, after=moment == "after")), *_loop(run, again)]


def _behind() -> ast.expr:
    """All bits behind the one at hand."""
    return ast.UnaryOp(ast.USub(), ast.BinOp(py.name(BIT), ast.LShift(), py.const(1)))


def _loop(run: Block, again: ast.expr) -> Block:
    lowest = py.calculate("&", py.name(MASK), ast.UnaryOp(ast.USub(), py.name(MASK)))
    length = py.calculate("+", py.method(py.name(BIT), "bit_length"), py.const(-1))
    inner: Block = [py.let(BIT, lowest), py.let(PLACE, length), *run, py.let(MASK, again)]
    return [py.loop(py.name(MASK), inner)]


def _live_now(emitter: Emitter, answers: Answers, moment: str, after: bool = False) -> ast.expr:
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


def _dispatch(emitter: Emitter, answers: Answers, moment: str, run: Callable[[ast.expr], Block]) -> Block:
    """The hook at the place at hand, called with its thing."""
    own = answers.bits[moment]
    hooks = list({hook.id: hook for hook, _ in own}.values())
    things = tuple(thing for _, thing in own)
    body: Block = []
    for hook in reversed(hooks):
        places = [place for place, (each, _) in enumerate(own) if each.id == hook.id]
        known = py.at(emitter.column(f"{moment}.{answers.symbol.name}.things", things), py.name(PLACE))
        this = known if hook.things else None
        call = _hook_call(emitter, answers, hook, this, py.name(WAS) if moment == "after" else None)
        if places == list(range(places[0], places[-1] + 1)):
            test: ast.expr = ast.Compare(
                py.const(places[0]), [ast.LtE(), ast.LtE()], [py.name(PLACE), py.const(places[-1])]
            )
        else:
            test = py.compare("in", py.name(PLACE), py.constants(places))
        body = [py.when(test, run(call), body)] if body else run(call)
    return body


def _hook_call(
    emitter: Emitter, answers: Answers, hook: HookSymbol, this: ast.expr | None, was: ast.expr | None
) -> ast.expr:
    """The call of the function that runs a hook if it may run now."""
    function = f"<{hook.id}>"
    masked = is_masked(emitter, hook)
    emitter.helper(function, lambda: _write_hook(emitter, answers, hook, function))
    given: list[ast.expr] = [] if this is None else [this]
    if this is not None and not masked:
        shifted = py.calculate(">>", was if was is not None else py.const(0), py.name(PLACE))
        given.append(py.calculate("&", shifted, py.const(1)) if was is not None else py.const(0))
    return py.call(function, py.table(), *given, py.name(CALL))


def _write_hook(emitter: Emitter, answers: Answers, hook: HookSymbol, function: str) -> None:
    parameters = [CALL]
    if hook.things:
        parameters = [THIS, *([] if is_masked(emitter, hook) else [WAS]), CALL]
    unit = f"hooks {answers.symbol.name}"
    emitter.function(function, parameters, hook.span, unit, partial(_hook, emitter, hook))


def _hook(emitter: Emitter, hook: HookSymbol) -> Block:
    """Whether a hook ran: whether it is there, may run in this period, its condition holds, and it is wanted."""
    no = py.give(py.const(False))
    body: Block = []
    if hook.things and not is_masked(emitter, hook):
        body += _found_live(emitter, hook)
    elif hook.me is not None:
        body.append(py.let(ME, py.at(py.slot(ME_COLUMN), py.name(THIS))))
    actor = py.name(THIS) if hook.things else py.const(0)
    if hook.once:
        body.append(py.when(marked(hook.id, actor), [no]))
    if hook.condition is not None:
        body.append(py.when(py.negated(tested(emitter, hook.condition)), [py.give(py.const(False))]))
    if hook.ask is not None:
        question = decide(emitter, hook.ask.prompt, emitter.value(hook.ask.decider), py.constants((True, False)))
        body.append(py.when(py.negated(question), [py.give(py.const(False))]))
    if hook.once:
        body.append(mark(hook.id, py.name(THIS) if hook.things else py.const(0)))
    routine = emitter.program.routines[hook.routine]
    arguments = [py.name(each.name) for each in routine.parameters]
    return [*body, py.do(py.call(hook.routine, py.table(), *arguments)), py.give(py.const(True))]


def _found_live(emitter: Emitter, hook: HookSymbol) -> Block:
    """Whether a thing whose liveness is not kept is live now, or was when the call began; and who acts."""
    acts = py.let(ME, live_of(emitter, hook, py.name(THIS)))
    gone = py.compare("is", py.name(ME), py.const(None))
    missing: Block = [py.when(py.negated(py.name(WAS)), [py.give(py.const(False))])]
    if hook.me is not None:
        missing.append(py.let(ME, py.at(py.slot(ME_COLUMN), py.name(THIS))))
    return [acts, py.when(gone, missing)]


# ---- instead ---------------------------------------------------------------------------------------------------------


def _instead(emitter: Emitter, answers: Answers, unit: str, name: str, text: str, parameters: Sequence[str]) -> Block:
    """The hooks that stand in for a text, or the text."""
    if not _may_not_happen(answers):
        return _text(answers, text, parameters)
    function = f"<instead {name}>"
    emitter.function(
        function, [CALL], answers.symbol.span, unit, partial(_stand_in, emitter, answers, text, parameters)
    )
    return [py.do(py.call(function, py.table(), py.name(CALL)))]


def _text(answers: Answers, text: str, parameters: Sequence[str]) -> Block:
    given = [each.name for each in answers.symbol.parameters]
    rest = [each for each in parameters if each not in given]
    places = [position(answers, each) if each in given else _rest(answers) + rest.index(each) for each in parameters]
    run = py.call(text, py.table(), *(py.at(py.name(CALL), py.const(place)) for place in places))
    return [
        py.put(py.name(CALL), py.const(position(answers, RESULT)), run),
        py.put(py.name(CALL), py.const(_happened(answers)), py.const(True)),
    ]


def _stand_in(emitter: Emitter, answers: Answers, text: str, parameters: Sequence[str]) -> Block:
    """From the hook behind the one that proceeds: the first that stands in for what follows, or the text."""
    body: Block = []
    place = _hook_place(answers)
    if answers.bits.get("instead"):
        ahead = py.calculate("+", py.at(py.name(CALL), py.const(place)), py.const(1))
        behind = ast.UnaryOp(ast.USub(), ast.BinOp(py.const(1), ast.LShift(), ahead))
        now = _live_now(emitter, answers, "instead")
        begin = py.let(MASK, py.calculate("&", now, behind))

        def run(call: ast.expr) -> Block:
            return [py.when(call, [py.give()])]

        here = py.put(py.name(CALL), py.const(place), py.name(PLACE))
        again = py.calculate("&", _live_now(emitter, answers, "instead"), _behind())
        body += [begin, *_loop([here, *_dispatch(emitter, answers, "instead", run)], again)]
    if any(each.moment == "instead" for each in answers.waits):
        function = waits_function(emitter, answers, "instead")
        since = py.at(py.name(CALL), py.const(_since(answers)))
        bits = len(answers.bits.get("instead", []))
        from_ = py.at(py.name(CALL), py.const(place))
        first = py.call(emitter.use("max"), py.calculate("-", from_, py.const(bits)), py.const(0))
        stood_in = py.call(function, py.table(), py.name(CALL), since, first)
        body.append(py.when(_waiting(answers), [py.when(stood_in, [py.give()])]))
    return [*body, *_text(answers, text, parameters)]


def proceed(emitter: Emitter, node: Proceed) -> ast.expr:
    """What a hook stands in for runs after all."""
    answers = _answers(emitter, node.of)
    name = f"<proceed {answers.symbol.name}>"
    emitter.helper(name, lambda: _write_proceed(emitter, answers, name))
    return py.keep("$went", py.call(name, py.table(), emitter.value(node.of), py.name("$went")))


def _write_proceed(emitter: Emitter, answers: Answers, name: str) -> None:
    def build() -> Block:
        body: Block = [py.when(py.name("$went"), [py.do(py.call(emitter.use("proceeded_twice")))])]
        on = py.at(py.name(CALL), py.const(_stand_in_place(answers)))
        return [*body, py.do(py.call(on, py.table(), py.name(CALL))), py.give(py.const(True))]

    emitter.function(name, [CALL, "$went"], answers.symbol.span, f"hooks {answers.symbol.name}", build)


def hook_text(routine: Routine, body: Block) -> Block:
    """The text of a hook; one that may proceed notes whether it has."""
    proceeds = any(isinstance(node, Proceed) for node in walk((routine.body,)))
    return [py.let("$went", py.const(False)), *body] if proceeds else body


# ---- what waits ------------------------------------------------------------------------------------------------------


def waits_function(emitter: Emitter, answers: Answers, moment: str) -> str:
    """The function that lets what waits run, in order of making; of those that stand in for a text only the first."""
    name = f"<next {moment} {answers.symbol.name}>"

    def build() -> Block:
        entry = "$e"
        ways: Block = []
        for wait in (each for each in answers.waits if each.moment == moment):
            ways.append(
                py.when(
                    py.compare("==", py.at(py.name(entry), py.const(1)), py.const(_number(emitter, wait))),
                    _fired(emitter, answers, wait, moment),
                )
            )
        column = _waiting(answers)
        fits = py.between(py.name("$from"), py.at(py.name(entry), py.const(0)), py.name("$to"))
        still = py.compare("in", py.name(entry), _waiting(answers))
        to = py.calculate("+", py.name(SINCE), py.const(1))
        first = py.calculate("+", py.name("$first"), py.const(1))
        loop = py.each(entry, py.call(emitter.use("tuple"), column), [py.when(py.both([fits, still]), ways)])
        return [py.let("$to", to), py.let("$from", first), loop, py.give(py.const(False))]

    span = answers.symbol.span
    unit = f"hooks {answers.symbol.name}"

    def write() -> None:
        emitter.function(name, [CALL, SINCE, "$first"], span, unit, build)

    return emitter.helper(name, write)


def _number(emitter: Emitter, wait: WaitSymbol) -> int:
    return list(emitter.program.waits).index(wait.id)


def _fired(emitter: Emitter, answers: Answers, wait: WaitSymbol, moment: str) -> Block:
    """What waits runs once if its condition holds."""
    kept: Block = [py.let(each.name, py.at(py.name("$e"), py.const(index))) for index, each in enumerate(wait.kept, 2)]
    gone = py.do(py.method(_waiting(answers), "remove", py.name("$e")))
    arguments = [py.name(each.name) for each in wait.kept]
    run: Block = [gone]
    if moment == "instead" and answers.symbol.nature != "step":
        bits = len(answers.bits.get("instead", []))
        place = py.calculate("+", py.at(py.name("$e"), py.const(0)), py.const(bits))
        run.append(py.put(py.name(CALL), py.const(_hook_place(answers)), place))
    run.append(py.do(py.call(wait.routine, py.table(), *arguments, py.name(CALL))))
    if moment == "instead":
        run.append(py.give(py.const(True)))
    if wait.condition is None:
        return [*kept, *run]
    return [*kept, py.when(tested(emitter, wait.condition), run)]


def wait(emitter: Emitter, node: Wait) -> Block:
    """A `next` is made: it keeps a number that tells when, which it is, and the values it will need."""
    symbol = emitter.program.waits[node.hook]
    values = [_fixed(emitter, each) for each in node.kept]
    emitter.scalars.setdefault("serial", 0)
    entry = py.grouped([py.slot("serial"), py.const(_number(emitter, symbol)), *values])
    column = py.slot(column_slot(waiting_column(symbol.call)))
    return [py.add_to_slot("serial", "+", py.const(1)), py.do(py.method(column, "append", entry))]


def _fixed(emitter: Emitter, node: Expression) -> ast.expr:
    """A value that nothing changes: of a list its items as they now are."""
    made = emitter.value(node)
    return py.call(emitter.use("tuple"), made) if str(node.type).startswith("a list") else made


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


def period_runs(emitter: Emitter, period: str) -> ast.expr | None:
    """Whether a period runs; None for one that always does."""
    if period == GAME:
        return None
    if period in emitter.step_numbers:
        return py.call(emitter.use("runs"), py.table(), py.const(emitter.step_numbers[period]))
    emitter.scalars.setdefault(running_slot(period), None)
    return py.compare("is not", py.slot(running_slot(period)), py.const(None))


# ---- nodes -----------------------------------------------------------------------------------------------------------


def _answers(emitter: Emitter, of: Expression) -> Answers:
    if not isinstance(of.type, Running):
        raise AssertionError(of)
    return emitter.analysis.calls.answers[of.type.call]


def given(emitter: Emitter, node: Given) -> ast.expr:
    """A parameter or the result of a running call."""
    return py.at(emitter.value(node.of), py.const(position(_answers(emitter, node.of), node.name)))


def innermost(_: Emitter, node: Innermost) -> ast.expr:
    """The frame of the innermost running call of a name."""
    return py.slot(running_slot(node.call))


def runs(emitter: Emitter, node: Runs) -> ast.expr:
    """Whether a call of a name runs."""
    found = period_runs(emitter, node.call)
    return py.const(True) if found is None else found


def past(emitter: Emitter, node: Past) -> ast.expr:
    """The calls that ended in the running period, as positions."""
    column = py.slot(column_slot(past_column(node.call, node.period)))
    return py.call(emitter.use("range"), py.call(emitter.use("len"), column))


def was_given(emitter: Emitter, node: WasGiven) -> ast.expr:
    """A parameter or the result of a call that ended."""
    if not isinstance(node.of.type, Ended):
        raise AssertionError(node)
    ended = node.of.type
    answers = emitter.analysis.calls.answers[ended.call]
    record = py.at(py.slot(column_slot(past_column(ended.call, ended.period))), emitter.value(node.of))
    return py.at(record, py.const(position(answers, node.name)))


def put_given(emitter: Emitter, node: PutGiven) -> Block:
    """A hook gives a parameter of its call, or its result, another value."""
    at = py.const(position(_answers(emitter, node.of), node.name))
    value = emitter.value(node.value)
    if node.op == "=":
        return [py.put(emitter.value(node.of), at, value)]
    return [py.change(emitter.value(node.of), at, node.op[0], value)]


EXPRESSIONS: Mapping[type, Callable[..., ast.expr]] = {
    Given: given,
    Innermost: innermost,
    Runs: runs,
    Past: past,
    WasGiven: was_given,
    Proceed: proceed,
}
STATEMENTS: Mapping[type, Callable[..., Block]] = {PutGiven: put_given, Wait: wait}
