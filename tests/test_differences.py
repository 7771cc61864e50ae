"""Small packs on which the two interpreters once differed, or both were wrong: they play alike, and as is said here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.oracle.games import compiled_game, differences, oracle_game
from tests.packs_of_text import both_of, faults_or_both

HEADER = "pack: {format: 1, id: small, title: Small, version: 1.0.0, players: 2, seats: each, credits: none}\n"
FUEL, BUDGET = 10_000, 50_000

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "a cost is read before any is paid": (
        """
kinds:
  player: {fields: {coins: int = 3, wood: int = 5}}
menus:
  shop:
    with: (player me)
    must: true
actions:
  build:
    in: shop
    cost:
      me.coins: 2
      me.wood: me.coins
    do: me.wood += 10
flow:
  turn: offer(shop, player_1)
measures: {coins: player_1.coins, wood: player_1.wood}
""",
        {"coins": 1, "wood": 12},
    ),
    "what is paid stays below a maximum that has sunk": (
        """
kinds:
  player: {fields: {cap: int = 9, coins: int = 9 max .cap}}
menus:
  shop:
    with: (player me)
    must: true
actions:
  build:
    in: shop
    cost:
      me.coins: 1
    do: me.cap += 0
flow:
  turn: |
    player_1.cap = 5
    offer(shop, player_1)
measures: {coins: player_1.coins}
""",
        {"coins": 5},
    ),
    "a hook that sets what a pure call is given leaves it pure": (
        """
kinds:
  player: {fields: {coins: int = 3}}
procs:
  price(int n) -> int: return n * 2
hooks: |
  before price: price.n += 1
  after price: price.result -= 1
menus:
  shop:
    with: (player me)
    must: true
actions:
  build:
    in: shop
    cost:
      me.coins: price(1)
    do: me.coins += 5
flow:
  turn: offer(shop, player_1)
measures:
  price: price(2)
  coins: player_1.coins
""",
        {"price": 5, "coins": 5},
    ),
    "a result that nobody has given yet is 0": (
        """
kinds:
  player: {fields: {coins: int = 3}}
procs:
  price(int n) -> int: return n * 2
hooks: |
  instead price: price.result += 3
flow:
  turn: player_1.coins = price(1)
measures: {coins: player_1.coins}
""",
        {"coins": 3},
    ),
    "the only rule on a field that branches set fires at the end of the block": (
        """
kinds:
  player: {fields: {score: int = 1, fired: int = 0}}
rules: |
  for x in player when x.score > 1: x.score = 0; x.fired += 1
flow:
  bids:
    each: player
    together: true
    do: it.score += 1
measures:
  fired: sum(player.fired)
""",
        {"fired": 2},
    ),
    "a modifier that does not hold brings no bounds": (
        """
kinds:
  player: {fields: {cap: int = 9, coins: int = 9 max .cap, rich: bool = false}}
mods: |
  of player.coins if .rich: add 0
flow:
  turn: |
    player.cap = 5
    player_2.rich = true
measures: {one: player_1.coins, two: player_2.coins}
""",
        {"one": 9, "two": 5},
    ),
    "a rule that left a step waits for a change of what it reads": (
        """
kinds:
  player: {fields: {rage: int = 0, left: int = 0, rest: int = 0}}
rules: |
  when player_1.rage > 2: player_1.left += 1; leave(turn)
flow:
  round:
    loop: 4
    as: nr
    steps:
      turn: |
        if nr == 1: player_1.rage = 3
        if nr == 2: player_2.rage = 1
        if nr == 3: player_1.rage = 0; player_1.rage = 3
        if nr == 4: player_1.rage = 3
        player_1.rest += 1
measures: {left: player_1.left, rest: player_1.rest}
""",
        {"left": 2, "rest": 2},
    ),
    "a cost is paid after the hooks before": (
        """
kinds:
  player: {fields: {coins: int = 1, seen: int = -1, done: int = 0}}
menus:
  shop:
    with: (player me)
    must: true
actions:
  build:
    in: shop
    cost:
      me.coins: 1
    do: me.done += 1
hooks: |
  before build: player_1.seen = player_1.coins; player_1.coins += 4
flow:
  turn: offer(shop, player_1)
