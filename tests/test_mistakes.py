"""The page of mistakes: each id of a fault has one, which brings about this one fault, and is mended below it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from examples import faults_in
from rulewright.console.reference import MISTAKE
from rulewright.resources import mistakes_path
from rulewright.text.meanings import GROUPS, MEANINGS

TEXT = mistakes_path().read_text(encoding="utf-8")
FOUND = {found["id"]: found for found in MISTAKE.finditer(TEXT)}
SHOWN = [id_ for id_, found in FOUND.items() if found["wrong"]]
GAME = re.search(r"^```yaml\n(# the game\n.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def said(folder: Path, piece: str) -> list[str]:
    """The ids of what is said of the game with a piece beside it: its faults, else those that its tests show."""
    assert GAME is not None
    (folder / "pack.yaml").write_text(GAME[1], encoding="utf-8")
    (folder / "piece.yaml").write_text(piece, encoding="utf-8")
    return [each.id for each in faults_in(folder)]


def test_every_id_has_its_mistake_in_the_order_of_the_reference() -> None:
    assert list(FOUND) == list(MEANINGS)
    assert re.findall(r"^## (.*)$", TEXT, re.MULTILINE) == list(GROUPS)
    told = [id_ for group in ("Files", "Overlays", "Games in play") for id_ in GROUPS[group]]
    assert [id_ for id_ in FOUND if id_ not in SHOWN and id_ not in told] == [
        "no-flow",
        "two-ways",
        "too-deep",
        "no-branches",
        "not-together",
    ]


def test_the_game_is_sound(tmp_path: Path) -> None:
    assert said(tmp_path, "places: {chest: {}}\n") == []


@pytest.mark.parametrize("id_", SHOWN)
def test_a_mistake_and_how_it_is_mended(id_: str, tmp_path: Path) -> None:
    assert said(tmp_path, FOUND[id_]["wrong"]) == [id_]
    assert said(tmp_path, FOUND[id_]["right"]) == []
