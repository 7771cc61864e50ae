"""A watched game: it can wait for an answer, be taken back, copied and gone on with.

All of these are one mechanism: a checkpoint (the state between two flow steps) and the answers given since, run again.
No frame of a text is ever kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.play.book import Book
from rulewright.play.checkpoints import Checkpoint
from rulewright.play.deals import deal, without_names
from rulewright.play.decisions import Agent, Answer, AnswerRefused, Choice, Decision, answer_with, ask
from rulewright.play.flow import BUDGET, Ending, Status, drive_watched, finish
from rulewright.play.glances import Glancer
from rulewright.play.views import Unwatched, View
from rulewright.table.events import Event
from rulewright.table.laws import LawBroken
from rulewright.table.luck import Stream, WatchedLuck, agent_purpose
from rulewright.table.signals import EXPIRED, Suspended

MOST_SILENT_STEPS = 16


@dataclass(frozen=True, slots=True)
class Given:
    """A Given is an answer that was given: to which prompt, by which seat, and where the luck of the seat's agent stood
    before; -1 if no agent was asked.

    `branch` is the number of the branch in which it was, of the block of branches that then ran; below 0 where the
    branch was asked openly; else 0.
    """

    prompt: int
    seat: int
    answer: Answer
    drawn: int
    branch: int = 0

    @property
    def rank(self) -> tuple[bool, int]:
        """Where it stands among the answers of a block: branch by branch, the open ones last."""
        return self.branch < 0, abs(self.branch)


@dataclass(frozen=True, slots=True)
class Open:
    """An Open is a question that waits for an answer, and in which branch of a block, timed or not; else 0."""

    decision: Decision
    branch: int
    timed: bool


class Game:
    """A Game is one game in play that may wait: a seat whose agent is None is answered with `answer`.

    It plays the same game as a Runner does with the same rulebook, seed, number and answers. `run` goes on until it is
    over or waits; `ending` says which, `decision` is then the open question. In a block of branches each may have one:
    `decisions` are all of them, to be answered in any order. If it is `told` its events hold lines for people.
    """

    def __init__(
        self,
        book: Book,
        seed: int,
        number: int,
        agents: Sequence[Agent | None],
        fuel: int = BUDGET,
        told: bool = False,
    ) -> None:
        if len(agents) != book.compiled.players:
            raise ValueError(f"{book.compiled.players} players, but {len(agents)} agents")
        self.book = book
        self.agents = tuple(agents)
        self.seed = seed
        self.number = number
        self.told = told
        self.table = book.table()
        self.table.reset(fuel)
        self.ending: Ending | None = None
        self._silent_steps = 0
        self._asking: Decision | None = None
        self._dealt: tuple[tuple[int, ...], Sequence[Game]] | None = None
        self._given: list[Given] = []
        self._log: list[Answer] = []
        self._heard: dict[int, list[Event]] = {}
        self._open: list[Open] = []
        self._asked: dict[tuple[int, int], int] = {}
        self._agents_luck = WatchedLuck(seed, number)
        self._glancer: Glancer | None = None
        self._views = self._look()
        self.take(WatchedLuck(seed, number))
        self._checkpoints = [self._checkpoint()]

    @property
    def answers(self) -> list[Answer]:
        """The answers given so far, in order."""
        return [given.answer for given in self._given]

    @property
    def deciders(self) -> list[int]:
        """The seat that gave each of the answers; of a joint one the first."""
        return [int(given.seat) for given in self._given]

    @property
    def settled(self) -> tuple[list[Answer], tuple[int, ...]]:
        """The answers from which the game can be gone on with, and how many numbers the agents had drawn by then.

        All of them; but of a block of branches that waits none, as it is asked anew as a whole.
        """
        count = self.table.since if any(each.branch for each in self._open) else len(self._given)
        drawn = list(self.drawn)
        for given in reversed(self._given[count:]):
            if given.drawn >= 0:
                drawn[given.seat - 1] = given.drawn
        return [given.answer for given in self._given[:count]], tuple(drawn)

    @property
    def decision(self) -> Decision | None:
        """The open question, the first if there are several; None if the game does not wait."""
        return self._open[0].decision if self._open else None

    @property
    def decisions(self) -> list[Decision]:
        """All questions that are open now, in the order of their branches."""
        return [each.decision for each in self._open]

    def run(self) -> Ending:
        """Go on until the game is over or waits for an answer."""
        if self.ending is None:
            self._open = []
            self._asked = {}
            self._go_back_to(self._checkpoints[-1])
            self.ending = finish(self.book, self.table, lambda: drive_watched(self.book, self.table, self._mark))
        return self.ending

    def answer(self, choice: Choice | Sequence[Choice], seat: int = 0) -> Ending:
        """Answer the open question, or the first one that is open for a seat, and go on.

        One about several options takes a sequence. Raises AnswerRefused if nothing is asked or that is no option; the
        game then waits as before.
        """
        found = next((each for each in self._open if seat in (0, each.decision.seat)), None)
        if found is None:
            raise AnswerRefused("the game is not waiting for an answer" + (f" of seat {seat}" if seat else ""))
        decision = found.decision
        answer = decision.check(decision.resolve(choice))
        self._keep(Given(decision.prompt, decision.seat, answer, -1, found.branch))
        self.ending = None
        return self.run()

    def expire(self) -> Ending:
        """The time is up: each branch that is not through is left, keeping what it did.

        Raises AnswerRefused if no time runs.
        """
        if not any(each.timed for each in self._open):
            raise AnswerRefused("no time runs")
        while any(each.timed for each in self._open):
            for each in self._open:
                self._keep(Given(each.decision.prompt, each.decision.seat, EXPIRED, -1, each.branch))
            self.ending = None
            self.run()
        return self.run()

    @property
    def drawn(self) -> tuple[int, ...]:
        """How many numbers each seat's agent has drawn; with the answers, all that a game needs to be gone on with."""
        seats = range(1, self.book.compiled.players + 1)
        return tuple(self._agents_luck.position(agent_purpose(seat)) for seat in seats)

    def resume(self, answers: Sequence[Choice | Sequence[Choice]], drawn: Sequence[int] = ()) -> Ending:
        """Give these answers, one after the other, to whoever is asked next, agents too; then go on.

        `drawn` is what the property said when they were recorded. Raises AnswerRefused where an answer does not fit.
        """
        agents, self.agents = self.agents, (None,) * len(self.agents)
        try:
            for answer in answers:
                self.run()
                self.answer(answer)
        finally:
            self.agents = agents
        for seat, position in enumerate(drawn, 1):
            self._agents_luck.wind(agent_purpose(seat), position)
        if self.ending is not None and self.ending.status is Status.OPEN:
            self.ending = None
        return self.run()

    def undo(self, count: int = 1) -> Ending:
        """Take back the last answers, whoever gave them, and go on from there.

        An agent whose answer is taken back will give it again. Raises AnswerRefused if there are not that many.
        """
        if not 0 <= count <= len(self._given):
            raise AnswerRefused(f"{count} answers cannot be taken back, {len(self._given)} were given")
        for given in reversed(self._given[len(self._given) - count :]):
            if given.drawn >= 0:
                self._agents_luck.wind(agent_purpose(given.seat), given.drawn)
        del self._given[len(self._given) - count :]
        self._dealt = None
        while self._checkpoints[-1].answers > len(self._given):
            self._checkpoints.pop()
        self._log = []
        self._heard = {}
        self.ending = None
        return self.run()

    def copy(self, agents: Sequence[Agent | None] | None = None, apart: str = "") -> Game:
        """A game that stands where this one does, and goes on without it.

        With `apart`, a name for it, what it draws from now on comes from streams of its own: a copy made for search may
        not foresee the dice. Other `agents` may take the seats; None waits there.
        """
        twin = Game.__new__(Game)
        twin.book = self.book
        twin.seed, twin.number = self.seed, self.number
        twin.told = False
        twin.agents = self.agents if agents is None else tuple(agents)
        twin.table = self.book.table(self._checkpoints[-1].state)
        twin._glancer = self._glancer
        twin.ending = None
        twin._open = []
        twin._asked = {}
        twin._silent_steps = 0
        twin._asking = None
        twin._dealt = None
        twin._given = self._given[:]
        twin._log = self._log[:]
        twin._heard = {}
        twin._agents_luck = self._agents_luck.fork(apart) if apart else self._agents_luck.copy()
        twin.table.events = self.table.events[: self._checkpoints[-1].events]
        twin._views = twin._look()
        twin._checkpoints = self._checkpoints[:]
        twin.take(self._luck.fork(apart) if apart else self._luck.copy())
        return twin

    def view(self, seat: int) -> View:
        """What a seat may see of the game as it now stands, if the rulebook is a watched one."""
        return self._views[seat - 1]

    @property
    def checkpoints(self) -> tuple[Checkpoint, ...]:
        """The moments to which the game can go back, from its start."""
        return tuple(self._checkpoints)

    @property
    def last_checkpoint(self) -> Checkpoint:
        """The last moment at which no text was half done."""
        return self._checkpoints[-1]

    @property
    def luck(self) -> WatchedLuck:
        """The luck of the table, where it stands."""
        return self._luck

    def heard(self, seat: int) -> list[Event]:
        """What happened up to the last checkpoint, with nothing named for anybody that a seat could not name."""
        found = self._heard.setdefault(seat, [])
        new = self.table.events[len(found) : self.last_checkpoint.events]
        found += [without_names(event, seat) for event in new]
        return found

    def stand_in(self, checkpoint: Checkpoint, luck: WatchedLuck, events: Sequence[Event]) -> Game:
        """A game like this one that begins at a checkpoint of its own, with its own luck and events; all seats wait."""
        twin = self.copy([None] * len(self.agents))
        twin.told = self.told
        twin._checkpoints = [checkpoint]
        twin._given = self._given[: checkpoint.answers]
        del twin._log[checkpoint.answers :]
        twin.table.events = list(events)
        twin.take(luck)
        return twin

    def rewind(self) -> None:
        """Stand where the last checkpoint was."""
        self._go_back_to(self._checkpoints[-1])

    def give(self, decision: Decision, answer: Answer) -> None:
        """Note an answer that was given while the game was run by others than itself."""
        self._given.append(Given(decision.prompt, decision.seat, answer, -1, self.table.branch))

    def wait_at(self, decision: Decision) -> None:
        """Note that it waits at a question, where others have run it; not in a block, where others may be open too."""
        if not self.table.branch:
            self._open = [Open(decision, 0, False)]
            self.ending = Ending(Status.OPEN)

    def go_on(self) -> Ending:
        """Be asked again by itself, after others have run it."""
        self.take(self._luck)
        return self.run()

    def let_go(self) -> None:
        """Be of no more use: what holds its table is taken from it, so that both go at once."""
        self._views = []
        self.table.let_go()

    @property
    def is_spent(self) -> bool:
        """Whether it was let go."""
        return not self._views

    def _look(self) -> list[View]:
        seats = range(1, self.book.compiled.players + 1)
        return [View(self.book, seat, self.table, self._deal) for seat in seats]

    def _deal(self, seat: int, count: int) -> Sequence[Game]:
        """Games as a seat may think that this one stands, at the question that is open or being asked."""
        asked = self.decision or self._asking
        if asked is None:
            raise Unwatched("a game is dealt anew only where a question is open")
        question = (len(self._given), asked.prompt, seat, count)
        if self._dealt is None or self._dealt[0] != question or any(each.is_spent for each in self._dealt[1]):
            self._glancer = self._glancer or Glancer(self.book)
            self._dealt = question, deal(self, asked, seat, count, self._glancer)
        return self._dealt[1]

    def take(self, luck: WatchedLuck) -> None:
        """Draw from a luck from now on, and be asked by itself."""
        self._luck = luck
        self.table.deal(luck)
        answer_with(self.book, self.table, self._respond, told=self.told)

    def _respond(self, decision: Decision) -> Answer:
        """The answer that was given at this point, or the agent's; without both the game waits."""
        branch = self.table.branch
        given = self._known(branch)
        if given is not None:
            if (given.prompt, given.seat) != (decision.prompt, decision.seat):
                place = len(self.table.log) + 1
                raise LawBroken(f"run again, decision {place} was {decision.id!r} of seat {decision.seat}")
            return decision.check(given.answer)
        agent = self.agents[decision.seat - 1]
        self._asking = decision
        if agent is None:
            self._open.append(Open(self._apart(decision) if branch else decision, branch, self.table.timed))
            raise Suspended
        if branch and self._open:
            raise Suspended  # an agent is asked when those before it have answered: what it looks into is run again
        purpose = agent_purpose(decision.seat)
        drawn = self._agents_luck.position(purpose)
        answer = ask(agent, decision, self._views[decision.seat - 1], Stream(self._agents_luck.stream(purpose)))
        self._keep(Given(decision.prompt, decision.seat, answer, drawn, branch))
        return answer

    def _known(self, branch: int) -> Given | None:
        """The answer that was given to the question that is now asked, in a branch or outside of all."""
        if not branch:
            position = len(self.table.log)
            return self._given[position] if position < len(self._given) else None
        since = self.table.since
        position = self._asked[since, branch] = self._asked.get((since, branch), -1) + 1
        own = [each for each in self._given[since:] if each.branch == branch]
        return own[position] if position < len(own) else None

    def _keep(self, given: Given) -> None:
        """Keep an answer, in a block of branches where it stands when all have answered."""
        position = len(self._given)
        if given.branch:
            while position > self.table.since and self._given[position - 1].rank > given.rank:
                position -= 1
        self._given.insert(position, given)

    def _apart(self, decision: Decision) -> Decision:
        """A question of a branch on a table of its own: what the branch did is taken back on the game's."""
        table = self.book.table(self.table.save())
        table.timed = self.table.timed
        found = Decision(self.book, table, decision.seat)
        found.options = list(decision.options)
        for name in ("prompt", "args", "count", "sizes", "low", "high"):
            setattr(found, name, getattr(decision, name))
        return found

    def _mark(self) -> None:
        """Note the first moment after an answer, and a later one instead where many steps went by without one.

        Running a few steps again that ask nothing costs less than noting each.
        """
        if self._checkpoints[-1].answers == len(self.table.log):
            self._silent_steps += 1
            if self._silent_steps < MOST_SILENT_STEPS:
                return
            self._checkpoints.pop()
        self._silent_steps = 0
        self._checkpoints.append(self._checkpoint())

    def _checkpoint(self) -> Checkpoint:
        return Checkpoint(self.table.save(), self._luck.save(), len(self.table.log), len(self.table.events))

    def _go_back_to(self, checkpoint: Checkpoint) -> None:
        self._silent_steps = 0
        self.table.restore(checkpoint.state)
        self._luck.restore(checkpoint.luck)
        del self.table.events[checkpoint.events :]
        self._log += [given.answer for given in self._given[len(self._log) : checkpoint.answers]]
        self.table.log[:] = self._log[: checkpoint.answers]
