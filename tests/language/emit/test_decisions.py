"""Decisions: which options, in which order, and when nobody is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.emit.harness import Played

PACK = """kinds:
  crew:
    lies: area
    fields: {fuel: int = 3 min 0, food: int = 1, moved: int, tired: bool = false}
  crate:
    fields: {weight: int = 1}
dice:
  pip:
    faces: [blank, star, star, twin: [star, star], moon]
  odd:
    faces: [dark, light]
enums:
  mood: [calm, cross]
things:
  crew:
    ann: {at: dock, owner: player_1}
    bob: {at: dock, owner: player_2}
  crate:
    box: {at: pile, count: 3}
    heavy: {at: pile, weight: 5}
places:
  pile: {holds: crate}
  ship: {holds: crate}
areas:
  dock: {title: Dock}
  sea: {title: Sea}
  isle: {title: Isle}
arrows:
  - {from: dock, to: sea, both_ways: true}
  - {from: sea, to: isle, both_ways: true}
menus:
  day:
    with: (crew me)
    repeat: true
  once_only:
    with: (crew me)
  forced:
    with: (crew me)
    must: true
  never:
    with: (crew me)
actions:
  sail:
    in: [day]
    with: {to: me.at.exits.to}
    cost: {me.fuel: 1}
    do: move(me, to); me.moved += 1
  feast:
    in: [day, once_only]
    once: day
    cost: {me.food: 1, me.fuel: 1}
    do: me.food += 5
  load:
    in: [day]
    if: me.at == dock
    with:
      x: pile.crate
      y: pile.crate[it != x and .weight != x.weight]
    do: move(x, ship); move(y, ship)
  push:
    in: [forced]
    if: me.fuel > 0
    do: me.fuel -= 1
  pull:
    in: [forced]
    if: me.fuel > 2
    do: me.fuel -= 2
  fly:
    in: [never]
    if: 1 > 2
    do: me.fuel = 99
procs:
  day_of(crew me) -> bool: return offer(day, me)
  food_of(crew me) -> bool: return offer(once_only, me)
  force(crew me) -> bool: return offer(forced, me)
  fly_now(crew me) -> bool: return offer(never, me)
  crate_for(crew me) -> int: |
    let c = pick(pile.crate, "Which crate?")
    if c: return c.weight
    return 0
  maybe_crate(crew me) -> bool: |
    let c = pick(pile.crate, "Any crate?", may=true)
    if c: return true
    return false
  crates(crew me) -> int: return sum(pick(pile.crate, "Take some", n=1..3), .weight)
  both(crew me) -> int: return count(pick(crew, "Both", n=2))
  sure(crew me) -> bool: return ask("Are you sure, {me}?")
  queue(crew me) -> crew: return first(order(crew, "In which order?")) or me
  named(crew me) -> int: |
    let n = 0
    choose("What now?"):
      "Eat" if me.food > 0: n = 1
      for c in pile.crate: "Lift {c}" if c.weight > 3: n = 10 + c.weight
      "Wait": n = 2
    return n
  few(crew me) -> int: |
    let n = 0
    choose("Which?"):
      "One" if me.fuel > 5: n = 1
      "Two" if me.fuel > 1: n = 2
    return n
  stars() -> int: |
    let r = roll(pip, 4)
    return r.star
  bonus() -> int: |
    let r = roll(odd, 0)
    r.light += 3
    r.light -= 5
    return r.light
  turned() -> int: |
    let r = roll(odd, 3)
    for d in r: d.face = light
    return r.light * 10 + count(r[.face == dark])
  again(crew me) -> int: |
    let r = roll(pip, 5)
    reroll(r, pick(r[.star == 0], "Again", n=0..5))
    return count(r[.rerolled])
