"""`new`: a pack that already plays, or a copy of one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.pack.listing import bundled_packs
from rulewright.resources import content_root


def test_a_new_pack_plays_and_nothing_is_said_against_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "my first-game"]) == 0
    said = capsys.readouterr().out
    commands = re.findall(r"^    \S.* (validate|test|play|playtest) 'my first-game'$", said, re.MULTILINE)
    assert commands == ["validate", "test", "play", "playtest"]
    for command in (["validate"], ["test"], ["lint", "--strict"], ["playtest", "--games", "20", "--jobs", "1"]):
        assert run([command[0], "my first-game", *command[1:]]) == 0, command
    out = capsys.readouterr().out
    assert "4 passed, 0 failed" in out
    assert "lint" not in out
    assert run(["show", "my first-game"]) == 0
    assert capsys.readouterr().out.startswith("my_first_game 0.1.0: My First Game\n")


@pytest.mark.parametrize(("name", "id_"), [("2048", "game_2048"), ("Ä", "game"), ("--x--", "x")])
def test_any_name_of_a_folder_gives_an_id(tmp_path: Path, name: str, id_: str) -> None:
    folder = tmp_path / name
    assert run(["new", str(folder)]) == 0
    assert f"\n  id: {id_}\n" in (folder / "pack.yaml").read_text(encoding="utf-8")
    assert run(["validate", str(folder)]) == 0


@pytest.mark.parametrize("name", bundled_packs(content_root()))
def test_a_copy_is_the_pack_with_the_schemas_beside_it(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "copy"
    assert run(["new", str(folder), "--from", name]) == 0
    original = content_root() / name
    files = [path.relative_to(original) for path in original.rglob("*") if path.is_file()]
    for path in files:
        own, copied = ((root / path).read_text(encoding="utf-8").split("\n") for root in (original, folder))
        assert copied[1:] == own[1:]
        if path.suffix == ".yaml":
            schema = folder / path.parent / re.sub(r".*=", "", copied[0])
            assert json.loads(schema.read_text(encoding="utf-8"))["title"]
    assert run(["validate", str(folder)]) == 0


def test_every_file_of_a_new_pack_names_a_schema_that_is_there(tmp_path: Path) -> None:
    assert run(["new", str(tmp_path / "game")]) == 0
    for path in (tmp_path / "game").rglob("*.yaml"):
        first = path.read_text(encoding="utf-8").split("\n")[0]
        assert (path.parent / first.removeprefix("# yaml-language-server: $schema=")).is_file(), first


def test_a_folder_that_is_not_empty_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "note.txt").write_text("mine", encoding="utf-8")
    assert run(["new", str(tmp_path)]) == 2
    assert run(["new", str(tmp_path / "note.txt")]) == 2
    assert capsys.readouterr().err.count("is no empty folder") == 2
    assert [path.name for path in tmp_path.iterdir()] == ["note.txt"]


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    assert run(["new", str(tmp_path), "--from", "noughts_and_crosses"]) == 0
    assert run(["validate", str(tmp_path)]) == 0


def test_an_unknown_pack_is_named_with_the_nearest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", str(tmp_path / "game"), "--from", "kuhn_pokr"]) == 2
    assert "did you mean `kuhn_poker`?" in capsys.readouterr().err
    assert not (tmp_path / "game").exists()
