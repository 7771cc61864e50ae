"""Acceptance runs: what is played, what is kept, what the table says."""

import argparse
import json
import random
from pathlib import Path
from typing import Any

import pytest

import accept
import starter

WANTED = argparse.Namespace(games=(10,), option_games=(5,), combinations=6, combination_games=(2,), seed=0)


def found(games: int, won: int, rounds: float, failed: int = 0) -> dict[str, Any]:
    """The results of a series."""
    length = {"rounds": {"median": rounds}, "decisions": {"median": 10 * rounds}}
    return {"games": games, "wins": {"players": won}, "failed": failed, "capped": 0, "length": length}


def piece(rounds: list[int | None], won: int, failed: int = 0) -> dict[str, Any]:
    """What `playtest` writes of some games, as far as it is read; those that failed come last."""
    games = [{"status": "over", "rounds": each, "decisions": 10} for each in rounds]
    games += [{"status": "failed", "rounds": 99, "decisions": 99}] * failed
    return {"games": len(games), "wins": {"players": won}, "failed": failed, "capped": 0, "per_game": games}


def test_every_number_of_players_agent_and_option_value_is_played() -> None:
    subject = accept.Subject(Path("toy"), {(): (1, 2)}, {"greed": ("low", "high"), "speed": ("1", "2", "3")})
    every = list(accept.runs(subject, ["random", "greedy"], WANTED))
    players = [run for run in every if run.why == accept.PLAYERS]
    options = [run for run in every if run.why == accept.OPTION]
    combinations = [run for run in every if run.why == accept.COMBINATION]
    assert [(run.players, run.agent) for run in players] == [(1, "random"), (1, "greedy"), (2, "random"), (2, "greedy")]
    assert {run.options for run in options} == {(("greed", "high"),), (("speed", "2"),), (("speed", "3"),)}
    assert len(options) == 3 * 2 * 2
    assert [run.games for run in combinations] == [2] * 6
    assert every == list(accept.runs(subject, ["random", "greedy"], WANTED))
    assert len({run.name for run in players + options}) == len(players + options)


def test_each_mode_is_played_by_the_numbers_of_players_that_fit() -> None:
    solo, rivals = (("mode", "solo"),), (("mode", "rivals"),)
    subject = accept.Subject(Path("toy"), {rivals: (2, 3), solo: (1,)}, {"greed": ("low", "high")})
    every = list(accept.runs(subject, ["random"], argparse.Namespace(**{**vars(WANTED), "combinations": 60})))
    tables = [(rivals, 2), (rivals, 3), (solo, 1)]
    assert [(run.mode, run.players) for run in every if run.why == accept.PLAYERS] == tables
    assert [(run.mode, run.players) for run in every if run.why == accept.OPTION] == tables
    assert {(run.mode, run.players) for run in every if run.why == accept.COMBINATION} == set(tables)
    assert [run.name for run in every if run.why == accept.OPTION][-1] == "1p_random_mode-solo_greed-high_5games"


def test_the_modes_are_the_values_of_options_that_say_who_may_play() -> None:
    subject = accept.subject("dawn_and_demons")
    assert subject.modes == {
        (("mode", "demons"),): (2, 3, 4, 5),
        (("mode", "dawn"),): (1, 2, 3, 4, 5),
        (("mode", "no_friends"),): (2, 3, 4, 5),
    }
    assert subject.options["difficulty"] == ("normal", "easy", "hard")
    assert subject.options["rivals"] == ("war", "peace"), "its default, which comes first here, is written last"
    assert accept.subject("rise_of_the_necromancers").modes == {(): (2, 3, 4, 5)}


def test_agents_may_play_numbers_of_games_of_their_own() -> None:
    subject = accept.Subject(Path("toy"), {(): (1,)}, {"greed": ("low", "high")})
    wanted = argparse.Namespace(games=(9, 3), option_games=(5, 1), combinations=2, combination_games=(4, 2), seed=0)
    every = list(accept.runs(subject, ["random", "greedy"], wanted))
    assert [run.games for run in every] == [9, 3, 5, 1, 4, 2]
    assert [run.agent for run in every] == ["random", "greedy"] * 3


def test_a_value_is_chosen_for_every_option() -> None:
    subject = accept.Subject(Path("toy"), {(): (1,)}, {"greed": ("low", "high"), "speed": ("1", "2")})
    chosen = {subject.choices(random.Random(seed)) for seed in range(40)}
    assert chosen == {(("greed", one), ("speed", two)) for one in ("low", "high") for two in ("1", "2")}


