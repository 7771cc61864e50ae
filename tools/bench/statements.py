"""What a statement of a pack costs: the time of its games, divided by the statements that the oracle counts in them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.measure import take_turns, timed
from bench.rows import Row

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from rulewright.play.runner import Runner
from rulewright.resources import content_root
from tests.oracle.games import Both, any_in_time, oracle_game, prepare

YARDSTICK, LARGE = "arkham_express", "army_of_darkness"
PLAYERS = (1, 2, 4)
SEED = 0
GAMES = 10
"""Games that are played again in each turn, and by the oracle once: it takes some hundred times as long."""

FUEL, BUDGET = 1_000_000, 10_000_000
TARGET = 1.5


def per_statement(seconds: float) -> Iterator[Row]:
    """The time of a statement of the large pack against one of the yardstick, for each number of players."""
    for players in PLAYERS:
        boths = {name: _ready(name, players) for name in (YARDSTICK, LARGE)}
        statements = {name: counted(both) for name, both in boths.items()}
        turns = take_turns({name: timed(playing(both)) for name, both in boths.items()}, seconds / len(PLAYERS))
        ratio = turns.ratio(LARGE, YARDSTICK).times(statements[YARDSTICK] / statements[LARGE])
        pace = " and ".join(f"{turns.median(name) / statements[name] * 1e9:,.0f}" for name in (LARGE, YARDSTICK))
        what = f"a statement of `{LARGE}` against one of `{YARDSTICK}`, players: {players}"
        yield Row(what, f"at most {TARGET}x", f"{ratio}x; {pace} ns", ratio.median <= TARGET)


def counted(both: Both) -> int:
    """How many statements the games of a turn execute."""
    return sum(oracle_game(both, SEED, number, BUDGET).statements for number in range(GAMES))


def playing(both: Both) -> Callable[[int], None]:
    """Plays the games whose statements are counted."""

    runner = Runner(both.book, [any_in_time] * both.book.compiled.players, FUEL)

    def work(_: int) -> None:
        for number in range(GAMES):
            runner.play(SEED, number)

    return work


def _ready(name: str, players: int) -> Both:
    both, faults, _ = prepare(content_root() / name, {}, players)
    if both is None:
        raise RuntimeError(f"{name} cannot be played: {faults[0]}")
    return both
