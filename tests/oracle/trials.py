"""A pack's own tests, carried out by the oracle."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from rulewright.builtins import SHELF
from rulewright.play.decisions import Answer, Decision, answer_with
from rulewright.table.signals import GameOver
from rulewright.trials.bench import Bench, Prepared, make_bench
from rulewright.trials.carry_out import difference
from rulewright.trials.pack_tests import Plan
from rulewright.trials.script import Script
from rulewright.trials.trial import Trial
from tests.oracle.expressions import evaluate
from tests.oracle.flow import run_step
from tests.oracle.games import FRAMES
from tests.oracle.hooks import answered, remember
from tests.oracle.machine import Machine
from tests.oracle.rules import settle
from tests.oracle.state import begin
from tests.oracle.statements import execute

BUDGET = 100_000
FIRST_SEAT = 1


def departures(plan: Plan, trials: Sequence[Trial]) -> Iterator[tuple[Trial, str]]:
    """What is not as some tests of a pack say when the oracle carries them out. What seats see is left to the engine.

    Those for the same players and options share a bench.
    """
    settings: dict[tuple[int, tuple[tuple[str, str], ...]], list[Trial]] = {}
    for trial in trials:
        players = int(trial.players.source) if trial.players else plan.header.recommended
        chosen = tuple((id.source, value.source) for id, value in trial.options)
        settings.setdefault((players, chosen), []).append(trial)
    for (players, options), some in settings.items():
        bench, faults = make_bench(plan.source, dict(options), (), players, some)
        assert bench is not None, faults
        for trial in some:
            prepared = bench.prepared[trial.id.source]
            assert prepared.faults == []
            yield from ((trial, said) for said in _Walk(bench, prepared).departures())


class _Walk:
    """One test, walked on a table of its own."""

    def __init__(self, bench: Bench, prepared: Prepared) -> None:
        self.bench, self.prepared, self.trial = bench, prepared, prepared.trial
        book, table = bench.book, bench.book.table()
        table.reset(0)
        self.table: Any = table
        self.script = Script(book, table, prepared.trial, prepared.draws, lambda *_: None)
        table.deal(self.script)
        program = bench.program
        self.machine = Machine(program, SHELF, table, evaluate, execute, BUDGET, answer=answered, remember=remember)
        answer_with(book, table, self._respond)

    def _respond(self, decision: Decision) -> Answer:
        return self.script.respond(decision)

    def departures(self) -> Iterator[str]:
        if sys.getrecursionlimit() < FRAMES:
            sys.setrecursionlimit(FRAMES)
        begin(self.machine)
        if self.prepared.settings:
            self._text(self.prepared.settings)
        self.script.lay()
        self.machine.asleep = False
        settle(self.machine)
        try:
            self._run()
        except GameOver:
            assert self.table.result is not None
        for line in self.prepared.lines:
            if not self._text(line.routine):
                yield f"does not hold: {line.text}"
        yield from (fault.message for fault in self.script.unused())
        for key, wanted in self.trial.asks:
            said = difference(key, wanted, self.script.asked.get(str(key)))
            if said is not None:
                yield said[0]

    def _run(self) -> None:
        for part in self.prepared.run:
            if part.step:
                run_step(self.machine, part.step, self.bench.flow[part.step], part.items)
            else:
                self._text(part.routine)

    def _text(self, routine: str) -> Any:
        return self.machine.text(self.bench.program.routines[routine].body, {"me": FIRST_SEAT})
