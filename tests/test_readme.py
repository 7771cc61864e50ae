"""The README's tour runs as it is printed."""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from new import SHELVES
from rulewright.cli import run

ROOT = Path(__file__).parent.parent


def commands() -> list[list[str]]:
    """The words of each command that the tour shows, in order."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    tour = text[text.index("## Five minutes") : text.index("## Where things are")]
    return [shlex.split(line) for line in re.findall(r"^    (\S.*)$", tour, re.MULTILINE)]


def test_the_tour_runs_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "content", tmp_path / "content")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n? 1\n"))
    assert len(commands()) > 6
    for words in commands():
        assert words[:2] == ["python3", "tools/run.py"]
        assert run(words[2:]) == 0, words


def test_its_change_shows_in_the_report(tmp_path: Path) -> None:
    pack = tmp_path / "my_arkham"
    shutil.copytree(ROOT / "content" / "arkham_express", pack)
    closed = []
    for price in ("int = 5", "int = 2"):
        kinds = pack / "kinds.yaml"
        kinds.write_text(re.sub(r"seal_price: int = \d", f"seal_price: {price}", kinds.read_text("utf-8")), "utf-8")
        out = tmp_path / "report.json"
        assert run(["playtest", str(pack), "--games", "40", "--jobs", "1", "--out", str(out)]) == 0
        closed.append(json.loads(out.read_text("utf-8"))["measures"]["gates_closed"]["mean"])
    assert closed[1] > 3 * closed[0]


def test_the_tour_breaks_as_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = tmp_path / "my_arkham"
    shutil.copytree(ROOT / "content" / "arkham_express", pack)
    tokens = pack / "tokens.yaml"
    tokens.write_text(tokens.read_text("utf-8").replace("toughness: 1", "toughnes: 1", 1), "utf-8")
    assert run(["validate", str(pack)]) == 1
    said = "".join(capsys.readouterr())
    assert re.search(r"tokens\.yaml:\d+:7: .*toughnes", said)
    assert "did you mean `toughness`?" in said


@pytest.mark.parametrize(
    "page", ["README.md", "content/README.md", "engine/README.md", "grammar/README.md", "grammar/mistakes.md"]
)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = [each.partition("#")[0] for each in re.findall(r"\]\(([^()\s]+)\)", text) if "://" not in each]
    assert [each for each in links if each and not (ROOT / page).parent.joinpath(each).exists()] == []


def test_what_it_names_is_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:content|engine|grammar|schemas|tests|tools)/[\w./]*)`", text)
    assert len(named) > 6
    assert [each for each in named if not (ROOT / each).exists()] == []


def test_each_shelf_says_how_an_entry_is_begun() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"`python3 tools/new\.py (\w+) NAME`", text) == list(SHELVES)
