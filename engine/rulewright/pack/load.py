"""A pack read and built: from a folder to a Pack, with the chosen options and overlays in it."""

from __future__ import annotations

import hashlib
import re
from collections import abc
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rulewright.pack import assemble, header, overlays
from rulewright.pack.files import MAX_TOTAL, SourceFile, read_file
from rulewright.pack.join import join
from rulewright.pack.leaves import words
from rulewright.pack.listing import HEAD, pack_files
from rulewright.pack.model import Header, Option, Origin, Pack
from rulewright.pack.overlays import Overlay
from rulewright.pack.values import Entry, Mapping
from rulewright.text.diagnostics import Diagnostic, Related
from rulewright.text.spans import Span
from rulewright.text.suggest import nearest

_SECTION = re.compile(r"^([^\W\d]\w*)\s*:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PackSource:
    """A PackSource is the files of a pack as read, before any option is chosen."""

    folder: Path
    files: tuple[SourceFile, ...]

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

    def header_entry(self) -> Entry | None:
        """The `pack:` section of the first file that has one."""
        entries = (root.entries.get("pack") for root in self.roots())
        return next((entry for entry in entries if entry is not None), None)

    def options(self) -> dict[str, Option]:
        """The options of the pack by id, in the order written."""
        return self.checked_options()[0]

    def checked_options(self) -> tuple[dict[str, Option], list[Diagnostic]]:
        """The options, and what is wrong with them."""
        sections = [root.entries["options"].value for root in self.roots() if "options" in root.entries]
        return header.read_options(sections, self.origins())

    def roots(self) -> list[Mapping]:
        """The trees of the files that are the pack's own, not an overlay's."""
        return [file.root for file in self.files if file.root is not None and "overlay" not in file.root.entries]

    def overlays(self) -> dict[str, Mapping]:
        """The overlays of option values by their names, `option.value`; of two with one name the first."""
        found: dict[str, Mapping] = {}
        for root in self.roots():
            options = root.get("options")
            for name, entry in options.entries.items() if isinstance(options, Mapping) else ():
                values = entry.value.get("values") if isinstance(entry.value, Mapping) else None
                for value, part in values.entries.items() if isinstance(values, Mapping) else ():
                    if isinstance(part.value, Mapping) and part.value.entries:
                        found.setdefault(f"{name}.{value}", part.value)
        for file in self.files:
            if file.root is not None and "overlay" in file.root.entries:
                found.setdefault(words(file.root.get("overlay"), "id"), file.root)
        return found

    def origins(self) -> dict[str, Origin]:
        """The origin that the definitions of each file have unless they say it themselves."""
        return _origins(self.files)


def read(folder: Path) -> tuple[PackSource | None, list[Diagnostic]]:
    """The files of a pack and all faults in them, sorted by place; None if there is no file to speak of.

    Every folder below is read, `tests` too. A file that cannot be read is named and left out.
    """
    if not folder.is_dir():
        message = "there is no such folder" if not folder.exists() else "a pack is a folder"
        return None, [Diagnostic("no-pack", Span.whole(str(folder)), message)]
    listed, faults = pack_files(folder)
    files: list[SourceFile] = []
    total = 0
    for path, name in listed:
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
    if not any(name == HEAD for _, name in listed):
        faults.append(Diagnostic("no-pack", Span.whole(folder.name), f"this folder holds no `{HEAD}`"))
    return (PackSource(folder, tuple(files)) if files else None), faults


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
    names = [f"{name}.{value}" for name, value in picked.items()]
    applied = [Overlay(name, known[name]) for name in names if name in known]
    given: list[SourceFile] = []
    for path in files:
        file, found = read_file(path, str(path))
        faults += found
        if file is not None:
            given.append(file)
            if file.root is not None:
                name = words(file.root.get("overlay"), "id", str(path))
                applied.append(Overlay(name, file.root, last=True))
    tree, twice = join(source.roots())
    about = source.header()
    all_names = [*known, *(overlay.name for overlay in applied)]
    tree, edits = overlays.apply(tree, applied, all_names, about.id if about else "", about.version if about else "")
    return tree, overlays.removed(applied), given, [*faults, *twice, *edits]


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
    about, faults = header.read_header(entry)
    faults += _second_headers(source, entry)
    checked = source.checked_options()
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
    names = [f"{name}.{value.source}" for name, option in options.items() for value in option.values]
    for file in source.files:
        entry = file.root.entries.get("overlay") if file.root is not None else None
        if entry is not None:
            name = words(entry.value, "id")
            if name not in names:
                meant = nearest(name, names)
                hint = f"did you mean `{meant}`?" if meant else "an overlay to try out stands outside the pack"
                message = f"the overlay `{name}` belongs to no value of an option"
                yield Diagnostic("unknown-overlay", entry.key.span, message, hint)
        elif file.root is not None:
            for verb in ("replace", "change", "remove", "insert"):
                if verb in file.root.entries:
                    span = file.root.entries[verb].key.span
                    message = f"`{verb}:` stands in overlays only"
                    yield Diagnostic("unknown-key", span, message, "give the file an `overlay:` header")
