"""Fields, bounds, modifiers, periods, places: what texts do to the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.table import laws
from rulewright.table.signals import Fault
from tests.language.emit.harness import Played

PACK = """kinds:
  scout:
    lies: area
    fields:
      hp: int = 5 min 0 max .top
      top: int = 5
      gold: int
      speed: int = 2 min 0 max 4
      brave: bool = false
      calm: bool = true
      tired: bool = false each turn
      left: int = 2 each spelt
      luck: int = 1 each pray
    derive:
      strong: .hp > 3 and .brave
  card:
    fields: {value: int = 1}
  coin:
    fields: {worth: int = 1}
things:
  scout:
    ann: {at: town, owner: player_1}
    bob: {at: town, top: 7, hp: 6}
  coin:
    coin: {at: bank, count: 3}
  card:
    ace: {at: deck, value: 3}
    two: {at: deck, value: 2}
    three: {at: deck, value: 1}
places:
  deck: {holds: card, ordered: true, refill: discard}
  hand: {holds: card, per: player}
  discard: {holds: card, ordered: true}
  bank: {holds: coin}
  bag: {holds: coin}
areas:
  town: {title: Town}
  hill: {title: Hill}
  moor: {title: Moor}
arrows:
  - {from: town, to: hill, both_ways: true}
  - {from: hill, to: moor}
tables:
  cost:
    1..3: 10
    4: 20
procs:
  hurt(scout me, int n): me.hp -= n
  heal(scout me, int n): me.hp += n
  earn(scout me, int n): me.gold += n
  squared(int n) -> int: return n * n
  go(scout me, area a): move(me, a)
  fast(scout me) -> int: return me.speed
  is_calm(scout me) -> bool: return me.calm
  dare(scout me): me.brave = true
  tire(scout me): me.tired = true
  is_strong(scout me) -> bool: return me.strong
  spelt(scout me, int depth) -> int: |
    me.left -= 1
    let seen = me.left
    if depth > 0: seen = seen * 10 + spelt(me, depth - 1)
    return seen * 10 + me.left
  camp_of(scout me) -> bool: return offer(camp, me)
  price(int n) -> int: return cost(n)
  deal(int n): draw(deck, discard, n)
  top_up(card c): move(c, deck, on=top)
  fill(): move(bank.coin, bag)
  grab() -> int: return count(draw(bag, bank, 2))
  mix(): shuffle(deck)
  steps(area a, area b) -> int: |
    let n = dist(a, b)
    return n if n else 0 - 1
mods: |
  of scout.speed if it.brave: add 3
  of scout.speed if it.tired: set 1
  of scout.calm if it.brave: set true
  of scout.calm if it.tired: set false
menus:
  camp:
    with: (scout me)
actions:
  pray:
    in: [camp]
    do: |
      me.luck += 1
      me.gold += me.luck
flow:
  turn:
    each: scout
    as: me
    do: me.tired = true
"""


@pytest.fixture
def game(tmp_path: Path) -> Played:
    return Played(tmp_path, PACK)


def test_values_stay_within_bounds_that_are_fields(game: Played) -> None:
    ann, bob = game.numbers["ann"], game.numbers["bob"]
    game.call("hurt", ann, 9)
    game.call("heal", bob, 9)
    assert (game.get("scout.hp", "ann"), game.get("scout.hp", "bob")) == (0, 7)
    game.call("hurt", ann, -2)
    assert game.get("scout.hp", "ann") == 2


def test_numbers_end_at_two_to_the_53rd(game: Played) -> None:
    ann = game.numbers["ann"]
    game.call("earn", ann, 2**53)
    with pytest.raises(Fault, match=r"scout\.gold"):
        game.call("earn", ann, 1)
    with pytest.raises(Fault, match=r"the largest number there is"):
        game.call("squared", 2**30)
    assert game.call("squared", -5) == 25


def test_modifiers_change_what_is_read_not_what_is_stored(game: Played) -> None:
    ann = game.numbers["ann"]
    assert game.call("fast", ann) == 2
    game.call("dare", ann)
    assert game.call("fast", ann) == 4  # 2 + 3, then the field's own bound
    game.call("tire", ann)
    assert game.call("fast", ann) == 4  # `set` comes before `add`
    assert "scout__speed" not in game.table.layout.columns  # no text writes it


def test_of_two_set_truths_false_wins(game: Played) -> None:
    ann = game.numbers["ann"]
    game.call("dare", ann)
    assert game.call("is_calm", ann) is True
    game.call("tire", ann)
    assert game.call("is_calm", ann) is False


def test_derived_fields_follow_what_they_read(game: Played) -> None:
    ann = game.numbers["ann"]
    assert game.call("is_strong", ann) is False
    game.call("dare", ann)
    assert game.call("is_strong", ann) is True


def test_a_period_resets_when_its_step_ends(game: Played) -> None:
    assert game.run() is None
    assert game.get("scout.tired", "ann") is False


def test_nested_periods_are_put_aside_and_come_back(game: Played) -> None:
    ann = game.numbers["ann"]
    # The inner one begins anew with 2, takes 1; the outer one gets its own 1 back and ends at the default again.
    assert game.call("spelt", ann, 1) == (1 * 10 + 11) * 10 + 1
    assert game.get("scout.left", "ann") == 2


def test_an_action_is_a_period(game: Played) -> None:
    ann = game.numbers["ann"]
    for _ in range(2):
        game.answers = [1]
        game.call("camp_of", ann)
    assert (game.get("scout.gold", "ann"), game.get("scout.luck", "ann")) == (4, 1)


def test_tables_of_ranges(game: Played) -> None:
    assert [game.call("price", n) for n in (1, 3, 4)] == [10, 10, 20]
    with pytest.raises(Fault, match="no row for 5"):
        game.call("price", 5)


def test_places_keep_order_and_refill_when_needed(game: Played) -> None:
    game.call("deal", 2)
    assert game.at("discard", "card") == ["ace", "two"]
    game.call("top_up", game.numbers["two"])
    assert game.at("deck", "card") == ["two", "three"]
    game.call("deal", 2)
    assert (game.at("deck", "card"), game.at("discard", "card")) == ([], ["ace", "two", "three"])
    game.call("deal", 1)  # the place has run out: what was used comes back first
    assert len(game.at("deck", "card")) == 2
    assert len(game.at("discard", "card")) == 1
    laws.check(game.table)


def test_a_place_without_order_is_drawn_from_at_random(game: Played) -> None:
    drawn = set()
    for seed in range(20):
        game.start(game.table, seed)
        game.call("fill")
        assert game.call("grab") == 2
        drawn.add(tuple(game.at("bank", "coin")))
        laws.check(game.table)
    assert len(drawn) > 3


def test_shuffling_uses_the_stream_of_the_place(game: Played) -> None:
    orders = []
    for _ in range(2):
        game.start(game.table, 5)
        game.call("mix")
        orders.append(game.at("deck", "card"))
    assert orders[0] == orders[1]
    assert sorted(orders[0]) == ["ace", "three", "two"]


def test_distances_follow_the_arrows(game: Played) -> None:
    town, moor = game.numbers["town"], game.numbers["moor"]
    assert game.call("steps", town, moor) == 2
    assert game.call("steps", moor, town) == -1


def test_boxes_are_there_only_where_something_can_lie(game: Played) -> None:
    boxes = game.table.in__coin
    assert boxes[game.numbers["bank"]] is not None
    assert boxes[game.numbers["bag"]] is not None
    assert boxes[game.numbers["deck"]] is None
