"""The shipped files are found in a checkout and in a wheel, and the cache folder is the user's."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from rulewright import resources

ROOT = Path(__file__).resolve().parents[1]

ASKS_A_WHEEL = """
from pathlib import Path
from rulewright import resources

data = Path(resources.__file__).parent / "_data"
assert resources.content_root() == data / "content", resources.content_root()
assert list(resources.content_root().glob("*/pack.yaml"))
assert resources.schema_path("pack").parent == data / "schemas"
assert resources.grammar_path("effect").parent == data / "grammar"
print(data.parent)
"""


def test_in_a_checkout_they_are_folders_of_its_root() -> None:
    assert resources.content_root() == ROOT / "content"
    assert resources.schema_path("pack") == ROOT / "schemas" / "pack.schema.json"
    assert resources.grammar_path("effect") == ROOT / "grammar" / "effect.lark"


def test_what_is_missing_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"schemas.nothing\.schema\.json is missing"):
        resources.schema_path("nothing")


def test_a_wheel_carries_them(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    unpacked = tmp_path / "unpacked"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    asked = subprocess.run(
        [sys.executable, "-W", "error", "-c", ASKS_A_WHEEL],
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode == 0, asked.stderr
    assert Path(asked.stdout.strip()) == unpacked / "rulewright"


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, "home/.cache/rulewright"),
        ("linux", {"XDG_CACHE_HOME": "{base}/xdg"}, "xdg/rulewright"),
        ("linux", {"XDG_CACHE_HOME": "not/absolute"}, "home/.cache/rulewright"),
        ("darwin", {}, "home/Library/Caches/rulewright"),
        ("win32", {"LOCALAPPDATA": "{base}/local"}, "local/rulewright"),
        ("win32", {}, "home/AppData/Local/rulewright"),
        ("linux", {"RULEWRIGHT_CACHE": "{base}/mine", "XDG_CACHE_HOME": "{base}/xdg"}, "mine"),
    ],
)
def test_cache_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], expected: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    for name in ("RULEWRIGHT_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value.format(base=tmp_path))
    assert resources.cache_dir() == tmp_path / expected


def test_without_a_home_there_is_no_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    for name in ("RULEWRIGHT_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(FileNotFoundError, match="RULEWRIGHT_CACHE"):
        resources.cache_dir()
