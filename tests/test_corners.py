"""Corners of the language to which few packs come: both interpreters play alike there, and as is said here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.oracle.games import compiled_game, differences, oracle_game
from tests.packs_of_text import both_of
from tests.test_differences import BUDGET, FUEL, HEADER

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "a hook that the call put to sleep still answers it, in an order that somebody gives": (
        """
pack:
  simultaneous: player_1
kinds:
  player: {fields: {n: int = 0}}
  charm:
    me: .owner
    active: .on
    fields: {on: bool = true}
    hooks: |
      after hit: me.n += 1
areas: {hall: {}}
things:
  charm: {ring: {at: hall, owner: player_1}, gem: {at: hall, owner: player_2}, bell: {at: hall, on: false}}
procs:
  hit(): ring.on = false
flow:
  turn: hit()
measures: {one: player_1.n, two: player_2.n}
""",
        {"one": 1, "two": 1},
    ),
    "hooks instead that begin as declared go on in the order that somebody gives": (
        """
pack:
  simultaneous: player_1 if game.ordered else none
kinds:
  game: {fields: {ordered: bool = false, log: int = 0}}
  player: {fields: {n: int = 0}}
procs:
  hit(): game.log = game.log * 10 + 9
hooks: |
  instead hit: game.log = game.log * 10 + 1; game.ordered = true; proceed()
  instead hit: game.log = game.log * 10 + 2; proceed()
  instead hit: game.log = game.log * 10 + 2; proceed()
flow:
  turn: hit()
measures: {log: game.log}
""",
        {"log": 1229},
    ),
    "what has no owner stands at the first seat": (
        """
kinds:
  player: {fields: {n: int = 0}}
  stone: {fields: {n: int = 0}}
places: {box: {holds: stone}}
things: {stone: {one: {at: box, owner: player_2}, two: {at: box}, six: {at: box, owner: player_1}}}
flow:
  turn: |
    let n = 0
    for x in around(stone, player_2):
      n += 1
      x.n = n
    for p in around(player, two):
      n += 1
      p.n = n
measures: {one: one.n, two: two.n, six: six.n, first: player_1.n, second: player_2.n}
""",
        {"one": 1, "two": 2, "six": 3, "first": 4, "second": 5},
    ),
    "nothing can be picked, drawn or shuffled where nothing lies": (
        """
kinds:
  player: {fields: {n: int = 0}}
  card: {hidden: []}
places: {pile: {sees: none}, heap: {sees: none}}
things: {card: {ace: {at: heap}, king: {at: heap}}}
flow:
  turn: |
    if not pick(pile.card, "Which?", by=player_1): player_1.n += 1
    if not random(pile.card): player_1.n += 10
    shuffle(pile.card)
    move(heap.card, pile)
    if pick(pile.card, "Which?", by=player_1): player_1.n += 100
measures: {n: player_1.n}
""",
        {"n": 111},
    ),
    "some of what lies in order is shuffled among its positions": (
        """
kinds:
  player: {fields: {n: int = 0}}
  card: {fields: {low: bool = false}}
places: {pile: {ordered: true}}
things: {card: {ace: {at: pile}, two: {at: pile, low: true, count: 6}, king: {at: pile}, six: {at: pile, low: true}}}
flow:
  turn: |
    shuffle(pile.card[.low])
measures:
  n: ace.index * 10 + king.index
  lows: count(pile.card[.low])
""",
        {"n": 18, "lows": 7},
    ),
    "a rule over what lies somewhere waits until what it read has changed": (
        """
kinds:
  player: {fields: {n: int = 0}}
  imp: {fields: {hp: int = 0, left: int = 0}}
areas: {cave: {}}
things: {imp: {one: {at: cave}, two: {at: cave}}}
rules: |
  for x in cave.imp when x.hp > 2: x.left += 1; leave(turn)
flow:
  round:
    loop: 5
    as: nr
    steps:
      turn: |
        if nr == 1: two.hp = 3
        if nr == 2: one.left += 0
        if nr == 3: two.hp = 3; two.hp = 4
        if nr == 4: one.hp = 3
measures: {one: one.left, two: two.left}
""",
        {"one": 1, "two": 2},
    ),
    "a rule that holds of one thing fires for it while another one waits": (
        """
kinds:
  player: {fields: {rage: int = 0, left: int = 0, n: int = 0, fired: int = 0}}
rules: |
  for x in player when x.rage > 2: x.left += 1; leave(turn)
  for x in player when x.n > 0: x.n -= 1; x.fired += 1
flow:
  round:
    loop: 2
    as: nr
    steps:
      turn: |
        if nr == 1: player_1.rage = 3
        player_2.n = 2
        player_1.n = 1
