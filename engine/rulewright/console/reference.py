"""What ids mean, from where each is declared: words of the language, sections and their keys, diagnostics, agents.

Examples are lines of the language's reference and of its page of mistakes, which tests carry out, and of bundled packs.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import get_args

from rulewright.agents import AGENTS
from rulewright.builtins import SHELF
from rulewright.console.keys import Key, keys_of, keys_of_all, sections
from rulewright.language.check.natures import SPECIAL
from rulewright.language.check.properties import OF_ALL, OF_COMPONENTS, OF_KIND
from rulewright.language.check.reserved import IN_DECLARATIONS, WORDS
from rulewright.language.syntax import nodes
from rulewright.lints import LINTS
from rulewright.resources import content_root, grammar_path, mistakes_path, reference_path
from rulewright.text.blocks import block_at
from rulewright.text.meanings import GROUPS

HEADS: dict[type, str] = {
    nodes.HookHead: "hooks",
    nodes.RuleHead: "rules",
    nodes.ModHead: "mods",
    nodes.ActionHead: "actions",
}
"""The head below each of these sections."""

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
_WORD = re.compile(r"(?<![\w.])[a-z]+(?![\w.])")
_LEVEL = re.compile(r"^// (?P<form>.+) : (?P<says>.+)\n\?\w+: ", re.MULTILINE)
_SIGN = re.compile(r"\b[a-z]{2,}\b|[^\s\w()\[\],:.]+|\.\.")
_TOP = re.compile(r"^(\w+):")


@dataclass(frozen=True, slots=True)
class Entry:
    """An Entry is one thing that an id may stand for: what that is, its forms, what it means, and examples of it.

    An example begins with a line that says what it shows, or where it stands. `sections` are those in which a key
    stands.
    """

    id: str
    nature: str
    forms: tuple[str, ...]
    text: str
    examples: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()


def entries() -> list[Entry]:
    """All that can be explained, with examples only where they stand beside what it means."""
    return [each for make in _SOURCES for each in make()]


def explained(id_: str) -> list[Entry]:
    """All that an id stands for, with an example each where the reference has one."""
    wanted = id_.strip("`:").removesuffix("()")
    found = [each for each in entries() if each.id == wanted]
    return [replace(each, examples=each.examples or tuple(_examples(each))) for each in found]


def levels() -> list[tuple[tuple[str, ...], str]]:
    """The levels of expressions, loosest first, as the comments of the grammar tell them: forms, and what they give."""
    text = grammar_path("effect").read_text(encoding="utf-8")
    return [(tuple(each["form"].split(", ")), each["says"]) for each in _LEVEL.finditer(text)]


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
    statements = {each.id for each in _statements()}
    for node, section in HEADS.items():
        forms, says = form_and_meaning(node)
        words = [
            word for form in forms for word in _WORD.findall(form.replace(" NAME in ", " ")) if word not in statements
        ]
        yield from (Entry(word, "head", forms, says) for word in dict.fromkeys([section, *words]))


def _operators() -> Iterator[Entry]:
    for forms, says in levels():
        signs = dict.fromkeys(sign for form in forms for sign in _SIGN.findall(form))
        yield from (Entry(sign, "operator", forms, says) for sign in signs)


def _words() -> Iterator[Entry]:
    yield from (Entry(word, "word of the language", (), says) for word, says in WORDS.items())
    yield from (Entry(word, "word of a declaration", (), says) for word, says in IN_DECLARATIONS.items())


def _arguments() -> Iterator[Entry]:
    usages: dict[str, list[str]] = {}
    for symbol in SHELF.values():
        for each in symbol.parameters:
            if each.named:
                usages.setdefault(each.name, []).append(symbol.usage().strip("`"))
    for name, forms in usages.items():
        yield Entry(name, "argument", tuple(forms), "What each of these does with it, it says below its own name.")


def _sections() -> Iterator[Entry]:
    yield from (Entry(id_, "section of a pack", (f"{id_}:",), says) for id_, says in sections().items())


def _keys() -> Iterator[Entry]:
    """Each key once for all sections in which it is the same."""
    found: dict[tuple[str, str, str, str], list[Key]] = {}
    for key in [*keys_of_all(), *(key for section in sections() for key in keys_of(section))]:
        found.setdefault((key.id, key.inside, key.form, key.says), []).append(key)
    of_all = {key.id for key in keys_of_all()}
    for (id_, inside, form, says), same in found.items():
        where = [each.section for each in same]
        if id_ in of_all and "" not in where:
            continue
        whose = "any definition" if "" in where else ", ".join(f"`{section}:`" for section in where)
        nature = f"key of `{inside}:` in {whose}" if inside else f"key of {whose}"
        yield Entry(id_, nature, (f"{id_}: {form}",), says, sections=tuple(where))


def _properties() -> Iterator[Entry]:
    groups = [("everything", OF_ALL), ("all that can be moved", OF_COMPONENTS), *OF_KIND.items()]
    for whose, own in groups:
        for each in own:
            yield Entry(each.name, f"field of {whose}", (f".{each.name}: {each.type}",), each.says)


_SOURCES: tuple[Callable[[], Iterator[Entry]], ...] = (
    _statements,
    _heads,
    _operators,
    _words,
    _built_ins,
    _arguments,
    _properties,
    _sections,
    _keys,
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
        section = ""
        for number, line in enumerate(lines):
            top = _TOP.match(line)
            section = top[1] if top else section
            if pattern.search(line) and (section in entry.sections or not any(entry.sections)):
                yield "\n".join([f"As in {place.format(line=number + 1)}:", *block_at(lines, number)[:MOST_LINES]])
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
            return re.compile(rf"^\s*{word}: \||(?:^|: | )\s*{word} [\"\w].*:|^\s*of .*: {word} ")
        case "built-in":
            return re.compile(rf"(?<![\w.]){word}\(")
        case "section of a pack":
            return re.compile(rf"^{word}:")
        case "argument":
            return re.compile(rf"[(,] ?{word}=")
        case nature if nature.startswith("key"):
            return re.compile(rf"(?:^\s+|[{{,]\s*){word}:(?:\s|$)")
        case nature if nature.startswith("field"):
            return re.compile(rf"\w\.{word}\b")
        case _:
            return None
