"""Arguments run as they are written, named ones too, each once, whether or not what they are for is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle.games import compiled_game, differences, oracle_game
from tests.packs_of_text import both_of, faults_or_both
from tests.test_differences import BUDGET, FUEL, HEADER

PACK = """
kinds:
  imp: {lies: area, fields: {foe: maybe imp = none}}
  coin: {fields: {worth: int = 1}}
  game: {fields: {log: int = 0, who: player = player_1}}
areas: {cave: {}, lake: {}}
places:
  deck: {holds: coin, ordered: true}
  pile: {holds: coin, ordered: true}
  hand: {per: player, holds: coin}
things:
  coin: {dime: {at: deck, count: 3}, cent: {at: pile}}
  imp: {ann: {at: cave}, bob: {at: lake}}
dice:
  bone:
    faces: [hit, miss]
    with: (int why, maybe imp by)
procs:
  say(int n) -> int: |
    game.log = game.log * 10 + n
    return n
  who(int n) -> player: |
    say(n)
    game.who = player_2 if game.who == player_1 else player_1
    return game.who
  coins(int n) -> list coin: |
    say(n)
    return move(first(deck.coin), deck)
  three(int a, int b = game.log, int c = 0): say(a); say(b); say(c)
  forget() -> int: ann.foe = none; return 1
  fight(imp foe, int n): return
menus:
  shop:
    with: (player me, int x)
    must: true
  fair:
    with: (player me, int x)
    repeat: true
actions: |
  buy: in shop, fair once game: say(x)
  sell: in fair once game: say(x)
flow:
  whole:
    each: player_1
    do: |
      DO
measures: {log: game.log}
"""

CASES = {
    "three(c=say(1), a=say(2), b=say(3))": 123231,
    "three(c=say(1), a=say(2))": 12321,
    "move(to=who(1).hand, what=coins(2))": 12,
    "draw(n=say(1), to=who(2).hand, source=deck)": 12,
    "move(deck.coin, who(1).hand, n=say(2))": 12,
    "let r = roll(bone, why=say(1), n=say(2))": 12,
    "let r = roll(bone, say(1), by=first(imp[game.log > 0]), why=say(2)); say(count(r.by))": 121,
    'for c in pick(deck.coin, "Which?", by=who(1), n=say(2)): say(3)': 1233,
    'for c in pick(n=say(1), by=who(2), xs=coins(3), prompt="Which?"): say(4)': 1234,
    'for c in pick(pile.coin, "Which?", by=who(1)): say(2)': 12,
    'for c in pick(pile.coin[.worth > 4], "Which?", by=who(1)): say(2)': 1,
    'for c in order(pile.coin, "So?", by=who(1)): say(2)': 12,
    'for c in order(by=game.who, xs=coins(1), prompt="So?"): say(2)': 12,
    'if ask("So?", by=who(1)) or true: say(2)': 12,
    'let p = pick(player, "Who?", by=who(1), may=say(2) > 1); say(3)': 123,
    "offer(shop, by=who(1), x=say(2), me=who(3))": 1232,
    "offer(shop, who(1), say(2))": 122,
    "show(pile.coin, to=who(1))": 1,
    "for c in random(deck.coin, say(1)): say(2)": 12,
    "for c in take(xs=coins(1), n=say(2)): say(3)": 123,
    "leave(whole, who(1))": 1,
    "end(win=[who(1)], rank=.seat)": 1,
}


def _with(statement: str) -> str:
    return HEADER + PACK.replace("DO", statement)


@pytest.mark.parametrize("statement", CASES)
def test_arguments_run_as_they_are_written(tmp_path: Path, statement: str) -> None:
    both = both_of(tmp_path, _with(statement), 2)
    for game in range(4):
        compiled, oracle = compiled_game(both.book, 0, game, FUEL), oracle_game(both, 0, game, BUDGET)
        assert differences(oracle, compiled) == []
        assert compiled.measures == {"log": CASES[statement]}


CHOICE = """choose("How?", by=who(1)):
        "One" if game.log == 1: say(2)
        "Two" if game.log == 0: say(3)
      choose("And?", by=who(4)):
        "Only": say(5)"""


def test_who_chooses_is_known_before_what_can_be_chosen(tmp_path: Path) -> None:
    both = both_of(tmp_path, _with(CHOICE), 2)
    compiled, oracle = compiled_game(both.book, 0, 0, FUEL), oracle_game(both, 0, 0, BUDGET)
    assert differences(oracle, compiled) == []
    assert compiled.measures == {"log": 1245}


def test_a_repeated_menu_is_given_its_arguments_once(tmp_path: Path) -> None:
    both = both_of(tmp_path, _with("offer(fair, player_1, game.log + 1)"), 2)
    logs = []
    for game in range(8):
        compiled, oracle = compiled_game(both.book, 0, game, FUEL), oracle_game(both, 0, game, BUDGET)
        assert differences(oracle, compiled) == []
        logs.append(compiled.measures["log"])
    assert set(logs) == {0, 1, 11}


@pytest.mark.parametrize(("call", "sound"), [("ann.foe, forget()", True), ("n=forget(), foe=ann.foe", False)])
def test_what_a_test_has_shown_lasts_until_an_argument_takes_it_away(tmp_path: Path, call: str, sound: bool) -> None:
    _, faults = faults_or_both(tmp_path, _with(f"if ann.foe: fight({call})"), 2)
    assert [fault.id for fault in faults] == ([] if sound else ["maybe-none"])
