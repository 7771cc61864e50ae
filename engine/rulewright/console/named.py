"""Definitions by all their names: their ids, their section, and what messages about a running game call them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from textwrap import dedent

from rulewright.console.definitions import Definition
from rulewright.play.book import Book
from rulewright.text.spans import Span

_PARTS = ("begin", "end", "left", "wake", "body")
"""What the functions of a step or a text are called, beside numbers."""

_HOLE = re.compile(r"\{[^{}]*\}")


def named_so(name: str, known: Sequence[Definition]) -> list[Definition]:
    """The definitions with that id, bare or behind its section; else those of the section with that name."""
    found = [each for each in known if name in (each.id, f"{each.section}.{each.id}")]
    return found or [each for each in known if each.section == name or each.section.startswith(f"{name}.")]


def made_up(name: str, known: Sequence[Definition], open_book: Callable[[], Book]) -> list[Definition]:
    """The definitions behind a name that the engine made: of a thing, of a part of a text, of what has no name."""
    book = open_book()
    thing = next((each for each in book.compiled.things if each.id == name), None)
    if thing is not None:
        return [each for each in known if each.id == thing.definition] or [
            each for each in known if _HOLE.search(each.id) and _template(each.id).fullmatch(thing.definition)
        ]
    parts = _parts(name)
    for part in parts:
        if found := [each for each in known if each.id == part]:
            return found
    spans = book.compiled.spans
    return [_written(part, spans[part], book) for part in parts if part in spans][:1]


def _template(id_: str) -> re.Pattern[str]:
    """What an id with holes may become."""
    return re.compile(".+".join(map(re.escape, _HOLE.split(id_))))


def _parts(name: str) -> list[str]:
    """The name, then what it may mean: without its first words, which tell what it is of, or its last, which part."""
    words = name.split(".")
    parts = [".".join(words[begin:]) for begin in range(len(words))]
    return [*parts, ".".join(words[:-1])] if words[-1].isdigit() or words[-1] in _PARTS else parts


def _written(name: str, span: Span, book: Book) -> Definition:
    """What stands at a place."""
    lines = book.files.get(span.file, "").split("\n")[span.line - 1 : max(span.end_line, span.line)]
    return Definition("", name, span, dedent("\n".join(lines)).rstrip())
