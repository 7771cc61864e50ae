"""Overlays put into a joined tree: what each adds, replaces, changes, removes and inserts, and where two collide.

Works on values, so that what an overlay writes keeps its own file and line, and what it leaves alone keeps the pack's.
"""

from __future__ import annotations

import re
from collections import abc
from dataclasses import dataclass

from rulewright.pack import edit
from rulewright.pack.join import ACTION_HEADS, BLOCKS, NOT_SECTIONS, Path, add, prepared
from rulewright.pack.leaves import names, text
from rulewright.pack.schema import sections as known_sections
from rulewright.pack.values import Entry, Mapping, Scalar, Sequence, Value
from rulewright.text.diagnostics import Diagnostic, Related, Severity
from rulewright.text.spans import Span, Text
from rulewright.text.suggest import nearest

_OVER = re.compile(r"(?P<id>\w+)(?P<range>(?:\s*(?:[<>]=?|==)\s*\d+(?:\.\d+)*)*)\s*")
_BOUND = re.compile(r"([<>]=?|==)\s*(\d+(?:\.\d+)*)")
_FIXED = {
    "options": (
        "an overlay has no `options:`: what can be chosen is known before overlays are in",
        "write it in the pack",
    ),
    "pack": ("an overlay has `overlay:` for a header, not `pack:`", "to play a pack, name its folder"),
}


@dataclass(frozen=True, slots=True)
class Overlay:
    """An Overlay is one that is chosen: `option.value`, a pack that lies over another, or a file beside the pack.

    `roots` are the trees of its files. It may touch what the packs in `builds_on` wrote, whose own it is. A file given
    beside the pack is `last` and wins; a `pack` may also change options.
    """

    name: str
    roots: tuple[Mapping, ...]
    last: bool = False
    builds_on: tuple[str, ...] = ()
    pack: bool = False

    @property
    def headers(self) -> tuple[Value, ...]:
        """What its files say of it."""
        found = (root.get("pack" if self.pack else "overlay") for root in self.roots)
        return tuple(header for header in found if header is not None)

    @property
    def after(self) -> tuple[Text, ...]:
        """The overlays that it says it may touch."""
        return tuple(name for header in self.headers for name in names(header, "after"))

    def may_touch(self, other: Overlay) -> bool:
        """Whether it may write what another wrote."""
        return other.name in self.builds_on or any(name.source == other.name for name in self.after)


def apply(
    tree: Mapping, overlays: abc.Sequence[Overlay], known: abc.Collection[str], packs: abc.Mapping[str, str]
) -> tuple[Mapping, list[Diagnostic]]:
    """The tree with the overlays in it, in the order given save where one names another in `after:`.

    `known` holds the names of all overlays there are, chosen or not; `packs` are those that `over:` may name, with
    their versions, the one that is played last.
    """
    faults: list[Diagnostic] = []
    for overlay in overlays:
        faults += _check_header(overlay, known, packs)
    ledger = _Ledger(faults)
    for overlay in _ordered(overlays, faults):
        tree = _Application(tree, overlay, ledger, faults).run()
    return tree, faults


def removed(overlays: abc.Iterable[Overlay]) -> dict[str, Span]:
    """The bare names of what overlays remove, and where they do."""
    found: dict[str, Span] = {}
    for root in (root for overlay in overlays for root in overlay.roots):
        part = root.get("remove")
        for entry in part.entries.values() if isinstance(part, Mapping) else ():
            names = entry.value.items if isinstance(entry.value, Sequence) else (entry.value,)
            for name in names:
                if isinstance(name, Scalar) and not name.empty:
                    found[name.source.rpartition(".")[2]] = name.span
    return found


