"""`tools/yaml_coverage.py`: the lines of a pack that its games never run."""

import io
from pathlib import Path

import pytest

import yaml_coverage

PACK = """\
pack: {format: 1, id: walk, title: A Walk, version: 1.0.0, players: 1..2, recommended: 2, seats: team, credits: Us}
kinds:
  player: {fields: {steps: int = 0}}
procs:
  go(player me): |
    me.steps += 1
    if me.steps > 9:
      me.steps = 0
    elif count(player) == 2:
      me.steps += 1
flow:
  walk:
    each: player
    do: go(it)
  over:
    do: end(win=player)
"""


def test_lines_that_no_game_runs_are_named(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(PACK, encoding="utf-8")
    out = io.StringIO()
    percent = yaml_coverage.measure(tmp_path.resolve(), "random", 2, out)
    row = next(line for line in out.getvalue().splitlines() if line.startswith("pack.yaml"))
    assert row.split()[1:] == ["9", "2", "78%", "8,", "15"]  # the step at 15 ends the game: it is never left
    assert round(percent) == 78


def test_what_cannot_be_played(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(PACK.replace("go(it)", "run(it)"), encoding="utf-8")
    assert yaml_coverage.main([str(tmp_path)]) == 1
    assert yaml_coverage.main(["nothing_of_that_name"]) == 2
    assert "cannot be played: " in capsys.readouterr().err
