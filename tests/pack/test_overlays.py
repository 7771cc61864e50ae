"""Overlays: what they add, replace, change, remove and insert, and where two collide."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.pack.model import Pack, Step
from rulewright.text.diagnostics import Diagnostic
from tests.pack.packs import built, sound, write

BASE = """
kinds:
  figure:
    fields: {rank: int = 0, speed: int = 1}
    hooks: |
      before turn: look(this)
things:
  token:
    ring: {at: box, rank: 1}
    crown: {at: box, rank: 2}
arrows:
  - wood <-> hill
  - {id: bridge, from: wood, to: town, length: 2}
procs:
  turn(figure me):
    rule: A-1
    do: walk(me)
  rest(figure me): heal(me)
rules: |
  # the first ends it
  over: when count(token) == 0:
    end(win=none)
  for t in token when t.rank > 3: move(t, box)
actions:
  wait: {in: main}
flow:
  main:
    loop: true
    steps:
      turn:
        steps:
          walk: step(me)
          fight: strike(me)
      close: shut()
"""


def _apply(folder: Path, *overlays: str, base: str = BASE) -> tuple[Pack, list[Diagnostic]]:
    """The pack with one option a given overlay, switched on; names are `o1.on`, `o2.on` …"""
    options = "options:\n"
    for number, overlay in enumerate(overlays, 1):
        body = "".join(f"          {row}\n" for row in overlay.strip().split("\n"))
        options += f"  o{number}:\n    mode: test\n    values:\n      off: {{}}\n      on:\n{body}"
    source = sound(write(folder, {"a.yaml": base, "options.yaml": options}))
    return built(source, {f"o{number}": "on" for number in range(1, len(overlays) + 1)})


def _ids(faults: list[Diagnostic]) -> list[str]:
    return [fault.id for fault in faults]


def _flow(steps: tuple[Step, ...]) -> list[object]:
    return [[step.id.source, _flow(step.steps)] if step.steps else step.id.source for step in steps]


def test_change_merges_mappings_and_replaces_values(tmp_path: Path) -> None:
    pack, faults = _apply(
        tmp_path,
        """
change:
  kinds: {figure: {fields: {speed: int = 5, luck: int = 0}}}
  things: {token: {ring: {rank: 9}}}
  procs:
    turn: run(me)
    rest: {rule: A-2}
  arrows:
    - {id: bridge, length: 3}
  flow:
    main: {steps: {close: {if: .open}}}
""",
    )
    assert faults == []
    assert {name: text.source for name, (_, text) in pack.kinds["figure"].fields.items()} == {
        "rank": "int = 0",
        "speed": "int = 5",
        "luck": "int = 0",
    }
    speed = pack.kinds["figure"].fields["speed"]
    assert (speed[0].span.file, speed[1].span.file, speed[1].span.line) == ("a.yaml", "options.yaml", 8)
    assert [(str(t.id), str(t.at), str(t.values["rank"][1])) for t in pack.things] == [
        ("ring", "box", "9"),
        ("crown", "box", "2"),
    ]
    turn, rest = pack.procs
    assert (turn.signature.source, turn.do.source, str(turn.note.rules[0])) == ("turn(figure me)", "run(me)", "A-1")
    assert (rest.do.source, rest.do.span.file, str(rest.note.rules[0])) == ("heal(me)", "a.yaml", "A-2")
    assert pack.arrows[1].values["length"][1].source == "3"
    close = pack.flow[0].steps[1]
    assert (str(close.condition), str(close.do)) == (".open", "shut()")


def test_replace_gives_whole_definitions(tmp_path: Path) -> None:
    pack, faults = _apply(
        tmp_path,
        """
replace:
  things: {token: {ring: {at: hand}}}
  procs:
    turn(figure me, int n): run(me, n)
  rules: |
    over: when count(token) == 1: end(win=none)
  arrows:
    - {id: wood_hill, from: wood, to: town}
  actions: {wait: {in: rest}}
""",
    )
    assert faults == []
    assert (str(pack.things[0].at), pack.things[0].values) == ("hand", {})
    assert pack.procs[0].signature.source == "turn(figure me, int n)"
    assert pack.procs[0].note.rules == ()
    assert [text.source.split("\n")[0] for text in pack.rules] == [
        "over: when count(token) == 1: end(win=none)",
        "for t in token when t.rank > 3: move(t, box)",
    ]
    span = pack.rules[1].span
    assert span.file == "a.yaml"
    assert BASE.split("\n")[span.line - 1][span.column - 1 :] == pack.rules[1].source
    assert [(str(link.source), str(link.target), link.both_ways) for link in pack.arrows] == [
        ("wood", "town", False),
        ("wood", "town", False),
    ]


def test_remove_deletes_definitions_and_single_keys(tmp_path: Path) -> None:
    pack, faults = _apply(
        tmp_path,
        """
