"""From a pack's folder to a rulebook, or to all that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.builtins import SHELF
from rulewright.language.check.check import check
from rulewright.language.emit.compile import compile_program
from rulewright.language.program import Program
from rulewright.pack.definitions import definitions, links
from rulewright.pack.listing import digests
from rulewright.pack.load import PackSource, build, in_order, read
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
    chosen = options or {}
    written = [f"{option}={value}" for option, value in sorted(chosen.items())]
    name = cache.key(
        ["rulebook", *digests(folder, overlays), *written, f"{players} players", *(["watched"] if watched else [])]
    )
    loaded: Loaded | None = cache.get(name)
    if loaded is None:
        loaded = _load(folder, chosen, players, overlays, watched)
        cache.put(name, loaded)
    return loaded


def _load(folder: Path, options: Mapping[str, str], players: int, overlays: Sequence[Path], watched: bool) -> Loaded:
    source, faults = read(folder)
    if source is None:
        return None, faults
    found = examine(source, options, players, overlays)
    faults = in_order([*faults, *found.faults], [file.name for file in source.files])
    if found.pack is None or found.program is None or any(fault.severity is Severity.ERROR for fault in faults):
        return None, faults
    return compile_rulebook(found.pack, found.program, source.fingerprint(), overlays, watched), faults


@dataclass(frozen=True, slots=True)
class Examined:
    """An Examined is a pack with options chosen and overlays applied, checked, and the faults that checking it met.

    `pack` is None where it has no header, `program` where it has errors.
    """

    pack: Pack | None
    program: Program | None
    faults: list[Diagnostic]


def examine(source: PackSource, options: Mapping[str, str], players: int, overlays: Sequence[Path] = ()) -> Examined:
    """Check a pack, read before, for chosen options and a number of players; 0 means the recommended number.

    This is all of loading that can find faults: compiling what is found sound cannot.
    """
    pack, faults = build(source, options, overlays)
    if pack is None:
        return Examined(None, None, faults)
    program, found = check(pack, SHELF, players or pack.header.recommended)
    return Examined(pack, program, in_order([*faults, *found], list(pack.files)))


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
        origins=origins(pack),
        menus={menu.prompt: menu.actions for menu in program.menus.values()},
        files=dict(pack.files),
    )


def origins(pack: Pack) -> dict[str, str]:
    """Where each definition comes from that says so: `rulebook` or `reconstructed`."""
    notes = {
        **{f"kinds.{id}": kind.note for id, kind in pack.kinds.items()},
        **{f"things.{thing.kind}.{thing.id}": thing.note for thing in pack.things},
        **{f"areas.{area.id}": area.note for area in pack.areas},
        **{f"arrows.{id}": link.note for id, link in links(pack)},
        **{f"places.{id}": place.note for id, place in pack.places.items()},
        **{f"procs.{proc.signature.source.partition('(')[0]}": proc.note for proc in pack.procs},
        **{f"tables.{id}": table.note for id, table in pack.tables.items()},
        **{f"dice.{id}": die.note for id, die in pack.dice.items()},
    }
    return {id: note.origin.value for id, note in notes.items() if note.origin is not None}