measures: {left: player_1.left, one: player_1.fired, two: player_2.fired}
""",
        {"left": 1, "one": 1, "two": 2},
    ),
    "a rule fires when what the hooks on a call read changes": (
        """
kinds:
  game: {fields: {dark: bool = false, dear: bool = false}}
  player: {fields: {n: int = 0, fired: int = 0, paid: int = 0}}
procs:
  light(player x) -> int: return 3
  price(player x) -> int: return 1
hooks: |
  after light if game.dark: light.result -= 3
mods: |
  of price.x if game.dear: set player_2
rules: |
  for x in player when light(x) == 0 and x.fired == 0: x.fired = 1
  for x in player when price(x) == 1 and x.paid == 0: x.paid = 1
flow:
  turn: |
    game.dark = true
measures:
  fired: sum(player.fired)
  paid: sum(player.paid)
""",
        {"fired": 2, "paid": 2},
    ),
    "a rule tests that there is something before it reads what that has": (
        """
kinds:
  player: {fields: {foe: maybe player = none, n: int = 0, fired: int = 0}}
rules: |
  for x in player when x.foe and x.foe.n > 2 and x.fired == 0: x.fired += 1
flow:
  turn: |
    player_2.n = 3
    player_1.foe = player_2
    player_2.foe = player_1
measures: {one: player_1.fired, two: player_2.fired}
""",
        {"one": 1, "two": 0},
    ),
    "one thing, or none, is a list to sort and to go round": (
        """
kinds:
  player: {fields: {best: maybe player = none, n: int = 0}}
flow:
  turn: |
    for x in sort(player_1.best, .n): x.n += 1
    for x in around(player_1.best, player_2): x.n += 10
    player_1.best = player_2
    for x in sort(player_1.best, .n): x.n += 1
    for x in around(player_1.best, player_2): x.n += 10
    for x in around(player_1, player_2): x.n += 100
measures: {one: player_1.n, two: player_2.n}
""",
        {"one": 100, "two": 11},
    ),
    "what fields begin with is computed from the table as it lies at the start": (
        """
kinds:
  player:
    fields:
      rank: int = 1
      best: int = .rank
      kept: int = count(box.charm)
      here: bool = bare.at == hall
      sum: int = climb(4)
      foe: maybe player
      gone: bool = not .foe
  charm: {hidden: [], fields: {worth: int = 1}}
areas: {hall: {}}
places: {box: {holds: charm}, shelf: {holds: charm, live: true}, hand: {holds: charm, per: player, sees: owner}}
things:
  charm:
    bare:
      at: hall
      mods: |
        of player.rank: add 10
    worn:
      at: bare
      mods: |
        of player.rank: add 100
    kept:
      at: shelf
      mods: |
        of player.rank: add 1000
    packed:
      at: box
      mods: |
        of player.rank: add 2
    drawn:
      at: player_2_hand
      mods: |
        of player.rank: add 3
procs:
  climb(int top) -> int: |
    let sum = 0
    let n = 0
    while n < top:
      n += 1
      sum += n
    return sum
flow:
  turn: player.rank += 5
measures:
  best: player_1.best
  kept: player_1.kept
  here: player_1.here
  sum: player_1.sum
  gone: player_1.gone
""",
        {"best": 1111, "kept": 1, "here": True, "sum": 10, "gone": True},
    ),
    "adding what is the most that may be is bounded too": (
        """
kinds:
  player: {fields: {cap: int = 3, coins: int = 1 max .cap}}
flow:
  turn: |
    player_1.coins += player_1.cap
    player_2.cap -= 2
    player_2.coins = player_2.cap
measures: {one: player_1.coins, two: player_2.coins}
""",
        {"one": 3, "two": 1},
    ),
    "several decide jointly, whether they are known at load or not": (
        """
kinds:
  player: {fields: {n: int = 0}}
flow:
  turn: |
    if ask("Go?", by=player): player_1.n += 0
    if ask("Go?", by=around(player, player_2)): player_1.n += 0
measures: {n: player_1.n}
""",
        {"n": 0},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_both_play_as_is_said(tmp_path: Path, name: str) -> None:
    text, measures = CASES[name]
    both = both_of(tmp_path, with_header(text), 2)
    compiled, oracle = compiled_game(both.book, 0, 0, FUEL), oracle_game(both, 0, 0, BUDGET)
    assert differences(oracle, compiled) == []
    assert compiled.status == "over"
    assert compiled.measures == measures


def with_header(text: str) -> str:
    """A pack with all that its header needs beside what it says there."""
    needed = HEADER.removeprefix("pack: {").rstrip("}\n").split(", ")
    lines = "".join(f"  {each}\n" for each in needed)
    return text.replace("pack:\n", f"pack:\n{lines}") if "pack:\n" in text else f"{HEADER}{text}"
