"""How a seat takes nothing, where it may: what is done, none, no, or enough of what is taken one by one."""

from __future__ import annotations

from pathlib import Path

from rulewright.play.decisions import Answer, Decision
from rulewright.play.runner import Runner
from rulewright.play.views import View
from rulewright.rulebook.load import load
from rulewright.table.luck import Stream

PACK = """\
pack: {format: 1, id: small, title: Small, version: 1.0.0, players: 1, seats: each, credits: none}

kinds:
  player: {fields: {n: int = 0}}
menus:
  shop:
    with: (player me)
  work:
    with: (player me)
    must: true
actions: |
  buy: in shop: me.n += 1
  sell: in shop: me.n -= 1
  dig: in work: me.n += 1
  cut: in work: me.n -= 1
flow:
  turn: |
    offer(shop, player_1)
    offer(work, player_1)
    if ask("Sure?", by=player_1): player_1.n += 1
    let one = pick(1..3, "Must?", by=player_1)
    let other = pick(1..3, "May?", by=player_1, may=true)
    let some = pick(1..3, "Some?", by=player_1, n=0..2)
    let two = pick(1..3, "Two?", by=player_1, n=2)
"""


def test_what_takes_nothing(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(PACK, encoding="utf-8")
    book, faults = load(tmp_path)
    assert book is not None, [fault.message for fault in faults]
    found: dict[str, Answer | None] = {}

    def agent(decision: Decision, _: View, __: Stream) -> int:
        found.setdefault(decision.id, decision.passing)
        return 0

    assert Runner(book, [agent]).play(0, 0).fault is None
    assert found == {"shop": 0, "work": None, "Sure?": 1, "Must?": None, "May?": 3, "Some?": 3, "Two?": None}
