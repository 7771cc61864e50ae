"""What the registry of natures says of calls is what the checker does."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.language.check.calling import ANSWERED
from rulewright.language.check.natures import NATURES, Nature
from tests.packs_of_text import faults_or_both

PACK = """
pack: {{format: 1, id: natures, title: Natures, version: 1.0.0, players: 1, seats: team, credits: none}}
kinds:
  player:
    fields:
      coins: int = 0{period}
enums: {{colour: [red, blue]}}
tables: {{table: {{red: 1, blue: 2}}}}
menus:
  menu:
    with: (player me)
actions: |
  action: in menu if {condition}: me.coins += 1
procs:
  procedure(player me): me.coins += 1
rules: |
  rule: when player[.coins > 99]: player.coins = 0
flow:
  step: |
    for p in player: offer(menu, p); procedure(p)
  last: end("Over")
hooks: |
  after {answered}: player.coins = 0
"""
NAMES = {nature.name: nature.name for nature in NATURES} | {"built-in": "shuffle"}


def faults(folder: Path, answered: str, period: str = "", condition: str = "true") -> list[str]:
    text = PACK.format(answered=answered, period=period, condition=condition)
    return [fault.id for fault in faults_or_both(folder, text, 1)[1]]


@pytest.mark.parametrize("nature", NATURES, ids=lambda nature: nature.name)
def test_what_is_told_of_a_nature_is_so(nature: Nature, tmp_path: Path) -> None:
    name = NAMES[nature.name]
    pure = ["impure"] if nature.name == "table" else []  # it only gives a value, so nothing may happen after it
    assert faults(tmp_path, name) == pure
    assert faults(tmp_path, "procedure", f" each {name}") == ([] if nature.period else ["unknown-period"])
    asked = faults(tmp_path, "procedure", condition=f"not past({name}, game)")
    assert asked == ([] if nature.kept else ["unknown-call"])


def test_the_built_ins_that_hooks_answer_are_told() -> None:
    told = next(each.reads for each in NATURES if each.name == "built-in")
    assert all(name in told for name in ANSWERED)
