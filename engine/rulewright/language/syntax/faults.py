"""What the parser stumbles over, said in the designer's words."""

from __future__ import annotations

import re
from typing import cast

from lark import Token
from lark.exceptions import UnexpectedToken

from rulewright.language.syntax.build import token_place
from rulewright.language.syntax.nodes import Place
from rulewright.text.blocks import margin
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Text
from rulewright.text.suggest import nearest

_INSTEAD = {
    "'": 'write text in double quotation marks: "…"',
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not`, or `!=` for unequal",
    "{": "lists stand in [ ]",
    "}": "lists stand in [ ]",
    "?": "a condition stands behind `if`",
    "^": "there are no powers; multiply",
    "$": "names have no sign before them",
    "@": "names have no sign before them",
    "\\": "lines go on inside ( ) and [ ]",
}
_SIGNS = {
    "–": "write `-`",
    "—": "write `-`",
    "−": "write `-`",
    "×": "write `*`",
    "÷": "write `/`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `!=`",
    "→": "an arrow is written `->`",
    "…": "a range has two dots: `1..3`",
}
_TRUTHS = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false", "none": "none"}
_BEGIN = (
    "if", "elif", "else", "for", "while", "let", "return", "until", "next", "after", "before", "instead", "when", "in",
    "not", "set", "add", "max", "min", "of", "cost", "with", "once", "may", "int", "bool", "maybe", "list",
)  # fmt: skip
_WORDS = {
    "then": "what happens stands behind `:`",
    "is": "a field is read with a dot, `me.tired`; values are compared with `==`",
    "has": "a field is read with a dot: `me.purse`",
    "to": "a range has two dots: `1..3`",
    "equals": "compare with `==`",
    "plus": "write `+`",
    "minus": "write `-`",
    "unless": "write `if not`",
}
_CURLY = "“”„‟‘’‚«»"
_NO_TOKEN = re.compile(r'"[^"\n]*"|#[^\n]*|[()\[\]]')
_DOUBLED = re.compile(r"(\+\+|--)$")
_NO_VALUE = re.compile(r"(^|[\s:;])let [a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$")
_NO_COLON = re.compile(r'\s*(if|elif|while|for)\b("[^"]*"|[^:"])*$')
_LAYOUT = ("$END", "_NL", "_INDENT", "_DEDENT")


def strange(text: Text, line: int, column: int) -> Diagnostic:
    """A character that begins nothing."""
    span = text.at(line, column, line, column + 1)
    character = text.source.split("\n")[line - 1][column - 1 : column]
    if character == '"':
        return Diagnostic("syntax", span, "this quotation mark is not closed on its line")
    if character.isupper():
        return _capital(text, line, column)
    if character in _CURLY:
        return Diagnostic("syntax", span, f"`{character}` is a typographic quotation mark", 'write straight ones: "…"')
    if character.isspace() or not character.isprintable():
        message = f"a character that cannot be seen, U+{ord(character):04X}"
        return Diagnostic("syntax", span, message, "write an ordinary blank, or nothing, in its place")
    hint = _INSTEAD.get(character) or _SIGNS.get(character, "")
    if character.isalpha():
        hint = "names are made of a to z, digits and _"
    return Diagnostic("syntax", span, f"`{character}` means nothing in an effect", hint)


def _capital(text: Text, line: int, column: int) -> Diagnostic:
    """A word with a capital: a name, a truth value, or words for people."""
    row = text.source.split("\n")[line - 1]
    word = cast(re.Match[str], re.match(r"\w+", row[column - 1 :]))[0]
    span = text.at(line, column, line, column + len(word))
    hint = f"names are written in lower case: `{word.lower()}`"
    if word.lower() in _TRUTHS:
        hint = f"write `{_TRUTHS[word.lower()]}`"
    elif not row[: column - 1].strip() and re.match(r" +\w", row[column - 1 + len(word) :]):
        hint = "names are written in lower case; words for people stand in quotation marks"
    return Diagnostic("syntax", span, f"`{word}` means nothing in an effect", hint)


def uneven(text: Text) -> Diagnostic:
    """A line that is indented less than the block above it and more than the line that opened that block."""
    depths = [0]
    for number, line in enumerate(text.source.split("\n"), 1):
        bare = line.lstrip(" \t")
        if not bare or bare.startswith("#"):
            continue
        indent = len(line.expandtabs(8)) - len(bare.expandtabs(8))
        while indent < depths[-1]:
            depths.pop()
            if indent > depths[-1]:
                span = text.at(number, 1, number, len(line) - len(bare) + 1)
                return Diagnostic("syntax", span, "this line stands between two indentations", "line it up")
        if indent > depths[-1]:
            depths.append(indent)
    return Diagnostic("syntax", text.span, "the indentation of these lines does not fit together")


def too_deep(text: Text, place: Place, most: int, blocks: bool) -> Diagnostic:
    """A text whose parts stand too deep inside each other."""
    if blocks:
        message, hint = f"more than {most} blocks stand inside each other here", "make a procedure of the inner ones"
    else:
        message, hint = (
            f"more than {most} parts stand inside each other here",
            "keep a part in a local: `let x = …`; many an `elif` makes a table",
        )
    return Diagnostic("too-deep", text.at(*place), message, hint)


def unexpected(text: Text, fault: UnexpectedToken) -> Diagnostic:
    """A word or sign, or an end, that cannot stand where it does."""
    token, expected = fault.token, frozenset(fault.expected)
    row = cast(int, getattr(token, "line", None) or text.source.count("\n") + 1)
    bracket = _unclosed(text.source)
    if bracket is not None and (token.type in _LAYOUT or bracket[0] < row):
        span = text.at(bracket[0], bracket[1], bracket[0], bracket[1] + 1)
        return Diagnostic("syntax", span, "this bracket is not closed")
    if token.type in _LAYOUT:
        return _layout(text, token, expected)
    place = token_place(token)
    if str(token) in (")", "]") and _unclosed(text.source[: token.start_pos]) is None:
        return Diagnostic("syntax", text.at(*place), f"`{token}` closes no bracket that is open")
    row_text = text.source.split("\n")[place.line - 1]
    before, behind = row_text[: place.column - 1].rstrip(), row_text[place.column - 1 + len(str(token)) :]
    message, hint = _misspelt(str(token), before, behind) or _misplaced(token, expected, before)
    return Diagnostic("syntax", text.at(*place), message, hint)


def _layout(text: Text, token: Token, expected: frozenset[str]) -> Diagnostic:
    """A line, a block or the text that ends too early, or a line that is indented for no reason."""
    lines = text.source.split("\n")
    if token.type == "_INDENT":
        number = _next_line(lines, cast(int, getattr(token, "line", None) or 1))
        span = text.at(number, 1, number, max(margin(lines[number - 1]), 1) + 1)
        return Diagnostic("syntax", span, "this line is indented, but the line before it opens no block")
    number = min(cast(int, getattr(token, "line", None) or len(lines)), len(lines))
    while number > 1 and not _code(lines[number - 1]):
        number -= 1
    end = len(_code(lines[number - 1])) + 1
    span = text.at(number, max(end - 1, 1), number, max(end, 2))
    if not any(_code(line) for line in lines):
        return Diagnostic("syntax", text.span, "this text says nothing", "delete it, or write what happens")
    if _NO_VALUE.search(_code(lines[number - 1])):
        return Diagnostic("syntax", span, "a new local needs a value", "`let n = …`")
    doubled = _DOUBLED.search(_code(lines[number - 1]))
    if doubled:
        return Diagnostic("syntax", span, f"there is no `{doubled[0]}`", f"write `{doubled[0][0]}= 1`")
    if "COLON" in expected:
        return Diagnostic("syntax", span, "a `:` is missing at the end of this line")
    if "_INDENT" in expected:
        return Diagnostic("syntax", span, "below this line what it rules must follow, indented")
    return Diagnostic("syntax", span, "this ends where more must follow")


def _code(line: str) -> str:
    """A line without its comment and the spaces at its end."""
    quoted = False
    for index, character in enumerate(line):
        quoted ^= character == '"'
        if character == "#" and not quoted:
            return line[:index].rstrip()
    return line.rstrip()


def _next_line(lines: list[str], number: int) -> int:
    """The number of the next line that holds more than a comment."""
    return next((each for each in range(number + 1, len(lines) + 1) if _code(lines[each - 1])), len(lines))


def _misspelt(word: str, before: str, behind: str) -> tuple[str, str] | None:
    """Message and hint for a word or sign that other languages have here."""
    if (word == "=" and behind[:1] in ("<", ">")) or (word in ("<", ">") and before[-1:] == "="):
        sign = behind[:1] if word == "=" else word
        return f"there is no `={sign}`", f"write `{sign}=`" if sign == "<" else "write `>=`; an arrow is `->`"
    if word == ">" and before[-1:] == "<":
        return "there is no `<>`", "write `!=`"
    if word == "/" and before[-1:] == "/":
        return "a comment does not begin with `//`", "write `#`"
    if word == "=" and re.fullmatch(r"\s*[\w.]*\w-\w[\w-]*", before):
        return "a name has no `-`", f"write `{before.strip().replace('-', '_')}`"
    first = re.match(r"\s*(\w+)\b", before)
    match (first[1] if first else "", before.split()):
        case ("foreach", _) | ("for", [_, "each"]):
            return f"`{word}` cannot stand here", "write `for x in LIST:`"
        case ("on" | "whenever" as moment, [_]):
            return f"a hook does not begin with `{moment}`", "write `before`, `after` or `instead`"
        case ("before" | "after" | "instead", _) if word == "when":
            return "a hook has no `when`", "write `if`"
        case ("before" | "after" | "instead", [_, _]) if word == "(":
            return (
                "a hook names what it answers without parentheses",
                "leave them out; `CALL.NAME` reads what was given",
            )
        case ("until", _) if word in ("end", "the"):
            return f"`{word}` cannot stand here", "behind `until` stands a step, menu or procedure: `until turn`"
        case (called, [whole]) if called == whole and called not in _BEGIN and word.isidentifier():
            return f"`{word}` cannot follow directly", f"what is called has parentheses: `{called}({word})`"
    if before.endswith(("(all", " all", " every", "(every")):
        return f"`{word}` cannot follow directly", "a list stands for all of its items: leave out the word before it"
    if word == "choose" and re.search(r"[=(]$", before):
        return "`choose` offers options of its own, below it", 'an item of a list is taken by `pick(LIST, "…")`'
    return (f"`{word}` cannot stand here", _WORDS[word]) if word in _WORDS else None


def _misplaced(token: Token, expected: frozenset[str], before: str) -> tuple[str, str]:
    """Message and hint for a token; `before` is what stands before it on its line."""
    word = str(token)
    if expected == {"_NL"}:
        hint = "the line before it ends in `:`" if not before else "on a line of its own"
        return f"`{word}` must stand indented below", hint
    if "NAME" in expected and expected <= {"_NL", "NAME"} and word.isalpha() and word.islower():
        return f"`{word}` is a word of the language; it cannot be a name", "choose another name"
    if word == "=" and before[-1:] in ("*", "/", "%"):
        return f"there is no `{before[-1]}=`", f"write `x = x {before[-1]} …`"
    if word == "if" and re.search(r"(^|\s)else$", before):
        return "`else if` is one word here", "write `elif`"
    if "OP" in expected and expected <= {"OP", "_NL"}:
        return f"`{word}` cannot stand here", "a modifier does one of `set`, `add`, `max`, `min`: `add 1`"
    if {"NAME", "EACH"} <= expected and word in (",", ")"):
        return f"`{word}` cannot stand here", "a type stands before each name: `int n`"
    if word == "=" and "COMPARE" in expected:
        return "`=` sets a value; it cannot stand in a question", "compare with `==`"
    if word in ("+=", "-="):
        return f"`{word}` sets a value; it stands after one local or field, once", ""
    if word in ("else", "elif"):
        return f"`{word}` belongs below an `if`, as far to the left as that", ""
    if _NO_VALUE.search(before):
        return f"`{word}` cannot stand here; a new local needs `=` and a value", ""
    if "STRING" in expected and expected <= {"_NL", "_DEDENT", "STRING", "FOR"}:
        return f"`{word}` begins no option", 'an option begins with its text: `"…": …`'
    if word in ("if", "for", "while", "choose", "let", "return") and "LPAR" in expected:
        return f"`{word}` cannot stand here", "it needs a line of its own"
    if "COLON" in expected and len(expected) < 4:
        return f"`{word}` cannot stand here; a `:` must come before it", ""
    if token.type == "NUMBER" and re.search(r"[0-9]\.$", before):
        return "numbers are whole here", "count in smaller units"
    if token.type in ("NAME", "NUMBER", "STRING") and "COMPARE" in expected:
        meant = nearest(word, [each.lower() for each in expected if each.isalpha()]) if token.type == "NAME" else None
        return f"`{word}` cannot follow directly", _between(before, meant)
    return f"`{word}` cannot stand here", ""


def _between(before: str, meant: str | None) -> str:
    """The hint for a word that follows another one: what may be missing between them, or be `meant`."""
    if _NO_COLON.match(before) and _unclosed(before) is None:
        return f"did you mean `{meant}`, or is a `:` missing before it?" if meant else "is a `:` missing before it?"
    return f"did you mean `{meant}`?" if meant else "a sign, a comma or a line end is missing"


def _unclosed(source: str) -> tuple[int, int] | None:
    """Line and column of the last bracket that nothing closes."""
    opened: list[int] = []
    for match in _NO_TOKEN.finditer(source):
        if match[0] in "([":
            opened.append(match.start())
        elif match[0] in ")]" and opened:
            opened.pop()
    if not opened:
        return None
    start = opened[-1]
    return source.count("\n", 0, start) + 1, start - (source.rfind("\n", 0, start) + 1) + 1
