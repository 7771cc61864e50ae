"""Which lines of a pack its games run: coverage.py at work on YAML.

Emitted code names the files and lines of the pack, and coverage.py notes the lines it meets, but knows no file that is
not Python's. The plugin here tells it which lines of a pack can be run. Going on behind a step belongs to the line of
its name, so that of a step which ends the game counts as missed.
"""

import starter

if __name__ == "__main__":
    starter.enter(__file__, tests=True)

import argparse
import contextlib
import dis
import marshal
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType
from typing import IO

import coverage
from coverage.plugin import CoveragePlugin, FileReporter, FileTracer

from rulewright.agents import AGENTS
from rulewright.pack.listing import find
from rulewright.pack.load import read
from rulewright.play.runner import Runner
from rulewright.resources import content_root
from rulewright.rulebook.load import load
from rulewright.rulebook.rulebook import Rulebook
from rulewright.text.diagnostics import Diagnostic

_ENTERED = ("RESUME", "MAKE_CELL", "COPY_FREE_VARS", "CACHE")  # what begins a function and is no line of it

Lines = Mapping[str, frozenset[int]]


class NotPlayable(Exception):
    """A NotPlayable is a pack that there is not, or that has errors."""


class _File(FileTracer, FileReporter):
    """A _File is one file of the pack, for both of coverage's questions: whose lines to note, and which there are."""

    def __init__(self, path: str, lines: frozenset[int]) -> None:
        FileReporter.__init__(self, path)
        self._lines = lines

    def source_filename(self) -> str:
        return self.filename

    def lines(self) -> set[int]:
        return set(self._lines)


class Plugin(CoveragePlugin):
    """A Plugin makes coverage.py take files of a pack for source files. `lines` are those of each that can be run."""

    def __init__(self, folder: Path, lines: Lines) -> None:
        self._files = {str(folder / name): _File(str(folder / name), own) for name, own in lines.items()}

    def file_tracer(self, filename: str) -> FileTracer | None:
        return self._files.get(filename)

    def file_reporter(self, filename: str) -> FileReporter | str:
        return self._files.get(filename, "python")


def lines_of(book: Rulebook) -> dict[str, frozenset[int]]:
    """The lines of each file of which something was emitted."""
    found: dict[str, set[int]] = {}
    for module in book.compiled.modules:
        waiting = [each for each in marshal.loads(module.code).co_consts if isinstance(each, CodeType)]
        while waiting:
            code = waiting.pop()
            waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
            steps = (each for each in dis.get_instructions(code) if each.opname not in _ENTERED)
            places = (each.positions.lineno for each in steps if each.positions is not None)
            found.setdefault(code.co_filename, set()).update(line for line in places if line is not None)
    return {name: frozenset(lines) for name, lines in found.items() if name in book.files}


def measure(folder: Path, agent: str, games: int, out: IO[str]) -> float:
    """Play games with every number of players and print the lines that none of them ran; gives the percentage run.

    Raises NotPlayable.
    """
    books = list(_books(folder))
    lines: dict[str, frozenset[int]] = {}
    for book in books:
        for name, own in lines_of(book).items():
            lines[name] = lines.get(name, frozenset()) | own
    plugin = Plugin(folder, lines)
    noted = coverage.Coverage(
        data_file=None,
        config_file=False,
        include=[f"{folder}/*"],
        plugins=[lambda known: known.add_file_tracer(plugin)],
    )
    with contextlib.chdir(folder):  # emitted code names files as they are called in the pack
        with noted.collect():
            for book in books:
                runner = Runner(book, [AGENTS[agent]] * book.compiled.players)
                for game in range(games):
                    runner.play(0, game)
        return noted.report(show_missing=True, file=out)


def _books(folder: Path) -> Iterator[Rulebook]:
    """The rulebook of a pack for each number of players."""
    source, _ = read(folder)
    header = source.header() if source is not None else None
    low, high = header.players if header is not None else (1, 1)
    for players in range(low, high + 1):
        book, faults = load(folder, {}, players)
        if book is None:
            raise NotPlayable(f"{folder.name} cannot be played: {faults[0].message}")
        yield book


def main(arguments: list[str]) -> int:
    """Print the coverage of a pack by games."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pack", help="a bundled pack's name, or a folder")
    parser.add_argument("--agent", default="random", choices=sorted(AGENTS))
    parser.add_argument("--games", type=int, default=100, help="games with each number of players")
    given = parser.parse_args(arguments)
    folder = find(given.pack, content_root())
    if isinstance(folder, Diagnostic):
        print(f"{given.pack}: {folder.message}", file=sys.stderr)
        return 2
    try:
        measure(folder.resolve(), given.agent, given.games, sys.stdout)
    except NotPlayable as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
