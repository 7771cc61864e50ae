"""The flow: a flat list of functions, each of which does a piece of a step and gives the number of the next.

A step with `each` or `loop` begins in one op and ends each of its items in another; what ends where is known before any
of them is written, so that a text which leaves a step around it simply goes there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from rulewright.language.analysis.analyse import all_steps
from rulewright.language.analysis.calls import Answers
from rulewright.language.compiled import Step
from rulewright.language.emit import python as py
from rulewright.language.emit.branches import together_step
from rulewright.language.emit.calls import keep_past, stand_in_tests
from rulewright.language.emit.constants import folded
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.frames import SINCE
from rulewright.language.emit.hooks import live_at_start
from rulewright.language.emit.lists import fixed
from rulewright.language.emit.menus import begins_apart, in_rounds, offer_rounds
from rulewright.language.emit.moments import moment_block
from rulewright.language.emit.names import item_slot
from rulewright.language.emit.periods import reset
from rulewright.language.emit.rounds import first_item, first_round, next_round
from rulewright.language.emit.telling import say_items, say_step, says_step
from rulewright.language.emit.truths import tested
from rulewright.language.emit.waits import serial
from rulewright.language.program import Program, StepSymbol
from rulewright.language.tree import Do, Expression, Offer, While

Block = list[ast.stmt]
END = -1
SETUP = "setup"
LEFT = "left"
"""The slot that says which op was running when a text left a step; -1 where none was."""


@dataclass(slots=True)
class Flow:
    """A Flow is the ops so far: their names, how each is written, and where the steps lie among them."""

    emitter: Emitter
    names: list[str] = field(default_factory=list)
    writers: list[Callable[[], None]] = field(default_factory=list)
    places: dict[str, Step] = field(default_factory=dict)

    @property
    def steps(self) -> tuple[Step, ...]:
        """Where the steps lie, by their numbers; one that can never run lies nowhere."""
        return tuple(self.places.get(each, Step(each, 0, 0, 0, "", False)) for each in self.emitter.step_numbers)

    def reserve(self, name: str) -> int:
        """The number of a new op, which is to be written later."""
        self.names.append(name)
        self.writers.append(lambda: None)
        return len(self.names) - 1

    def write(self, op: int, step: StepSymbol, build: Callable[[], Block]) -> None:
        """Say what an op does."""
        unit = step.routine or f"step.{step.id}"
        name = self.names[op]
        self.writers[op] = lambda: _write(self.emitter, name, step, unit, build)


def _write(emitter: Emitter, name: str, step: StepSymbol, unit: str, build: Callable[[], Block]) -> None:
    emitter.function(name, [], step.span, unit, build)


def write_flow(emitter: Emitter) -> Flow:
    """Lay out and write the whole flow."""
    flow = Flow(emitter)
    steps = emitter.program.flow
    sleeps = bool(steps) and steps[0].id == SETUP
    emitter.scalars["asleep"] = bool(emitter.program.rules)
    if emitter.left:
        emitter.scalars[LEFT] = END
    if steps and not sleeps:
        _wake_op(flow, steps[0])
    for index, step in enumerate(steps):
        _lay(flow, step)
        if index == 0 and sleeps:
            _wake_op(flow, step)
    for writer in flow.writers:
        writer()
    if not flow.names:
        emitter.scalars["pc"] = END
    return flow


def _wake_op(flow: Flow, step: StepSymbol) -> None:
    """The op after which rules no longer sleep; all are tested."""
    rules = flow.emitter.analysis.rules
    if not rules:
        return
    op = flow.reserve(f"{step.id}.wake")
    every = (1 << len(rules)) - 1
    settle = py.do(py.call(flow.emitter.use("settle"), py.table(), py.const(every)))
    flow.write(op, step, lambda: [py.put_slot("asleep", py.const(False)), settle, _go(flow, op + 1)])


def _go(flow: Flow, op: int) -> ast.stmt:
    """Go on with an op, or stop where there is none. Read when the op is written: then all ops are known."""
    return py.give(py.const(op if op < len(flow.names) else END))


def _lay(flow: Flow, step: StepSymbol) -> None:
    """Lay out a step: what begins it, what it does, what ends it."""
    emitter = flow.emitter
    if folded(emitter, step.condition) is False:
        return
    if step.together and step.each is not None:
        _lay_together(flow, step, step.each)
        return
    begin = flow.reserve(f"{step.id}.begin") if _begins(emitter, step) else None
    low = len(flow.names)
    enter = flow.reserve(f"{step.id}.enter") if _answers(emitter, step) else None
    text = len(flow.names)
    if says_step(emitter, step):
        flow.write(flow.reserve(f"{step.id}.say"), step, partial(_say, flow, step, text + 1))
    if step.routine:
        _lay_text(flow, step)
    for below in step.steps:
        _lay(flow, below)
    done = flow.reserve(f"{step.id}.done") if enter is not None else None
    end = flow.reserve(f"{step.id}.end") if _ends(emitter, step) else len(flow.names)
    left = end
    if step.loop is not None:
        left = flow.reserve(f"{step.id}.left")
    after = len(flow.names)
    slot = item_slot(emitter.program, step.id) if step.each is not None or step.loop is not None else ""
    flow.places[step.id] = Step(step.id, low, max(after, low + 1), left, slot, step.loop is not None)
    if begin is not None:
        flow.write(begin, step, partial(_begin, flow, step, low, after))
    if enter is not None and done is not None:
        flow.write(enter, step, partial(_enter, flow, step, text, end))
        flow.write(done, step, partial(_done, flow, step, end))
    if _ends(emitter, step):
        flow.write(end, step, partial(_end, flow, step, low, after))
    if step.loop is not None:
        flow.write(left, step, partial(_left, flow, step, after))


def _lay_together(flow: Flow, step: StepSymbol, source: Expression) -> None:
    """Lay out a step whose items are branches: all of it is one op."""
    emitter = flow.emitter
    op = flow.reserve(f"{step.id}.do")
    flow.places[step.id] = Step(step.id, op, op + 1, op + 1, item_slot(emitter.program, step.id), False)

    def build() -> Block:
        body: Block = []
        if step.condition is not None and folded(emitter, step.condition) is None:
            body.append(py.when(py.negated(tested(emitter, step.condition)), [_go(flow, op + 1)]))
        items = py.call(emitter.use("list"), fixed(emitter, source))
        return [*body, *say_items(emitter, step, source), *together_step(emitter, step, items), _go(flow, op + 1)]

    flow.write(op, step, build)


def _ends_itself(emitter: Emitter, step: StepSymbol) -> bool:
    """Whether the end of a step stands in the op of its text: it does nothing else, and nothing leaves it by name."""
    repeats = step.each is not None or step.loop is not None
    more = repeats or step.id in emitter.left or _answers(emitter, step) is not None
    return bool(step.routine) and not step.steps and not more


def _begins_itself(emitter: Emitter, step: StepSymbol) -> bool:
    """Whether the condition of a step stands in the op of its text, which then runs once."""
    if not _ends_itself(emitter, step) or _menu_of(emitter, step) is not None or says_step(emitter, step):
        return False
    return only_loop(emitter.program, step) is None


def only_loop(program: Program, step: StepSymbol) -> While | None:
    """The loop of a step that does nothing but run a text as long as a condition holds."""
    match program.routines[step.routine].body if step.routine else ():
        case (While() as loop,):
            return loop
    return None


def _lay_text(flow: Flow, step: StepSymbol) -> None:
    """Lay out the text of a step: one op, or for a menu whose first round is not like the later ones, two."""
    menu = _menu_of(flow.emitter, step)
    op = flow.reserve(f"{step.id}.do")
    if menu is not None and begins_apart(flow.emitter, menu):
        flow.reserve(f"{step.id}.again")
    after = len(flow.names)
    for each in range(op, after):
        flow.write(each, step, partial(_body, flow, step, each, after))


def _menu_of(emitter: Emitter, step: StepSymbol) -> Offer | None:
    """The menu that is put round by round, if that is all a step does."""
    match emitter.program.routines[step.routine].body:
        case (Do(call=Offer() as menu),) if in_rounds(emitter, menu):
            return menu
        case _:
            return None


def _begins(emitter: Emitter, step: StepSymbol) -> bool:
    if step.each is not None or step.loop is not None:
        return True
    return folded(emitter, step.condition) is None and not _begins_itself(emitter, step)


def _ends(emitter: Emitter, step: StepSymbol) -> bool:
    """Whether something is to be done when an item of a step ends: the next one, resets, or waiting rules."""
    repeats = step.each is not None or step.loop is not None
    answered = _answers(emitter, step) is not None
    resets = step.id in emitter.analysis.resets and not _ends_itself(emitter, step)
    return repeats or answered or resets or step.id in emitter.left


def _answers(emitter: Emitter, step: StepSymbol) -> Answers | None:
    """What happens around a step, if anything does."""
    answers = emitter.analysis.calls.of(f"step.{step.id}")
    return answers if answers is not None and (answers.hooked or answers.kept) else None


def _enter(flow: Flow, step: StepSymbol, text: int, end: int) -> Block:
    """The beginning of an item: what runs before it, or instead of it.

    `NAME__open` is 1 while an item runs, 2 when it has come to its end; 0 where it never happened.
    """
    emitter = flow.emitter
    answers = _answers(emitter, step)
    if answers is None:
        return [_go(flow, text)]
    body: Block = [py.put_slot(f"{step.id}__open", py.const(1))]
    if answers.waits:
        body = [py.put_slot(f"{step.id}__since", serial(emitter)), *body]
        body.append(py.let(SINCE, py.slot(f"{step.id}__since")))
    if answers.bits.get("after"):
        body.append(py.put_slot(f"{step.id}__was", live_at_start(emitter, answers, "after")))
    body += moment_block(emitter, answers, "before", py.const(None))
    skip: Block = [py.put_slot(f"{step.id}__open", py.const(0)), _go(flow, end)]
    for test in stand_in_tests(emitter, answers):
        body.append(py.when(test, [*skip]))
        skip = [py.put_slot(f"{step.id}__open", py.const(0)), _go(flow, end)]
    return [*body, _go(flow, text)]


def _say(flow: Flow, step: StepSymbol, text: int) -> Block:
    """The line of an item that begins. It costs no fuel, so that a game is the same whether it is watched or not."""
    return [*say_step(flow.emitter, step), py.add_to_slot("fuel", "+", py.const(1)), _go(flow, text)]


def _done(flow: Flow, step: StepSymbol, end: int) -> Block:
    """An item has come to its end without being left."""
    return [py.put_slot(f"{step.id}__open", py.const(2)), _go(flow, end)]


def _after(emitter: Emitter, step: StepSymbol) -> Block:
    """The hooks after an item that happened; it is kept for what asks for the past unless it was left."""
    answers = _answers(emitter, step)
    if answers is None:
        return []
    emitter.scalars |= {f"{step.id}__open": 0, f"{step.id}__was": 0, f"{step.id}__since": 0}
    run: Block = [py.let("$open", py.slot(f"{step.id}__open")), py.put_slot(f"{step.id}__open", py.const(0))]
    if answers.waits:
        run.append(py.let(SINCE, py.slot(f"{step.id}__since")))
    was = py.slot(f"{step.id}__was") if answers.bits.get("after") else None
    run += moment_block(emitter, answers, "after", py.const(None), was)
    kept = keep_past(emitter, answers, step.span)
    if kept:
        run.append(py.when(py.compare("==", py.name("$open"), py.const(2)), kept))
    return [py.when(py.slot(f"{step.id}__open"), run)]


def _begin(flow: Flow, step: StepSymbol, low: int, after: int) -> Block:
    """Whether the step is done at all, and its first item or round."""
    emitter = flow.emitter
    body: Block = []
    if step.condition is not None and folded(emitter, step.condition) is None:
        body.append(py.when(py.negated(tested(emitter, step.condition)), [_go(flow, after)]))
    if step.each is not None:
        body += first_item(emitter, step, step.each, _go(flow, after))
    elif step.loop is not None:
        body += first_round(emitter, step, _go(flow, after))
    return [*body, _go(flow, low)]


def _body(flow: Flow, step: StepSymbol, op: int, after: int) -> Block:
    """The text of a step; it ends by going on. Where the text is one menu or one loop, an op is one round of it."""
    emitter = flow.emitter
    body = emitter.program.routines[step.routine].body
    menu = _menu_of(emitter, step)

    def end(_: ast.expr | None = None) -> Block:
        over = _over(flow, step) if _ends_itself(emitter, step) else []
        return [*over, _go(flow, after)]

    emitter.code.ends = end
    if menu is not None:
        before, more = offer_rounds(emitter, menu, step.id, flow.names[op].endswith(".again"))
        return [*before, py.when(more, [_go(flow, after - 1)]), *end()]
    match body:
        case (While(condition=condition, body=text),):
            return [py.when(tested(emitter, condition), [*emitter.block(text), _go(flow, op)]), *end()]
        case _:
            return [*_unless(flow, step, after), *emitter.block(body), *end()]


def _unless(flow: Flow, step: StepSymbol, after: int) -> Block:
    """The condition of a step in the op of its text."""
    condition = step.condition
    if condition is None or not _begins_itself(flow.emitter, step) or folded(flow.emitter, condition) is not None:
        return []
    return [py.when(py.negated(tested(flow.emitter, condition)), [_go(flow, after)])]


def _end(flow: Flow, step: StepSymbol, low: int, after: int) -> Block:
    """The end of an item or a round: what goes back, then the next one."""
    emitter = flow.emitter
    body = _over(flow, step)
    items, index, item = (f"{step.id}__{part}" for part in ("items", "index", "item"))
    if step.each is not None:
        more = py.compare("<", py.name("$i"), py.call(emitter.use("len"), py.slot(items)))
        next_: Block = [
            py.put_slot(index, py.name("$i")),
            py.put_slot(item, py.at(py.slot(items), py.name("$i"))),
            _go(flow, low),
        ]
        over: Block = [py.put_slot(items, py.constants(())), py.put_slot(index, py.const(0))]
        over.append(py.put_slot(item, py.const(None)))
        one_more = py.calculate("+", py.slot(index), py.const(1))
        body += [py.let("$i", one_more), py.when(more, next_), *over]
    elif step.loop is not None:
        body += [py.add_to_slot(index, "+", py.const(1)), *next_round(emitter, step, _go(flow, low))]
        body.append(py.add_to_slot(index, "-", py.const(1)))
    return [*body, _go(flow, after)]


def _left(flow: Flow, step: StepSymbol, after: int) -> Block:
    """The end of a loop that was left."""
    return [*_over(flow, step), _go(flow, after)]


def _over(flow: Flow, step: StepSymbol) -> Block:
    """What goes back at the end of a step, also of those below it that were left with it, and the rules that were
    waiting meanwhile."""
    emitter = flow.emitter
    body = [*_unwound(flow, step), *_after(emitter, step), *reset(emitter, step.id, step.span)]
    if step.id in emitter.left and emitter.analysis.rules:
        settle = py.do(py.call(emitter.use("settle"), py.table(), py.const(0)))
        body.append(py.when(py.slot("pending"), [settle]))
    return body


def _unwound(flow: Flow, step: StepSymbol) -> Block:
    """What goes back of the steps below one that was left: of those that were running, the innermost first."""
    emitter = flow.emitter
    if step.id not in emitter.left:
        return []
    body: Block = []
    for below in reversed(all_steps(step.steps)):
        place = flow.places.get(below.id)
        back = reset(emitter, below.id, below.span, settle=False)
        if _answers(emitter, below) is not None:
            back.append(py.put_slot(f"{below.id}__open", py.const(0)))
        if place is not None and back:
            running = py.between(py.const(place.low), py.slot(LEFT), py.const(place.high))
            body.append(py.when(running, back))
    return [*body, py.put_slot(LEFT, py.const(END))]
