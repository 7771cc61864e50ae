"""A made pack of any number of cards, each with two effect texts of its own, to measure loading with.

It is deterministic, sound, and can be played: draw, take the effect of a card of the hand, and so on for ten rounds.
"""

from __future__ import annotations

import random
from pathlib import Path

CARDS_A_FILE = 100
SUITS = ["moon", "star", "sun"]

HEAD = """\
pack:
  format: 1
  id: big_pack
  title: A Thousand Cards
  version: 1.0.0
  players: 2
  recommended: 2
  seats: each
  credits: made by a generator

enums:
  suit: [moon, star, sun]

kinds:
  player:
    fields:
      gold: int = 3 min 0
      power: int = 0 min 0 max 40
      wounds: int = 0 min 0
  card:
    fields:
      cost: int
      strength: int
      suit: suit
    does:
      effect: (player me, player foe)
      reward: (player me)

places:
  deck:
    holds: card
    ordered: true
  discard:
    holds: card
  hand:
    holds: card
    per: player
    sees: all

flow:
  setup:
    steps:
      shuffle_deck: shuffle(deck)
  round:
    loop: 10
    steps:
      turn:
        each: player
        as: me
        do: |
          draw(deck, me.hand, n=2)
          let c = pick(me.hand.card[.cost <= me.gold], "Which card do you play?")
          if c:
            for foe in player[it != me]: effect(c, me, foe)
            reward(c, me)
            move(c, discard)
  result:
    do: end(win=first(most(player, .gold + .power - .wounds)), "The richest")
"""

EFFECTS = [
    "me.gold += {a}\nif count(me.hand.card) > {b}: foe.gold -= {c}",
    "foe.wounds += {a}\nif foe.wounds > {b} and me.power >= {c}: me.gold += foe.wounds / {d}",
    "let n = count(me.hand.card[.suit == {suit}])\nif n >= {b}: me.power += n * {a}\nelse: me.wounds += {c}",
    "for c in me.hand.card[.cost < {b}]: me.power += c.strength - {c}",
    'choose("Which?", by=me):\n  "{a} gold": me.gold += {a}\n  "{b} power" if me.wounds < {d}: me.power += {b}',
    "if me.gold > foe.gold + {a}: foe.gold += {b}\nelse: me.gold += {c}",
    "me.wounds = max(0, me.wounds - {a})\nif me.wounds == 0 and foe.power > {b}: foe.power -= {c}",
    "let best = most(me.hand.card[.strength > {b}], .cost)\nmove(best, discard)\nme.gold += {a} * count(best)",
]

REWARDS = [
    "me.gold += {a} if me.power > {b} else {c}",
    "me.power += count(me.hand.card[.suit == {suit}]) * {a} + {c}",
    "if me.wounds > {a}: me.gold += {b}\nme.power += min(me.gold, {c} + {d})",
    "let n = sum(me.hand.card.strength)\nme.gold += n / {d} + {a}",
    "me.power += {a} if me.gold < {b} or me.wounds >= {c} else {d}",
]


def write_big_pack(folder: Path, cards: int) -> list[Path]:
    """Write the pack into a folder, which is made; gives its files."""
    luck = random.Random(cards)
    (folder / "cards").mkdir(parents=True)
    head = folder / "pack.yaml"
    head.write_text(HEAD, encoding="utf-8", newline="\n")
    files = [head]
    for first in range(1, cards + 1, CARDS_A_FILE):
        numbers = range(first, min(first + CARDS_A_FILE, cards + 1))
        file = folder / "cards" / f"cards_{first:04}.yaml"
        text = "things:\n  card:\n" + "".join(_card(number, luck) for number in numbers)
        file.write_text(text, encoding="utf-8", newline="\n")
        files.append(file)
    return files


def _card(number: int, luck: random.Random) -> str:
    effect = _filled(EFFECTS[number % len(EFFECTS)], luck)
    reward = _filled(REWARDS[number % len(REWARDS)], luck)
    lines = [
        f"    card_{number:04}:",
        f"      title: Card {number}",
        f"      text: The card of number {number}.",
        "      at: deck",
        f"      cost: {luck.randrange(6)}",
        f"      strength: {luck.randrange(9)}",
        f"      suit: {luck.choice(SUITS)}",
        "      effect: |",
        *(f"        {line}" for line in effect.splitlines()),
        "      reward: |",
        *(f"        {line}" for line in reward.splitlines()),
    ]
    return "\n".join(lines) + "\n"


def _filled(template: str, luck: random.Random) -> str:
    numbers = {name: luck.randrange(1, 40) for name in "abcd"}
    return template.format(suit=luck.choice(SUITS), **numbers)
