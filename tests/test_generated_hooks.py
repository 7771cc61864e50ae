"""Hooks at random, which turn each other on and off, change what they answer and call again, in both interpreters."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.language.emit.harness import HEADER
from tests.oracle.games import compiled_game, differences, oracle_game
from tests.packs_of_text import faults_or_both

PACKS, GAMES, FUEL, BUDGET = 24, 2, 50_000, 3_000

PACK = """kinds:
  item:
    me: .owner
    fields: {{charge: int = 2, on: bool = true, copied: maybe item = none}}
{item}
  player:
    fields: {{rage: int, heat: int, n: int}}
  gem:
    active: .up
    fields: {{up: bool, left: int = 1 each turn}}
{gem}
    mods: |
      of damage.n if .n > 2: add this.left
      of poke.n if .p == player_1: max 2
areas: {{cave: {{}}, lake: {{}}}}
places:
  box:
  hand: {{per: player, live: true}}
things:
  item:
    ring: {{at: cave, owner: player_1}}
    sword: {{at: player_2, owner: player_2}}
    orb: {{at: box, owner: player_1, count: 2}}
    staff: {{at: player_1.hand, owner: player_1}}
    rune: {{at: ring, owner: player_2}}
  gem:
    ruby: {{at: lake, up: true}}
    opal: {{at: ruby}}
procs:
  damage(player to, int n) -> int: |
    to.rage += n
    return n
  shift(item x, thing t): move(x, t)
  poke(player p, int n): |
    p.heat += n
    if n > 0: damage(p, n - 1)
  look(): |
    if damage: player_1.n += damage.n
    if poke and poke.n > 0: player_2.n += 1
    if turn: player_1.heat += turn.nr
