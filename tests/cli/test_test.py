"""The command `test`: what it prints, its filter, its exit codes."""

import json
from pathlib import Path

import pytest

from rulewright.cli import run
from tests.trials.games import write

TESTS = """\
tests:
  pear_for_two:
    given: {pear.at: field}
    answers: {market: sell}
    run: offer(market, me)
    expect: player_1.coins == 5
  pear_for_three:
    rule: HAR-001
    given: {pear.at: field}
    answers: {market: sell}
    run: offer(market, me)
    expect: player_1.coins == 6
"""

LEDGER = """\
ledger:
  HAR-001: {section: Trade, says: Fruit is sold, kind: action, check: Sell a pear}
"""


@pytest.fixture
def harvest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small game with two tests, one of which fails, in the working directory."""
    monkeypatch.chdir(tmp_path)
    return write(tmp_path / "harvest", {"tests.yaml": TESTS, "ledger.yaml": LEDGER})


@pytest.mark.usefixtures("harvest")
def test_a_failing_test_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", "harvest"]) == 1
    captured = capsys.readouterr()
    assert captured.err == ""
    told = [line.rstrip() for line in captured.out.split("\n")]
    assert told[:3] == ["FAILED harvest/tests.yaml:7 pear_for_three (HAR-001)", "  given", "    pear.at: field"]
    assert "  happened" in told
    assert any(line.endswith("player_1.coins: 3 -> 5") for line in told)
    assert told[-7:] == [
        "  but",
        "    harvest/tests.yaml:12:13: not-so: this does not hold after the run",
        "        expect: player_1.coins == 6",
        "                ^^^^^^^^^^^^^^^^^^^ `player_1.coins` is 5",
        "",
        "1 passed, 1 failed",
        "",
    ]


@pytest.mark.usefixtures("harvest")
def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", "harvest", "--format", "json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["passed"], said["failed"]) == (1, 1)
    good, bad = said["packs"][0]["tests"]
    assert (good["test"], good["passed"], good["diagnostics"], good["happened"]) == ("pear_for_two", True, [], [])
    assert (bad["line"], bad["rules"], bad["given"]) == (7, ["HAR-001"], {"pear.at": "field"})
    assert bad["diagnostics"][0]["id"] == "not-so"
    assert bad["happened"][-1]["said"] == "player_1.coins: 3 -> 5"


@pytest.mark.usefixtures("harvest")
@pytest.mark.parametrize(
    ("only", "code", "said"),
    [
        ("pear_for_two", 0, "1 passed, 0 failed"),
        ("*three", 1, "0 passed, 1 failed"),
        ("pear_*", 1, "1 passed, 1 failed"),
    ],
)
def test_some_tests_only(capsys: pytest.CaptureFixture[str], only: str, code: int, said: str) -> None:
    assert run(["test", "harvest", "--only", only]) == code
    assert capsys.readouterr().out.endswith(f"{said}\n")


@pytest.mark.usefixtures("harvest")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["harvest", "--only", "pear_for_too"], "no test is called so; did you mean pear_for_two?"),
        (["harvset"], "there is no such folder"),
        (["harvest", "--with", "greed=9"], "no such value"),
    ],
)
def test_used_wrongly(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert run(["test", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_pack_that_cannot_be_played(harvest: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (harvest / "more.yaml").write_text("procs:\n  broken(): me.coins += 1\n", encoding="utf-8")
    assert run(["test", "harvest"]) == 1
    captured = capsys.readouterr()
    assert "more.yaml:2:" in captured.err
    assert "1 error" in captured.err


@pytest.mark.usefixtures("harvest")
def test_an_overlay_is_tested_with_the_pack(capsys: pytest.CaptureFixture[str]) -> None:
    dear = """\
overlay: {id: dear, over: harvest}
change:
  things:
    fruit:
      pear:
        worth: 3
tests:
  dear_pears:
    run: move(pear, field)
    expect: pear.at == field and pear.worth == 3
"""
    Path("dear.yaml").write_text(dear, encoding="utf-8")
    assert run(["test", "harvest", "--with", "dear.yaml"]) == 1
    told = capsys.readouterr().out
    assert "FAILED harvest/tests.yaml:2 pear_for_two" in told
    assert told.endswith("2 passed, 1 failed\n")
