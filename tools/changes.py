"""The schema of what an overlay changes: that of all sections, in which nothing must be there and any key may be meant.

Editors read schemas as they are, and JSON Schema cannot say that below `change:` a definition need not be whole. So
this one is made of the others, and lies beside them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_WHOLE = ("required", "propertyNames", "minItems", "minProperties")


def schema_of_changes(folder: Path) -> str:
    """The schema as text, given the folder of the others."""
    pack = _read(folder / "pack.schema.json")
    own: dict[str, Any] = {}
    sections = {
        name: _partial(folder, name, part, own) for name, part in pack["$defs"]["sections"]["properties"].items()
    }
    made = {
        "$schema": pack["$schema"],
        "$id": "change.schema.json",
        "title": pack["$defs"]["sections"]["title"],
        "type": "object",
        "description": "In an overlay: keys of definitions that take the place of the pack's; mappings are merged.",
        "properties": sections,
        "additionalProperties": False,
        "$defs": own,
    }
    return json.dumps(made, indent=2, ensure_ascii=False)


def _partial(folder: Path, section: str, part: Any, own: dict[str, Any]) -> Any:
    """A part of a section's schema in which nothing must be there; `own` takes what the section defines for itself."""
    if isinstance(part, list):
        return [_partial(folder, section, each, own) for each in part]
    if not isinstance(part, Mapping):
        return part
    file, _, defined = str(part.get("$ref", "")).partition("#/$defs/")
    if file == f"{section}.schema.json":
        whole = _read(folder / file)
        taken = whole.pop("$defs", {})
        own.update({f"{section}_{name}": _partial(folder, section, each, own) for name, each in taken.items()})
        part = part if defined else {key: each for key, each in whole.items() if key not in ("$schema", "$id")}
    if defined and file in ("", f"{section}.schema.json"):
        part = {**part, "$ref": f"#/$defs/{section}_{defined}"}
    return {key: _partial(folder, section, each, own) for key, each in part.items() if key not in _WHOLE}


def _read(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found
