"""Who has a behaviour written on: kinds, and entries of `things:` and `areas:`."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.language.check.kinds import Declarations
from rulewright.pack.model import Behaviour, Pack
from rulewright.text.spans import Span

THIS, ME, CALL = "this", "me", "$call"  # what the texts of a behaviour read: the thing, who acts, what a hook answers


@dataclass(frozen=True, slots=True)
class Bearer:
    """A Bearer is a kind, or an entry of `things:` or `areas:`, that a behaviour is written on.

    `id` tells it apart: the kind's name, or `KIND:ENTRY`. `kind` is what its things surely are, `entry` where it stands
    if it is one.
    """

    id: str
    kind: str
    entry: Span | None
    behaviour: Behaviour


def bearers(declarations: Declarations) -> dict[str, Bearer]:
    """Every kind and every entry of the pack that has a behaviour, in order of declaration."""
    return _bearers(declarations.pack, {kind.id for kind in declarations.names.kinds()})


def _bearers(pack: Pack, kinds: set[str]) -> dict[str, Bearer]:
    found = [Bearer(id, id, None, kind.behaviour) for id, kind in pack.kinds.items() if id in kinds]
    found += [Bearer(f"area:{thing.id}", "area", thing.id.span, thing.behaviour) for thing in pack.areas]
    found += [
        Bearer(f"{thing.kind}:{thing.id}", thing.kind.source, thing.id.span, thing.behaviour)
        for thing in pack.things
        if thing.kind.source in kinds
    ]
    return {each.id: each for each in found if each.behaviour != Behaviour()}
