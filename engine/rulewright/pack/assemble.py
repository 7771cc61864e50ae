"""From the joined tree of values to the model of a pack."""

from __future__ import annotations

from collections import abc

from rulewright.pack import shown
from rulewright.pack.join import ACTION_HEADS, BLOCKS
from rulewright.pack.leaves import (
    NOTE_KEYS,
    Origins,
    actions,
    behaviour,
    name_list,
    names,
    note,
    pairs,
    text,
    texts,
    true,
)
from rulewright.pack.model import Die, Header, Kind, Link, Menu, Option, Pack, Place, Proc, Step, Table, Thing
from rulewright.pack.schema import SYNONYMS, entry_keys, unknown_key
from rulewright.pack.values import Entry, Mapping, Scalar, Sequence, Value
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span, Text
from rulewright.text.suggest import nearest


def assemble(
    tree: Mapping,
    header: Header,
    chosen: abc.Mapping[str, str],
    options: abc.Mapping[str, Option],
    origins: Origins,
    files: abc.Mapping[str, str],
    sections: tuple[str, ...],
    removed: abc.Mapping[str, Span],
) -> tuple[Pack, list[Diagnostic]]:
    """The pack that a joined tree describes, and the keys of kinds that mean nothing.

    `origins` says for a file what its definitions have as origin unless they say it themselves.
    """
    assembly = _Assembly(tree, origins)
    pack = Pack(
        header=header,
        chosen=chosen,
        options=options,
        enums={name: (entry.key.text, name_list(entry.value)) for name, entry in assembly.entries("enums")},
        tables={name: assembly.table(entry) for name, entry in assembly.entries("tables")},
        dice={name: assembly.die(entry) for name, entry in assembly.entries("dice")},
        kinds={name: assembly.kind(entry) for name, entry in assembly.entries("kinds")},
        things=assembly.things(),
        areas=tuple(assembly.thing(Text("area", e.key.span), e, "areas") for _, e in assembly.entries("areas")),
        arrows=tuple(link for item in assembly.items("arrows") if (link := assembly.link(item)) is not None),
        places={name: assembly.place(entry) for name, entry in assembly.entries("places")},
        procs=tuple(proc for _, e in assembly.entries("procs") if (proc := assembly.proc(e)) is not None),
        menus={name: assembly.menu(entry) for name, entry in assembly.entries("menus")},
        actions=actions(tree.get("actions"), "", origins),
        action_heads=assembly.blocks(ACTION_HEADS),
        **{section: assembly.blocks(section) for section in BLOCKS},
        flow=assembly.steps(tree.get("flow")),
        says=shown.says(tree),
        show=shown.show(tree),
        value=assembly.value(),
        hints=shown.hints(tree),
        measures=texts(tree.get("measures")),
        files=files,
        sections=sections,
        removed=removed,
    )
    return pack, assembly.check_kinds()


