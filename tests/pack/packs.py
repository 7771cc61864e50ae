"""Small packs written to a folder, for the tests of this layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rulewright.pack.load import PackSource, build, read
from rulewright.pack.model import Pack
from rulewright.text.diagnostics import Diagnostic

HEADER = "pack: {id: case, title: A case, version: 1.4, players: 1..4, seats: team}\n"


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Writes files below a folder, `pack.yaml` with a plain header unless it is given."""
    for name, text in {"pack.yaml": HEADER, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def faults_of(folder: Path) -> list[str]:
    """What `read` says of a pack, each as `place: id`."""
    return [f"{fault.span}: {fault.id}" for fault in read(folder)[1]]


def sound(folder: Path) -> PackSource:
    """The source of a pack without faults."""
    source, faults = read(folder)
    assert faults == []
    assert source is not None
    return source


def built(
    source: PackSource, chosen: Mapping[str, str] | None = None, files: Sequence[Path] = ()
) -> tuple[Pack, list[Diagnostic]]:
    """The pack that a source gives, and the faults."""
    pack, faults = build(source, chosen or {}, files)
    assert pack is not None
    return pack, faults
