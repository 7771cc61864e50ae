"""What YAML's parser stumbles over, said in the designer's words and at the place that is to be mended."""

from __future__ import annotations

import re

import yaml

from rulewright.pack.bars import is_statement, missing_bar, near_key
from rulewright.pack.style import PROSE_KEYS
from rulewright.text.blocks import indent
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span

_KEY = re.compile(r"\s*(?:- +)*(?P<key>[^\s:#][^:#]*?)\s*:(?=\s|$)")
_BARE_KEY = re.compile(r"\s*(?:- +)*(?P<key>[^\s:#][^:#]*?)\s*(?P<colon>:)\s*(?:#.*)?")
_OPEN_QUOTE = re.compile(r"""\s*(?:- +)*[^"'#]*?:\s+(?P<quote>["'])(?:(?!(?P=quote))[^\\]|\\.)*$""")
_GLUED = re.compile(r"\s*[\w.]+:(?=\S)")
_OTHER_COLON = re.compile(r"\s*[\w.]+\s*(?P<odd>[：﹕꞉]|:[\u00a0\u2000-\u200b\u202f\u3000])")
_OTHER_COMMENT = re.compile(r"\s*(//|/\*|--|;|<!--)")
_TYPE_BEHIND = re.compile(r"\s*\w+\((?:[^():]*,)?\s*(?P<name>\w+)(?P<colon>:) *(?P<type>\w+)")
_NAMED_AMOUNTS = re.compile(r"\s*[\w.]+:\s+\((?P<amounts>[\w.]+: [^()]*)\)\s*")
_PAIR = re.compile(r"\s*(?P<key>\w+): +(?P<pair>[\w.]+: [^{}]*?)\s*")
_OF_PAIRS = ("answers", "asks", "cost", "draws", "fields", "for", "given", "hides", "sees", "set", "with")
_USE_BLOCK = "use `|`: write `{key}: |` and put the text on the next line, indented"
_NO_COLON = "could not find expected ':'"
_FAR = 400


