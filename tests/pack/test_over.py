"""A pack over another pack: what it is made of, what it may change, and what is said where it cannot lie there."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.pack.listing import digests
from rulewright.pack.load import read, sections
from rulewright.pack.values import Mapping
from tests.pack.packs import built, sound, write

BELOW = """
kinds:
  figure:
    fields: {rank: int = 0, speed: int = 1}
procs:
  turn(figure me): walk(me)
options:
  war:
    variant: x
    values:
      off: {}
      on:
        change:
          kinds: {figure: {fields: {speed: int = 9}}}
  cold: {variant: x, values: [mild, hard]}
tests:
  walks:
    run: turn(me)
    expect: true
"""
ABOVE = """
change:
  kinds: {figure: {fields: {rank: int = 3}}}
  options:
    cold: {default: hard}
kinds:
  boat: {}
options:
  sea:
    mode: x
    values:
      calm: {}
      rough:
        change:
          kinds: {figure: {fields: {rank: int = 4}}}
tests:
  sails:
    run: turn(me)
    expect: true
"""


def _header(id: str, over: str = "") -> str:
    """The header of a small pack, in block style, of version 1.4."""
    lines = ["pack:", f"  id: {id}", "  title: A case", "  version: '1.4'", "  players: 1..4", "  seats: team"]
    return "\n".join([*lines, *([f"  over: {over}"] if over else [])]) + "\n"


def _packs(folder: Path, over: str = "below >= 1.0 < 2", below: str = BELOW, above: str = ABOVE) -> Path:
    write(folder / "below", {"pack.yaml": _header("below"), "a.yaml": below})
    return write(folder / "above", {"pack.yaml": _header("above", over), "a.yaml": above})


def test_it_is_its_files_laid_over_those_of_the_other(tmp_path: Path) -> None:
    source = sound(_packs(tmp_path))
    assert [file.name for file in source.files] == ["../below/pack.yaml", "../below/a.yaml", "pack.yaml", "a.yaml"]
    pack, faults = built(source)
    assert faults == []
    rank = pack.kinds["figure"].fields["rank"][1]
    assert (rank.source, rank.span.file) == ("int = 3", "a.yaml")
    assert list(pack.kinds) == ["figure", "boat"]
    assert pack.header.id == "above"


def test_it_adds_options_and_changes_defaults(tmp_path: Path) -> None:
    source = sound(_packs(tmp_path))
    assert {name: option.default for name, option in source.options().items()} == {
        "war": "off",
        "cold": "hard",
        "sea": "calm",
    }


def test_its_own_options_may_touch_what_it_wrote(tmp_path: Path) -> None:
    pack, faults = built(sound(_packs(tmp_path)), {"sea": "rough", "war": "on"})
    assert faults == []
    assert [text.source for _, text in pack.kinds["figure"].fields.values()] == ["int = 4", "int = 9"]


def test_what_an_option_below_touches_it_names(tmp_path: Path) -> None:
    above = ABOVE.replace("rank: int = 3", "speed: int = 3")
    faults = built(sound(_packs(tmp_path, above=above)), {"war": "on"})[1]
    assert [fault.id for fault in faults] == ["overlay-conflict"]
    assert (faults[0].span.file, faults[0].related[0].span.file) == ("../below/a.yaml", "a.yaml")


def test_the_tests_below_are_those_of_another_game(tmp_path: Path) -> None:
    tests = sections(sound(_packs(tmp_path)), {})[0].get("tests")
    assert isinstance(tests, Mapping)
    assert list(tests.entries) == ["sails"]


@pytest.mark.parametrize(
    ("over", "id", "message"),
    [
        ("below >= 2", "wrong-pack", "this overlay is for `below >= 2`, the pack is below 1.4"),
        ("nowhere", "no-pack", "this pack lies over the pack `nowhere`"),
        ("above", "overlay-circle", "`above` lies over itself"),
        ("'below'", "no-pack", "the pack `below` was not looked for"),
        ("below ~ 2", "wrong-type", "`over:` wants a pack's id, or id and versions, not `below ~ 2`"),
    ],
)
def test_where_it_cannot_lie(over: str, id: str, message: str, tmp_path: Path) -> None:
    source, faults = read(_packs(tmp_path, over))
    assert source is None
    assert [(fault.id, fault.message) for fault in faults] == [(id, message)]


def test_an_overlay_is_for_any_of_the_packs(tmp_path: Path) -> None:
    source = sound(_packs(tmp_path))
    beside = tmp_path / "mine.yaml"
    for over, faults in (("below >= 1", []), ("above", []), ("above > 3", ["wrong-pack"]), ("other", ["wrong-pack"])):
        beside.write_text(f"overlay: {{id: mine, over: {over}}}\nareas: {{bog: {{}}}}\n", encoding="utf-8")
        assert [fault.id for fault in built(source, {}, [beside])[1]] == faults


def test_several_files_may_make_the_overlay_of_several_values(tmp_path: Path) -> None:
    files = {
        "o.yaml": "options: {o: {mode: x, values: [off, on, far]}}\n",
        "a.yaml": "overlay: {id: [o.on, o.far]}\nkinds: {boat: {}}\n",
        "b.yaml": "overlay: {id: o.far}\nkinds: {ship: {}}\n",
    }
    source = sound(write(tmp_path, files))
    found = {value: list(built(source, {"o": value})[0].kinds) for value in ("off", "on", "far")}
    assert found == {"off": [], "on": ["boat"], "far": ["boat", "ship"]}


def test_what_is_kept_of_it_depends_on_the_packs_below(tmp_path: Path) -> None:
    above = _packs(tmp_path)
    before = digests(above)
    write(tmp_path / "below", {"pack.yaml": _header("below"), "b.yaml": "areas: {fen: {}}\n"})
    assert digests(above) != before
    assert sound(above).fingerprint() == sound(above).fingerprint()
