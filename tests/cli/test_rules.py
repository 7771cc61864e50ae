"""The command `rules`: the ledger with what covers each rule."""

import json
from pathlib import Path

import pytest

from rulewright.cli import run
from tests.trials.games import LEDGER, SALE, write


@pytest.fixture
def harvest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small game with a ledger and a test, in the working directory."""
    monkeypatch.chdir(tmp_path)
    return write(tmp_path / "harvest", {"tests.yaml": SALE, "ledger.yaml": LEDGER})


@pytest.mark.usefixtures("harvest")
def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "harvest"]) == 0
    assert capsys.readouterr().out.split("\n") == [
        "Trade",
        "",
        "  HAR-001  Fruit is sold for what it is worth.",
        "    tested by pear_for_two",
        "",
        "  HAR-002  There are three kinds of fruit.",
        "    UNCOVERED: Count them.",
        "",
        "Weather",
        "",
        "  HAR-003  Sunny dice give coins.",
        "    UNCOVERED: Roll one sun, gain one coin.",
        "",
        "uncovered: HAR-002, HAR-003",
        "1 of 3 rules covered",
        "",
    ]


@pytest.mark.usefixtures("harvest")
def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "harvest", "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert list(said) == ["pack", "rules", "covered", "uncovered", "entries"]
    assert (said["pack"], said["rules"], said["covered"]) == ("harvest", 3, 1)
    assert said["uncovered"] == ["HAR-002", "HAR-003"]
    assert said["entries"][0] == {
        "id": "HAR-001",
        "section": "Trade",
        "says": "Fruit is sold for what it is worth.",
        "kind": "action",
        "check": "Sell a pear for two coins.",
        "covered": True,
        "definitions": [],
        "tests": ["pear_for_two"],
    }


def test_a_failing_test_counts_for_nothing(harvest: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (harvest / "tests.yaml").write_text(SALE.replace("== 5", "== 6"), encoding="utf-8")
    assert run(["rules", "harvest"]) == 1
    captured = capsys.readouterr()
    assert captured.err == "1 failing tests count for nothing: pear_for_two\n"
    assert captured.out.endswith("0 of 3 rules covered\n")


def test_a_rule_that_is_none(harvest: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (harvest / "more.yaml").write_text("procs:\n  wait():\n    rule: HAR-04\n    do: gift()\n", encoding="utf-8")
    assert run(["rules", "harvest"]) == 1
    assert "more.yaml:3:11: unknown-rule: the ledger has no rule `HAR-04`" in capsys.readouterr().err


def test_without_a_ledger(harvest: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("tests.yaml", "ledger.yaml"):
        (harvest / name).unlink()
    assert run(["rules", "harvest"]) == 0
    assert capsys.readouterr().out == "0 of 0 rules covered\n"


@pytest.mark.usefixtures("harvest")
def test_a_pack_over_another_shows_its_own_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header = "pack: {format: 1, id: feast, over: harvest, title: Feast, version: 1.0.0, players: 2, seats: each}\n"
    ledger = "ledger:\n  FEA-001: {section: Feast, kind: play, says: All eat., check: Eat.}\n"
    folder = tmp_path / "feast"
    folder.mkdir()
    (folder / "pack.yaml").write_text(header, encoding="utf-8")
    (folder / "a.yaml").write_text(
        ledger + "procs:\n  eat():\n    rule: [FEA-001, HAR-001]\n    do: pass\n", encoding="utf-8"
    )
    assert run(["rules", "feast"]) == 0
    said = capsys.readouterr().out
    assert said.endswith("uncovered: FEA-001\n0 of 1 rules covered\n")
    assert "HAR-001" not in said
