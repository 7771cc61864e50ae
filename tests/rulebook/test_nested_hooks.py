"""Hooks inside hooks: two hundred of them run, and two cards that wake each other without end cap the game by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rulewright.agents import AGENTS
from rulewright.play.flow import Status
from rulewright.play.runner import Runner
from rulewright.rulebook.load import load
from tests.language.emit.harness import HEADER, Played

NESTED = 200
CALLS = """kinds:
  player: {fields: {coins: int = 0}}
  card: {me: .owner}
things:
  card:
    echo:
      at: game
      owner: player_1
      hooks: |
        after hurt may "Again?" if hurt.n > 0:
          me.coins += 1
          hurt(hurt.n - 1)
          me.coins += 1
procs:
  hurt(int n): player_2.coins += 1
"""
CARDS = """kinds:
  player: {fields: {coins: int = 0}}
  card:
    me: .owner
    hooks: |
      instead hurt may "Pass on?":
        hurt.n += 1
        proceed()
        me.coins += hurt.n
things:
  card: {echo: {at: game, owner: player_1, count: NESTED}}
procs:
  hurt(int n): player_2.coins += n
"""
LOOP = """kinds:
  player: {fields: {coins: int = 0}}
  card: {}
things:
  card:
    spark:
      at: game
      hooks: |
        wake: after burn: flare()
    tinder:
      at: game
      hooks: |
        feed: after flare: burn()
procs:
  burn(): player_1.coins += 1
  flare(): player_1.coins += 1
flow:
  turn: burn()
"""


def play(folder: Path, text: str, answers: Sequence[Any], most: int) -> Played:
    game = Played(folder, text)
    game.answers = list(answers)
    game.call("hurt", most)
    return game


def test_two_hundred_calls_nested_by_optional_hooks(tmp_path: Path) -> None:
    game = play(tmp_path, CALLS, [True] * NESTED, NESTED)
    assert game.get("player.coins", "player_2") == NESTED + 1
    assert game.get("player.coins", "player_1") == 2 * NESTED
    assert len(game.asked) == NESTED


@pytest.mark.parametrize("declined", [0, 50])
def test_two_hundred_optional_hooks_inside_each_other(tmp_path: Path, declined: int) -> None:
    ran = NESTED - declined
    text = CARDS.replace("NESTED", str(NESTED))
    game = play(tmp_path, text, [*[False] * declined, *[True] * ran], 0)
    assert game.get("player.coins", "player_2") == ran
    assert game.get("player.coins", "player_1") == ran * ran
    assert len(game.asked) == NESTED


def test_two_cards_that_wake_each_other_cap_the_game(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(HEADER + LOOP, encoding="utf-8")
    book, faults = load(tmp_path)
    assert book is not None, faults
    ending = Runner(book, [AGENTS["random"]] * 2).play(0, 0)
    assert ending.status is Status.CAPPED
    assert ending.fault is not None
    assert ending.fault.id == "endless-calls"
    named = [each.name for each in ending.culprits]
    assert sorted(named) == ["burn", "flare", "hook.feed@card:tinder", "hook.wake@card:spark", "turn"]
