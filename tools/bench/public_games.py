"""Random games of public engines, played on request; runs in an environment that holds these engines.

It reads lines `CONTESTANT GAMES` and answers each with one line of JSON: the seconds of processor time that so many
games took and how many decisions there were, or why the contestant cannot play. It imports nothing of Rulewright.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

Play = Callable[[], int]
"""Plays one game with random moves, and gives the number of decisions."""


def open_spiel(game: str, module: str = "") -> Play:
    """A game of OpenSpiel, stepped from Python; `module` is what registers it, for one that is written in Python."""
    pyspiel = importlib.import_module("pyspiel")
    if module:
        importlib.import_module(module)
    loaded = pyspiel.load_game(game)
    draw = random.Random(0).random

    def play() -> int:
        state = loaded.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            decisions += 1
        return decisions

    return play


def petting_zoo(module: str, made_by: str) -> Play:
    """A classic game of PettingZoo: `env` is as its documentation has it, `raw_env` is without wrappers that check."""
    environment: Any = getattr(importlib.import_module(module), made_by)()
    draw = random.Random(0).random

    def play() -> int:
        environment.reset()
        decisions = 0
        for _ in environment.agent_iter():
            seen, _, over, cut, _ = environment.last()
            if over or cut:
                environment.step(None)
                continue
            actions = seen["action_mask"].nonzero()[0]
            environment.step(int(actions[int(draw() * len(actions))]))
            decisions += 1
        return decisions

    return play


def rlcard(game: str) -> Play:
    """A game of RLCard, stepped by hand."""
    environment: Any = importlib.import_module("rlcard").make(game, config={"seed": 0})
    draw = random.Random(0).random

    def play() -> int:
        state, _ = environment.reset()
        decisions = 0
        while not environment.is_over():
            actions = list(state["legal_actions"])
            state, _ = environment.step(actions[int(draw() * len(actions))])
            decisions += 1
        return decisions

    return play


CONTESTANTS: dict[str, Callable[[], Play]] = {
    "noughts OpenSpiel": lambda: open_spiel("tic_tac_toe"),
    "noughts OpenSpiel-Python": lambda: open_spiel("python_tic_tac_toe", "open_spiel.python.games.tic_tac_toe"),
    "noughts PettingZoo": lambda: petting_zoo("pettingzoo.classic.tictactoe_v3", "env"),
    "noughts PettingZoo-raw": lambda: petting_zoo("pettingzoo.classic.tictactoe_v3", "raw_env"),
    "four OpenSpiel": lambda: open_spiel("connect_four"),
    "four PettingZoo": lambda: petting_zoo("pettingzoo.classic.connect_four_v3", "env"),
    "four PettingZoo-raw": lambda: petting_zoo("pettingzoo.classic.connect_four_v3", "raw_env"),
    "leduc RLCard": lambda: rlcard("leduc-holdem"),
}


def main() -> None:
    """Answer until there are no more lines."""
    warnings.simplefilter("ignore")
    ready: dict[str, Play] = {}
    for line in sys.stdin:
        name, _, games = line.strip().rpartition(" ")
        try:
            if name not in ready:
                ready[name] = CONTESTANTS[name]()
        except ImportError as fault:
            answer: dict[str, float | str] = {"fault": f"{type(fault).__name__}: {fault}"}
        else:
            play = ready[name]
            begun = time.process_time()
            decisions = sum(play() for _ in range(int(games)))
            answer = {"seconds": time.process_time() - begun, "decisions": decisions}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
