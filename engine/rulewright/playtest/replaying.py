"""A recorded game run again and compared with its record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from rulewright.pack.definitions import changed
from rulewright.play.book import Book
from rulewright.play.decisions import Answer, AnswerRefused, Decision
from rulewright.play.flow import Ending
from rulewright.play.retelling import Step, run_with, step_of
from rulewright.playtest.playthrough import Playthrough, write_ending
from rulewright.table.signals import Suspended
from rulewright.table.table import Table


@dataclass(frozen=True, slots=True)
class Replay:
    """A Replay is what came of running a playthrough again.

    `difference` says in words where it first went another way, and is empty if it was the same game; `step` is the
    number of that decision, one more than there are where only the end differs, 0 if nothing does. `changed` are the
    definitions that read otherwise than when it was recorded, are new, or are gone.
    """

    difference: str
    step: int
    changed: tuple[str, ...]


def replay(book: Book, playthrough: Playthrough) -> Replay:
    """Run a recorded game again, from its seed and with its answers, and compare every question, answer and the end."""
    return retrace(book, playthrough)[0]


def retrace(book: Book, playthrough: Playthrough) -> tuple[Replay, Table]:
    """What came of running a recorded game again, and the table as it then stands."""
    follower = _Follower(playthrough)
    ending, table = run_with(book, playthrough.seed, playthrough.game, follower.respond)
    fewer = follower.followed < len(playthrough.steps)
    if not follower.difference and (fewer or write_ending(ending) != write_ending(playthrough.ending)):
        follower.difference = _other_end(playthrough, ending, follower.followed)
    since = changed(playthrough.definitions, book.fingerprints)
    return Replay(follower.difference, follower.followed + 1 if follower.difference else 0, tuple(since)), table


class _Follower:
    """A _Follower answers as was recorded, until a question or its options are not as they were."""

    def __init__(self, playthrough: Playthrough) -> None:
        self.steps = playthrough.steps
        self.followed = 0
        self.difference = ""

    def respond(self, decision: Decision) -> Answer:
        """The recorded answer. Raises Suspended at the end of the record and at the first difference."""
        if self.difference or self.followed == len(self.steps):
            raise Suspended
        step = self.steps[self.followed]
        if (decision.id, decision.seat) != (step.prompt, step.seat):
            self._differs(
                f"seat {step.seat} was asked {step.prompt!r}; now seat {decision.seat} is asked {decision.id!r}"
            )
        answer = self._answer(decision, step)
        if step_of(decision, step.number, answer) != step:
            self._differs(f"{', '.join(step.chosen)!r} of {step.prompt!r} is now written otherwise")
        self.followed += 1
        return answer

    def _answer(self, decision: Decision, step: Step) -> Answer:
        try:
            indices = tuple(decision.index(name) for name in step.chosen)
            return decision.check(indices[0] if len(indices) == 1 and not decision.many else indices)
        except AnswerRefused as refused:
            self._differs(str(refused))

    def _differs(self, difference: str) -> NoReturn:
        self.difference = difference
        raise Suspended


def _other_end(playthrough: Playthrough, ending: Ending, followed: int) -> str:
    recorded = write_ending(playthrough.ending)
    if followed < len(playthrough.steps):
        return f"the game stood there: {write_ending(ending)}; recorded are {len(playthrough.steps)} decisions"
    return f"the game ended: {recorded}; now it stands: {write_ending(ending)}"
