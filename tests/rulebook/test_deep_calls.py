"""A thousand open calls are the most, wherever the game is played from."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.agents import AGENTS
from rulewright.play.flow import Ending, Status
from rulewright.play.runner import Runner
from rulewright.rulebook.load import load

PACK = """
pack: {{id: deep, title: Deep, version: 1.0.0, players: 1, seats: each}}
procs:
  down(int n) -> int: |
    if n <= 1: return 1
    return down(n - 1) + 1
  last(int n) -> int: |
    return count((1..1)[last(n - 1) > 0]) if n > 1 else 1
flow:
  go: |
    let n = {call}
    end(win=player_1, "through")
"""


def played(folder: Path, call: str, frames: int) -> Ending:
    """The end of a game of the pack, played with so many of Python's frames below it."""
    if frames:
        return played(folder, call, frames - 1)
    (folder / "pack.yaml").write_text(PACK.format(call=call), "utf-8")
    rulebook, faults = load(folder)
    assert rulebook is not None, faults
    return Runner(rulebook, [AGENTS["random"]]).play(0, 0)


@pytest.mark.parametrize("name", ["down", "last"])
@pytest.mark.parametrize("frames", [0, 500])
def test_a_thousand_calls_run_and_one_more_caps_the_game(tmp_path: Path, name: str, frames: int) -> None:
    assert played(tmp_path, f"{name}(1000)", frames).status is Status.OVER
    ending = played(tmp_path, f"{name}(1001)", frames)
    assert ending.status is Status.CAPPED
    assert ending.fault is not None
    assert ending.fault.id == "endless-calls"
    assert name in [culprit.name for culprit in ending.culprits]
