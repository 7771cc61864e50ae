"""Declaration order: `pack.yaml`, then by path; what stands on kinds and things stands where it is written."""

from __future__ import annotations

from pathlib import Path

from tests.language.check.packs import HEADER, checked

OWN = "hooks: |\n  {0}_hook: after work: game.log += 1\nrules: |\n  {0}_rule: when game.log > 9: game.log = 0\n"
ON_KIND = """kinds:
  game:
    fields: {log: int = 0}
  lamp:
    hooks: |
      lamp_hook: after work: game.log += 1
    rules: |
      lamp_rule: when game.log > 8: game.log = 0
things:
  lamp:
    old:
      at: game
      hooks: |
        old_hook: after work: game.log += 1
procs:
  work(): game.log += 1
flow:
  turn: work()
"""


def test_over_files(tmp_path: Path) -> None:
    files = {
        "z.yaml": OWN.format("z"),
        "m.yaml": OWN.format("m"),
        "k.yaml": ON_KIND,
        "pack.yaml": HEADER + OWN.format("first"),
    }
    program, faults, _ = checked(tmp_path, files)
    assert faults == []
    assert program is not None
    hooks = sorted(program.hooks, key=lambda hook: hook.order)
    assert [each.id.partition("@")[0] for each in hooks] == ["first_hook", "lamp_hook", "old_hook", "m_hook", "z_hook"]
    assert [each.id for each in program.rules] == ["first_rule", "lamp_rule", "m_rule", "z_rule"]
