"""Chance: one stream of random numbers for each purpose, so that what one purpose draws never shifts another.

A stream is made when it is first needed, from a hash of (series seed, game number, purpose). A Luck draws and forgets;
a WatchedLuck keeps what it drew on a Tape, so that a checkpoint holds positions and a return costs nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, MutableSequence, Sequence
from hashlib import blake2b

Draw = Callable[[], float]
"""Gives the next number of a stream: 0 <= x < 1."""

Past = Callable[[str], list[float]]
"""Gives the numbers that a purpose drew before luck branched off."""


def stream_seed(seed: int, game: int, purpose: str) -> int:
    """The 64-bit number a stream starts from."""
    return int.from_bytes(blake2b(f"{seed}/{game}/{purpose}".encode(), digest_size=8).digest(), "big")


def agent_purpose(seat: int) -> str:
    """The purpose of the luck that the agent of a seat draws from."""
    return f"agent {seat}"


def secret_dice(die: str, seat: int) -> str:
    """The purpose of the luck of dice which only one seat sees."""
    return f"die {die} to {seat}"


def is_hidden_from(purpose: str, seat: int) -> bool:
    """Whether what a purpose gives are dice that another seat alone sees."""
    dice, to, other = purpose.rpartition(" to ")
    return bool(to) and dice.startswith("die ") and other != str(seat)


def fresh_stream(seed: int, game: int, purpose: str) -> Draw:
    """A stream from its beginning."""
    return random.Random(stream_seed(seed, game, purpose)).random


class Stream:
    """A Stream is the luck of one purpose, as an agent gets it."""

    __slots__ = ("draw",)

    def __init__(self, draw: Draw) -> None:
        self.draw = draw

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely."""
        return int(self.draw() * n)

    def shuffle(self, items: MutableSequence[int]) -> None:
        """Put `items` into an order in which each is as likely, in place."""
        _shuffle(self.draw, items)


