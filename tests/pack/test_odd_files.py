"""Files that are no text, too large, too deep, or not there: one clear line each, never a traceback, never a wait."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.pack.load import read
from tests.pack.packs import faults_of, write

PAIRS = zip("abcdefg", "bcdefgh", strict=True)
BOMB = "measures:\n  a: &a [x, x]\n" + "".join(f"  {new}: &{new} [*{old}, *{old}]\n" for old, new in PAIRS)


@pytest.mark.parametrize(
    ("content", "faults"),
    [
        (b"", ["x.yaml:1:1: empty-file"]),
        (b"# only this\n", ["x.yaml:1:1: empty-file"]),
        (b"\x89PNG\r\n\x1a\n\0\0\0", ["x.yaml: binary-file"]),
        (b"things:\n  a: \0\n", ["x.yaml:2:6: binary-file"]),
        (b"things: {}\n# caf\xe9\n", ["x.yaml:2:6: not-utf8"]),
        ("things: {}\n".encode("utf-16"), ["x.yaml: not-utf8"]),
        (b"things: {}\n# \x1b[2J\n", ["x.yaml:2:3: odd-character"]),
        ("things: {}\n# \u2028\n".encode(), ["x.yaml:2:3: odd-character"]),
        (b"things:\n" + b"#" * 10_000_000, ["x.yaml: too-large"]),
        (BOMB.encode(), ["x.yaml:2:6: yaml-alias"]),
        (b"show: " + b"[" * 1_000_000, ["x.yaml:1:1006: too-deep"]),
        (b"show: " + b"[" * 100 + b"]" * 100, ["x.yaml:1:66: too-deep"]),
        (b"show: " + b"{a: " * 400_000, ["x.yaml:1:240: too-deep"]),
        (b"show: [" + b"a," * 900_000 + b"]", ["x.yaml:1:400002: too-large"]),
        (b"procs:\n" + b"  a(): b: c\n" * 3, ["x.yaml:2:9: colon-in-value", *["x.yaml:3:9: colon-in-value"]]),
        (b"things:\n---\nthings:\n", ["x.yaml:1:1: wrong-type", "x.yaml:2:1: second-document"]),
        (b"\xef\xbb\xbfthings: {}\r\n", []),
    ],
)
def test_odd_content(content: bytes, faults: list[str], tmp_path: Path) -> None:
    found = faults_of(write(tmp_path, {"x.yaml": content}))
    assert found[: len(faults)] == faults
    assert len(found) <= 3


def test_aliases_give_one_line_for_a_file(tmp_path: Path) -> None:
    assert faults_of(write(tmp_path, {"x.yaml": "things: &a {}\nareas: *a\nplaces: *a\n"})) == [
        "x.yaml:1:9: yaml-alias"
    ]


def test_a_missing_folder(tmp_path: Path) -> None:
    source, faults = read(tmp_path / "none")
    assert source is None
    assert [fault.id for fault in faults] == ["no-pack"]


def test_a_folder_without_a_pack(tmp_path: Path) -> None:
    assert [fault.id for fault in read(tmp_path)[1]] == ["no-pack"]


def test_folders_pipes_and_links_that_lead_astray(tmp_path: Path) -> None:
    outside = tmp_path / "secret.yaml"
    outside.write_text("things: {}\n", encoding="utf-8")
    pack = write(tmp_path / "pack", {"x.yaml/inside.yaml": "things: {}\n", "b.yaml": "things: {}\n"})
    (pack / "away.yaml").symlink_to(outside)
    (pack / "round.yaml").symlink_to(pack / "round.yaml")
    (pack / "loop").symlink_to(pack)
    (pack / "good.yaml").symlink_to(pack / "b.yaml")
    os.mkfifo(pack / "pipe.yaml")
    assert sorted(faults_of(pack)) == [
        "away.yaml: odd-link",
        "loop: odd-link",
        "pipe.yaml: odd-file",
        "round.yaml: odd-link",
        "x.yaml: odd-file",
    ]


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = write(tmp_path, {"x.yaml": "things: {}\n", "y.yaml": "thing: {}\n"})
    opened = Path.open

    def refuse(path: Path, mode: str = "r") -> object:
        if path.name == "x.yaml":
            raise PermissionError(13, "Permission denied")
        return opened(path, mode)

    monkeypatch.setattr(Path, "open", refuse)
    assert faults_of(pack) == ["x.yaml: unreadable-file", "y.yaml:1:1: unknown-key"]


def test_hidden_files_and_others_are_no_part_of_a_pack(tmp_path: Path) -> None:
    pack = write(
        tmp_path, {".git/x.yaml": "oops", ".y.yaml": "oops", "README.md": "oops", "tests/t.yml": "tests: {}\n"}
    )
    source, faults = read(pack)
    assert faults == []
    assert source is not None
    assert [file.name for file in source.files] == ["pack.yaml", "tests/t.yml"]


def test_the_three_hundredth_card(tmp_path: Path) -> None:
    rows = "".join(f"  - {{from: a{i}, {'two' if i == 300 else 'to'}: b}}\n" for i in range(1, 400))
    assert faults_of(write(tmp_path, {"x.yaml": "arrows:\n" + rows})) == ["x.yaml:301:5: missing-key"]


def test_faults_that_only_follow_from_others_are_not_told(tmp_path: Path) -> None:
    text = "procs:\n  a():\n    rule: A-1\n    do: b: c\nactions:\n  x:\n    in: a: b\n  y:\n    do: z()\n"
    assert faults_of(write(tmp_path, {"x.yaml": text})) == [
        "x.yaml:4:10: colon-in-value",
        "x.yaml:7:10: colon-in-value",
        "x.yaml:8:3: missing-key",
    ]
