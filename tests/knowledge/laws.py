"""The laws of hidden information, judged while games are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.agents import AGENTS
from rulewright.play.checkpoints import Checkpoint
from rulewright.play.deals import Reading, Redealer
from rulewright.play.decisions import Decision
from rulewright.play.game import Game
from rulewright.play.views import View
from rulewright.rulebook.rulebook import Rulebook
from rulewright.table.events import Event, Taken
from rulewright.table.luck import Stream

BACK = 6
"""So many checkpoints are gone back, at most."""

OTHERS = 4
"""So many other games that look the same are tried at each decision that is judged."""


@dataclass(slots=True)
class Judge:
    """A Judge plays games with random agents, and looks at every so many-th decision.

    It runs games again from a checkpoint since which the seat could name every choice: what follows from an answer that
    only others could name differs without being a leak. With `told` the seat reads the lines for people as well.
    """

    book: Rulebook
    every: int = 7
    told: bool = False
    counted: Counter[str] = field(default_factory=Counter)
    leaks: list[str] = field(default_factory=list)
    game: Game = field(init=False)

    def play(self, seed: int, number: int) -> None:
        """Play one game and judge it."""
        agents = [self.agent] * self.book.compiled.players
        self.game = Game(self.book, seed, number, agents, told=self.told)
        self.game.run()

    def agent(self, decision: Decision, view: View, luck: Stream) -> int:
        self.counted["decisions"] += 1
        if self.counted["decisions"] % self.every == 0 and not decision.stop:
            self.leaks += self.judged(decision)
        return AGENTS["random"](decision, view, luck)

    def earliest(self, seat: int) -> Checkpoint:
        """The first of the last few checkpoints since which every choice was one that the seat could name."""
        found = self.game.last_checkpoint
        for checkpoint in reversed(self.game.checkpoints[-BACK:]):
            if not all(self.is_read(each, seat) for each in self.game.table.events[checkpoint.events :]):
                break
            found = checkpoint
        return found

    def is_read(self, event: Event, seat: int) -> bool:
        """Whether an event is no choice, or one whose answer the seat could name."""
        return not isinstance(event, Taken) or event.seat == seat or bool(event.open >> seat & 1)

    def judged(self, decision: Decision) -> Iterator[str]:
        """What breaks a law at a decision."""
        game = self.game
        name = f"law {self.counted['decisions']}"
        start = self.earliest(decision.seat)
        redealer = Redealer(game, decision, decision.seat, name, start)
        if not all(self.is_read(each, decision.seat) for each in game.table.events[start.events :]):
            return
        self.counted["judged"] += 1
        for number in range(OTHERS):
            deal, reading = redealer.attempt(number)
            self.counted[
                "the same" if deal is not None and reading.lines == redealer.past.reading.lines else "other"
            ] += 1
            yield from first_difference(redealer.past.reading, reading)
            self.counted["moved"] += deal is not None and deal.table.save() != game.table.save()
        _, reading = redealer.attempt(0, same_places=True)
        yield from first_difference(redealer.past.reading, reading)


def first_difference(real: Reading, other: Reading) -> Iterator[str]:
    """What breaks the law that the first difference names a face in one of the two."""
    pairs = zip(real.lines, other.lines, strict=False)
    at = next((number for number, (one, two) in enumerate(pairs) if one != two), None)
    if at is not None and at not in real.naming and at not in other.naming:
        yield f"no face is named, but {real.lines[at]!r} and {other.lines[at]!r} differ"
