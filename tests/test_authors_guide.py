"""The author's guide does what it says: its commands run in order, its YAML is sound."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from rulewright.cli import run

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "content" / "README.md").read_text(encoding="utf-8")
TOKEN, OVERLAY = re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL)


def commands() -> list[list[str]]:
    """The words of each command that the guide shows, in order."""
    outside = re.sub(r"```yaml\n.*?```", "", GUIDE, flags=re.DOTALL)
    return [shlex.split(line) for line in re.findall(r"^    (\S.*)$", outside, re.MULTILINE)]


def test_the_commands_run_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "content", tmp_path / "content")
    monkeypatch.chdir(tmp_path)
    Path("compass.yaml").write_text(OVERLAY, encoding="utf-8")
    assert len(commands()) > 6
    for words in commands():
        if words[0] == "cp":
            shutil.copytree(words[2], words[3])
        else:
            assert words[:2] == ["python3", "tools/run.py"]
            assert run(words[2:]) == 0, words


def test_the_changes_are_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = Path(shutil.copytree(ROOT / "content" / "arkham_express", tmp_path / "my_game"))
    monkeypatch.chdir(tmp_path)
    tokens = pack / "tokens.yaml"
    before = tokens.read_text(encoding="utf-8")
    head, ghoul, rest = before.partition("    ghoul:\n")
    assert ghoul
    assert "toughness: 1\n" in rest.partition("    gug:\n")[0]
    stronger = head + ghoul + rest.replace("toughness: 1", "toughness: 3", 1)
    tokens.write_text(stronger.rstrip("\n") + "\n" + TOKEN, encoding="utf-8")
    assert run(["playtest", "my_game", "--players", "2", "--games", "5", "--jobs", "1"]) == 0


def test_the_item_is_the_one_that_is_tested() -> None:
    assert (ROOT / "tests" / "house_rules" / "compass.yaml").read_text(encoding="utf-8") == OVERLAY
