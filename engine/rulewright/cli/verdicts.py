"""The work of the command `validate`, where no verdict is kept: a pack checked for all that it may be played with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from rulewright.cli import packs
from rulewright.cli.choices import Choices, Verdict, errors
from rulewright.pack.load import PackSource, read
from rulewright.rulebook.load import examine


def verdict(folder: Path, choices: Choices) -> Verdict:
    """Check one pack for all it may be played with. Raises UsageError for a choice that it does not have.

    Its files are read once, and each text of theirs once, for however many players and options it is checked. Nothing
    is compiled: that finds no faults.
    """
    source, faults = read(folder)
    if source is None:
        return Verdict(faults, {})
    if not errors(faults):
        packs.check_choices(source, choices)
    for players, chosen in _ways_to_play(source, choices):
        faults += examine(source, chosen, players, choices.overlays).faults
    files = packs.texts(source, choices)
    return Verdict(packs.ordered(faults, files), files)


def _ways_to_play(source: PackSource, choices: Choices) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Everything the pack may be played with: each number of players, with each value of each option."""
    header = source.header()
    given = dict(choices.options)
    if header is None:
        yield 1, given
        return
    low, high = header.players
    others = [
        (id_, value.source)
        for id_, option in source.options().items()
        for value in option.values
        if id_ not in given and value.source != option.default
    ]
    for players in range(low, high + 1):
        yield players, given
        for id_, value in others:
            yield players, {**given, id_: value}
