"""From a Text to its syntax tree. Each distinct text is read once in a process; a fault becomes one Diagnostic."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar

from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken
from lark.indenter import DedentError, Indenter

from rulewright.language.syntax.build import Build
from rulewright.language.syntax.faults import strange, uneven, unexpected
from rulewright.resources import cache_dir, grammar_path
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Text

ENDED = ("block", "rules", "mods", "actions", "action_head")  # what is made of lines, each ended by a line break
STARTS = (*ENDED, "formula", "signature", "parameters", "field", "derived")
DEEPEST = 400  # a longer chain of brackets would exhaust the stack of the phases that walk the tree


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
    grammar = grammar_path("effect").read_text("utf-8")
    folder = cache_dir()
    folder.mkdir(parents=True, exist_ok=True)
    return Lark(
        grammar,
        parser="lalr",
        start=list(STARTS),
        postlex=_Lines(),
        propagate_positions=True,
        maybe_placeholders=True,
        cache=str(folder / "grammar"),
    )


@lru_cache(maxsize=65536)
def _read(source: str, start: str) -> Any:
    return Build().transform(_parser().parse(source + "\n" * (start in ENDED), start=start))


def parse(text: Text, start: str) -> tuple[Any, Diagnostic | None]:
    """The syntax tree of a text, or the first fault in it. `start` is one of STARTS and decides what is given back."""
    if _depth(text.source) > DEEPEST:
        return None, Diagnostic("too-deep", text.span, f"more than {DEEPEST} brackets stand inside each other here")
    try:
        return _read(text.source, start), None
    except UnexpectedToken as fault:
        return None, unexpected(text, fault)
    except UnexpectedCharacters as fault:
        return None, strange(text, fault.line, fault.column)
    except UnexpectedEOF:
        return None, Diagnostic("syntax", text.span, "the text ends too early")
    except DedentError:
        return None, uneven(text)


def _depth(source: str) -> int:
    depth = deepest = 0
    for character in source:
        if character in "([":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]":
            depth -= 1
    return deepest