remove:
  kinds: [figure.hooks, figure.fields.speed]
  things: [crown, token.ring.rank]
  procs: rest
  arrows: [wood_hill]
  rules: over
  flow: [turn.fight, close]
""",
    )
    assert faults == []
    assert list(pack.kinds["figure"].fields) == ["rank"]
    assert pack.kinds["figure"].behaviour.hooks is None
    assert [(str(thing.id), thing.values) for thing in pack.things] == [("ring", {})]
    assert len(pack.procs) == len(pack.arrows) == len(pack.rules) == 1
    assert _flow(pack.flow) == [["main", [["turn", ["walk"]]]]]


def test_insert_and_plain_sections_add(tmp_path: Path) -> None:
    pack, faults = _apply(
        tmp_path,
        """
insert:
  before turn.walk:
    wake: rise(me)
  after close: {lock: {do: lock}, bolt: {do: bolt}}
things: {card: {joker: {at: deck}}}
kinds: {figure: {fields: {luck: int = 0}}}
rules: |
  when box.empty: end(win=none)
flow:
  last: bow()
""",
        """
insert:
  before walk:
    stretch: reach(me)
""",
    )
    assert faults == []
    steps = [["turn", ["wake", "stretch", "walk", "fight"]], "close", "lock", "bolt"]
    assert _flow(pack.flow) == [["main", steps], "last"]
    assert [str(thing.id) for thing in pack.things] == ["ring", "crown", "joker"]
    assert list(pack.kinds["figure"].fields) == ["rank", "speed", "luck"]
    assert len(pack.rules) == 2


def test_a_step_is_named_as_far_as_it_must_be(tmp_path: Path) -> None:
    pack, faults = _apply(
        tmp_path,
        """
replace:
  flow:
    walk: run(me)
    main.close:
      steps:
        lock: bolt()
""",
        """
change:
  flow:
    turn.fight: {if: .angry}
    main.turn: {each: figure}