measures: {coins: player_1.coins, seen: player_1.seen, done: player_1.done}
""",
        {"coins": 4, "seen": 1, "done": 1},
    ),
    "an action whose cost can no longer be paid is cancelled": (
        """
kinds:
  player: {fields: {coins: int = 1, done: int = 0, after: int = 0}}
menus:
  shop:
    with: (player me)
    must: true
actions:
  build:
    in: shop
    cost:
      me.coins: 1
    do: me.done += 1
hooks: |
  before build: player_1.coins = 0
  after build: player_1.after += 1
flow:
  turn: offer(shop, player_1)
measures: {coins: player_1.coins, done: player_1.done, after: player_1.after}
""",
        {"coins": 0, "done": 0, "after": 0},
    ),
    "an action that never happens costs nothing": (
        """
kinds:
  player: {fields: {coins: int = 1, done: int = 0}}
menus:
  shop:
    with: (player me)
    must: true
actions:
  build:
    in: shop
    cost:
      me.coins: 1
    do: me.done += 1
hooks: |
  instead build: player_2.done += 1
flow:
  turn: offer(shop, player_1)
measures: {coins: player_1.coins, done: player_1.done, other: player_2.done}
""",
        {"coins": 1, "done": 0, "other": 1},
    ),
    "turning nothing down is no change": (
        """
kinds:
  game: {fields: {on: bool = false, count: int = 0}}
  player: {fields: {turn: int = 0}}
  coin: {hidden: [up], fields: {up: bool = false}}
places: {purse: {}, chest: {}}
things: {coin: {penny: {at: purse}}}
rules: |
  for x in player when game.on: hide(coin[.up]); game.on = false; game.count += 1; x.turn = game.count
flow:
  turn: game.on = true
measures: {one: player_1.turn, two: player_2.turn}
""",
        {"one": 1, "two": 0},
    ),
    "what rules of one kind begin with is not asked of things of another": (
        """
kinds:
  hero: {lies: area, fields: {gold: int = 0}}
  token: {}
areas: {inn: {}, mill: {}}
places:
  bag: {holds: token, ordered: true}
things:
  hero: {ann: {at: inn}}
  token: {t: {at: bag, count: 3}}
rules: |
  rich: for h in hero when h.at == mill and h.gold > 2: h.gold = 0
  poor: for h in hero when h.at == mill and h.gold < 0: h.gold = 0
flow:
  turn: |
    shuffle(bag)
    ann.gold = 5
    move(ann, mill)
measures: {gold: ann.gold}
""",
        {"gold": 0},
    ),
    "what waits where no text gets to": (
        """
kinds:
  player: {fields: {coins: int = 3}}
flow:
  turn:
    loop: 2
    do: player_1.coins += 1
procs:
  plan(): |
    next after turn: player_1.coins = 0
measures: {coins: player_1.coins}
""",
        {"coins": 5},
    ),
    "a flow in which nothing is left to do": (
        """
kinds:
  player: {fields: {coins: int = 3}}
flow:
  turn:
    if: count(player) > 2
    do: player_1.coins += 1
measures: {coins: player_1.coins}
""",
        {"coins": 3},
    ),
    "setting a field of nothing is no change": (
        """
kinds:
  game: {fields: {on: bool = false, count: int = 0}}
  player: {fields: {turn: int = 0}}
  coin: {hidden: [up], fields: {up: bool = false}}
places: {purse: {}, chest: {}}
things: {coin: {penny: {at: purse}}}
rules: |
  for x in player when game.on: coin[.up].up = false; game.on = false; game.count += 1; x.turn = game.count
flow:
  turn: game.on = true
measures: {one: player_1.turn, two: player_2.turn}
""",
        {"one": 1, "two": 0},
    ),
    "moving nothing is no change": (
        """
kinds:
  game: {fields: {on: bool = false, count: int = 0}}
  player: {fields: {turn: int = 0}}
  coin: {hidden: [up], fields: {up: bool = false}}
places: {purse: {}, chest: {}}
things: {coin: {penny: {at: purse}}}
rules: |
  for x in player when game.on: move(coin[.up], chest); game.on = false; game.count += 1; x.turn = game.count
