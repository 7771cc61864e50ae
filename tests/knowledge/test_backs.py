"""Things of one back cannot be told apart by what shows on it when a game begins, in any bundled pack."""

from __future__ import annotations

import pytest

from rulewright.pack.listing import bundled_packs
from rulewright.resources import content_root
from rulewright.rulebook.load import load

GAMES = [
    *((pack, "") for pack in bundled_packs(content_root())),
    ("dawn_and_demons", "dawn"),
    ("dawn_and_demons", "no_friends"),
]


@pytest.mark.parametrize(("pack", "mode"), GAMES)
def test_what_shows_on_a_back_is_alike(pack: str, mode: str) -> None:
    rulebook, faults = load(content_root() / pack, {"mode": mode} if mode else {}, watched=True)
    assert rulebook is not None, faults
    assert rulebook.compiled.world is not None
    sight = rulebook.compiled.world.sight
    begins = {slot.name: slot.start for slot in rulebook.compiled.slots}
    for back, columns in sight.open.items():
        alike = [thing for thing, own in enumerate(sight.back) if own == back]
        for slot, values in columns:
            column = begins[slot] if slot else values
            assert len({column[thing] for thing in alike}) == 1, (back, slot)
