"""The command `validate`: what it checks, how it says what is wrong, its exit codes."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.pack.listing import digests
from rulewright.text.diagnostics import Severity
from tests.cli.conftest import ToyPack


@pytest.mark.usefixtures("toy_pack")
def test_a_sound_pack(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", "toy"]) == 0
    assert capsys.readouterr().out == "toy: no errors\n"


def test_every_number_of_players_and_every_value_is_checked(toy_pack: ToyPack) -> None:
    run(["validate", "toy"])
    options: list[dict[str, str]] = [{}, {"length": "long"}]
    assert toy_pack.loaded == [(chosen, players, []) for players in (2, 3, 4) for chosen in options]


def test_what_is_chosen_stays_chosen(toy_pack: ToyPack) -> None:
    Path("mine.yaml").write_text("overlay: {id: mine, over: toy}\n", encoding="utf-8")
    run(["validate", "toy", "--with", "length=long", "--with", "mine.yaml"])
    assert toy_pack.loaded == [({"length": "long"}, players, ["mine.yaml"]) for players in (2, 3, 4)]


def test_faults_are_told_once_by_place_with_a_caret(toy_pack: ToyPack, capsys: pytest.CaptureFixture[str]) -> None:
    toy_pack.fault("long", 11)
    toy_pack.fault(4, 10)
    toy_pack.fault(3, 6, Severity.WARNING)
    assert run(["validate", "toy"]) == 1
    lines = capsys.readouterr().out.split("\n")
    assert lines[0].startswith("toy/pack.yaml:6:5: odd-thing: 3 is odd")
    assert lines[3] == "toy/pack.yaml:10:5: odd-thing: 4 is odd"
    assert "throw(player me)" in lines[4]
    assert "^^^^ make it even" in lines[5]
    assert lines[-2] == "toy: 2 errors, 1 warning"


def test_warnings_alone_are_no_failure(toy_pack: ToyPack, capsys: pytest.CaptureFixture[str]) -> None:
    toy_pack.fault(3, 6, Severity.WARNING)
    toy_pack.fault(2, 7, Severity.NOTE)
    assert run(["validate", "toy"]) == 0
    assert capsys.readouterr().out.endswith("toy: 1 warning\n")


def test_faults_of_reading(toy_pack: ToyPack, capsys: pytest.CaptureFixture[str]) -> None:
    path = toy_pack.folder / "pack.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("options:", "optoins:"), encoding="utf-8")
    (toy_pack.folder / "more.yaml").write_bytes(b"\xff")
    assert run(["validate", "toy"]) == 1
    out = capsys.readouterr().out
    assert "pack.yaml:3:1: unknown-key" in out
    assert "more.yaml:1:1: not-utf8" in out
    assert out.count("unknown-key") == 1
    assert out.endswith("toy: 2 errors\n")


def test_json(toy_pack: ToyPack, capsys: pytest.CaptureFixture[str]) -> None:
    toy_pack.fault(4, 10)
    assert run(["validate", "toy", "toy", "--format", "json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["errors"], said["warnings"]) == (2, 0)
    assert [each["pack"] for each in said["packs"]] == ["toy", "toy"]
    fault = said["packs"][0]["diagnostics"][0]
    assert (fault["id"], fault["file"], fault["line"], fault["column"]) == ("odd-thing", "pack.yaml", 10, 5)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["toyy"], "toyy: there is no such folder, file or bundled pack"),
        (["noughts_and_croses"], "did you mean `noughts_and_crosses`?"),
        ([], "Missing argument 'PACK...'"),
        (["toy", "--with", "length"], "write OPTION=VALUE, or the name of a .yaml file"),
        (["toy", "--with", "lenght=long"], "no such option; did you mean length?"),
        (["toy", "--with", "length=lang"], "no such value; did you mean long?"),
        (["toy", "--with", "length=x"], "no such value; there are short, long"),
        (["toy", "--with", "length=long", "--with", "length=short"], "was given another value before, long"),
        (["toy", "--with", "gone.yaml"], "there is no such file"),
        (["toy", "--format", "xml"], "Invalid value for '--format'"),
    ],
)
def test_used_wrongly(toy_pack: ToyPack, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert run(["validate", *arguments]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""
    assert toy_pack.loaded == []


def test_a_verdict_is_kept(toy_pack: ToyPack, capsys: pytest.CaptureFixture[str]) -> None:
    toy_pack.fault(4, 10)
    assert [run(["validate", "toy"]), run(["validate", "toy"])] == [1, 1]
    first, second = capsys.readouterr().out.split("toy: 1 error\n")[:2]
    assert first == second
    assert len(toy_pack.loaded) == 6


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "pack.yaml").write_bytes((folder / "pack.yaml").read_bytes() + b"\n"),
        lambda folder: (folder / "more.yaml").write_text("procs: {}\n", encoding="utf-8"),
        lambda folder: (folder / "away.yaml").symlink_to(folder.parent / "away.yaml"),
        lambda folder: (folder / "pack.yaml").rename(folder / "pack.yaml.bak"),
    ],
    ids=["a byte", "a file", "a link", "no pack"],
)
def test_a_changed_pack_is_checked_again(toy_pack: ToyPack, change: Callable[[Path], object]) -> None:
    before = digests(toy_pack.folder)
    run(["validate", "toy"])
    loaded = len(toy_pack.loaded)
    change(toy_pack.folder)
    assert digests(toy_pack.folder) != before
    if (toy_pack.folder / "pack.yaml").exists():
        run(["validate", "toy"])
        assert len(toy_pack.loaded) == 2 * loaded


def test_choices_have_verdicts_of_their_own(toy_pack: ToyPack) -> None:
    Path("mine.yaml").write_text("overlay: {id: mine, over: toy}\n", encoding="utf-8")
    calls: list[list[str]] = [["--with", "length=long"], ["--with", "mine.yaml"], []]
    for chosen in (*calls, *calls):
        run(["validate", "toy", *chosen])
    Path("mine.yaml").write_text("overlay: {id: mine, over: toy}\n\n", encoding="utf-8")
    run(["validate", "toy", "--with", "mine.yaml"])
    assert [len(overlays) for _, _, overlays in toy_pack.loaded] == [0] * 3 + [1] * 6 + [0] * 6 + [1] * 6


def test_nothing_can_be_kept(toy_pack: ToyPack, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "file" / "folder"))
    assert [run(["validate", "toy"]), run(["validate", "toy"])] == [0, 0]
    assert len(toy_pack.loaded) == 12


def test_a_kept_verdict_is_found_without_reading_the_pack() -> None:
    heavy = ["yaml", "jsonschema", "lark", "rulewright.language", "rulewright.pack.load", "rulewright.table"]
    asks = (
        "import sys; from rulewright.cli import run; run(['validate', 'connect_four']); "
        f"print(*[name for name in {heavy} if name in sys.modules])"
    )
    said = [
        subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True).stdout.splitlines()
        for _ in range(2)
    ]
    assert said[0][0] == said[1][0] == "connect_four: no errors"
    assert said[0][1].split() == heavy
    assert said[1][1] == ""