flow:
  turn: game.on = true
measures: {one: player_1.turn, two: player_2.turn}
""",
        {"one": 1, "two": 0},
    ),
    "shuffling an empty place is no change": (
        """
kinds:
  game: {fields: {on: bool = false, count: int = 0}}
  player: {fields: {turn: int = 0}}
  coin: {hidden: [up], fields: {up: bool = false}}
places: {purse: {}, chest: {}}
things: {coin: {penny: {at: purse}}}
rules: |
  for x in player when game.on: shuffle(chest); game.on = false; game.count += 1; x.turn = game.count
flow:
  turn: game.on = true
measures: {one: player_1.turn, two: player_2.turn}
""",
        {"one": 1, "two": 0},
    ),
    "what is the same for who decides is what reads the same": (
        """
kinds:
  game: {fields: {a: int, b: int, c: int}}
  coin: {fields: {worn: int = 0, worth: int = 1}}
places: {purse: {}}
things: {coin: {coin: {at: purse, count: 3}}}
mods: |
  of coin.worn: max 0
  of coin.worth if it == coin_3: add 1
flow:
  turn: |
    coin_1.worn = 5
    game.a = sum(pick(coin, "Which?", n=1, by=player_1).worth)
    game.b = sum(pick(coin[.worth == 1], "Which of two?", n=1, by=player_1).number)
    choose("Which is it?", by=player_1):
      for x in coin[.worth == 1]: "{x}": game.c = x.number
measures: {b: game.b, c: game.c}
""",
        {"b": 1, "c": 1},
    ),
    "a kind without things may answer what nothing else does": (
        """
kinds:
  coin:
    hooks: |
      instead pay: proceed()
  player: {fields: {coins: int = 3}}
procs:
  pay(player p): p.coins -= 1
flow:
  turn: pay(player_1)
measures: {coins: player_1.coins}
""",
        {"coins": 2},
    ),
    "dice of several kinds are thrown again as what they are, though a hook answers": (
        """
kinds:
  game: {fields: {sum: int = 0, wrong: int = 0}}
dice:
  bone: [hit, hit]
  chip: [gap, gap]
hooks: |
  after reroll: game.sum += 1
flow:
  turn: |
    let one = roll(bone, 2)
    reroll(one, one[.hit > 0])
    let both = roll(bone, 1) + roll(chip, 2)
    reroll(both, both[.hit == 0])
    game.wrong = both.hit - 1
measures: {sum: game.sum, wrong: game.wrong}
""",
        {"sum": 2, "wrong": 0},
    ),
    "a rule of things that have it in two ways, and in parts, is two rules": (
        """
kinds:
  coin:
    active: .bright
    fields: {bright: bool = true, worth: int = 5, found: int = 0}
    rules: |
      when .worth > 4:
        .worth -= 2
        let worth = this.worth
        .found = count(coin[it != this and it.worth > worth]) + count(coin[it != this and it.worth == worth])
  rune: {is: coin, active: true}
places: {purse: {}}
things:
  coin: {penny: {at: purse}}
  rune: {thorn: {at: purse}}
flow:
  turn: penny.worth = 9
measures: {one: penny.found, two: thorn.found}
""",
        {"one": 1, "two": 1},
    ),
    "nothing of a list of numbers is none and no number": (
        """
kinds:
  game: {fields: {a: int, b: int, c: int, d: int, e: int, f: int, g: int}}
flow:
  turn: |
    game.a = first([1, 2][it > 2]) or 5
    game.b = random([1, 2][it > 2]) or 6
    game.c = pick([1, 2][it > 2], "Which?", by=player_1) or 7
    let some = [1, 2, game.a][it > 4]
    game.d = first(some[it > 5]) or 5
    game.e = random(some[it > 5]) or 6
    game.f = pick(some[it > 5], "Which of none?", by=player_1) or 7
    let got = pick(some, "Which of one?", by=player_1, may=true)
    if got == none or got == 5: game.g = 1
measures: {a: game.a, b: game.b, c: game.c, d: game.d, e: game.e, f: game.f, g: game.g}
""",
        {"a": 5, "b": 6, "c": 7, "d": 5, "e": 6, "f": 7, "g": 1},
    ),
    "a menu that asks one after the other is called with what its offer gives": (
        """
