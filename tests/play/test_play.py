"""The drivers: lean and watched play the same game; every way in which a game can stop; agents that break the rules."""

import sys
from collections.abc import Sequence

import pytest

from rulewright.agents import AGENTS
from rulewright.play.decisions import Agent, Answer, Decision
from rulewright.play.faults import Blame
from rulewright.play.flow import Ending, Status
from rulewright.play.game import Game
from rulewright.play.retelling import retell, run_with
from rulewright.play.runner import Runner
from rulewright.play.views import View
from rulewright.table.laws import check
from rulewright.table.luck import Stream
from rulewright.table.signals import Outcome
from rulewright.text.spans import Span
from tests.play.toy import FILE, toy

RANDOM = AGENTS["random"]


def played(trouble: str = "", number: int = 0, players: int = 2) -> tuple[Ending, list[Answer]]:
    runner = Runner(toy(trouble, players), [RANDOM] * players)
    return runner.play(0, number), runner.answers


def found(trouble: str, status: Status) -> Ending:
    """How the first game ends that meets the trouble."""
    return next(ending for ending in (played(trouble, number)[0] for number in range(20)) if ending.status is status)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_lean_and_watched_play_the_same_game(players: int) -> None:
    for number in range(10):
        ending, answers = played("", number, players)
        game = Game(toy("", players), 0, number, [RANDOM] * players)
        assert (game.run(), game.answers) == (ending, answers)
        assert len(answers) > 10


def test_a_runner_plays_game_after_game_as_if_each_were_its_first() -> None:
    runner = Runner(toy(), [RANDOM] * 2)
    games = [(runner.play(0, number), runner.answers) for number in (3, 0, 3)]
    assert games[0] == games[2]
    assert games[1] == played("", 0)
    check(runner.table)


def test_seed_and_number_make_the_game() -> None:
    games = []
    for seed in (0, 1):
        runner = Runner(toy(), [RANDOM] * 2)
        for number in (0, 1):
            runner.play(seed, number)
            games.append(repr(runner.answers))
    assert len(set(games)) == 4


def test_over() -> None:
    ending, _ = played()
    assert ending.status is Status.OVER
    assert ending.outcome is not None
    assert ending.outcome.why == "most chips"


def test_a_flow_that_runs_out_ends_without_a_winner() -> None:
    assert played("no end")[0] == Ending(Status.OVER, Outcome(why="no end"))


def test_a_fault_names_the_line_of_the_pack() -> None:
    ending = found("fault", Status.FAILED)
    line = next(n for n, text in enumerate(_source("fault"), 1) if "n // (n - 1)" in text)
    assert ending.fault is not None
    assert ending.blame is Blame.CONTENT
    assert ending.fault.span == Span(FILE, line, 12, line, 24)
    assert ending.fault.id == "division-by-zero"


def _source(trouble: str) -> list[str]:
    from_code = sys.modules["tests.play.toy"]
    text: str = from_code.CODE + from_code.TROUBLE[trouble]
    return text.split("\n")


@pytest.mark.parametrize("trouble", ["endless", "deep"])
def test_a_game_that_uses_up_too_much_names_what_burnt_it(trouble: str) -> None:
    ending = found(trouble, Status.CAPPED)
    assert ending.fault is not None
    assert [culprit.name for culprit in ending.culprits] == ["trouble", "throw", "turn_menu"]
    assert ending.fault.id == ("endless-text" if trouble == "endless" else "endless-calls")


def test_a_flow_without_end_names_its_steps() -> None:
    ending = played("endless flow")[0]
    assert ending.fault is not None
    assert ending.fault.id == "endless-flow"
    assert [culprit.name for culprit in ending.culprits] == ["turn", "round"]


def test_decisions_cost_fuel() -> None:
    runner = Runner(toy(), [RANDOM] * 2, fuel=25)
    assert runner.play(0, 0).status is Status.CAPPED
    spent = 25 - runner.table.fuel
    assert spent >= len(runner.answers) + 3
    watched = Game(toy(), 0, 0, [RANDOM] * 2, fuel=25)
    assert (watched.run(), watched.table.fuel) == (runner.play(0, 0), runner.table.fuel)


def high(decision: Decision, _view: View, _luck: Stream) -> int:
    return decision.count


def low(_decision: Decision, _view: View, _luck: Stream) -> int:
    return -1


def broken(_decision: Decision, view: View, _luck: Stream) -> int:
    raise KeyError(view.seat)


@pytest.mark.parametrize(
    ("agent", "said"),
    [(high, "the agent of seat 1 took option 2 of 2"), (low, "took option -1 of 2"), (broken, "KeyError: 1")],
)
def test_a_bad_agent_fails_its_game_only(agent: Agent, said: str) -> None:
    runner = Runner(toy(), [agent, RANDOM])
    ending = runner.play(0, 0)
    assert ending.status is Status.FAILED
    assert ending.fault is not None
    assert said in ending.fault.message
    assert ending.blame is Blame.ENGINE
    assert Game(toy(), 0, 0, [agent, RANDOM]).run() == ending


def last(decision: Decision, view: View, _luck: Stream) -> int:
    """Takes the last option, but never stops taking."""
    assert view.players == 2
    assert decision.names
    return decision.count - 1 - decision.stop


def test_a_decision_about_several_is_walked_step_by_step() -> None:
    seen: list[tuple[str, ...]] = []

    def agent(decision: Decision, _view: View, _luck: Stream) -> int:
        if decision.id == "What?":
            seen.append(tuple(decision.names))
            return 0
        if decision.id == "main":
            return decision.names.index("take") if "take" in decision.names else 0
        return 0

    runner = Runner(toy(), [agent, last])
    assert runner.play(0, 0).status is Status.OVER
    first = seen[0]
    assert first[-1] == "enough"
    assert all(name in ("gold_1", "gold_2", "gold_3", "silver_1", "silver_2", "silver_3") for name in first[:-1])
    assert any(isinstance(answer, tuple) and len(answer) == 2 for answer in runner.answers)


def test_what_was_chosen_is_noted() -> None:
    runner = Runner(toy(), [last] * 2)
    runner.play(0, 0)
    assert (3, 1) in runner.chosen[1]
    assert 4 not in runner.chosen[1]


def test_wrong_number_of_agents() -> None:
    with pytest.raises(ValueError, match="2 players, but 1 agents"):
        Runner(toy(), [RANDOM])
    with pytest.raises(ValueError, match="2 players, but 3 agents"):
        Game(toy(), 0, 0, [RANDOM] * 3)


def test_retelling_names_every_decision() -> None:
    ending, answers = played()
    steps, told = retell(toy(), 0, 0, answers)
    assert told == ending
    assert [step.number for step in steps] == list(range(1, len(answers) + 1))
    assert steps[0].prompt == "Who wears the hat?"
    assert steps[0].chosen in (("player_1",), ("player_2",))


def test_retelling_fewer_answers_leaves_the_game_open() -> None:
    _, answers = played()
    steps, told = retell(toy(), 0, 0, answers[:5])
    assert (len(steps), told) == (5, Ending(Status.OPEN))


def test_components_are_conserved_after_every_decision() -> None:
    book = toy()
    checked: list[int] = []

    def respond(decision: Decision) -> Answer:
        check(decision.table)
        checked.append(decision.count)
        options: Sequence[object] = decision.options
        return () if decision.many else len(options) - 1

    ending, table = run_with(book, 0, 0, respond)
    check(table)
    assert ending.status is Status.OVER
    assert len(checked) > 10
