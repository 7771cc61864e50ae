"""Overlays from end to end: files laid over bundled packs, checked, shown, tested and played."""

from pathlib import Path

import pytest

from rulewright.cli import run

CROSSES = "noughts_and_crosses"
WIDE = """overlay: {id: wide, over: noughts_and_crosses >= 1.0}
measures:
  empty: count(area[not .owner])
change:
  flow:
    round:
      steps:
        turn:
          do: |
            let cell = pick(area[not .owner], "Your mark?")
            if cell: cell.owner = me
insert:
  before round:
    greet: c22.owner = none
tests:
  in_the_middle:
    given: {turn.me: player_1, c11.owner: player_2}
    answers: {"Your mark?": c22}
    run: {step: turn}
    expect: c22.owner == player_1
"""
FIRST = """overlay: {id: first, over: noughts_and_crosses}
change:
  measures:
    marks: 1
"""
SECOND = FIRST.replace("first", "second").replace("marks: 1", "marks: 2")


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("wide", WIDE), ("first", FIRST), ("second", SECOND)):
        Path(f"{name}.yaml").write_text(text, encoding="utf-8")


def said(capsys: pytest.CaptureFixture[str]) -> str:
    found = capsys.readouterr()
    return " ".join((found.out + found.err).split())


def test_an_overlay_alone_says_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", "wide.yaml"]) == 2
    assert (
        "an overlay over the pack `noughts_and_crosses >= 1.0`; write `noughts_and_crosses --with wide.yaml`"
        in said(capsys)
    )
    Path("far.yaml").write_text("overlay: {id: far, over: sea_war >= 2}\n", encoding="utf-8")
    assert run(["validate", "far.yaml"]) == 2
    assert "there is no such pack among the bundled ones, nor beside this file" in said(capsys)
    Path("sea_war").mkdir()
    Path("sea_war/pack.yaml").write_text("pack: {id: sea_war}\n", encoding="utf-8")
    assert run(["validate", "far.yaml"]) == 2
    assert "write `sea_war --with far.yaml`" in said(capsys)


def test_what_it_is_not_for(capsys: pytest.CaptureFixture[str]) -> None:
    Path("late.yaml").write_text("overlay: {id: late, over: noughts_and_crosses >= 9}\n", encoding="utf-8")
    assert run(["validate", CROSSES, "--with", "late.yaml"]) == 1
    assert "late.yaml:1:27: wrong-pack:" in said(capsys)


def test_a_pack_with_an_overlay_is_sound_and_passes_its_tests(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", CROSSES, "--with", "wide.yaml"]) == 0
    assert run(["test", CROSSES, "--with", "wide.yaml", "--only", "in_the_middle"]) == 0
    assert "1 passed, 0 failed" in said(capsys)


def test_a_definition_is_shown_as_it_is_after_all_overlays(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", CROSSES, "turn", "--with", "wide.yaml"]) == 0
    shown = said(capsys)
    assert "Your mark?" in shown
    assert "wide.yaml" in shown
    assert run(["show", CROSSES, "marks", "--with", "first.yaml", "--with", "second.yaml"]) == 0
    assert "second.yaml" in said(capsys)


def test_several_at_once_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["--with", "wide.yaml", "--with", "second.yaml"]
    assert run(["playtest", CROSSES, *chosen, "--games", "20", "--seed", "1"]) == 0
    shown = said(capsys)
    assert "marks" in shown
    assert "empty" in shown


def test_a_folder_is_an_overlay_of_several_files(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path("wider")
    (folder / "more").mkdir(parents=True)
    assert run(["validate", CROSSES, "--with", "wider"]) == 2
    assert "this folder holds no `overlay.yaml`; it makes a folder an overlay" in said(capsys)
    head, _, rest = WIDE.partition("measures:")
    (folder / "overlay.yaml").write_text(head, encoding="utf-8")
    (folder / "more" / "turn.yaml").write_text(f"measures:{rest}", encoding="utf-8")
    assert run(["validate", "wider"]) == 2
    assert "write `noughts_and_crosses --with wider`" in said(capsys)
    assert run(["validate", CROSSES, "--with", "wider"]) == 0
    assert run(["test", CROSSES, "--with", "wider", "--only", "in_the_middle"]) == 0
    capsys.readouterr()
    assert run(["show", CROSSES, "turn", "--with", "wider"]) == 0
    assert "# wider/more/turn.yaml:9 let cell" in said(capsys)


def test_an_overlay_says_who_can_play_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    alone = """overlay: {id: alone, over: noughts_and_crosses, players: 1..2, recommended: 1, seats: team}
tests:
  by_two:
    players: 2
    run: end(win=none)
    expect: game.over
  by_three:
    players: 3
    run: end(win=none)
    expect: game.over
"""
    Path("alone.yaml").write_text(alone, encoding="utf-8")
    assert run(["playtest", CROSSES, "--with", "alone.yaml", "--games", "2", "--seed", "1", "--players", "1"]) == 0
    assert "players 1, agents random" in said(capsys)
    assert run(["playtest", CROSSES, "--games", "2", "--players", "1"]) == 2
    assert f"--players 1: {CROSSES} is for 2" in said(capsys)
    assert run(["test", CROSSES, "--with", "alone.yaml", "--only", "by_two"]) == 0
    assert run(["test", CROSSES, "--with", "alone.yaml", "--only", "by_three"]) == 1
    assert f"{CROSSES} is for 1 to 2 players" in said(capsys)


PACK_OVER = """pack:
  id: crosses_and_more
  title: Crosses and More
  version: "1.0"
  players: 2
  seats: each
  over: noughts_and_crosses >= 1.0
change:
  measures:
    marks: 7
"""


def test_a_pack_over_a_pack_is_shown_through_both(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path("crosses_and_more")
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK_OVER, encoding="utf-8")
    assert run(["validate", "crosses_and_more"]) == 0
    assert run(["show", "crosses_and_more", "marks", "--with", "second.yaml"]) == 0
    assert "marks: 2 # second.yaml:4" in said(capsys)
    assert run(["show", "crosses_and_more", "marks"]) == 0
    assert "marks: 7 # crosses_and_more/pack.yaml:10" in said(capsys)


def test_a_pack_over_nothing_says_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path("crosses_and_more")
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK_OVER.replace("noughts_and_crosses", "sea_war"), encoding="utf-8")
    assert run(["validate", "crosses_and_more"]) == 1
    assert "this pack lies over the pack `sea_war >= 1.0` there is no such pack beside it" in said(capsys)