def test_series_of_one_value_are_one_row() -> None:
    results = [
        (accept.Run(accept.PLAYERS, 1, "greedy", (), 100), found(100, 50, 7.0)),
        (accept.Run(accept.OPTION, 1, "greedy", (("greed", "high"),), 20), found(20, 0, 5.0)),
        (accept.Run(accept.OPTION, 2, "greedy", (("greed", "high"),), 20), found(20, 20, 9.0, failed=1)),
    ]
    rows = accept.table(results).splitlines()[2:]
    assert rows == [
        "| 1 player, greedy | 100 | 50.0 (40.4 to 59.6) % | 7 | 70 | 0 | 0 |",
        "| `greed=high`, greedy | 40 | 50.0 (35.2 to 64.8) % | 5 to 9 | 50 to 90 | 1 | 0 |",
    ]


def test_modes_have_rows_of_their_own() -> None:
    mode = (("mode", "solo"),)
    results = [
        (accept.Run(accept.PLAYERS, 1, "greedy", (), 100, mode), found(100, 50, 7.0)),
        (accept.Run(accept.OPTION, 1, "greedy", (("greed", "high"),), 20, mode), found(20, 0, 5.0)),
        (accept.Run(accept.COMBINATION, 1, "greedy", (("greed", "low"),), 20, mode), found(20, 0, 5.0)),
    ]
    assert [row.split(" | ")[0] for row in accept.table(results).splitlines()[2:]] == [
        "| `mode=solo`, 1 player, greedy",
        "| `mode=solo`, `greed=high`, greedy",
        "| `mode=solo`, options at random, greedy",
    ]


def test_what_is_kept_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def output(words: list[str], _: Path) -> str:
        asked.append(words)
        Path(words[words.index("--out") + 1]).write_text(json.dumps(piece([1, 2, 3], 1)), encoding="utf-8")
        return ""

    monkeypatch.setattr(accept, "_output", output)
    subject = accept.Subject(Path("toy"), {(): (2,)}, {})
    run = accept.Run(accept.OPTION, 2, "random", (("greed", "high"),), 3, (("mode", "solo"),))
    assert accept.carry_out(subject, run, tmp_path) == accept.carry_out(subject, run, tmp_path)
    assert len(asked) == 1
    assert [after for word, after in zip(asked[0], asked[0][1:], strict=False) if word == "--with"] == [
        "mode=solo",
        "greed=high",
    ]


def test_a_long_series_is_played_in_pieces_of_which_each_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []

    def output(words: list[str], _: Path) -> str:
        asked.append((words[words.index("--games") + 1], words[words.index("--seed") + 1]))
        Path(words[words.index("--out") + 1]).write_text(json.dumps(piece([1, 9, 5], 2, failed=1)), encoding="utf-8")
        return ""

    monkeypatch.setattr(accept, "_output", output)
    run = accept.Run(accept.PLAYERS, 2, "random", (), 250)
    results = accept.carry_out(accept.Subject(Path("toy"), {(): (2,)}, {}), run, tmp_path)
    assert asked == [("100", "0"), ("100", "1"), ("50", "2")]
    length = {"rounds": {"median": 5}, "decisions": {"median": 10}}
    assert results == {"games": 12, "wins": {"players": 6}, "failed": 3, "capped": 0, "length": length}
    (tmp_path / f"{run.name}_seed1.json").unlink()
    accept.carry_out(accept.Subject(Path("toy"), {(): (2,)}, {}), run, tmp_path)
    assert asked[3:] == [("100", "1")]


def test_games_without_rounds_have_no_length_in_rounds() -> None:
    assert accept.joined([piece([None, None], 0)])["length"]["rounds"] is None


def test_a_bundled_pack_is_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(accept, "folder_for", lambda _: tmp_path)
    assert accept.main(["noughts_and_crosses", "--games", "3", "--agents", "random,greedy"]) == 0
    assert accept.main(["noughts_and_crosses", "--games", "3,0"]) == 0
    assert len(list(tmp_path.glob("*.json"))) == 2
    assert "| 2 players, greedy | 3 |" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [["nowhere"], ["noughts_and_crosses", "--agents", "gredy"], ["noughts_and_crosses", "--games", "1,2,3"]],
)
def test_used_wrongly(arguments: list[str], capsys: Any) -> None:
    assert accept.main(arguments) == starter.USED_WRONGLY
    assert capsys.readouterr().err
