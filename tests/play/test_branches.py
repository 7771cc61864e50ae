"""Blocks of branches in games that wait: answers in any order, nothing of the others seen, time that is up."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulewright.agents import AGENTS
from rulewright.pack.load import build, read
from rulewright.play.decisions import AnswerRefused
from rulewright.play.faults import Blame
from rulewright.play.flow import Status
from rulewright.play.game import Game
from rulewright.play.retelling import Step, retell
from rulewright.play.runner import Runner
from rulewright.rulebook.load import load
from rulewright.rulebook.rulebook import Rulebook
from tests.oracle.games import ready
from tests.test_hard_cases import built

HEADER = "pack: {format: 1, id: small, title: Small, version: 1.0.0, players: 2, seats: each, credits: none}\n"
TIMED = """
kinds:
  player: {fields: {coins: int = 0, hurry: int = 0 each plan}}
flow:
  plan:
    each: player
    together: true
    timer: 30
    do: |
      it.coins = pick(1..3, "Coins", by=it)
      it.hurry = 1
      if ask("More?", by=it): it.coins += 1
  last: end(score=.coins, "Most coins")
"""


def book_of(name: str, players: int) -> Rulebook:
    both, faults = ready(built(name), players)
    assert both is not None, faults
    return both.book


def timed(folder: Path) -> Rulebook:
    (folder / "pack.yaml").write_text(HEADER + TIMED, encoding="utf-8")
    source, _ = read(folder)
    assert source is not None
    pack, _ = build(source, {}, ())
    assert pack is not None
    both, faults = ready(pack, 2)
    assert both is not None, faults
    return both.book


def content(table: Any) -> str:
    return repr((table.save(), table.result))


@pytest.mark.parametrize(("name", "players"), [("crowded", 2), ("crowded", 4), ("secret_bids", 3)])
def test_answers_in_any_order_make_the_same_game(name: str, players: int) -> None:
    book, chance = book_of(name, players), random.Random(3)
    for number in range(20):
        runner = Runner(book, [AGENTS["random"]] * players)
        ending = runner.play(5, number)
        game = Game(book, 5, number, [None] * players)
        game.run()
        wanted: dict[int, list[Step]] = {seat: [] for seat in range(1, players + 1)}
        for step in retell(book, 5, number, runner.answers)[0]:
            wanted[step.seat].append(step)
        while game.decisions:
            seat = chance.choice(game.decisions).seat
            step = wanted[seat].pop(0)
            asked = next(each for each in game.decisions if each.seat == seat)
            assert asked.id == step.prompt
            game.answer(step.chosen, seat)
        assert (game.ending, game.answers, content(game.table)) == (ending, runner.answers, content(runner.table))


def test_no_seat_sees_what_another_bids() -> None:
    game = Game(book_of("secret_bids", 3), 1, 0, [None] * 3)
    game.run()
    before = content(game.table)
    assert [(each.seat, each.names) for each in game.decisions] == [
        (seat, ["0", "1", "2", "3", "4", "5"]) for seat in (1, 2, 3)
    ]
    game.answer("4", 2)
    assert [(each.seat, each.names) for each in game.decisions] == [
        (seat, ["0", "1", "2", "3", "4", "5"]) for seat in (1, 3)
    ]
    assert content(game.table) == before
    game.answer("1", 1)
    assert game.answer("2", 3).status is Status.OVER
    assert game.table.result is not None
    assert game.table.result.winners == (2,)


def test_a_branch_is_asked_with_what_it_did_itself() -> None:
    game = Game(book_of("crowded", 2), 1, 0, [None] * 2)
    game.run()
    game.answer("pear", 1)
    assert [each.id for each in game.decisions] == ["More?", "Take"]
    game.answer("yes", 1)
    assert "pear" not in game.decisions[0].names
    assert "pear" in game.decisions[1].names


def test_when_the_time_is_up_what_was_done_is_kept(tmp_path: Path) -> None:
    book = timed(tmp_path)
    game = Game(book, 1, 0, [None] * 2)
    game.run()
    game.answer("3", 2)
    assert game.expire().status is Status.OVER
    table: Any = game.table
    assert table.player__coins[1:3] == [0, 3]
    assert table.player__hurry[1:3] == [0, 0]
    steps, ending = retell(book, 1, 0, game.answers)
    assert [(each.seat, each.chosen) for each in steps] == [(1, ("expired",)), (2, ("3",)), (2, ("expired",))]
    assert ending == game.ending


def test_no_time_runs_where_there_is_no_timer() -> None:
    game = Game(book_of("crowded", 2), 1, 0, [None] * 2)
    game.run()
    with pytest.raises(AnswerRefused, match="no time runs"):
        game.expire()
    with pytest.raises(AnswerRefused):
        game.answer("expired", 1)


def test_taking_back_and_copying_in_a_block() -> None:
    game = Game(book_of("crowded", 2), 1, 0, [None] * 2)
    game.run()
    game.answer("pear", 2)
    twin = game.copy()
    twin.run()
    assert [(each.seat, each.id) for each in twin.decisions] == [(1, "Take"), (2, "More?")]
    game.undo()
    assert [(each.seat, each.id) for each in game.decisions] == [(1, "Take"), (2, "Take")]


def test_only_who_is_asked_can_answer() -> None:
    game = Game(book_of("crowded", 2), 1, 0, [None] * 2)
    game.run()
    with pytest.raises(AnswerRefused, match="not waiting for an answer of seat 3"):
        game.answer("pear", 3)


BLIND = """
kinds:
  card: {hidden: []}
things:
  card: {gem: {at: player_2_hand}, coin: {at: player_2_hand}}
places:
  hand: {holds: card, per: player, sees: owner}
procs:
  rob(player by, player from): move(pick(from.hand.card, "Which?", by=by), by.hand)
flow:
  steal:
    each: player
    together: true
    do: |
      if it == player_1: rob(it, player_2)
"""


def test_a_blind_pick_breaks_a_block(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(HEADER + BLIND, encoding="utf-8")
    book, faults = load(tmp_path)
    assert book is not None, faults
    ending = Runner(book, [AGENTS["random"]] * 2).play(0, 0)
    assert (ending.status, ending.blame) == (Status.FAILED, Blame.CONTENT)
    assert ending.fault is not None
    assert (ending.fault.id, ending.fault.span.line) == ("blind-pick", 10)


def test_a_block_that_waits_leaves_the_agents_as_they_were_before_it(tmp_path: Path) -> None:
    game = Game(timed(tmp_path), 0, 0, [AGENTS["random"], None])
    game.run()
    assert len(game.answers) > 0
    assert game.drawn[0] > 0
    assert game.settled == ([], (0, 0))
