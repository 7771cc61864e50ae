"""A small game written to a folder, and the tests of it carried out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rulewright.pack.load import read
from rulewright.trials.pack_tests import Verdict, plan, run_tests

GAME = """\
pack: {id: harvest, title: Harvest, version: 1.0, players: 1..3, recommended: 2, seats: each}

options:
  greed:
    variant: how much is picked
    question: How many at once?
    values: [1, 2]

dice:
  weather: [sun, rain, rain]

kinds:
  fruit:
    fields:
      worth: int
      ripe: bool = false
  player:
    fields:
      coins: int = 3 min 0 max 9
      luck: int = 0 each turn

areas:
  field:
    title: The field
  barn:
    title: The barn

things:
  fruit:
    apple:
      at: tree
      count: 2
      worth: 1
    pear:
      at: tree
      worth: 2
    plum:
      at: basket
      worth: 3

places:
  tree:
    holds: fruit
    ordered: true
    sees: none
  basket:
    holds: fruit

menus:
  market:
    with: (player me)

actions:
  sell:
    in: market
    with:
      f: field.fruit
    do: |
      move(f, barn)
      me.coins += f.worth

procs:
  gather(player me): |
    shuffle(tree)
    move(tree.fruit, field, n=opt.greed)
  reach_in(): draw(basket, field)
  gamble(player me): |
    let r = roll(weather, 2)
    me.coins += r.sun
    me.luck = r.rain
  gift(): |
    let f = random(field.fruit)
    if f: move(f, barn)
  spin(player me): |
    while me.coins > 0: me.luck += 1

flow:
  setup: shuffle(tree)
  season:
    loop: 2
    steps:
      turn:
        each: player
        as: me
        steps:
          work: gather(me)
          trade: offer(market, me)

rules: |
  rich: for p in player when p.coins >= 9: end(win=p, "Rich")
"""

SALE = """\
tests:
  pear_for_two:
    rule: HAR-001
    given: {pear.at: field}
    answers: {market: sell}
    run: offer(market, me)
    expect: player_1.coins == 5
"""
"""A test that carries out the check of HAR-001."""

LEDGER = """\
ledger:
  HAR-001:
    section: Trade
    says: Fruit is sold for what it is worth.
    kind: action
    check: Sell a pear for two coins.
  HAR-002:
    section: Trade
    says: There are three kinds of fruit.
    kind: component
    check: Count them.
  HAR-003:
    section: Weather
    says: Sunny dice give coins.
    kind: randomness
    check: Roll one sun, gain one coin.
"""


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """The game in a folder, with more files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {"pack.yaml": GAME, **files}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def verdicts(folder: Path, only: Sequence[str] = ()) -> list[Verdict]:
    """What came of the tests of a pack in a folder."""
    source, faults = read(folder)
    assert faults == []
    assert source is not None
    header = source.header()
    assert header is not None
    return run_tests(plan(source, header, {}, (), only))
