"""The report: its figures, its JSON against the schema, its text."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulewright.play.flow import Ending, Status
from rulewright.playtest.figures import spread, wilson
from rulewright.playtest.printing import Broken, console, print_report
from rulewright.playtest.report import label, to_json
from rulewright.playtest.series import Plan, Series, play_series
from rulewright.resources import schema_path
from rulewright.table.signals import Outcome
from tests.play.toy import ToyBook, ToyOpener, toy

PLAN = Plan(ToyOpener(), ("random", "random"), 0)
TIMES = ("seconds", "decisions_per_second")


def played(trouble: str = "", games: int = 40) -> tuple[ToyBook, Series]:
    book = toy(trouble)
    return book, play_series(book, replace(PLAN, opener=ToyOpener(trouble)), games, None, 1, lambda _: None)


def reported(trouble: str = "", games: int = 40) -> dict[str, Any]:
    book, series = played(trouble, games)
    return to_json(book, PLAN, series)


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.27753),
        (10, 10, 0.72247, 1.0),
        (5, 10, 0.23659, 0.76341),
        (1, 1, 0.20655, 1.0),
        (81, 263, 0.25525, 0.36622),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson(count: int, of: int, low: float, high: float) -> None:
    interval = wilson(count, of)
    assert interval.share == (count / of if of else 0.0)
    assert interval.low == pytest.approx(low, abs=1e-4)
    assert interval.high == pytest.approx(high, abs=1e-4)


def test_spread() -> None:
    assert spread([]) is None
    one = spread([7])
    assert one is not None
    assert (one.mean, one.median, one.low, one.high) == (7, 7, 7, 7)
    many = spread([*range(101)])
    assert many is not None
    assert (many.mean, many.median, many.low, many.high) == (50, 50, 10, 90)


def test_the_schema_is_one_and_explains_every_key() -> None:
    schema = json.loads(schema_path("report").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    assert sorted([*schema["required"], "folder"]) == sorted(schema["properties"])
    assert all(key["description"] for key in schema["properties"].values())


@pytest.mark.parametrize(("trouble", "games"), [("", 30), ("fault", 30), ("endless flow", 1), ("no end", 2), ("", 0)])
def test_the_json_is_as_the_schema_says(trouble: str, games: int) -> None:
    schema = json.loads(schema_path("report").read_text(encoding="utf-8"))
    report = json.loads(json.dumps(reported(trouble, games)))
    Draft202012Validator(schema).validate(report)
    assert report["games"] == len(report["per_game"]) == games
    assert report["games"] == report["capped"] + report["failed"] + sum(report["outcomes"].values())


def test_only_the_times_differ_between_runs() -> None:
    first, second = reported(), reported()
    assert json.dumps({**first, **dict.fromkeys(TIMES)}) == json.dumps({**second, **dict.fromkeys(TIMES)})
    assert list(first) == list(second)


def test_what_is_counted() -> None:
    report = reported()
    assert report["decisions"] == sum(game["decisions"] for game in report["per_game"])
    for seat in (1, 2):
        assert report["wins"][str(seat)] == sum(seat in game["winners"] for game in report["per_game"])
    assert report["never_chosen"] == []
    assert report["never_offered"] == [{"prompt": "main", "option": "sleep"}]
    assert report["reconstructed"] == {"definitions": 1, "of": 3}
    assert report["measures"]["left"]["low"] <= report["measures"]["left"]["median"]
    hat = report["characters"]["hat"]
    assert 0 < hat["wins"] < hat["games"] == 40 - report["per_game"].count(None)


def test_a_label_that_was_never_chosen_is_named() -> None:
    report = reported(games=1)
    book, series = played(games=1)
    chosen = {option[0] if isinstance(option, tuple) else option for option in series.chosen[6]}
    labels = [each.id for number, each in enumerate(book.compiled.prompts[6].symbol.labels) if number not in chosen]
    never = [each for key in ("never_chosen", "never_offered") for each in report[key] if each["prompt"] != "main"]
    assert [each["option"] for each in never] == labels


def test_all_players_may_win_together() -> None:
    book, series = played()
    book.team = True
    assert to_json(book, PLAN, series)["wins"] == {"players": 40}


@pytest.mark.parametrize(
    ("outcome", "team", "said"),
    [
        (Outcome((1,), why="first to ten"), False, "first to ten"),
        (Outcome(), False, "nobody wins"),
        (Outcome((2,)), False, "seat 2 wins"),
        (Outcome((1, 2)), False, "seat 1 and 2 win"),
        (Outcome((1, 2)), True, "the players win"),
    ],
)
def test_outcomes_have_words(outcome: Outcome, team: bool, said: str) -> None:
    assert label(replace(toy(), team=team), Ending(Status.OVER, outcome)) == said


def text(report: dict[str, Any], asked: int, broken: list[Broken]) -> str:
    out = io.StringIO()
    print_report(report, console(out), "rulewright playtest toy --games 40", asked, broken)
    return out.getvalue()


def test_the_text_says_it_all() -> None:
    report = reported()
    lines = text(report, 40, []).split("\n")
    assert lines[0] == "toy 1.0"
    assert lines[1] == "players 2, agents random, seed 0, 40 games"
    assert "options: length short" in lines
    share = wilson(report["wins"]["1"], 40)
    row = next(line for line in lines if line.startswith("seat 1")).split()
    percents = [f"{100 * part:.1f}" for part in (share.share, share.low, share.high)]
    assert row == f"seat 1 {report['wins']['1']} {percents[0]} % {percents[1]} to {percents[2]} %".split()
    assert any(line.startswith("most chips") for line in lines)
    assert any(line.startswith("hat ") for line in lines)
    assert any(line.startswith("rounds ") for line in lines)
    assert any(line.startswith("praise ") for line in lines)
    assert lines[lines.index("never offered where there was a choice:") + 1] == "  sleep  (of main)"
    assert "reconstructed: 1 of 3 definitions (33 %)" in lines
    assert "again: rulewright playtest toy --games 40" in lines
    assert "\x1b" not in "\n".join(lines)


def test_what_was_never_chosen_says_what_its_holes_show() -> None:
    report = reported()
    option = {"prompt": "Hit {m.title} of {count(p.card)}", "option": "{h.sheet.stamina} Stamina for {h}"}
    report["never_chosen"] = [option, {"prompt": "main", "option": "sleep"}]
    lines = text(report, 40, []).split("\n")
    at = lines.index("never chosen where it was offered:")
    assert lines[at + 1 : at + 3] == [
        "  <stamina> Stamina for <h>  (asked: Hit <title> of …)",
        "  sleep  (of main)",
    ]


def test_the_text_says_why_more_is_won_than_was_played() -> None:
    report = reported()
    said = "the wins are more than the games: who ties for the first place wins with the others\n"
    report["wins"] = {"1": 30, "2": 10}
    assert said not in text(report, 40, [])
    report["wins"] = {"1": 30, "2": 11}
    assert said in text(report, 40, [])


def test_the_text_names_broken_games() -> None:
    report = reported("fault")
    broken = [Broken(each, Path("broken games/x"), f"replay {n}{'x' * 120}") for n, each in enumerate("abbcb")]
    said = text(report, 50, broken)
    assert "40 of 50 games, then interrupted" in said
    assert f"failed: {report['failed']} of 40 games" in said
    assert [line for line in said.split("\n") if " x " in line] == ["3 x b", "1 x a", "1 x c"]
    assert f"3 x b\n    replay 1{'x' * 120}\n" in said
    assert "all broken games lie in broken games\n" in said


def test_names_are_never_read_as_markup() -> None:
    report = reported()
    report["outcomes"] = {"[red]the [b]end[/b] :smile:": 40}
    assert "[red]the [b]end[/b] :smile:" in text(report, 40, [])
