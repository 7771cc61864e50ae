"""A watched rulebook plays the same games as one that is not, and what is forced reads like what is chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.agents import AGENTS
from rulewright.play.game import Game
from rulewright.play.runner import Runner
from rulewright.play.watched import WatchedRunner
from rulewright.resources import content_root
from rulewright.rulebook.load import load
from rulewright.table.events import Taken
from tests.knowledge.test_laws import PACKS, opened
from tests.language.emit.harness import HEADER

FORCED = """
kinds:
  card: {hidden: []}
things:
  card: {gem: {at: player_1_hand}, coin: {at: player_1_hand}, rock: {at: player_2_hand}}
places:
  hand: {holds: card, per: player, sees: owner}
  pile: {holds: card, sees: none}
flow:
  give: |
    for p in player:
      let c = pick(p.hand.card, "Give what?", by=p)
      if c: move(c, pile)
  stop: end(win=none, "Given")
"""


@pytest.mark.parametrize("name", PACKS)
def test_watching_changes_nothing(name: str) -> None:
    lean, faults = load(content_root() / name)
    assert lean is not None, faults
    watched = opened(content_root() / name, 0)
    agents = [AGENTS["random"]] * lean.compiled.players
    plain, seen = Runner(lean, agents), WatchedRunner(watched, agents)
    for number in range(3):
        assert plain.play(9, number) == seen.play(9, number)
        assert plain.answers == seen.answers
        assert plain.table.events == []
        game = Game(watched, 9, number, agents)
        game.run()
        assert game.table.events == seen.table.events


COUNCIL = """
kinds:
  game: {fields: {n: int = 0}}
menus:
  council:
    with: (player me)
actions:
  rest:
    in: council
    do: game.n += 1
flow:
  meet: offer(council, player_2, by=player)
  stop: end(win=none, "Met")
"""


def test_a_forced_choice_reads_like_a_chosen_one(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(HEADER + FORCED, encoding="utf-8")
    game = Game(opened(tmp_path, 2), 1, 1, [None, None])
    game.run()
    game.answer("coin")
    assert len(game.answers) == 1
    assert [event.seat for event in game.table.events if isinstance(event, Taken)] == [1, 2]
    assert game.view(1).history == [
        "player_1 'Give what?': coin",
        "coin: player_1_hand -> pile",
        "player_2 'Give what?': card at player_2_hand",
        "card: player_2_hand -> pile",
    ]
    assert game.view(2).history == [
        "player_1 'Give what?': card at player_1_hand",
        "card: player_1_hand -> pile",
        "player_2 'Give what?': rock",
        "rock: player_2_hand -> pile",
    ]
    assert game.view(1).choices[1] == (2, "Give what?", ("card at player_2_hand",))


FORCED_AT_LOAD = """
kinds:
  player: {fields: {coins: int = 0}}
menus:
  work:
    with: (player me)
    must: true
actions:
  dig:
    in: work
    do: me.coins += 1
flow:
  turn: |
    choose("Which way?", by=player_1):
      "on": player_1.coins += 1
    offer(work, player_2)
  stop: end(win=none, "Done")
"""


def test_so_does_one_that_has_a_single_option_in_every_game(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(HEADER + FORCED_AT_LOAD, encoding="utf-8")
    game = Game(opened(tmp_path, 2), 1, 1, [None, None])
    game.run()
    assert game.answers == []
    assert game.view(1).choices == [(1, "Which way?", ("on",)), (2, "work", ("dig",))]


REFUSED = """
kinds:
  player: {fields: {glory: int = 0}}
  card: {hidden: [rank], fields: {rank: int}}
things:
  card: {first: {at: player_1_hand, rank: RANK}, second: {at: player_2_hand, rank: 1}}
places:
  hand: {holds: card, per: player, sees: owner}
  pile: {holds: card}
menus:
  alone:
    with: (player me)
  several:
    with: (player me)
    repeat: true
actions:
  boast:
    in: alone
    if: me.hand.card[.rank == 2]
    do: me.glory += 1
  brag:
    in: several
    if: me.hand.card[.rank == 2]
    do: me.glory += 1
  crow:
    in: several
    if: me.hand.card[.rank == 2]
    do: me.glory += 2
flow:
  turn: OFFERED
  stop: end(win=none, "Over")
"""

OFFERS = [
    "offer(alone, player_1)",
    "offer(several, player_1)",
    'move(pick(player_1.hand.card[.rank == 2], "Show which?", by=player_1, may=true), pile)',
    'move(pick(player_1.hand.card[.rank == 2], "Show which?", by=player_1, n=0..1), pile)',
    'move(pick(hand.card[knows(player_1, it) and .rank == 2], "Show which?", by=player_1, n=0..9), pile)',
    'move(pick(hand.card[knows(player_1, it) and .rank == 2], "Show which?", by=player_1, may=true), pile)',
    'let xs = player_1.hand.card[.rank == 2]; move(pick(xs, "Show which?", by=player_1, n=0..count(xs)), pile)',
]


@pytest.mark.parametrize("offered", OFFERS)
def test_nothing_to_choose_from_reads_like_nothing_chosen(tmp_path: Path, offered: str) -> None:
    read = []
    for rank in (1, 2):
        text = REFUSED.replace("RANK", str(rank)).replace("OFFERED", offered)
        (tmp_path / "pack.yaml").write_text(HEADER + text, encoding="utf-8")
        game = Game(opened(tmp_path, 2), 1, 1, [None, None], told=True)
        game.run()
        assert (game.decision is not None) == (rank == 2)
        if game.decision is not None:
            game.answer(() if game.decision.many else game.decision.names[-1 if "pick" in offered else 0])
        read.append((game.view(2).history, game.view(2).choices))
    assert read[0] == read[1]
    assert len(read[0][1]) == 1


def test_a_number_of_things_that_is_none_is_no_choice(tmp_path: Path) -> None:
    text = REFUSED.replace("RANK", "1").replace("OFFERED", 'move(pick(pile.card, "Which?", by=player_1, n=2), pile)')
    (tmp_path / "pack.yaml").write_text(HEADER + text, encoding="utf-8")
    game = Game(opened(tmp_path, 2), 1, 1, [None, None])
    game.run()
    assert game.view(2).choices == []


def test_a_game_that_goes_back_tells_nothing_twice(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(HEADER + FORCED, encoding="utf-8")
    game = Game(opened(tmp_path, 2), 1, 1, [None, None])
    game.run()
    game.answer("coin")
    game.undo()
    assert game.view(2).history == []
    game.answer("gem")
    assert game.view(1).history[0] == "player_1 'Give what?': gem"
    assert len(game.view(1).history) == 4


def test_several_decide_on_what_all_of_them_know() -> None:
    game = Game(opened(Path(__file__).parents[1] / "hard_cases" / "council", 2), 1, 1, [None, None])
    game.run()
    assert game.decision is not None
    assert game.decision.seat == 1
    assert game.decision.names == ["oak", "card at player_1_hand", "card at player_2_hand", "card at row"]
    game.answer("card at player_1_hand")
    assert game.view(2).history[2:] == [
        "player_1 and player_2 'Which is burnt?': card at player_1_hand",
        "elm: player_1_hand -> pyre",
    ]
    assert game.view(1).history[2:] == game.view(2).history[2:]


def test_a_menu_that_several_decide_is_logged_as_taken_by_all(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(HEADER + COUNCIL, encoding="utf-8")
    game = Game(opened(tmp_path, 2), 1, 1, [None, None])
    game.run()
    game.answer("rest")
    assert game.view(2).history == game.view(1).history == ["player_1 and player_2 'council': rest"]