hooks: |
{own}
flow:
  turn:
    loop: 4
    as: nr
    do: |
{turn}
"""

CALLS, MOMENTS = ("damage", "shift", "poke", "turn", "move"), ("before", "after", "instead")
DONE = [
    "ring.on = not ring.on",
    "sword.owner = player_1",
    "ring.owner = player_2",
    "shift(orb_1, cave)",
    "shift(rune, ruby)",
    "shift(sword, box)",
    "move(ring, lake)",
    "move(orb_1, box)",
    "ruby.up = not ruby.up",
    "opal.up = true",
    "player_1.heat += 1",
    "player_2.n += 3",
    "sword.copied = ring",
    "look()",
]
DONE_BY = {
    "item": [
        ".on = false",
        "me.heat += 1",
        ".charge -= 1",
        "move(this, me)",
        "this.owner = player_2",
        "move(this, box)",
    ],
    "gem": [".left -= 1", ".up = false", "move(this, cave)"],
    "": [],
}
SET = {
    ("damage", "before"): ["damage.n += 1", "damage.to = player_2"],
    ("damage", "instead"): ["damage.n += 1", "damage.result += 1"],
    ("damage", "after"): ["damage.result += 1"],
    ("shift", "before"): ["shift.t = lake", "shift.x = orb_2"],
    ("shift", "instead"): ["shift.t = lake"],
    ("move", "before"): ["move.to = lake"],
}
IFS = ["player_1.rage > 2", "ring.on", "turn and turn.nr > 1", "count(past(damage, poke)) < 2", "not past(poke, turn)"]
IFS_BY = {
    "item": [".on", "this.at == cave", "me.rage > 2", "me == player_1", "not past(damage, turn)[.n > 1]"],
    "gem": [".up", ".left > 0", "count(past(poke, game)) < 3"],
    "": [],
}
IFS_ON = {
    "damage": ["damage.n > 1", "damage.to == player_1"],
    "shift": ["shift.x == ring", "shift.t == cave"],
    "poke": ["poke.n > 1"],
    "move": ["move.what[gem]", "move.to == cave", "move.what[item]"],
    "turn": [],
}
TURNS = ["damage(player_1, 2)", "poke(player_2, 2)", "shift(ring, box)", "shift(orb_1, cave)", "damage(player_2, nr)"]
TURNS += ["ring.on = true", "poke(player_1, 1)", "shift(staff, cave)", "move(opal, lake)"]


@dataclass(frozen=True, slots=True)
class Writer:
    """A Writer makes packs of hooks from one stream of luck."""

    luck: random.Random

    def pack(self) -> str:
        """A whole pack."""
        likes = "    like: .copied\n" if self.luck.random() < 0.4 else ""
        item = f"{likes}    hooks: |\n{self.hooks('item', 4, 6)}"
        gem = f"    hooks: |\n{self.hooks('gem', 2, 6)}"
        turn = "\n".join(f"      {self.luck.choice(TURNS)}" for _ in range(self.luck.randint(2, 5)))
        return HEADER + PACK.format(item=item, gem=gem, own=self.hooks("", 3, 2), turn=turn)

    def hooks(self, bearer: str, most: int, indent: int) -> str:
        """Some hooks of a bearer."""
        heads = [self.hook(bearer) for _ in range(self.luck.randint(1, most))]
        return "\n".join(" " * indent + line for head in heads for line in head)

    def hook(self, bearer: str) -> list[str]:
        """One hook: its head and its statements, a line each."""
        call, moment = self.luck.choice(CALLS), self.luck.choice(MOMENTS)
        head = f"{moment} {call}"
        if bearer == "item" and self.luck.random() < 0.3:
            head += ' may "Do it?"'
        if self.luck.random() < 0.25:
            head += f" once {self.luck.choice(['turn', 'damage', 'game'])}"
        if self.luck.random() < 0.7:
            head += f" if {self.luck.choice([*IFS, *IFS_BY[bearer], *IFS_ON[call]])}"
        does = [self.statement(bearer, call, moment) for _ in range(self.luck.randint(1, 2))]
        later = [self.waiting()] if self.luck.random() < 0.3 else []
        if call == "turn":
            does += later
        if moment == "instead":
            does += self.ending(call)
        if call != "turn":
            does += later
        return [f"{head}:", *(f"  {each}" for each in does)]

    def statement(self, bearer: str, call: str, moment: str) -> str:
        """A statement that a hook may hold."""
        calls = ["poke(player_1, 1)", "damage(player_2, 1)"] if bearer or moment == "before" else []
        every: list[str] = [*DONE, *DONE_BY[bearer], *SET.get((call, moment), ()), *calls]
        return self.luck.choice(every)

    def ending(self, call: str) -> list[str]:
        """What an `instead` must end with."""
        if call == "turn":
            return ["proceed()"] if self.luck.random() < 0.6 else []
        gives = {"damage": "damage.result = 5", "move": "move.result = []"}
        return ["proceed()" if self.luck.random() < 0.6 else gives.get(call, "look()")]

    def waiting(self) -> str:
        """A `next`."""
        call, moment = self.luck.choice(CALLS), self.luck.choice(MOMENTS)
        does = self.luck.choice([*DONE, *SET.get((call, moment), ())])
        does += "".join(f"; {each}" for each in (self.ending(call) if moment == "instead" else ()))
        period = self.luck.choice(["", " in turn", " in poke"])
        return f"next {moment} {call}{period} if {self.luck.choice([*IFS, *IFS_ON[call]])}: {does}"


@pytest.mark.parametrize("number", range(PACKS))
def test_both_interpreters_run_the_same_hooks(tmp_path: Path, number: int) -> None:
    text = Writer(random.Random(number)).pack()
    both, faults = faults_or_both(tmp_path, text, 2)
    assert both is not None, (faults, text)
    for game in range(GAMES):
        compiled = compiled_game(both.book, number, game, FUEL)
        oracle = oracle_game(both, number, game, BUDGET)
        assert differences(oracle, compiled) == [], text
