"""The driver of a flow, and how a game ends."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from rulewright.language.compiled import Step
from rulewright.play.book import Book
from rulewright.play.faults import Blame, Culprit, capped, failed
from rulewright.play.names import filled
from rulewright.table.signals import Capped, Endless, GameOver, Leave, Outcome, Suspended
from rulewright.table.table import Table
from rulewright.text.diagnostics import Diagnostic

BUDGET = 1_000_000
DEEPEST = 12_000  # Python frames: more than 1,000 open calls of texts, where a game is capped, can ever need
NO_END = "no end"


class Status(Enum):
    """How a game stands: over by its rules, stopped for using too much, broken by a fault, or waiting for an answer."""

    OVER = "over"
    CAPPED = "capped"
    FAILED = "failed"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Ending:
    """An Ending is how a game stands when it stops running.

    `outcome` is there only if it is over. `fault` is what went wrong if it failed or was capped, and where in the pack,
    `blame` whose fault it is. `culprits` are the definitions that ran when it was capped, innermost first.
    """

    status: Status
    outcome: Outcome | None = None
    fault: Diagnostic | None = None
    blame: Blame = Blame.CONTENT
    culprits: tuple[Culprit, ...] = ()


def finish(book: Book, table: Table, run: Callable[[], None]) -> Ending:
    """Run a game to where it stops, and say how it stands; no fault of a text or an agent passes."""
    if sys.getrecursionlimit() < DEEPEST:
        sys.setrecursionlimit(DEEPEST)
    try:
        run()
    except GameOver:
        return Ending(Status.OVER, filled(book, table.result or Outcome()))
    except (Capped, RecursionError) as signal:
        endless, culprits = capped(signal, book)
        return Ending(Status.CAPPED, fault=endless, culprits=culprits)
    except Suspended:
        return Ending(Status.OPEN)
    except Exception as fault:  # noqa: BLE001 - the boundary: a broken game is reported and the others go on
        broken, blame = failed(fault, book)
        return Ending(Status.FAILED, fault=broken, blame=blame)
    return Ending(Status.OVER, Outcome(why=NO_END))


def drive(book: Book, table: Table) -> None:
    """Run the flow from where the table stands to its end, or until something is raised.

    A step costs one unit of fuel, and each decision in it one; these are paid when the step is through.
    """
    ops, steps, log = book.ops, _steps(book), table.log
    pc, answered = table.pc, len(log)
    while pc >= 0:
        table.pc = pc
        try:
            pc = ops[pc](table)
        except Leave as signal:
            pc = steps[signal.step].leave
        answers = len(log)
        fuel = table.fuel = table.fuel - 1 - answers + answered
        answered = answers
        if fuel < 0:
            raise _out_of_fuel(book, table.pc, pc)


def drive_watched(book: Book, table: Table, mark: Callable[[], None]) -> None:
    """As `drive`, calling `mark` before each step, when no text is half done. An op that names itself as the next makes
    each of its rounds such a moment.

    The loop stands here twice because a call of nothing at each step would cost a series a percent of its speed.
    """
    ops, steps, log = book.ops, _steps(book), table.log
    pc, answered = table.pc, len(log)
    while pc >= 0:
        table.pc = pc
        mark()
        try:
            pc = ops[pc](table)
        except Leave as signal:
            pc = steps[signal.step].leave
        answers = len(log)
        fuel = table.fuel = table.fuel - 1 - answers + answered
        answered = answers
        if fuel < 0:
            raise _out_of_fuel(book, table.pc, pc)


def _steps(book: Book) -> tuple[Step, ...]:
    return book.compiled.world.steps if book.compiled.world else ()


def _out_of_fuel(book: Book, pc: int, after: int) -> Capped:
    """What ends a game whose fuel is used up: the loop of which each round is an op, or the steps that are running."""
    running = _running_steps(book, pc)
    rounds = pc == after and f"{running[0]}.while" in book.compiled.spans
    return Capped(running, Endless.TEXT if rounds else Endless.FLOW)


def _running_steps(book: Book, pc: int) -> tuple[str, ...]:
    """The steps of the flow that an op belongs to, innermost first."""
    around = [step for step in _steps(book) if step.low <= pc < step.high]
    return tuple(step.id for step in sorted(around, key=lambda step: step.high - step.low))
