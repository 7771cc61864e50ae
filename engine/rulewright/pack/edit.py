"""Single edits of a joined tree, each giving a new tree: change a value, remove a key, insert a step."""

from __future__ import annotations

from collections import abc
from dataclasses import dataclass

from rulewright.pack.heads import split
from rulewright.pack.join import ACTION_HEADS, BLOCKS, Path, Touched, twice
from rulewright.pack.leaves import words
from rulewright.pack.model import link_id
from rulewright.pack.values import Entry, Mapping, Scalar, Sequence, Value
from rulewright.text.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class Item:
    """An Item is one member of a section that is a list: an arrow, or a head of a block; the id may be empty."""

    id: str
    value: Value


def lookup(tree: Mapping, path: Path) -> Value | None:
    """The value at a path of keys, or None."""
    value: Value | None = tree
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def changed(old: Value, new: Value, path: Path, touched: Touched) -> Value:
    """A value with another laid over it: mappings are merged, anything else takes the old one's place.

    A procedure or step written as a mere text counts as a mapping with this text under `do:`.
    """
    if (path[0] == "procs" and len(path) == 2) or (path[0] == "flow" and (len(path) == 2 or path[-2] == "steps")):
        if isinstance(old, Mapping):
            new = _with_do(new)
        elif isinstance(new, Mapping):
            old = _with_do(old)
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        touched(path, new.span)
        return new
    entries = dict(old.entries)
    for name, entry in new.entries.items():
        known = entries.get(name)
        here = (*path, name)
        if known is None:
            touched(here, entry.key.span)
            entries[name] = entry
        else:
            entries[name] = Entry(known.key, changed(known.value, entry.value, here, touched))
    return Mapping(entries, old.span)


def _with_do(value: Value) -> Value:
    return Mapping({"do": Entry(Scalar("do", value.span), value)}, value.span) if isinstance(value, Scalar) else value


def items(section: str, values: abc.Iterable[Value]) -> list[Item]:
    """The members of a section that is a list, blocks cut into their heads."""
    if section in (*BLOCKS, ACTION_HEADS):
        heads = [head for value in values if isinstance(value, Scalar) for head in split(value)]
        return [Item(head.id, head.text) for head in heads]
    taken: dict[str, None] = {}
    arrows: list[Item] = []
    for value in values:
        arrows.append(Item(_arrow_id(value, taken), value))
        taken[arrows[-1].id] = None
    return arrows


def _arrow_id(value: Value, taken: abc.Container[str]) -> str:
    """The id of an arrow."""
    if isinstance(value, Scalar):
        source, _, target = value.source.partition(" <-> " if " <-> " in value.source else " -> ")
        return link_id("", source.strip(), target.strip(), taken)
    return link_id(words(value, "id"), words(value, "from"), words(value, "to"), taken)


def removed(tree: Mapping, section: str, name: str) -> tuple[Mapping | None, Path, tuple[str, ...]]:
    """The tree without one definition or one key of it (`figure.fields.speed`), and its path.

    Without such a one None, and the names that are known.
    """
    if section in ("arrows", *BLOCKS) or (section == "actions" and ACTION_HEADS in tree.entries):
        found = _removed_item(tree, ACTION_HEADS if section == "actions" else section, name)
        if section != "actions" or found[0] is not None:
            return found
    value = tree.get(section)
    if not isinstance(value, Mapping):
        return None, (), ()
    path = _full_path(section, value, name)
    rest = _without(value, path)
    if rest is None:
        return None, (), _names(section, value)
    sections = {**tree.entries, section: Entry(tree.entries[section].key, rest)}
    return Mapping(sections, tree.span), (section, *path), ()


def _removed_item(tree: Mapping, section: str, name: str) -> tuple[Mapping | None, Path, tuple[str, ...]]:
    value = tree.get(section)
    known = items(section, value.items if isinstance(value, Sequence) else ())
    index = next((i for i, item in enumerate(known) if item.id == name), None)
    if index is None or value is None:
        return None, (), tuple(item.id for item in known if item.id)
    rest = Sequence(tuple(item.value for i, item in enumerate(known) if i != index), value.span)
    sections = {**tree.entries, section: Entry(tree.entries[section].key, rest)}
    return Mapping(sections, tree.span), (section, name), ()


