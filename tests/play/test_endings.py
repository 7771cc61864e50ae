"""How a game ends: the words of `end` with their holes filled, the same in a series and in a record of it."""

from pathlib import Path

import pytest

from rulewright.agents import AGENTS
from rulewright.play.runner import Runner
from rulewright.play.watched import WatchedRunner
from rulewright.rulebook.load import load

PACK = """\
pack: {format: 1, id: small, title: Small, version: 1.0.0, players: 2, recommended: 2, seats: each, credits: Us}

enums:
  color: [red, green]
kinds:
  player:
    fields: {points: int = 3, color: color = green, friend: maybe player = none}
dice:
  coin: [heads, heads]
flow:
  turn: |
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('end(win=player_1, "{player_1} wins {player_1.points} to {player_2.points - 1}")', "Player 1 wins 3 to 2"),
        ('end("{player}: {player_1.friend}, {player_1.color == green}")', "Player 1, Player 2: none, yes"),
        ('end("{player_1.color}{player_1.color}")', "greengreen"),
        ('let r = roll(coin, 2); end("{r}!")', "heads, heads!"),
        ('end("no holes")', "no holes"),
        ("end(win=player_1)", ""),
        ("let n = 1", "no end"),
    ],
)
def test_the_words_of_an_end(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "pack.yaml").write_text(f"{PACK}    {text}\n", encoding="utf-8")
    for watched in (False, True):
        book, faults = load(tmp_path, watched=watched)
        assert book is not None, [fault.message for fault in faults]
        outcome = (WatchedRunner if watched else Runner)(book, [AGENTS["random"]] * 2).play(0, 0).outcome
        assert outcome is not None
        assert (outcome.why, outcome.shown) == (words, ())


def test_faults_in_the_holes_of_an_end(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(f'{PACK}    end("{{player_1.pints}}")\n', encoding="utf-8")
    _, faults = load(tmp_path)
    assert [(fault.id, fault.span.column) for fault in faults] == [("unknown-field", 20)]
