"""The command `show`: bundled packs, a pack's options, definitions with their places through overlays."""

import json
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.pack.listing import bundled_packs
from rulewright.resources import content_root
from tests.cli.conftest import ToyPack

MORE = """\
kinds:
  hero:
    is: [thing]
    fields:
      speed: int = 3
    hooks: |
      slow: before turn: throw(me)
      after turn: throw(me)
    actions:
      rest:
        in: main
        do: |
          me.thrown = 0

things:
  hero:
    anna:
      title: "Anna"
      at: bank

rules: |
  broke: for p in player when p.coins == 0
      and not p.out: throw(p)
  rich: when bank.full: throw(player_1)

arrows:
  - from: a
    to: b
"""

OVERLAY = """\
overlay: {id: mine, over: toy}

change:
  procs:
    throw: |
      me.thrown += 2
  kinds:
    hero:
      fields:
        speed: int = 4
"""


@pytest.fixture
def more(toy_pack: ToyPack) -> ToyPack:
    """The toy's pack with a second file and an overlay beside it."""
    (toy_pack.folder / "more.yaml").write_text(MORE, encoding="utf-8")
    Path("mine.yaml").write_text(OVERLAY, encoding="utf-8")
    return toy_pack


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["show", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_bundled_packs(capsys: pytest.CaptureFixture[str]) -> None:
    names = bundled_packs(content_root())
    assert names
    found = json.loads(shown(capsys, "--format", "json"))["packs"]
    assert [each["id"] for each in found] == names
    assert all(each["players"][0] <= each["recommended"] <= each["players"][1] for each in found)
    text = shown(capsys)
    assert all(each["id"] in text and each["title"] in text for each in found)


@pytest.mark.usefixtures("toy_pack")
def test_a_pack_its_options_and_its_definitions(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "toy").split("\n") == [
        "toy 1.0.0: The Toy",
        "players 2 to 4, recommended 2",
        "Us",
        "",
        "length (variant)",
        "    How long is a game?",
        "    how long it lasts",
        "    short (default), long",
        "",
        "procs",
        "    throw",
        "",
        "flow",
        "    round, turn",
        "",
    ]
    said = json.loads(shown(capsys, "toy", "--format", "json"))
    assert said["pack"]["players"] == [2, 4]
    option = said["options"][0]
    assert (option["id"], option["question"]) == ("length", "How long is a game?")
    assert (option["values"], option["default"]) == (["short", "long"], "short")


@pytest.mark.usefixtures("more")
@pytest.mark.parametrize(
    ("id_", "text"),
    [
        ("throw", "toy/pack.yaml:10  procs\nthrow(player me): |\n  me.thrown += 1\n  me.coins -= 1\n"),
        ("turn", "toy/pack.yaml:18  flow\nturn: throw(player_1)\n"),
        ("slow", "toy/more.yaml:7  kinds.hero.hooks\nslow: before turn: throw(me)\n"),
        ("rest", "toy/more.yaml:10  kinds.hero.actions\nrest:\n  in: main\n  do: |\n    me.thrown = 0\n"),
        ("hero.zoe", None),
        ("hero.anna", 'toy/more.yaml:17  things.hero\nanna:\n  title: "Anna"\n  at: bank\n'),
        ("anna", 'toy/more.yaml:17  things.hero\nanna:\n  title: "Anna"\n  at: bank\n'),
        ("things.hero.anna", 'toy/more.yaml:17  things.hero\nanna:\n  title: "Anna"\n  at: bank\n'),
        ("broke", "toy/more.yaml:22  rules\nbroke: for p in player when p.coins == 0\n    and not p.out: throw(p)\n"),
        ("rich", "toy/more.yaml:24  rules\nrich: when bank.full: throw(player_1)\n"),
    ],
)
def test_a_definition(capsys: pytest.CaptureFixture[str], id_: str, text: str | None) -> None:
    if text is None:
        assert run(["show", "toy", id_]) == 2
    else:
        assert shown(capsys, "toy", id_) == text


@pytest.mark.usefixtures("more")
def test_a_definition_through_an_overlay(capsys: pytest.CaptureFixture[str]) -> None:
    throw = shown(capsys, "toy", "throw", "--with", "mine.yaml").split("\n")
    assert throw[0] == "toy/pack.yaml:10  procs"
    assert throw[1].endswith("|  # mine.yaml:6")
    assert throw[2] == "  me.thrown += 2"
    hero = shown(capsys, "toy", "hero", "--with", "mine.yaml")
    assert "    speed: int = 4  # mine.yaml:10\n" in hero
    assert "  is: [thing]\n" in hero


@pytest.mark.usefixtures("more")
def test_a_definition_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(shown(capsys, "toy", "round", "--format", "json"))["definitions"]
    assert [(each["id"], each["section"], each["file"], each["line"]) for each in found] == [
        ("round", "flow", "pack.yaml", 15)
    ]
    assert "turn: throw(player_1)" in found[0]["text"]


@pytest.mark.usefixtures("more")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tyo"], "there is no such folder"),
        (["toy", "thorw"], "toy has no definition 'thorw': did you mean throw?"),
        (["toy", "throw", "--with", "length=middle"], "no such value"),
    ],
)
def test_used_wrongly(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert run(["show", *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("areas", "c{row}{col}:"),
        ("c11", "c{row}{col}:"),
        ("flow", "round:"),
        ("round.turn", "turn:"),
        ("rule.line", "line: for l in link"),
        ("turn.begin", "turn:"),
    ],
)
def test_the_names_that_messages_use_are_found(capsys: pytest.CaptureFixture[str], name: str, said: str) -> None:
    assert run(["show", "noughts_and_crosses", name]) == 0
    assert f"\n{said}" in capsys.readouterr().out


def test_an_overlay_at_fault_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    overlay = "overlay: {id: mine, over: noughts_and_crosses}\nchange:\n  areas: {c99: {title: x}}\n"
    Path("mine.yaml").write_text(overlay, encoding="utf-8")
    assert run(["show", "noughts_and_crosses", "turn", "--with", "mine.yaml"]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith("mine.yaml:3:11: unknown-id: ")
    assert captured.out == ""