def _ordered(overlays: abc.Sequence[Overlay], faults: list[Diagnostic]) -> list[Overlay]:
    waiting = list(overlays)
    ordered: list[Overlay] = []
    while waiting:
        names = [overlay.name for overlay in waiting]
        free = [o for o in waiting if not any(after.source in names and after.source != o.name for after in o.after)]
        if not free:
            place = waiting[0].after[0].span
            message = f"`{waiting[0].name}` comes after itself: {', '.join(names)} wait for each other"
            faults.append(Diagnostic("overlay-circle", place, message, "drop one `after:`"))
            free = waiting
        ordered.append(free[0])
        waiting.remove(free[0])
    return ordered


def _check_header(
    overlay: Overlay, known: abc.Collection[str], packs: abc.Mapping[str, str]
) -> abc.Iterator[Diagnostic]:
    for name in overlay.after:
        if name.source not in known:
            meant = nearest(name.source, known)
            hint = f"did you mean `{meant}`?" if meant else ""
            yield Diagnostic("unknown-overlay", name.span, f"there is no overlay `{name.source}`", hint)
    for header in overlay.headers:
        over = text(header, "over")
        if over is not None:
            yield from check_over(over, packs)


def check_over(over: Text, packs: abc.Mapping[str, str]) -> abc.Iterator[Diagnostic]:
    """What is wrong with an `over:`, where these are the packs that it may name, with their versions."""
    found = _OVER.fullmatch(over.source)
    if found is None:
        message = f"`over:` wants a pack's id, or id and versions, not `{over.source}`"
        yield Diagnostic("wrong-type", over.span, message, "such as my_game >= 1.2")
    elif found["id"] not in packs or not _allows(found["range"], packs[found["id"]]):
        id = found["id"] if found["id"] in packs else next(reversed(list(packs)), "")
        message = f"this overlay is for `{over.source}`, the pack is {id} {packs.get(id, '')}"
        yield Diagnostic("wrong-pack", over.span, message)


def _allows(bounds: str, version: str) -> bool:
    have = _numbers(version)
    for sign, bound in _BOUND.findall(bounds):
        want = _numbers(bound)
        length = max(len(have), len(want))
        left, right = (numbers + [0] * (length - len(numbers)) for numbers in (have, want))
        holds = {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right, "==": left == right}
        if not holds[sign]:
            return False
    return True


def _numbers(version: str) -> list[int]:
    return [int(number[:9]) for number in re.findall(r"\d+", version)]


class _Ledger:
    """Which overlay wrote, changed or removed which key: two may not touch one, or a part of it."""

    def __init__(self, faults: list[Diagnostic]) -> None:
        self.faults = faults
        self.at: dict[Path, list[tuple[Overlay, Span]]] = {}
        self.below: dict[Path, list[tuple[Overlay, Span]]] = {}

    def touch(self, overlay: Overlay, path: Path, span: Span) -> None:
        others = [*self.below.get(path, ())]
        for length in range(1, len(path) + 1):
            others += self.at.get(path[:length], ())
        for other, place in others:
            if other is overlay or overlay.may_touch(other):
                continue
            if overlay.last and other.last:
                message = f"`{overlay.name}` and `{other.name}` both touch `{'.'.join(path)}`; the later one wins"
                related = (Related(place, f"`{other.name}` touches it here"),)
                hint = f"write `after: {other.name}` in its header if that is meant"
                warning = Diagnostic("overlay-conflict", span, message, hint, related, Severity.WARNING)
                self.faults.append(warning)
                break
            if not overlay.last:
                what = ".".join(path)
                message = f"`{other.name}` and `{overlay.name}` both touch `{what}`"
                hint = f"choose one, or write `after: {other.name}` in the header of `{overlay.name}`"
                related = (Related(place, f"`{other.name}` touches it here"),)
                self.faults.append(Diagnostic("overlay-conflict", span, message, hint, related))
                break
        self.at.setdefault(path, []).append((overlay, span))
        for length in range(1, len(path)):
            seen = self.below.setdefault(path[:length], [])
            if not any(other is overlay for other, _ in seen):
                seen.append((overlay, span))


