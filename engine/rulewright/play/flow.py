"""The driver of a flow, and how a game ends."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from types import FrameType

from rulewright.language.compiled import Step
from rulewright.play.book import Book
from rulewright.table.signals import Capped, GameOver, Leave, Outcome, Suspended
from rulewright.table.table import Table

BUDGET = 1_000_000
DEEPEST = 3_000  # Python frames: 200 nested calls with hooks need 1,000; 6,000 through a sort overflow the C stack
MOST_NAMED = 5
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

    `outcome` is there only if it is over. `culprits` are the definitions that ran when it was capped, innermost first.
    `fault` is what went wrong if it failed, `place` the line of the pack where it did, as file:line, if it was in one.
    """

    status: Status
    outcome: Outcome | None = None
    culprits: tuple[str, ...] = ()
    fault: str = ""
    place: str = ""


def finish(book: Book, table: Table, run: Callable[[], None]) -> Ending:
    """Run a game to where it stops, and say how it stands; no fault of a text or an agent passes."""
    if sys.getrecursionlimit() < DEEPEST:
        sys.setrecursionlimit(DEEPEST)
    try:
        run()
    except GameOver:
        return Ending(Status.OVER, table.result or Outcome())
    except Capped as signal:
        return Ending(Status.CAPPED, culprits=_distinct((*signal.names, *_running(signal, book))))
    except RecursionError as fault:
        return Ending(Status.CAPPED, culprits=_distinct(_running(fault, book)))
    except Suspended:
        return Ending(Status.OPEN)
    except Exception as fault:  # noqa: BLE001 - the boundary: a broken game is reported and the others go on
        return Ending(Status.FAILED, fault=_said(fault), place=_place(fault, book))
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
            raise Capped(_running_steps(book, table.pc))


def drive_watched(book: Book, table: Table, mark: Callable[[], None]) -> None:
    """The same, calling `mark` before each step, when no text is half done. An op that names itself as the next makes
    each of its rounds such a moment."""
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
            raise Capped(_running_steps(book, table.pc))


def _steps(book: Book) -> tuple[Step, ...]:
    return book.compiled.world.steps if book.compiled.world else ()


def _running_steps(book: Book, pc: int) -> tuple[str, ...]:
    """The steps of the flow that an op belongs to, innermost first."""
    around = [step for step in _steps(book) if step.low <= pc < step.high]
    return tuple(step.id for step in sorted(around, key=lambda step: step.high - step.low))


def _running(fault: BaseException, book: Book) -> tuple[str, ...]:
    """The definitions that were running, innermost first."""
    names = (frame.f_code.co_name for frame, _ in _frames(fault, book))
    return tuple(name for name in names if not name.startswith("<"))


def _place(fault: BaseException, book: Book) -> str:
    """The innermost line of the pack that was running."""
    return next((f"{frame.f_code.co_filename}:{line}" for frame, line in _frames(fault, book)), "")


def _frames(fault: BaseException, book: Book) -> list[tuple[FrameType, int]]:
    """The frames of the pack's texts that were running, innermost first, and the line where each was."""
    files = [module.file for module in book.compiled.modules]
    frames = [(frame, line) for frame, line in traceback.walk_tb(fault.__traceback__)]
    return [(frame, line) for frame, line in reversed(frames) if frame.f_code.co_filename in files]


def _said(fault: BaseException) -> str:
    """One line that says what was raised."""
    return " ".join("".join(traceback.format_exception_only(fault)).split())


def _distinct(found: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))[:MOST_NAMED]
