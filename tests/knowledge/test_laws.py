"""The laws of hidden information hold of every bundled pack and every number of players; planted leaks are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.pack.load import build, read
from rulewright.resources import content_root
from rulewright.rulebook.load import load
from rulewright.rulebook.rulebook import Rulebook
from tests.knowledge.laws import Judge
from tests.language.emit.harness import HEADER

GAMES = 6
EVERY = {
    "connect_four": 5,
    "arkham_express": 60,
    "army_of_darkness": 40,
    "evil_dead_2": 40,
    "rise_of_the_necromancers": 80,
    "dawn_and_demons": 80,
}
"""Of long games some decisions are judged only: so many apart."""
PACKS = sorted(folder.name for folder in content_root().iterdir() if (folder / "pack.yaml").is_file())

SECRETS = """
kinds:
  player: {fields: {mark: int = 0}}
  card:
    hidden: [rank]
    fields: {rank: int, marked: bool = false}
things:
  card:
    c{rank}:
      for: {rank: 1..4}
      count: 2
      at: deck
places:
  deck: {holds: card, ordered: true, sees: none, refill: used}
  hand: {holds: card, per: player, sees: owner}
  bag: {holds: card, sees: none}
  used: {holds: card, ordered: true, sees: all}
flow:
  setup: |
    shuffle(deck)
    for p in player: draw(deck, p.hand, 2)
    draw(deck, bag, 2)
  round:
    loop: 6
    steps:
      turn:
        each: player
        as: me
        do: offer(main, me)
  finish: end(win=none, "Enough")
menus:
  main:
    with: (player me)
    must: true
procs:
  other(player me) -> player: |
    for p in player:
      if p != me: return p
    return me
actions: |
  discard: in main with c in me.hand.card: move(c, used); draw(deck, me.hand)
  swap: in main with c in me.hand.card if bag.card: draw(bag, me.hand); move(c, bag)
  peek: in main with c in other(me).hand.card[not .marked]: show(c, to=me); c.marked = true
  steal: in main with c in other(me).hand.card if count(other(me).hand.card) > 1: move(c, me.hand)
  bury: in main with c in me.hand.card if count(me.hand.card) > 1: move(c, deck)
  ask_for: in main with n in 1..4:
    for c in other(me).hand.card[.rank == n]: show(c)
    for c in other(me).hand.card[.rank == n]: hide(c)
  mix: in main if count(bag.card) > 1:
    let two = pick(bag.card, "Which two?", n=2, by=me)
    for c in two: move(c, deck, on=top)
  rummage: in main if bag.card:
    choose("Take which?", by=me):
      for c in bag.card: "Take {c}": move(c, me.hand); draw(deck, bag)
      "Leave it": me.mark += 1
  stack: in main if count(other(me).hand.card) > 1: move(order(other(me).hand.card, "In which order?"), deck)
  plan: in main with c in me.hand.card: next before turn if turn.me == me and c.at == me.hand: me.mark += 1
EXTRA
"""

CHANCES = """
kinds:
  player: {fields: {mark: int = 0}}
  card:
    hidden: [evil]
    fields: {evil: bool = false}
things:
  card:
    good: {at: deck, count: 4}
    bad: {at: deck, count: 2, evil: true}
places:
  deck: {holds: card, ordered: true, sees: none}
  hand: {holds: card, per: player, sees: owner}
flow:
  setup: |
    shuffle(deck)
    for p in player: draw(deck, p.hand, 2)
  round:
    loop: 6
    steps:
      turn:
        each: player
        as: me
        steps:
          watch: |
            for p in player - me:
              choose("Show what you are?", by=p):
                "Not now"
                "Yes" if p.hand.card[.evil and not .shown]: show(take(p.hand.card[.evil and not .shown], 1))
          act: |
            if ask("A mark?", by=me): me.mark += 1
  finish: end(win=none, "Enough")
