"""Whole games, one after the other, for agents that read their view: each is a watched game of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.play.book import Book
from rulewright.play.decisions import Agent, Answer, Decision
from rulewright.play.flow import BUDGET, Ending
from rulewright.play.game import Game
from rulewright.play.runner import WRITTEN
from rulewright.play.views import View
from rulewright.table.luck import Stream
from rulewright.table.table import Table


class WatchedRunner:
    """A WatchedRunner plays the same games as a Runner, of a watched rulebook and more slowly; `table`, `answers`,
    `chosen` and `offered` say the same."""

    def __init__(self, book: Book, agents: Sequence[Agent], fuel: int = BUDGET) -> None:
        self.book = book
        self.fuel = fuel
        self.table: Table = book.table()
        self.answers: list[Answer] = []
        self.chosen: list[set[Any]] = [set() for _ in book.compiled.prompts]
        self.offered: list[set[Any]] = [set() for _ in book.compiled.prompts]
        self._agents = [self._noted(agent) for agent in agents]

    def play(self, seed: int, number: int) -> Ending:
        """Play one game from its start to its end."""
        game = Game(self.book, seed, number, self._agents, self.fuel)
        ending = game.run()
        self.table, self.answers = game.table, game.answers
        return ending

    def _noted(self, agent: Agent) -> Agent:
        """The agent, with what it is offered and chooses noted where the options are written in the pack."""

        def decide(decision: Decision, view: View, luck: Stream) -> int:
            index = agent(decision, view, luck)
            if decision.nature in WRITTEN and 0 <= index < decision.count:
                self.chosen[decision.prompt].add(decision.options[index])
                self.offered[decision.prompt].update(decision.options)
            return index

        return decide
