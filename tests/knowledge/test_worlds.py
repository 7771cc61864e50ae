"""What the engine says that a seat knows is true in every world that fits what the seat has seen."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime.knowledge import carry, forget, reveal, tell
from rulewright.table.luck import Luck
from tests.knowledge.worlds import Spot, World, Worlds
from tests.language.emit.harness import Played

CARDS = ("ace", "two", "six", "ten", "king")
PLACES = ("deck", "bag", "player_1_hand", "player_2_hand", "pile", "yard")
PACK = """
kinds:
  card: {hidden: []}
things:
  card: {ace: {at: deck}, two: {at: deck}, six: {at: deck}, ten: {at: bag}, king: {at: bag}}
areas:
  yard: {}
places:
  deck: {holds: card, ordered: true, sees: none}
  bag: {holds: card, sees: none}
  hand: {holds: card, per: player, sees: owner}
  pile: {holds: card, ordered: true, sees: all}
procs:
  go(card c, thing to): |
    if to in place: move(c, to)
    if to in area: move(c, to)
  shown(card c): show(c)
  covered(card c): hide(c)
  asked(player p, card c) -> bool: return knows(p, c)
"""


@dataclass(slots=True)
class Match:
    """A Match is a game of random changes, with the worlds that seat 1 must think possible beside it."""

    played: Played
    dice: random.Random
    worlds: Worlds
    up: set[str] = field(default_factory=set)
    said: Counter[str] = field(default_factory=Counter)

    @property
    def table(self) -> Any:
        return self.played.table

    def real(self) -> World:
        return tuple(tuple(self.played.at(place, "card")) for place in PLACES)

    def change(self) -> None:
        """One random change, of which the seat sees what it may."""
        card = self.dice.choice(CARDS)
        thing = self.played.numbers[card]
        source = PLACES.index(self.played.compiled.things[self.table.at[thing]].id)
        position = self.real()[source].index(card)
        match self.dice.randrange(9):
            case 0:
                shuffled = list(self.real()[source])
                numbers = [self.played.numbers[each] for each in shuffled]
                box = self.table.in__card[self.table.at[thing]]
                self.dice.shuffle(box)
                forget(self.table, numbers, self.table.at[thing])
                self.worlds.shuffle(source)
                self.worlds.look(self.real())
                self.see_faces()
            case 1:
                reveal(self.table, [thing])
                self.up.add(card)
                self.worlds.see(source, position, card)
            case 2:
                tell(self.table, [thing], 1)
                self.worlds.see(source, position, card)
            case 3:
                tell(self.table, [thing], 2)
            case 4:
                self.played.call("covered", thing)
                self.up.discard(card)
            case _:
                self.move(card, thing, source, position)

    def see_faces(self) -> None:
        """The seat sees every face that is up, and where it lies."""
        for place, row in enumerate(self.real()):
            for position, card in enumerate(row):
                if card in self.up:
                    self.worlds.see(place, position, card)

    def move(self, card: str, thing: int, source: int, position: int) -> None:
        target = self.dice.randrange(len(PLACES))
        top = self.dice.random() < 0.3
        knew = self.table.which[thing] >> 1 & 1
        named = card if knew or self.worlds.spots[target].seen else ""
        carry(self.table, thing, self.played.numbers[PLACES[target]], 0 if top else None)
        self.worlds.move(source, position, target, top, named)
        if PLACES[target] != "yard":
            self.up.discard(card)
        if PLACES[target] == "pile":
            self.up.add(card)
        self.see_faces()

    def judge(self) -> list[str]:
        """What the engine says and is not so; counts what it says and what it could have said."""
        false = []
        rows = self.real()
        for card in CARDS:
            thing = self.played.numbers[card]
            place = next(index for index, row in enumerate(rows) if card in row)
            position = rows[place].index(card)
            which, where = (column[thing] >> 1 & 1 for column in (self.table.which, self.table.where))
            is_it = all(world[place][position] == card for world in self.worlds.possible)
            lies = all(card in world[place] for world in self.worlds.possible)
            self.said["which"] += which
            self.said["where"] += where
            self.said["certain"] += is_it
            if which and not is_it:
                false.append(f"{card} is said to be known at {PLACES[place]}")
            if where and not lies:
                false.append(f"{card} is said to be known to lie at {PLACES[place]}")
            if which and not where:
                false.append(f"{card} is known, and not known to lie where it does")
        return false


def begin(folder: Path, seed: int) -> Match:
    played = Played(folder, PACK)
    played.table.deal(Luck(seed, 0))
    spots = (Spot(False, True), Spot(False, False), Spot(True, False), Spot(False, False), Spot(True, True))
    return Match(played, random.Random(seed), Worlds((*spots, Spot(False, True)), set()))


@pytest.mark.parametrize("part", range(4))
def test_what_is_said_to_be_known_is_known_in_all_possible_worlds(tmp_path: Path, part: int) -> None:
    said: Counter[str] = Counter()
    match = begin(tmp_path, part)
    first = match.table.save()
    for seed in range(part * 25, part * 25 + 25):
        match = Match(match.played, random.Random(seed), all_worlds(match.worlds.spots), set(), said)
        match.table.restore(first)
        for _ in range(14):
            before = match.real()
            match.change()
            assert match.worlds.possible, before
            match.worlds.look(match.real())
            assert match.real() in match.worlds.possible
            assert match.judge() == []
    assert said["which"] > 200
    assert said["which"] > said["certain"] * 0.8


def all_worlds(spots: tuple[Spot, ...]) -> Worlds:
    """The cards in any order where they lie at the start."""
    return Worlds(spots, {((*order[:3],), (*order[3:],), (), (), (), ()) for order in permutations(CARDS)})
