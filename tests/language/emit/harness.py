"""Small packs, compiled from their text and played by answers that stand in the test."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rulewright.builtins import SHELF
from rulewright.language.check.check import check
from rulewright.language.compiled import Compiled
from rulewright.language.emit.compile import compile_program
from rulewright.language.program import Program
from rulewright.pack.load import build, read
from rulewright.rulebook.link import link
from rulewright.table.luck import Luck
from rulewright.table.signals import GameOver, Leave, Outcome
from rulewright.table.table import Table
from rulewright.text.diagnostics import Severity

HEADER = """pack:
  format: 1
  id: small
  title: Small
  version: 1.0.0
  players: 1..4
  recommended: 2
  seats: each
  credits: None

"""

Answer = Callable[[int, int, Sequence[Any], Sequence[Any]], Any]


class Played:
    """A Played is a pack in play: its table, its functions, and every question that was put."""

    def __init__(self, folder: Path, text: str, players: int = 2, watch_all: bool = False) -> None:
        (folder / "pack.yaml").write_text(HEADER + with_flow(text), encoding="utf-8")
        self.program, files = checked(folder, players)
        self.compiled: Compiled = compile_program(self.program, SHELF, files, watch_all)
        linked = link(self.compiled, SHELF, files)
        self.namespace, self.ops = linked.namespace, linked.ops
        self.numbers = {thing.id: number for number, thing in enumerate(self.compiled.things)}
        self.asked: list[tuple[str, list[Any]]] = []
        self.answers: list[Any] = []
        self.table: Any = linked.table()
        self.start(linked.table())

    def start(self, table: Table, seed: int = 0, fuel: int = 100_000) -> None:
        """Begin a new game, rules awake, with nobody asked yet."""
        self.table = table
        table.reset(fuel)
        table.deal(Luck(seed, 0))
        self.table.decide = self._decide
        self.table.decide_many = self._decide_many
        self.table.asleep = False
        self.asked = []

    def call(self, routine: str, *arguments: Any) -> Any:
        """Run a procedure of the pack."""
        return self.namespace[routine](self.table, *arguments)

    def run(self) -> Outcome | None:
        """Run the flow to its end; what the game ended with, None where the flow just stops."""
        table, pc = self.table, 0
        table.asleep = bool(self.compiled.rules)
        steps = self.compiled.world.steps if self.compiled.world is not None else ()
        try:
            while pc >= 0:
                table.pc = pc
                try:
                    pc = self.ops[pc](table)
                except Leave as signal:
                    pc = steps[signal.step].leave
        except GameOver:
            outcome: Outcome | None = table.result
            return outcome
        return None

    def get(self, field: str, thing: str) -> Any:
        """What a stored field of a thing holds now."""
        return getattr(self.table, field.replace(".", "__"))[self.numbers[thing]]

    def at(self, place: str, family: str) -> list[str]:
        """The ids of what lies at a thing."""
        box = getattr(self.table, f"in__{family}")[self.numbers[place]]
        return [self.compiled.things[each].id for each in box]

    def _decide(self, prompt: int, seat: int, options: Sequence[Any], args: Sequence[Any] = ()) -> Any:
        assert seat > 0
        assert len(options) > 1
        self.asked.append((self.compiled.prompts[prompt].symbol.id, list(options)))
        wanted = self.answers.pop(0) if self.answers else options[0]
        assert wanted in options, (wanted, options, args)
        return wanted

    def _decide_many(
        self,
        prompt: int,
        seat: int,
        options: Sequence[Any],
        sizes: Sequence[int],
        low: int,
        high: int,
        args: Sequence[Any] = (),
    ) -> tuple[int, ...]:
        """The answer is the items; one that may be taken again is given as often as it is taken."""
        assert seat > 0
        assert len(args) == len(self.compiled.prompts[prompt].symbol.variables)
        pairs = list(zip(options, sizes, strict=True))
        self.asked.append((self.compiled.prompts[prompt].symbol.id, [*pairs, low, high]))
        taken: list[Any] = self.answers.pop(0)
        return tuple(sorted(list(options).index(item) for item in taken))


def with_flow(text: str) -> str:
    """The text of a pack with a flow at its end, if it has none."""
    return text if re.search("^flow:", text, re.MULTILINE) else f'{text}flow:\n  main: end("over")\n'


def checked(folder: Path, players: int) -> tuple[Program, dict[str, str]]:
    """The checked program of a pack that has no faults, and its files."""
    source, faults = read(folder)
    assert source is not None, faults
    pack, found = build(source, {}, ())
    assert pack is not None, found
    program, more = check(pack, SHELF, players)
    errors = [each for each in (*faults, *found, *more) if each.severity is Severity.ERROR]
    assert program is not None, errors
    assert not errors, errors
    return program, dict(pack.files)
