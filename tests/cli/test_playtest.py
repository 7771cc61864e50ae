"""The command `playtest`: its output, what it writes, its exit codes."""

import json
import os
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulewright.agents import AGENTS
from rulewright.cli import playtest, run
from rulewright.playtest import series
from rulewright.playtest.series import Series, play_series
from rulewright.resources import schema_path
from tests.cli.conftest import ToyPack
from tests.play.toy import toy

FEW = ["--games", "20", "--jobs", "1"]


def told(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    """The JSON that the command prints, and nothing else."""
    assert run(["playtest", "toy", *FEW, "--format", "json", *arguments]) == code
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


@pytest.mark.usefixtures("toy_pack")
def test_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["playtest", "toy", *FEW]) == 0
    captured = capsys.readouterr()
    assert captured.err == "toy: players 2, games 20, seed 0, agents random, jobs 1\n"
    lines = captured.out.split("\n")
    assert lines[1] == "players 2, agents random, seed 0, 20 games"
    assert "again: rulewright playtest toy --players 2 --games 20 --seed 0 --agents random" in lines
    assert "\x1b" not in captured.out


@pytest.mark.usefixtures("toy_pack")
def test_the_command_that_repeats_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    Path("my own.yaml").write_text("overlay: {id: mine, over: toy}\n", encoding="utf-8")
    chosen = ["--players", "3", "--seed", "5", "--with", "length=long", "--with", "my own.yaml"]
    run(["playtest", "toy", *FEW, *chosen])
    again = capsys.readouterr().out.strip().split("\n")[-1]
    words = "rulewright playtest toy --players 3 --games 20 --seed 5 --agents random --with length=long --with"
    assert again == f"again: {words} 'my own.yaml'"


@pytest.mark.usefixtures("toy_pack")
def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    report = told(capsys, "--out", "a/report.json")
    schema = json.loads(schema_path("report").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(report)
    assert report == json.loads(Path("a/report.json").read_text(encoding="utf-8"))
    assert (report["players"], report["games"], report["agents"]) == (2, 20, ["random", "random"])


def test_choices_reach_the_game(toy_pack: ToyPack, capsys: pytest.CaptureFixture[str]) -> None:
    report = told(capsys, "--players", "4", "--with", "length=long", "--agents", "random,random, random,random")
    assert (report["players"], report["options"], len(report["agents"])) == (4, {"length": "long"}, 4)
    assert toy_pack.loaded == [({"length": "long"}, 4, [])]


@pytest.mark.usefixtures("toy_pack")
def test_recording(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "--record", "games", "--seed", "3")
    files = sorted(Path("games").iterdir())
    assert len(files) == 20
    assert files[7].name == "toy-2p-seed3-game000007.txt"
    assert run(["replay", str(files[7])]) == 0
    assert not playtest.BROKEN.exists()


@pytest.mark.parametrize(("trouble", "code", "kind"), [("fault", 1, "failed"), ("endless", 1, "capped")])
def test_broken_games(
    toy_pack: ToyPack, capsys: pytest.CaptureFixture[str], trouble: str, code: int, kind: str
) -> None:
    toy_pack.trouble = trouble
    assert run(["playtest", "toy", "--games", "4", "--jobs", "1"]) == code
    out = capsys.readouterr().out
    files = sorted(playtest.BROKEN.iterdir())
    assert files
    assert f"{kind}: {len(files)} of 4 games" in out
    assert f"rulewright replay {files[0]}" in out
    assert f"all broken games lie in {playtest.BROKEN}" in out
    for file in files:
        assert run(["replay", str(file)]) == 0
    capsys.readouterr()
    report = told(capsys, "--games", "4", code=code)
    assert report[kind] == len(files)
    (fault,) = {json.dumps(game["fault"]) for game in report["per_game"] if game["fault"]}
    assert json.loads(fault)["blame"] == "content"
    Draft202012Validator(json.loads(schema_path("report").read_text(encoding="utf-8"))).validate(report)


def test_a_fault_of_an_agent_is_one_of_the_engine(toy_pack: ToyPack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS, "random", lambda *_: -1)
    assert run(["playtest", toy_pack.folder.name, *FEW]) == 3


@pytest.mark.usefixtures("toy_pack")
def test_the_report_says_how_it_was_called(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_COMMAND", "python3 tools/run.py")
    assert run(["playtest", "toy", "--games", "1", "--jobs", "1"]) == 0
    assert "\nagain: python3 tools/run.py playtest toy " in capsys.readouterr().out


@pytest.mark.usefixtures("toy_pack")
def test_there_are_no_more_processes_than_have_something_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def pool(jobs: int) -> Executor:
        asked.append(jobs)
        return ThreadPoolExecutor(1)

    monkeypatch.setattr(playtest, "process_pool", pool)
    monkeypatch.setattr(playtest, "cores", lambda: 2)
    monkeypatch.setattr(series, "_opened", lambda _: toy())
    for games in ("3", "200"):
        assert run(["playtest", "toy", "--games", games, "--jobs", "100000"]) == 0
    assert asked == [3, 8]


@pytest.mark.skipif(os.name == "nt", reason="needs links and devices")
@pytest.mark.usefixtures("toy_pack")
def test_what_is_written_through_and_what_is_not() -> None:
    Path("link.json").symlink_to("real.json")
    assert run(["playtest", "toy", *FEW, "--out", "link.json"]) == 0
    assert Path("link.json").is_symlink()
    assert json.loads(Path("real.json").read_text(encoding="utf-8"))["pack"] == "toy"
    Path("null.json").symlink_to("/dev/null")
    assert run(["playtest", "toy", *FEW, "--out", "null.json"]) == 2
    Path("round.json").symlink_to("round.json")
    assert run(["playtest", "toy", *FEW, "--out", "round.json"]) == 2


def test_a_pack_with_errors(toy_pack: ToyPack, capsys: pytest.CaptureFixture[str]) -> None:
    toy_pack.fault(2, 10)
    assert run(["playtest", "toy", *FEW, "--format", "json"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "pack.yaml:10:5: odd-thing: 2 is odd" in captured.err
    assert captured.err.endswith("toy: 1 error\n")


def test_interrupted(toy_pack: ToyPack, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any) -> Series:
        book, plan, _, executor, jobs, progress = arguments
        some = play_series(book, plan, 7, executor, jobs, progress)
        some.interrupted = True
        return some

    monkeypatch.setattr(playtest, "play_series", interrupted)
    assert run(["playtest", toy_pack.folder.name, *FEW]) == 130
    assert "7 of 20 games, then interrupted" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "5"], "--players 5: toy is for 2 to 4"),
        (["--agents", "randm"], "there is no agent 'randm'; did you mean random?"),
        (["--agents", "wizard"], "there is no agent 'wizard'; there are greedy, random"),
        (["--agents", "random,random,random"], "give one for all seats or 2, not 3"),
        (["--games", "0"], "Invalid value for '--games'"),
        (["--jobs", "0"], "Invalid value for '--jobs'"),
        (["--seed", "x"], "Invalid value for '--seed'"),
        (["--out", ""], "the name of a file is missing"),
        (["--out", "toy"], "'toy' is a folder"),
        (["--out", "toy/pack.yaml/x.json"], "cannot be written: Not a directory"),
        (["--record", ""], "the name of a folder is missing"),
        (["--record", "toy/pack.yaml"], "'toy/pack.yaml' is no folder"),
        (["--record", "toy/pack.yaml/x"], "cannot be written: Not a directory"),
    ],
)
@pytest.mark.usefixtures("toy_pack")
def test_used_wrongly(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert run(["playtest", "toy", *arguments]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""
