"""The words of a line of a playthrough: bare where they can be, in JSON's quotation marks where they must."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_BARE = re.compile(r"[^\s\"=\x00-\x1f]+")
_PAIR = re.compile(r"[ \t]*(\"(?:[^\"\\]|\\.)*\"|[^\s\"=]+)=(\"(?:[^\"\\]|\\.)*\"|[^\s\"=]*)(?=[ \t]|$)")
_TOKEN = re.compile(r"[ \t]*(?:(\"(?:[^\"\\]|\\.)*\")|([^\s\"]+))(?=[ \t]|$)")


@dataclass(frozen=True, slots=True)
class Token:
    """A Token is one word of a line, and the column where it begins, from 1."""

    text: str
    column: int
    quoted: bool


class Malformed(Exception):
    """A Malformed says what is wrong with a line, and at which column."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.column = column


def write(words: Iterable[str]) -> str:
    """A line of these words."""
    return " ".join(map(quote, words))


def quote(word: str) -> str:
    """A word as it is written: as it is, or in quotation marks where it could be misread."""
    if _BARE.fullmatch(word) and word != "-" and word.isprintable():
        return word
    return json.dumps(word, ensure_ascii=not word.isprintable())


def read(line: str, start: int = 0) -> list[Token]:
    """The words of a line from a position on. Raises Malformed."""
    tokens = []
    while line[start:].strip():
        match = _TOKEN.match(line, start)
        if match is None:
            column = start + len(line[start:]) - len(line[start:].lstrip()) + 1
            raise Malformed("a word is not closed or not set apart: quotation marks stand around whole words", column)
        quoted, bare = match.groups()
        column = match.end() - len(quoted or bare) + 1
        tokens.append(Token(_unquote(quoted or bare, column), column, bool(quoted)))
        start = match.end()
    return tokens


def write_pairs(values: Mapping[str, str]) -> str:
    """A line of `key=value`."""
    return " ".join(f"{quote(key)}={quote(value)}" for key, value in values.items())


def read_pairs(line: str, start: int = 0) -> dict[str, str]:
    """The `key=value` pairs of a line from a position on. Raises Malformed."""
    pairs: dict[str, str] = {}
    while line[start:].strip():
        match = _PAIR.match(line, start)
        if match is None:
            column = start + len(line[start:]) - len(line[start:].lstrip()) + 1
            raise Malformed("here stands no `key=value`", column)
        key, value = (_unquote(part, match.start(group) + 1) for group, part in enumerate(match.groups(), 1))
        if key in pairs:
            raise Malformed(f"`{key}` stands here twice", match.start(1) + 1)
        pairs[key] = value
        start = match.end()
    return pairs


def _unquote(text: str, column: int) -> str:
    if not text.startswith('"'):
        return text
    try:
        word: str = json.loads(text)
    except ValueError as fault:
        raise Malformed("what stands between quotation marks must be written as in JSON", column) from fault
    return word
