"""The shelf of agents: those who decide for a seat. An agent is one file and one line of AGENTS."""

from rulewright.agents.random import random
from rulewright.play.decisions import Agent

AGENTS: dict[str, Agent] = {
    "random": random,
}
"""Id of the agent -> the agent."""
