"""Series: the same games however they are spread; what is reported of each; interruption."""

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from rulewright.agents import AGENTS
from rulewright.play.faults import Blame
from rulewright.play.flow import Status
from rulewright.play.runner import Runner
from rulewright.playtest.playthrough import write_ending
from rulewright.playtest.reading import parse
from rulewright.playtest.replaying import replay
from rulewright.playtest.series import Plan, Series, play_chunk, play_series, process_pool
from tests.play.toy import ToyBook, ToyOpener, toy

RANDOM = ("random", "random")


def nothing(_: int) -> None:
    """Progress that nobody looks at."""


def series(games: int, plan: Plan, executor: Executor | None = None, jobs: int = 1) -> Series:
    return play_series(plan.opener(), plan, games, executor, jobs, nothing)


def test_processes_give_the_same_games() -> None:
    plan = Plan(ToyOpener("fault"), RANDOM, 4)
    here = series(60, plan)
    with process_pool(2) as pool:
        there = series(60, plan, pool, 2)
    assert there.results == here.results
    assert there.chosen == here.chosen
    assert [result.number for result in here.results] == list(range(60))
    assert {result.ending.status for result in here.results} == {Status.OVER, Status.FAILED}


def test_the_first_games_of_many_are_those_of_few() -> None:
    plan = Plan(ToyOpener(), RANDOM, 4)
    assert series(50, plan).results[:20] == series(20, plan).results


def test_a_series_plays_what_a_runner_plays() -> None:
    runner = Runner(toy(), [AGENTS["random"]] * 2)
    for result in series(10, Plan(ToyOpener(), RANDOM, 9)).results:
        assert runner.play(9, result.number) == result.ending
        assert len(runner.answers) == result.decisions


def test_what_is_told_of_a_game() -> None:
    result = series(1, Plan(ToyOpener(), RANDOM, 0)).results[0]
    assert result.rounds == 4
    assert result.measures.keys() == {"praise", "left"}
    assert 0 <= result.measures["left"] <= 6
    assert [name for name, _ in result.taken] == ["hat"]
    assert result.playthrough == ""


@pytest.mark.parametrize("trouble", ["fault", "endless", "deep", "endless flow"])
def test_broken_games_are_recorded_and_stop_nothing(trouble: str) -> None:
    result = series(4, Plan(ToyOpener(trouble), RANDOM, 0))
    broken = [each for each in result.results if each.ending.status is not Status.OVER]
    assert len(result.results) == 4
    assert broken
    for each in broken:
        assert (each.rounds, each.measures) == (None, {})
        playthrough, faults = parse(each.playthrough, "x")
        assert playthrough is not None, faults
        assert write_ending(playthrough.ending) == write_ending(each.ending)
        assert replay(toy(trouble), playthrough).difference == ""


def test_all_games_are_recorded_where_that_is_wanted() -> None:
    for each in series(5, Plan(ToyOpener(), RANDOM, 0, record=True)).results:
        playthrough, _ = parse(each.playthrough, "x")
        assert playthrough is not None
        assert (playthrough.game, playthrough.ending) == (each.number, each.ending)


def test_a_measure_that_cannot_be_read_fails_the_game() -> None:
    book = toy()
    book.compiled.measures["bad"] = "no_such_function"
    result = play_series(book, Plan(ToyOpener(), RANDOM, 0), 1, None, 1, nothing).results[0]
    assert result.ending.status is Status.FAILED
    assert result.ending.fault is not None
    assert "no_such_function" in result.ending.fault.message


@pytest.mark.parametrize("trouble", ["endless flow", "fault"])
def test_a_series_without_hope_ends_early(trouble: str) -> None:
    plan = Plan(ToyOpener(trouble), RANDOM, 0)
    alone = play_series(toy(trouble), plan, 200, None, 1, nothing)
    broken = [each.ending.status is not Status.OVER for each in alone.results[:20]]
    assert alone.hopeless == all(broken)
    assert [each.number for each in alone.results] == list(range(20 if alone.hopeless else 200))
    with ThreadPoolExecutor(2) as threads:
        together = play_series(toy(trouble), plan, 200, threads, 2, nothing)
    assert together.results == alone.results
    assert together.chosen == alone.chosen
    assert together.offered == alone.offered


def test_faults_of_the_engine_stop_no_series() -> None:
    book = toy()
    book.compiled.measures["bad"] = "no_such_function"
    result = play_series(book, Plan(ToyOpener(), RANDOM, 0), 30, None, 1, nothing)
    assert [each.ending.blame for each in result.results] == [Blame.ENGINE] * 30
    assert not result.hopeless


def test_progress_adds_up() -> None:
    done: list[int] = []
    plan = Plan(ToyOpener(), RANDOM, 0)
    play_series(toy(), plan, 300, None, 1, done.append)
    assert sum(done) == 300
    assert done[0] == 1


def interrupting(after: int) -> Callable[[int], None]:
    total = [0]

    def progress(games: int) -> None:
        total[0] += games
        if total[0] >= after:
            raise KeyboardInterrupt

    return progress


def test_interrupted_here() -> None:
    plan = Plan(ToyOpener(), RANDOM, 0)
    stopped = play_series(toy(), plan, 100_000, None, 1, interrupting(5))
    assert stopped.interrupted
    assert 5 <= len(stopped.results) < 100_000
    assert stopped.results == series(len(stopped.results), plan).results


def test_interrupted_elsewhere_what_runs_is_waited_for() -> None:
    plan = Plan(ToyOpener(), RANDOM, 0)
    with ThreadPoolExecutor(2) as pool:
        stopped = play_series(toy(), plan, 100_000, pool, 2, interrupting(5))
    assert stopped.interrupted
    assert 5 <= len(stopped.results) < 100_000
    whole = series(max(result.number for result in stopped.results) + 1, plan).results
    assert all(result == whole[result.number] for result in stopped.results)


def test_another_kind_of_executor_will_do() -> None:
    plan = Plan(ToyOpener(), RANDOM, 0)
    with ThreadPoolExecutor(3) as pool:
        assert series(30, plan, pool, 3).results == series(30, plan).results


def test_a_chunk_tells_what_was_chosen_in_it_alone() -> None:
    plan = Plan(ToyOpener(), RANDOM, 0)
    play_chunk(plan, range(40))
    alone = play_chunk(plan, range(1)).chosen
    assert alone == play_chunk(Plan(ToyOpener(), RANDOM, 0, record=True), range(1)).chosen


@dataclass(frozen=True, slots=True)
class Missing:
    """A Missing opens a pack that is gone by now."""

    path: str

    def __call__(self) -> ToyBook:
        raise FileNotFoundError(self.path)


def test_a_fault_of_opening_is_not_swallowed() -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(FileNotFoundError):
        play_series(toy(), Plan(Missing("gone"), RANDOM, 0), 3, pool, 1, nothing)
