"""The lean driver: plays whole games one after the other on one table, as fast as can be.

It keeps the bare answers only; the same game can be watched or retold from its seed, its number and these answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.play.book import Book
from rulewright.play.decisions import (
    Agent,
    Answer,
    AnswerRefused,
    Decision,
    choice_made,
    is_watched,
    note_forced,
    question,
    walk,
)
from rulewright.play.flow import BUDGET, Ending, drive, finish
from rulewright.play.views import View
from rulewright.table.luck import Luck, Stream, agent_purpose


class Runner:
    """A Runner plays games of one rulebook with the same agents, one a seat.

    After each game `table` holds how it ended and its log the answers. `chosen` holds, for each prompt, every option
    that was ever chosen.
    """

    def __init__(self, book: Book, agents: Sequence[Agent], fuel: int = BUDGET) -> None:
        if len(agents) != book.compiled.players:
            raise ValueError(f"{book.compiled.players} players, but {len(agents)} agents")
        self.book = book
        self.fuel = fuel
        self.table = book.table()
        self.chosen: list[set[Any]] = [set() for _ in book.compiled.prompts]
        self._agents = agents
        self._decisions = [Decision(book, self.table, seat) for seat in range(book.compiled.players + 1)]
        self._views = [View(book, seat, self.table) for seat in range(book.compiled.players + 1)]

    def play(self, seed: int, number: int) -> Ending:
        """Play one game from its start to its end."""
        table = self.table
        luck = Luck(seed, number)
        table.reset(self.fuel)
        table.deal(luck)
        self._seat(luck)
        if is_watched(self.book):
            self._watch()
        return finish(self.book, table, lambda: drive(self.book, table))

    def _watch(self) -> None:
        """Note what is chosen and what is taken without a choice."""
        table, book = self.table, self.book
        decide, decide_many = table.decide, table.decide_many

        def noted(prompt: int, seat: int, options: Sequence[Any], args: Sequence[Any] = ()) -> Any:
            option = decide(prompt, seat, options, args)
            asked = question(book, table, prompt, seat, options, args)
            table.events.append(choice_made(asked, [option]))
            return option

        def noted_many(
            prompt: int,
            seat: int,
            options: Sequence[Any],
            sizes: Sequence[int],
            low: int,
            high: int,
            args: Sequence[Any] = (),
        ) -> tuple[int, ...]:
            answer = decide_many(prompt, seat, options, sizes, low, high, args)
            asked = question(book, table, prompt, seat, options, args)
            table.events.append(choice_made(asked, [options[index] for index in answer]))
            return answer

        table.decide, table.decide_many = noted, noted_many
        note_forced(book, table)

    @property
    def answers(self) -> list[Answer]:
        """The answers of the last game, in order."""
        return self.table.log

    def _seat(self, luck: Luck) -> None:
        """Let the agents answer the table's questions. Closures over locals, as this runs for every decision."""
        streams = [Stream(luck.stream(agent_purpose(seat))) for seat in range(1, self.book.compiled.players + 1)]
        seats = list(zip(self._decisions[1:], self._agents, self._views[1:], streams, strict=True))
        seats.insert(0, seats[0])
        append = self.table.log.append
        note = [each.add for each in self.chosen]

        def decide(prompt: int, seat: int, options: Sequence[Any], args: Sequence[Any] = ()) -> Any:
            decision, agent, view, stream = seats[seat]
            decision.prompt = prompt
            decision.options = options
            decision.args = args
            count = decision.count = len(options)
            index = agent(decision, view, stream)
            if not 0 <= index < count:
                raise AnswerRefused(f"the agent of seat {seat} took option {index} of {count}")
            append(index)
            option = options[index]
            note[prompt](option)
            return option

        def decide_many(
            prompt: int,
            seat: int,
            options: Sequence[Any],
            sizes: Sequence[int],
            low: int,
            high: int,
            args: Sequence[Any] = (),
        ) -> tuple[int, ...]:
            step, agent, view, stream = seats[seat]
            step.prompt = prompt
            step.args = args
            answer = walk(agent, step, view, stream, options, sizes, low, high)
            append(answer)
            return answer

        self.table.decide = decide
        self.table.decide_many = decide_many
