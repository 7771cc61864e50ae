"""Corners of the language to which few packs come: both interpreters play alike there, and as is said here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.oracle.games import compiled_game, differences, oracle_game
from tests.packs_of_text import both_of
from tests.test_differences import BUDGET, FUEL, HEADER

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "a hook that the call put to sleep still answers it": (
        """
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
    "the game itself may answer calls, and offer what may be done": (
        """
kinds:
  game:
    active: true
    fields: {n: int = 0}
    hooks: |
      after hit: this.n += 1
      after hit: this.n += 10
    actions: |
      buy: in shop cost me.coins = 2 once turn: me.n += 1
  player: {fields: {coins: int = 3, n: int = 0}}
  stall:
    active: true
    actions: |
      buy: in shop cost me.coins = 1 once turn: me.n += 10
areas: {hall: {}}
things: {stall: {fruit: {at: hall}}}
menus:
  shop:
    with: (player me)
    must: true
procs:
  hit(): player_1.n += 100
flow:
  turn: |
    hit()
    offer(shop, player_1)
    offer(shop, player_1)
measures: {game: game.n, coins: player_1.coins, n: player_1.n}
""",
        {"game": 11, "coins": 0, "n": 111},
    ),
    "a field goes back to a default that has changed": (
        """
kinds:
  player: {fields: {cap: int = 3, stamina: int = .cap each turn, n: int = 0}}
rules: |
  for x in player when x.stamina > 5: x.n += 1; x.stamina = 0
flow:
  round:
    loop: 3
    steps:
      turn: |
        player_1.cap += 1
        player_1.stamina -= 1
measures: {one: player_1.stamina, n: player_1.n, two: player_2.stamina}
""",
        {"one": 0, "n": 1, "two": 3},
    ),
    "adding nothing to a number does not make it nothing": (
        """
kinds:
  player: {fields: {n: int = 5, m: int = 1, fired: int = 0}}
rules: |
  for x in player when x.n == 0 and x.m == 1: x.fired += 1; x.m = 0
flow:
  turn: player_1.n += 0
measures: {fired: player_1.fired}
""",
        {"fired": 0},
    ),
    "a product of numbers that are not below 0 may be too large": (
        """
kinds:
  player: {fields: {n: int = 90000000 min 0}}
flow:
  turn: player_1.n += 10000000
measures:
  big: player_1.n * player_2.n
  too_big: player_1.n * player_1.n
""",
        {"big": 9_000_000_000_000_000, "too_big": "number-too-large"},
    ),
    "a block of branches that has a condition": (
        """
kinds:
  game: {fields: {on: bool = false}}
  player: {fields: {n: int = 0}}
flow:
  round:
    loop: 2
    steps:
      bids:
        if: game.on
        each: player
        together: true
        do: it.n += 1
      flip: game.on = true
measures: {one: player_1.n, two: player_2.n}
""",
        {"one": 1, "two": 1},
    ),
    "lists that are known are asked for what is in them": (
        """
kinds:
  player: {fields: {n: int = 2, sum: int = 0}}
  card: {}
  jewel: {is: card}
  ghost: {is: card}
places: {pile: {holds: card}}
things:
  card: {ace: {at: pile}, two: {at: pile}, six: {at: pile}, ten: {at: pile}}
  jewel: {ruby: {at: pile}}
flow:
  turn: |
    player_1.n -= 1
    for n in player_1.n..4: player_1.sum += n
    for x in pile.card:
      if x in [two, six, ten]: player_1.sum += 100
      if x in ghost: player_1.sum += 1000
      if x in jewel: player_2.sum += 1
    if pile.ghost: player_2.sum += 10
measures: {one: player_1.sum, two: player_2.sum}
""",
        {"one": 310, "two": 1},
    ),
    "dice are told apart by more than their faces, or show nothing at all": (
        """
kinds:
  player: {fields: {n: int = 0, luck: int = 1}}
dice:
  red: [hit, hit, miss, six]
  blue: [miss, hit]
  none_at_all: [0, 0]
mods: |
  of red.hit if player_1.luck > 1: add 1
flow:
  turn: |
    let r = roll(red, 4)
    reroll(r, r[.face == six])
    for d in pick(r[not .rerolled], "Which?", n=0..2, by=player_1): player_1.n += 10
    for d in pick(r[.hit > 0 and player_1.luck == 1], "Which?", n=0..1, by=player_1): player_1.n += 100
    let both = roll(red, 2) + roll(blue, 2)
    player_1.n += count(both[.hit > 0])
    player_1.n += roll(none_at_all, 2).pips
measures: {one: player_1.n}
""",
        {"one": 3},
    ),
    "whether a call, or the game, runs": (
        """
kinds:
  player: {fields: {n: int = 0}}
procs:
  hit(): player_1.n += 1
  look(): |
    if hit: player_1.n += 10
    if game: player_1.n += 100
hooks: |
  before hit: look()
flow:
  turn: hit(); look()
measures: {one: player_1.n}
""",
        {"one": 211},
    ),
    "an action may be forbidden for good, or be done once by nobody in particular": (
        """
kinds:
  player: {fields: {n: int = 0}}
menus:
  shop:
    with: (player me)
    must: true
  bare: {must: true}
  quiet:
    with: (player who)
    must: true
actions:
  buy:
    in: shop
    do: me.n += 1
  sell:
    in: shop
    do: me.n += 10
  rest:
    in: bare
    once: turn
    do: player_1.n += 100
  nap:
    in: quiet
    once: turn
    do: player_1.n += 1000
mods: |
  of buy.if: set false
flow:
  turn: |
    offer(shop, player_1)
    offer(bare, by=player_1)
    offer(bare, by=player_1)
    offer(quiet, player_1, by=player_1)
    offer(quiet, player_2, by=player_2)
measures: {one: player_1.n}
""",
        {"one": 1110},
    ),
    "a rule that holds at the start fires then": (
        """
kinds:
  player: {fields: {n: int = 0}}
rules: |
  for x in player when x.seat > 1: end(win=x, "At once")
flow:
  turn: player_1.n += 1
measures: {one: player_1.n}
""",
        {"one": 0},
    ),
    "a rule that always holds fires at the start, for one inside the other": (
        """
kinds:
  player: {fields: {n: int = 0}}
rules: |
  for x in player when true: x.n += 1; end(win=x, "At once")
flow:
  turn: player_1.n += 1
measures: {one: player_1.n, two: player_2.n}
""",
        {"one": 1, "two": 1},
    ),
    "as many are moved as there may be, none where there are less than none": (
        """
kinds:
  player: {fields: {n: int = 0}}
  card: {}
  coin: {}
places: {pile: {holds: card}, heap: {holds: card}, purse: {holds: coin}}
things: {card: {ace: {at: pile, count: 4}}, coin: {cent: {at: purse}}}
procs:
  carry(place to, int n): move(pile.card, to, n=n)
flow:
  turn: |
    carry(heap, 0 - 1)
    carry(heap, 3)
    carry(purse, 0)
measures:
  heap: count(heap.card)
""",
        {"heap": 3},
    ),
    "what a hook asks may show what the call was given": (
        """
kinds:
  player: {fields: {n: int = 0}}
  charm:
    me: .owner
    hooks: |
      after hit may "Use it on {hit.x}?": me.n += 1
areas: {hall: {}}
things: {charm: {ring: {at: hall, owner: player_1}}}
procs:
  hit(player x): player_2.n += 1
flow:
  turn: hit(player_2); hit(player_1)
measures: {one: player_1.n}
""",
        {"one": 0},
    ),
    "a menu of which nothing may ever be taken": (
        """
kinds:
  player: {fields: {n: int = 0}}
menus:
  shop:
    with: (player me)
    repeat: true
actions:
  buy: |
    in shop if count(player) > 5: me.n += 1
flow:
  turn: |
    if offer(shop, player_1): player_1.n += 10
  night: offer(shop, player_2)
measures:
  n: sum(player.n)
""",
        {"n": 0},
    ),
    "what is looked for in a list is computed once and first": (
        """
kinds:
  game: {fields: {log: int = 0}}
  player: {fields: {n: int = 2}}
  card: {}
  jewel: {is: card}
  gem: {is: card}
  ghost: {is: card}
places: {pile: {holds: card}, heap: {holds: card}}
things:
  card: {ace: {at: pile}, two: {at: pile}, six: {at: pile}, ten: {at: pile}}
  jewel: {ruby: {at: pile}}
  gem: {opal: {at: pile}, onyx: {at: heap}}
procs:
  note(int n) -> int: |
    game.log = game.log * 10 + n
    return n
  best(int n) -> card: |
    game.log = game.log * 10 + n
    return ten
flow:
  turn: |
    if best(1) in card: player_1.n += 1
    if best(2) in ghost: player_1.n += 100
    if best(3) in pile.gem: player_1.n += 100
    if best(4) in pile.jewel or best(5) in pile.card: player_1.n += 1
    if best(6) in [two, six, ten]: player_1.n += 1
    if note(7) in note(3)..player_1.n: player_1.n += 100
    if note(8) in player_1.n..note(9): player_1.n += 1
measures: {log: game.log, n: player_1.n}
""",
        {"log": 1234567389, "n": 6},
    ),
    "numbers of things, and tables with one row": (
        """
kinds:
  player: {fields: {n: int = 0}}
  card: {}
enums: {hue: [red]}
places: {pile: {holds: card}}
things:
  card:
    ace:
      at: pile
      count: 7 / 2
    two:
      at: pile
      count: 7 % 4
    six:
      at: pile
      count: count(player) - 1
tables:
  play:
    red: hit
procs:
  hit(player me): me.n += 1
flow:
  turn: |
    play(red, player_1)
    if none == none: player_1.n += 10
    player_1.n += count(pile.card) * 100
measures: {n: player_1.n}
""",
        {"n": 711},
    ),
    "each has a pile of its own, filled from one for all": (
        """
kinds:
  player: {fields: {n: int = 0}}
  card: {}
places:
  deck: {holds: card, per: player, ordered: true, refill: pile}
  pile: {holds: card}
  hand: {holds: card, per: player}
things: {card: {ace: {at: pile, count: 3}}}
flow:
  turn: |
    draw(player_2.deck, player_1.hand, 2)
    player_1.n = count(player_1.hand.card)
measures: {n: player_1.n}
""",
        {"n": 2},
    ),
    "the first that has something, asked and taken": (
        """
kinds:
  player: {fields: {n: int = 0, best: maybe player = none}}
flow:
  turn: |
    player_2.best = player_1
    if player_1.best or player_2.best: player_1.n += 1
    let x = player_1.best or player_2.best
    if x: x.n += 10
    if player_1 or player_2.best: player_1.n += 100
    if player_1.best or player: player_1.n += 1000
    if player or player_1.best: player_1.n += 10000
measures: {n: player_1.n}
""",
        {"n": 11111},
    ),
    "one thing, or none, is given where a list is wanted": (
        """
kinds:
  player: {fields: {n: int = 1, best: maybe player = none}}
procs:
  all(list player xs) -> int: return sum(xs.n)
flow:
  turn: |
    let n = all(player_1) + all(player_1.best) * 10
    player_1.best = player_2
    n += all(player_1.best) * 100
    if none: n += 1000
    if ask("Sure?", by=[player_1]): n += 0
    let some = player if n > 5 else none
    n += count(some) * 10000
    player_2.n = n
measures: {n: player_2.n}
""",
        {"n": 20101},
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
