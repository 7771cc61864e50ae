"""Many games of one rulebook with the same agents, in this process or spread over others.

A game depends on its seed and number only, so it does not matter where it is played, nor how many others are.
"""

from __future__ import annotations

import gc
import multiprocessing
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

from rulewright.agents import AGENTS
from rulewright.play.book import Book
from rulewright.play.decisions import Answer, is_watched
from rulewright.play.faults import Blame
from rulewright.play.flow import Ending, Status, finish
from rulewright.play.runner import Runner
from rulewright.play.watched import WatchedRunner
from rulewright.playtest.interruption import ignore_interruption, interruption_held_back
from rulewright.playtest.playthrough import record, to_text
from rulewright.table.table import Table

CHUNK_SECONDS = 0.25
FIRST_CHUNK = 1
LARGEST_CHUNK = 5_000
AHEAD = 2  # chunks that wait for each process
FIRST_GAMES = 20
"""A series ends after so many games if the pack broke every one of them."""


class Opener(Protocol):
    """An Opener gives the rulebook of a series. It is sent to other processes and is the key under which they keep what
    it gave, so it can be pickled, compared and hashed."""

    def __call__(self) -> Book: ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """A Plan is what is played: the rulebook, an agent's id for each seat, the seed, and whether all are recorded."""

    opener: Opener
    agents: tuple[str, ...]
    seed: int
    record: bool = False


@dataclass(frozen=True, slots=True)
class GameResult:
    """A GameResult is what a report wants to know of one game.

    `rounds` and `measures` are None and empty for a game that did not end by its rules. `taken` pairs the definition of
    a thing with the player who owned it at the end and not at the start. `playthrough` is the text of its record, kept
    where all are recorded and of every game that failed or was capped.
    """

    number: int
    ending: Ending
    decisions: int
    rounds: int | None
    measures: Mapping[str, int]
    taken: tuple[tuple[str, int], ...]
    playthrough: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """A Chunk is what came of some games: their results, and for each prompt the options that were ever chosen, and
    those that were offered."""

    results: list[GameResult]
    chosen: list[set[Any]]
    offered: list[set[Any]]
    seconds: float


@dataclass(slots=True)
class Series:
    """A Series is the games that were finished, in order of their numbers, and how long they took, in seconds.

    `chosen` holds for each prompt the options that were chosen in any of them, `offered` those that could have been.
    It is `hopeless` if it ended early because the pack broke all of its games.
    """

    results: list[GameResult]
    chosen: list[set[Any]]
    offered: list[set[Any]]
    seconds: float = 0.0
    interrupted: bool = False
    hopeless: bool = False


@dataclass(slots=True)
class _Progress:
    """Where a series stands: the next number to hand out, and how large a chunk should be."""

    games: int
    next: int = 0
    chunk: int = FIRST_CHUNK
    done: list[Chunk] = field(default_factory=list)
    first_broken: int = 0
    hopeless: bool = False

    def hand_out(self) -> range:
        """The numbers of the next chunk; the first games share none with later ones."""
        end = self.games if self.next >= FIRST_GAMES else min(self.games, FIRST_GAMES)
        numbers = range(self.next, self.next if self.hopeless else min(self.next + self.chunk, end))
        self.next = numbers.stop
        return numbers

    def take(self, chunk: Chunk) -> int:
        """Note a chunk that is done, and give how many games it had; the next ones are to take CHUNK_SECONDS each."""
        self.done.append(chunk)
        if chunk.results[0].number < FIRST_GAMES:
            self.first_broken += sum(_broken_by_pack(result.ending) for result in chunk.results)
            self.hopeless = self.first_broken == FIRST_GAMES
        pace = len(chunk.results) / max(chunk.seconds, 1e-6)
        self.chunk = max(1, min(LARGEST_CHUNK, 4 * self.chunk, int(pace * CHUNK_SECONDS)))
        return len(chunk.results)


def play_series(
    book: Book, plan: Plan, games: int, executor: Executor | None, jobs: int, progress: Callable[[int], None]
) -> Series:
    """Play the games 0 to `games` - 1; `progress` is told how many more are done, again and again.

    With an executor they are played in `jobs` processes of it, which open the rulebook themselves, else here. Stopped
    by KeyboardInterrupt, it gives the games that were done. If the pack broke the first FIRST_GAMES, each of them
    capped or failed by a fault of its texts, it gives these and plays no more. Faults of the engine stop nothing.
    """
    started = time.perf_counter()
    state = _Progress(games)
    interrupted = False
    try:
        if executor is None:
            _play_here(book, plan, state, progress)
        else:
            _play_elsewhere(plan, state, executor, jobs, progress)
    except KeyboardInterrupt:
        interrupted = True
    done = [chunk for chunk in state.done if not state.hopeless or chunk.results[0].number < FIRST_GAMES]
    results = sorted((result for chunk in done for result in chunk.results), key=lambda result: result.number)
    chosen = _together([chunk.chosen for chunk in done], book)
    offered = _together([chunk.offered for chunk in done], book)
    return Series(results, chosen, offered, time.perf_counter() - started, interrupted, state.hopeless)


