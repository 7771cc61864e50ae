"""Small packs on which the two interpreters once differed, or both were wrong: they play alike, to the end in `#>`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.chunks import Chunk, case_files, chunks
from tests.oracle.games import compiled_game, differences, oracle_game
from tests.packs_of_text import both_of, faults_or_both

HEADER = "pack: {format: 1, id: small, title: Small, version: 1.0.0, players: 2, seats: each, credits: none}\n"
FUEL, BUDGET = 10_000, 50_000

CASES = [chunk for file in case_files("agreed") for chunk in chunks(file)]
ENDS = re.compile("^#> (.*)$", re.MULTILINE)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.text.strip().split("\n")[0].removeprefix("# "))
def test_both_play_as_is_said(tmp_path: Path, case: Chunk) -> None:
    both = both_of(tmp_path, case.text if "\npack:" in case.text else HEADER + case.text, 2)
    compiled, oracle = compiled_game(both.book, 0, 0, FUEL), oracle_game(both, 0, 0, BUDGET)
    assert differences(oracle, compiled) == []
    assert compiled.status == "over"
    (ends,) = ENDS.findall(case.text)
    assert compiled.measures == yaml.safe_load(ends)


TIMED = """
kinds:
  player: {fields: {coins: int = 0, hurry: int = 0 each plan, late: int = 0}}
rules: |
  for x in player when x.hurry > 0 or x.coins == 4: x.late += 1; x.hurry = 0; x.coins = 5
flow:
  plan:
    each: player
    together: true
    timer: 30
    do: |
      it.coins = pick(1..3, "Coins", by=it)
      it.hurry = 1
      if ask("More?", by=it): it.coins += 1
      for n in pick(1..3, "Some", n=0..2, by=it): it.hurry += n
"""


@pytest.mark.parametrize("game", range(12))
def test_both_leave_a_branch_whose_time_is_up(tmp_path: Path, game: int) -> None:
    both = both_of(tmp_path, HEADER + TIMED, 2)
    compiled, oracle = compiled_game(both.book, 0, game, FUEL), oracle_game(both, 0, game, BUDGET)
    assert differences(oracle, compiled) == []
    assert compiled.status == "over"


WAITING = """
kinds:
  pet: {lies: area, fields: {n: int = 0}}
  game: {fields: {on: bool = false}}
  player: {fields: {dear: maybe pet = none, fed: int = 0}}
areas: {cave: {}}
things: {pet: {ann: {at: cave}}}
rules: |
  feed: for x in player when game.on:
    if x.dear: x.fed += 1; x.dear.n += 1
    game.on = false
  lose: when game.on: player.dear = none
flow:
  turn: game.on = true
"""


def test_a_rule_that_waits_may_take_away_what_a_test_has_shown(tmp_path: Path) -> None:
    both, faults = faults_or_both(tmp_path, HEADER + WAITING, 2)
    assert both is None
    assert [(fault.id, fault.span.line) for fault in faults] == [("maybe-none", 11)]


LOOKING = """
kinds:
  pet: {lies: area, fields: {n: int = 0}}
  player: {fields: {dear: maybe pet = none, fed: int = 0}}
areas: {cave: {}}
things: {pet: {ann: {at: cave}}}
rules: |
  lose: for x in player when turn and turn.it == x: x.dear = none
flow:
  turn:
    each: player
    do: |
      if it.dear:
        it.fed += 1
        it.dear.n += 1
"""


def test_a_rule_that_looks_what_runs_may_take_away_what_a_test_has_shown(tmp_path: Path) -> None:
    both, faults = faults_or_both(tmp_path, HEADER + LOOKING, 2)
    assert both is None
    assert [(fault.id, fault.span.line) for fault in faults] == [("maybe-none", 16)]
