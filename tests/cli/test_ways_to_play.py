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
