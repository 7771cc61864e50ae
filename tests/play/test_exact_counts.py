"""Two small games whose every course has been counted elsewhere: the engine finds neither more nor fewer.

Noughts and crosses has 255,168 complete games. Connect four has 7 to 823,536 sequences of its first 1 to 7 moves (the
seventh differs from 7^7, as a column may be full by then). Both figures are well known from writing on the games.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from rulewright.play.book import Book
from rulewright.play.decisions import Decision
from rulewright.play.flow import Status
from rulewright.play.game import Game
from rulewright.play.runner import Runner
from rulewright.play.views import View
from rulewright.resources import content_root
from rulewright.rulebook.load import load
from rulewright.table.luck import Stream
from rulewright.table.signals import Suspended


class Odometer:
    """An Odometer is an agent that takes, game after game, every way through the decisions that begins with `first`.

    Like the wheels of an odometer the last decision turns first. `path` holds what it took, `width` how many options
    there were. When `depth` decisions are made it stops the game.
    """

    def __init__(self, first: int, depth: int) -> None:
        self.path = [first]
        self.width = [first + 1]
        self.depth = depth
        self.at = 0

    def __call__(self, decision: Decision, view: View, luck: Stream) -> int:
        at = self.at
        self.at += 1
        if at == self.depth:
            raise Suspended
        if at == len(self.path):
            self.path.append(0)
            self.width.append(decision.count)
        return self.path[at]

    def turn(self) -> bool:
        """Go on to the next way; False when there is none."""
        self.at = 0
        while self.path and self.path[-1] + 1 == self.width[-1]:
            self.path.pop()
            self.width.pop()
        if not self.path:
            return False
        self.path[-1] += 1
        return True


def book(name: str) -> Book:
    rulebook, faults = load(content_root() / name, {}, 2)
    assert rulebook is not None, faults
    return rulebook


def ways(name: str, depth: int, wanted: Status, first: int) -> int:
    """How many ways of that many decisions begin with an option, each of which must leave the game as wanted."""
    odometer = Odometer(first, depth)
    runner = Runner(book(name), [odometer, odometer])
    count = 0
    while True:
        assert runner.play(0, 0).status is wanted
        count += 1
        if not odometer.turn():
            return count


def sequences(depth: int, first: int) -> int:
    """How many sequences of moves of connect four there are that begin with a column, walked by answers and undoing."""
    game = Game(book("connect_four"), 0, 0, [None, None])
    game.run()
    game.answer(first)
    return leaves(game, depth - 1)


def leaves(game: Game, depth: int) -> int:
    """How many sequences of moves of that length begin at this position; the game stands as before afterwards."""
    if depth == 0:
        return 1
    assert game.decision is not None
    found = 0
    for option in range(game.decision.count):
        game.answer(option)
        found += leaves(game, depth - 1)
        game.undo()
    return found


def total(count: Callable[[int], int], firsts: int) -> int:
    """The sum over all first moves, counted in two processes."""
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        return sum(pool.map(count, range(firsts)))


def test_all_complete_games_of_noughts_and_crosses() -> None:
    assert total(partial(ways, "noughts_and_crosses", 9, Status.OVER), 9) == 255_168


def test_the_first_six_moves_of_connect_four() -> None:
    small = [sum(ways("connect_four", depth, Status.OPEN, first) for first in range(7)) for depth in range(1, 6)]
    assert small == [7, 49, 343, 2_401, 16_807]
    assert total(partial(ways, "connect_four", 6, Status.OPEN), 7) == 117_649


def test_the_seventh_move_of_connect_four_by_undoing() -> None:
    assert total(partial(sequences, 7), 7) == 823_536
