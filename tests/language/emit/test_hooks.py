"""Hooks as they run: hard cases of some lines each, masks against looking at everything, calls without hooks."""

from __future__ import annotations

import random
from pathlib import Path

from rulewright.play.flow import Status
from rulewright.play.runner import Runner
from tests.language.emit.harness import HEADER, Played
from tests.oracle.games import compiled_game
from tests.packs_of_text import both_of

COPIED = """kinds:
  player: {fields: {wounds: int, rage: int}}
  item: {me: .owner, fields: {model: maybe item = none}, like: .model}
things:
  item:
    mirror: {at: player_1, owner: player_1}
    thorns:
      at: player_2
      owner: player_2
      hooks: |
        after hurt if hurt.to == me: me.rage += hurt.n
procs:
  hurt(player to, int n): to.wounds += n
flow:
  fight: hurt(player_1, 1); mirror.model = thorns; hurt(player_1, 2); hurt(player_2, 4)
"""

NEXT_TURN = """kinds:
  player: {fields: {coins: int = 2, seen: int}}
procs:
  invest(player me, int n): |
    next before turn if turn.me == me: me.coins += n
flow:
  round:
    loop: 3
    steps:
      turn:
        each: player
        as: me
        do: |
          me.seen = me.coins
          if me.coins == 2: invest(me, me.coins)
"""

FIRST_TIME = """kinds:
  player: {fields: {land: int, prize: int}}
  card: {me: .owner}
places: {box: {holds: card}}
things:
  card:
    banner:
      at: box
      owner: player_1
      hooks: |
        after conquer if not past(conquer, turn)[.me == me]: me.prize += 1
procs:
  conquer(player me): me.land += 1
flow:
  turn: {loop: 2, do: conquer(player_1); move(banner, player_1); conquer(player_1)}
"""

REACTIONS = """kinds:
  player: {fields: {heat: int}}
  card:
    me: .owner
    hooks: |
      before burn may "Answer {burn.n}?" if burn.n < 200: burn(burn.n + 1)
things:
  card: {ember: {at: player_1, owner: player_1}}
procs:
  burn(int n): player_1.heat += 1
flow:
  a: burn(1)
"""

ENDLESS = """kinds:
  player: {fields: {life: int, mana: int}}
  card: {me: .owner}
things:
  card:
    spring:
      at: player_1
      owner: player_1
      hooks: |
        after heal: gain(me)
    well:
      at: player_1
      owner: player_1
      hooks: |
        after gain: heal(me)
procs:
  heal(player me): me.life += 1
  gain(player me): me.mana += 1
flow:
  a: heal(player_1)
"""


def run(folder: Path, text: str) -> Played:
    game = Played(folder, text)
    game.run()
    return game


def test_an_item_that_copies_another_works_for_its_own_owner(tmp_path: Path) -> None:
    game = run(tmp_path, COPIED)
    assert [game.get("player.rage", each) for each in ("player_1", "player_2")] == [2, 4]


def test_what_comes_at_the_start_of_your_next_turn_comes_once_with_the_value_of_then(tmp_path: Path) -> None:
    game = run(tmp_path, NEXT_TURN)
    assert [game.get("player.coins", each) for each in ("player_1", "player_2")] == [4, 4]
    assert game.get("player.seen", "player_2") == 4
    assert game.table.next__turn == []


def test_a_card_that_came_later_counts_what_was_before_it(tmp_path: Path) -> None:
    game = run(tmp_path, FIRST_TIME.replace("{loop: 2, do: ", "\n    loop: 2\n    do: ").replace("1)}\n", "1)\n"))
    assert game.get("player.land", "player_1") == 4
    assert game.get("player.prize", "player_1") == 1


def test_two_hundred_optional_answers_to_one_another(tmp_path: Path) -> None:
    game = run(tmp_path, REACTIONS)
    assert len(game.asked) == 199
    assert game.get("player.heat", "player_1") == 200


def test_two_cards_that_call_each_other_end_the_game_as_capped_with_both_named(tmp_path: Path) -> None:
    both = both_of(tmp_path, HEADER + ENDLESS, 2)
    ending = Runner(both.book, [lambda *_: 0] * 2, 100_000).play(1, 0)
    assert ending.status is Status.CAPPED
    named = " ".join(str(each) for each in ending.culprits)
    assert "spring" in named
    assert "well" in named
    assert compiled_game(both.book, 1, 0, 100_000).status == "capped"


MASKS = """kinds:
  card:
    hidden: []
    me: .owner
    hooks: |
      before hurt: me.rage += 1
      after hurt if hurt.n > 1: me.rage += 1
      after heal: me.rage -= 1
  player: {fields: {rage: int}}
areas: {cave: {}, lake: {}}
places:
  deck: {holds: card, sees: none}
  hand: {per: player, holds: card, live: true}
things:
  card:
    imp: {at: deck, count: 3, owner: player_1}
    orc: {at: cave, count: 2, owner: player_2}
    elf: {at: orc_1}
procs:
  hurt(int n): player_1.rage += n
  heal(player p): p.rage = 0
  lay(card x, thing y): move(x, y)
  give(card x, maybe player p): x.owner = p
  turn_down(card x): hide(x)
  turn_up(card x): show(x)
"""


def test_masks_are_what_looking_at_every_hook_gives(tmp_path: Path) -> None:
    game = Played(tmp_path, MASKS)
    luck = random.Random(5)
    table, numbers = game.table, game.numbers
    cards = [number for id, number in numbers.items() if game.compiled.things[number].kind == "card"]
    spots = [numbers[each] for each in ("cave", "lake", "deck", "player_1", "player_1_hand", "player_2_hand")]
    seen = set()
    for _ in range(2000):
        card = luck.choice(cards)
        match luck.randrange(4):
            case 0:
                bearers = [each for each in cards if each > card]
                game.call("lay", card, luck.choice([*spots, *bearers]))
            case 1:
                game.call("give", card, luck.choice([-1, 1, 2]))
            case 2:
                game.call("turn_down", card)
            case _:
                game.call("turn_up", card)
        masks = [0] * len(table.hooks__live)
        for thing, own in enumerate(table.bearers):
            for live, bits in own:
                for index, bit in bits if live(table, thing) is not None else ():
                    masks[index] |= bit
        assert masks == table.hooks__live
        seen.add(tuple(masks))
    assert len(seen) > 20


PLAIN = """kinds:
  player: {fields: {rage: int}}
procs:
  hurt(int n): player_1.rage += n
  heal(player p): p.rage = 0
"""


def test_a_call_that_nothing_answers_is_the_function_of_its_text(tmp_path: Path) -> None:
    """A hook on one call leaves the code of all others as it was."""
    (tmp_path / "plain").mkdir()
    (tmp_path / "hooked").mkdir()
    plain = Played(tmp_path / "plain", PLAIN)
    hooked = Played(tmp_path / "hooked", PLAIN + "hooks: |\n  before heal: heal.p.rage = 1\n")
    code = [game.namespace["hurt"].__code__ for game in (plain, hooked)]
    assert code[0].co_code == code[1].co_code
    assert "heal.text" in hooked.namespace
    assert "heal.text" not in plain.namespace
