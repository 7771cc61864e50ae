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
    is_watched,
    walk,
)
from rulewright.play.flow import BUDGET, Ending, drive, finish
from rulewright.play.views import View
from rulewright.table.luck import Luck, Stream, agent_purpose

WRITTEN = ("menu", "choose")
"""The natures of prompts whose options are written in the pack."""


class Runner:
    """A Runner plays games of one rulebook with the same agents, one a seat.

    After each game `table` holds how it ended and its log the answers. `chosen` holds, for each prompt whose options
    are written in the pack, every option that was ever chosen, `offered` every one that could have been.
    """

    def __init__(self, book: Book, agents: Sequence[Agent], fuel: int = BUDGET) -> None:
        if len(agents) != book.compiled.players:
            raise ValueError(f"{book.compiled.players} players, but {len(agents)} agents")
        if is_watched(book):
            raise ValueError("games of a watched rulebook are played by a WatchedRunner")
        self.book = book
        self.fuel = fuel
        self.table = book.table()
        self.chosen: list[set[Any]] = [set() for _ in book.compiled.prompts]
        self.offered: list[set[Any]] = [set() for _ in book.compiled.prompts]
        seats = range(1, book.compiled.players + 1)
        self._purposes = [agent_purpose(seat) for seat in seats]
        self._luck = Luck(0, 0)
        self._streams = [Stream(self._luck.stream(each)) for each in self._purposes]
        decisions = [Decision(book, self.table, seat) for seat in seats]
        views = [View(book, seat, self.table) for seat in seats]
        self._seat(list(zip(decisions, agents, views, self._streams, strict=True)))

    def play(self, seed: int, number: int) -> Ending:
        """Play one game from its start to its end."""
        table = self.table
        luck = self._luck
        luck.restart(seed, number)
        table.reset(self.fuel)
        table.deal(luck)
        for stream, purpose in zip(self._streams, self._purposes, strict=True):
            stream.draw = luck.stream(purpose)
        return finish(self.book, table, self._drive)

    @property
    def answers(self) -> list[Answer]:
        """The answers of the last game, in order."""
        return self.table.log

    def _drive(self) -> None:
        drive(self.book, self.table)

    def _seat(self, players: list[tuple[Decision, Agent, View, Stream]]) -> None:
        """Let the agents answer the table's questions. Closures over locals, as this runs for every decision."""
        seats = [players[0], *players]
        table = self.table
        natures = [each.symbol.nature for each in self.book.compiled.prompts]
        noted = [nature in WRITTEN for nature in natures]
        chosen, offered = self.chosen, self.offered

        def decide(prompt: int, seat: int, options: Sequence[Any], args: Sequence[Any] = ()) -> Any:
            decision, agent, view, stream = seats[seat]
            decision.prompt = prompt
            decision.options = options
            decision.args = args
            count = decision.count = len(options)
            index = agent(decision, view, stream)
            if not 0 <= index < count:
                raise AnswerRefused(f"the agent of seat {seat} took option {index} of {count}")
            table.log.append(index)
            option = options[index]
            if noted[prompt]:
                chosen[prompt].add(option)
                offered[prompt].update(options)
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
            table.log.append(answer)
            return answer

        table.decide = decide
        table.decide_many = decide_many
