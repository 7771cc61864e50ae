"""From a Text to its syntax tree. Each distinct text is read once in a process; a fault becomes one Diagnostic."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken
from lark.indenter import DedentError, Indenter
from lark.tree import Meta

from rulewright.language import nodes
from rulewright.language.nodes import Place
from rulewright.resources import cache_dir, grammar_path
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Text

ENDED = ("block", "rules", "mods", "actions", "action_head")  # what is made of lines, each ended by a line break
STARTS = (*ENDED, "formula", "signature", "parameters", "field", "typed")
DEEPEST = 400  # a longer chain of brackets would exhaust the stack of the phases that walk the tree


class _Lines(Indenter):
    """The indentation of the language: a tab counts as eight columns, brackets may run over lines."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]
    CLOSE_PAREN_types = ["RPAR", "RSQB"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


def _place(meta: Meta) -> Place:
    return Place(meta.line, meta.column, meta.end_line, meta.end_column)


def _name(token: Token) -> nodes.Name:
    return nodes.Name(str(token), _token_place(token))


def _token_place(token: Token) -> Place:
    return Place(
        cast(int, token.line), cast(int, token.column), cast(int, token.end_line), cast(int, token.end_column)
    )


def _maybe_name(token: Token | None) -> nodes.Name | None:
    return None if token is None else _name(token)


def _string(token: Token) -> nodes.String:
    return nodes.String(str(token)[1:-1], _token_place(token))


@v_args(meta=True)
class _Build(Transformer[Token, Any]):
    """Makes the nodes as the parser reduces its rules; a method is named for its rule."""

    def block(self, meta: Meta, items: list[Any]) -> nodes.Suite:
        return _flat(items)

    def line(self, meta: Meta, items: list[Any]) -> nodes.Suite:
        return tuple(item for item in items if item is not None)

    def suite(self, meta: Meta, items: list[Any]) -> nodes.Suite:
        return _flat(items)

    def call_statement(self, meta: Meta, items: list[Any]) -> nodes.CallStatement:
        return nodes.CallStatement(items[0], items[0].place)

    def let_(self, meta: Meta, items: list[Any]) -> nodes.LetNode:
        return nodes.LetNode(_name(items[0]), items[1], items[-1], _place(meta))

    def set_(self, meta: Meta, items: list[Any]) -> nodes.AssignNode:
        return nodes.AssignNode(items[0], "=", items[1], _place(meta))

    def change(self, meta: Meta, items: list[Any]) -> nodes.AssignNode:
        return nodes.AssignNode(items[0], str(items[1]), items[2], _place(meta))

    def return_(self, meta: Meta, items: list[Any]) -> nodes.ReturnNode:
        return nodes.ReturnNode(items[0], _place(meta))

    def if_(self, meta: Meta, items: list[Any]) -> nodes.IfNode:
        condition, body, *elifs, other = items
        return nodes.IfNode(((condition, body), *elifs), other or (), _place(meta))

    def elif_(self, meta: Meta, items: list[Any]) -> tuple[nodes.Node, nodes.Suite]:
        return items[0], items[1]

    def for_(self, meta: Meta, items: list[Any]) -> nodes.ForNode:
        return nodes.ForNode(_name(items[0]), items[1], items[2], _place(meta))

    def while_(self, meta: Meta, items: list[Any]) -> nodes.WhileNode:
        return nodes.WhileNode(items[0], items[1], _place(meta))

    def choose_(self, meta: Meta, items: list[Any]) -> nodes.ChooseNode:
        return nodes.ChooseNode(items[0] or (), tuple(items[1:]), _place(meta))

    def option(self, meta: Meta, items: list[Any]) -> nodes.OptionNode:
        body = items[2] if len(items) > 2 else ()
        return nodes.OptionNode(_string(items[0]), items[1], body, _place(meta))

    def options_for(self, meta: Meta, items: list[Any]) -> nodes.OptionsFor:
        return nodes.OptionsFor(_name(items[0]), items[1], tuple(items[2:]), _place(meta))

    def formula(self, meta: Meta, items: list[Any]) -> nodes.Node:
        return cast(nodes.Node, items[0])

    def either(self, meta: Meta, items: list[Any]) -> nodes.IfElse:
        return nodes.IfElse(items[1], items[0], items[2], _place(meta))

    def binary(self, meta: Meta, items: list[Any]) -> nodes.Binary:
        return nodes.Binary(str(items[1]), items[0], items[2], _place(meta))

    def not_in(self, meta: Meta, items: list[Any]) -> nodes.Binary:
        return nodes.Binary("not in", items[0], items[2], _place(meta))

    def not_(self, meta: Meta, items: list[Any]) -> nodes.Unary:
        return nodes.Unary("not", items[0], _place(meta))

    def sign(self, meta: Meta, items: list[Any]) -> nodes.Unary:
        return nodes.Unary(str(items[0]), items[1], _place(meta))

    def read(self, meta: Meta, items: list[Any]) -> nodes.Read:
        return nodes.Read(items[0], _name(items[1]), _place(meta))

    def it_read(self, meta: Meta, items: list[Any]) -> nodes.Read:
        return nodes.Read(None, _name(items[0]), _place(meta))

    def call(self, meta: Meta, items: list[Any]) -> nodes.CallNode:
        return nodes.CallNode(items[0], items[1] or (), _place(meta))

    def filter(self, meta: Meta, items: list[Any]) -> nodes.FilterNode:
        return nodes.FilterNode(items[0], None, items[1], _place(meta))

    def filter_named(self, meta: Meta, items: list[Any]) -> nodes.FilterNode:
        return nodes.FilterNode(items[0], _name(items[1]), items[2], _place(meta))

    def name(self, meta: Meta, items: list[Any]) -> nodes.Name:
        return _name(items[0])

    def number(self, meta: Meta, items: list[Any]) -> nodes.Number:
        return nodes.Number(int(items[0]), _place(meta))

    def string(self, meta: Meta, items: list[Any]) -> nodes.String:
        return _string(items[0])

    def true(self, meta: Meta, items: list[Any]) -> nodes.Literal:
        return nodes.Literal(True, _place(meta))

    def false(self, meta: Meta, items: list[Any]) -> nodes.Literal:
        return nodes.Literal(False, _place(meta))

    def none(self, meta: Meta, items: list[Any]) -> nodes.Literal:
        return nodes.Literal(None, _place(meta))

    def list(self, meta: Meta, items: list[Any]) -> nodes.ListNode:
        return nodes.ListNode(tuple(item for item in items if item is not None), _place(meta))

    def arguments(self, meta: Meta, items: list[Any]) -> tuple[nodes.Argument, ...]:
        return tuple(items)

    def positional(self, meta: Meta, items: list[Any]) -> nodes.Argument:
        return nodes.Argument(None, items[0], items[0].place)

    def named(self, meta: Meta, items: list[Any]) -> nodes.Argument:
        return nodes.Argument(_name(items[0]), items[1], _place(meta))

    def signature(self, meta: Meta, items: list[Any]) -> nodes.SignatureNode:
        return nodes.SignatureNode(_name(items[0]), items[1], items[2], _place(meta))

    def parameters(self, meta: Meta, items: list[Any]) -> tuple[nodes.ParameterNode, ...]:
        return tuple(item for item in items if item is not None)

    def parameter(self, meta: Meta, items: list[Any]) -> nodes.ParameterNode:
        return nodes.ParameterNode(items[0], _name(items[1]), items[2], _place(meta))

    def type_one(self, meta: Meta, items: list[Any]) -> nodes.TypeNode:
        return nodes.TypeNode("one", _name(items[0]), _place(meta))

    def type_maybe(self, meta: Meta, items: list[Any]) -> nodes.TypeNode:
        return nodes.TypeNode("maybe", _name(items[0]), _place(meta))

    def type_list(self, meta: Meta, items: list[Any]) -> nodes.TypeNode:
        return nodes.TypeNode("list", _name(items[0]), _place(meta))

    def field(self, meta: Meta, items: list[Any]) -> nodes.FieldNode:
        type_, default, low, high, period = items
        return nodes.FieldNode(type_, default, low, high, _maybe_name(period), _place(meta))

    def typed(self, meta: Meta, items: list[Any]) -> nodes.TypedName:
        return nodes.TypedName(_name(items[0]), items[1], _place(meta))

    def rules(self, meta: Meta, items: list[Any]) -> tuple[nodes.RuleHead, ...]:
        return tuple(items)

    def rule_when(self, meta: Meta, items: list[Any]) -> nodes.RuleHead:
        label, condition, body = items
        return nodes.RuleHead(label, None, None, condition, body, _place(meta))

    def rule_for(self, meta: Meta, items: list[Any]) -> nodes.RuleHead:
        label, var, source, condition, body = items
        return nodes.RuleHead(label, _name(var), source, condition, body, _place(meta))

    def mods(self, meta: Meta, items: list[Any]) -> tuple[nodes.ModHead, ...]:
        return tuple(items)

    def mod(self, meta: Meta, items: list[Any]) -> nodes.ModHead:
        label, kind, field, condition, op, amount = items
        return nodes.ModHead(label, _name(kind), _name(field), condition, str(op), amount, _place(meta))

    def actions(self, meta: Meta, items: list[Any]) -> tuple[nodes.ActionHead, ...]:
        return tuple(items)

    def action(self, meta: Meta, items: list[Any]) -> nodes.ActionHead:
        label, head = items
        return nodes.ActionHead(
            label, head.menus, head.choices, head.costs, head.once, head.condition, head.body, _place(meta)
        )

    def action_head(self, meta: Meta, items: list[Any]) -> nodes.ActionHead:
        menus, *middle, once, condition, body = items
        choices = tuple(value for what, value in middle if what == "with")
        costs = tuple(value for what, value in middle if what == "cost")
        return nodes.ActionHead(None, menus, choices, costs, _maybe_name(once), condition, body, _place(meta))

    def choice(self, meta: Meta, items: list[Any]) -> tuple[str, tuple[nodes.Name, nodes.Node]]:
        return "with", (_name(items[0]), items[1])

    def cost(self, meta: Meta, items: list[Any]) -> tuple[str, tuple[nodes.Node, nodes.Node]]:
        return "cost", (items[0], items[1])

    def names(self, meta: Meta, items: list[Any]) -> tuple[nodes.Name, ...]:
        return tuple(_name(item) for item in items)

    def label(self, meta: Meta, items: list[Any]) -> nodes.Name:
        return _name(items[0])


def _flat(items: list[Any]) -> nodes.Suite:
    suite: list[nodes.StatementNode] = []
    for item in items:
        suite.extend(item) if isinstance(item, tuple) else suite.append(item)
    return tuple(suite)


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
    return _Build().transform(_parser().parse(source + "\n" * (start in ENDED), start=start))


def parse(text: Text, start: str) -> tuple[Any, Diagnostic | None]:
    """The syntax tree of a text, or the first fault in it. `start` is one of STARTS and decides what is given back."""
    if _depth(text.source) > DEEPEST:
        return None, Diagnostic("too-deep", text.span, f"more than {DEEPEST} brackets stand inside each other here")
    try:
        return _read(text.source, start), None
    except UnexpectedToken as fault:
        return None, _unexpected(text, fault)
    except UnexpectedCharacters as fault:
        return None, _strange(text, fault.line, fault.column)
    except UnexpectedEOF:
        return None, Diagnostic("syntax", text.span, "the text ends too early")
    except DedentError:
        return None, _uneven(text)


def _depth(source: str) -> int:
    depth = deepest = 0
    for character in source:
        if character in "([":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]":
            depth -= 1
    return deepest


def _strange(text: Text, line: int, column: int) -> Diagnostic:
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


def _uneven(text: Text) -> Diagnostic:
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


def _unexpected(text: Text, fault: UnexpectedToken) -> Diagnostic:
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
    place = _token_place(token)
    span = text.at(*place)
    if str(token) == "=" and "COMPARE" in expected:
        return Diagnostic("syntax", span, "`=` sets a value; it cannot stand in a question", "compare with `==`")
    if "COLON" in expected and len(expected) < 4:
        return Diagnostic("syntax", span, f"`{token}` cannot stand here; a `:` must come before it")
    if token.type == "NAME" and "COMPARE" in expected:
        return Diagnostic("syntax", span, f"`{token}` cannot follow directly", "a sign, a comma or a line end is missing")
    return Diagnostic("syntax", span, f"`{_WORDS.get(token.type, str(token))}` cannot stand here")
