"""The shelf of agents: each is one file of its own name, says what it does, and only ever takes an option."""

import inspect
from collections import Counter
from pathlib import Path

import pytest

from rulewright import agents
from rulewright.agents import AGENTS
from rulewright.play.decisions import Decision
from rulewright.play.flow import Status
from rulewright.play.runner import Runner
from rulewright.play.views import View
from rulewright.table.luck import Stream, fresh_stream
from tests.play.toy import toy


def test_every_file_is_registered_under_its_name() -> None:
    files = [file.stem for file in Path(inspect.getfile(agents)).parent.glob("*.py") if file.stem != "__init__"]
    assert sorted(AGENTS) == sorted(files)
    for name, agent in AGENTS.items():
        assert inspect.isfunction(agent)
        assert agent.__name__ == name
        assert inspect.getdoc(agent)


@pytest.mark.parametrize("name", list(AGENTS))
def test_every_agent_plays_whole_games(name: str) -> None:
    runner = Runner(toy(), [AGENTS[name]] * 2)
    for number in range(20):
        assert runner.play(0, number).status is Status.OVER


def test_random_takes_each_option_as_often() -> None:
    book = toy()
    decision = Decision(book, book.table(), 1)
    decision.count = 5
    luck = Stream(fresh_stream(0, 0, "agent 1"))
    taken = Counter(AGENTS["random"](decision, View(book, 1), luck) for _ in range(10_000))
    assert sorted(taken) == [0, 1, 2, 3, 4]
    assert all(1_800 < count < 2_200 for count in taken.values())
