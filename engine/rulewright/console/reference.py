"""What ids mean, from where each is declared: diagnostics, lints, built-ins, agents, statements, heads, sections.

Examples are lines of the language's reference and of its page of mistakes, which tests carry out, and of bundled packs.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, get_args

from rulewright.agents import AGENTS
from rulewright.builtins import SHELF
from rulewright.language.check.natures import SPECIAL
from rulewright.language.check.properties import OF_ALL, OF_COMPONENTS, OF_KIND
from rulewright.language.syntax import nodes
from rulewright.lints import LINTS
from rulewright.resources import content_root, mistakes_path, reference_path, schema_path
from rulewright.text.blocks import block_at
from rulewright.text.meanings import GROUPS

HEADS: dict[type, tuple[str, ...]] = {
    nodes.HookHead: ("hooks", "before", "after", "instead"),
    nodes.RuleHead: ("rules", "when"),
    nodes.ModHead: ("mods", "of"),
    nodes.ActionHead: ("actions", "in"),
}
"""The head below each of these sections, and the words by which it is known."""

ASSIGNMENTS = ("=", "+=", "-=")
MOST_LINES = 5
MISTAKE = re.compile(
    r"^### `(?P<id>[a-z0-9-]+)`\n\n"
    r"(?:```yaml\n(?P<wrong>.*?)^```\n\n```yaml\n(?P<right>.*?)^```$|(?P<says>[^`#].*?)(?=\n\n|\Z))",
    re.MULTILINE | re.DOTALL,
)
"""A section of the page of mistakes: a wrong piece of a game and the same one mended, or what to do in words."""

_BLOCK = re.compile(r"^```yaml\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^## (.*)$", re.MULTILINE)
_FIRST_WORD = re.compile(r"[a-z]+(?=[ :(]|$)")


@dataclass(frozen=True, slots=True)
class Entry:
    """An Entry is one thing that an id may stand for: what that is, its forms, what it means, and examples of it.

    An example begins with a line that says what it shows, or where it stands.
    """

    id: str
    nature: str
    forms: tuple[str, ...]
    text: str
    examples: tuple[str, ...] = ()


def entries() -> list[Entry]:
    """All that can be explained, with examples only where they stand beside what it means."""
    return [each for make in _SOURCES for each in make()]


def explained(id_: str) -> list[Entry]:
    """All that an id stands for, with an example each where the reference has one."""
    wanted = id_.strip("`:").removesuffix("()")
    found = [each for each in entries() if each.id == wanted]
    return [replace(each, examples=each.examples or tuple(_examples(each))) for each in found]


def form_and_meaning(node: type) -> tuple[tuple[str, ...], str]:
    """The two parts of a node's docstring: on its first line the forms, with `or` between, below it what it does."""
    form, _, says = (inspect.getdoc(node) or "").partition("\n")
    return tuple(each.strip() for each in form.split("  or  ")), " ".join(says.split())


# ---- where each is declared ------------------------------------------------------------------------------------------


def _diagnostics() -> Iterator[Entry]:
    known = {each["id"]: each for each in MISTAKE.finditer(mistakes_path().read_text(encoding="utf-8"))}
    for group, sentences in GROUPS.items():
        for id_, sentence in sentences.items():
            mistake = known.get(id_)
            text = f"{sentence} {mistake['says']}" if mistake and mistake["says"] else sentence
            pair = (("Wrong", mistake["wrong"]), ("Mended", mistake["right"])) if mistake and mistake["wrong"] else ()
            examples = tuple(f"{what}:\n{piece.rstrip()}" for what, piece in pair)
            yield Entry(id_, f"diagnostic ({group.lower()})", (), text, examples)


def _lints() -> Iterator[Entry]:
    for id_, lint in LINTS.items():
        yield Entry(id_, f"lint ({lint.severity.value})", (), inspect.cleandoc(lint.doc))


def _built_ins() -> Iterator[Entry]:
    for id_, symbol in SHELF.items():
        yield Entry(id_, "built-in", (symbol.usage().strip("`"),), inspect.cleandoc(symbol.doc))
    for usage, says in SPECIAL:
        yield Entry(usage.partition("(")[0], "built-in", (usage,), says)


