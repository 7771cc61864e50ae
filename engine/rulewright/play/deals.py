"""Dealing a game anew: games that look the same to a seat, with all that it does not know drawn afresh.

What the seat knows at the last checkpoint, and what it knows now, stays where it is; all else that looks alike from
behind changes places. Then what was answered since is run again: chance does to things what it did as far as the seat
knows them now; answers that the seat could name are given again, others are drawn. A deal in which the seat would have
read anything else than it did contradicts what it knows, and is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

from rulewright.play.book import Book
from rulewright.play.checkpoints import Checkpoint
from rulewright.play.dealt_luck import Chance, DealtLuck
from rulewright.play.decisions import Answer, Decision, answer_with, choice_made, parts
from rulewright.play.flow import Ending, Status, drive, finish
from rulewright.play.permuting import any_other, rename, reorder
from rulewright.play.views import View
from rulewright.table.events import Event, Happened, Said, Taken
from rulewright.table.luck import Stream, Tape, WatchedLuck, fresh_stream
from rulewright.table.signals import EXPIRED, Suspended
from rulewright.table.table import Table

MOST_REJECTED = 50
"""So many deals that contradict what a seat knows are drawn before it gets fewer than it asked for."""


class Dealable(Protocol):
    """A Dealable is a watched game, as far as dealing it anew needs it. `stand_in` makes one like it that begins at a
    checkpoint of its own, with its own luck and events, and waits for all seats."""

    book: Book
    seed: int
    number: int
    told: bool
    table: Table

    @property
    def answers(self) -> list[Answer]: ...

    @property
    def luck(self) -> WatchedLuck: ...

    @property
    def last_checkpoint(self) -> Checkpoint: ...

    def heard(self, seat: int) -> list[Event]: ...

    def stand_in(self: G, checkpoint: Checkpoint, luck: WatchedLuck, events: Sequence[Event]) -> G: ...

    def rewind(self) -> None: ...

    def give(self, decision: Decision, answer: Answer) -> None: ...

    def wait_at(self, decision: Decision) -> None: ...

    def go_on(self) -> Ending: ...

    def let_go(self) -> None: ...


G = TypeVar("G", bound=Dealable)


class Contradiction(Exception):
    """A Contradiction says that a deal cannot be what happened."""


@dataclass(slots=True)
class Reading:
    """A Reading is all that a seat has read since a checkpoint: questions with options, views, lines of the log.

    `naming` are the places of those lines that told it a face.
    """

    lines: list[Any] = field(default_factory=list)
    naming: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Past:
    """A Past is what really happened since a checkpoint: the answers in order, what chance did, what the seat read.

    An answer is kept as others hear of it; None where the time was up. `places` tells behind how many of the choices
    that are `heard` of, forced ones too, each answer was given.
    """

    taken: tuple[Taken | None, ...]
    places: tuple[int, ...]
    heard: tuple[Taken, ...]
    chances: tuple[Chance, ...]
    reading: Reading
    kept: tuple[int, ...]
    known: tuple[int, ...]


class Redealer(Generic[G]):
    """A Redealer deals a game that stands at a question anew for a seat, from the game's last checkpoint or another.

    The game must be one of a watched rulebook. `attempt` gives one deal, whatever the seat would read in it. `look`
    gives what the seat sees of a table, to compare: its view's text, or what is equal exactly where that is.
    """

    def __init__(
        self,
        game: G,
        decision: Decision,
        seat: int,
        name: str,
        checkpoint: Checkpoint | None = None,
        look: Callable[[Table, int], Any] | None = None,
    ) -> None:
        self.game = game
        self.seat = seat
        self.look = look or (lambda table, seat: View(game.book, seat, table).text())
        self.question = (decision.prompt, decision.seat)
        self.name = name
        self.checkpoint = checkpoint or game.last_checkpoint
        self.given = game.answers
        self.count = len(game.table.log)
        self.before = game.heard(seat)[: self.checkpoint.events]
        self._table = game.book.table(self.checkpoint.state)  # on which deals are laid out, one after the other
        self.past = self._remember()

    def deals(self, count: int) -> list[G]:
        """Up to so many games that stand at the question; each waits there for all seats."""
        found: list[G] = []
        rejected = number = 0
        while len(found) < count and rejected < MOST_REJECTED:
            deal, reading = self.attempt(number)
            number += 1
            if deal is not None and reading.lines == self.past.reading.lines:
                deal.go_on()
                found.append(deal)
                continue
            rejected += 1
            if deal is not None:
                deal.let_go()
        return found

    def attempt(self, number: int, same_places: bool = False) -> tuple[G | None, Reading]:
        """One deal as it stands at the question, None if it never gets there; and what the seat has read in it.

        With `same_places` all things stay where they are; only what lies in unordered places that the seat does not see
        is put in another order.
        """
        book = self.game.book
        world = book.compiled.world
        luck = Stream(fresh_stream(self.game.seed, self.game.number, f"deal {self.name}/{number}"))
        if world is None:
            return None, Reading()
        table = self._table
        table.restore(self.checkpoint.state)
        if same_places:
            reorder(world, table, self.seat, luck)
        else:
            rename(book.compiled, world, table, any_other(world, table, self.past.kept, luck))
        start = replace(self.checkpoint, state=table.save())
        dealt = DealtLuck(self.game.luck, self._tape(number))
        dealt.dealer = lambda index, drawn: self._chance(index, drawn, luck, same_places)
        deal = self.game.stand_in(start, dealt, self.before)
        run = _Run(self, deal, luck)
        reached = run.to_the_question()
        dealt.dealer = None
        if not reached:
            deal.let_go()
        return (deal if reached else None), run.reading

    def _tape(self, number: int) -> Tape:
        """What luck gives in a deal: what it gave, but for dice that the seat does not see, and then something else."""
        return self.game.luck.forked_tape(f"{self.name}/{number}", self.seat, self.checkpoint.luck)

    # ---- what really happened ----------------------------------------------------------------------------------------

    def _remember(self) -> Past:
        state: Any = self.game.table
        world = self.game.book.compiled.world
        bit = 1 << self.seat
        known: list[int] = []
        kept: list[int] = []
        if world is not None and world.sight.known:
            backed = [thing for thing, back in enumerate(world.sight.back) if back]
            before = self.checkpoint.state.columns[state.layout.columns.index("where")]
            known = [thing for thing in backed if state.where[thing] & bit]
            kept = [thing for thing in backed if thing in known or before[thing] & bit]
        luck = DealtLuck(self.game.luck, self.game.luck.forked_tape(self.name), lambda _, drawn: drawn)
        real = self.game.stand_in(self.checkpoint, luck, self.game.table.events[: self.checkpoint.events])
        run = _Run(self, real, None)
        if not run.to_the_question():
            raise Contradiction("a game that is run again does not get to where it stood")
        heard = tuple(run.heard())
        real.let_go()
        chances = tuple(luck.chances)
        return Past(tuple(run.taken), tuple(run.places), heard, chances, run.reading, tuple(kept), tuple(known))

    def _chance(self, number: int, drawn: Chance, luck: Stream, same: bool) -> Chance:
        """What chance does in a deal: as it did to what the seat knows now, anew to the rest."""
        things = list(drawn.result)
        if not all(self._may_differ(thing) for thing in things) and drawn.taken:
            return drawn
        real = self.past.chances[number] if number < len(self.past.chances) else None
        if real is None or (real.purpose, real.taken) != (drawn.purpose, drawn.taken):
            return drawn
        if same and sorted(real.result) == sorted(drawn.result):
            return real
        if drawn.taken:
            wanted = real.result[0]
            if wanted in self.past.known:
                return Chance(drawn.purpose, True, (wanted,))
            free = [thing for thing in sorted(things) if thing not in self.past.known] or sorted(things)
            return Chance(drawn.purpose, True, (free[luck.below(len(free))],))
        kept = {
            at: each for at, each in enumerate(real.result) if not self._may_differ(each) or each in self.past.known
        }
        if len(real.result) != len(things) or any(each not in things for each in kept.values()):
            return drawn
        rest = sorted(thing for thing in things if thing not in kept.values())
        luck.shuffle(rest)
        others = iter(rest)
        order = [kept[at] if at in kept else next(others) for at in range(len(things))]
        return Chance(drawn.purpose, False, tuple(order))

    def _may_differ(self, thing: int) -> bool:
        world = self.game.book.compiled.world
        return world is not None and 0 <= thing < len(world.sight.back) and bool(world.sight.back[thing])


@dataclass(slots=True)
class _Run(Generic[G]):
    """A _Run is one run from the checkpoint to the question, as it was (without luck) or as it is dealt."""

    dealer: Redealer[G]
    game: G
    luck: Stream | None
    reading: Reading = field(default_factory=Reading)
    answers: list[Answer] = field(default_factory=list)
    taken: list[Taken | None] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    _next: int = 0
    _shift: int = 0
    _read: int = 0
    _there: bool = False

    def to_the_question(self) -> bool:
        """Run; whether the question was reached."""
        book, table = self.game.book, self.game.table
        self._read = self.dealer.checkpoint.events
        self.answers = self.dealer.given[: self.dealer.checkpoint.answers]
        self.game.rewind()
        answer_with(book, table, self._respond, told=self.game.told)
        ending = finish(book, table, lambda: drive(book, table))
        self._note_events(table)
        return self._there and ending.status is Status.OPEN

    def _respond(self, decision: Decision) -> Answer:
        if self._there:
            raise Suspended  # in a block of branches those behind the one that asks are asked, too
        self._note_events(self.game.table)
        if decision.seat == self.dealer.seat:
            self._note(f"asked {decision.text}: {' | '.join(decision.names)}")
        through = self._through(decision)
        if decision.seat == self.dealer.seat or through:
            self._note(self.dealer.look(self.game.table, self.dealer.seat))
        if through:
            self._there = (decision.prompt, decision.seat) == self.dealer.question
            self.game.wait_at(decision)
            raise Suspended
        answer = self._again(decision) if self.luck is not None else self._as_given(decision)
        if answer is None:
            raise Suspended
        self.answers.append(answer)
        self.game.give(decision, answer)
        return answer

    def _as_given(self, decision: Decision) -> Answer:
        """The answer as it was given, which is noted as others hear of it."""
        answer = self.dealer.given[len(self.answers)]
        chosen = (
            None if answer == EXPIRED else choice_made(decision, [decision.options[each] for each in parts(answer)])
        )
        self.taken.append(chosen)
        self.places.append(len(self.heard()))
        return answer

    def heard(self) -> list[Taken]:
        """The choices since the checkpoint, forced ones too: a seat hears of them alike."""
        return [each for each in self.game.table.events[self.dealer.checkpoint.events :] if isinstance(each, Taken)]

    def _through(self, decision: Decision) -> bool:
        """Whether all has happened that did before the question; what was forced may be asked in a deal, and the other
        way round. In a block of branches, where choices are heard of at its end, the answers are counted."""
        if self.luck is None or decision.table.branch:
            return len(self.answers) - self._shift == self.dealer.count
        return len(self.heard()) == len(self.dealer.past.heard)

    def _again(self, decision: Decision) -> Answer | None:
        """The answer in a deal: the same where the seat could name it, else any that reads the same to it."""
        real = self._counterpart(decision)
        if real is None:
            return EXPIRED if decision.table.timed else None
        if (real.prompt, real.seat) != (decision.prompt, decision.seat):
            return None
        return _same(decision, real, self.dealer.seat, self.luck)

    def _counterpart(self, decision: Decision) -> Taken | None:
        """What was chosen where a deal asks this; None where time was up, or nothing was chosen there."""
        past, answered = self.dealer.past, len(self.answers) - self.dealer.checkpoint.answers
        place = len(self.heard())
        number = answered - self._shift
        if not decision.table.branch:
            asked = (each for each in range(self._next, len(past.places)) if past.places[each] == place)
            number = next(asked, len(past.taken))
            if number == len(past.taken):
                return past.heard[place] if place < len(past.heard) else None
            self._shift = answered - number
        self._next = number + 1
        return past.taken[number] if number < len(past.taken) else None

    def _note_events(self, table: Table) -> None:
        view = View(self.game.book, self.dealer.seat, table)
        for event in table.events[self._read :]:
            if line := view.told(event):
                if isinstance(event, Happened) and event.namers >> self.dealer.seat & 1:
                    self.reading.naming.append(len(self.reading.lines))
                self._note(line)
        self._read = len(table.events)

    def _note(self, line: Any) -> None:
        self.reading.lines.append(line)


def without_names(event: Event, seat: int) -> Event:
    """An event as if it had been named for nobody what a seat could not name."""
    if isinstance(event, Taken):
        own = event.names[seat - 1]
        return Taken(event.prompt, event.seat, (own,) * len(event.names), event.open)
    if isinstance(event, Said):
        return Said((event.lines[seat - 1],) * len(event.lines), event.choice)
    if event.namers >> seat & 1:
        return event
    return replace(event, namers=0)


def _same(decision: Decision, real: Taken, seat: int, luck: Stream | None) -> Answer | None:
    """An answer that a seat would call as it called the real one; None if there is none."""
    sizes = list(decision.sizes) if decision.many else [1] * decision.count
    is_open = real.open >> seat & 1
    called: dict[int, tuple[tuple[str, ...], int]] = {}

    def call(index: int) -> tuple[tuple[str, ...], int]:
        if index not in called:
            made = choice_made(decision, [decision.options[index]])
            called[index] = made.names[seat - 1], made.open >> seat & 1
        return called[index]

    found: list[int] = []
    for wanted in real.names[seat - 1]:
        fits = (index for index, size in enumerate(sizes) if size and call(index) == ((wanted,), is_open))
        index = next(fits, None) if luck is None or is_open else _any_of([*fits], luck)
        if index is None:
            return None
        sizes[index] -= 1
        found.append(index)
    answer = tuple(sorted(found)) if decision.many else found[0]
    return decision.check(answer) if decision.many or len(found) == 1 else None


def _any_of(indices: Sequence[int], luck: Stream) -> int | None:
    return indices[luck.below(len(indices))] if indices else None


def deal(game: G, decision: Decision, seat: int, count: int, look: Callable[[Table, int], Any]) -> Sequence[G]:
    """Up to so many games that stand at a question, with all that a seat does not know drawn anew.

    `look` gives what the seat sees of a table, to compare."""
    name = f"deal {seat} {len(game.table.log)}"
    return Redealer(game, decision, seat, name, look=look).deals(count)
