"""What `validate` finds in packs on disk that are sound for most, but not for all numbers of players and options."""

from pathlib import Path

import pytest

from rulewright.cli import run

PACK = """\
pack: {format: 1, id: ways, title: Ways, version: 1.0.0, players: 1..4, recommended: 2, seats: each, credits: Us}
options:
  pace:
    variant: how fast it goes
    values:
      slow: {}
      fast:
        change:
          procs:
            go(): PROC
kinds:
  player: {fields: {steps: int = 0}}
  token: {fields: {size: int = 1}}
places:
  pile: {per: player, holds: token}
  box: {holds: token}
procs:
  go(): player_1.steps += 1
things:
  token:
    spare:
      at: box
      count: count(player) / 4
      size: SIZE
tables:
  price:
    KEYS: 1
flow:
  turn: |
    go()
    player_1.steps += price(count(player))
"""


def validated(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    proc: str = "player_1.steps += 2",
    size: str = "1",
    keys: str = "1..4",
) -> list[str]:
    """The places and messages of the faults, one a line."""
    text = PACK.replace("PROC", proc).replace("SIZE", size).replace("KEYS", keys)
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    code = run(["validate", str(tmp_path)])
    lines = [line.removeprefix(f"{tmp_path}/") for line in capsys.readouterr().out.split("\n")]
    found = [line for line in lines if line.startswith("pack.yaml")]
    assert code == any("missing-row" not in line for line in found)
    return found


def test_a_pack_that_is_sound_in_all_ways(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert validated(tmp_path, capsys) == []


def test_a_fault_in_the_overlay_of_one_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fault,) = validated(tmp_path, capsys, proc="player_1.steeps += 2")
    assert fault.startswith("pack.yaml:10:28: unknown-field")


def test_a_fault_of_a_thing_that_only_four_players_have(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fault,) = validated(tmp_path, capsys, size="large")
    assert fault.startswith("pack.yaml:24:13: unknown-name")


def test_a_table_without_a_row_for_some_number_of_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (warning,) = validated(tmp_path, capsys, keys="1..3")
    assert warning.startswith(
        "pack.yaml:31:23: missing-row: the table `price` has no row for 4, which this is with players 4"
    )


def overlaid(tmp_path: Path, capsys: pytest.CaptureFixture[str], *overlays: str) -> list[str]:
    """What is said of the sound pack with overlays beside it, one a file, called 1.yaml, 2.yaml ..."""
    folder = tmp_path / "ways"
    folder.mkdir()
    text = PACK.replace("PROC", "player_1.steps += 2").replace("SIZE", "1").replace("KEYS", "1..4")
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    more: list[str] = []
    for number, overlay in enumerate(overlays, 1):
        path = tmp_path / f"{number}.yaml"
        path.write_text(f"overlay: {{id: o{number}, over: ways}}\n{overlay}\n", encoding="utf-8")
        more += ["--with", str(path)]
    run(["validate", str(folder), *more])
    return [line.strip().replace(f"{tmp_path}/", "") for line in capsys.readouterr().out.split("\n")]


def test_what_an_overlay_removes_is_named_where_it_is_missed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = overlaid(tmp_path, capsys, "remove:\n  places: [box]")
    assert "ways/pack.yaml:22:11: unknown-place: there is no place `box` to start at" in said
    assert "1.yaml:3:12: an overlay removes it here" in said


def test_an_id_of_an_overlay_that_a_name_would_hide_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = overlaid(tmp_path, capsys, "procs:\n  hop(int n): player_1.steps += n", "areas:\n  n:")
    assert "1.yaml:3:11: hidden-name: `n` would hide what has this id" in said
    assert "2.yaml:3:3: `n` is declared here" in said


def test_overlays_beside_the_pack_that_touch_the_same_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change = "change:\n  procs:\n    go(): player_1.steps += {}"
    said = overlaid(tmp_path, capsys, change.format(3), change.format(4))
    assert "2.yaml:4:11: overlay-conflict: `o2` and `o1` both touch `procs.go`; the later one wins" in said
    assert "1.yaml:4:11: `o1` touches it here" in said
    assert said[-2].endswith("ways: 1 warning")


def test_an_overlay_is_given_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "1.yaml"
    path.write_text("overlay: {id: one}\n", encoding="utf-8")
    assert run(["validate", "arkham_express", "--with", str(path), "--with", str(path)]) == 2
    assert "this overlay was given before" in capsys.readouterr().err
