"""Figures of commands: how long a large pack takes to validate, and how long help takes."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.big_pack import write_big_pack
from bench.measure import Slice, command, python, take_turns
from bench.rows import Row

CARDS = 1_000

# Prints the processor seconds that the C loader alone takes in a process of its own.
_READ_ALL = """
import pathlib, sys, time, yaml
texts = [path.read_text(encoding="utf-8") for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.yaml"))]
begun = time.process_time()
for text in texts:
    yaml.load(text, yaml.CSafeLoader)
print(time.process_time() - begun)
"""


def large_pack(seconds: float, folder: Path) -> Iterator[Row]:
    """`validate` as a command, without and with its cache, against the YAML loader as a command and alone."""
    pack, cache = folder / "big_pack", folder / "cache_of_big_pack"
    write_big_pack(pack, CARDS)
    environment = {**os.environ, "RULEWRIGHT_CACHE": str(cache)}
    validate = command([sys.executable, "-P", "-m", "rulewright", "validate", str(pack)], environment)

    def cold(turn: int) -> float:
        shutil.rmtree(cache, ignore_errors=True)
        return validate(turn)

    def warm(turn: int) -> float:
        validate(turn)
        return validate(turn)

    contestants: dict[str, Slice] = {"loader": command([*python(_READ_ALL), str(pack)]), "cold": cold, "warm": warm}
    turns = take_turns(contestants, seconds)
    for name, target in (("cold", 18.0), ("warm", 2.0)):
        ratio = turns.ratio(name, "loader")
        what = f"`validate` of {CARDS:,} cards, {name}, against a process that only loads the YAML"
        yield Row(what, f"under {target:.0f}x", f"{ratio}x; {turns.median(name):.2f} s", ratio.median < target)


def help_text(seconds: float) -> Iterator[Row]:
    """`rulewright --help` against importing click alone."""
    contestants = {
        "help": command([sys.executable, "-P", "-m", "rulewright", "--help"]),
        "click": command(python("import click")),
    }
    turns = take_turns(contestants, seconds)
    ratio = turns.ratio("help", "click")
    pace = f"{turns.median('help') * 1000:.0f} ms"
    yield Row(
        '`rulewright --help` against `python -c "import click"`', "under 2x", f"{ratio}x; {pace}", ratio.median < 2
    )
