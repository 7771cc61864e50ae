"""Small packs read, built and checked, for the tests of this layer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from rulewright.builtins import SHELF
from rulewright.language.check.check import check
from rulewright.language.program import Program
from rulewright.pack.load import build, in_order, read
from rulewright.text.diagnostics import Diagnostic

HEADER = "pack: {id: case, title: A case, version: 1.0, players: 1..4, seats: team}\n"
BASE = (Path(__file__).parent / "base.yaml").read_text(encoding="utf-8")

_CHOICE = re.compile(r"# with: (\w+)=(\w+)")
_PLAYERS = re.compile(r"# players: (\d)")


def checked(
    folder: Path, files: Mapping[str, str], chosen: Mapping[str, str] | None = None, players: int = 2
) -> tuple[Program | None, list[Diagnostic], Mapping[str, str]]:
    """The program that some files make, all faults met on the way in order of their places, and the files as read."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_bytes(text.encode())
    source, faults = read(folder)
    assert source is not None
    pack, more = build(source, chosen or {}, [])
    assert pack is not None
    program, found = check(pack, SHELF, players)
    return program, in_order([*faults, *more, *found], list(pack.files)), pack.files


def case(folder: Path, text: str) -> tuple[Program | None, list[Diagnostic], Mapping[str, str]]:
    """The program of a case: `base.yaml` and the text, or the text alone where it says `# alone` or has a header."""
    if re.search("^pack:", text, re.MULTILINE):
        return checked(folder, {"pack.yaml": text})
    files = {"pack.yaml": HEADER, "play.yaml": text}
    if "# alone" not in text:
        files["base.yaml"] = BASE
    players = _PLAYERS.search(text)
    return checked(folder, files, dict(_CHOICE.findall(text)), int(players[1]) if players else 2)
