"""From a name to a Pack: finding, choosing, assembling, telling what changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.pack.definitions import changed, definitions
from rulewright.pack.listing import bundled_packs, find
from rulewright.pack.load import read
from rulewright.pack.model import Action, Origin
from rulewright.resources import content_root
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span, Text
from tests.pack.packs import HEADER, built, sound, write

PLAY = """origin: reconstructed
source: a guess
options:
  length: {variant: how long, question: How long?, values: [short, long], default: long}
  rolls: {ruling: A-3, values: [3, 4]}
enums: {suit: [red, black]}
tables:
  draws: {1..2: 3, 4: 2, rule: A-1}
dice:
  plain: [hit, miss]
  odd: {faces: [hit, {double: [hit, hit]}, {blank: []}]}
kinds:
  figure:
    is: [piece]
    lies: area
    set: {size: 2}
    fields: {rank: int = 0}
    hidden: []
    does:
      effect: (figure me)
    derive:
      tall: .rank > 2
  piece:
    fields: {size: int}
    effect: walk(me)
things:
  figure:
    knight:
      at: wood
      title: A knight
      rank: 3
      rule: [A-1, A-2]
      origin: rulebook
      source: page 3
      hooks: |
        before turn: rest(me)
      actions:
        ride:
          in: [main, rest]
          if: me.rank > 1
          with:
            a: me.at.exits
          cost: {me.rank: 1}
          once: turn
          do: move(this, a.to)
        shout: |
          in main: look()
areas:
  wood: {count: 3}
  c{row}: {for: {row: 1..3}, at: 4}
arrows:
  - wood <-> c1
  - c{row} -> c{row + 1}
  - {id: bridge, from: wood, to: c3, both_ways: true, for: {n: 1..2}, length: 2}
places:
  deck: {sees: none, holds: figure, ordered: true, refill: discard, keep: 3, from: box}
procs:
  heal(figure me) -> int: |
    return 3
menus:
  main: {repeat: true}
actions: |
  wait: in main: none
hooks: |
  after turn: look()
flow:
  main:
    if: true
    loop: 3
    steps:
      turn:
        each: figure
        as: f
        together: true
        timer: 30
        do: rest(f)
bots:
  value: count(figure)
measures:
  length: count(figure)
