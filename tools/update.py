"""Renew what is made from something else: parts of documents and golden files. `--check` only names what is stale.

To add an entry, write a function that gives the text and add one line to GENERATED.
"""

import starter

if __name__ == "__main__":
    starter.enter(__file__, tests=True)

import argparse
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import changes
import examples
import guide
import reference
from rulewright.agents import AGENTS
from rulewright.cli import COMMANDS
from rulewright.pack.listing import bundled_packs
from rulewright.pack.load import read
from rulewright.play.runner import Runner
from rulewright.playtest.playthrough import record, to_text
from rulewright.rulebook.load import load

ROOT = starter.ROOT


class NoMarker(Exception):
    """A NoMarker is a document without the two lines between which something generated should stand."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A Generated is a text that is made, not written: a whole file, or the part of one between two markers.

    The part `layers` stands between the lines `<!-- generated: layers -->` and `<!-- end: layers -->`.
    """

    target: str
    make: Callable[[], str]
    part: str | None = None

    @property
    def name(self) -> str:
        """What to call it in a message: the file from the root, and the part of it."""
        return self.target if self.part is None else f"{self.target} ({self.part})"

    def fresh(self, now: str) -> str:
        """The whole file as it should be, given its text now. Raises NoMarker."""
        text = self.make().rstrip("\n") + "\n"
        if self.part is None:
            return text
        begin, end = f"<!-- generated: {self.part} -->\n", f"<!-- end: {self.part} -->\n"
        if now.count(begin) != 1 or now.count(end) != 1 or now.index(begin) > now.index(end):
            raise NoMarker(f"{self.target} lacks the two lines {begin.strip()} and {end.strip()}")
        return now.partition(begin)[0] + begin + text + end + now.partition(end)[2]


def layers() -> str:
    """The lists of layers in engine/README.md."""
    data = tomllib.loads((ROOT / "tests" / "layers.toml").read_text(encoding="utf-8"))
    marks = {shelf: f"`{shelf}` (shelf)" for shelf in data["shelves"]}
    tables = []
    for title, layers in (("parts", data["layer"]), ("parts of `language`", data["language"])):
        rows = [f"| {title} | what they hold |", "|---|---|"]
        for layer in layers:
            names = ", ".join(marks.get(package, f"`{package}`") for package in layer["packages"])
            rows.append(f"| {names} | {layer['holds']} |")
        tables.append("\n".join(rows))
    return "\n\n".join(tables)


def playthrough(pack: str, players: int) -> str:
    """One game of a bundled pack, played at random: what it is from then on. Raises ValueError if there is none."""
    rulebook, faults = load(ROOT / "content" / pack, {}, players)
    if rulebook is None:
        raise ValueError(f"{pack} cannot be played: {faults[0].message}")
    runner = Runner(rulebook, [AGENTS["random"]] * players)
    ending = runner.play(0, 0)
    return to_text(record(rulebook, 0, 0, ["random"] * players, runner.answers, ending))


def playthroughs() -> list[Generated]:
    """A golden game of every bundled pack for each number of players."""
    found = []
    for pack in bundled_packs(ROOT / "content"):
        source, _ = read(ROOT / "content" / pack)
        header = source.header() if source is not None else None
        if header is None:
            raise ValueError(f"{pack} cannot be read")
        for players in range(header.players[0], header.players[1] + 1):
            target = f"tests/playthroughs/{pack}/{players}p.txt"
            found.append(Generated(target, partial(playthrough, pack, players)))
    return found


def examples_of_the_reference() -> str:
    """The language reference with what is said of the wrong files that it shows."""
    return examples.renewed((ROOT / "grammar" / "README.md").read_text(encoding="utf-8"))


def steps_of_the_guide() -> str:
    """The author's guide with what its commands print. Raises OutOfStep."""
    return guide.renewed((ROOT / "content" / "README.md").read_text(encoding="utf-8"))


def schema_of_changes() -> str:
    """The schema of what overlays change."""
    return changes.schema_of_changes(ROOT / "schemas")


def commands() -> str:
    """The commands of the command line, with their help lines."""
    return reference.table(["command", "what it does"], ((f"`{name}`", line) for name, (_, line) in COMMANDS.items()))


GENERATED = [
    Generated("schemas/change.schema.json", schema_of_changes),
    Generated("README.md", commands, part="commands"),
    Generated("engine/README.md", layers, part="layers"),
    *(Generated("grammar/README.md", make, part=part) for part, make in reference.PARTS.items()),
    Generated("grammar/README.md", examples_of_the_reference),
    Generated("content/README.md", steps_of_the_guide),
    *playthroughs(),
]


def stale(root: Path, entries: list[Generated], *, write: bool) -> list[str]:
    """The names of the entries that are not as they should be; `write` renews them. Raises NoMarker."""
    found = []
    for entry in entries:
        file = root / entry.target
        now = file.read_text(encoding="utf-8") if file.exists() else ""
        fresh = entry.fresh(now)
        if fresh != now:
            found.append(entry.name)
            if write:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(fresh, encoding="utf-8", newline="\n")
    return found


def main(arguments: list[str]) -> int:
    """Renew or compare all entries, and give the exit code."""
    parser = argparse.ArgumentParser(prog="update.py", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if something is stale")
    check = parser.parse_args(arguments).check
    try:
        found = stale(ROOT, GENERATED, write=not check)
    except (NoMarker, guide.OutOfStep) as fault:
        print(fault, file=sys.stderr)
        return 1
    for name in found:
        print(f"{'stale' if check else 'renewed'}: {name}")
    if check and found:
        print("renew with: python3 tools/update.py", file=sys.stderr)
    return 1 if check and found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
