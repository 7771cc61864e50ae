"""Games dealt anew: what a seat knows stays, all else is as likely as it can be, and nothing to come is foreseen."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import mean

import pytest

from rulewright.agents import AGENTS
from rulewright.play.decisions import Decision
from rulewright.play.game import Game
from rulewright.play.values import worth
from rulewright.play.views import Hidden, Unwatched, View
from rulewright.resources import content_root
from rulewright.rulebook.load import load
from rulewright.rulebook.rulebook import Rulebook
from rulewright.table.luck import Stream
from tests.knowledge.test_laws import opened, secrets
from tests.language.emit.harness import HEADER


@pytest.fixture(scope="module")
def kuhn() -> Rulebook:
    return opened(content_root() / "kuhn_poker", 2)


def hands(game: Game) -> tuple[str, str]:
    """The card of each player."""
    return game.view(1).lying("player_1_hand")[0], game.view(2).lying("player_2_hand")[0]


def test_the_own_card_stays_and_the_others_change(kuhn: Rulebook) -> None:
    game = Game(kuhn, 1, 1, [None, None])
    game.run()
    own, other = hands(game)
    dealt = Counter(hands(deal) for deal in game.view(1).deals(200))
    assert sum(dealt.values()) == 200
    assert {first for first, _ in dealt} == {own}
    assert sorted(second for _, second in dealt) == sorted({"jack", "queen", "king"} - {own})
    assert min(dealt.values()) > 60
    assert hands(game) == (own, other)


def test_a_deal_can_be_gone_on_with_taken_back_and_copied(kuhn: Rulebook) -> None:
    game = Game(kuhn, 1, 1, [None, None])
    game.run()
    for deal in game.view(1).deals(6):
        before = hands(deal)
        deal.answer("Check")
        deal.answer("Bet")
        assert hands(deal) == before
        twin = deal.copy()
        twin.run()
        assert hands(twin) == before
        deal.undo(2)
        assert hands(deal) == before
        assert deal.decision is not None
        assert deal.decision.names == ["Check", "Bet"]


def test_others_learn_nothing_from_a_deal(kuhn: Rulebook) -> None:
    game = Game(kuhn, 1, 1, [None, None])
    game.run()
    game.answer("Check")
    other = hands(game)[1]
    for deal in game.view(1).deals(10):
        if hands(deal)[1] != other:
            assert not any(line.startswith(f"{other}:") for line in deal.view(2).history)


def test_a_view_says_what_may_not_be_read(kuhn: Rulebook) -> None:
    game = Game(kuhn, 1, 1, [None, None])
    game.run()
    own, other = hands(game)
    view = game.view(1)
    assert view.lying("deck") == ["card"]
    assert view.lying("player_2_hand") == ["card"]
    assert view.value(own, "rank") in ("1", "2", "3")
    assert (view.knows(own), view.knows(other)) == (True, False)
    with pytest.raises(Hidden):
        view.value(other, "rank")
    with pytest.raises(KeyError):
        view.value(own, "suit")


def test_what_is_not_watched_has_no_views() -> None:
    book, _ = load(content_root() / "kuhn_poker", {}, 2)
    assert book is not None
    game = Game(book, 1, 1, [None, None])
    game.run()
    with pytest.raises(Unwatched):
        game.view(1).text()
    with pytest.raises(Unwatched):
        View(book, 1).deals(1)


def test_deals_of_a_long_game_look_the_same_to_the_seat(tmp_path: Path) -> None:
    book = secrets(tmp_path)
    few: Counter[str] = Counter()

    def agent(decision: Decision, view: View, luck: Stream) -> int:
        found = view.deals(3)
        few["asked"] += 1
        few["given"] += len(found)
        for deal in found:
            assert deal.view(view.seat).text() == view.text()
            assert deal.view(view.seat).history == view.history
            assert deal.decision is not None
            assert deal.decision.names == decision.names
        return AGENTS["random"](decision, view, luck)

    for number in range(3):
        ending = Game(book, 3, number, [agent, agent]).run()
        assert ending.fault is None
    assert few["given"] > few["asked"] * 2


def test_the_worth_of_a_position_is_what_the_pack_says_of_a_deal(tmp_path: Path) -> None:
    book = secrets(tmp_path, "bots:\n  value: sum(me.hand.card.rank) - 5\n")
    game = Game(book, 3, 1, [None, None])
    ending = game.run()
    own = sum(int(game.view(1).value(card, "rank")) for card in game.view(1).lying("player_1_hand"))
    others = []
    for deal in game.view(1).deals(60):
        assert worth(book, deal.table, ending, 1) == own - 5
        others.append(worth(book, deal.table, ending, 2))
    assert -3 <= mean(others) <= 3
    assert len(set(others)) > 1


AT_ONCE = """
kinds: {card: {hidden: []}}
places:
  deck: {holds: card, ordered: true, sees: none}
  hand: {holds: card, per: player, sees: owner}
  table: {holds: card, per: player, sees: owner}
things: {card: {ace: {at: deck}, two: {at: deck}, six: {at: deck}, ten: {at: deck}}}
flow:
  deal: |
    shuffle(deck)
    for p in player: draw(deck, p.hand, n=2)
  plan:
    each: player
    as: me
    together: true
    do: move(pick(me.hand.card, "Play"), me.table)
"""


def test_each_who_is_asked_at_the_same_moment_gets_deals(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(HEADER + AT_ONCE, encoding="utf-8")
    game = Game(opened(tmp_path, 2), 1, 1, [None, None])
    game.run()
    for seat in (1, 2):
        deals = game.view(seat).deals(5)
        assert len(deals) == 5
        assert {tuple(deal.view(seat).lying(f"player_{seat}_hand")) for deal in deals} == {
            tuple(game.view(seat).lying(f"player_{seat}_hand"))
        }


@pytest.mark.parametrize("seen", [False, True])
def test_what_all_chose_at_once_is_chosen_again_in_a_deal(tmp_path: Path, seen: bool) -> None:
    text = """
kinds:
  player: {fields: {bid: int = 0}}
  card: {hidden: []}
things:
  card:
    c{n}: {for: {n: 1..6}, at: deck}
places:
  deck: {holds: card, ordered: true, sees: none}
  hand: {holds: card, per: player, sees: owner}
flow:
  setup: |
    shuffle(deck)
    for p in player: draw(deck, p.hand, 2)
  bids: |
    let player.own = 0
    together:
      for p in player: p.own = pick(1..3, "A bid", by=p)
    for p in player: p.bid = p.own
    if ask("Once more?", by=player_1): player_1.bid += 1
"""
    if seen:  # what one does another may see
        text = text.replace("let player.own = 0", "player_1.bid = 0").replace("p.own", "p.bid")
    (tmp_path / "pack.yaml").write_text(HEADER + text, encoding="utf-8")
    game = Game(opened(tmp_path, 2), 1, 1, [None, None])
    game.run()
    game.answer("3", 2)
    game.answer("2", 1)
    deals = game.view(1).deals(12)
    assert len(deals) == 12
    assert {tuple(deal.view(1).value(f"player_{seat}", "bid") for seat in (1, 2)) for deal in deals} == {("2", "3")}
    assert len({tuple(deal.view(2).lying("player_2_hand")) for deal in deals}) > 1
