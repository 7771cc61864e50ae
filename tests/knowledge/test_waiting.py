"""What waits for a call, as each seat may read of it, and how it and what ended is dealt anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.play.flow import Status
from rulewright.play.game import Game
from tests.knowledge.test_laws import opened
from tests.language.emit.harness import HEADER

PACK = """
kinds:
  card: {hidden: []}
things:
  card: {gem: {at: deck}, coin: {at: deck}, rock: {at: deck}, bone: {at: deck}}
places:
  deck: {holds: card, ordered: true, sees: none}
  hand: {holds: card, per: player, sees: owner}
procs:
  fly(card c, player who): move(c, who.hand)
flow:
  setup: shuffle(deck)
  give:
    each: player
    as: me
    do: |
      draw(deck, me.hand)
      for c in me.hand.card:
        next after give if give.me == me:
          move(c, deck)
          draw(deck, me.hand)
      for c in take(deck.card, 1): fly(c, me)
      ask("Go on?", by=me)
  count:
    each: player
    as: me
    do: |
      if past(fly, game)[.c in me.hand.card]: ask("Flown?", by=me)
"""
WAITING = "waiting: next after give if give.me == me: move(c, deck); draw(deck, me.hand)"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "pack.yaml").write_text(HEADER + PACK, encoding="utf-8")
    made = Game(opened(tmp_path, 2), 1, 1, [None, None])
    made.run()
    return made


def waiting(game: Game, seat: int) -> list[str]:
    return [line for line in game.view(seat).text().splitlines() if line.startswith("waiting")]


def test_a_view_lists_what_waits_and_names_what_its_seat_knows(game: Game) -> None:
    (card, _) = game.view(1).lying("player_1_hand")
    assert waiting(game, 1) == [f"{WAITING}, me player_1, c {card}"]
    assert waiting(game, 2) == [f"{WAITING}, me player_1, c card"]


def test_a_deal_renames_what_waits_and_what_ended(game: Game) -> None:
    game.answer("yes")
    deals = game.view(2).deals(20)
    assert len(deals) == 20
    for deal in deals:
        assert waiting(deal, 2) == waiting(game, 2)
        kept = waiting(deal, 1)[0].rpartition(" ")[2]
        assert kept in deal.view(1).lying("player_1_hand")
        deal.answer("yes")
        while deal.decision is not None:
            assert deal.decision.id == "Flown?"
            deal.answer("yes")
        assert deal.ending is not None
        assert deal.ending.status is Status.OVER
    assert len({waiting(deal, 1)[0] for deal in game.view(2).deals(20)}) > 1
