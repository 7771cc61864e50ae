"""The timer of a bundled pack: whoever runs the game says when the time is up, if there is a timer at all."""

from __future__ import annotations

import pytest

from rulewright.play.decisions import AnswerRefused
from rulewright.play.game import Game
from rulewright.resources import content_root
from rulewright.rulebook.load import load

SLOT, SAVED = "Action {spot.number} of {h}", "Saved Action of {h}"


def at_the_plans(seconds: str) -> Game:
    """A game of two in its first Planning Phase, in which both are to fill their first slot."""
    book, faults = load(content_root() / "army_of_darkness", {"seconds": seconds}, 2)
    assert book is not None, faults
    game = Game(book, 1, 0, [None] * 2)
    game.run()
    game.answer("ash")
    game.answer("linda")
    assert [each.id for each in game.decisions] == [SLOT, SLOT]
    return game


@pytest.mark.parametrize("seconds", ["60", "45", "30"])
def test_what_was_placed_before_the_time_is_up_stays_and_nothing_is_placed_later(seconds: str) -> None:
    game = at_the_plans(seconds)
    placed, late = game.decisions[0].names[:2]
    game.answer(placed, 1)
    game.expire()
    assert SLOT not in [each.id for each in game.decisions]
    assert SAVED not in [each.id for each in game.decisions]
    with pytest.raises(AnswerRefused):
        game.answer(late, 1)


def test_without_a_timer_no_time_runs_and_plans_end_when_all_have_placed_what_they_will() -> None:
    game = at_the_plans("0")
    with pytest.raises(AnswerRefused, match="no time runs"):
        game.expire()
    for _ in range(4):
        assert game.decisions[0].id in (SLOT, SAVED)
        game.answer("none", 1)
    assert [each.seat for each in game.decisions] == [2]