kinds:
  player: {fields: {coins: int = 0, least: int = 0}}
menus:
  shop:
    with: (player me, int price, int most)
    who: player
    must: true
actions:
  buy:
    in: shop
    if: me.coins < most
    do: me.coins += price
hooks: |
  before shop: shop.price += shop.most
  after shop: player.least += shop.price * 100 + shop.most
flow:
  turn: offer(shop, 2, 3)
measures: {coins: player_1.coins, least: player_2.least}
""",
        {"coins": 5, "least": 503},
    ),
    "a row asks a table that stands below it": (
        """
kinds:
  player: {fields: {coins: int = 3}}
tables:
  twice:
    1: once(1) * 2
    2: once(2) + player_1.coins
  once: {1: 4, 2: 5}
flow:
  turn: player_1.coins = twice(2); player_2.coins = twice(1)
measures: {one: player_1.coins, two: player_2.coins}
""",
        {"one": 8, "two": 8},
    ),
    "what cannot be shown breaks no game": (
        """
kinds:
  player: {fields: {coins: int = 0}}
tables:
  price: {1: 2}
flow:
  turn: |
    choose("For {price(player_1.coins)}", by=player_1):
      "{12 / player_1.coins}": player_1.coins += 1
      "Nothing": player_1.coins += 1
measures: {coins: player_1.coins}
""",
        {"coins": 1},
    ),
    "who orders the hooks on one call orders none on another": (
        """
pack: {format: 1, id: small, title: Small, version: 1.0.0, players: 2, seats: each, credits: none, simultaneous: hit.p}
kinds:
  player: {fields: {n: int = 0}}
procs:
  hit(player p, int n): p.n += n
  heal(player p): p.n += 1
hooks: |
  before hit: hit.n += 1
  before hit: hit.n += 1
  before heal: heal.p.n += 3
  before heal: heal.p.n = heal.p.n * 2
flow:
  turn: hit(player_1, 1); heal(player_1)
measures: {one: player_1.n}
""",
        {"one": 13},
    ),
    "a rule that counts what lies at a thing fires as others come": (
        """
kinds:
  game: {fields: {n: int = 0}}
  imp: {lies: area}
areas: {cave: {}, lake: {}}
things: {imp: {ann: {at: cave}, bob: {at: cave}, cob: {at: lake}}}
rules: |
  for a in area when count(a.imp) > 2: game.n += 1; move(first(a.imp), lake)
flow:
  turn: move(cob, cave)
measures: {n: game.n}
""",
        {"n": 1},
    ),
    "a rule that counts what lies at a place of a thing, or reads where in a row it lies, fires as others come": (
        """
kinds:
  player: {fields: {n: int = 0}}
  coin: {fields: {n: int = 0}}
places:
  deck: {ordered: true, holds: coin}
  hand: {per: player, holds: coin}
things: {coin: {dime: {at: deck, count: 4}}}
rules: |
  for p in player when count(p.hand.coin) > p.n: p.n += 1
  for c in coin when c.at == deck and c.index == 1 and c.n == 0: c.n = 1
flow:
  turn: |
    move(dime_1, player_2.hand)
    move([dime_2, dime_3], player_1.hand)
measures: {n: player_1.n, first: dime_1.n, last: dime_4.n}
""",
        {"n": 2, "first": 1, "last": 1},
    ),
    "of a menu that must be answered and repeats, which is all that a step does, something is taken first": (
        """
kinds:
  player: {fields: {n: int = 0}}
menus:
  shop:
    with: (player me)
    must: true
    repeat: true
actions: |
  buy: in shop once game: me.n += 1
flow:
  turn: offer(shop, player_1)
measures: {n: player_1.n}
""",
        {"n": 1},
    ),
    "a rule that looks whether a call runs may fire at any change after its end": (
        """
kinds:
  player: {fields: {n: int = 0, m: int = 0}}
procs:
  hit(player p): p.n = 5
rules: |
  for p in player when p.n > 2 and not hit: p.n -= 3
flow:
  turn: |
    hit(player_2)
    player_1.m += 1
