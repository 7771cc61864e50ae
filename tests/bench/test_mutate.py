"""Mutant runs: the same seed gives the same mutants, and who finds one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.mutate import KINDS, NOTHING, TESTS, VALIDATE, Mutant, found_by, lines_of, mutants, table
from rulewright.resources import content_root

PACK = content_root() / "arkham_express"


def test_the_same_seed_gives_the_same_mutants_of_every_kind() -> None:
    lines = lines_of(PACK)
    some = mutants(lines, 60, 3)
    assert some == mutants(lines, 60, 3)
    assert some != mutants(lines, 60, 4)
    assert len(set(some)) == 60
    assert list(dict.fromkeys(mutant.kind for mutant in some)) == list(KINDS)


def test_words_for_people_and_comments_stay() -> None:
    for mutant in mutants(lines_of(PACK), 2000, 0):
        assert mutant.after != mutant.before
        assert "title:" not in mutant.before
        assert mutant.after is None or mutant.after.partition(" # ")[2] == mutant.before.partition(" # ")[2]


@pytest.mark.parametrize(
    ("new", "by"),
    [("count(playr)", VALIDATE), ("count(player) + 1", TESTS), ("count(player)", NOTHING)],
)
def test_who_finds_it(tmp_path: Path, new: str, by: str) -> None:
    pack = tmp_path / "small"
    pack.mkdir()
    text = """\
pack: {format: 1, id: small, title: Small, version: 1.0.0, players: 2, seats: each, credits: Us}
kinds: {player: {fields: {coins: int = 0}}}
procs:
  pay(player who): who.coins += count(player)
flow:
  turn: end("Over")
tests:
  two_for_two:
    run: pay(player_1)
    expect: player_1.coins == 2
"""
    (pack / "pack.yaml").write_text(text, encoding="utf-8")
    line = "  pay(player who): who.coins += count(player)"
    mutant = Mutant("any", "pack.yaml", 4, line, line.replace("count(player)", new))
    scratch = tmp_path / "scratch"
    assert found_by(pack, mutant, scratch) == by
    assert (pack / "pack.yaml").read_text(encoding="utf-8") == text
    assert not list(scratch.iterdir())


def test_a_statement_is_dropped_with_its_line() -> None:
    dropped = [mutant for mutant in mutants(lines_of(PACK), 2000, 0) if mutant.after is None]
    assert "    me.found = r.clue" in [mutant.before for mutant in dropped]


def test_the_table_counts_kinds() -> None:
    mutant = Mutant("changed number", "pack.yaml", 1, "a", "b")
    rows = table([(mutant, TESTS), (mutant, NOTHING)])
    assert "| changed number | 2 | 0 | 1 | 1 |" in rows
    assert rows[-1] == "| all | 2 | 0 | 1 | 1 |"
