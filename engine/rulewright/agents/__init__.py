"""The shelf of agents: those who decide for a seat. An agent is one file and one line of AGENTS, and where it reads its
view a second in READERS."""

from rulewright.agents.greedy import greedy
from rulewright.agents.random import random
from rulewright.play.decisions import Agent

AGENTS: dict[str, Agent] = {
    "greedy": greedy,
    "random": random,
}
"""Id of the agent -> the agent."""

READERS = frozenset({"greedy"})
"""The agents that read their view: a game with one of them is a watched one."""
