"""The tools: the starter's environment, the gate, the renewer of generated parts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import check
import starter
import update

ROOT = Path(__file__).resolve().parents[1]


class Installer:
    """An Installer stands in for venv and pip: it notes what it is asked, and can be told to fail or be cut off."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.failures = 0
        self.cut_off = False
        monkeypatch.setattr(starter, "_run", self.run)

    def run(self, command: list[str], folder: Path, lock: int) -> int:
        assert lock >= 0
        self.asked.append(command[2] if command[2] == "venv" else command[-1])
        if command[2] == "venv":
            python = starter.Environment(folder).python
            python.parent.mkdir(parents=True)
            python.symlink_to(sys.executable)
            return 0
        if self.cut_off:
            raise KeyboardInterrupt
        self.failures -= 1
        return 1 if self.failures >= 0 else 0


@pytest.fixture
def installer(monkeypatch: pytest.MonkeyPatch) -> Installer:
    return Installer(monkeypatch)


@pytest.fixture
def environment(tmp_path: Path) -> starter.Environment:
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    return starter.Environment(tmp_path)


def test_the_second_time_nothing_is_installed(environment: starter.Environment, installer: Installer) -> None:
    environment.prepare(tests=False)
    environment.prepare(tests=False)
    assert installer.asked == ["venv", "."]


def test_what_the_tests_need_is_added_and_kept(environment: starter.Environment, installer: Installer) -> None:
    environment.prepare(tests=False)
    environment.prepare(tests=True)
    environment.prepare(tests=False)
    (environment.root / "pyproject.toml").write_text("[project]\nname = 'other'\n", encoding="utf-8")
    environment.prepare(tests=False)
    assert installer.asked == ["venv", ".", ".[test]", ".[test]"]


def test_one_that_was_cut_off_is_made_anew(environment: starter.Environment, installer: Installer) -> None:
    installer.cut_off = True
    with pytest.raises(KeyboardInterrupt):
        environment.prepare(tests=False)
    installer.cut_off = False
    assert not environment.ready(tests=False)
    environment.prepare(tests=False)
    assert installer.asked == ["venv", ".", "venv", "."]
    assert environment.ready(tests=False)


def test_one_whose_python_is_gone_is_made_anew(environment: starter.Environment, installer: Installer) -> None:
    environment.prepare(tests=False)
    environment.python.unlink()
    environment.python.symlink_to(environment.root / "gone")
    environment.prepare(tests=False)
    assert installer.asked == ["venv", ".", "venv", "."]


def test_where_pip_fails_in_an_old_one_a_new_one_is_tried(
    environment: starter.Environment, installer: Installer
) -> None:
    environment.prepare(tests=False)
    installer.failures = 1
    environment.prepare(tests=True)
    assert installer.asked == ["venv", ".", ".[test]", "venv", ".[test]"]


def test_where_pip_fails_in_a_new_one_that_is_said(environment: starter.Environment, installer: Installer) -> None:
    installer.failures = 1
    with pytest.raises(starter.Refused, match="pip could not install"):
        environment.prepare(tests=False)
    assert not environment.ready(tests=False)


