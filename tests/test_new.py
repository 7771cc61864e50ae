"""What `tools/new.py` begins passes the project's own checks, and fails only where something is to be filled in."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import new

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what a new entry touches and is checked by."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_there_are_shelves() -> None:
    for shelf in new.SHELVES.values():
        assert new.Entry(ROOT, shelf, "anything").init.exists()


@pytest.mark.parametrize("name", ["quite_new", "if"])
@pytest.mark.parametrize("kind", list(new.SHELVES))
def test_an_entry_is_begun(checkout: Path, kind: str, name: str) -> None:
    entry = new.Entry(checkout, new.SHELVES[kind], name)
    files = new.begin(entry)
    assert files == [entry.init, entry.file, entry.test]
    code = [file for file in files if file.suffix == ".py"]
    new.lay_out(code)
    ruff = run(checkout, "ruff", "check", *map(str, code))
    assert ruff.returncode == 0, ruff.stdout
    by_file = (
        [str(entry.test)]
        if entry.test in code
        else [f"{readers(checkout, entry)}::test_case", "-k", name.replace("_", "-")]
    )
    tests = run(checkout, "pytest", "-p", "no:cacheprovider", *by_file)
    assert f"fill in engine/rulewright/{entry.shelf.folder}/{entry.module}.py" in tests.stdout
    assert "1 failed" in tests.stdout


def readers(checkout: Path, entry: new.Entry) -> Path:
    """The tests that read the case files of a shelf, copied with what they need."""
    folder = checkout / "tests" / entry.shelf.folder
    shutil.copytree(ROOT / "tests" / entry.shelf.folder, folder)
    shutil.copy(ROOT / "tests" / "chunks.py", folder.parent)
    for name in ("schemas", "grammar"):
        shutil.copytree(ROOT / name, checkout / name)
    return folder / "test_cases.py"


def run(checkout: Path, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a tool of the environment in the copy, on the copy's engine."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout / "engine")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("kind", list(new.SHELVES))
def test_what_is_begun_is_typed(checkout: Path, kind: str) -> None:
    entry = new.Entry(checkout, new.SHELVES[kind], "quite_new")
    files = [str(file) for file in new.begin(entry) if file.suffix == ".py"]
    mypy = run(checkout, "mypy", *files)
    assert mypy.returncode == 0, mypy.stdout


def test_the_names_of_python_are_kept_clear_of() -> None:
    shelf = new.SHELVES["builtin"]
    names = {name: new.Entry(ROOT, shelf, name) for name in ("max", "if", "nearest")}
    assert [(entry.module, entry.function) for entry in names.values()] == [
        ("max", "max_"),
        ("if_", "if_"),
        ("nearest", "nearest"),
    ]


@pytest.mark.parametrize(("name", "complaint"), [("max", "already"), ("Big", "cannot name"), ("a-b", "cannot name")])
def test_a_name_is_refused(checkout: Path, name: str, complaint: str) -> None:
    before = {file: file.read_bytes() for file in checkout.rglob("*.py")}
    with pytest.raises(new.Refusal, match=complaint):
        new.begin(new.Entry(checkout, new.SHELVES["builtin"], name))
    assert {file: file.read_bytes() for file in checkout.rglob("*.py")} == before


@pytest.mark.parametrize("text", ["", "SHELF = []\n", "OTHER = [1]\n"])
def test_a_shelf_without_entries_is_refused(checkout: Path, text: str) -> None:
    with pytest.raises(new.Refusal, match="has no SHELF with entries"):
        new.registered(new.Entry(checkout, new.SHELVES["builtin"], "nearest"), text)
