"""What is measured is sound: the made packs and overlays can be played, the ratios are what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

import starter
import update
from bench import engines, figures, playing, public_games, statements
from bench.big_pack import write_big_pack
from bench.measure import Ratio, command, python, take_turns
from bench.rows import Row, as_markdown
from rulewright.rulebook.load import load


def test_a_ratio_is_the_median_over_the_turns() -> None:
    taken = {"slow": 0, "fast": 0}

    def slow(turn: int) -> float:
        taken["slow"] += 1
        return 100.0 if turn == 2 else 6.0

    def fast(_: int) -> float:
        taken["fast"] += 1
        return 2.0

    turns = take_turns({"slow": slow, "fast": fast}, seconds=0.0)
    ratio = turns.ratio("slow", "fast")
    assert (ratio.low, ratio.median, ratio.high) == (3.0, 3.0, 3.0)
    assert str(ratio) == "3.00 (3.00 to 3.00)"
    assert taken == {"slow": ratio.turns + 1, "fast": ratio.turns + 1}


def test_the_cost_of_a_statement_is_measured_for_both_large_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "GAMES", 1)
    monkeypatch.setattr(statements, "PLAYERS", (1,))
    (row,) = statements.per_statement(0.0)
    assert row.measured.endswith(" ns")
    assert row.met is not None
    assert str(Ratio(1.0, 2.0, 3.0, 7).times(0.5)) == "1.00 (0.50 to 1.50)"


def test_a_command_that_fails_is_not_measured() -> None:
    assert command(python("sum(range(1_000_000))"))(0) > 0
    with pytest.raises(RuntimeError, match="ended with 3"):
        command(python("raise SystemExit(3)"))(0)


def test_the_made_pack_is_sound_and_always_the_same(tmp_path: Path) -> None:
    files = write_big_pack(tmp_path / "one", 120)
    again = write_big_pack(tmp_path / "two", 120)
    assert [file.read_bytes() for file in files] == [file.read_bytes() for file in again]
    book, faults = load(tmp_path / "one")
    assert faults == []
    assert book is not None
    playing.sound(book)


def test_the_overlays_that_are_measured_are_sound(tmp_path: Path) -> None:
    texts = (playing.more_rules(playing.MORE_RULES), playing.ELSEWHERE, playing.ELSEWHERE + playing.MODIFIER)
    for number, text in enumerate(texts):
        file = tmp_path / f"overlay_{number}.yaml"
        file.write_text(text, encoding="utf-8")
        playing.sound(playing.opener(2, file)())


def test_every_public_contestant_has_a_pack_and_a_package() -> None:
    for contestant in public_games.CONTESTANTS:
        game, engine = contestant.split()
        assert game in engines.PACKS
        assert engine.partition("-")[0] in engines.PACKAGES


def test_the_tables_have_their_places() -> None:
    table = as_markdown([Row("a thing", "2x", "3x", met=True), Row("another", "2x", "1x", met=False)])
    assert table.splitlines()[2:] == ["| a thing | 2x | 3x | yes |", "| another | 2x | 1x | **no** |"]
    now = (starter.ROOT / "engine" / "README.md").read_text(encoding="utf-8")
    for part in (figures.PART, engines.PART):
        assert table in update.Generated("engine/README.md", lambda: table, part=part).fresh(now)
