"""Whether all at the table may know which links are open."""

from __future__ import annotations

from rulewright.language.analysis.effects import RUNNING, Read, Reader
from rulewright.language.analysis.sight import has_backs
from rulewright.language.analysis.trees import conjuncts
from rulewright.language.tree import Alive
from rulewright.language.types import Kind

_SEEN = ("link.open", "shown", RUNNING)


def openness_is_public(reader: Reader) -> bool:
    """Whether no modifier of `link.open` reads what a face hides.

    That what it stands on is live tells of a face only that it is shown.
    """
    modifiers = [each for each in reader.program.modifiers if each.field == "link.open"]
    live = [part for each in modifiers for part in conjuncts(each.live) if not isinstance(part, Alive)]
    texts = (*live, *(each.condition for each in modifiers), *(each.amount for each in modifiers))
    return all(_is_public(reader, read) for read in reader.reads(texts))


def _is_public(reader: Reader, read: Read) -> bool:
    program, scene = reader.program, reader.scene
    what, _, family = read.column.partition(":")
    if family:
        return what in ("at", "in") and not any(
            has_backs(program, scene, Kind(root)) for root in scene.roots_in(family)
        )
    if read.column in program.fields:
        return not has_backs(program, scene, Kind(program.fields[read.column].kind))
    if read.column == "thing.owner":
        return read.of is not None and not has_backs(program, scene, read.of.type)
    return read.column in _SEEN
