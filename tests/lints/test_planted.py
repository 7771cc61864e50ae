"""Each lint finds its fault where it is planted in a copy of a bundled pack, and nothing before."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulewright.lints import LINTS
from rulewright.resources import content_root
from tests.lints.surveys import judged


@dataclass(frozen=True, slots=True)
class Plant:
    """A Plant is a change of a pack's file: each of `changes` stands there once and becomes another text. The fault is
    on the one line of the changed file that has `line` in it."""

    file: str
    changes: dict[str, str]
    line: str


TWIN = """\
{0}:
      at: deck
      rank: {1}
      effect: |
        for q in player - p: q.won -= {1}
        if p.won > {1}: p.won += {1}"""

PLANTED = {
    "leak": Plant(
        "kuhn_poker/pack.yaml",
        {'"Bet": call_or_fold(player_2': '"Bet" if max(player_2.hand.card.rank) < 3: call_or_fold(player_2'},
        '"Bet" if',
    ),
    "leaking-line": Plant(
        "kuhn_poker/pack.yaml",
        {"  answer_check(): |\n": "  answer_check():\n   says: It is {sum(player_2.hand.card.rank)}\n   do: |\n"},
        "says: It is",
    ),
    "unused-definition": Plant("connect_four/pack.yaml", {".playable]": ".below]"}, "playable: not"),
    "unread-local": Plant("arkham_express/bots.yaml", {"(2 if last else 1)": "2"}, "let last"),
    "unread-parameter": Plant("arkham_express/bots.yaml", {"15 * n if n < 3 else 30 + 5 * n": "30"}, "points(int n)"),
    "unread-option": Plant(
        "arkham_express/readings.yaml",
        {"  halve:\n": "  luck:\n    house: luck\n    question: Is there luck?\n    values: [good, bad]\n  halve:\n"},
        "  luck:",
    ),
    "unreachable-area": Plant(
        "arkham_express/board.yaml", {"  - docks <-> isle\n  - isle <-> graveyard\n": ""}, "  isle:"
    ),
    "unreachable-thing": Plant(
        "kuhn_poker/pack.yaml",
        {"title: Queen, at: deck": "title: Queen, at: box", "places:\n": "places:\n  box: {holds: card}\n"},
        "queen:",
    ),
    "unreachable-action": Plant(
        "arkham_express/movement.yaml", {"if: me.stamina < me.max_stamina": "if: me.heals < 0"}, "  heal_stamina:"
    ),
    "unreachable-branch": Plant(
        "arkham_express/movement.yaml", {"if to.monster:": "if me.steps < 0:"}, "if me.steps < 0"
    ),
    "unreachable-prompt": Plant("kuhn_poker/pack.yaml", {'      "Check": answer_check()\n': ""}, '"Bet a coin?"'),
    "dead-hook": Plant(
        "arkham_express/combat.yaml",
        {"rules: |\n": "hooks: |\n  after recover if recover.h.stamina < 0: recover.h.guns = 0\nrules: |\n"},
        "after recover",
    ),
    "unpayable-cost": Plant("arkham_express/combat.yaml", {"{me.guns: 1}": "{me.extra_move: 2}"}, "extra_move"),
    "deck-runs-out": Plant(
        "kuhn_poker/pack.yaml",
        {"procs:\n": "  again:\n    loop: true\n    steps:\n      more: draw(deck, player_1.hand)\n\nprocs:\n"},
        "more: draw",
    ),
    "doubled-set": Plant(
        "arkham_express/combat.yaml",
        {"    h.ambushed = false\n": "    h.ambushed = true\n    h.ambushed = false\n"},
        " h.ambushed = false",
    ),
    "rule-loop": Plant(
        "arkham_express/final_fight.yaml",
        {"    h.out = true                            # AEX-098\n": ""},
        "fallen: for h",
    ),
    "undone-by-line": Plant(
        "arkham_express/combat.yaml",
        {"    if me.down: return                      # the Hospital takes the place of the step. AEX-083\n": ""},
        "if to: step_back(me, to)",
    ),
    "text-and-effect": Plant(
        "kuhn_poker/pack.yaml",
        {
            "      rank: int\n": "      rank: int\n    does:\n      effect: (player p)\n",
            "jack: {title: Jack, at: deck, rank: 1}": (
                "jack:\n      at: deck\n      rank: 1\n      text: Gain 3.\n      effect: p.won += 2"
            ),
        },
        "text: Gain 3.",
    ),
    "missing-text": Plant(
        "arkham_express/heroes.yaml",
        {
            "text: Magician. May pay to roll Monster dice again.\n": (
                "hooks: |\n        after turn: game.last_location = 0\n"
            )
        },
        "    gregory:",
    ),
    "unshown-area": Plant(
        "arkham_express/board.yaml",
        {"areas:\n": "areas:\n  gallery: {title: Art Gallery}\n", "arrows:\n": "arrows:\n  - university <-> gallery\n"},
        "  gallery:",
    ),
    "ledger-count": Plant(
        "arkham_express/ledger.yaml",
        {
            "  AEX-002:\n": (
                "  AEX-999: {section: Box, kind: component, says: There are 12 tokens., check: Count.}\n  AEX-002:\n"
            )
        },
        "AEX-999",
    ),
    "untested-rule": Plant(
        "arkham_express/ledger.yaml",
        {"  AEX-002:\n": "  AEX-999: {section: End, kind: flow, says: It ends., check: It ends.}\n  AEX-002:\n"},
        "AEX-999",
    ),
    "no-staying-option": Plant(
        "kuhn_poker/pack.yaml",
        {
            '"Check": answer_check()': '"Check" if player_1.won == 0: answer_check()',
            '"Bet": call_or_fold(player_2': '"Bet" if player_2.won == 0: call_or_fold(player_2',
        },
        '"Bet a coin?"',
    ),
    "near-twins": Plant(
        "kuhn_poker/pack.yaml",
        {
            "      rank: int\n": "      rank: int\n    does:\n      effect: (player p)\n",
            "jack: {title: Jack, at: deck, rank: 1}": TWIN.format("jack", 1),
            "queen: {title: Queen, at: deck, rank: 2}": TWIN.format("queen", 2),
        },
        "    jack:",
    ),
    "reconstructed": Plant("kuhn_poker/pack.yaml", {"deck: {holds": "deck: {origin: reconstructed, holds"}, "pack:"),
    "stale-ignore": Plant(
        "kuhn_poker/pack.yaml",
        {"won: int = 0 ": "won: int = 0 # rulewright: ignore[unused-definition] shown to people "},
        "won: int",
    ),
}


def plant(folder: Path, planted: Plant) -> Path:
    """A copy of the pack with the fault in it."""
    pack, _, name = planted.file.partition("/")
    copy = folder / pack
    shutil.copytree(content_root() / pack, copy)
    file = copy / name
    text = file.read_text("utf-8")
    for old, new in planted.changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    file.write_text(text, "utf-8")
    return copy


def test_one_is_planted_for_each() -> None:
    assert list(PLANTED) == list(LINTS)


@pytest.mark.parametrize("id_", list(LINTS))
def test_a_planted_fault_is_found(id_: str, tmp_path: Path) -> None:
    planted = PLANTED[id_]
    copy = plant(tmp_path, planted)
    name = planted.file.partition("/")[2]
    lines = (copy / name).read_text("utf-8").split("\n")
    (line,) = [number for number, text in enumerate(lines, 1) if planted.line in text and not text.startswith("#")]
    lints = [LINTS[each] for each in dict.fromkeys(("unused-definition", id_))]
    found = [fault for fault in judged(copy, lints) if fault.id == id_]
    assert [(fault.span.file, fault.span.line) for fault in found] == [(name, line)], found
