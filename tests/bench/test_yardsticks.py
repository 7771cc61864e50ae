"""The yardsticks play the very games of the pack: the same prompts, as many options, the same answers, the same end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bench.players import PATIENT, RANDOM, RASH, Policy, noting_agent, noting_yardstick_agents
from bench.yardsticks import arkham_columns, arkham_objects
from rulewright.play.flow import Status
from rulewright.play.runner import Runner
from rulewright.resources import content_root
from rulewright.rulebook.load import load

SEED = 7
GAMES = {"random": 100, "patient": 60, "rash": 60}
POLICIES = {"random": RANDOM, "patient": PATIENT, "rash": RASH}


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_decision_logs_are_equal(players: int, name: str) -> None:
    policy = POLICIES[name]
    notes: list[tuple[str, int]] = []
    book, faults = load(content_root() / "arkham_express", players=players)
    assert book is not None, faults
    runner = Runner(book, [noting_agent(policy, notes)] * players)
    for number in range(GAMES[name]):
        notes.clear()
        ending = runner.play(SEED, number)
        assert ending.status is Status.OVER, ending
        assert ending.outcome is not None
        objects = _by_objects(number, players, policy)
        assert objects[0] == notes, _first_difference(objects[0], notes)
        assert objects[1] == runner.answers
        assert objects[2] == ("players" if ending.outcome.winners else None, ending.outcome.why)
        assert _by_columns(number, players, policy) == objects


def test_the_games_lead_to_every_prompt() -> None:
    met = Counter(
        prompt
        for policy in POLICIES.values()
        for players in (1, 2, 3, 4)
        for number in range(60)
        for prompt, _ in _by_columns(number, players, policy)[0]
    )
    assert sorted(met) == sorted(arkham_columns.PROMPTS)


def _by_objects(number: int, players: int, policy: Policy) -> Any:
    notes: list[tuple[str, int]] = []
    agents = noting_yardstick_agents(SEED, number, players, policy, None, notes)
    result, log = arkham_objects.play(SEED, number, agents)
    return notes, log, result


def _by_columns(number: int, players: int, policy: Policy) -> Any:
    notes: list[tuple[str, int]] = []
    agents = noting_yardstick_agents(SEED, number, players, policy, arkham_columns.PROMPTS, notes)
    result, log = arkham_columns.play(SEED, number, agents)
    return notes, list(log), result


def _first_difference(one: list[tuple[str, int]], other: list[tuple[str, int]]) -> str:
    for position, (mine, yours) in enumerate(zip(one, other, strict=False)):
        if mine != yours:
            before = one[max(0, position - 5) : position]
            return f"decision {position}: {mine} by hand, {yours} in the pack, after {before}"
    return f"{len(one)} decisions by hand, {len(other)} in the pack"
