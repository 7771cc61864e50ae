"""The ways of playing that lints read a pack in: few, yet each line that has a say in some way of playing is in one.

What a text does with the value of an option is never taken as known, so only values that bring an overlay count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.pack.load import PackSource, sections
from rulewright.pack.model import Header


@dataclass(frozen=True, slots=True)
class Way:
    """A Way is a number of players and the values of some options; the others have their defaults.

    `apart` are the ways to take instead if the values of this one do not go together.
    """

    players: int
    chosen: Mapping[str, str]
    apart: tuple[Way, ...] = ()


def ways(source: PackSource, header: Header, chosen: Mapping[str, str], overlays: Sequence[Path]) -> Iterator[Way]:
    """The ways in which a pack is read: with the defaults by the fewest and by the most players, and with other values.

    Values that bring an overlay are taken together as long as no two of them touch the same.
    """
    for players in dict.fromkeys(header.players):
        yield Way(players, chosen)
    for group in _groups(source, chosen, overlays):
        alone = ({**chosen, option: value} for option, value in group.items())
        apart = tuple(Way(_recommended(source, header, each, overlays), each) for each in alone)
        together = {**chosen, **group}
        yield Way(_recommended(source, header, together, overlays), together, apart)


def _recommended(source: PackSource, header: Header, chosen: Mapping[str, str], overlays: Sequence[Path]) -> int:
    """How many play where these options are chosen, which may say so."""
    return (source.header_with(chosen, overlays) or header).recommended


def _groups(source: PackSource, chosen: Mapping[str, str], overlays: Sequence[Path]) -> list[dict[str, str]]:
    """The values of options that bring an overlay and are no defaults, as few groups of them as go together."""
    laid = source.overlays()
    groups: list[dict[str, str]] = []
    for id_, option in source.options().items():
        for value in option.values:
            if id_ in chosen or value.source == option.default or f"{id_}.{value}" not in laid:
                continue
            fitting = (each for each in groups if _go_together(source, {**chosen, **each, id_: value.source}, overlays))
            group = next((each for each in fitting if id_ not in each), None)
            if group is None:
                groups.append({id_: value.source})
            else:
                group[id_] = value.source
    return groups


def _go_together(source: PackSource, chosen: Mapping[str, str], overlays: Sequence[Path]) -> bool:
    """Whether overlays do not stand in each other's way."""
    return not any(fault.id == "overlay-conflict" for fault in sections(source, chosen, overlays)[2])