""",
    )
    assert faults == []
    turn, close = pack.flow[0].steps
    walk, fight = turn.steps
    assert (str(turn.each), str(walk.do), walk.id.span.file) == ("figure", "run(me)", "options.yaml")
    assert (str(fight.condition), str(fight.do), fight.id.span.file) == (".angry", "strike(me)", "a.yaml")
    assert (_flow(pack.flow), close.do) == ([["main", [["turn", ["walk", "fight"]], ["close", ["lock"]]]]], None)


@pytest.mark.parametrize(
    ("overlay", "message"),
    [
        ("change: {kinds: {figur: {me: .at}}}", "there is no `figur` in `kinds:` | did you mean `figure`?"),
        ("replace: {things: {token: {rong: {at: box}}}}", "there is no `token.rong` in `things:`"),
        ("replace: {places: {box: {}}}", "there is no `box` in `places:`"),
        ("remove: {procs: [trun]}", "there is no `trun` in `procs:` | did you mean `turn`?"),
        ("remove: {kinds: [figure.fields.size]}", "there is no `figure.fields.size` in `kinds:`"),
        ("remove: {rules: ovr}", "there is no `ovr` in `rules:`"),
        ("insert: {before wlak: {x: {}}}", "there is no `wlak` in `flow:` | did you mean `walk`?"),
        ("replace: {flow: {wlak: {}}}", "there is no `wlak` in `flow:` | did you mean `walk`?"),
        ("change: {flow: {turn.main: {}}}", "there is no `turn.main` in `flow:` | did you mean `turn`?"),
        ("insert: {before walk: {fight: {}}}", "`fight` is defined twice in `flow:`"),
        ("things: {token: {ring: {at: box}}}", "`token.ring` is defined twice in `things:`"),
        ("options: {more: {mode: x, values: [a, b]}}", "an overlay has no `options:`"),
        ("change:\n  rules: |\n    over: when done: end()", "a head has no keys to change"),
        ("overlay: {over: other}", "this overlay is for `other`, the pack is case 1.4"),
        ("overlay: {over: case >= 1.10}", "this overlay is for `case >= 1.10`, the pack is case 1.4"),
        ("overlay: {after: o2.on}", "there is no overlay `o2.on`"),
    ],
)
def test_what_an_overlay_cannot_do(overlay: str, message: str, tmp_path: Path) -> None:
    faults = _apply(tmp_path, overlay)[1]
    assert len(faults) == 1
    assert f"{faults[0].message} | {faults[0].hint}".startswith(message)
    assert faults[0].span.file == "options.yaml"


@pytest.mark.parametrize(
    "overlay",
    [
        "replace: {flow: {walk: {}}}",
        "change: {flow: {walk: {}}}",
        "remove: {flow: walk}",
        "insert: {after walk: {x: {}}}",
    ],
)
def test_a_step_that_several_are_is_named_further(overlay: str, tmp_path: Path) -> None:
    base = BASE.replace("      close: shut()\n", "      night:\n        steps:\n          walk: creep()\n")
    (fault,) = _apply(tmp_path, overlay, base=base)[1]
    assert (fault.message, fault.hint) == ("`walk` is several steps", "write `main.turn.walk` or `main.night.walk`")


CHANGE = "change: {kinds: {figure: {fields: {speed: int = 2}}}}"


@pytest.mark.parametrize(
    ("second", "conflicts"),
    [
        (CHANGE, True),
        ("change: {kinds: {figure: {fields: {rank: int = 2}}}}", False),
        ("remove: {kinds: [figure.fields]}", True),
        ("remove: {kinds: [figure.fields.speed]}", True),
        ("kinds: {figure: {fields: {luck: int = 2}}}", False),
        ("change:\n  flow:\n    walk: {if: me.awake}", False),
        ("overlay: {after: o1.on}\n" + CHANGE, False),
    ],
)
def test_two_overlays_may_not_touch_one_key(second: str, conflicts: bool, tmp_path: Path) -> None:
    faults = _apply(tmp_path, CHANGE, second)[1]
    assert _ids(faults) == ["overlay-conflict"] * conflicts
    for fault in faults:
        assert fault.message.startswith("`o1.on` and `o2.on` both touch `kinds.figure.fields")
        assert fault.related[0].span.line < fault.span.line


def test_after_puts_an_overlay_later(tmp_path: Path) -> None:
    first = "overlay: {after: [o2.on]}\nchange:\n  procs:\n    rest: sleep()"
    pack, faults = _apply(tmp_path, first, "change:\n  procs:\n    rest: nap()")
    assert faults == []
    assert pack.procs[1].do.source == "sleep()"
    assert _ids(_apply(tmp_path / "b", first, "overlay: {after: o1.on}")[1]) == ["overlay-circle"]


def test_a_file_beside_the_pack_comes_last_and_wins(tmp_path: Path) -> None:
    beside = tmp_path / "mine.yaml"
    beside.write_text("overlay: {over: case >= 1.0 < 2}\n" + CHANGE + "\norigin: reconstructed\nareas: {bog: {}}\n")
    options = "options:\n  o:\n    mode: test\n    values:\n      on:\n        " + CHANGE.replace("= 2", "= 3") + "\n"
    source = sound(write(tmp_path / "pack", {"a.yaml": BASE, "o.yaml": options}))
    pack, faults = built(source, {}, [beside])
    assert faults == []
    speed = pack.kinds["figure"].fields["speed"][1]
    assert (speed.source, speed.span.file) == ("int = 2", str(beside))
    assert pack.areas[0].note.origin is not None
    assert str(beside) in pack.files
    beside.write_text("pack: {id: x}\nthnigs: {}\n")
    assert [f"{fault.span.line} {fault.id}" for fault in built(source, {}, [beside])[1]] == [
        *["1 missing-key"] * 4,
        "1 overlay-options",
        "2 unknown-key",
    ]


def test_overlays_in_files_of_the_pack_belong_to_a_value(tmp_path: Path) -> None:
    files = {
        "a.yaml": BASE,
        "o.yaml": "options: {o: {mode: test, values: [off, on]}}\n",
        "on.yaml": "overlay: {id: o.on}\n" + CHANGE + "\n",
    }
    source = sound(write(tmp_path, files))
    assert built(source)[0].kinds["figure"].fields["speed"][1].source == "int = 1"
    assert built(source, {"o": "on"})[0].kinds["figure"].fields["speed"][1].source == "int = 2"
    source = sound(write(tmp_path, {**files, "on.yaml": "overlay: {id: o.onn}\n", "z.yaml": CHANGE + "\n"}))
    assert [(fault.id, fault.hint) for fault in built(source)[1]] == [
        ("unknown-overlay", "did you mean `o.on`?"),
        ("unknown-key", "give the file an `overlay:` header"),
    ]
