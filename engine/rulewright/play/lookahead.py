"""Trying answers in a game that waits: what comes of them is looked at, and nothing of it has happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.play.decisions import Answer, Decision, answer_with
from rulewright.play.flow import Ending, drive_watched, finish
from rulewright.play.game import Game
from rulewright.play.values import worth
from rulewright.table.signals import EXPIRED, Expired, Suspended
from rulewright.table.table import Table

ANYTHING = "lookahead"
"""What the luck is for that stands for choices which are not looked into."""


@dataclass(frozen=True, slots=True)
class Try:
    """A Try is what came of some answers: what the state that they led to is `worth` to the seat, and the question at
    which it ended for want of another answer: how many options that has, and whether it is about several.

    `by_chance` is whether chance acted after the answers; if not, they come to the same whatever the luck.
    """

    worth: float
    options: int
    many: bool
    by_chance: bool


class Lookahead:
    """A Lookahead stands where a given game waits, and tries answers from there; the same luck meets every try, until
    it is to draw from another one (`draw_apart`).

    After the answers of a try their seat passes wherever it may: it is done, takes none, says no. Where it may not, the
    try ends if chance has not acted since the answers; else it goes on with any option. It ends at a question of
    another seat, too, and with the text that asked; but in a block of branches all decide at once, so the others take
    any option. `left_to_chance` is whether chance acted in any try with this luck: while it did not, all luck is alike.
    """

    def __init__(self, game: Game) -> None:
        if game.decision is None:
            raise ValueError("the game waits for no answer")
        self.seat = game.decision.seat
        self.left_to_chance = False
        self._game = game.copy([None] * len(game.agents))
        self._luck = self._game.luck
        self._given = game.answers
        self._known: dict[tuple[Answer, ...], Try] = {}
        self._tried: tuple[Answer, ...] = ()
        self._count = 0
        self._stopped: Decision | None = None
        self._through = False
        self._drawn: tuple[int, ...] = ()

    def draw_apart(self, name: str) -> None:
        """Let all that is to come be drawn from luck of this name."""
        self.left_to_chance = False
        self._game.take(self._luck.fork(name))
        answer_with(self._game.book, self._game.table, self._respond, noted=False)
        _give_again(self._game.table, self._given)

    def attempt(self, answers: tuple[Answer, ...]) -> Try:
        """Give these answers, one after the other. What does not hang on chance is tried once."""
        known = self._known.get(answers)
        if known is not None:
            return known
        self._tried = answers
        self._count = 0
        self._stopped = None
        self._through = False
        self._game.rewind()
        book, table = self._game.book, self._game.table
        ending = finish(book, table, lambda: drive_watched(book, table, self._mark))
        found = self._came_to(ending)
        self.left_to_chance |= found.by_chance
        if not found.by_chance:
            self._known[answers] = found
        return found

    def let_go(self) -> None:
        """Be of no more use."""
        self._game.let_go()

    def _came_to(self, ending: Ending) -> Try:
        game, stopped = self._game, self._stopped
        return Try(
            worth(game.book, game.table, ending, self.seat),
            stopped.count if stopped is not None else 0,
            stopped is not None and stopped.many,
            game.luck.save() != self._drawn,
        )

    def _mark(self) -> None:
        self._through = len(self._game.table.log) > len(self._given)

    def _respond(self, decision: Decision) -> Answer:
        if self._through or (decision.seat != self.seat and not decision.table.branch):
            raise Suspended
        if decision.seat != self.seat:
            return self._any_answer(decision)
        if self._count < len(self._tried):
            self._drawn = self._game.luck.save()
            self._count += 1
            return self._tried[self._count - 1]
        passing = decision.passing
        if passing is not None:
            return passing
        if self._game.luck.save() == self._drawn:
            self._stopped = decision
            raise Suspended
        return self._any_answer(decision)

    def _any_answer(self, decision: Decision) -> Answer:
        if not decision.many:
            return self._game.luck.below(ANYTHING, decision.count)
        spots = [index for index, size in enumerate(decision.sizes) for _ in range(size)]
        self._game.luck.shuffle(ANYTHING, spots)
        return tuple(sorted(spots[: decision.low]))


def _give_again(table: Table, given: Sequence[Answer]) -> None:
    """Let the first questions of a table be answered as they were, without being put to anybody."""
    ask, ask_many = table.decide, table.decide_many

    def decide(prompt: int, seat: int, options: Sequence[Any], args: Sequence[Any] = ()) -> Any:
        if len(table.log) >= len(given):
            return ask(prompt, seat, options, args)
        return options[again()]

    def decide_many(prompt: int, seat: int, options: Sequence[Any], *rest: Any) -> Any:
        return ask_many(prompt, seat, options, *rest) if len(table.log) >= len(given) else again()

    def again() -> Any:
        answer = given[len(table.log)]
        table.log.append(answer)
        if answer == EXPIRED:
            raise Expired
        return answer

    table.decide, table.decide_many = decide, decide_many
