"""The golden games: one of every bundled pack for each number of players, and each plays as it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.pack.listing import bundled_packs
from rulewright.pack.load import read
from rulewright.playtest.reading import read_file
from rulewright.playtest.replaying import replay
from rulewright.resources import content_root
from rulewright.rulebook.load import load

GOLDENS = Path(__file__).parent / "playthroughs"


def wanted() -> list[str]:
    """The golden games that there must be, as paths below GOLDENS."""
    found = []
    for pack in bundled_packs(content_root()):
        source, _ = read(content_root() / pack)
        header = source.header() if source is not None else None
        assert header is not None
        found += [f"{pack}/{players}p.txt" for players in range(header.players[0], header.players[1] + 1)]
    assert found
    return found


def test_there_is_one_of_each() -> None:
    assert sorted(path.relative_to(GOLDENS).as_posix() for path in GOLDENS.rglob("*.txt")) == sorted(wanted())


@pytest.mark.parametrize("golden", wanted())
def test_it_plays_as_written(golden: str) -> None:
    playthrough, faults, _ = read_file(GOLDENS / golden)
    assert playthrough is not None, faults
    rulebook, _ = load(content_root() / playthrough.pack, dict(playthrough.options), playthrough.players)
    assert rulebook is not None
    assert replay(rulebook, playthrough).difference == "", "renew with: python3 tools/update.py"