class Luck:
    """A Luck is all chance of one game: a stream for each purpose. It cannot go back.

    It may serve one game after the other (`restart`): its sources of numbers are then sown anew, which costs half of
    what making them does.
    """

    __slots__ = ("_draws", "_sources", "game", "seed")

    def __init__(self, seed: int, game: int) -> None:
        self.seed = seed
        self.game = game
        self._draws: dict[str, Draw] = {}
        self._sources: dict[str, random.Random] = {}

    def restart(self, seed: int, game: int) -> None:
        """Become the luck of another game; what streams gave before is worth nothing any more."""
        self.seed = seed
        self.game = game
        self._draws.clear()

    def stream(self, purpose: str) -> Draw:
        """The stream of a purpose, where it stands; made now if it was never asked for."""
        draw = self._draws.get(purpose)
        if draw is None:
            draw = self._draws[purpose] = self._begin(purpose)
        return draw

    def below(self, purpose: str, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely."""
        return int(self.stream(purpose)() * n)

    def index(self, purpose: str, items: Sequence[int]) -> int:
        """The index of one of some items, each as likely."""
        return self.below(purpose, len(items))

    def shuffle(self, purpose: str, items: MutableSequence[int]) -> None:
        """Put `items` into an order in which each is as likely, in place."""
        _shuffle(self.stream(purpose), items)

    def _begin(self, purpose: str) -> Draw:
        source = self._sources.get(purpose)
        if source is None:
            source = self._sources[purpose] = random.Random()
        source.seed(stream_seed(self.seed, self.game, purpose))
        return source.random


def _late_stream(seed: int, game: int, purpose: str) -> Draw:
    """The stream of a purpose from its beginning; sown when its first number is drawn, which many never need."""
    source: Draw | None = None

    def draw() -> float:
        nonlocal source
        if source is None:
            source = fresh_stream(seed, game, purpose)
        return source()

    return draw


class Tape:
    """A Tape is what the streams of one game give, written down as far as anybody has read.

    Games that are copies of each other share one: what each reads is the same, only the positions are their own. A tape
    with a `branch` draws from streams of its own; its `past` gives what a purpose had drawn before it branched off, and
    is asked for no purpose that is never read.
    """

    __slots__ = ("branch", "game", "parts", "past", "seed")

    def __init__(self, seed: int, game: int, branch: str = "", past: Past | None = None) -> None:
        self.seed = seed
        self.game = game
        self.branch = branch
        self.past = past
        self.parts: dict[str, tuple[list[float], Draw]] = {}

    def part(self, purpose: str) -> tuple[list[float], Draw]:
        """What a purpose has drawn so far, and the stream that goes on from there."""
        part = self.parts.get(purpose)
        if part is None:
            drawn = self.past(purpose) if self.past is not None else []
            name = f"{purpose}/{self.branch}" if self.branch else purpose
            part = self.parts[purpose] = (drawn, _late_stream(self.seed, self.game, name))
        return part


class WatchedLuck(Luck):
    """A WatchedLuck is a Luck that can go back: it gives the same numbers as a Luck, read from a tape."""

    __slots__ = ("_positions", "_tape", "_where")

    def __init__(self, seed: int, game: int, tape: Tape | None = None) -> None:
        super().__init__(seed, game)
        self._tape = tape or Tape(seed, game)
        self._positions: list[int] = []
        self._where: dict[str, int] = {}

    def save(self) -> tuple[int, ...]:
        """Where every stream stands, in the order in which they were first asked for."""
        return tuple(self._positions)

    def restore(self, positions: tuple[int, ...]) -> None:
        """Put every stream back to where `save` found it; streams begun since then stand at their beginning."""
        self._positions[:] = positions + (0,) * (len(self._positions) - len(positions))

    def position(self, purpose: str) -> int:
        """How many numbers a purpose has drawn."""
        return self._positions[self._where[purpose]] if purpose in self._where else 0

    def wind(self, purpose: str, position: int) -> None:
        """Put one stream where it has drawn `position` numbers."""
        self.stream(purpose)
        numbers, fresh = self._tape.part(purpose)
        numbers.extend(fresh() for _ in range(position - len(numbers)))
        self._positions[self._where[purpose]] = position

    def copy(self) -> WatchedLuck:
        """A luck that stands where this one does and will draw the same; each goes on without the other."""
        return self._standing_here(self._tape)

    def fork(self, branch: str) -> WatchedLuck:
        """A luck that stands where this one does and remembers the same past, but draws from streams of its own: what
        is to come does not show in it. Lucks of the same `branch` draw the same."""
        return self._standing_here(self.forked_tape(branch))

    def forked_tape(self, branch: str, seat: int = 0, since: Sequence[int] = ()) -> Tape:
        """A tape with the same past, as far as this luck has read, which goes on from streams of its own.

        For a `seat` the past of what is hidden from it ends where streams stood at `since`, as `save` gave it.
        """
        tape, where, read = self._tape, self._where.copy(), self.save()

        def past(purpose: str) -> list[float]:
            index = where.get(purpose)
            if index is None:
                return []
            ends = since if seat and is_hidden_from(purpose, seat) else read
            return tape.part(purpose)[0][: ends[index] if index < len(ends) else 0]

        return Tape(self.seed, self.game, f"{tape.branch}/{branch}" if tape.branch else branch, past)

    def stand_like(self, other: WatchedLuck) -> None:
        """Stand where another luck of the same game does, before anything is drawn."""
        self._where = other._where.copy()
        self._positions[:] = other._positions

    def _standing_here(self, tape: Tape) -> WatchedLuck:
        twin = WatchedLuck(self.seed, self.game, tape)
        twin.stand_like(self)
        return twin

    def _begin(self, purpose: str) -> Draw:
        numbers, fresh = self._tape.part(purpose)
        positions = self._positions
        index = self._where.setdefault(purpose, len(positions))
        if index == len(positions):
            positions.append(0)

        def draw() -> float:
            position = positions[index]
            positions[index] = position + 1
            if position < len(numbers):
                return numbers[position]
            number = fresh()
            numbers.append(number)
            return number

        return draw


def _shuffle(draw: Draw, items: MutableSequence[int]) -> None:
    """Fisher and Yates, from the last item down; our own, as the standard library's may change."""
    for last in range(len(items) - 1, 0, -1):
        other = int(draw() * (last + 1))
        items[last], items[other] = items[other], items[last]
