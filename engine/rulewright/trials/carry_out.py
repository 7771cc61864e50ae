"""Carrying out one test: set, run, compare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.language.compiled import Step
from rulewright.play.decisions import Answer, Decision, answer_with
from rulewright.play.flow import BUDGET, Ending, Status, finish
from rulewright.play.names import thing_id, value_name
from rulewright.runtime.intrinsics import settle
from rulewright.table.signals import Capped, Leave
from rulewright.text.diagnostics import Diagnostic, Related
from rulewright.trials.bench import Bench, Line, Prepared
from rulewright.trials.eyes import Eyes
from rulewright.trials.script import Asked, Script, Stuck
from rulewright.trials.story import Event, Story
from rulewright.trials.trial import Key, Trial

FIRST_SEAT = 1
BUDGET_TOLD = 10_000  # looking at the table after each line costs a hundred times the line
SETUP = "setup"
NOT_RUNNING = -1
_INSIDE = ("test.", "move.")  # how functions begin that are the engine's own, not of a definition


@dataclass(frozen=True, slots=True)
class Result:
    """A Result is what came of a run: its faults, and whether all that the test expects held before it already.

    `events` is empty unless the run was told. `met` says of each other test that was looked at whether all that it
    expects holds.
    """

    faults: tuple[Diagnostic, ...]
    held_before: bool
    met: dict[str, bool]
    events: tuple[Event, ...] = ()


def carry_out(bench: Bench, prepared: Prepared, others: Sequence[Prepared] = (), told: bool = False) -> Result:
    """Carry out a test; with `told`, slower, and with every step of what happened.

    `others` are tests whose expectations are looked at, too, when it has run.
    """
    if prepared.faults:
        return Result(tuple(prepared.faults), False, {})
    return _Run(bench, prepared, told).result(others)


class _Run:
    """One run of one test on a table of its own."""

    def __init__(self, bench: Bench, prepared: Prepared, told: bool) -> None:
        self.bench = bench
        self.book = bench.book
        self.prepared = prepared
        self.trial: Trial = prepared.trial
        self.table: Any = bench.book.table()
        self.table.reset(BUDGET_TOLD if told else BUDGET)
        self.story = Story(bench)
        self.script = Script(bench.book, self.table, self.trial, prepared.draws, self.story.note)
        self.table.deal(self.script)
        self.told = told
        self.begun = 0
        self.eyes = Eyes(bench.book, self.table, self.trial)
        answer_with(bench.book, self.table, self._respond)

    def result(self, others: Sequence[Prepared]) -> Result:
        faults = self._go(self._set, told=False)
        if not faults:
            faults = self._go(self._wake, self.told)
        if not faults and self.table.result is not None:
            faults = [self._fault("over-before", "the game is over before the test has run: what is given ends it")]
        if faults:
            return Result(tuple(faults), False, {}, tuple(self.story.events))
        held = self.holds(self.prepared)
        faults = self._go(self._start, self.told)
        if not faults:
            faults = [*self._never_run(), *self.script.unused(), *self._not_met()]
        met = {other.trial.id.source: self.holds(other) for other in others}
        return Result(tuple(faults), held, met, tuple(self.story.events))

    def _respond(self, decision: Decision) -> Answer:
        self.eyes.look(decision)
        return self.script.respond(decision)

    # ---- running -----------------------------------------------------------------------------------------------------

    def _go(self, run: Callable[[], None], told: bool) -> list[Diagnostic]:
        """Run something to its end; what went wrong if it did not get there."""
        stuck: list[Diagnostic] = []

        def guarded() -> None:
            try:
                run()
            except Stuck as signal:
                stuck.append(signal.diagnostic)

        ending = finish(self.book, self.table, (lambda: self.story.follow(self.table, guarded)) if told else guarded)
        if stuck:
            return stuck
        match ending.status:
            case Status.CAPPED:
                names = [each.name for each in ending.culprits if each.span.line and not each.name.startswith(_INSIDE)]
                message = "this does not come to an end" + (f"; these ran last: {', '.join(names)}" if names else "")
                return [self._broken("capped", message, ending)]
            case Status.FAILED if ending.fault is not None:
                return [self._broken("failed", f"{ending.fault.id}: {ending.fault.message}", ending)]
        return []

    def _fault(self, id: str, message: str, hint: str = "") -> Diagnostic:
        return Diagnostic(id, self.trial.id.span, message, hint)

    def _broken(self, id: str, message: str, ending: Ending) -> Diagnostic:
        """What broke the test, with the places of the pack where it did."""
        fault = ending.fault
        related = (Related(fault.span, "here"), *fault.related) if fault is not None and fault.span.line else ()
        return Diagnostic(id, self.trial.id.span, message, related=related)

    def _set(self) -> None:
        """Put everything where the test says, while rules sleep."""
        self._put_items(self.prepared.items)
        if self.prepared.settings:
            self.book.namespace[self.prepared.settings](self.table, FIRST_SEAT)
        self.script.lay()
        self.table.pc = NOT_RUNNING

    def _put_items(self, items: Mapping[str, int]) -> None:
        for step, item in items.items():
            for part, value in (("items", (item,)), ("index", 0), ("item", item)):
                setattr(self.table, f"{step}__{part}", value)

    def _wake(self) -> None:
        """Wake the rules, and test them all."""
        self.table.asleep = False
        if self.book.compiled.rules:
            settle(self.table, (1 << len(self.book.compiled.rules)) - 1)

    def _start(self) -> None:
        for part in self.prepared.run:
            self.begun += 1
            if part.step:
                self._run_step(part.step, part.items)
            else:
                self.table.pc = NOT_RUNNING
                self.book.namespace[part.routine](self.table, FIRST_SEAT)

    def _run_step(self, id: str, items: Mapping[str, int]) -> None:
        """Run a step as the flow does, until the flow goes on with another one."""
        step = self._find(id)
        self._put_items(items)
        for outer in self.bench.flow[id]:
            if outer not in items:
                hint = "write beside the step `of: …`, or under `given:` which item of it runs"
                raise Stuck(self._fault("no-item", f"`{id}` is a part of `{outer}`, which goes through a list", hint))
        ops = self.book.compiled.ops
        begin = f"{id}.begin"
        low = step.low if id in items or begin not in ops else ops.index(begin)
        sleeps = self._find(SETUP).low <= step.low < self._find(SETUP).high if self._has(SETUP) else False
        self.table.asleep = sleeps
        self._drive(low, step.high)
        if sleeps:
            self._wake()

    def _drive(self, low: int, high: int) -> None:
        table, ops, steps = self.table, self.book.ops, self._steps
        pc = low
        while low <= pc < high:
            table.pc = pc
            try:
                pc = ops[pc](table)
            except Leave as signal:
                pc = steps[signal.step].leave
            table.fuel -= 1
            if table.fuel < 0:
                raise Capped((self.trial.id.source,))

    @property
    def _steps(self) -> tuple[Step, ...]:
        return self.book.compiled.world.steps if self.book.compiled.world else ()

    def _has(self, id: str) -> bool:
        return any(step.id == id for step in self._steps)

    def _find(self, id: str) -> Step:
        return next(step for step in self._steps if step.id == id)

    # ---- comparing ---------------------------------------------------------------------------------------------------

    def holds(self, prepared: Prepared) -> bool:
        """Whether all that a test expects holds now."""
        kept = all(self._read(line.routine) for line in prepared.lines)
        seen = Eyes(self.book, self.table, prepared.trial).sees_all()
        return kept and seen and not any(True for _ in self._asked_otherwise(prepared.trial))

    def _read(self, routine: str) -> Any:
        return self.book.namespace[routine](self.table, FIRST_SEAT)

    def _not_met(self) -> Iterator[Diagnostic]:
        for line in self.prepared.lines:
            if not self._read(line.routine):
                yield Diagnostic("not-so", line.text.span, "this does not hold after the run", self._values(line))
        yield from self._asked_otherwise(self.trial)
        yield from self.eyes.wrong()

    def _never_run(self) -> Iterator[Diagnostic]:
        for part in self.prepared.run[self.begun :][:1]:
            yield Diagnostic("over-before", part.text.span, "the game is over before this runs")

    def _values(self, line: Line) -> str:
        """The values of the parts of a condition, each once."""
        told = {
            part.source: value_name(self.book, part.type, self._read(part.routine), thing_id) for part in line.parts
        }
        return "; ".join(f"`{source}` is {value or 'empty'}" for source, value in told.items())

    def _asked_otherwise(self, trial: Trial) -> Iterator[Diagnostic]:
        for key, wanted in trial.asks:
            asked = self.script.asked.get(str(key))
            if (said := difference(key, wanted, asked)) is not None:
                yield Diagnostic("asked-otherwise", key.span, *said)


def difference(key: Key, wanted: tuple[str, ...] | None, asked: Asked | None) -> tuple[str, str] | None:
    """What is wrong with the options of a prompt, and a hint; None if nothing is."""
    if asked is None:
        return None if wanted is None else (f"{key.prompt!r} is never asked", "")
    offered = ", ".join(asked.names)
    if wanted is None:
        return f"{key.prompt!r} is asked", f"it offers {offered}"
    left = list(zip(asked.names, asked.definitions, strict=True))
    missing = []
    for name in wanted:
        found = next((each for each in left if each[0] == name), None) or next((e for e in left if e[1] == name), None)
        if found is None:
            missing.append(name)
        else:
            left.remove(found)
    if not missing and not left:
        return None
    parts = [f"does not offer {', '.join(missing)}"] if missing else []
    parts += [f"offers {', '.join(name for name, _ in left)}"] if left else []
    return f"{key.prompt!r} {' and '.join(parts)}", f"it offers {offered}"
