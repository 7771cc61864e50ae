"""The work of the command `validate`, where no verdict is kept: a pack checked for all that it may be played with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from rulewright.console import packs
from rulewright.console.choices import Choices, Verdict, errors
from rulewright.console.processes import cores, each_of
from rulewright.pack.load import PackSource, read
from rulewright.rulebook.load import examine
from rulewright.text.diagnostics import Diagnostic

WORTH_SPREADING = 8  # checks after the first: to begin a process costs as much as one of a middling pack

Way = tuple[int, Mapping[str, str]]


def verdict(folder: Path, choices: Choices) -> Verdict:
    """Check one pack for all it may be played with. Raises UsageError for a choice that it does not have.

    Its files are read once, and each text of theirs once, for however many players and options it is checked: the first
    check reads the texts, the others may run in copies of this process, which know them already. No check sees anything
    of another, and what they find is put together in the order of the checks, so that it is the same for any number of
    cores. Nothing is compiled: that finds no faults.
    """
    source, faults = read(folder)
    if source is None:
        return Verdict(faults, {})
    if not errors(faults):
        packs.check_choices(source, choices)
    first, *others = _ways_to_play(source, choices)
    check = partial(_faults, source, choices)
    faults += check(first)
    for found in each_of(check, others, cores() if len(others) >= WORTH_SPREADING else 1):
        faults += found
    files = packs.texts(source, choices)
    return Verdict(packs.ordered(faults, files), files)


def _faults(source: PackSource, choices: Choices, way: Way) -> list[Diagnostic]:
    players, chosen = way
    return examine(source, chosen, players, choices.overlays).faults


def _ways_to_play(source: PackSource, choices: Choices) -> Iterator[Way]:
    """What the pack is checked with: each number of players, with each value of each option.

    Values without an overlay only stand in texts that are read anyway, so the second values of all such options are
    checked together, then the third ones. A value with an overlay is checked alone, for the fewest and most players.
    """
    given = dict(choices.options)
    header = source.header_with(given, choices.overlays)
    if header is None:
        yield 1, given
        return
    low, high = header.players
    plain, laid_over = _other_values(source, given)
    for players in range(low, high + 1):
        yield from ((players, {**given, **chosen}) for chosen in ({}, *plain))
    for chosen in laid_over:
        all_chosen = {**given, **chosen}
        allowed = (source.header_with(all_chosen, choices.overlays) or header).players
        yield from ((players, all_chosen) for players in dict.fromkeys(allowed))


def _other_values(source: PackSource, given: Mapping[str, str]) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """The values that are no defaults: those without an overlay, many at once, and those with one, each alone."""
    overlays = source.overlays()
    plain: list[dict[str, str]] = []
    laid_over = []
    for id_, option in source.options().items():
        others = [value.source for value in option.values if id_ not in given and value.source != option.default]
        laid_over += [{id_: value} for value in others if f"{id_}.{value}" in overlays]
        for turn, value in enumerate(value for value in others if f"{id_}.{value}" not in overlays):
            plain += [{}] if turn == len(plain) else []
            plain[turn][id_] = value
    return plain, laid_over
