"""Kuhn Poker: by what the views show the known strategy reaches the known value, and nothing beats it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import mean, stdev

import pytest

from rulewright.play.decisions import Decision
from rulewright.play.game import Game
from rulewright.play.views import View
from rulewright.play.watched import WatchedRunner
from rulewright.resources import content_root
from rulewright.rulebook.load import load
from rulewright.rulebook.rulebook import Rulebook
from rulewright.table.luck import Stream

VALUE = Fraction(-1, 18)
THIRD = Fraction(1, 3)
BOLD = Fraction(1, 4)
"""How often the first player bets with a jack: any share up to a third is as good."""

BETS: Mapping[str, Mapping[str, Fraction]] = {
    "Bet a coin?": {"jack": BOLD, "queen": Fraction(0), "king": 3 * BOLD},
    "Bet a coin after the check?": {"jack": THIRD, "queen": Fraction(0), "king": Fraction(1)},
}
CALLS: Mapping[int, Mapping[str, Fraction]] = {
    1: {"jack": Fraction(0), "queen": BOLD + THIRD, "king": Fraction(1)},
    2: {"jack": Fraction(0), "queen": THIRD, "king": Fraction(1)},
}

Strategy = Callable[[Decision, View], Fraction]
"""How often the second option, the bold one, is taken."""


@pytest.fixture(scope="module")
def book() -> Rulebook:
    found, faults = load(content_root() / "kuhn_poker", {}, 2, (), watched=True)
    assert found is not None, faults
    return found


def known(decision: Decision, view: View) -> Fraction:
    """The known strategy."""
    (card,) = view.lying(f"player_{view.seat}_hand")
    return BETS[decision.id][card] if decision.id in BETS else CALLS[view.seat][card]


def known_agent(decision: Decision, view: View, luck: Stream) -> int:
    """The known strategy, drawing what it does."""
    return int(luck.draw() < known(decision, view))


# ---- every deal, every line of betting -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A Line is a whole game: for each decision its seat, what it knew, what it took and how often; what it brought."""

    decisions: tuple[tuple[int, str, int, Fraction], ...]
    won: int


def deals(book: Rulebook) -> list[Game]:
    """A game for each way in which the cards can be dealt."""
    found: dict[str, Game] = {}
    for number in range(200):
        game = Game(book, 0, number, [None, None])
        game.run()
        hands = [card for seat in (1, 2) for card in game.view(seat).lying(f"player_{seat}_hand")]
        found.setdefault(" ".join(hands), game)
    return list(found.values())


def lines(game: Game, taken: tuple[tuple[int, str, int, Fraction], ...] = ()) -> Iterator[Line]:
    """Every way in which a game can go on."""
    decision = game.decision
    if decision is None:
        yield Line(taken, int(game.view(1).value("player_1", "won")))
        return
    view = game.view(decision.seat)
    information = "\n".join([view.text(), *view.history, decision.text])
    bold = known(decision, view)
    for option, share in ((0, 1 - bold), (1, bold)):
        further = game.copy()
        further.run()
        further.answer(option)
        yield from lines(further, (*taken, (decision.seat, information, option, share)))


def worth(every: list[Line], seat: int, plan: Mapping[str, int]) -> Fraction:
    """What all games together bring the first player, where a seat does what a plan says and else what is known."""
    total = Fraction(0)
    for line in every:
        share = Fraction(1)
        for who, information, option, known_share in line.decisions:
            share *= known_share if who != seat else int(plan[information] == option)
        total += share * line.won
    return total


def test_there_are_six_deals(book: Rulebook) -> None:
    assert len(deals(book)) == 6


def test_the_known_strategy_gets_exactly_the_known_value_and_nothing_beats_it(book: Rulebook) -> None:
    games = deals(book)
    every = [line for game in games for line in lines(game)]
    assert worth(every, 0, {}) / len(games) == VALUE
    for seat, best in ((1, max), (2, min)):
        asked = list(dict.fromkeys(each[1] for line in every for each in line.decisions if each[0] == seat))
        assert len(asked) == 6
        plans = [{each: plan >> bit & 1 for bit, each in enumerate(asked)} for plan in range(2 ** len(asked))]
        assert best(worth(every, seat, plan) for plan in plans) / len(games) == VALUE


# ---- a series --------------------------------------------------------------------------------------------------------


def test_an_agent_with_the_known_strategy_reaches_the_value_within_its_interval(book: Rulebook) -> None:
    runner = WatchedRunner(book, [known_agent, known_agent])
    won = []
    for number in range(4000):
        runner.play(18, number)
        won.append(book.namespace[book.compiled.measures["first_player"]](runner.table))
    off = abs(mean(won) - VALUE)
    assert off < 1.96 * stdev(won) / sqrt(len(won))
