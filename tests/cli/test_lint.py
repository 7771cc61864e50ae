"""The command `lint`: what it prints, what counts for its exit code, what comments hide."""

import json
from pathlib import Path

import pytest

from rulewright.cli import run

PACK = """\
pack: {format: 1, id: bakery, title: The Bakery, version: 1.0.0, players: 1..2, recommended: 2, seats: team}
kinds:
  player:
    fields:
      loaves: int
      crumbs: int
flow:
  finish: end(score=.loaves)
"""


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack with a field that nothing reads, in the working directory."""
    monkeypatch.chdir(tmp_path)
    Path("bakery").mkdir()
    file = Path("bakery") / "pack.yaml"
    file.write_text(PACK, encoding="utf-8")
    return file


@pytest.mark.usefixtures("pack")
def test_warnings_count_only_where_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint", "bakery"]) == 0
    first = capsys.readouterr().out.splitlines()
    assert first[0] == "bakery/pack.yaml:6:7: unused-definition: the field `crumbs` is never read"
    assert first[-1] == "bakery: 1 warning"
    assert run(["lint", "bakery", "--strict"]) == 1
    assert capsys.readouterr().out.splitlines() == first


def test_a_comment_hides(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack.write_text(
        PACK.replace("crumbs: int", "crumbs: int  # rulewright: ignore[unused-definition] for ducks"), "utf-8"
    )
    assert run(["lint", "bakery", "--strict"]) == 0
    assert capsys.readouterr().out == "bakery: nothing found\n"


def test_an_error_of_the_text_is_told_alone(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack.write_text(PACK.replace("score=.loaves", "score=.leaves"), "utf-8")
    assert run(["lint", "bakery"]) == 1
    out = capsys.readouterr().out
    assert "unknown-field" in out
    assert "unused-definition" not in out
    assert out.endswith("bakery: 1 error\n")


@pytest.mark.usefixtures("pack")
def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lint", "bakery", "bakery", "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["errors"], said["warnings"], said["notes"]) == (0, 2, 0)
    assert [each["pack"] for each in said["packs"]] == ["bakery", "bakery"]
    fault = said["packs"][0]["diagnostics"][0]
    assert (fault["id"], fault["severity"], fault["confidence"]) == ("unused-definition", "warning", 1.0)
    assert (fault["file"], fault["line"], fault["column"]) == ("pack.yaml", 6, 7)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bakry"], "bakry: there is no such folder, file or bundled pack"),
        ([], "Missing argument 'PACK...'"),
        (["bakery", "--with", "length=long"], "no such option"),
    ],
)
@pytest.mark.usefixtures("pack")
def test_used_wrongly(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert run(["lint", *arguments]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


def test_a_torn_file_is_told(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack.write_text(PACK.replace("flow:", "flwo:"), "utf-8")
    assert run(["lint", "bakery"]) == 1
    assert "unknown-key" in "".join(capsys.readouterr())
