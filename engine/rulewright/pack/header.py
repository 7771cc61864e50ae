"""What a pack says of itself, and the options it offers; which values of them are chosen."""

from __future__ import annotations

import re
from collections import abc

from rulewright.pack.leaves import Origins, name_list, note, text, words
from rulewright.pack.model import Header, Option
from rulewright.pack.overlays import Overlay
from rulewright.pack.values import Entry, Mapping, Scalar, Sequence, Value
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span, Text
from rulewright.text.suggest import nearest

NATURES = ("ruling", "variant", "difficulty", "mode", "house")
MAX_PLAYERS = 100
SEATING = ("players", "recommended", "seats")
"""What the header of an overlay may say in place of the pack's."""

_RANGE = re.compile(r"(-?\d{1,9})(?:\.\.(-?\d{1,9}))?")


def overlaid(entry: Entry, overlays: abc.Iterable[Overlay]) -> Entry:
    """The `pack:` section with what overlays say in their headers of who can play; the last one has the last word."""
    if not isinstance(entry.value, Mapping):
        return entry
    entries = dict(entry.value.entries)
    for header in (header for overlay in overlays if not overlay.pack for header in overlay.headers):
        if isinstance(header, Mapping):
            entries |= {key: said for key, said in header.entries.items() if key in SEATING}
    return Entry(entry.key, Mapping(entries, entry.value.span))


def read_header(entry: Entry) -> tuple[Header, list[Diagnostic]]:
    """The header under `pack:`; what is missing or mistyped there, which the schema reports, stands in as 1 player."""
    value = entry.value
    faults: list[Diagnostic] = []
    players = _players(value, faults)
    known = players or (1, 1)
    header = Header(
        id=words(value, "id"),
        title=words(value, "title"),
        version=words(value, "version"),
        players=known,
        recommended=_recommended(value, known, faults) if players else known[1],
        team=words(value, "seats") == "team",
        simultaneous=text(value, "simultaneous"),
        credits=words(value, "credits"),
        span=entry.key.span,
    )
    return header, faults


def _players(value: Value, faults: list[Diagnostic]) -> tuple[int, int] | None:
    """The least and the greatest number of players; None where it has a fault."""
    written = text(value, "players")
    found = _RANGE.fullmatch(written.source) if written is not None else None
    if written is None or found is None:
        return None
    low, high = int(found[1]), int(found[2] or found[1])
    if not 1 <= low <= high <= MAX_PLAYERS:
        message = f"`players` wants numbers from 1 to {MAX_PLAYERS}, the smaller one first"
        faults.append(Diagnostic("wrong-range", written.span, message, "such as 1..4"))
        return None
    return low, high


def _recommended(value: Value, players: tuple[int, int], faults: list[Diagnostic]) -> int:
    leaf = value.get("recommended") if isinstance(value, Mapping) else None
    if not isinstance(leaf, Scalar) or not isinstance(leaf.data, int):
        return players[1]
    if not players[0] <= leaf.data <= players[1]:
        message = f"`recommended` lies outside `players`, {players[0]}..{players[1]}"
        faults.append(Diagnostic("wrong-range", leaf.span, message))
        return players[1]
    return leaf.data


def read_options(sections: abc.Iterable[Value], origins: Origins) -> tuple[dict[str, Option], list[Diagnostic]]:
    """The options of all `options:` sections, in order, and what is wrong with their natures and defaults."""
    options: dict[str, Option] = {}
    faults: list[Diagnostic] = []
    for section in sections:
        for name, entry in section.entries.items() if isinstance(section, Mapping) else ():
            if name not in options and isinstance(entry.value, Mapping):
                options[name] = _option(entry, entry.value, origins, faults)
    return options, faults


def _option(entry: Entry, value: Mapping, origins: Origins, faults: list[Diagnostic]) -> Option:
    natures = [nature for nature in NATURES if nature in value.entries]
    if len(natures) != 1:
        span = value.entries[natures[1]].key.span if natures else entry.key.span
        message = f"option `{entry.key.source}` wants one of {', '.join(f'`{n}:`' for n in NATURES)}"
        faults.append(Diagnostic("missing-key" if not natures else "duplicate-key", span, message))
    values = _values(value.get("values"), faults)
    known = [choice.source for choice in values]
    written = text(value, "default")
    default = written.source if written is not None else known[0] if known else ""
    if written is not None and known and default not in known:
        faults.append(Diagnostic("unknown-value", written.span, _no_value(entry.key.source, default, known)))
    abouts = name_list(value.get(natures[0])) if natures else ()
    return Option(
        id=entry.key.text,
        nature=natures[0] if natures else "",
        about=abouts[0] if abouts else None,
        question=text(value, "question"),
        values=values,
        default=default if default in known or not known else known[0],
        note=note(value, entry.key.span.file, origins),
    )


def _values(value: Value | None, faults: list[Diagnostic]) -> tuple[Text, ...]:
    if isinstance(value, Mapping):
        return tuple(entry.key.text for entry in value.entries.values())
    listed = name_list(value) if isinstance(value, Sequence) else ()
    first: dict[str, Text] = {}
    twice = [item for item in listed if first.setdefault(item.source, item) is not item]
    faults += [Diagnostic("duplicate-id", item.span, f"the value `{item.source}` is listed twice") for item in twice]
    return tuple(first.values())


def choose(options: abc.Mapping[str, Option], chosen: abc.Mapping[str, str]) -> tuple[dict[str, str], list[Diagnostic]]:
    """The value of each option: the chosen one, else its default; and choices that do not exist."""
    faults: list[Diagnostic] = []
    for name, value in chosen.items():
        place = Span.whole(f"--with {name}={value}")
        if name not in options:
            meant = nearest(name, options)
            hint = f"did you mean `{meant}`?" if meant else f"options: {', '.join(options) or 'none'}"
            faults.append(Diagnostic("unknown-option", place, f"there is no option `{name}`", hint))
            continue
        known = [choice.source for choice in options[name].values]
        if value not in known:
            meant = nearest(value, known)
            hint = f"did you mean `{meant}`?" if meant else ""
            faults.append(Diagnostic("unknown-value", place, _no_value(name, value, known), hint))
    picked = {name: chosen.get(name, option.default) for name, option in options.items()}
    for name, option in options.items():
        if picked[name] not in [choice.source for choice in option.values]:
            picked[name] = option.default
    return picked, faults


def _no_value(option: str, value: str, known: abc.Sequence[str]) -> str:
    return f"option `{option}` has no value `{value}`; it has {', '.join(known)}"