def _full_path(section: str, value: Mapping, name: str) -> Path:
    """A dotted name as a path; a thing may be named without its kind, a step without those around it."""
    path = tuple(name.split("."))
    if section == "things" and path[0] not in value.entries:
        for kind, entry in value.entries.items():
            if isinstance(entry.value, Mapping) and path[0] in entry.value.entries:
                return (kind, *path)
    if section == "flow":
        found = steps_named(value, name)
        if len(found) == 1:
            return keys_of_step(found[0])
    return path


def _names(section: str, value: Mapping) -> tuple[str, ...]:
    if section == "things":
        return tuple(
            name for group in value.entries.values() if isinstance(group.value, Mapping) for name in group.value.entries
        )
    return tuple(".".join(path) for path in all_steps(value)) if section == "flow" else tuple(value.entries)


def _without(value: Mapping, path: Path) -> Mapping | None:
    entry = value.entries.get(path[0])
    if entry is None:
        return None
    entries = dict(value.entries)
    if len(path) == 1:
        del entries[path[0]]
    else:
        inner = _without(entry.value, path[1:]) if isinstance(entry.value, Mapping) else None
        if inner is None:
            return None
        entries[path[0]] = Entry(entry.key, inner)
    return Mapping(entries, value.span)


def all_steps(flow: Mapping, above: Path = ()) -> abc.Iterator[Path]:
    """The path of each step, by step ids from the outermost."""
    for name, entry in flow.entries.items():
        yield (*above, name)
        steps = entry.value.get("steps") if isinstance(entry.value, Mapping) else None
        if isinstance(steps, Mapping):
            yield from all_steps(steps, (*above, name))


def steps_named(flow: Mapping, name: str) -> list[Path]:
    """The steps whose path is, or ends with, a dotted name; only the exact one where there is one."""
    wanted = tuple(name.split("."))
    found = [path for path in all_steps(flow) if path[-len(wanted) :] == wanted]
    return [wanted] if wanted in found else found


def keys_of_step(path: Path) -> Path:
    """The path of a step by the keys of the flow, which has each below the `steps:` of the one around it."""
    return tuple(part for step in path[:-1] for part in (step, "steps")) + path[-1:]


def put(tree: Mapping, path: Path, value: Value, key: Scalar | None = None) -> Mapping:
    """The tree with another value at a path that it has, and with another key there if one is given."""
    old = tree.entries[path[0]]
    if len(path) == 1:
        new = Entry(key or old.key, value)
    elif isinstance(old.value, Mapping):
        new = Entry(old.key, put(old.value, path[1:], value, key))
    else:
        raise KeyError(path[0])
    return Mapping({**tree.entries, path[0]: new}, tree.span)


def inserted(flow: Mapping, target: Path, before: bool, steps: Mapping, faults: list[Diagnostic]) -> Mapping:
    """The flow with steps put before or after one of its steps."""
    entries: dict[str, Entry] = {}
    for name, entry in flow.entries.items():
        if name != target[0]:
            entries[name] = entry
        elif len(target) > 1:
            entries[name] = Entry(entry.key, _inside(entry.value, target[1:], before, steps, faults))
        else:
            entries |= {**steps.entries, name: entry} if before else {name: entry, **steps.entries}
    if len(target) == 1:
        for name, entry in steps.entries.items():
            if name in flow.entries:
                faults.append(twice(("flow", name), entry.key, flow.entries[name].key))
    return Mapping(entries, flow.span)


def _inside(step: Value, target: Path, before: bool, steps: Mapping, faults: list[Diagnostic]) -> Value:
    if not isinstance(step, Mapping):
        return step
    below = step.entries["steps"]
    if not isinstance(below.value, Mapping):
        return step
    value = inserted(below.value, target, before, steps, faults)
    return Mapping({**step.entries, "steps": Entry(below.key, value)}, step.span)