class _Application:
    """One overlay at work on a tree."""

    def __init__(self, tree: Mapping, overlay: Overlay, ledger: _Ledger, faults: list[Diagnostic]) -> None:
        self.tree = tree
        self.overlay = overlay
        self.ledger = ledger
        self.faults = faults

    def run(self) -> Mapping:
        roots = self.overlay.roots
        for root in roots:
            self.refuse_fixed(root)
        for verb in ("remove", "replace", "change"):
            for part in (root.get(verb) for root in roots):
                if isinstance(part, Mapping):
                    self.refuse_fixed(part)
                    self.edit(verb, part)
        for insert in (root.get("insert") for root in roots):
            if isinstance(insert, Mapping):
                for entry in insert.entries.values():
                    self.insert(entry)
        for root in roots:
            plain = {key: entry for key, entry in root.entries.items() if key not in (*NOT_SECTIONS, *self.fixed)}
            self.tree = add(self.tree, Mapping(plain, root.span), self.faults, self.touch)
        return self.tree

    @property
    def fixed(self) -> abc.Mapping[str, tuple[str, str]]:
        """The sections that this overlay may not have, with what is said of each."""
        return {} if self.overlay.pack else _FIXED

    def touch(self, path: Path, span: Span) -> None:
        self.ledger.touch(self.overlay, path, span)

    def refuse_fixed(self, part: Mapping) -> None:
        for key, (message, hint) in self.fixed.items():
            if key in part.entries:
                self.faults.append(Diagnostic("overlay-options", part.entries[key].key.span, message, hint))

    def edit(self, verb: str, part: Mapping) -> None:
        sections = part.entries if verb == "remove" else prepared(part)
        for section, entry in sections.items():
            if section in self.fixed or section not in (*known_sections(), ACTION_HEADS):
                continue
            if verb == "remove":
                self.remove(section, entry.value)
            elif isinstance(entry.value, Sequence):
                self.edit_list(verb, section, entry)
            elif section == "flow":
                self.edit_steps(verb, entry)
            else:
                levels = 2 if section == "things" else 1
                self.set_section(section, entry, self.edit_mapping(verb, (section,), entry.value, levels))

    def set_section(self, section: str, entry: Entry, value: Value | None) -> None:
        if value is not None:
            old = self.tree.entries.get(section)
            sections = {**self.tree.entries, section: Entry(old.key if old else entry.key, value)}
            self.tree = Mapping(sections, self.tree.span)

    def edit_mapping(self, verb: str, path: Path, new: Value, levels: int) -> Value | None:
        """The value at a path with definitions replaced or changed, which stand that many levels deeper."""
        old = edit.lookup(self.tree, path)
        if not isinstance(old, Mapping) or not isinstance(new, Mapping):
            if isinstance(new, Mapping):
                for entry in new.entries.values():
                    self.unknown((*path, entry.key.source), entry.key, ())
            return None
        entries = dict(old.entries)
        for name, entry in new.entries.items():
            here = (*path, name)
            known = entries.get(name)
            if known is None:
                self.unknown(here, entry.key, tuple(entries))
            elif levels > 1:
                value = self.edit_mapping(verb, here, entry.value, levels - 1)
                entries[name] = Entry(known.key, known.value if value is None else value)
            elif verb == "replace":
                self.touch(here, entry.key.span)
                entries[name] = entry
            else:
                value = edit.changed(known.value, entry.value, here, self.touch)
                entries[name] = Entry(entry.key if "(" in entry.key.source else known.key, value)
        return Mapping(entries, old.span)

    def edit_steps(self, verb: str, entry: Entry) -> None:
        """Replaces or changes steps of the flow, each named as far as it must be to be told from the others."""
        for step in entry.value.entries.values() if isinstance(entry.value, Mapping) else ():
            flow = self.tree.get("flow")
            steps = flow if isinstance(flow, Mapping) else Mapping({}, entry.key.span)
            found = self.step(steps, step.key.source, step.key)
            if found is None:
                continue
            path = ("flow", *edit.keys_of_step(found))
            old = edit.lookup(self.tree, path)
            if verb == "change" and old is not None:
                self.tree = edit.put(self.tree, path, edit.changed(old, step.value, path, self.touch))
            else:
                self.touch(path, step.key.span)
                self.tree = edit.put(self.tree, path, step.value, Scalar(found[-1], step.key.span))

    def edit_list(self, verb: str, section: str, entry: Entry) -> None:
        """Replaces or changes arrows by their id, and heads of blocks by theirs."""
        old = self.tree.get(section)
        items = edit.items(section, old.items if isinstance(old, Sequence) else ())
        new = edit.items(section, entry.value.items if isinstance(entry.value, Sequence) else ())
        ids = tuple(item.id for item in items if item.id)
        for item in new:
            index = next((i for i, known in enumerate(items) if item.id and known.id == item.id), None)
            key = Scalar(item.id or "…", item.value.span)
            if index is None:
                self.unknown((section, item.id or "…"), key, ids)
            elif verb == "change" and section in BLOCKS:
                hint = "give the whole head under `replace:`"
                self.faults.append(Diagnostic("overlay-change", key.span, "a head has no keys to change", hint))
            elif verb == "change":
                value = edit.changed(items[index].value, item.value, (section, item.id), self.touch)
                items[index] = edit.Item(item.id, value)
            else:
                self.touch((section, item.id), key.span)
                items[index] = item
        value = Sequence(tuple(item.value for item in items), entry.value.span)
        self.set_section(section, entry, value)

    def remove(self, section: str, value: Value) -> None:
        names = value.items if isinstance(value, Sequence) else (value,)
        for name in names:
            if isinstance(name, Scalar) and not name.empty:
                self.remove_one(section, name)

    def remove_one(self, section: str, name: Scalar) -> None:
        tree, path, known = edit.removed(self.tree, section, name.source)
        flow = self.tree.get("flow")
        if tree is None and section == "flow" and isinstance(flow, Mapping):
            self.step(flow, name.source, name)
        elif tree is None:
            self.unknown((section, name.source), name, known)
        else:
            self.touch(path, name.span)
            self.tree = tree

    def insert(self, entry: Entry) -> None:
        where, _, target = entry.key.source.partition(" ")
        flow = self.tree.get("flow")
        if not isinstance(flow, Mapping) or not isinstance(entry.value, Mapping) or where not in ("before", "after"):
            return
        found = self.step(flow, target, entry.key)
        if found is None:
            return
        for name, step in entry.value.entries.items():
            self.touch(("flow", *edit.keys_of_step((*found[:-1], name))), step.key.span)
        value = edit.inserted(flow, found, where == "before", entry.value, self.faults)
        self.set_section("flow", entry, value)

    def step(self, flow: Mapping, name: str, key: Scalar) -> Path | None:
        """The path of the one step that has a name, or ends with it."""
        found = edit.steps_named(flow, name)
        if len(found) == 1:
            return found[0]
        if found:
            hint = " or ".join(f"`{'.'.join(path)}`" for path in found)
            self.faults.append(Diagnostic("unknown-id", key.span, f"`{name}` is several steps", f"write {hint}"))
        else:
            names = [".".join(path[at:]) for path in edit.all_steps(flow) for at in range(len(path))]
            self.unknown(("flow", name), key, names)
        return None

    def unknown(self, path: Path, key: Scalar, known: abc.Collection[str]) -> None:
        meant = nearest(path[-1], known)
        if not meant and path[0] == "things" and len(path) == 2:
            kind = f"below `things:` stands the kind, below that the id: `KIND:`, then `{path[1]}:`"
            self.faults.append(Diagnostic("unknown-id", key.span, f"there is no kind `{path[1]}` of things", kind))
            return
        hint = f"did you mean `{meant}`?" if meant else "a new one stands outside `replace:` and `change:`"
        message = f"there is no `{'.'.join(path[1:])}` in `{path[0]}:`"
        self.faults.append(Diagnostic("unknown-id", key.span, message, hint))
