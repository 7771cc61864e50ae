"""What an end is worth to a player: a win or a place above all, then what it scored more than the others."""

from __future__ import annotations

from rulewright.play.flow import Ending, Status
from rulewright.play.values import CERTAIN, worth
from rulewright.table.signals import Outcome
from tests.play.toy import toy


def worths(outcome: Outcome | None) -> list[float]:
    book = toy()
    ending = Ending(Status.OVER if outcome is not None else Status.OPEN, outcome)
    return [worth(book, book.table(), ending, player) for player in range(1, book.compiled.players + 1)]


def test_a_game_that_goes_on_is_worth_nothing_where_the_pack_says_nothing() -> None:
    assert set(worths(None)) == {0.0}


def test_who_wins_has_all_and_the_others_nothing() -> None:
    first, *others = worths(Outcome(winners=(1,)))
    assert (first, set(others)) == (CERTAIN, {-CERTAIN})


def test_ranks_lie_between() -> None:
    assert worths(Outcome(winners=(2,), ranks=(2, 1))) == [-CERTAIN, CERTAIN]
    assert worths(Outcome(winners=(1, 2), ranks=(1, 1))) == [CERTAIN, CERTAIN]


def test_scores_decide_between_ends_that_are_else_alike() -> None:
    assert worths(Outcome(winners=(1, 2), scores=(7, 3))) == [CERTAIN + 2, CERTAIN - 2]