class _Assembly:
    """The sections of one tree."""

    def __init__(self, tree: Mapping, origins: Origins) -> None:
        self.tree = tree
        self.origins = origins

    def entries(self, section: str) -> abc.Iterator[tuple[str, Entry]]:
        value = self.tree.get(section)
        yield from value.entries.items() if isinstance(value, Mapping) else ()

    def items(self, section: str) -> tuple[Value, ...]:
        value = self.tree.get(section)
        return value.items if isinstance(value, Sequence) else ()

    def blocks(self, section: str) -> tuple[Text, ...]:
        return tuple(item.text for item in self.items(section) if isinstance(item, Scalar))

    def table(self, entry: Entry) -> Table:
        rows = tuple(pairs(entry.value, NOTE_KEYS).values())
        return Table(entry.key.text, rows, note(entry.value, entry.key.span.file, self.origins))

    def die(self, entry: Entry) -> Die:
        faces = entry.value.get("faces") if isinstance(entry.value, Mapping) else entry.value
        found: list[tuple[Text, tuple[Text, ...]]] = []
        for face in faces.items if isinstance(faces, Sequence) else ():
            if isinstance(face, Mapping):
                found += [(named.key.text, name_list(named.value)) for named in face.entries.values()]
            elif isinstance(face, Scalar) and not face.empty:
                found.append((face.text, (face.text,)))
        facts = text(entry.value, "with")
        return Die(entry.key.text, tuple(found), facts, note(entry.value, entry.key.span.file, self.origins))

    def kind(self, entry: Entry) -> Kind:
        value, file = entry.value, entry.key.span.file
        part = value.get if isinstance(value, Mapping) else lambda _: None
        hidden = part("hidden")
        return Kind(
            id=entry.key.text,
            parents=names(value, "is"),
            lies=text(value, "lies"),
            values={**pairs(part("set")), **pairs(value, entry_keys("kinds"))},
            fields=pairs(part("fields")),
            derive=pairs(part("derive")),
            hidden=name_list(hidden) if isinstance(hidden, Sequence) else None,
            does=pairs(part("does")),
            behaviour=behaviour(value, file, self.origins),
            note=note(value, file, self.origins),
        )

    def things(self) -> tuple[Thing, ...]:
        return tuple(
            self.thing(kind.key.text, entry, "things")
            for _, kind in self.entries("things")
            for entry in (kind.value.entries.values() if isinstance(kind.value, Mapping) else ())
        )

    def thing(self, kind: Text, entry: Entry, section: str) -> Thing:
        """A thing or an area; a key that its section does not know is a field."""
        value, file = entry.value, entry.key.span.file
        own = entry_keys(section)
        known = value
        if isinstance(value, Mapping):
            known = Mapping({key: part for key, part in value.entries.items() if key in own}, value.span)
        return Thing(
            id=entry.key.text,
            kind=kind,
            at=text(known, "at"),
            owner=text(known, "owner"),
            count=text(known, "count"),
            per=text(known, "per"),
            each=_each(value),
            title=text(known, "title"),
            text=text(known, "text"),
            values=pairs(value, own),
            behaviour=behaviour(value, file, self.origins),
            note=note(value, file, self.origins),
        )

    def link(self, item: Value) -> Link | None:
        if isinstance(item, Scalar):
            both = " <-> " in item.source
            ends = item.source.partition(" <-> " if both else " -> ")
            source, target = _piece(item, ends[0], 0), _piece(item, ends[2], len(ends[0]) + len(ends[1]))
            if not ends[1]:
                return None
            return Link(None, source, target, both, {}, {}, item.span, note(None, item.span.file, self.origins))
        begin, end = text(item, "from"), text(item, "to")
        if begin is None or end is None:
            return None
        both, values = true(item, "both_ways"), pairs(item, entry_keys("arrows"))
        own = note(item, item.span.file, self.origins)
        return Link(text(item, "id"), begin, end, both, _each(item), values, item.span, own)

    def place(self, entry: Entry) -> Place:
        value = entry.value
        return Place(
            id=entry.key.text,
            sees=text(value, "sees"),
            holds=names(value, "holds"),
            per=text(value, "per"),
            count=text(value, "count"),
            ordered=true(value, "ordered"),
            live=true(value, "live"),
            refill=text(value, "refill"),
            keep=text(value, "keep"),
            source=text(value, "from"),
            note=note(value, entry.key.span.file, self.origins),
        )

    def proc(self, entry: Entry) -> Proc | None:
        do = entry.value.text if isinstance(entry.value, Scalar) else text(entry.value, "do")
        own = note(entry.value, entry.key.span.file, self.origins)
        return None if do is None else Proc(entry.key.text, do, own)

    def menu(self, entry: Entry) -> Menu:
        value = entry.value
        own = note(value, entry.key.span.file, self.origins)
        flags = (true(value, "repeat"), true(value, "must"))
        return Menu(entry.key.text, text(value, "with"), *flags, text(value, "who"), own)

    def steps(self, value: Value | None) -> tuple[Step, ...]:
        entries = value.entries.values() if isinstance(value, Mapping) else ()
        return tuple(self.step(entry) for entry in entries)

    def step(self, entry: Entry) -> Step:
        value = entry.value
        body = value.text if isinstance(value, Scalar) and not value.empty else text(value, "do")
        return Step(
            id=entry.key.text,
            condition=text(value, "if"),
            each=text(value, "each") or _meant(value, "each"),
            loop=text(value, "loop"),
            item=text(value, "as"),
            together=true(value, "together"),
            timer=text(value, "timer"),
            do=body,
            steps=self.steps(value.get("steps") if isinstance(value, Mapping) else None),
            note=note(value, entry.key.span.file, self.origins),
        )

    def value(self) -> dict[str, Text]:
        bots = self.tree.get("bots")
        value = bots.get("value") if isinstance(bots, Mapping) else None
        if isinstance(value, Scalar):
            return {} if value.empty else {"all": value.text}
        return texts(value)

    def check_kinds(self) -> list[Diagnostic]:
        """Keys of kinds that are none, nor named by some kind's `does:`; and those so named that hold no text."""
        kinds = [entry.value for _, entry in self.entries("kinds") if isinstance(entry.value, Mapping)]
        does = [kind.get("does") for kind in kinds]
        filled = [name for names in does if isinstance(names, Mapping) for name in names.entries]
        own = entry_keys("kinds")
        known = (*own, *dict.fromkeys(filled))
        faults: list[Diagnostic] = []
        for kind in kinds:
            for name, entry in kind.entries.items():
                if name not in known:
                    faults.append(unknown_key(entry.key, known, kind))
                elif name not in own and not (isinstance(entry.value, Scalar) and not entry.value.empty):
                    message = f"`{name}` wants a text of the effect language"
                    faults.append(Diagnostic("wrong-type", entry.key.span, message))
        return faults


def _meant(value: Value, key: str) -> Text | None:
    """The text under an unknown key that is surely meant to be this one: that it is unknown is all to say of it."""
    entries = value.entries.values() if isinstance(value, Mapping) else ()
    found = (entry for entry in entries if SYNONYMS.get(entry.key.source, nearest(entry.key.source, (key,))) == key)
    leaf = next((entry.value for entry in found), None)
    return leaf.text if isinstance(leaf, Scalar) and not leaf.empty else None


def _each(value: Value) -> dict[str, Text]:
    return texts(value.get("for")) if isinstance(value, Mapping) else {}


def _piece(item: Scalar, part: str, start: int) -> Text:
    """An end of an arrow written as text, with its own place; `part` begins `start` characters into the item."""
    word = part.strip()
    column = item.span.column + start + len(part) - len(part.lstrip())
    line = item.span.line
    return Text(word, Span(item.span.file, line, column, line, column + len(word)))
