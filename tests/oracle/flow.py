"""The flow, walked as it is written: steps, their items and rounds, what leaving one does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from rulewright.language.program import StepSymbol
from rulewright.language.types import Int
from tests.oracle.branches import together
from tests.oracle.hooks import Frame, after, before, instead, keep, live, symbol_of
from tests.oracle.machine import Left, Machine
from tests.oracle.periods import end, reset
from tests.oracle.rules import settle, wake

SETUP = "setup"


def run(machine: Machine) -> None:
    """Run the flow from its start to its end. Rules sleep while a first step `setup` runs."""
    steps = machine.program.flow
    if not steps or steps[0].id != SETUP:
        _wake(machine)
    for index, step in enumerate(steps):
        _step(machine, step)
        if index == 0:
            _wake(machine)


def run_step(machine: Machine, id: str, around: Sequence[str], given: Mapping[str, int]) -> None:
    """Run one step alone, as a test does: for its item, if one is given, within those given of the steps around it."""
    step, sleeps = machine.steps[id], id == SETUP
    machine.items.update(given)
    outside = list(machine.running)
    machine.running += [outer for outer in around if outer in given]
    machine.asleep = sleeps
    if id in given:
        _once(machine, step)
    else:
        _step(machine, step)
    machine.running[:] = outside
    if sleeps:
        _wake(machine)


def _wake(machine: Machine) -> None:
    machine.asleep = False
    settle(machine)


def _step(machine: Machine, step: StepSymbol) -> None:
    """A step: its condition once, then once, or for each item, or round by round."""
    machine.pay()
    if step.condition is not None and not machine.value(step.condition, {}):
        return
    if step.together and step.each is not None:
        timed = step.timer is not None and machine.value(step.timer, {}) > 0
        together(machine, list(machine.value(step.each, {})), lambda item: _branch(machine, step, item), {}, timed)
    elif step.each is not None:
        for item in list(machine.value(step.each, {})):
            machine.items[step.id] = item
            _once(machine, step)
    elif step.loop is not None:
        _rounds(machine, step)
    else:
        _once(machine, step)


def _branch(machine: Machine, step: StepSymbol, item: int) -> None:
    """One item of a step whose items are branches."""
    machine.items[step.id] = item
    _once(machine, step)


def _rounds(machine: Machine, step: StepSymbol) -> None:
    """Rounds without end, so many of them, or as long as a condition holds. Leaving the step ends them all."""
    another = _another(machine, step)
    machine.items[step.id] = 1
    while another():
        if _once(machine, step):
            return
        machine.items[step.id] += 1


def _another(machine: Machine, step: StepSymbol) -> Callable[[], bool]:
    """Whether a loop goes on with the round whose number is in `items`."""
    loop = step.loop
    if loop is None or isinstance(loop, bool):
        return lambda: True
    if isinstance(loop.type, Int):
        rounds = machine.value(loop, {})
        return lambda: bool(machine.items[step.id] <= rounds)
    return lambda: bool(machine.value(loop, {}))


def _once(machine: Machine, step: StepSymbol) -> bool:
    """One item or round of a step and what ends with it; whether it was left."""
    machine.pay()
    machine.running.append(step.id)
    frame = _frame(machine, step)
    there: dict[tuple[str, int], Any] = {}
    left = _unless_left(machine, step, partial(_answered, machine, step, frame, there))
    while _unless_left(machine, step, partial(_over, machine, step, frame, there, left)):
        left = True
    machine.running.remove(step.id)
    return left


def _frame(machine: Machine, step: StepSymbol) -> Frame | None:
    """What a step is as a call, if anything is asked of it. It counts as happening until a hook stands in for it."""
    symbol = symbol_of(machine, f"step.{step.id}")
    if symbol is None:
        return None
    values = {each.name: machine.items[step.id] for each in symbol.parameters}
    return Frame(symbol, values, machine.serial, happened=True)


def _answered(machine: Machine, step: StepSymbol, frame: Frame | None, there: dict[tuple[str, int], Any]) -> None:
    """The item of a step with what runs before or instead of it."""
    if frame is None:
        return _inside(machine, step)
    there.update({(hook.id, thing): me for hook, thing, me in live(machine, frame, "after")})
    before(machine, frame)
    frame.happened = False
    happens: list[bool] = []
    instead(machine, frame, lambda: happens.append(True))
    if happens:
        frame.happened = True
        _inside(machine, step)
    return None


def _over(
    machine: Machine, step: StepSymbol, frame: Frame | None, there: dict[tuple[str, int], Any], left: bool
) -> None:
    """The end of an item: the hooks after it, once, then its resets."""
    if frame is not None and frame.happened:
        frame.happened = False
        after(machine, frame, there)
        if not left:
            keep(machine, frame)
    end(machine, step.id)
    if left:
        settle(machine)


def _inside(machine: Machine, step: StepSymbol) -> None:
    if step.routine:
        machine.body(machine.program.routines[step.routine].body, {})
    for below in step.steps:
        _step(machine, below)


def _unless_left(machine: Machine, step: StepSymbol, run: Callable[[], None]) -> bool:
    """Run a part of a step; whether it was left meanwhile. What runs below it is unwound, with all its resets."""
    try:
        run()
    except Left as signal:
        if signal.step != step.id:
            reset(machine, step.id)
            wake(machine)
            machine.running.remove(step.id)
            raise
        return True
    return False
