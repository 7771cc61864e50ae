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
FEWEST_TURNS = 3  # as they are long

READ_ALL = """
import pathlib, sys, yaml
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.yaml")):
    yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
"""


def large_pack(seconds: float, folder: Path) -> Iterator[Row]:
    """`validate` as a command, without and with its cache, against a command that only loads the files."""
    pack, cache = folder / "big_pack", folder / "cache_of_big_pack"
    write_big_pack(pack, CARDS)
    environment = {**os.environ, **_with_bytecode(folder), "RULEWRIGHT_CACHE": str(cache)}
    validate = command([sys.executable, "-P", "-m", "rulewright", "validate", str(pack)], environment)

    def cold(turn: int) -> float:
        shutil.rmtree(cache, ignore_errors=True)
        return validate(turn)

    def warm(turn: int) -> float:
        if not cache.exists():
            validate(turn)
        return validate(turn)

    contestants: dict[str, Slice] = {
        "loader": command([*python(READ_ALL), str(pack)], environment),
        "cold": cold,
        "warm": warm,
    }
    turns = take_turns(contestants, seconds, FEWEST_TURNS)
    for name, target in (("cold", 18.0), ("warm", 2.0)):
        ratio = turns.ratio(name, "loader")
        what = f"`validate` of {CARDS:,} cards, {name}, against a process that only loads the YAML"
        yield Row(what, f"under {target:.0f}x", f"{ratio}x; {turns.median(name):.2f} s", ratio.median < target)


def _with_bytecode(folder: Path) -> dict[str, str]:
    """The part of an environment by which Python keeps the bytecode of modules, as it does of installed ones."""
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


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
