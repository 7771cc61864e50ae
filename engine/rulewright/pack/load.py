"""A pack read and built: from a folder to a Pack, with the chosen options and overlays in it."""

from __future__ import annotations

import hashlib
import re
from collections import abc
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from rulewright.pack import assemble, header, overlays
from rulewright.pack.files import MAX_TOTAL, SourceFile, read_file
from rulewright.pack.join import EDITS, join
from rulewright.pack.leaves import names, text, words
from rulewright.pack.listing import HEAD, layers
from rulewright.pack.model import Header, Option, Origin, Pack
from rulewright.pack.overlays import Overlay
from rulewright.pack.values import Entry, Mapping, Value
from rulewright.text.diagnostics import Diagnostic, Related
from rulewright.text.spans import Span
from rulewright.text.suggest import nearest

_SECTION = re.compile(r"^([^\W\d]\w*)\s*:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PackSource:
    """A PackSource is the files of a pack as read, before any option is chosen; `base` is the pack it lies over."""

    folder: Path
    own: tuple[SourceFile, ...]
    base: PackSource | None = None

    @property
    def files(self) -> tuple[SourceFile, ...]:
        """The files of the pack, after those of the packs that it lies over."""
        return self.own if self.base is None else (*self.base.files, *self.own)

    @property
    def layers(self) -> tuple[PackSource, ...]:
        """The packs that it is made of: those that it lies over, the lowest first, then itself."""
        return (self,) if self.base is None else (*self.base.layers, self)

    @property
    def below(self) -> frozenset[str]:
        """The names of the files of the packs that it lies over."""
        return frozenset() if self.base is None else frozenset(file.name for file in self.base.files)

    def fingerprint(self) -> str:
        """The sha256 of the names and bytes of the files, in hexadecimal."""
        whole = hashlib.sha256()
        for file in self.files:
            whole.update(f"{len(file.name)} {file.name} {file.digest}\n".encode())
        return whole.hexdigest()

    def texts(self) -> dict[str, str]:
        """The text of each file by its name, for messages."""
        return {file.name: file.text for file in self.files}

    def header(self) -> Header | None:
        """What the pack says of itself; None if no file has a `pack:` section."""
        entry = self.header_entry()
        return None if entry is None else header.read_header(entry)[0]

    def header_with(self, chosen: abc.Mapping[str, str], files: abc.Sequence[Path] = ()) -> Header | None:
        """What the pack says of itself where these options are chosen, and these overlays laid over it."""
        entry = self.header_entry()
        if entry is None:
            return None
        options = self.options()
        applied, _, _ = _applied(self, header.choose(options, chosen)[0], files)
        return header.read_header(header.overlaid(entry, applied))[0]

    def header_entry(self) -> Entry | None:
        """The `pack:` section of the first file that has one."""
        entries = (root.entries.get("pack") for root in self.roots())
        return next((entry for entry in entries if entry is not None), None)

    def options(self) -> dict[str, Option]:
        """The options of the pack by id, in the order written."""
        return self.checked_options()[0]

    def checked_options(self) -> tuple[dict[str, Option], list[Diagnostic]]:
        """The options, and what is wrong with them."""
        return header.read_options(self._options(), self.origins())

    def roots(self) -> list[Mapping]:
        """The trees of the files that are the pack's own, not an overlay's nor those of packs that it lies over."""
        return [file.root for file in self.own if file.root is not None and "overlay" not in file.root.entries]

    def overlays(self) -> dict[str, tuple[Mapping, ...]]:
        """The overlays of option values by their names, `option.value`, each with the trees it consists of."""
        found: dict[str, tuple[Mapping, ...]] = {}
        for options in self._options():
            for name, entry in options.entries.items() if isinstance(options, Mapping) else ():
                values = entry.value.get("values") if isinstance(entry.value, Mapping) else None
                for value, part in values.entries.items() if isinstance(values, Mapping) else ():
                    if isinstance(part.value, Mapping) and part.value.entries:
                        found.setdefault(f"{name}.{value}", (part.value,))
        for file in self.files:
            if file.root is not None and "overlay" in file.root.entries:
                for id in names(file.root.get("overlay"), "id"):
                    found[id.source] = (*found.get(id.source, ()), file.root)
        return found

    def origins(self) -> dict[str, Origin]:
        """The origin that the definitions of each file have unless they say it themselves."""
        return _origins(self.files)

    def _options(self) -> list[Value]:
        """The `options:` of the pack, with what packs that lie over others add to theirs or change of them."""
        sections = [root.entries["options"].value for root in self.layers[0].roots() if "options" in root.entries]
        if self.base is None:
            return sections
        tree, _ = join(_only_options(root) for root in self.layers[0].roots())
        changes = [replace(each, roots=tuple(map(_only_options, each.roots))) for each in packs_over(self)]
        options = overlays.apply(tree, changes, (), versions(self))[0].get("options")
        return [] if options is None else [options]


def _only_options(root: Mapping) -> Mapping:
    """What a file says of options: those that it has, and those of others that it changes."""
    edits = {
        verb: Entry(entry.key, Mapping({"options": entry.value.entries["options"]}, entry.value.span))
        for verb, entry in root.entries.items()
        if verb in EDITS and isinstance(entry.value, Mapping) and "options" in entry.value.entries
    }
    own = {"options": root.entries["options"]} if "options" in root.entries else {}
    return Mapping({**edits, **own}, root.span)


def packs_over(source: PackSource) -> list[Overlay]:
    """The packs that lie over others, as overlays, the lowest first."""
    ids = list(versions(source))
    found = []
    for number, (id, layer) in enumerate(zip(ids, source.layers, strict=True)):
        roots = layer.roots() if layer is source else map(_untested, layer.roots())
        if number:
            found.append(Overlay(id, tuple(roots), builds_on=tuple(ids[1:number]), pack=True))
    return found


def _untested(root: Mapping) -> Mapping:
    """A file of a pack that another lies over, without its tests: with that one it is another game."""
    return Mapping({key: entry for key, entry in root.entries.items() if key != "tests"}, root.span)


def versions(source: PackSource) -> dict[str, str]:
    """The packs that a pack is made of, with the version of each, the lowest first."""
    abouts = [(layer.header(), layer.folder.name) for layer in source.layers]
    return {about.id if about else folder: about.version if about else "" for about, folder in abouts}


def read(folder: Path) -> tuple[PackSource | None, list[Diagnostic]]:
    """The files of a pack and all faults in them, sorted by place; None if there is no file to speak of.

    Every folder below is read, `tests` too. A file that cannot be read is named and left out. A pack that lies over
    another is read only where that one is there, in a version that it can lie over.
    """
    if not folder.is_dir():
        message = "there is no such folder" if not folder.exists() else "a pack is a folder"
        return None, [Diagnostic("no-pack", Span.whole(str(folder)), message)]
    listed, faults = layers(folder)
    missing = any(fault.id in ("no-pack", "overlay-circle") for fault in faults)
    source: PackSource | None = None
    total = 0
    for layer in listed:
        files: list[SourceFile] = []
        for path, name in layer.files:
            file, found = read_file(path, name)
            faults += found
            total += len(file.text) if file is not None else 0
            if total > MAX_TOTAL:
                message = f"the files of the pack are larger than {MAX_TOTAL // 1_000_000} MB"
                faults.append(Diagnostic("too-large", Span.whole(name), message))
                break
            if file is not None:
                files.append(file)
        faults = _without_second_headers(files, faults)
        if not any(path == layer.folder / HEAD for path, _ in layer.files):
            faults.append(Diagnostic("no-pack", Span.whole(folder.name), f"this folder holds no `{HEAD}`"))
        if files:
            source = PackSource(layer.folder, tuple(files), source)
    wrong = [] if source is None or missing else list(_check_over(source))
    return (None if missing or wrong else source), [*faults, *wrong]


def _check_over(source: PackSource) -> abc.Iterator[Diagnostic]:
    """Where a pack cannot lie over the one below it."""
    below: dict[str, str] = {}
    for number, layer in enumerate(source.layers):
        entry = layer.header_entry()
        over = text(entry.value, "over") if entry is not None else None
        if over is not None and number == 0:
            hint = "write it on one line, without quotes"
            yield Diagnostic("no-pack", over.span, f"the pack `{over}` was not looked for", hint)
        elif over is not None:
            yield from overlays.check_over(over, below)
        about = layer.header()
        if about is not None:
            below[about.id] = about.version


def sections(
    source: PackSource, chosen: abc.Mapping[str, str], files: abc.Sequence[Path] = ()
) -> tuple[Mapping, list[SourceFile], list[Diagnostic]]:
    """The joined tree of a pack with the overlays of the chosen option values and of further files in it.

    Gives the overlay files too, which are no part of the source, and all faults met.
    """
    tree, _, given, faults = _sections_and_removed(source, source.checked_options(), chosen, files)
    return tree, given, faults


def _sections_and_removed(
    source: PackSource,
    checked: tuple[dict[str, Option], list[Diagnostic]],
    chosen: abc.Mapping[str, str],
    files: abc.Sequence[Path],
) -> tuple[Mapping, dict[str, Span], list[SourceFile], list[Diagnostic]]:
    """What `sections` gives, and what the overlays remove. `checked` are the options and their faults."""
    options, faults = checked[0], [*checked[1]]
    picked, unknown = header.choose(options, chosen)
    known = source.overlays()
    faults += [*unknown, *_check_overlays(source, options)]
    applied, given, found = _applied(source, picked, files)
    faults += found
    lowest = source.layers[0]
    tree, twice = join(lowest.roots() if lowest is source else map(_untested, lowest.roots()))
    all_names = [*known, *(overlay.name for overlay in applied)]
    tree, edits = overlays.apply(tree, applied, all_names, versions(source))
    return tree, overlays.removed(applied), given, [*faults, *twice, *edits]


def _applied(
    source: PackSource, picked: abc.Mapping[str, str], files: abc.Sequence[Path]
) -> tuple[list[Overlay], list[SourceFile], list[Diagnostic]]:
    """The overlays that are laid over the lowest pack, in order; the files given beside it, and what is wrong there."""
    known = source.overlays()
    named = [f"{name}.{value}" for name, value in picked.items()]
    applied = packs_over(source)
    applied += [Overlay(name, known[name], builds_on=_own(source, known[name])) for name in named if name in known]
    given: list[SourceFile] = []
    faults: list[Diagnostic] = []
    for path in files:
        file, found = read_file(path, str(path))
        faults += found
        if file is not None:
            given.append(file)
            if file.root is not None:
                name = words(file.root.get("overlay"), "id", str(path))
                applied.append(Overlay(name, (file.root,), last=True))
    return applied, given, faults


def _own(source: PackSource, roots: abc.Sequence[Mapping]) -> tuple[str, ...]:
    """The packs over others whose texts the overlay of an option's value may touch: its own, and those below that."""
    ids = list(versions(source))
    files = [root.span.file for root in roots]
    own = [number for number, layer in enumerate(source.layers) if any(file.name in files for file in layer.own)]
    return tuple(ids[1 : max(own, default=0) + 1])


def build(
    source: PackSource, chosen: abc.Mapping[str, str], files: abc.Sequence[Path] = ()
) -> tuple[Pack | None, list[Diagnostic]]:
    """The pack with options chosen and overlays applied, and the faults that `read` could not see.

    A pack is built in spite of faults, from all that is sound, so that later phases can report theirs in the same run;
    None only where no file has a header. `chosen` maps option to value, the others have their defaults; `files` are
    overlays that come last and win.
    """
    entry = source.header_entry()
    if entry is None:
        written = _sections(file for file in source.files if file.name == HEAD)
        torn = any(file.name == HEAD and file.root is None for file in source.files)
        if torn or nearest("pack", written):
            return None, []  # what stands there instead of a header has its own fault
        return None, [Diagnostic("missing-key", Span.whole(HEAD), "the pack lacks its header, `pack:`")]
    checked = source.checked_options()
    laid_over, _, _ = _applied(source, header.choose(checked[0], chosen)[0], files)
    about, faults = header.read_header(header.overlaid(entry, laid_over))
    faults += _second_headers(source, entry)
    tree, removed, given, found = _sections_and_removed(source, checked, chosen, files)
    options = checked[0]
    picked, _ = header.choose(options, chosen)
    every = [*source.files, *given]
    texts = {file.name: file.text for file in every}
    pack, unknown = assemble.assemble(tree, about, picked, options, _origins(every), texts, _sections(every), removed)
    return pack, in_order([*faults, *found, *unknown], list(texts))


def in_order(faults: abc.Iterable[Diagnostic], files: abc.Sequence[str]) -> list[Diagnostic]:
    """Diagnostics sorted by place: files in the order given, then any others; the same one only once.

    What is wrong with the words of a text that YAML has split follows from that, and is left out.
    """
    rank = {name: index for index, name in enumerate(files)}
    single = dict.fromkeys(faults)
    split = {(fault.span.file, fault.span.line) for fault in single if fault.id == "text-in-braces"}
    told = [each for each in single if each.id != "syntax" or (each.span.file, each.span.line) not in split]
    return sorted(told, key=lambda fault: (rank.get(fault.span.file, len(rank)), fault.span))


def _origins(files: abc.Iterable[SourceFile]) -> dict[str, Origin]:
    found: dict[str, Origin] = {}
    for file in files:
        if file.root is not None and words(file.root, "origin"):
            found[file.name] = Origin(words(file.root, "origin"), words(file.root, "source"))
    return found


def _sections(files: abc.Iterable[SourceFile]) -> tuple[str, ...]:
    """What stands at the margin of files, read or not, and in those that are one pair of braces."""
    names: list[str] = []
    for file in files:
        names += _at_the_margin(file.text)
        names += file.root.entries if file.root is not None else ()
    return tuple(dict.fromkeys(names))


@lru_cache(maxsize=256)
def _at_the_margin(text: str) -> tuple[str, ...]:
    return tuple(_SECTION.findall(text))


def _second_headers(source: PackSource, first: Entry) -> abc.Iterator[Diagnostic]:
    for root in source.roots():
        entry = root.entries.get("pack")
        if entry is not None and entry is not first:
            related = (Related(first.key.span, "the first header"),)
            yield Diagnostic("duplicate-id", entry.key.span, "a pack has one header", "delete this one", related)


def _without_second_headers(files: abc.Iterable[SourceFile], faults: list[Diagnostic]) -> list[Diagnostic]:
    """The faults but for what headers lack that are to be deleted anyway."""
    entries = [file.root.entries["pack"] for file in files if file.root is not None and "pack" in file.root.entries]
    gone = [entry.key.span for entry in entries[1:]]
    return [fault for fault in faults if fault.id != "missing-key" or fault.span not in gone]


def _check_overlays(source: PackSource, options: abc.Mapping[str, Option]) -> abc.Iterator[Diagnostic]:
    """Overlay files of the pack that belong to no value of an option, and edits in files that are no overlay."""
    values = [f"{name}.{value.source}" for name, option in options.items() for value in option.values]
    for file in source.files:
        entry = file.root.entries.get("overlay") if file.root is not None else None
        if entry is not None:
            for name in [each.source for each in names(entry.value, "id")] or [""]:
                if name not in values:
                    meant = nearest(name, values)
                    hint = f"did you mean `{meant}`?" if meant else "an overlay to try out stands outside the pack"
                    message = f"the overlay `{name}` belongs to no value of an option"
                    yield Diagnostic("unknown-overlay", entry.key.span, message, hint)
        elif file.root is not None and file in source.layers[0].own:
            for verb in EDITS:
                if verb in file.root.entries:
                    span = file.root.entries[verb].key.span
                    message = f"`{verb}:` stands in overlays only"
                    yield Diagnostic("unknown-key", span, message, "give the file an `overlay:` header")