measures: {n: player_2.n}
""",
        {"n": 2},
    ),
    "a rule that looks whose turn it is may fire at any change in that turn": (
        """
kinds:
  player: {fields: {n: int = 0, m: int = 4}}
rules: |
  for p in player when turn and turn.it == p and p.m > 2: p.m -= 3
flow:
  turn:
    each: player
    do: it.n += 1
measures: {one: player_1.m, two: player_2.m}
""",
        {"one": 1, "two": 1},
    ),
    "behaviour that is active while a call runs is so in each of them": (
        """
kinds:
  player: {fields: {n: int = 0}}
  charm:
    me: .owner
    active: hit
    fields: {n: int = 0}
    hooks: |
      after go: this.n += 1
areas: {cave: {}}
things:
  charm: {ring: {at: cave, owner: player_1}}
procs:
  go(): player_1.n += 1
  hit(): go()
flow:
  turn: |
    go()
    hit()
    go()
    hit()
measures: {ring: ring.n}
""",
        {"ring": 2},
    ),
    "what has no back shows its face wherever it is moved, also beside what has one": (
        """
kinds:
  card: {fields: {n: int = 0}}
  secret: {is: card, hidden: [n]}
places:
  deck: {ordered: true, sees: none}
  row: {ordered: true}
things:
  card: {open: {at: row}}
  secret: {shy: {at: row}}
flow:
  turn: |
    move(card, deck)
    for c in card: c.n = 1 if c.shown else 2
measures: {open: open.n, shy: shy.n}
""",
        {"open": 1, "shy": 2},
    ),
    "what is left out of a list is computed after the list": (
        """
kinds:
  player: {fields: {n: int = 0}}
  coin: {}
places: {deck: {ordered: true}, pile: {}}
things: {coin: {dime: {at: deck, count: 3}}}
procs:
  spend() -> list coin: |
    move(first(deck.coin), pile)
    return coin[.at == deck and .index > 9]
flow:
  turn: player_1.n = count(deck.coin - spend()) * 10 + count((deck.coin or pile.coin) - spend())
measures: {n: player_1.n}
""",
        {"n": 32},
    ),
    "calls that ended in a branch are forgotten with it, and come again when all branches run": (
        """
kinds:
  player: {fields: {n: int = 0}}
procs:
  hit(player p): p.n += 10
hooks: |
  after hit: hit.p.n += count(past(hit, round))
flow:
  round:
    steps:
      plan:
        each: player
        together: true
        do: hit(it)
measures: {one: player_1.n, two: player_2.n}
""",
        {"one": 10, "two": 11},
    ),
    "what waits for a call in a branch waits on until all branches run": (
        """
kinds:
  player: {fields: {n: int = 0}}
procs:
  hit(player p, int n): p.n += n
  wait_for(player p): |
    next before hit if hit.p == p: hit.n += 5
flow:
  turn: |
    for p in player: wait_for(p)
    together:
      for p in player:
        hit(p, 1)
    hit(player_1, 1)
measures: {one: player_1.n, two: player_2.n}
""",
        {"one": 7, "two": 6},
    ),
    "how many dice are thrown is computed once, where it is asked which were thrown again": (
        """
kinds:
  player: {fields: {n: int = 0}}
dice: {bone: {faces: [hit, miss]}}
procs:
  count_on() -> int: |
    player_1.n += 1
    return player_1.n
flow:
  turn: |
    let r = roll(bone, count_on())
    player_2.n = count(r) + count(r[.rerolled])
measures: {one: player_1.n, two: player_2.n}
""",
        {"one": 1, "two": 1},
    ),
    "a throw inside what another throw carries is seen by whom it says": (
        """
kinds:
  player: {fields: {n: int = 0}}
dice:
  bone:
    faces: [hit, miss]
    with: (int why)
flow:
  turn: |
    let r = roll(bone, 9, to=player_1, why=count(roll(bone, 2, why=1, to=player_2)))
    reroll(r, r[.hit == 0])
    player_1.n = r.hit
    player_2.n = r.why
measures: {one: player_1.n, two: player_2.n}
""",
        {"one": 5, "two": 2},
    ),
    "what a hook alone changes is not computed beforehand": (
        """
kinds:
  player: {fields: {coins: int = 0}}
