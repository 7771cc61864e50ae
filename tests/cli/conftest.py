"""What tests of commands share: a pack whose files are real and whose rulebook is the toy's, so that commands can be
tested apart from compiling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.console import packs, verdicts
from rulewright.pack.load import PackSource, in_order, read
from rulewright.play.book import Book
from rulewright.rulebook.load import Examined
from rulewright.text.diagnostics import Diagnostic, Severity
from rulewright.text.spans import Span
from tests.play.toy import toy

PACK = """\
pack: {format: 1, id: toy, title: The Toy, version: 1.0.0, players: 2..4, recommended: 2, seats: each, credits: Us}

options:
  length:
    variant: how long it lasts
    question: How long is a game?
    values: [short, long]

procs:
  throw(player me): |
    me.thrown += 1
    me.coins -= 1

flow:
  round:
    loop: 3
    steps:
      turn: throw(player_1)
"""


class ToyPack:
    """A ToyPack is a folder with the toy's pack. `trouble` is the toy's trouble, `faults` what loading finds, by the
    number of players or the value of the option that meets it; `loaded` is all that was loaded."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.trouble = ""
        self.fingerprints: Mapping[str, str] | None = None
        self.faults: dict[int | str, Diagnostic] = {}
        self.loaded: list[tuple[dict[str, str], int, list[str]]] = []
        folder.mkdir()
        (folder / "pack.yaml").write_text(PACK, encoding="utf-8")

    def fault(self, meets: int | str, line: int, severity: Severity = Severity.ERROR) -> None:
        """Let loading find a fault in a line of the pack."""
        span = Span("pack.yaml", line, 5, line, 9)
        self.faults[meets] = Diagnostic("odd-thing", span, f"{meets} is odd", "make it even", severity=severity)

    def load(
        self,
        folder: Path,
        options: Mapping[str, str],
        players: int,
        overlays: Sequence[Path] = (),
        watched: bool = False,
    ) -> tuple[Book | None, list[Diagnostic]]:
        """Stands in for the loading of a rulebook."""
        assert folder == self.folder
        source, faults = read(folder)
        assert source is not None
        faults += self.examine(source, options, players, overlays).faults
        if any(fault.severity is Severity.ERROR for fault in faults):
            return None, in_order(faults, ["pack.yaml"])
        book = toy(self.trouble, players)
        book = replace(book, options={"length": "short", **options}, overlays=[str(path) for path in overlays])
        return (replace(book, fingerprints=self.fingerprints) if self.fingerprints else book), faults

    def examine(
        self, source: PackSource, options: Mapping[str, str], players: int, overlays: Sequence[Path] = ()
    ) -> Examined:
        """Stands in for the checking of a pack that was read."""
        assert source.folder == self.folder
        self.loaded.append((dict(options), players, [str(path) for path in overlays]))
        found = [fault for meets, fault in self.faults.items() if meets in (players, *options.values())]
        return Examined(None, None, found)


@pytest.fixture
def toy_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache_of_its_own: Path) -> ToyPack:
    """The toy's pack, in the working directory."""
    monkeypatch.chdir(tmp_path)
    made = ToyPack(Path("toy"))
    monkeypatch.setattr(packs, "load", made.load)
    monkeypatch.setattr(verdicts, "examine", made.examine)
    return made
