"""A step is left, and a game ends, from every kind of text that does something; texts that are only read refuse it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.check.packs import checked
from tests.language.emit.harness import HEADER
from tests.oracle.games import Played, compiled_game, differences, oracle_game, prepare

FUEL, BUDGET = 10_000, 100_000
PACK = """kinds:
  game: {{fields: {{late: int = 0, after: int = 0, on: bool = false}}}}
  card:
    me: .owner
    does:
      effect: ()
    fields: {{used: int = 0}}
{borne}
things:
  card:
    scroll:
      at: game
      owner: player_1
{effect}
menus:
  main:
    with: (player me)
    must: true
actions:
  act:
    in: main
    if: {gate}
    do: {act}
procs:
  work(): {work}
{extra}
hooks: |
  after inner: game.after += 1
  {hook}
rules: |
  alarm: when game.on: {rule}
flow:
  outer:
    steps:
      inner: |
        {text}
        game.late += 1
  close: game.late += 10
"""
MEASURES = """measures:
  late: game.late
  after: game.after
"""
TEXTS = {
    "step": {"text": "if game.late == 0: DO"},
    "procedure": {"text": "work()", "work": "DO"},
    "action": {"text": "offer(main, player_1)", "act": "DO"},
    "rule": {"text": "game.on = true", "rule": "DO"},
    "does": {"text": "effect(scroll)", "effect": "      effect: DO"},
    "before": {"text": "work()", "hook": "before work: DO"},
    "instead": {"text": "work()", "hook": "instead work: DO"},
    "after": {"text": "work()", "hook": "after work: DO"},
    "after_proceeding": {"text": "work()", "hook": "instead work: proceed(); DO"},
    "before_a_step": {"text": "game.on = false", "hook": "before inner: DO"},
    "on_a_move": {"text": "move(scroll, player_2)", "hook": "before move: DO"},
    "on_an_action": {"text": "offer(main, player_1)", "hook": "after act: DO"},
    "on_a_rule": {"text": "game.on = true", "rule": "game.on = false", "hook": "before alarm: DO"},
    "next": {"text": "next after work: DO\n        work()"},
    "choose": {"text": 'choose("Now?", by=player_1):\n          "Yes": DO'},
    "loop": {"text": "for n in 1..3: DO"},
    "hook_of_a_thing": {"text": "work()", "borne": "    hooks: |\n      after work: DO"},
    "rule_of_a_thing": {"text": "scroll.used = 1", "borne": "    rules: |\n      when .used > 0: DO"},
    "action_of_a_thing": {
        "text": "offer(main, player_1)",
        "gate": "game.on",
        "borne": "    actions:\n      cast:\n        in: main\n        do: DO",
    },
}
NOTHING = {"borne": "", "effect": "", "extra": "", "hook": "after rest: game.on = false", "text": "rest()"}
QUIET = {"gate": "not game.on", "act": "rest()", "work": "rest()", "rule": "game.on = false"}


def text_of(parts: dict[str, str], does: str) -> str:
    """The pack with one text that does something."""
    filled = {name: text.replace("DO", does) for name, text in parts.items()}
    given = {**NOTHING, **QUIET, **filled, "extra": "  rest(): game.on = false"}
    return HEADER + PACK.format(**given)


def games(folder: Path, text: str) -> Played:
    """How the game goes, by the engine and by the oracle."""
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    both, faults, _ = prepare(folder, {}, 2)
    assert both is not None, [(each.message, each.span) for each in faults]
    compiled = compiled_game(both.book, 1, 0, FUEL)
    assert differences(oracle_game(both, 1, 0, BUDGET), compiled) == []
    return compiled


@pytest.mark.parametrize("name", TEXTS)
def test_a_step_is_left(tmp_path: Path, name: str) -> None:
    game = games(tmp_path, text_of(TEXTS[name], "leave(inner)") + MEASURES)
    assert game.status == "over"
    assert game.measures == {"late": 10, "after": 1}


@pytest.mark.parametrize("name", TEXTS)
def test_a_game_ends(tmp_path: Path, name: str) -> None:
    game = games(tmp_path, text_of(TEXTS[name], 'end(win=player_2, "Enough")') + MEASURES)
    assert game.outcome is not None
    assert game.outcome.winners == (2,)
    assert game.measures == {"late": 0, "after": 0}


@pytest.mark.parametrize("does", ["leave(inner)", 'end(win=none, "No")'])
@pytest.mark.parametrize(
    "where",
    [
        "kinds:\n  card:\n    derive:\n      worth: |\n        {}\n",
        "mods: |\n  of card.used: add {}\n",
        "measures:\n  odd: |\n    {}\n",
        "rules: |\n  when {}: game.on = false\n",
        "actions: |\n  pay: in main cost scroll.used = {}: rest()\n",
        "actions: |\n  pick_one: in main with c in {}: rest()\n",
        "hooks: |\n  after work if {}: rest()\n",
    ],
)
def test_what_is_only_read_neither_leaves_nor_ends(tmp_path: Path, where: str, does: str) -> None:
    files = {"pack.yaml": text_of(TEXTS["step"], "rest()"), "more.yaml": where.format(does)}
    program, faults, _ = checked(tmp_path, files)
    assert program is None
    assert {each.span.file for each in faults} == {"more.yaml"}
    assert {each.id for each in faults} & {"impure", "syntax", "wrong-kind"}
