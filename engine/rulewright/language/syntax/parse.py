"""From a Text to its syntax tree. Each distinct text is read once in a process; a fault becomes one Diagnostic."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, ClassVar

from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.indenter import DedentError, Indenter
from lark.lexer import PatternRE, PatternStr, TerminalDef

from rulewright.language.syntax.build import Build
from rulewright.language.syntax.faults import strange, too_deep, uneven, unexpected
from rulewright.language.syntax.nodes import ChooseNode, IfNode, OptionsFor, Place, StatementNode
from rulewright.resources import grammar_path, private_cache
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Text

ENDED = ("block", "hooks", "rules", "mods", "actions", "action_head")  # made of lines, each ended by a line break
STARTS = (*ENDED, "formula", "signature", "call_shape", "parameters", "field", "derived")
REFUSED = "refused-before"  # the id of a fault that another phase has reported
DEEPEST = 100  # levels of a tree: each costs the phases that walk it several calls inside each other
MOST_BLOCKS = 12  # loops inside each other: Python refuses more than 20, and the engine adds some of its own
_IN_ROWS = ("arguments", "branches", "options", "other")
_SHORT = 3 * MOST_BLOCKS  # words and signs: a block takes three of them, and three make four levels at most
_PIECE = re.compile(r"[a-z0-9_]+|[^a-z0-9_\s]")


class _Lines(Indenter):
    """The indentation of the language: a tab counts as eight columns, brackets may run over lines."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "LSQB"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR", "RSQB"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@lru_cache(maxsize=1)
def _parser() -> Lark:
    """The parser, its tables kept in the user's cache folder: building them takes twenty times longer than reading."""
    kept = _kept_tables()
    return Lark(
        grammar_path("effect").read_text("utf-8"),
        parser="lalr",
        start=list(STARTS),
        postlex=_Lines(),
        keep_all_tokens=True,
        maybe_placeholders=True,
        edit_terminals=_whole_word,
        transformer=Build(),
        cache=False if kept is None else str(kept),
    )


def _kept_tables() -> Path | None:
    """The file that keeps the parser's tables; None where nothing can be kept.

    Lark makes it anew when the grammar is another, but knows nothing of `_whole_word`: its name tells of this module.
    """
    folder = private_cache("grammar")
    if folder is None:
        return None
    return folder / f"grammar-{hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]}"


def _whole_word(terminal: TerminalDef) -> None:
    """Makes a word of the language end where a word ends: `me inn` is not `me in n`."""
    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha():
        terminal.pattern = PatternRE(terminal.pattern.value + r"\b")
        terminal.priority = 1


@dataclass(frozen=True, slots=True)
class _TooDeep:
    """A _TooDeep is the place where a text nests its parts deeper than is allowed, and whether those are blocks."""

    place: Place
    blocks: bool


@lru_cache(maxsize=65536)
def _read(source: str, start: str) -> Any:
    tree: Any = _parser().parse(source + "\n" * (start in ENDED), start=start)
    return tree if len(_PIECE.findall(source)) < _SHORT else _deepest(tree) or tree


def parse(text: Text, start: str) -> tuple[Any, Diagnostic | None]:
    """The syntax tree of a text, or the first fault in it. `start` is one of STARTS and decides what is given back.

    Of a value whose lines YAML has joined no place is known; reading the file has refused it already.
    """
    if text.span.end_line > text.span.line and "\n" not in text.source:
        return None, Diagnostic(REFUSED, text.span, "this value runs over several lines")
    try:
        found = _read(text.source, start)
    except UnexpectedToken as fault:
        return None, unexpected(text, fault)
    except UnexpectedCharacters as fault:
        return None, strange(text, fault.line, fault.column)
    except DedentError:
        return None, uneven(text)
    if isinstance(found, _TooDeep):
        return None, too_deep(text, found.place, MOST_BLOCKS if found.blocks else DEEPEST, found.blocks)
    return found, None


def _deepest(tree: Any) -> _TooDeep | None:
    """Where a tree is deeper than the phases after this one can walk, if it is. A tuple is a level as a node is."""
    stack = [(tree, 1, -1 if _is_suite(tree) else 0)]
    while stack:
        node, depth, blocks = stack.pop()
        if isinstance(node, tuple):
            blocks += _is_suite(node)
            below: Iterable[Any] = node
        else:
            blocks += isinstance(node, OptionsFor)
            if depth > DEEPEST or blocks > MOST_BLOCKS:
                return _TooDeep(node.place, blocks > MOST_BLOCKS)
            row = _row(node)
            stack += [(part, depth + 2 + place, blocks) for place, part in enumerate(row)]
            below = [getattr(node, name) for name in _parts(node.__class__) if not row or name not in _IN_ROWS]
        stack += [(part, depth + 1, blocks) for part in below if isinstance(part, tuple) or is_dataclass(part)]
    return None


def _row(node: Any) -> tuple[Any, ...]:
    """What stands in a row in a node but is put, each part into the one before it, into each other by later phases."""
    match node:
        case IfNode(branches, other):
            return (*branches, other)
        case ChooseNode(arguments, options):
            return (*arguments, *options)
        case OptionsFor(options=options):
            return options
        case _:
            return ()


def _is_suite(node: Any) -> bool:
    return isinstance(node, tuple) and bool(node) and isinstance(node[0], StatementNode)


@cache
def _parts(kind: Any) -> tuple[str, ...]:
    """The fields of a kind of node, last first, but for its place."""
    return tuple(each.name for each in reversed(fields(kind)) if each.name != "place")
