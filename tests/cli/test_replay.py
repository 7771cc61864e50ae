"""The command `replay`: the same game, another one, another pack, a file that is none."""

import json
from pathlib import Path

import pytest

from rulewright.cli import run
from tests.cli.conftest import ToyPack


@pytest.fixture
def file(toy_pack: ToyPack, capsys: pytest.CaptureFixture[str]) -> Path:
    """A recorded game of the toy's pack."""
    assert run(["playtest", str(toy_pack.folder), "--games", "3", "--jobs", "1", "--record", "games"]) == 0
    capsys.readouterr()
    return Path("games/toy-2p-seed0-game000002.txt")


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_the_same_game(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(file)]) == 0
    said = 'toy 1.0, game 2 of seed 0: the same 23 decisions, over "most chips" winners 2'
    assert capsys.readouterr().out == f"{file}: {said}\n"


def test_another_game(file: Path, toy_pack: ToyPack, capsys: pytest.CaptureFixture[str]) -> None:
    edit(file, "2 1 main done", "2 1 main fly")
    toy_pack.fingerprints = {"throw": "1b", "turn": "2b", "hat": "3c"}
    assert run(["replay", str(file)]) == 1
    out = capsys.readouterr().out
    assert "game 2 of seed 0: differs at step 2" in out
    assert "'fly' is no option of 'main'" in out
    assert out.endswith("definitions changed since it was recorded: throw\n")


def test_a_changed_pack_that_plays_the_same(file: Path, toy_pack: ToyPack, capsys: pytest.CaptureFixture[str]) -> None:
    toy_pack.fingerprints = {f"new_{number}": "1" for number in range(30)}
    assert run(["replay", str(file)]) == 0
    assert "    and 13 more" in capsys.readouterr().out


def test_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(file, "winners 2", "winners 1")
    assert run(["replay", str(file), "--format", "json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["pack"], said["game"], said["same"], said["step"], said["changed"]) == ("toy", 2, False, 24, [])


def test_options_and_overlays_of_the_record_are_chosen_again(toy_pack: ToyPack) -> None:
    Path("mine.yaml").write_text("overlay: {id: mine, over: toy}\n", encoding="utf-8")
    chosen = ["--with", "length=long", "--with", "mine.yaml"]
    run(["playtest", "toy", "--games", "1", "--jobs", "1", "--record", "games", *chosen])
    toy_pack.loaded.clear()
    assert run(["replay", "games/toy-2p-seed0-game000000.txt"]) == 0
    assert run(["replay", "games/toy-2p-seed0-game000000.txt", "--with", "length=short"]) == 0
    assert toy_pack.loaded == [({"length": "long"}, 2, ["mine.yaml"]), ({"length": "short"}, 2, ["mine.yaml"])]


def test_the_pack_may_be_named(file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    there = str(Path("..") / file)
    assert run(["replay", there]) == 2
    assert run(["replay", there, "--pack", "../toy"]) == 3


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("hash: 0123abcd", "hash: 0123abcx", 1, "4:6: malformed-playthrough: `0123abcx` is no hash: digits and a to f"),
        ("seed: 0", "seed: zero", 1, "9:7: malformed-playthrough: here stands a number, not `zero`"),
        ("pack: toy", "pack: tot", 2, "tot: there is no such folder"),
        ("overlays:", "overlays: gone.yaml", 2, "played with the overlay gone.yaml, which is not there"),
        ("options: length=short", "options: lenght=short", 1, "5:10: unknown-option: the pack has no option lenght"),
        ("options: length=short", "options: length=7", 1, "5:17: unknown-option: the option length has no value 7"),
        ("pack: toy", "pack: chess", 2, "say where it is with --pack"),
    ],
)
def test_files_at_fault(
    file: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, code: int, said: str
) -> None:
    edit(file, old, new)
    assert run(["replay", str(file)]) == code
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("pack: toy", "pack: chess", 1, "it is a record of chess, not of toy"),
        ("version: 1.0", "version: 2.0.0", 0, "it is a record of version 2.0.0; the pack is 1.0 now"),
        (
            "hash: 0123abcd",
            "hash: 0123abce",
            0,
            "the files of the pack have another hash now, although every definition",
        ),
        ("options: length=short", "options:", 1, "it does not say which length it was played with; now it is short"),
    ],
)
def test_what_the_head_says_otherwise_is_named(
    file: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, code: int, said: str
) -> None:
    edit(file, old, new)
    assert run(["replay", str(file), "--pack", "toy"]) == code
    assert f"\n    {said}" in capsys.readouterr().out


@pytest.mark.usefixtures("toy_pack")
@pytest.mark.parametrize(
    ("content", "said"), [(b"", "this is no playthrough"), (b"\0\xff", "not UTF-8"), (b"pack: x", "no playthrough")]
)
def test_other_files(capsys: pytest.CaptureFixture[str], content: bytes, said: str) -> None:
    Path("x.txt").write_bytes(content)
    assert run(["replay", "x.txt"]) == 1
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["gone.txt"], ["."]])
def test_used_wrongly(arguments: list[str]) -> None:
    assert run(["replay", *arguments]) == 2


def test_several_files(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(file.parent)]) == 0
    out = capsys.readouterr().out
    assert [f"game {number} of seed 0: the same" in line for number, line in enumerate(out.splitlines())] == [True] * 3
    edit(file, "2 1 main done", "2 1 main fly")
    (file.parent / "toy-2p-seed0-game000001.txt").write_text("nothing", encoding="utf-8")
    assert run(["replay", *map(str, sorted(file.parent.glob("*.txt"))), "--format", "json"]) == 1
    captured = capsys.readouterr()
    assert [(each["game"], each["same"]) for each in json.loads(captured.out)["games"]] == [(0, True), (2, False)]
    assert "this is no playthrough" in captured.err
