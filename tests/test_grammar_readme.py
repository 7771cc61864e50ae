"""The examples of grammar/README.md run: each page is checked, proven by tests of its own, and its commands work."""

from __future__ import annotations

import io
import shlex
from pathlib import Path

import pytest

from examples import found_in, lay_in, names_of_tests, packs, pages, renewed
from rulewright.cli import run
from rulewright.console.choices import Choices
from rulewright.console.verdicts import verdict

TEXT = (Path(__file__).parent.parent / "grammar" / "README.md").read_text(encoding="utf-8")
PAGES = list(pages(TEXT))


@pytest.mark.parametrize("title", [page.title for page in PAGES if page.examples])
def test_the_examples_of_a_page(title: str, tmp_path: Path) -> None:
    for page in PAGES:
        lay_in(page, tmp_path)
        if page.title == title:
            break
    for game in packs(tmp_path, (example.game for example in page.examples)):
        right = [example for example in page.examples if example.game == game and not example.said]
        own = [test for example in right for test in names_of_tests(example.text)]
        assert own or not right, f"{title}: nothing on this page proves what it shows"
        assert found_in(tmp_path / game, own) == []


def test_what_is_said_of_wrong_files_is_what_stands_there() -> None:
    assert renewed(TEXT) == TEXT, "renew it with: python3 tools/update.py"


def test_a_game_that_is_whole_still_passes_all_its_tests(tmp_path: Path) -> None:
    for page in PAGES:
        lay_in(page, tmp_path)
    for game in packs(tmp_path, sorted(each.name for each in tmp_path.iterdir())):
        assert verdict(tmp_path / game, Choices((), ())).faults == []
        assert found_in(tmp_path / game) == []


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    asked = 0
    for page in PAGES:
        lay_in(page, tmp_path)
        for command in page.commands:
            words = shlex.split(command)
            assert words[0] == "rulewright"
            assert run(words[1:]) == 0, command
            asked += 1
    assert asked > 2
