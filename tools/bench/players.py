"""Those who play the yardsticks and the pack alike: random moves, or random moves with some prompts always answered
the same way, so that games come to places where random moves never lead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulewright.agents import AGENTS
from rulewright.play.decisions import Agent, Decision
from rulewright.play.views import View
from rulewright.table.luck import Stream, agent_purpose, fresh_stream

Policy = Mapping[str, int]
"""A prompt's id -> the option always taken there, counted from the end if negative. Elsewhere moves are random."""

YardstickAgent = Callable[[Any, Sequence[Any]], int]
"""Called with a prompt and its options, gives an index."""

RANDOM: Policy = {}

DICE = "Which dice do you roll again? (roll {n} of {opt.rolls})"

# Rolling less means fewer Monsters; resting means tokens for Gates. So there is often a Final Fight.
PATIENT: Policy = {DICE: -1, "rest": 1, "at_a_gate": 1, "pay_to_reroll": 0, "add_to_attack": -1}

# The same, but nothing helps in a fight, so there are many falls, and losses against the last enemy.
RASH: Policy = {DICE: -1, "rest": 1, "at_a_gate": 1, "pay_to_reroll": 0, "add_to_attack": 0, "{m} still stands": 0}


def yardstick_agents(seed: int, game: int, players: int) -> list[YardstickAgent]:
    """The random agents of one game of a yardstick, one a seat."""
    return [_random(seed, game, seat) for seat in range(1, players + 1)]


def _random(seed: int, game: int, seat: int) -> YardstickAgent:
    draw = fresh_stream(seed, game, agent_purpose(seat))
    return lambda prompt, options: int(draw() * len(options))  # noqa: ARG005 - every agent is given the prompt


def noting_yardstick_agents(
    seed: int, game: int, players: int, policy: Policy, names: Sequence[str] | None, notes: list[tuple[str, int]]
) -> list[YardstickAgent]:
    """Agents of a yardstick that note each (prompt id, index) they give; `names` are the ids where prompts are
    numbers."""

    def agent(seat: int) -> YardstickAgent:
        stream = Stream(fresh_stream(seed, game, agent_purpose(seat)))

        def decide(prompt: Any, options: Sequence[Any]) -> int:
            id = prompt if names is None else names[prompt]
            index = _index(policy, id, len(options), stream)
            notes.append((id, index))
            return index

        return decide

    return [agent(seat) for seat in range(1, players + 1)]


def noting_agent(policy: Policy, notes: list[tuple[str, int]]) -> Agent:
    """The same for the engine; it may take all seats."""

    def decide(decision: Decision, view: View, luck: Stream) -> int:
        fixed = decision.id in policy
        index = _index(policy, decision.id, decision.count, luck) if fixed else AGENTS["random"](decision, view, luck)
        notes.append((decision.id, index))
        return index

    return decide


def _index(policy: Policy, id: str, count: int, luck: Stream) -> int:
    return policy[id] % count if id in policy else luck.below(count)
