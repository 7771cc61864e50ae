"""The commands as a user runs them: processes of their own, a bundled pack, whole output."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rulewright.resources import content_root

PACK = "noughts_and_crosses"
TIMES = ("seconds", "decisions_per_second")


def started(*arguments: str, environment: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "rulewright", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, **(environment or {})},
        start_new_session=True,
    )


def ran(*arguments: str, code: int = 0, hash_seed: str = "random") -> str:
    """What a command prints on standard output."""
    process = started(*arguments, environment={"PYTHONHASHSEED": hash_seed})
    out, err = process.communicate(timeout=60)
    assert process.returncode == code, err
    return out


def reported(*arguments: str, hash_seed: str = "random") -> dict[str, Any]:
    report: dict[str, Any] = json.loads(ran("playtest", *arguments, "--format", "json", hash_seed=hash_seed))
    return {**report, **dict.fromkeys(TIMES)}


@pytest.mark.parametrize(
    ("pack", "games", "few", "more"),
    [
        (PACK, 60, 20, ()),
        ("kuhn_poker", 60, 20, ()),
        ("arkham_express", 40, 20, ("--players", "4")),
        ("kuhn_poker", 6, 2, ("--agents", "greedy,random")),
    ],
)
def test_jobs_and_the_seed_of_hashes_change_nothing(pack: str, games: int, few: int, more: tuple[str, ...]) -> None:
    base = (pack, "--seed", "5", *more)
    here = reported(*base, "--games", str(games), "--jobs", "1", hash_seed="0")
    assert json.dumps(here) == json.dumps(reported(*base, "--games", str(games), "--jobs", "2", hash_seed="1"))
    assert json.dumps(here) == json.dumps(reported(*base, "--games", str(games), "--jobs", "1", hash_seed="2"))
    assert here["failed"] == here["capped"] == 0
    assert reported(*base, "--games", str(few), "--jobs", "1")["per_game"] == here["per_game"][:few]


def test_a_recorded_game_replays(tmp_path: Path) -> None:
    ran("playtest", PACK, "--games", "3", "--jobs", "2", "--record", str(tmp_path))
    files = sorted(tmp_path.iterdir())
    assert len(files) == 3
    for file in files:
        assert "the same" in ran("replay", str(file))


def interrupted(jobs: int, after: float) -> str:
    """What a long series prints that is interrupted some seconds after it began."""
    process = started("playtest", PACK, "--games", "100000000", "--jobs", str(jobs), "--format", "json")
    try:
        assert process.stderr is not None
        assert "games 100000000" in process.stderr.readline()
        time.sleep(after)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    assert process.returncode == 130, err
    assert "Traceback" not in err
    return out


@pytest.mark.parametrize(("jobs", "after"), [(1, 1.0), (2, 4.0)])
def test_interrupted_the_finished_games_are_reported(jobs: int, after: float) -> None:
    report = json.loads(interrupted(jobs, after))
    assert 0 < report["games"] == len(report["per_game"]) < 100_000_000


@pytest.mark.parametrize("after", [0.0, 0.1, 0.4])
def test_interrupted_while_processes_begin_it_ends(after: float) -> None:
    interrupted(2, after)


def test_no_colour_and_no_bar_in_a_pipe() -> None:
    plain = {"NO_COLOR": "1", "LC_ALL": "C", "PYTHONUTF8": "0"}
    process = started("playtest", PACK, "--games", "5", "--jobs", "1", environment=plain)
    out, err = process.communicate(timeout=60)
    assert "\x1b" not in out + err
    assert err.count("\n") == 1


def test_validate_and_show() -> None:
    assert ran("validate", PACK) == f"{PACK}: no errors\n"
    assert PACK in ran("show")
    assert "flow" in ran("show", PACK, "turn")


def test_a_changed_pack_is_named(tmp_path: Path) -> None:
    folder = tmp_path / PACK
    shutil.copytree(content_root() / PACK, folder)
    ran("playtest", str(folder), "--games", "1", "--jobs", "1", "--record", str(tmp_path / "games"))
    file = next((tmp_path / "games").iterdir())
    head = folder / "pack.yaml"
    text = head.read_text(encoding="utf-8")
    assert text.count("Where do you put your mark?") == 1
    head.write_text(text.replace("Where do you put your mark?", "Where?"), encoding="utf-8")
    out = ran("replay", str(file), "--pack", str(folder), code=1)
    assert "differs at step 1" in out
    assert "now seat 1 is asked 'Where?'" in out
    assert out.strip().split("\n")[-1] == "definitions changed since it was recorded: flow.round.turn"
