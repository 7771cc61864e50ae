"""A definition of a pack found by its id in the joined tree of its sections, and written out as it now stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.pack.join import ACTION_HEADS, BLOCKS
from rulewright.pack.values import Entry, Mapping, Scalar, Sequence, Value
from rulewright.text.spans import Span

INDENT = "  "
_BY_KIND = ("things", "bots")
_HEAD = re.compile(r"([A-Za-z_]\w*):(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Definition:
    """A Definition is an entry of a pack: the section it stands in, its id, its place, and its text through overlays.

    A part that an overlay brought says so at the end of its line.
    """

    section: str
    id: str
    place: Span
    text: str


def definitions(tree: Mapping) -> Iterator[Definition]:
    """Every definition with an id in a joined tree, in order."""
    for section, entry in tree.entries.items():
        if section in BLOCKS or section == ACTION_HEADS:
            yield from _heads("actions" if section == ACTION_HEADS else section, entry.value)
        elif section == "flow":
            yield from _steps(entry.value)
        elif section in _BY_KIND:
            for kind, things in _entries(entry.value):
                for id_, thing in _entries(things.value):
                    yield _definition(f"{section}.{kind}", id_, thing)
        else:
            for id_, each in _entries(entry.value):
                yield _definition(section, id_, each)
                yield from _behaviour(f"{section}.{id_}", each.value)


def _steps(steps: Value) -> Iterator[Definition]:
    for id_, step in _entries(steps):
        yield _definition("flow", id_, step)
        below = step.value.get("steps") if isinstance(step.value, Mapping) else None
        if below is not None:
            yield from _steps(below)


def _behaviour(owner: str, value: Value) -> Iterator[Definition]:
    """What stands with an id below a kind or a thing: actions, rules, hooks, modifiers."""
    for key in ("actions", *BLOCKS):
        below = value.get(key) if isinstance(value, Mapping) else None
        if isinstance(below, Mapping):
            for id_, each in _entries(below):
                yield _definition(f"{owner}.{key}", id_, each)
        elif below is not None:
            yield from _heads(f"{owner}.{key}", below)


def _heads(section: str, value: Value) -> Iterator[Definition]:
    """The heads with an id in block texts: a head goes on in the lines below it that stand further right."""
    for block in value.items if isinstance(value, Sequence) else (value,):
        lines = block.source.split("\n") if isinstance(block, Scalar) else []
        for number, line in enumerate(lines):
            head = _HEAD.match(line)
            if head is not None:
                end = next((n for n in range(number + 1, len(lines)) if lines[n][:1].strip()), len(lines))
                text = "\n".join(lines[number:end]).rstrip()
                top = block.span
                place = Span(top.file, top.line + number, top.column, top.line + end - 1, top.column)
                yield Definition(section, head.group(1), place, text)


def _entries(value: Value) -> list[tuple[str, Entry]]:
    return list(value.entries.items()) if isinstance(value, Mapping) else []


def _definition(section: str, id_: str, entry: Entry) -> Definition:
    return Definition(section, id_, entry.key.span, "\n".join(_written(entry, "", entry.key.span.file)))


def _written(entry: Entry, indent: str, file: str) -> Iterator[str]:
    """The lines of an entry; `file` is where what stands around it comes from."""
    place = entry.key.span
    note = "" if place.file == file else f"  # {place.file}:{place.line}"
    first, rest = _value(entry.value, indent, place.file)
    yield f"{indent}{entry.key.source}:{f' {first}' if first else ''}{note or _note_of_value(entry.value, place.file)}"
    yield from rest


def _value(value: Value, indent: str, file: str) -> tuple[str, list[str]]:
    """What stands behind the key, and the lines below it."""
    below = indent + INDENT
    match value:
        case Scalar(style="|"):
            return "|", [f"{below}{line}".rstrip() for line in value.source.split("\n")]
        case Scalar(style=("'" | '"') as quote):
            return f"{quote}{value.source}{quote}", []
        case Scalar():
            return value.source, []
        case Mapping():
            lines = [line for each in value.entries.values() for line in _written(each, below, file)]
            return ("", lines) if lines else ("{}", [])
        case Sequence():
            return _items(value, below, file)


def _items(value: Sequence, indent: str, file: str) -> tuple[str, list[str]]:
    if all(isinstance(item, Scalar) and item.style != "|" for item in value.items):
        return f"[{', '.join(_value(item, '', file)[0] for item in value.items)}]", []
    lines = []
    for item in value.items:
        first, rest = _value(item, indent, file)
        whole = [f"{indent}{INDENT}{first}", *rest] if first else rest
        lines += [f"{indent}- {whole[0].lstrip()}", *whole[1:]] if whole else [f"{indent}-"]
    return "", lines


def _note_of_value(value: Value, file: str) -> str:
    """Where a value comes from that an overlay put under a key of the pack."""
    if isinstance(value, Mapping) or value.span.file in ("", file):
        return ""
    return f"  # {value.span.file}:{value.span.line}"