def _agents() -> Iterator[Entry]:
    for id_, agent in AGENTS.items():
        yield Entry(id_, "agent", (), inspect.getdoc(agent) or "")


def _statements() -> Iterator[Entry]:
    for node in get_args(nodes.StatementNode):
        forms, says = form_and_meaning(node)
        matches = [_FIRST_WORD.match(part) for form in forms for part in form.split("  ")]
        words = [each[0] for each in matches if each is not None]
        for id_ in dict.fromkeys(words or (ASSIGNMENTS if node is nodes.AssignNode else ())):
            yield Entry(id_, "statement", forms, says)


def _heads() -> Iterator[Entry]:
    for node, words in HEADS.items():
        forms, says = form_and_meaning(node)
        yield from (Entry(word, "head", forms, says) for word in words)


def _sections() -> Iterator[Entry]:
    schema: dict[str, Any] = json.loads(schema_path("pack").read_text(encoding="utf-8"))
    for id_, entry in schema["properties"].items():
        file = entry.get("$ref", "").partition(".schema.json")
        own = {} if not file[1] or file[2].strip("#") else json.loads(schema_path(file[0]).read_text(encoding="utf-8"))
        text = entry.get("description") or own.get("description", "")
        yield Entry(id_, "section of a pack", (f"{id_}:",), text)


def _properties() -> Iterator[Entry]:
    groups = [("everything", OF_ALL), ("all that can be moved", OF_COMPONENTS), *OF_KIND.items()]
    for whose, own in groups:
        for each in own:
            yield Entry(each.name, f"field of {whose}", (f".{each.name}: {each.type}",), each.says)


_SOURCES: tuple[Callable[[], Iterator[Entry]], ...] = (
    _statements,
    _heads,
    _built_ins,
    _properties,
    _sections,
    _agents,
    _lints,
    _diagnostics,
)


# ---- examples --------------------------------------------------------------------------------------------------------


def _examples(entry: Entry) -> Iterator[str]:
    """The first lines that use it; from the language's reference, or where that has none from a bundled pack."""
    pattern = _used(entry)
    if pattern is None:
        return
    for place, lines in (*_blocks(), *_files()):
        at = next((number for number, line in enumerate(lines) if pattern.search(line)), None)
        if at is not None:
            yield "\n".join([f"As in {place.format(line=at + 1)}:", *block_at(lines, at)[:MOST_LINES]])
            return


def _blocks() -> Iterator[tuple[str, list[str]]]:
    """The pieces of games in the reference, each with the heading below which it stands."""
    text = reference_path().read_text(encoding="utf-8")
    for block in _BLOCK.finditer(text):
        headings = [each[1] for each in _HEADING.finditer(text, 0, block.start())]
        yield f"grammar/README.md, {headings[-1] if headings else ''}", block["text"].split("\n")


def _files() -> Iterator[tuple[str, list[str]]]:
    """The files of the bundled packs."""
    root = content_root()
    for path in sorted(root.glob("*/**/*.yaml")):
        yield f"content/{path.relative_to(root).as_posix()}:{{line}}", path.read_text(encoding="utf-8").split("\n")


def _used(entry: Entry) -> re.Pattern[str] | None:
    """How a line looks that uses it."""
    word = re.escape(entry.id)
    match entry.nature:
        case "statement" if not entry.id.isalpha():
            return re.compile(rf"^\s+\w[\w.]* {word} ")
        case "statement":
            return re.compile(rf"^\s+(?:\w+: )?{word}[ (:]")
        case "head":
            return re.compile(rf"^\s*{word}: \||(?:^|: | )\s*{word} \w+.*:")
        case "built-in":
            return re.compile(rf"(?<![\w.]){word}\(")
        case "section of a pack":
            return re.compile(rf"^{word}:")
        case nature if nature.startswith("field"):
            return re.compile(rf"\w\.{word}\b")
        case _:
            return None