procs:
  price(int n) -> int: return n * 2
hooks: |
  after price: price.result += 100
flow:
  turn: player_1.coins = price(3) + price(2)
measures: {coins: player_1.coins}
""",
        {"coins": 210},
    ),
    "what a modifier alone changes is not computed beforehand": (
        """
kinds:
  player: {fields: {coins: int = 0}}
procs:
  price(int n) -> int: return n * 2
mods: |
  of price.n: add player_1.coins
flow:
  turn: player_1.coins = 1; player_1.coins = price(3) + price(2)
measures: {coins: player_1.coins}
""",
        {"coins": 14},
    ),
    "what remains may be nothing, and one less is still no less than a minimum": (
        """
kinds:
  player: {fields: {coins: int = 0 min 0, wood: int = 1 min 1, n: int = 6}}
flow:
  turn: |
    player_1.n -= 3
    player_1.coins = player_1.n % 3 - 1
    player_1.wood = player_1.n % 3
measures: {coins: player_1.coins, wood: player_1.wood}
""",
        {"coins": 0, "wood": 1},
    ),
    "who chooses at once with others knows nothing of what they put into locals": (
        """
kinds:
  player: {fields: {bid: int = 0}}
flow:
  turn: |
    for n in 1..8:
      let player.own = 0
      together:
        for p in player:
          for q in player - p: p.own = pick(0..q.own + 1, "A bid", by=p) or 0
      for p in player: p.bid = max(p.bid, p.own)
measures:
  higher: count(player[.bid > 1])
""",
        {"higher": 0},
    ),
    "a lamp that was lit when a call began answers at its end, and its neighbour does not": (
        """
kinds:
  game: {fields: {told: int = 0}}
  lamp:
    active: .lit
    fields: {lit: bool = false, sign: int = 0}
    hooks: |
      after blow: game.told = game.told * 10 + this.sign
places: {table: {holds: lamp}}
things:
  lamp:
    red: {at: table, sign: 1}
    green: {at: table, sign: 2}
    blue: {at: table, sign: 3, lit: true}
procs:
  blow(): lamp.lit = false
flow:
  turn: |
    red.lit = true
    blow()
measures: {told: game.told}
""",
        {"told": 13},
    ),
    "rules see what the periods that are left put back when all of them have": (
        """
kinds:
  game: {fields: {armed: bool = false, told: int = 0}}
  player: {fields: {a: int = 0 each inner, b: int = 0 each outer}}
procs:
  outer(): player_1.b = 5; inner()
  inner(): player_1.a = 1; game.armed = true; leave(part)
rules: |
  when game.armed and player_1.a == 0: game.armed = false; game.told = 10 + player_1.b
flow:
  part: outer()
  stop: |
    if game.told == 0: game.told = 1
measures: {told: game.told}
""",
        {"told": 10},
    ),
    "a rule fires while another has left a step and still holds": (
        """
kinds:
  game: {fields: {armed: bool = false, told: int = 0}}
  player: {fields: {n: int = 0}}
rules: |
  first: when game.armed: game.told += 100; leave(part)
  second: for x in player when x.n == 5: x.n = 0; game.told += 1
flow:
  part: game.armed = true
  later: player_1.n = 5
measures: {told: game.told}
""",
        {"told": 101},
    ),
    "a number that anything could have made stays within the bounds of a field": (
        """
kinds:
  player: {fields: {coins: int = 2 min 0, debt: int = 2 min 0}}
procs:
  gain(player me, int n):
    do: me.coins += n
flow:
  turn: |
    gain(player_1, -3)
    let d = min(player_1.coins, 1) - 5
    player_1.debt = d
measures: {coins: player_1.coins, debt: player_1.debt}
""",
        {"coins": 0, "debt": 0},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_both_play_as_is_said(tmp_path: Path, name: str) -> None:
    text, measures = CASES[name]
    both = both_of(tmp_path, text if "\npack:" in text else HEADER + text, 2)
    compiled, oracle = compiled_game(both.book, 0, 0, FUEL), oracle_game(both, 0, 0, BUDGET)
    assert differences(oracle, compiled) == []
    assert compiled.status == "over"
    assert compiled.measures == measures


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
