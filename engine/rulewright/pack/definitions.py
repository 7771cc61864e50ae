"""A short hash of each definition, by which a replay names what has changed since a game was recorded."""

from __future__ import annotations

import hashlib
import json
from collections import abc
from dataclasses import fields, is_dataclass

from rulewright.pack.heads import split
from rulewright.pack.model import Link, Note, Pack, Step, link_id
from rulewright.pack.values import Scalar
from rulewright.text.spans import Span, Text

_MAPPINGS = ("enums", "tables", "dice", "kinds", "places", "menus", "actions")
_BLOCKS = {"action_heads": "actions", "hooks": "hooks", "rules": "rules", "mods": "mods"}


def definitions(pack: Pack) -> dict[str, str]:
    """The hash of each definition that a game depends on, by an id such as `procs.strike` or `flow.main.turn`.

    It follows the content, overlays included, and not where or in which order that stands in files. A step's hash does
    not hold the steps below it, which have their own, only their order.
    """
    found: dict[str, str] = {"pack": _hash([pack.header.players, pack.header.team, _content(pack.header.simultaneous)])}
    for name, value in pack.chosen.items():
        found[f"chosen.{name}"] = _hash(value)
    for section in _MAPPINGS:
        for name, definition in getattr(pack, section).items():
            found[f"{section}.{name}"] = _hash(_content(definition))
    for thing in pack.things:
        found[f"things.{thing.kind}.{thing.id}"] = _hash(_content(thing))
    for area in pack.areas:
        found[f"areas.{area.id}"] = _hash(_content(area))
    for id, link in links(pack):
        _put(found, f"arrows.{id}", _content(link))
    for proc in pack.procs:
        _put(found, f"procs.{proc.signature.source.partition('(')[0].strip()}", _content(proc))
    for attribute, section in _BLOCKS.items():
        _blocks(found, section, getattr(pack, attribute))
    _steps(found, "flow", pack.flow)
    return found


def links(pack: Pack) -> list[tuple[str, Link]]:
    """The entries of `arrows:` with their ids, whose braces are not filled."""
    taken: dict[str, None] = {}
    found: list[tuple[str, Link]] = []
    for link in pack.arrows:
        own = link.id.source if link.id is not None else ""
        found.append((link_id(own, link.source.source, link.target.source, taken), link))
        taken[found[-1][0]] = None
    return found


def changed(old: abc.Mapping[str, str], new: abc.Mapping[str, str]) -> list[str]:
    """The ids of definitions that differ, are new or are gone, in the order of the new pack, then of the old."""
    ids = dict.fromkeys((*new, *old))
    return [name for name in ids if old.get(name) != new.get(name)]


def _steps(found: dict[str, str], above: str, steps: abc.Iterable[Step]) -> None:
    for step in steps:
        path = f"{above}.{step.id}"
        below = [inner.id.source for inner in step.steps]
        own = {name: part for name, part in _parts(step).items() if name != "steps"}
        _put(found, path, [own, below])
        _steps(found, path, step.steps)


def _blocks(found: dict[str, str], section: str, blocks: abc.Iterable[Text]) -> None:
    number = 0
    for block in blocks:
        for head in split(Scalar(block.source, block.span, "|")):
            number += not head.id
            _put(found, f"{section}.{head.id or f'{section[:-1]}_{number}'}", head.text.source)


def _put(found: dict[str, str], name: str, content: object) -> None:
    """Adds a hash; of several definitions with one name the second is `name_2`."""
    free, number = name, 2
    while free in found:
        free, number = f"{name}_{number}", number + 1
    found[free] = _hash(content)


def _content(value: object) -> object:
    """A part of the model as plain data without places and notes: these change nothing in a game."""
    match value:
        case Text():
            return value.source
        case Note() | Span():
            return None
        case abc.Mapping():
            return [[key, _content(item)] for key, item in value.items()]
        case tuple():
            return [_content(item) for item in value]
    return _parts(value) if is_dataclass(value) else value


def _parts(value: object) -> dict[str, object]:
    names = [field.name for field in fields(value)] if is_dataclass(value) else []
    return {name: _content(getattr(value, name)) for name in names}


def _hash(content: object) -> str:
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:12]
