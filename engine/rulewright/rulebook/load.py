"""From a pack's folder to a rulebook, or to all that is wrong with it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from rulewright.builtins import SHELF
from rulewright.language.check.check import check
from rulewright.language.emit.compile import compile_program
from rulewright.language.program import Program
from rulewright.pack.definitions import definitions
from rulewright.pack.load import build, in_order, read
from rulewright.pack.model import Pack
from rulewright.rulebook import cache
from rulewright.rulebook.rulebook import Rulebook
from rulewright.text.diagnostics import Diagnostic, Severity

Loaded = tuple[Rulebook | None, list[Diagnostic]]


def load(
    folder: Path,
    options: Mapping[str, str] | None = None,
    players: int = 0,
    overlays: Sequence[Path] = (),
    watched: bool = False,
) -> Loaded:
    """The rulebook of a pack for chosen options (the others have their defaults) and a number of players.

    0 players means the pack's recommended number; `overlays` are files that come last and win. The rulebook is None
    where the pack has errors; the diagnostics stand in order of place, and notes and warnings come with a rulebook too.
    A `watched` rulebook plays the same games, more slowly, and notes what happens in them and who has seen what.
    """
    name = cache.key([*_digests(folder, overlays), *(["watched"] if watched else [])], options or {}, players)
    loaded: Loaded | None = cache.get(name)
    if loaded is None:
        loaded = _compile(folder, options or {}, players, overlays, watched)
        cache.put(name, loaded)
    return loaded


def _digests(folder: Path, overlays: Sequence[Path]) -> list[str]:
    """A hash of each file's bytes, behind its name; a file that cannot be read counts by its name."""
    files = [(path, str(path.relative_to(folder))) for path in sorted(folder.rglob("*")) if path.is_file()]
    digests = []
    for path, name in [*files, *((path, str(path)) for path in overlays)]:
        try:
            digests.append(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}")
        except OSError:
            digests.append(name)
    return digests


def _compile(folder: Path, options: Mapping[str, str], players: int, overlays: Sequence[Path], watched: bool) -> Loaded:
    source, faults = read(folder)
    if source is None:
        return None, faults
    pack, found = build(source, options, overlays)
    faults += found
    if pack is None:
        return None, in_order(faults, [file.name for file in source.files])
    program, found = check(pack, SHELF, players or pack.header.recommended)
    faults = in_order([*faults, *found], list(pack.files))
    if program is None or any(fault.severity is Severity.ERROR for fault in faults):
        return None, faults
    return compile_rulebook(pack, program, source.fingerprint(), overlays, watched), faults


def compile_rulebook(
    pack: Pack, program: Program, digest: str, overlays: Sequence[Path] = (), watched: bool = False
) -> Rulebook:
    """The rulebook of a pack and its checked program; `digest` is that of the pack's files."""
    return Rulebook(
        compiled=compile_program(program, SHELF, pack.files, watched=watched),
        pack=pack.header.id,
        version=pack.header.version,
        digest=digest,
        team=pack.header.team,
        options=dict(pack.chosen),
        overlays=tuple(str(path) for path in overlays),
        fingerprints=definitions(pack),
        origins=_origins(pack),
        menus={menu.prompt: menu.actions for menu in program.menus.values()},
        files=dict(pack.files),
    )


def _origins(pack: Pack) -> dict[str, str]:
    """Where each definition that says it comes from: `rulebook` or `reconstructed`."""
    notes = {
        **{f"kinds.{id}": kind.note for id, kind in pack.kinds.items()},
        **{f"things.{thing.kind}.{thing.id}": thing.note for thing in pack.things},
        **{f"areas.{area.id}": area.note for area in pack.areas},
        **{f"arrows.{link.source}_{link.target}": link.note for link in pack.arrows},
        **{f"places.{id}": place.note for id, place in pack.places.items()},
        **{f"procs.{proc.signature.source.partition('(')[0]}": proc.note for proc in pack.procs},
        **{f"tables.{id}": table.note for id, table in pack.tables.items()},
        **{f"dice.{id}": die.note for id, die in pack.dice.items()},
    }
    return {id: note.origin.value for id, note in notes.items() if note.origin is not None}
