"""From Lark's parse tree to the syntax tree: a method of Build is named for the grammar's rule that it answers."""

from __future__ import annotations

from typing import Any, cast

from lark import Token, Transformer, v_args
from lark.tree import Meta

from rulewright.language.syntax import nodes
from rulewright.language.syntax.nodes import Place

LONGEST = 20  # digits of a number that are read; the checker refuses much shorter ones


def place_of(meta: Meta) -> Place:
    """The place of a piece of the parse tree."""
    return Place(meta.line, meta.column, meta.end_line, meta.end_column)


def _name(token: Token) -> nodes.Name:
    return nodes.Name(str(token), token_place(token))


def _up_to(meta: Meta, last: Place) -> Place:
    """From the start of a piece to the end of its head: what stands indented below it is no part of its place."""
    return Place(meta.line, meta.column, last.end_line, last.end_column)


def token_place(token: Token) -> Place:
    """The place of a token."""
    return Place(cast(int, token.line), cast(int, token.column), cast(int, token.end_line), cast(int, token.end_column))


def _maybe_name(token: Token | None) -> nodes.Name | None:
    return None if token is None else _name(token)


def _string(token: Token) -> nodes.String:
    return nodes.String(str(token)[1:-1], token_place(token))


@v_args(meta=True)
class Build(Transformer[Token, Any]):
    """Makes the node of each rule from the nodes below it."""

    def block(self, meta: Meta, items: list[Any]) -> nodes.Suite:
        return _flat(items)

    def line(self, meta: Meta, items: list[Any]) -> nodes.Suite:
        return tuple(item for item in items if item is not None)

    def suite(self, meta: Meta, items: list[Any]) -> nodes.Suite:
        return _flat(items)

    def call_statement(self, meta: Meta, items: list[Any]) -> nodes.CallStatement:
        return nodes.CallStatement(items[0], items[0].place)

    def let_(self, meta: Meta, items: list[Any]) -> nodes.LetNode:
        return nodes.LetNode(_name(items[0]), items[1], items[-1], place_of(meta))

    def set_(self, meta: Meta, items: list[Any]) -> nodes.AssignNode:
        return nodes.AssignNode(items[0], "=", items[1], place_of(meta))

    def change(self, meta: Meta, items: list[Any]) -> nodes.AssignNode:
        return nodes.AssignNode(items[0], str(items[1]), items[2], place_of(meta))

    def return_(self, meta: Meta, items: list[Any]) -> nodes.ReturnNode:
        return nodes.ReturnNode(items[0], place_of(meta))

    def if_(self, meta: Meta, items: list[Any]) -> nodes.IfNode:
        condition, body, *elifs, other = items
        return nodes.IfNode(((condition, body), *elifs), other or (), _up_to(meta, condition.place))

    def elif_(self, meta: Meta, items: list[Any]) -> tuple[nodes.Node, nodes.Suite]:
        return items[0], items[1]

    def for_(self, meta: Meta, items: list[Any]) -> nodes.ForNode:
        return nodes.ForNode(_name(items[0]), items[1], items[2], _up_to(meta, items[1].place))

    def while_(self, meta: Meta, items: list[Any]) -> nodes.WhileNode:
        return nodes.WhileNode(items[0], items[1], _up_to(meta, items[0].place))

    def choose_(self, meta: Meta, items: list[Any]) -> nodes.ChooseNode:
        arguments = items[0] or ()
        word = Place(meta.line, meta.column, meta.line, meta.column + len("choose"))
        last = arguments[-1].place if arguments else word
        return nodes.ChooseNode(arguments, tuple(items[1:]), _up_to(meta, last))

    def option(self, meta: Meta, items: list[Any]) -> nodes.OptionNode:
        body = items[2] if len(items) > 2 else ()
        label = _string(items[0])
        return nodes.OptionNode(label, items[1], body, label.place)

    def options_for(self, meta: Meta, items: list[Any]) -> nodes.OptionsFor:
        return nodes.OptionsFor(_name(items[0]), items[1], tuple(items[2:]), _up_to(meta, items[1].place))

    def formula(self, meta: Meta, items: list[Any]) -> nodes.Node:
        return cast(nodes.Node, items[0])

    def either(self, meta: Meta, items: list[Any]) -> nodes.IfElse:
        return nodes.IfElse(items[1], items[0], items[2], place_of(meta))

    def binary(self, meta: Meta, items: list[Any]) -> nodes.Binary:
        return nodes.Binary(str(items[1]), items[0], items[2], place_of(meta))

    def not_in(self, meta: Meta, items: list[Any]) -> nodes.Binary:
        return nodes.Binary("not in", items[0], items[2], place_of(meta))

    def not_(self, meta: Meta, items: list[Any]) -> nodes.Unary:
        return nodes.Unary("not", items[0], place_of(meta))

    def sign(self, meta: Meta, items: list[Any]) -> nodes.Unary:
        return nodes.Unary(str(items[0]), items[1], place_of(meta))

    def read(self, meta: Meta, items: list[Any]) -> nodes.Read:
        return nodes.Read(items[0], _name(items[1]), place_of(meta))

    def it_read(self, meta: Meta, items: list[Any]) -> nodes.Read:
        return nodes.Read(None, _name(items[0]), place_of(meta))

    def call(self, meta: Meta, items: list[Any]) -> nodes.CallNode:
        return nodes.CallNode(items[0], items[1] or (), place_of(meta))

    def filter(self, meta: Meta, items: list[Any]) -> nodes.FilterNode:
        return nodes.FilterNode(items[0], None, items[1], place_of(meta))

    def filter_named(self, meta: Meta, items: list[Any]) -> nodes.FilterNode:
        return nodes.FilterNode(items[0], _name(items[1]), items[2], place_of(meta))

    def name(self, meta: Meta, items: list[Any]) -> nodes.Name:
        return _name(items[0])

    def number(self, meta: Meta, items: list[Any]) -> nodes.Number:
        digits = str(items[0]).lstrip("0")
        return nodes.Number(int(digits[:LONGEST] or 0), place_of(meta))

    def string(self, meta: Meta, items: list[Any]) -> nodes.String:
        return _string(items[0])

    def true(self, meta: Meta, items: list[Any]) -> nodes.Literal:
        return nodes.Literal(True, place_of(meta))

    def false(self, meta: Meta, items: list[Any]) -> nodes.Literal:
        return nodes.Literal(False, place_of(meta))

    def none(self, meta: Meta, items: list[Any]) -> nodes.Literal:
        return nodes.Literal(None, place_of(meta))

    def items(self, meta: Meta, items: list[Any]) -> nodes.ListNode:
        return nodes.ListNode(tuple(item for item in items if item is not None), place_of(meta))

    def arguments(self, meta: Meta, items: list[Any]) -> tuple[nodes.Argument, ...]:
        return tuple(items)

    def positional(self, meta: Meta, items: list[Any]) -> nodes.Argument:
        return nodes.Argument(None, items[0], items[0].place)

    def named(self, meta: Meta, items: list[Any]) -> nodes.Argument:
        return nodes.Argument(_name(items[0]), items[1], place_of(meta))

    def signature(self, meta: Meta, items: list[Any]) -> nodes.SignatureNode:
        return nodes.SignatureNode(_name(items[0]), items[1], items[2], place_of(meta))

    def parameters(self, meta: Meta, items: list[Any]) -> tuple[nodes.ParameterNode, ...]:
        return tuple(item for item in items if item is not None)

    def parameter(self, meta: Meta, items: list[Any]) -> nodes.ParameterNode:
        return nodes.ParameterNode(items[0], _name(items[1]), items[2], place_of(meta))

    def type_one(self, meta: Meta, items: list[Any]) -> nodes.TypeNode:
        return nodes.TypeNode("one", _name(items[0]), place_of(meta))

    def type_maybe(self, meta: Meta, items: list[Any]) -> nodes.TypeNode:
        return nodes.TypeNode("maybe", _name(items[0]), place_of(meta))

    def type_list(self, meta: Meta, items: list[Any]) -> nodes.TypeNode:
        return nodes.TypeNode("list", _name(items[0]), place_of(meta))

    def field(self, meta: Meta, items: list[Any]) -> nodes.FieldNode:
        type_, default, low, high, period = items
        return nodes.FieldNode(type_, default, low, high, _maybe_name(period), place_of(meta))

    def derived(self, meta: Meta, items: list[Any]) -> nodes.DerivedNode:
        return nodes.DerivedNode(items[0], items[1], place_of(meta))

    def rules(self, meta: Meta, items: list[Any]) -> tuple[nodes.RuleHead, ...]:
        return tuple(items)

    def rule_when(self, meta: Meta, items: list[Any]) -> nodes.RuleHead:
        label, condition, body = items
        return nodes.RuleHead(label, None, None, condition, body, _up_to(meta, condition.place))

    def rule_for(self, meta: Meta, items: list[Any]) -> nodes.RuleHead:
        label, var, source, condition, body = items
        last = condition if condition is not None else source
        return nodes.RuleHead(label, _name(var), source, condition, body, _up_to(meta, last.place))

    def mods(self, meta: Meta, items: list[Any]) -> tuple[nodes.ModHead, ...]:
        return tuple(items)

    def mod(self, meta: Meta, items: list[Any]) -> nodes.ModHead:
        label, kind, field, condition, op, amount = items
        return nodes.ModHead(label, _name(kind), _name(field), condition, str(op), amount, _up_to(meta, amount.place))

    def actions(self, meta: Meta, items: list[Any]) -> tuple[nodes.ActionHead, ...]:
        return tuple(items)

    def action(self, meta: Meta, items: list[Any]) -> nodes.ActionHead:
        label, head = items
        return nodes.ActionHead(
            label, head.menus, head.choices, head.costs, head.once, head.condition, head.body, head.place
        )

    def action_head(self, meta: Meta, items: list[Any]) -> nodes.ActionHead:
        menus, *middle, once, condition, body = items
        choices = tuple(value for what, value in middle if what == "with")
        costs = tuple(value for what, value in middle if what == "cost")
        place = _up_to(meta, menus[-1].place)
        return nodes.ActionHead(None, menus, choices, costs, _maybe_name(once), condition, body, place)

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
