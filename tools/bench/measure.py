"""Ratios on a noisy machine: the contestants take turns in many short slices, and a ratio is the median over the turns.

What disturbs the machine for longer than a turn disturbs all contestants alike; what is shorter spoils a turn, and the
median does not see it. The quartiles that go with it say how noisy it was.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

FEWEST_TURNS = 5

Slice = Callable[[int], float]
"""Does the work of one turn, given the turn's number, and says how many seconds it took."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """A Ratio is how often one time goes into another: the median over the turns, and the quartiles."""

    low: float
    median: float
    high: float
    turns: int

    def times(self, factor: float) -> Ratio:
        """The ratio of what takes so many times as long."""
        return Ratio(self.low * factor, self.median * factor, self.high * factor, self.turns)

    def __str__(self) -> str:
        digits = 0 if self.median >= 100 else 1 if self.median >= 10 else 2
        return f"{self.median:.{digits}f} ({self.low:.{digits}f} to {self.high:.{digits}f})"


@dataclass(frozen=True, slots=True)
class Turns:
    """A Turns is the seconds each contestant took in each turn."""

    seconds: Mapping[str, Sequence[float]]

    def ratio(self, slower: str, faster: str) -> Ratio:
        """How many times the time of `faster` goes into that of `slower`: above 1 if the names are right."""
        pairs = zip(self.seconds[slower], self.seconds[faster], strict=True)
        ratios = sorted(one / other for one, other in pairs)
        low, median, high = statistics.quantiles(ratios, n=4, method="inclusive")
        return Ratio(low, median, high, len(ratios))

    def median(self, name: str) -> float:
        """The median of the seconds of one contestant."""
        return statistics.median(self.seconds[name])


def take_turns(contestants: Mapping[str, Slice], seconds: float, fewest: int = FEWEST_TURNS) -> Turns:
    """Let the contestants take turns for about so many seconds, in one order and then in the other.

    There are at least `fewest` turns, however long they last, after a first one that is not counted.
    """
    names = list(contestants)
    taken: dict[str, list[float]] = {name: [] for name in names}
    for name in names:
        contestants[name](0)
    end = time.perf_counter() + seconds
    turn = 0
    while turn < fewest or time.perf_counter() < end:
        for name in names if turn % 2 else reversed(names):
            taken[name].append(contestants[name](turn))
        turn += 1
    return Turns(taken)


def timed(work: Callable[[int], object]) -> Slice:
    """A slice that does `work` in this process, in seconds of its processor time."""

    def slice_(turn: int) -> float:
        begun = time.process_time()
        work(turn)
        return time.process_time() - begun

    return slice_


def repeated(work: Callable[[], object], times: int) -> Slice:
    """A slice that does something very short again and again; the seconds are those of one time."""

    def slice_(_: int) -> float:
        rounds = range(times)
        begun = time.process_time()
        for _ in rounds:
            work()
        return (time.process_time() - begun) / times

    return slice_


def command(words: Sequence[str], environment: Mapping[str, str] | None = None) -> Slice:
    """A slice that runs a command to its end, in seconds of processor time of its process and those it starts.

    Raises RuntimeError if the command fails.
    """

    def slice_(_: int) -> float:
        before = _children()
        done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return _children() - before

    return slice_


def python(code: str) -> list[str]:
    """The command that runs a line of Python."""
    return [sys.executable, "-c", code]


def _children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
