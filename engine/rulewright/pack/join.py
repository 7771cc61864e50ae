"""The sections of many files joined into one tree, and the ids that stand twice."""

from __future__ import annotations

from collections import abc

from rulewright.pack.values import Entry, Mapping, Scalar, Sequence, Value
from rulewright.text.diagnostics import Diagnostic, Related
from rulewright.text.spans import Span

EDITS = ("replace", "change", "remove", "insert")
"""The keys under which an overlay edits what is there."""

NOT_SECTIONS = ("pack", "overlay", "origin", "source", *EDITS)
"""The keys of a file that are no section of the joined tree."""

BLOCKS = ("hooks", "rules", "mods")
"""The sections that are blocks of heads: in the joined tree a list of them."""

ACTION_HEADS = "action heads"
"""Where the joined tree keeps the `actions:` that are written as blocks of heads."""

_LISTS = ("arrows", *BLOCKS, ACTION_HEADS)
_LEVELS = {"things": 2, "bots": 2, "kinds": 3}
_NOWHERE = Span("", 0, 0, 0, 0)

Path = tuple[str, ...]
Touched = abc.Callable[[Path, Span], None]

EMPTY = Mapping({}, _NOWHERE)


def join(roots: abc.Iterable[Mapping]) -> tuple[Mapping, list[Diagnostic]]:
    """The tree of a pack's sections: each a mapping by id, a procedure under its bare name, a block among the list of
    blocks; and the faults of ids that are defined twice.
    """
    faults: list[Diagnostic] = []
    trees = [Mapping(prepared(root), root.span) for root in roots]
    while len(trees) > 1:  # by neighbours, since each step copies what it joins
        pairs = [trees[index : index + 2] for index in range(0, len(trees), 2)]
        trees = [_joined(pair[0], pair[-1].entries, faults) if len(pair) > 1 else pair[0] for pair in pairs]
    return (trees[0] if trees else EMPTY), faults


def add(tree: Mapping, part: Mapping, faults: list[Diagnostic], touched: Touched) -> Mapping:
    """The tree with the sections of an overlay added; `touched` hears the path and place of each key that is new."""
    return _joined(tree, prepared(part), faults, touched)


def _joined(
    tree: Mapping, part: abc.Mapping[str, Entry], faults: list[Diagnostic], touched: Touched | None = None
) -> Mapping:
    sections = dict(tree.entries)
    for section, entry in part.items():
        old = sections.get(section)
        if isinstance(entry.value, Sequence):
            before = old.value.items if old is not None and isinstance(old.value, Sequence) else ()
            value: Value = Sequence((*before, *entry.value.items), entry.value.span)
        else:
            base = old.value if old is not None and isinstance(old.value, Mapping) else EMPTY
            merge = _Merge(_LEVELS.get(section, 1), faults, touched)
            value = merge.mapping(base, entry.value, (section,))
        sections[section] = Entry(old.key if old is not None else entry.key, value)
    return Mapping(sections, tree.span)


def prepared(part: Mapping) -> dict[str, Entry]:
    """The sections of a file, or of the `replace:` or `change:` of an overlay, in the form of the joined tree.

    What has not the form its section needs is left out: the schema has said so.
    """
    sections: dict[str, Entry] = {}
    for section, entry in part.entries.items():
        value = entry.value
        if section in NOT_SECTIONS:
            continue
        if section == "actions" and isinstance(value, Scalar) and not value.empty:
            sections[ACTION_HEADS] = Entry(entry.key, Sequence((value,), value.span))
        elif section in BLOCKS:
            if isinstance(value, Scalar) and not value.empty:
                sections[section] = Entry(entry.key, Sequence((value,), value.span))
        elif (section in _LISTS and isinstance(value, Sequence)) or (
            section not in _LISTS and isinstance(value, Mapping)
        ):
            sections[section] = Entry(entry.key, by_name(value) if section == "procs" else value)
    return sections


def by_name(procs: Value) -> Value:
    """Procedures under their bare names; each key still holds the whole signature."""
    if not isinstance(procs, Mapping):
        return procs
    entries: dict[str, Entry] = {}
    for signature, entry in procs.entries.items():
        name = signature.partition("(")[0].strip()
        entries.setdefault(signature if name in entries else name, entry)
    return Mapping(entries, procs.span, procs.braced)


def twice(path: Path, new: Scalar, first: Scalar, hint: str = "") -> Diagnostic:
    """The diagnostic of something defined in two places."""
    message = f"`{'.'.join(path[1:])}` is defined twice in `{path[0]}:`"
    return Diagnostic("duplicate-id", new.span, message, hint, (Related(first.span, "first defined here"),))


class _Merge:
    """Adds the keys of one mapping to another, down to a number of levels; a key of the last level stands once."""

    def __init__(self, levels: int, faults: list[Diagnostic], touched: Touched | None) -> None:
        self.levels = levels
        self.faults = faults
        self.touched = touched

    def mapping(self, old: Mapping, new: Value, path: Path) -> Mapping:
        if not isinstance(new, Mapping):
            return old
        entries = dict(old.entries)
        for name, entry in new.entries.items():
            known = entries.get(name)
            here = (*path, name)
            if known is None:
                entries[name] = entry
                if self.touched is not None:
                    self.touched(here, entry.key.span)
            elif len(here) <= self.levels and self.joinable(known.value, entry.value):
                base = known.value if isinstance(known.value, Mapping) else EMPTY
                entries[name] = Entry(known.key, self.mapping(base, entry.value, here))
            else:
                hint = "an overlay names what it redefines under `replace:` or `change:`" if self.touched else ""
                self.faults.append(twice(here, entry.key, known.key, hint))
        return Mapping(entries, old.span if old.entries else new.span)

    def joinable(self, old: Value, new: Value) -> bool:
        return all(isinstance(value, Mapping) or (isinstance(value, Scalar) and value.empty) for value in (old, new))
