"""What an editor makes of the files of packs: each names its schema in the first line, and breaks nothing in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from rulewright.cli import run
from rulewright.pack.syntax import parse
from rulewright.pack.values import Mapping, Scalar, Value
from rulewright.resources import content_root, schema_path

TESTS = Path(__file__).parents[1]
LINE = "# yaml-language-server: $schema="
PACKS = [
    *(each for each in sorted(content_root().iterdir()) if each.is_dir()),
    *sorted(file.parent for file in (TESTS / "hard_cases").rglob("pack.yaml")),
    TESTS / "house_rules",
]


@pytest.fixture(scope="module")
def editor() -> Draft202012Validator:
    """The schema as an editor reads it, with the others beside it."""
    folder = schema_path("pack").parent
    files = {file.name: json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.json"))}
    registry: Registry[Any] = Registry().with_resources(
        [(name, Resource.from_contents(schema)) for name, schema in files.items()]
    )
    return Draft202012Validator(files["pack.schema.json"], registry=registry)


def plain(value: Value) -> Any:
    match value:
        case Scalar():
            return value.data
        case Mapping():
            return {key: plain(entry.value) for key, entry in value.entries.items()}
        case _:
            return [plain(item) for item in value.items]


def faults(editor: Draft202012Validator, file: Path) -> list[str]:
    """What an editor would say of a file, and of its first line."""
    text = file.read_text(encoding="utf-8")
    first = text.partition("\n")[0]
    found = []
    if not first.startswith(LINE) or not (file.parent / first.removeprefix(LINE)).is_file():
        found.append(f"{file}: its first line names no schema: {first}")
    root = parse(file.name, text).root
    assert root is not None
    said = [f"{file}: {list(each.absolute_path)}: {each.message}" for each in editor.iter_errors(plain(root))]
    return [*found, *sorted(said)]


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_an_editor_finds_no_fault(editor: Draft202012Validator, pack: Path) -> None:
    files = sorted(pack.rglob("*.yaml"))
    assert files
    assert [fault for file in files for fault in faults(editor, file)] == []


@pytest.mark.parametrize("source", [[], ["--from", "arkham_express"]])
def test_nor_in_what_new_makes(editor: Draft202012Validator, tmp_path: Path, source: list[str]) -> None:
    assert run(["new", str(tmp_path / "game"), *source]) == 0
    files = sorted((tmp_path / "game").rglob("*.yaml"))
    assert [fault for file in files for fault in faults(editor, file)] == []


def test_but_it_finds_faults(editor: Draft202012Validator, tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text("actions:\n  walk: {do: run}\n  rest: {in: menu, don: rest}\n", encoding="utf-8")
    found = faults(editor, file)
    assert [fault.partition(": ")[2] for fault in found] == [
        "its first line names no schema: actions:",
        "['actions', 'rest']: Additional properties are not allowed ('don' was unexpected)",
        "['actions', 'walk']: 'in' is a required property",
    ]
