"""Made-up packs: each is refused with a fault placed inside its text, or keeps the laws that hold of every pack."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from tests.language.generate import pack
from tests.laws import Laws, smallest
from tests.oracle.games import FRAMES

SAMPLES, PACKS, GAMES = 6, 6, 2
"""More packs find more: `tools/laws.py` tries thousands."""

FEWEST = 2
"""A pack that is refused proves little: so many of a sample run."""


@pytest.fixture(autouse=True)
def deep_enough() -> None:
    """Room for the oracle's frames."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))


@pytest.mark.parametrize("sample", range(SAMPLES))
def test_made_up_packs_are_refused_in_place_or_keep_the_laws(tmp_path: Path, sample: int) -> None:
    laws = Laws(GAMES)
    for number in range(sample * PACKS, (sample + 1) * PACKS):
        text = pack(random.Random(number).randrange)
        assert laws.made_up(tmp_path, text) == [], f"pack {number}"
    assert laws.counted["ran"] >= FEWEST


def test_what_breaks_a_law_is_made_small() -> None:
    text = "a:\n  b: 1\n  c:\n    d: 2\n    e: 3\nf: 4"
    assert smallest(text, lambda each: "d: 2" in each and "c:" in each) == "a:\n  c:\n    d: 2"