"""

LEAKS = {
    "an action offered by a face": "  gloat: in main if other(me).hand.card[.rank == 4]: me.mark = 1",
    "a hand offered by face": "  snatch: in main with c in other(me).hand.card[.rank > 2]: show(c)",
    "a public field that tells a face": "  count_up: in main if bag.card: me.mark = sum(bag.card.rank)",
    "a prompt that says a number": """  guess: in main if bag.card:
    me.mark = pick(1..4, "Not {sum(bag.card.rank)}", by=me)""",
}


def opened(folder: Path, players: int) -> Rulebook:
    book, faults = load(folder, {}, players, (), watched=True)
    assert book is not None, faults
    return book


def secrets(folder: Path, extra: str = "") -> Rulebook:
    (folder / "pack.yaml").write_text(HEADER + SECRETS.replace("EXTRA", extra), encoding="utf-8")
    return opened(folder, 2)


def numbers_of_players() -> list[tuple[str, int]]:
    """Each bundled pack with each number of players that it takes."""
    found = []
    for name in PACKS:
        source, faults = read(content_root() / name)
        assert source is not None, faults
        pack, faults = build(source, {}, ())
        assert pack is not None, faults
        few, many = pack.header.players
        found += [(name, players) for players in range(few, many + 1)]
    return found


@pytest.mark.parametrize(("name", "players"), numbers_of_players())
def test_bundled_packs_keep_their_secrets(name: str, players: int) -> None:
    judge = Judge(opened(content_root() / name, players), every=EVERY.get(name, 1))
    for number in range(GAMES):
        judge.play(5, number)
    assert judge.leaks == []
    assert judge.counted["judged"] > 5


def test_a_pack_of_secrets_keeps_them(tmp_path: Path) -> None:
    judge = Judge(secrets(tmp_path), every=1)
    for number in range(10):
        judge.play(3, number)
    assert judge.leaks[:3] == []
    assert judge.counted["judged"] > 100
    assert judge.counted["moved"] > 300
    assert judge.counted["the same"] > judge.counted["other"]


def test_what_only_some_are_asked_is_heard_of_all(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(HEADER + CHANCES, encoding="utf-8")
    judge = Judge(opened(tmp_path, 2), every=1)
    for number in range(10):
        judge.play(3, number)
    assert judge.leaks[:3] == []
    assert judge.counted["moved"] > 30
    assert judge.counted["the same"] > judge.counted["other"]


def test_a_leak_planted_in_a_bundled_pack_is_found(tmp_path: Path) -> None:
    text = (content_root() / "kuhn_poker" / "pack.yaml").read_text(encoding="utf-8")
    sound, leaking = '"Check": answer_check()', '"Check" if player_2.hand.card[.rank < 3]: answer_check()'
    assert text.count(sound) == 1
    (tmp_path / "pack.yaml").write_text(text.replace(sound, leaking), encoding="utf-8")
    judge = Judge(opened(tmp_path, 2), every=1)
    for number in range(GAMES):
        judge.play(5, number)
    assert judge.leaks


@pytest.mark.parametrize("what", LEAKS)
def test_planted_leaks_are_found(tmp_path: Path, what: str) -> None:
    judge = Judge(secrets(tmp_path, LEAKS[what]), every=1)
    for number in range(6):
        judge.play(3, number)
    assert judge.leaks


@pytest.mark.parametrize("name", ["buffet", "crowded", "in_a_hurry", "secret_bids", "vote"])
def test_the_laws_hold_where_all_decide_at_once(name: str) -> None:
    book, faults = load(Path(__file__).parents[1] / "hard_cases" / name, {}, 3, (), watched=True)
    assert book is not None, faults
    judge = Judge(book, every=2, told=True)
    for number in range(3):
        judge.play(3, number)
        assert judge.game.ending is not None
        assert judge.game.ending.fault is None
    assert judge.leaks == []
    assert judge.counted["judged"] > 3
