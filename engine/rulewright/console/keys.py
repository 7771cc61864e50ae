"""The sections of a pack and the keys that stand in them, as the schemas describe them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from rulewright.resources import schema_path

IN_OVERLAYS = ("replace", "change", "remove", "insert")
"""The sections that only overlays have: what stands in them are sections again, or ids."""

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Key:
    """A Key is what may stand in the entries of a section: its form, and what it says.

    `inside` is the key in whose value it stands, empty if it stands in the entry itself.
    """

    id: str
    section: str
    inside: str
    form: str
    says: str


def sections() -> dict[str, str]:
    """The sections that a file of a pack may have, with what each holds."""
    return {name: _said(entry, "description") for name, entry in _schema("pack")["properties"].items()}


def keys_of(section: str) -> list[Key]:
    """The keys of what a section consists of: its own, or those of its entries; behind each those inside of it."""
    found = []
    entry = _schema("pack")["properties"][section]
    for name, own in _entry_keys(_resolved(entry)) if section not in IN_OVERLAYS else ():
        found.append(_key(name, section, "", own))
        found += [_key(inner, section, name, each) for inner, each in _resolved(own).get("properties", {}).items()]
    return found


def keys_of_all() -> list[Key]:
    """The keys that any definition may carry, whatever its section."""
    return [_key(name, "", "", entry) for name, entry in _schema("common")["$defs"]["note"]["properties"].items()]


def _key(name: str, section: str, inside: str, entry: Schema) -> Key:
    return Key(name, section, inside, _said(entry, "title"), _said(entry, "description"))


def _said(entry: Schema, what: str) -> str:
    return str((_resolved(entry) | entry).get(what, ""))


def _entry_keys(schema: Schema) -> Iterator[tuple[str, Schema]]:
    own = schema.get("properties", {})
    yield from own.items()
    inner = schema.get("additionalProperties") or schema.get("items")
    if isinstance(inner, dict) and not own:
        yield from _entry_keys(_resolved(inner))


def _resolved(entry: Schema) -> Schema:
    """A schema with its reference, if it is one, followed."""
    if "$ref" not in entry:
        return entry
    file, _, path = entry["$ref"].partition("#")
    found = _schema(file.removesuffix(".schema.json"))
    for part in path.split("/")[1:]:
        found = found[part]
    return found


@cache
def _schema(name: str) -> Schema:
    """A schema, in which references into itself name its file too."""
    text = schema_path(name).read_text(encoding="utf-8")
    read: Schema = json.loads(text.replace('"#/', f'"{name}.schema.json#/'))
    return read
