"""What the parser stumbles over, said in the designer's words."""

from __future__ import annotations

from typing import cast

from lark.exceptions import UnexpectedToken

from rulewright.language.syntax.build import token_place
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Text


def strange(text: Text, line: int, column: int) -> Diagnostic:
    span = text.at(line, column, line, column + 1)
    character = text.source.split("\n")[line - 1][column - 1 : column]
    if character == '"':
        return Diagnostic("syntax", span, "this quotation mark is not closed on its line")
    hints = {
        "'": 'write text in double quotation marks: "…"',
        "&": "write `and`",
        "|": "write `or`",
        "!": "write `not`, or `!=` for unequal",
        "{": "lists stand in [ ]",
        "}": "lists stand in [ ]",
    }
    shown = "an upper-case letter" if character.isupper() else f"`{character}`"
    hint = "names are written in lower case" if character.isupper() else hints.get(character, "")
    return Diagnostic("syntax", span, f"{shown} means nothing in an effect", hint)


def uneven(text: Text) -> Diagnostic:
    depths = [0]
    for number, line in enumerate(text.source.split("\n"), 1):
        bare = line.lstrip(" ")
        if not bare or bare.startswith("#"):
            continue
        indent = len(line) - len(bare)
        while indent < depths[-1]:
            depths.pop()
            if indent > depths[-1]:
                span = text.at(number, 1, number, indent + 1)
                return Diagnostic("syntax", span, "this line stands between two indentations")
        if indent > depths[-1]:
            depths.append(indent)
    return Diagnostic("syntax", text.span, "the indentation of these lines does not fit together")


_WORDS = {"_NL": "the end of the line", "_INDENT": "an indented line", "_DEDENT": "the end of the block"}


def unexpected(text: Text, fault: UnexpectedToken) -> Diagnostic:
    token = fault.token
    expected = fault.expected
    if token.type in ("$END", "_NL", "_INDENT", "_DEDENT"):
        lines = text.source.split("\n")
        if token.type == "_INDENT" and "COLON" not in expected:
            number = min(cast(int, getattr(token, "line", None) or 1) + 1, len(lines))
            span = text.at(number, 1, number, len(lines[number - 1]) - len(lines[number - 1].lstrip()) + 1)
            return Diagnostic("syntax", span, "this line is indented, but the line before it opens no block")
        number = min(cast(int, getattr(token, "line", None) or len(lines)), len(lines))
        end = len(lines[number - 1].rstrip()) + 1
        span = text.at(number, max(end - 1, 1), number, max(end, 2))
        if "COLON" in expected:
            return Diagnostic("syntax", span, "a `:` is missing at the end of this line")
        if token.type == "_NL" and ("RPAR" in expected or "RSQB" in expected):
            return Diagnostic("syntax", span, "a bracket that opened is not closed")
        if "_INDENT" in expected:
            return Diagnostic("syntax", span, "an indented line must follow")
        return Diagnostic("syntax", span, "the text ends where more must follow")
    place = token_place(token)
    span = text.at(*place)
    if str(token) == "=" and "COMPARE" in expected:
        return Diagnostic("syntax", span, "`=` sets a value; it cannot stand in a question", "compare with `==`")
    if "COLON" in expected and len(expected) < 4:
        return Diagnostic("syntax", span, f"`{token}` cannot stand here; a `:` must come before it")
    if token.type == "NAME" and "COMPARE" in expected:
        return Diagnostic(
            "syntax", span, f"`{token}` cannot follow directly", "a sign, a comma or a line end is missing"
        )
    return Diagnostic("syntax", span, f"`{_WORDS.get(token.type, str(token))}` cannot stand here")
