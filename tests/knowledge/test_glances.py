"""Glances: what a seat sees in numbers differs exactly where the text of its view does."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.agents import AGENTS
from rulewright.play.decisions import Decision
from rulewright.play.game import Game
from rulewright.play.glances import Glancer
from rulewright.play.views import View
from rulewright.resources import content_root
from rulewright.rulebook.rulebook import Rulebook
from rulewright.table.luck import Stream
from tests.knowledge.test_laws import opened, secrets

DECISIONS = 60


def judge(book: Rulebook) -> int:
    """Compare the glances and the texts of a few games, as every seat sees them; gives how many texts there were."""
    glance = Glancer(book)
    seats = range(1, book.compiled.players + 1)
    numbers: dict[tuple[int, str], str] = {}
    seen: list[int] = []

    def agent(decision: Decision, view: View, luck: Stream) -> int:
        seen.append(decision.prompt)
        for seat in seats if len(seen) < DECISIONS else ():
            found = repr(glance(decision.table, seat))
            assert numbers.setdefault((seat, View(book, seat, decision.table).text()), found) == found
        return AGENTS["random"](decision, view, luck)

    for number in range(3):
        Game(book, 5, number, [agent] * book.compiled.players).run()
    for seat in seats:
        own = [each for (whose, _), each in numbers.items() if whose == seat]
        assert len(set(own)) == len(own)
    return len(numbers)


def test_a_pack_with_many_secrets(tmp_path: Path) -> None:
    assert judge(secrets(tmp_path)) > 20


@pytest.mark.parametrize("pack", ["arkham_express", "connect_four", "kuhn_poker"])
def test_a_bundled_pack(pack: str) -> None:
    assert judge(opened(content_root() / pack, 2)) > 5
