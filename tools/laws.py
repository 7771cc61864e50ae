"""The laws on thousands: made-up packs, and games of every bundled pack, in both interpreters and by all other laws.

It says what it did, and ends with exit code 1 where a law is broken: with the smallest made-up pack that breaks it.
"""

import starter

if __name__ == "__main__":
    starter.enter(__file__, tests=True)

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from rulewright.pack.load import build, read
from rulewright.resources import content_root
from rulewright.rulebook.load import load
from tests.knowledge.laws import Judge
from tests.language.generate import pack as made_up_pack
from tests.laws import Laws, smallest
from tests.oracle.games import FRAMES

SEED = 5
FUEL, BUDGET = 1_000_000, 10_000_000
"""What a game of a bundled pack may use up; it uses far less."""

SHORT, EVERY = 50, 7
"""In games of more decisions only every so many-th is judged by the law of hidden information."""


def main(arguments: Sequence[str]) -> int:
    """Try the laws as the command line says. Gives the exit code."""
    options = _options(arguments)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))
    broken = _made_up(options.first, options.programs, options.games) if options.programs else []
    for name in options.pack or _bundled():
        broken += _of_bundled(name, options.bundled)
    print("\n".join(broken) if broken else "no law is broken")
    return 1 if broken else 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="laws.py", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("pack", nargs="*", help="bundled packs; without one all of them")
    parser.add_argument("--programs", type=int, default=1000, help="how many made-up packs (1000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of them (0)")
    parser.add_argument("--games", type=int, default=2, help="games of each made-up pack (2)")
    parser.add_argument("--bundled", type=int, default=10, help="games of each bundled pack and number of players (10)")
    return parser.parse_args(arguments)


def _bundled() -> list[str]:
    return sorted(folder.name for folder in content_root().iterdir() if (folder / "pack.yaml").is_file())


def _made_up(first: int, programs: int, games: int) -> list[str]:
    """What made-up packs break, the smallest of each."""
    laws, broken, start = Laws(games), [], time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + programs):
            text = made_up_pack(random.Random(number).randrange)
            if found := laws.made_up(Path(folder), text):
                again = Laws(games)
                small = smallest(text, partial(_breaks_alike, again, Path(folder), found))
                told = [f"made-up pack {number}: {each}" for each in again.made_up(Path(folder), small)[:3]]
                print("\n".join([*told, small]), flush=True)
                broken += [*told, small]
            if (number - first) % 100 == 99:
                print(f"{number - first + 1} made-up packs after {time.monotonic() - start:.0f} s", flush=True)
    share = laws.counted["ran"] / programs
    print(f"made-up packs {first} to {first + programs - 1}: {share:.0%} run, the others are refused in place")
    _print(laws.counted)
    return broken


def _breaks_alike(laws: Laws, folder: Path, before: list[str], text: str) -> bool:
    """Whether a text breaks something, and that by the same law."""
    found = laws.made_up(folder, text)
    return bool(found) and found[0].split(":")[1:2] == before[0].split(":")[1:2]


def _of_bundled(name: str, games: int) -> list[str]:
    """What a bundled pack breaks, with each number of players and each value of each option."""
    broken: list[str] = []
    counted: Counter[str] = Counter()
    for choice, options, players in _variants(name):
        source, _ = read(content_root() / name)
        pack, faults = build(source, options, ()) if source is not None else (None, [])
        if pack is None:
            return [f"{name}: {faults}"]
        laws = Laws(games, FUEL, BUDGET)
        broken += [f"{name}, {choice}, {players} players, {each}" for each in laws.of(pack, players)]
        counted += laws.counted
        book, _ = load(content_root() / name, options, players, (), watched=True)
        if book is not None:
            judge = Judge(book, EVERY if laws.counted["decisions"] > SHORT * games else 1)
            for number in range(max(games // 5, 1)):
                judge.play(SEED, number)
            broken += [f"{name}, {choice}, {players} players, hidden information: {each}" for each in judge.leaks]
            counted["decisions judged by the law of hidden information"] += judge.counted["judged"]
    print(f"{name}: {games} games of each choice")
    _print(counted)
    return broken


def _variants(name: str) -> Iterator[tuple[str, dict[str, str], int]]:
    source, _ = read(content_root() / name)
    pack, _ = build(source, {}, ()) if source is not None else (None, [])
    if pack is None:
        return
    few, many = pack.header.players
    for players in range(few, many + 1):
        yield "defaults", {}, players
    for id, option in pack.options.items():
        for value in option.values:
            if value.source != pack.chosen[id]:
                header = source.header_with({id: value.source}) if source is not None else None
                yield f"{id}={value.source}", {id: value.source}, (header or pack.header).recommended


def _print(counted: Counter[str]) -> None:
    for what, number in sorted(counted.items()):
        print(f"  {number:8} {what}")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
