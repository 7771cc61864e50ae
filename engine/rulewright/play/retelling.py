"""A game told by names: run again from its seed and number, each decision with its prompt and what was chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulewright.play.book import Book
from rulewright.play.decisions import Answer, Decision, answer_with
from rulewright.play.flow import BUDGET, Ending, drive, finish
from rulewright.table.luck import Luck
from rulewright.table.signals import Suspended
from rulewright.table.table import Table


@dataclass(frozen=True, slots=True)
class Step:
    """A Step is one decision of a told game: its number from 1, who decided, the prompt's id, the names of what was
    chosen (one name, but of a decision about several options none to many)."""

    number: int
    seat: int
    prompt: str
    chosen: tuple[str, ...]


def run_with(book: Book, seed: int, number: int, respond: Callable[[Decision], Answer]) -> tuple[Ending, Table]:
    """Play one game whose questions `respond` answers; it may raise Suspended to stop."""
    table = book.table()
    table.reset(BUDGET)
    table.deal(Luck(seed, number))
    answer_with(book, table, respond)
    return finish(book, table, lambda: drive(book, table)), table


def retell(book: Book, seed: int, number: int, answers: Sequence[Answer]) -> tuple[list[Step], Ending]:
    """The game that these answers make, decision by decision, and how it stands after the last of them."""
    steps: list[Step] = []

    def respond(decision: Decision) -> Answer:
        if len(steps) == len(answers):
            raise Suspended
        answer = decision.check(answers[len(steps)])
        steps.append(step_of(decision, len(steps) + 1, answer))
        return answer

    ending, _ = run_with(book, seed, number, respond)
    return steps, ending


def step_of(decision: Decision, number: int, answer: Answer) -> Step:
    """A decision and its answer, by names."""
    return Step(number, decision.seat, decision.id, decision.chosen(answer))
