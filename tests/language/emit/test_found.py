"""What made-up programs have found: small packs that once played otherwise than their text says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.table.signals import Capped
from tests.language.emit.harness import Played

COINS = """kinds:
  coin:
    fields: {worth: int}
things:
  coin:
    coin: {at: deck, count: 3}
places:
  deck: {ordered: true, holds: coin}
  bag: {ordered: true, holds: coin}
  hand: {per: player, holds: coin}
"""


def test_what_lies_at_a_thing_may_be_asked_of_one_that_never_holds_any(tmp_path: Path) -> None:
    game = Played(tmp_path, COINS + "procs:\n  held(player p) -> int: return count(p.hand.coin)\n")
    assert game.call("held", 2) == 0


def test_an_end_is_kept_where_a_number_before_it_is_left_out(tmp_path: Path) -> None:
    game = Played(tmp_path, COINS + "procs:\n  go(): draw(deck, bag, on=top)\n")
    game.call("go")
    game.call("go")
    assert game.at("bag", "coin") == ["coin_2", "coin_1"]


def test_owners_and_links_that_no_text_changes_are_read(tmp_path: Path) -> None:
    text = """areas:
  cave:
  lake:
arrows:
  - cave -> lake
things:
  imp:
    ann: {at: cave, owner: player_1}
    bob: {at: cave, owner: player_2}
kinds:
  imp:
    fields: {a: int}
procs:
  who() -> imp: return first(around(imp, bob) or imp)
  ways() -> int: return count(random(area).exits) + count(lake.entries)
"""
    game = Played(tmp_path, text)
    assert game.call("who") == game.numbers["bob"]
    assert game.call("ways") in (1, 2)


def test_what_is_left_with_a_step_around_it_goes_back_too(tmp_path: Path) -> None:
    text = """kinds:
  game:
    fields: {inner: int = 0 each turn, outer: int = 0 each round, seen: int}
flow:
  round:
    loop: 2
    steps:
      turn:
        each: player
        as: me
        do: |
          game.seen += game.inner
          game.inner += 1
          game.outer += 1
          if game.outer == 3: leave(round)
  last: game.seen += 10 * game.inner
"""
    game = Played(tmp_path, text.replace("game.outer == 3", "game.outer == 1"))
    game.run()
    assert game.get("game.seen", "game") == 0
    assert game.get("game.inner", "game") == 0


def test_two_ways_and_two_players_are_two_options(tmp_path: Path) -> None:
    text = """areas:
  cave:
  lake:
  hill:
arrows:
  - cave <-> lake
  - cave -> hill
procs:
  way(player p) -> maybe arrow: return pick(cave.exits, "Which way?", by=p)
  who(player p) -> maybe player: return pick(player, "Who?", by=p)
"""
    game = Played(tmp_path, text)
    game.call("way", 1)
    game.call("who", 1)
    assert [len(options) for _, options in game.asked] == [2, 2]


def test_things_that_differ_in_a_field_of_their_own_kind_are_two_options(tmp_path: Path) -> None:
    text = """kinds:
  coin:
    fields: {worth: int}
  gem:
    is: coin
    fields: {edge: int}
things:
  gem:
    ruby: {at: bag, count: 2}
  coin:
    coin: {at: bag, count: 2}
places:
  bag: {}
procs:
  cut(gem g): g.edge += 1
  one(player p) -> maybe coin: return pick(bag.coin, "Which one?", by=p)
"""
    game = Played(tmp_path, text)
    game.call("cut", game.numbers["ruby_2"])
    game.call("one", 1)
    assert [len(options) for _, options in game.asked] == [3]


def test_a_way_is_open_while_its_link_is(tmp_path: Path) -> None:
    text = """kinds:
  game:
    fields: {shut: int}
areas:
  cave:
  lake:
arrows:
  - {from: cave, to: lake, id: ford, both_ways: true}
procs:
  close(): ford.open = false
  ways() -> int: return count(arrow[.open])
rules: |
  shut: for a in arrow when not a.open and game.shut < 2: game.shut += 1
"""
    game = Played(tmp_path, text)
    assert game.call("ways") == 2
    game.call("close")
    assert game.call("ways") == 0
    assert game.get("game.shut", "game") == 2


def test_a_kind_may_have_no_things(tmp_path: Path) -> None:
    text = """kinds:
  coin:
    fields: {worth: int, shine: int = 2}
    derive:
      value: .worth + .shine
  token: {is: coin}
things:
  coin:
    coin: {at: bag, count: 0, worth: 3}
places:
  bag:
procs:
  total() -> int: |
    for c in coin: c.worth = c.value
    if first(coin[.worth > 1]): return 1
    return sum(coin, .value) + sum(token, .shine) + count(bag.coin)
"""
    assert Played(tmp_path, text).call("total") == 0


def test_faces_that_are_numbers_are_summed(tmp_path: Path) -> None:
    numbers = ", ".join(str(number) for number in range(1, 1001))
    text = f"""dice:
  d6: [1, 2, 3, 4, 5, 6]
  d1000: [{numbers}]
procs:
  same() -> bool: |
    let r = roll(d6, 20)
    let big = roll(d1000, 20)
    r.pips += 1
    return r.pips == sum(r, .pips) + 1 and r.pips > 20 and big.pips == sum(big, .pips)
"""
    assert Played(tmp_path, text).call("same")


def test_many_numbers_and_dice_are_paid_for_before_they_are_made(tmp_path: Path) -> None:
    text = """dice:
  d6: [1, 2, 3, 4, 5, 6]
procs:
  total(int n) -> int: return sum(1..n)
  among(int n) -> int: return count((1..n)[it > 3])
  some(int n) -> int: return random(1..n) or 0
  thrown(int n) -> int: return roll(d6, n).pips
"""
    game = Played(tmp_path, text)
    assert game.call("total", 1000) == 500500
    assert game.call("thrown", -1) == 0
    for routine in ("total", "among", "some", "thrown"):
        with pytest.raises(Capped):
            game.call(routine, 10**12)


def test_a_path_is_as_long_as_it_likes(tmp_path: Path) -> None:
    game = Played(tmp_path, COINS + f"procs:\n  n() -> int: return count(deck.coin{'.at.coin' * 24})\n")
    assert game.call("n") == 3


def test_a_sum_has_as_many_parts_as_it_likes(tmp_path: Path) -> None:
    parts = ", ".join(["m"] * 2000)
    assert Played(tmp_path, COINS + f"procs:\n  n(int m) -> int: return sum({parts})\n").call("n", 3) == 6000


def test_a_key_is_read_from_each_of_a_list_that_is_written_out(tmp_path: Path) -> None:
    text = COINS + "procs:\n  all(coin c) -> int: |\n    c.worth = 5\n    return sum([c, coin_3, c], .worth)\n"
    game = Played(tmp_path, text)
    assert game.call("all", game.numbers["coin_1"]) == 5