"""


@pytest.fixture
def game(tmp_path: Path) -> Played:
    return Played(tmp_path, PACK)


def test_a_menu_offers_what_can_be_done_until_done(game: Played) -> None:
    ann, sea, dock = (game.numbers[each] for each in ("ann", "sea", "dock"))
    game.answers = [1, 2, 1, dock, 0]
    assert game.call("day_of", ann) is True
    ids = [prompt for prompt, _ in game.asked]
    assert ids == ["day", "day", "day", "sail.to", "day"]
    assert game.asked[0][1] == [0, 1, 2, 3]
    assert game.asked[1][1] == [0, 1, 2]  # one exit only: nobody was asked where to; no crates at sea
    assert game.asked[2][1] == [0, 1]  # `once: day`
    assert game.asked[3][1] == [dock, game.numbers["isle"]]
    assert game.asked[4][1] == [0, 3]  # no fuel
    assert (game.get("crew.fuel", "ann"), game.get("crew.food", "ann")) == (0, 5)
    assert sea != dock


def test_marks_are_gone_when_their_period_ends(game: Played) -> None:
    ann = game.numbers["ann"]
    for _ in range(2):
        game.answers = [2, 0]
        assert game.call("day_of", ann) is True
    assert game.get("crew.food", "ann") == 9


def test_a_cost_is_taken_whole_or_not_at_all(game: Played) -> None:
    ann = game.numbers["ann"]
    game.table.crew__fuel[ann] = 0
    assert game.call("food_of", ann) is False
    assert game.asked == []
    assert game.get("crew.food", "ann") == 1


def test_a_choice_is_offered_only_if_the_next_one_can_follow(game: Played) -> None:
    ann = game.numbers["ann"]
    game.answers = [3, game.numbers["heavy"], 0]
    game.call("day_of", ann)
    # The three boxes are one option; after the heavy one a box is the only kind left, so nobody is asked.
    assert [prompt for prompt, _ in game.asked] == ["day", "load.x", "day"]
    assert game.asked[1][1] == [game.numbers["box_1"], game.numbers["heavy"]]
    assert game.at("ship", "crate") == ["heavy", "box_1"]
    assert game.asked[2][1] == [0, 1, 2]  # two boxes alike: no second choice could follow


def test_what_must_be_taken_is_not_asked_for_when_it_is_one(game: Played) -> None:
    ann = game.numbers["ann"]
    game.answers = [2]
    assert game.call("force", ann) is True
    assert game.asked == [("forced", [1, 2])]
    assert game.call("force", ann) is True
    assert game.call("force", ann) is False
    assert len(game.asked) == 1


def test_what_is_known_never_to_hold_vanishes(game: Played) -> None:
    assert game.call("fly_now", game.numbers["ann"]) is False
    assert game.asked == []


def test_equal_things_are_one_option(game: Played) -> None:
    ann, one, heavy = (game.numbers[each] for each in ("ann", "box_1", "heavy"))
    game.answers = [heavy]
    assert game.call("crate_for", ann) == 5
    assert game.asked == [("Which crate?", [one, heavy])]
    game.answers = [-1]
    assert game.call("maybe_crate", ann) is False
    assert game.asked[1] == ("Any crate?", [one, heavy, -1])


def test_several_are_picked_at_once(game: Played) -> None:
    ann, one, heavy = (game.numbers[each] for each in ("ann", "box_1", "heavy"))
    game.answers = [[one, one, heavy]]
    assert game.call("crates", ann) == 7
    assert game.asked == [("Take some", [(one, 3), (heavy, 1), 1, 3])]
    assert game.call("both", ann) == 2  # as many as there are: not asked
    assert len(game.asked) == 1


def test_questions_and_orders(game: Played) -> None:
    ann, bob = game.numbers["ann"], game.numbers["bob"]
    game.answers = [False, bob]
    assert game.call("sure", ann) is False
    assert game.call("queue", ann) == bob
    assert [options for _, options in game.asked] == [[True, False], [ann, bob]]


def test_named_options_in_their_order(game: Played) -> None:
    ann, heavy = game.numbers["ann"], game.numbers["heavy"]
    for answer, expected in ((0, 1), (2, 2), ((1, heavy), 15)):
        game.answers = [answer]
        assert game.call("named", ann) == expected
    assert game.asked[0] == ("What now?", [0, (1, heavy), 2])
    game.table.crew__food[ann] = 0
    game.answers = [2]
    game.call("named", ann)
    assert game.asked[-1][1] == [(1, heavy), 2]


def test_no_option_does_nothing_and_one_is_taken(game: Played) -> None:
    ann = game.numbers["ann"]
    assert game.call("few", ann) == 2
    game.table.crew__fuel[ann] = 0
    assert game.call("few", ann) == 0
    assert game.asked == []


def test_dice_show_symbols_take_bonuses_and_are_turned(game: Played) -> None:
    seen = set()
    for seed in range(30):
        game.start(game.table, seed)
        seen.add(game.call("stars"))
    assert max(seen) > 4  # a face with two stars counts for both
    assert game.call("bonus") == 0  # never below 0
    assert game.call("turned") == 30


def test_dice_thrown_again_are_grouped_by_face_and_flagged(game: Played) -> None:
    for seed in range(20):
        game.start(game.table, seed)
        game.answers = [[]]
        assert game.call("again", game.numbers["ann"]) == 0
        if not game.asked:
            continue
        *groups, low, high = game.asked[0][1]
        assert (low, high) == (0, sum(size for _, size in groups))
        assert len(groups) <= 2  # blank and moon
        game.start(game.table, seed)
        game.answers = [[first for first, size in groups for _ in range(size)]]
        assert game.call("again", game.numbers["ann"]) == high
