"""The schemas themselves: sound, without alternatives, and a description for each key, which editors show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulewright.pack.schema import entry_keys, sections
from rulewright.resources import schema_path

FOLDER = schema_path("pack").parent
OWN = [
    "pack",
    "common",
    "header",
    "overlay",
    "change",
    *(name for name in sections() if name not in ("hooks", "rules", "mods")),
]


def _parts(schema: object) -> Iterator[dict[str, Any]]:
    """The schemas inside a schema: not the mappings that hold them by key."""
    if isinstance(schema, dict):
        yield schema
        for keyword, part in schema.items():
            for inner in part.values() if keyword in ("properties", "$defs") else [part]:
                yield from _parts(inner)
    elif isinstance(schema, list):
        for part in schema:
            yield from _parts(part)


@pytest.mark.parametrize("name", OWN)
def test_schema(name: str) -> None:
    schema = json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    for part in _parts(schema):
        assert not {"anyOf", "oneOf", "allOf", "if", "not"} & set(part)
        properties = part.get("properties")
        for key, inner in properties.items() if isinstance(properties, dict) and "type" in part else ():
            target = inner.get("$ref", "")
            file = FOLDER / target.partition("#")[0]
            described = "description" in inner or (
                file.is_file() and "description" in json.loads(file.read_text("utf-8"))
            )
            assert described, f"{name}: {key}"
        reference = part.get("$ref", "#")
        assert reference.startswith("#") or (Path(FOLDER) / reference.partition("#")[0]).is_file()


def test_sections_and_keys() -> None:
    assert sections()[0] == "options"
    assert {"at", "count", "title", "hooks"} <= set(entry_keys("things"))
    assert {"is", "fields", "does"} <= set(entry_keys("kinds"))
    assert {"from", "to", "both_ways"} <= set(entry_keys("arrows"))
