"""Each lint finds its fault where it is planted in a copy of a bundled pack, and nothing before."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulewright.lints import LINTS
from rulewright.resources import content_root
from tests.lints.surveys import judged


@dataclass(frozen=True, slots=True)
class Plant:
    """A Plant is a change of a pack's file: `old`, which stands there once, becomes `new`. The fault is on the one line
    of the changed text that has `line` in it."""

    file: str
    old: str
    new: str
    line: str


PLANTED = {
    "unused-definition": Plant("connect_four/pack.yaml", ".playable]", ".below]", "playable: not"),
    "unread-local": Plant("arkham_express/bots.yaml", "(2 if last else 1)", "2", "let last"),
    "stale-ignore": Plant(
        "kuhn_poker/pack.yaml",
        "won: int = 0 ",
        "won: int = 0 # rulewright: ignore[unused-definition] shown to people ",
        "won: int",
    ),
}


def plant(folder: Path, planted: Plant) -> Path:
    """A copy of the pack with the fault in it."""
    pack, _, name = planted.file.partition("/")
    copy = folder / pack
    shutil.copytree(content_root() / pack, copy)
    file = copy / name
    text = file.read_text("utf-8")
    assert text.count(planted.old) == 1
    file.write_text(text.replace(planted.old, planted.new), "utf-8")
    return copy


@pytest.mark.parametrize("id_", list(LINTS))
def test_a_planted_fault_is_found(id_: str, tmp_path: Path) -> None:
    planted = PLANTED[id_]
    copy = plant(tmp_path, planted)
    name = planted.file.partition("/")[2]
    lines = (copy / name).read_text("utf-8").split("\n")
    (line,) = [number for number, text in enumerate(lines, 1) if planted.line in text]
    lints = [LINTS[each] for each in dict.fromkeys(("unused-definition", id_))]
    found = [fault for fault in judged(copy, lints) if fault.id == id_]
    assert [(fault.span.file, fault.span.line) for fault in found] == [(name, line)], found
