"""Measure the figures that Rulewright is to reach, and print them as a table; `--write` puts it into engine/README.md.

    python3 tools/bench/figures.py [--seconds N] [--only yardsticks,costs,...] [--write]

Every figure is a ratio of two things measured by turns in one run. N seconds are spent on each group of them.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import starter

if __name__ == "__main__":
    starter.enter(__file__, tests=True)

import argparse
import os
import platform
import tempfile
from collections.abc import Callable, Iterable

import update
from bench import loading, playing, statements
from bench.rows import Row, as_markdown

PART = "figures"

GROUPS: dict[str, Callable[[float, Path], Iterable[Row]]] = {
    "yardsticks": lambda seconds, _: playing.against_yardsticks(seconds),
    "costs": playing.costs,
    "statements": lambda seconds, _: statements.per_statement(seconds),
    "copies": lambda seconds, _: playing.copies(seconds),
    "series": lambda seconds, _: playing.series(seconds),
    "validate": loading.large_pack,
    "help": lambda seconds, _: loading.help_text(seconds),
}


def measure(groups: list[str], seconds: float) -> list[Row]:
    """The rows of some groups; each is printed as it comes."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RULEWRIGHT_CACHE"] = str(Path(folder) / "cache")
        for group in groups:
            for row in GROUPS[group](seconds, Path(folder)):
                print("  ".join(cell for cell in row.cells() if cell), flush=True)
                rows.append(row)
    return rows


def noise(before: float, after: float) -> str:
    """What was measured on, and how busy the machine was: loads of the last minute."""
    cores = os.cpu_count() or 1
    version = platform.python_version()
    return f"Python {version}, {cores} cores; the machine's load was {before:.1f} before and {after:.1f} after the run."


def write(part: str, text: str) -> None:
    """Put a table into its part of engine/README.md."""
    entry = update.Generated("engine/README.md", lambda: text, part=part)
    update.stale(starter.ROOT, [entry], write=True)


def main(arguments: list[str]) -> int:
    """Measure, print, write; the exit code is 0 whatever was measured."""
    parser = argparse.ArgumentParser(prog="figures.py", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each group is measured (default 20)")
    parser.add_argument("--only", default=",".join(GROUPS), help="groups, separated by commas (default: all)")
    parser.add_argument("--write", action="store_true", help="write the table into engine/README.md; all groups only")
    options = parser.parse_args(arguments)
    groups = options.only.split(",")
    unknown = [group for group in groups if group not in GROUPS]
    if unknown:
        parser.error(f"there is no group {', '.join(unknown)}; the groups are {', '.join(GROUPS)}")
    if options.write and groups != list(GROUPS):
        parser.error("--write is for a run of all groups")
    load = os.getloadavg()[0]
    text = as_markdown(measure(groups, options.seconds)) + "\n\n" + noise(load, os.getloadavg()[0])
    print(text)
    if options.write:
        write(PART, text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