def _together(parts: Iterable[list[set[Any]]], book: Book) -> list[set[Any]]:
    """For each prompt the options of all parts."""
    found: list[set[Any]] = [set() for _ in book.compiled.prompts]
    for part in parts:
        for known, more in zip(found, part, strict=True):
            known |= more
    return found


def process_pool(jobs: int) -> ProcessPoolExecutor:
    """Processes of this machine that leave an interruption to this one, and look for garbage as seldom as it does."""
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, spawn, initializer=_begin, initargs=(gc.get_threshold(),))


def _begin(garbage: tuple[int, int, int]) -> None:
    ignore_interruption()
    gc.set_threshold(*garbage)


def play_chunk(plan: Plan, numbers: range) -> Chunk:
    """Play some games of a plan in this process, opening its rulebook if no chunk before did."""
    return _play(_opened(plan.opener), plan, numbers)


def _broken_by_pack(ending: Ending) -> bool:
    return ending.status is not Status.OVER and ending.blame is Blame.CONTENT


def _play_here(book: Book, plan: Plan, state: _Progress, progress: Callable[[int], None]) -> None:
    while numbers := state.hand_out():
        progress(state.take(_play(book, plan, numbers)))


def _play_elsewhere(
    plan: Plan, state: _Progress, executor: Executor, jobs: int, progress: Callable[[int], None]
) -> None:
    """Keep each process supplied; when interrupted, wait for what is being played and drop what is not."""
    waiting: set[Future[Chunk]] = set()
    try:
        while True:
            while len(waiting) < AHEAD * jobs and (numbers := state.hand_out()):
                with interruption_held_back():
                    waiting.add(executor.submit(play_chunk, plan, numbers))
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                waiting.discard(future)
                progress(state.take(future.result()))
            if state.hopeless:
                wait([future for future in waiting if not future.cancel()])
                return
    except KeyboardInterrupt:
        running = [future for future in waiting if not future.cancel()]
        for future in wait(running).done:
            state.take(future.result())
        raise


@lru_cache(maxsize=2)
def _opened(opener: Opener) -> Book:
    return opener()


def _play(book: Book, plan: Plan, numbers: Iterable[int]) -> Chunk:
    """Play some games on a table of their own, as other threads may play the same plan."""
    started = time.perf_counter()
    agents = [AGENTS[agent] for agent in plan.agents]
    runner = WatchedRunner(book, agents) if is_watched(book) else Runner(book, agents)
    results = [_play_one(runner, plan, number) for number in numbers]
    return Chunk(results, runner.chosen, runner.offered, time.perf_counter() - started)


def _play_one(runner: Runner | WatchedRunner, plan: Plan, number: int) -> GameResult:
    ending = runner.play(plan.seed, number)
    measures: dict[str, int] = {}
    rounds = None
    if ending.status is Status.OVER:
        rounds = _rounds(runner.book, runner.table)
        failed = _measure(runner.book, runner.table, measures)
        ending = failed or ending
    kept = plan.record or ending.status is not Status.OVER
    return GameResult(
        number=number,
        ending=ending,
        decisions=len(runner.answers),
        rounds=rounds,
        measures=measures,
        taken=_taken(runner.book, runner.table),
        playthrough=_told(runner.book, plan, number, runner.answers, ending) if kept else "",
    )


def _measure(book: Book, table: Table, measures: dict[str, int]) -> Ending | None:
    """Read the pack's measures at the end of a game; a measure without a value is left out. Gives the fault of one."""

    def read() -> None:
        for id_, function in book.compiled.measures.items():
            value = book.namespace[function](table)
            if value is not None:
                measures[id_] = int(value)

    ending = finish(book, table, read)
    return ending if ending.status is Status.FAILED else None


def _rounds(book: Book, table: Table) -> int:
    return sum(max(0, getattr(table, slot) or 0) for slot in book.compiled.rounds)


def _taken(book: Book, table: Table) -> tuple[tuple[str, int], ...]:
    """The components that a text gave an owner whom they had not at the start."""
    world = book.compiled.world
    if "owner" not in table.layout.columns or world is None:
        return ()
    at_start = table.layout.start.columns[table.layout.columns.index("owner")]
    things = book.compiled.things
    return tuple(
        (things[number].definition or things[number].id, owner)
        for number, (owner, before) in enumerate(zip(table.owner, at_start, strict=True))
        if owner > 0 and owner != before and world.box[number]
    )


def _told(book: Book, plan: Plan, number: int, answers: list[Answer], ending: Ending) -> str:
    return to_text(record(book, plan.seed, number, plan.agents, answers[:], ending))