"""


def _sources(pairs: Mapping[str, tuple[Text, Text]]) -> dict[str, str]:
    return {name: text.source for name, (_, text) in pairs.items()}


def test_the_whole_model(tmp_path: Path) -> None:
    pack, faults = built(sound(write(tmp_path, {"play.yaml": PLAY})), {"length": "short"})
    assert faults == []
    assert (pack.header.players, pack.header.recommended, pack.header.team) == ((1, 4), 4, True)
    assert pack.chosen == {"length": "short", "rolls": "3"}
    length = pack.options["length"]
    assert (length.nature, str(length.about), length.default) == ("variant", "how long", "long")
    assert [str(name) for name in pack.enums["suit"][1]] == ["red", "black"]
    assert [(str(key), str(value)) for key, value in pack.tables["draws"].rows] == [("1..2", "3"), ("4", "2")]
    assert [(str(face), [str(s) for s in symbols]) for face, symbols in pack.dice["odd"].faces] == [
        ("hit", ["hit"]),
        ("double", ["hit", "hit"]),
        ("blank", []),
    ]
    figure, piece = pack.kinds["figure"], pack.kinds["piece"]
    assert (figure.hidden, piece.hidden) == ((), None)
    assert (_sources(figure.values), _sources(piece.values)) == ({"size": "2"}, {"effect": "walk(me)"})
    knight = pack.things[0]
    assert (str(knight.kind), str(knight.at), str(knight.title)) == ("figure", "wood", "A knight")
    assert (_sources(knight.values), knight.note.origin) == ({"rank": "3"}, Origin("rulebook", "page 3"))
    acts = knight.behaviour.actions
    assert acts is not None
    ride, shout = acts["ride"], acts["shout"]
    assert isinstance(ride, Action)
    assert isinstance(shout, Text)
    assert ([str(menu) for menu in ride.menus], str(ride.once)) == (["main", "rest"], "turn")
    assert (_sources(ride.cost), str(ride.choices["a"])) == ({"me.rank": "1"}, "me.at.exits")
    wood, many = pack.areas
    assert (_sources(wood.values), wood.count, wood.note.origin) == (
        {"count": "3"},
        None,
        Origin("reconstructed", "a guess"),
    )
    assert (str(many.each["row"]), _sources(many.values)) == ("1..3", {"at": "4"})
    first, second, bridge = pack.arrows
    assert (str(first.source), str(first.target), first.both_ways) == ("wood", "c1", True)
    assert (str(second.source), str(second.target), second.both_ways) == ("c{row}", "c{row + 1}", False)
    line = PLAY.split("\n")[second.target.span.line - 1]
    assert line[second.target.span.column - 1 : second.target.span.end_column - 1] == "c{row + 1}"
    assert (str(bridge.id), bridge.both_ways, _sources(bridge.values)) == ("bridge", True, {"length": "2"})
    deck = pack.places["deck"]
    assert (deck.ordered, deck.live, str(deck.source), [str(k) for k in deck.holds]) == (True, False, "box", ["figure"])
    assert (str(pack.procs[0].signature), str(pack.procs[0].do)) == ("heal(figure me) -> int", "return 3")
    assert (pack.menus["main"].repeat, pack.menus["main"].must) == (True, False)
    assert [str(heads) for heads in (*pack.action_heads, *pack.hooks)] == ["wait: in main: none", "after turn: look()"]
    turn = pack.flow[0].steps[0]
    assert (str(turn.each), str(turn.item), turn.together, str(turn.timer)) == ("figure", "f", True, "30")
    assert (str(pack.flow[0].condition), str(pack.flow[0].loop)) == ("true", "3")
    assert {name: str(text) for name, text in pack.value.items()} == {"all": "count(figure)"}
    assert list(pack.files) == ["pack.yaml", "play.yaml"]


def test_choices_that_do_not_exist(tmp_path: Path) -> None:
    options = "options: {length: {mode: x, values: [short, long]}}\n"
    source = sound(write(tmp_path, {"o.yaml": options}))
    pack, faults = built(source, {"lenght": "short", "length": "lnog"})
    assert pack.chosen == {"length": "short"}
    assert [(fault.span, fault.id, fault.hint) for fault in faults] == [
        (Span.whole("--with lenght=short"), "unknown-option", "did you mean `length`?"),
        (Span.whole("--with length=lnog"), "unknown-value", "did you mean `long`?"),
    ]


def test_a_pack_is_built_in_spite_of_faults(tmp_path: Path) -> None:
    write(tmp_path, {"a.yaml": "kinds:\n  figure: {fields: [rank]}\nprocs:\n  run(): {rule: 3}\n  rest(): nap()\n"})
    source, faults = read(tmp_path)
    assert [fault.id for fault in faults] == ["wrong-type", "missing-key", "wrong-type"]
    assert source is not None
    pack, _ = built(source)
    assert pack.kinds["figure"].fields == {}
    assert [str(proc.signature) for proc in pack.procs] == ["rest()"]


def test_files_come_in_code_point_order(tmp_path: Path) -> None:
    names = ["b.yaml", "a/z.yaml", "Z.yaml", "ä.yaml", "a.yaml", "a/B.yml"]
    source = sound(write(tmp_path, {name: f"areas: {{a{i}: {{}}}}\n" for i, name in enumerate(names)}))
    assert [file.name for file in source.files] == ["pack.yaml", *sorted(names)]


def test_two_headers_and_none(tmp_path: Path) -> None:
    source = sound(write(tmp_path / "two", {"b.yaml": HEADER}))
    assert [(str(fault.span), fault.id) for fault in built(source)[1]] == [("b.yaml:1:1", "duplicate-id")]
    source = sound(write(tmp_path / "none", {"pack.yaml": "things: {}\n"}))
    assert source.header() is None
    with pytest.raises(AssertionError):
        built(source)


def test_a_pack_is_found_by_folder_file_or_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = tmp_path / "content"
    game = write(content / "first_game", {"cards/x.yaml": "things: {}\n"})
    (content / "no_game").mkdir()
    monkeypatch.chdir(tmp_path)
    assert bundled_packs(content) == ["first_game"]
    assert find(str(game), content) == game
    assert find(str(game / "pack.yaml"), content) == game
    assert find("content/first_game/cards/x.yaml", content) == game
    assert find("first_game", content) == game
    for name, id_, hint in [
        ("frist_game", "unknown-pack", "did you mean `first_game`?"),
        ("../first_game", "unknown-pack", ""),
        ("", "unknown-pack", ""),
        ("content", "no-pack", ""),
        ("a\0b", "unknown-pack", ""),
        ("x" * 5000, "no-pack", ""),
    ]:
        found = find(name, content)
        assert isinstance(found, Diagnostic)
        assert (found.id, hint in found.hint) == (id_, True)


def test_fingerprint_follows_names_and_bytes(tmp_path: Path) -> None:
    first = sound(write(tmp_path / "a", {"x.yaml": "things: {}\n"})).fingerprint()
    assert first == sound(write(tmp_path / "b", {"x.yaml": "things: {}\n"})).fingerprint()
    assert first != sound(write(tmp_path / "c", {"y.yaml": "things: {}\n"})).fingerprint()
    assert first != sound(write(tmp_path / "d", {"x.yaml": "things: {}\n\n"})).fingerprint()


def test_definitions_follow_content_and_not_place(tmp_path: Path) -> None:
    flow = "flow:\n  main:\n    loop: true\n    steps:\n      turn: walk()\n      rest: nap()\n"
    hooks = "hooks: |\n  before turn: a()\n  named: after turn: b()\n  after turn: c()\n"
    old = definitions(built(sound(write(tmp_path / "a", {"x.yaml": flow + hooks})))[0])
    moved = definitions(built(sound(write(tmp_path / "b", {"y.yaml": "\n\n" + hooks + flow})))[0])
    assert old == moved
    assert list(old) == [
        "pack",
        "hooks.hook_1",
        "hooks.named",
        "hooks.hook_2",
        "flow.main",
        "flow.main.turn",
        "flow.main.rest",
    ]
    text = (flow + hooks).replace("nap()", "sleep()").replace("b()", "d()").replace("named", "other")
    new = definitions(built(sound(write(tmp_path / "c", {"x.yaml": text})))[0])
    assert changed(old, new) == ["hooks.other", "flow.main.rest", "hooks.named"]


@pytest.mark.parametrize("name", bundled_packs(content_root()))
def test_bundled_packs_are_sound(name: str) -> None:
    folder = find(name, content_root())
    assert isinstance(folder, Path)
    source = sound(folder)
    for option, value in [("", ""), *((o.id.source, v.source) for o in source.options().values() for v in o.values)]:
        pack, faults = built(source, {option: value} if option else {})
        assert faults == []
        assert pack.header.id == name
        assert replace(pack, files={}) == replace(built(source, dict(pack.chosen))[0], files={})