class Slip:
    """A Slip is one fault of the parser, with the lines around it."""

    def __init__(self, file: str, lines: list[str], fault: yaml.MarkedYAMLError) -> None:
        self.file = file
        self.lines = lines
        self.problem = fault.problem or "cannot be read"
        self.context = fault.context or ""
        mark = fault.problem_mark or fault.context_mark
        begin = fault.context_mark or mark
        self.line, self.column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        self.from_line, self.from_column = (begin.line + 1, begin.column + 1) if begin else (1, 1)

    def explain(self) -> Diagnostic:
        """The diagnostic, at the line that is to be mended."""
        return self.bar() or self.named() or self.odd_begin() or self.unnamed()

    def named(self) -> Diagnostic | None:
        """What the parser's own words tell apart."""
        match self.problem:
            case "mapping values are not allowed in this context":
                return self.colon()
            case problem if problem == _NO_COLON:
                return self.no_key(self.from_line)
            case "found unexpected end of stream" | "found unexpected document indicator" if "quoted" in self.context:
                return self.open_quote(self.from_line, self.from_column)
            case "found unknown escape character":
                hint = "use single quotes, or `|`"
                return self.at("escape", self.line, self.column, "`\\` in double quotes begins an escape", hint)
            case "found character that cannot start any token":
                return self.cannot_begin(self.column)
            case "block sequence entries are not allowed in this context":
                hint = self.quotes() or "begin the list on the next line"
                return self.at("yaml-syntax", self.line, self.column, "a list cannot begin behind a key", hint)
            case "exceeded maximum nesting depth":
                message = "nested deeper than any pack can need"
                return self.at("too-deep", self.from_line, self.from_column, message, "")
            case "did not find expected <document start>":
                return self.document_end()
            case "did not find expected node content" if self.line > len(self.lines) or not self.rest():
                return self.open_end()
            case "did not find expected key" | "did not find expected '-' indicator":
                return self.no_end()
        return None

    def unnamed(self) -> Diagnostic:
        if "flow" in self.context:
            return self.group()
        hint = self.quotes() or _USE_BLOCK.format(key=self.key(self.line))
        return self.at("yaml-syntax", self.line, self.column, "YAML cannot read this line from here on", hint)

    # ---- keys --------------------------------------------------------------------------------------------------------

    def bar(self) -> Diagnostic | None:
        """The outermost key above whose text lacks the `|`, so that its lines are read as keys."""
        found: Diagnostic | None = None
        last = self.from_line if self.problem == _NO_COLON else min(self.line, len(self.lines))
        margin = indent(self.row(last)) + 1
        for number in range(last, 0, -1):
            row = self.row(number)
            if not row.strip() or row.lstrip().startswith("#") or indent(row) >= margin:
                continue
            margin = indent(row)
            key, below = _BARE_KEY.fullmatch(row), self.below(number)
            if key is not None and indent(self.row(below)) > margin and is_statement(self.row(below)):
                found = missing_bar(key["key"], self.file, number, key.start("colon") + 1)
        return found

    def colon(self) -> Diagnostic:
        row = self.row(self.line)
        before = row[: self.column - 1]
        if _KEY.match(before + " "):
            return self.second_colon(row)
        above = self.above(self.line)
        if above and not _KEY.match(self.row(above)) and indent(self.row(above)) <= indent(before):
            return self.no_key(above)
        if above and self.too_far_left(above):
            message = "this line stands further left than the lines around it"
            hint = "give it the margin of its neighbours"
            return self.at("indentation", above, indent(self.row(above)) + 1, message, hint)
        hint = "give it the same margin as its neighbours; a longer text stands below `KEY: |`"
        column = indent(before) + 1
        return self.at("indentation", self.line, column, "this line is indented below a value that is complete", hint)

    def second_colon(self, row: str) -> Diagnostic:
        """A colon behind the one of the key."""
        parameter = _TYPE_BEHIND.match(row)
        if parameter is not None:
            hint = f"a type stands before the name: `{parameter['type']} {parameter['name']}`"
            message = "a colon among the parameters of a signature"
            return self.at("colon-in-value", self.line, parameter.start("colon") + 1, message, hint)
        amounts = _NAMED_AMOUNTS.fullmatch(row)
        hint = self.quotes() or _USE_BLOCK.format(key=self.key(self.line))
        pair = _PAIR.fullmatch(row)
        if pair is not None and pair["key"] in _OF_PAIRS:
            hint = f"write `{pair['key']}: {{{pair['pair']}}}`"
        if amounts is not None:
            hint = f"keys and values stand in braces: `{{{amounts['amounts']}}}`"
        return self.at("colon-in-value", self.line, self.column, "`: ` inside a value without quotes", hint)

    def too_far_left(self, line: int) -> bool:
        """Whether a line above one at fault stands further left than that, and so do not those before it."""
        margin, fault = indent(self.row(line)), indent(self.row(self.line))
        before = self.row(self.above(line))
        begins = _BARE_KEY.fullmatch(before) is not None and indent(before) == margin
        return margin < fault and (indent(before) == fault or begins)

    def no_key(self, line: int) -> Diagnostic:
        row = self.row(line)
        column = indent(row) + 1
        if self.row(self.above(line)).endswith("|") and indent(self.row(self.above(line))) == indent(row):
            message = "a text below `|` stands further right than its key"
            return self.at("indentation", line, column, message, "indent its lines")
        odd = _OTHER_COLON.match(row)
        if odd is not None:
            message = "this is no ordinary colon" if odd["odd"][0] != ":" else "no ordinary blank follows the colon"
            return self.at("no-key", line, odd.start("odd") + 1, message, "write `key: value`")
        glued = _GLUED.match(row)
        if glued is not None:
            message = "a blank must follow the colon of a key"
            return self.at("no-key", line, glued.end(), message, near_key(row))
        return self.at("no-key", line, column, "this line is no `key: value`", self.no_key_hint(line))

    def no_key_hint(self, line: int) -> str:
        row, above = self.row(line), self.row(self.above(line))
        if _OTHER_COMMENT.match(row):
            return "a comment begins with `#`"
        known = _KEY.match(above)
        if known is not None and known["key"] in PROSE_KEYS and indent(above) == indent(row) and " " in row.strip():
            return f"to go on with `{known['key']}:`, indent this line further"
        return near_key(row) or "a text stands below `KEY: |`, indented"

    # ---- values ------------------------------------------------------------------------------------------------------

    def quotes(self) -> str:
        """The hint for words that people read; empty for what is no such."""
        key = self.key(self.line)
        return f'put it in quotes: `{key}: "…"`' if key in PROSE_KEYS else ""

    def open_quote(self, line: int, column: int) -> Diagnostic:
        return self.at("open-quote", line, column, "this quote is never closed", "close it on the same line")

    def odd_begin(self) -> Diagnostic | None:
        """A plain value that begins with a sign of YAML's own."""
        found = _KEY.match(self.row(self.line))
        if found is None or "flow" in self.context:
            return None
        start = found.end() + len(self.row(self.line)[found.end() :]) - len(self.row(self.line)[found.end() :].lstrip())
        return self.cannot_begin(start + 1) if self.row(self.line)[start : start + 1] in tuple("*&!|>%,?") else None

    def cannot_begin(self, column: int) -> Diagnostic:
        sign = self.row(self.line)[column - 1 : column]
        hint = self.quotes() or _USE_BLOCK.format(key=self.key(self.line))
        return self.at("yaml-syntax", self.line, column, f"a value cannot begin with `{sign}`", hint)

    def no_end(self) -> Diagnostic:
        """A line that goes on behind a value that is complete, or stands at an odd margin."""
        row = self.row(self.line)
        if row[: self.column - 1].strip(" "):
            return self.quote_above() or self.after_value(row)
        glued = re.match(r"\s*-(?=\w)", row)
        if glued is not None:
            return self.at(
                "yaml-syntax", self.line, glued.end(), "a blank must follow the `-` of an item", "write `- `"
            )
        item = self.item(row)
        if item is not None:
            return item
        hint = "give it the margin of its neighbours, or of the text it continues"
        return self.at("indentation", self.line, self.column, "nothing above stands at the margin of this line", hint)

    def item(self, row: str) -> Diagnostic | None:
        """An item of a list where keys stand, or what should have stayed a key among them."""
        above = self.above(self.line)
        margin = indent(row) + 1
        if row.lstrip().startswith("- "):
            return self.at("yaml-syntax", self.line, margin, "an item of a list stands among keys", "drop the `-`")
        if self.row(above).lstrip().startswith("- ") and indent(self.row(above)) == indent(row):
            message = "this `-` begins a list, and the next line is no item of it"
            return self.at("yaml-syntax", above, margin, message, "drop the `-`, or indent what belongs to its item")
        return None

    def after_value(self, row: str) -> Diagnostic:
        found = _KEY.match(row)
        begin = row[found.end() :].lstrip()[:1] if found is not None else ""
        key = self.key(self.line)
        hint = _USE_BLOCK.format(key=key)
        if row[self.column - 1] in "]})":
            hint = f"delete `{row[self.column - 1]}`"
        elif key in PROSE_KEYS:
            single = begin == '"'
            hint = (
                f"put all of it in single quotes: `{key}: '…'`" if single else f'put all of it in quotes: `{key}: "…"`'
            )
        return self.at("after-value", self.line, self.column, "the value is complete before this", hint)

    def quote_above(self) -> Diagnostic | None:
        """The quote that was left open in a line above, and so was closed by the opening one of this line."""
        for line in range(self.line - 1, max(self.line - _FAR, 0), -1):
            opened = _OPEN_QUOTE.match(self.row(line))
            if opened:
                return self.open_quote(line, opened.start("quote") + 1)
        return None

    def group(self) -> Diagnostic:
        bracket = self.row(self.from_line)[self.from_column - 1 : self.from_column]
        key = self.key(self.from_line)
        if self.line == self.from_line:
            hint = f"only names, numbers and field types stand in braces; {_USE_BLOCK.format(key=key)}"
            return self.at("text-in-braces", self.line, self.column, "braces cannot hold a text like this", hint)
        closing = "}" if bracket == "{" else "]"
        hint = f"add `{closing}`; a text that begins with `{bracket}` stands below `{key}: |`"
        return self.at("open-bracket", self.from_line, self.from_column, f"this `{bracket}` is never closed", hint)

    def open_end(self) -> Diagnostic:
        """The file ends inside braces or brackets."""
        line = self.above(len(self.lines) + 1) or 1
        row = self.row(line)
        column = max(row.rfind("["), row.rfind("{"), 0)
        return self.at("open-bracket", line, column + 1, "braces or brackets are open here at the end", "close them")

    def document_end(self) -> Diagnostic:
        """A line `...` above, behind which YAML wants a new document; else what begins a second one."""
        ends = (number for number in range(self.line, 0, -1) if self.row(number).rstrip() == "...")
        line = next(ends, self.line)
        return self.at("second-document", line, 1, "the document ends here, and more follows", "delete `...`")

    # ---- lines -------------------------------------------------------------------------------------------------------

    def rest(self) -> str:
        """What stands in the file from the fault on."""
        return "".join([self.row(self.line)[self.column - 1 :], *self.lines[self.line :]]).strip()

    def key(self, line: int) -> str:
        found = _KEY.match(self.row(line))
        return found["key"] if found else "KEY"

    def above(self, line: int) -> int:
        """The number of the last line above with something on it, or 0."""
        return next((number for number in range(line - 1, 0, -1) if self.says(number)), 0)

    def below(self, line: int) -> int:
        """The number of the next line below with something on it, or one past the last."""
        lines = range(line + 1, len(self.lines) + 1)
        return next((number for number in lines if self.says(number)), len(self.lines) + 1)

    def says(self, line: int) -> bool:
        bare = self.row(line).strip()
        return bool(bare) and not bare.startswith("#")

    def row(self, line: int) -> str:
        return self.lines[line - 1] if 1 <= line <= len(self.lines) else ""

    def at(self, id: str, line: int, column: int, message: str, hint: str) -> Diagnostic:
        line = min(line, len(self.lines))
        column = min(column, len(self.row(line)) + 1)
        return Diagnostic(id, Span(self.file, line, column, line, column + 1), message, hint)
