"""What made-up programs have found: small packs that once played otherwise than their text says."""

from __future__ import annotations

from pathlib import Path

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