def test_where_venv_is_missing_the_system_package_is_named(
    environment: starter.Environment, installer: Installer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (environment.root / "ensurepip.py").write_text("raise ImportError('left out')\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(environment.root))
    with pytest.raises(starter.Refused, match=r"apt install python3-venv +\(or python3\.\d+-venv\)"):
        environment.prepare(tests=False)
    assert installer.asked == []
    assert not environment.folder.exists()


@pytest.mark.parametrize("tool", ["run", "check", "update", "new"])
def test_an_old_python_is_refused_in_one_line(tool: str) -> None:
    pretend = (
        "import runpy, sys; sys.version_info = (3, 9, 2); sys.path.insert(0, 'tools'); "
        f"runpy.run_path('tools/{tool}.py', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", pretend], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == f"Rulewright needs Python 3.11 or later; {sys.executable} is 3.9.\n"


def test_the_continuous_integration_runs_the_gate_and_nothing_else() -> None:
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert text == "#!/bin/sh\nexec python3 tools/check.py\n"
    assert "\n    python3 tools/check.py\n" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_a_pack_is_played_by_every_number_of_players() -> None:
    names = [step.name for step in check.steps_for_a_pack("python", check.Pack("tiny", 1, 3), ["validate", "show"])]
    sample = "playtest tiny --games 20 --seed 0 --players"
    assert names == ["validate tiny", f"{sample} 1", f"{sample} 2", f"{sample} 3"]


def test_commands_for_a_pack_are_run_once_they_exist() -> None:
    steps = check.steps_for_a_pack("python", check.Pack("tiny", 2, 2), ["validate", "test", "lint", "playtest"])
    assert [step.name for step in steps][:3] == ["validate tiny", "lint --strict tiny", "test tiny"]


def bundle(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).mkdir()
        (folder / name / "pack.yaml").touch()
    return folder


def test_packs_are_those_in_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"packs": [{"id": "one", "players": [1, 4]}, {"id": "two", "players": [2, 2]}]}
    monkeypatch.setattr(check, "_json_from", lambda _: told)
    assert check.bundled_packs("python", bundle(tmp_path, "one", "two")) == [
        check.Pack("one", 1, 4),
        check.Pack("two", 2, 2),
    ]


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ({"packs": [{"id": "other", "players": [1, 4]}]}, r"holds \['one'\].*tells \['other'\]"),
        ({"packs": [{"id": "one", "players": [3, 2]}]}, "no number of players"),
        ({"packs": [{"id": "one"}]}, "another shape"),
        ([], "another shape"),
    ],
)
def test_packs_that_cannot_be_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: object, complaint: str
) -> None:
    monkeypatch.setattr(check, "_json_from", lambda _: told)
    with pytest.raises(check.Unusable, match=complaint):
        check.bundled_packs("python", bundle(tmp_path, "one"))


def test_no_pack_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(check.Unusable, match="there is no pack"):
        check.bundled_packs("python", tmp_path)


@pytest.mark.parametrize(
    ("program", "seconds", "fault", "shown"),
    [
        ("print('quiet word')", None, "", False),
        ("print('quiet word'); raise SystemExit(3)", None, "exit code 3", True),
        ("import time; print('quiet word', flush=True); time.sleep(60)", 2.0, "stopped after 2 seconds", True),
    ],
)
def test_a_quiet_step_is_shown_when_it_fails(
    capfd: pytest.CaptureFixture[str], program: str, seconds: float | None, fault: str, shown: bool
) -> None:
    outcome = check.carry_out(check.Step("a step", [sys.executable, "-c", program], quiet=True, seconds=seconds))
    assert outcome.fault == fault
    assert ("quiet word" in capfd.readouterr().out) is shown


def test_the_gate_shows_any_text_under_any_locale() -> None:
    step = "check.Step('café', [sys.executable, '-c', 'print(chr(339)); raise SystemExit(1)'], quiet=True)"
    program = f"import sys; import check; check.write_utf8(); check.carry_out({step})"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT / "tools",
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode().split() == ["==", "café", "œ"]


def test_the_summary_names_what_failed() -> None:
    good, bad = check.Outcome("good", 1.0, ""), check.Outcome("bad", 2.0, "exit code 1")
    assert check.summary([good]).endswith("All green.")
    assert check.summary([good, bad]).endswith("FAILED: bad")


def test_a_stale_part_is_named_and_renewed(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("above\n<!-- generated: x -->\nold\n<!-- end: x -->\nbelow\n", encoding="utf-8")
    entries = [update.Generated("a.md", lambda: "new", part="x"), update.Generated("b/c.txt", lambda: "whole\n")]
    assert update.stale(tmp_path, entries, write=False) == ["a.md (x)", "b/c.txt"]
    assert "old" in file.read_text(encoding="utf-8")
    assert update.stale(tmp_path, entries, write=True) == ["a.md (x)", "b/c.txt"]
    assert update.stale(tmp_path, entries, write=False) == []
    assert file.read_text(encoding="utf-8") == "above\n<!-- generated: x -->\nnew\n<!-- end: x -->\nbelow\n"
    assert (tmp_path / "b" / "c.txt").read_text(encoding="utf-8") == "whole\n"


@pytest.mark.parametrize("text", ["", "<!-- generated: x -->\n", "<!-- end: x -->\n<!-- generated: x -->\n"])
def test_a_part_without_its_markers_is_a_fault(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    with pytest.raises(update.NoMarker, match="generated: x"):
        update.stale(tmp_path, [update.Generated("a.md", lambda: "new", part="x")], write=False)
