"""Dice that only one seat sees: what others read of them, and how they fall when a game is dealt anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.play.game import Game
from tests.knowledge.test_laws import opened

PACK = Path(__file__).parents[1] / "hard_cases" / "dice_cup"


@pytest.fixture
def game() -> Game:
    made = Game(opened(PACK, 2), 1, 1, [None, None])
    made.run()
    return made


def test_only_their_seat_reads_the_faces(game: Game) -> None:
    assert game.decision is not None
    (face,) = game.decision.names
    game.answer((0, 0))
    assert "unseen" not in game.decision.text
    game.answer("5")
    assert game.decision.text == "Doubt 5, of unseen dice?"
    told = ["player_1 'Throw which again?': ", "player_1 'Call what, with {r}?': 5"]
    assert game.view(1).history == [f"{told[0]}{face}, {face}", told[1]]
    assert game.view(2).history == [f"{told[0]}unseen die, unseen die", told[1]]


def test_they_fall_otherwise_in_a_deal_of_another_seat(game: Game) -> None:
    def points(deal: Game) -> str:
        deal.answer("yes")
        return deal.view(1).value("player_1", "points")

    game.answer(())
    game.answer("7")
    assert {points(deal) for deal in game.view(2).deals(30)} == {"0", "1"}
    assert len({points(deal) for deal in game.view(1).deals(30)}) == 1
