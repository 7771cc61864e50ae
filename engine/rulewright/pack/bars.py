"""Lines that are nearly what was meant: texts below a key that lacks its `|`, keys that lack their colon."""

from __future__ import annotations

import re

from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span

_STATEMENT = re.compile(
    r"(?:(?:if|for|while|elif|choose|let|next|until) .+|(?:if|while) *\(.+"
    r"|choose\(.+|else:?|return(?: .+)?"
    r"|[a-z][\w.]*\([^:]*\)|[a-z][\w.]* (?:=|\+=|-=) .+)"
)
_NEARLY = (
    re.compile(r"\s*(?P<key>[\w.]+):(?P<value>\S.*?)\s*(?: #.*)?"),
    re.compile(r"\s*(?P<key>\w+) *= *(?P<value>\S.*?)\s*(?: #.*)?"),
    re.compile(r"\s*(?P<key>\w+)[：﹕꞉] *(?P<value>\S.*?)?\s*(?: #.*)?"),
    re.compile(r"\s*(?P<key>[a-z]\w*)(?: +(?P<value>[\w.]+))?\s*(?: #.*)?"),
)
_COMMENT = re.compile(r"(?:^|\s)#.*$")


def is_statement(line: str) -> bool:
    """Whether a line, or the key that YAML made of it, is one of the effect language rather than a key."""
    return _STATEMENT.fullmatch(_COMMENT.sub("", line).strip().removeprefix("- ")) is not None


def near_key(line: str) -> str:
    """The hint for a line that is nearly `key: value`; empty for any other."""
    for pattern in _NEARLY:
        found = pattern.fullmatch(line)
        if found is not None:
            return f"write `{found['key']}: {found['value'] or ''}".rstrip() + "`"
    return ""


def missing_bar(key: str, file: str, line: int, column: int) -> Diagnostic:
    """What to say of a key with such a text below it; its colon stands at `line` and `column`."""
    span = Span(file, line, column, line, column + 1)
    message = f"the text below `{key}:` is one of several lines, and no `|` says so"
    return Diagnostic("missing-bar", span, message, f"write `{key}: |`")
