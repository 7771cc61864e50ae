"""Measure random games of the two tiny packs against the same games in public engines.

    python3 tools/bench/engines.py [--seconds N] [--write]

The engines are installed from the package index into an environment of their own, `.venv-bench` in the checkout, and
play there in one process, by turns with the packs here. `--write` puts the table into engine/README.md.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import starter

if __name__ == "__main__":
    starter.enter(__file__, tests=True)

import argparse
import json
import os
import subprocess
import tempfile
import time
import venv
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bench.figures import noise, write
from bench.measure import Slice, take_turns
from bench.public_games import CONTESTANTS
from bench.rows import Row, as_markdown
from rulewright.agents import AGENTS
from rulewright.play.runner import Runner
from rulewright.resources import content_root
from rulewright.rulebook.load import load

PART = "engines"
FOLDER = starter.ROOT / ".venv-bench"
PACKAGES = {"OpenSpiel": "open_spiel", "PettingZoo": "pettingzoo[classic]", "RLCard": "rlcard"}
SLICE_SECONDS = 0.05
PACKS = {"noughts": "noughts_and_crosses", "four": "connect_four", "leduc": "noughts_and_crosses"}

Player = Callable[[int], tuple[float, int]]
"""Plays so many games; gives the seconds of processor time they took, and the number of decisions."""


class CannotPlay(Exception):
    """A CannotPlay is the reason why a contestant cannot play here."""


@dataclass(frozen=True, slots=True)
class Environment:
    """An Environment is `.venv-bench`: its Python, and for each package that could not be installed why."""

    python: Path
    missing: dict[str, str]


def prepare() -> Environment:
    """Make the environment, and install into it what is not there yet."""
    python = FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        print(f"making {FOLDER.name}", file=sys.stderr)
        venv.create(FOLDER, with_pip=True)
    missing = {}
    for engine, package in PACKAGES.items():
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
        done = subprocess.run(pip, capture_output=True, text=True, check=False)
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["pip failed"]
            missing[engine] = lines[-1]
    return Environment(python, missing)


class Worker:
    """A Worker is the process in which the public engines play."""

    def __init__(self, python: Path) -> None:
        script = Path(__file__).with_name("public_games.py")
        self._process = subprocess.Popen(
            [python, script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )

    def player(self, name: str) -> Player:
        """What lets a contestant play. Calling it raises CannotPlay."""

        def play(games: int) -> tuple[float, int]:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(f"{name} {games}\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
            if not line:
                raise CannotPlay("its process ended")
            answer = json.loads(line)
            if "fault" in answer:
                raise CannotPlay(answer["fault"])
            return answer["seconds"], answer["decisions"]

        return play

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def pack_player(pack: str) -> Player:
    """What lets a bundled pack of two players play. Raises CannotPlay."""
    book, faults = load(content_root() / pack)
    if book is None:
        raise CannotPlay(f"{pack} has errors: {faults[0].message}")
    runner = Runner(book, [AGENTS["random"]] * book.compiled.players)
    number = 0

    def play(games: int) -> tuple[float, int]:
        nonlocal number
        decisions = 0
        begun = time.process_time()
        for _ in range(games):
            runner.play(0, number)
            decisions += len(runner.answers)
            number += 1
        return time.process_time() - begun, decisions

    return play


def seconds_each(player: Player, *, decisions: bool) -> Slice:
    """A slice of as many games as fit, in seconds a game, or a decision."""
    games = 1
    while player(games)[0] < SLICE_SECONDS:
        games *= 2

    def slice_(_: int) -> float:
        seconds, decided = player(games)
        return seconds / (decided if decisions else games)

    return slice_


def compare(environment: Environment, seconds: float) -> Iterator[Row]:
    """A row for each contestant."""
    worker = Worker(environment.python)
    try:
        for contestant in CONTESTANTS:
            game, engine = contestant.split()
            package = engine.partition("-")[0]
            if package in environment.missing:
                yield _cannot(game, engine, environment.missing[package])
                continue
            try:
                yield _row(game, engine, worker.player(contestant), seconds / len(CONTESTANTS))
            except CannotPlay as reason:
                yield _cannot(game, engine, str(reason))
    finally:
        worker.close()


def _row(game: str, engine: str, theirs: Player, seconds: float) -> Row:
    other_game = game == "leduc"
    contestants = {
        "ours": seconds_each(pack_player(PACKS[game]), decisions=other_game),
        "theirs": seconds_each(theirs, decisions=other_game),
    }
    turns = take_turns(contestants, seconds)
    ours, others = (1 / turns.median(name) for name in ("ours", "theirs"))
    unit = "decisions/s" if other_game else "games/s"
    return Row(_what(game, engine), "", f"{turns.ratio('theirs', 'ours')}x; {ours:,.0f} against {others:,.0f} {unit}")


def _cannot(game: str, engine: str, reason: str) -> Row:
    return Row(_what(game, engine), "", f"not measured: {reason}")


def _what(game: str, engine: str) -> str:
    names = {
        "OpenSpiel": "OpenSpiel (C++, stepped from Python)",
        "OpenSpiel-Python": "OpenSpiel's game in Python",
        "PettingZoo": "PettingZoo",
        "PettingZoo-raw": "PettingZoo without its checking wrappers",
    }
    if game == "leduc":
        return "a decision of `noughts_and_crosses` against one of RLCard's Leduc poker; it has neither of our games"
    return f"`{PACKS[game]}` against {names[engine]}"


def main(arguments: list[str]) -> int:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(prog="engines.py", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=24.0, help="how long all of them are measured (default 24)")
    parser.add_argument("--write", action="store_true", help="write the table into engine/README.md")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RULEWRIGHT_CACHE"] = folder
        environment = prepare()
        load = os.getloadavg()[0]
        table = as_markdown(list(compare(environment, options.seconds)))
    text = table + "\n\n" + noise(load, os.getloadavg()[0])
    print(text)
    if options.write:
        write(PART, text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
