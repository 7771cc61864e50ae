"""The examples of grammar/README.md: packs that grow from page to page, carried out, and what is said of wrong ones.

A block of YAML begins with the name of its file, `# game/file.yaml`; shown again, the file is replaced. At the end of a
page, which is a heading, each game shown on it is whole. A block `# game/file.yaml, wrong` is laid in for itself alone,
and the block of text behind it holds what is said about it, to the letter.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.pack.consequences import without_consequences
from rulewright.pack.load import in_order, read
from rulewright.rulebook.load import examine
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.render import render
from rulewright.trials.pack_tests import plan, run_tests

FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"# (?P<game>\w+)/(?P<file>\w+\.yaml)(?P<wrong>, wrong)?\n")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Example:
    """An Example is a file of a game as a page shows it; `said` is what is said of it where it is wrong, else empty."""

    game: str
    file: str
    text: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A Page is what stands below one heading: its examples, and the commands it shows."""

    title: str
    examples: tuple[Example, ...]
    commands: tuple[str, ...]


def pages(text: str) -> Iterator[Page]:
    """The pages of the reference that hold blocks, in order. Raises ValueError for a block of an unknown sort."""
    blocks = [(each.start(), each["language"], each["text"]) for each in FENCE.finditer(text)]
    fenced = [(each.start(), each.end()) for each in FENCE.finditer(text)]
    starts = [
        (each.start(), each[1])
        for each in _HEADING.finditer(text)
        if not any(begin < each.start() < end for begin, end in fenced)
    ]
    for (start, title), (end, _) in zip(starts, [*starts[1:], (len(text), "")], strict=True):
        own = [(language, block) for place, language, block in blocks if start < place < end]
        if own:
            yield _page(title, own)


def _page(title: str, blocks: list[tuple[str, str]]) -> Page:
    examples: list[Example] = []
    commands: list[str] = []
    for (language, block), (following, answer) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        name = _NAME.match(block)
        if language == "yaml" and name is not None:
            said = answer if name["wrong"] and following == "text" else ""
            if bool(said) != bool(name["wrong"]):
                raise ValueError(f"{title}: what is said of a wrong file stands behind it")
            examples.append(Example(name["game"], name["file"], block, said))
        elif language == "console":
            commands += [line.removeprefix("$ ") for line in block.splitlines()]
        elif language != "text":
            raise ValueError(f"{title}: this block is no example:\n{block}")
    return Page(title, tuple(examples), tuple(commands))


def lay_in(page: Page, folder: Path) -> None:
    """Writes the files that a page shows, except those that are wrong."""
    for example in page.examples:
        (folder / example.game).mkdir(exist_ok=True)
        if not example.said:
            (folder / example.game / example.file).write_text(example.text, encoding="utf-8")


def packs(folder: Path, names: Iterable[str]) -> list[str]:
    """Those of the folders that are packs; an overlay beside one is carried out by a command."""
    return [name for name in dict.fromkeys(names) if (folder / name / "pack.yaml").exists()]


def names_of_tests(text: str) -> list[str]:
    """The names of the tests in a file."""
    section = text.partition("\ntests:\n")[2]
    return re.findall(r"^  (\w+):", section, re.MULTILINE)


def faults_in(folder: Path, only: Sequence[str] = ()) -> list[Diagnostic]:
    """The faults of a pack or, where it has none, those that its tests bring to light."""
    source, faults = read(folder)
    header = source.header() if source is not None else None
    if source is None or header is None:
        raise ValueError(f"{folder} is no pack")
    found = in_order([*faults, *examine(source, {}, header.recommended, ()).faults], list(source.texts()))
    faults = without_consequences(found, source.texts())
    return faults or [fault for each in run_tests(plan(source, header, {}, (), only)) for fault in each.faults]


def found_in(folder: Path, only: Sequence[str] = ()) -> list[str]:
    """All that is said of a pack."""
    source, _ = read(folder)
    texts = source.texts() if source is not None else {}
    return [render(fault, texts) for fault in faults_in(folder, only)]


def found_beside(game: Path, example: Example) -> list[str]:
    """What is said of a game with a file that is wrong, which is then put back."""
    file = game / example.file
    before = file.read_text(encoding="utf-8") if file.exists() else None
    file.write_text(example.text, encoding="utf-8")
    found = found_in(game)
    if before is None:
        file.unlink()
    else:
        file.write_text(before, encoding="utf-8")
    return found


def renewed(text: str) -> str:
    """The reference with what is said of its wrong files as it is said now."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for page in pages(text):
            lay_in(page, folder)
            for example in page.examples:
                if example.said:
                    said = "\n".join(found_beside(folder / example.game, example)) + "\n"
                    before, _, behind = text.partition(example.text)
                    text = before + example.text + behind.replace(f"```text\n{example.said}", f"```text\n{said}", 1)
    return text
