"""From what the parser reads to the syntax tree: a method of Build is named for the grammar's rule that it answers.

The parser calls it the moment a rule is read, so that no parse tree is ever made. It gives all that the rule is made of
in order, each word and sign as a token; an optional part that is absent stands as one None for each of its symbols.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from lark import Token, Transformer

from rulewright.language.syntax import nodes
from rulewright.language.syntax.nodes import Place

LONGEST = 20  # digits of a number that are read; the checker refuses much shorter ones

Items = list[Any]


def token_place(token: Token) -> Place:
    """The place of a token."""
    return Place(cast(int, token.line), cast(int, token.column), cast(int, token.end_line), cast(int, token.end_column))


def _name(token: Token) -> nodes.Name:
    return nodes.Name(str(token), token_place(token))


def _maybe_name(token: Token | None) -> nodes.Name | None:
    return None if token is None else _name(token)


def _string(token: Token) -> nodes.String:
    return nodes.String(str(token)[1:-1], token_place(token))


def _from_to(first: Place, last: Place) -> Place:
    return Place(first.line, first.column, last.end_line, last.end_column)


def _from(token: Token, last: Place) -> Place:
    """From a token to the end of what has a place; what stands indented below a head is no part of its place."""
    return Place(cast(int, token.line), cast(int, token.column), last.end_line, last.end_column)


def _to(first: Place, token: Token) -> Place:
    return Place(first.line, first.column, cast(int, token.end_line), cast(int, token.end_column))


def _between(first: Token, last: Token) -> Place:
    return _from(first, token_place(last))


def _nodes(items: Items) -> tuple[Any, ...]:
    """What of a rule is no token and not absent."""
    return tuple(item for item in items if item is not None and not isinstance(item, Token))


def _suite(items: Items) -> nodes.Suite:
    """Statements, and lines of them, in one row."""
    suite: list[nodes.StatementNode] = []
    for item in items:
        if isinstance(item, tuple):
            suite += item
        elif not isinstance(item, Token):
            suite.append(item)
    return tuple(suite)


class Build(Transformer[Token, Any]):
    """Makes the node of each rule from the nodes below it."""

    block = staticmethod(_suite)
    suite = staticmethod(_suite)
    line = staticmethod(_nodes)
    arguments = staticmethod(_nodes)
    parameters = staticmethod(_nodes)
    rules = staticmethod(_nodes)
    hooks = staticmethod(_nodes)
    mods = staticmethod(_nodes)
    actions = staticmethod(_nodes)

    # ---- statements ----

    def call_statement(self, items: Items) -> nodes.CallStatement:
        return nodes.CallStatement(items[0], items[0].place)

    def let_(self, items: Items) -> nodes.LetNode:
        let, name, _, field, _, type_, _, value = items
        return nodes.LetNode(_name(name), _maybe_name(field), type_, value, _from(let, value.place))

    def set_(self, items: Items) -> nodes.AssignNode:
        target, _, value = items
        return nodes.AssignNode(target, "=", value, _from_to(target.place, value.place))

    def change(self, items: Items) -> nodes.AssignNode:
        target, op, value = items
        return nodes.AssignNode(target, str(op), value, _from_to(target.place, value.place))

    def return_(self, items: Items) -> nodes.ReturnNode:
        word, value = items
        return nodes.ReturnNode(value, token_place(word) if value is None else _from(word, value.place))

    def if_(self, items: Items) -> nodes.IfNode:
        word, condition, body, *elifs, _, other = items
        return nodes.IfNode(((condition, body), *elifs), other or (), _from(word, condition.place))

    def elif_(self, items: Items) -> tuple[nodes.Node, nodes.Suite]:
        return items[1], items[2]

    def for_(self, items: Items) -> nodes.ForNode:
        word, name, _, source, body = items
        return nodes.ForNode(_name(name), source, body, _from(word, source.place))

    def while_(self, items: Items) -> nodes.WhileNode:
        word, condition, body = items
        return nodes.WhileNode(condition, body, _from(word, condition.place))

    def next_(self, items: Items) -> nodes.NextNode:
        word, moment, call, _, period, _, condition, body = items
        last = condition.place if condition is not None else token_place(period or call)
        return nodes.NextNode(str(moment), _name(call), _maybe_name(period), condition, body, _from(word, last))

    def together_(self, items: Items) -> nodes.TogetherNode:
        word, body = items
        return nodes.TogetherNode(body, token_place(word))

    def choose_(self, items: Items) -> nodes.ChooseNode:
        word, _, arguments, *rest = items
        last = arguments[-1].place if arguments else token_place(word)
        return nodes.ChooseNode(arguments or (), _nodes(rest), _from(word, last))

    def option(self, items: Items) -> nodes.OptionNode:
        string, _, condition, body = items
        label = _string(string)
        return nodes.OptionNode(label, condition, () if isinstance(body, Token) else body, label.place)

    def options_for(self, items: Items) -> nodes.OptionsFor:
        word, name, _, source, *rest = items
        return nodes.OptionsFor(_name(name), source, _nodes(rest), _from(word, source.place))

    # ---- expressions ----

    def atom(self, items: Items) -> nodes.Node:
        """What stands in brackets: the brackets are part of its place, as of all places around it."""
        return cast(nodes.Node, replace(items[1], place=_between(items[0], items[2])))

    def formula(self, items: Items) -> nodes.Node:
        return cast(nodes.Node, _nodes(items)[0])

    def either(self, items: Items) -> nodes.IfElse:
        yes, _, condition, _, no = items
        return nodes.IfElse(condition, yes, no, _from_to(yes.place, no.place))

    def binary(self, items: Items) -> nodes.Binary:
        left, op, right = items
        return nodes.Binary(str(op), left, right, _from_to(left.place, right.place))

    def not_in(self, items: Items) -> nodes.Binary:
        left, _, _, right = items
        return nodes.Binary("not in", left, right, _from_to(left.place, right.place))

    def not_(self, items: Items) -> nodes.Unary:
        return nodes.Unary("not", items[1], _from(items[0], items[1].place))

    def sign(self, items: Items) -> nodes.Unary:
        return nodes.Unary(str(items[0]), items[1], _from(items[0], items[1].place))

    def read(self, items: Items) -> nodes.Read:
        of, _, name = items
        return nodes.Read(of, _name(name), _to(of.place, name))

    def it_read(self, items: Items) -> nodes.Read:
        return nodes.Read(None, _name(items[1]), _between(*items))

    def call(self, items: Items) -> nodes.CallNode:
        function, _, arguments, end = items
        return nodes.CallNode(function, arguments or (), _to(function.place, end))

    def filter(self, items: Items) -> nodes.FilterNode:
        of, _, condition, end = items
        return nodes.FilterNode(of, None, condition, _to(of.place, end))

    def filter_named(self, items: Items) -> nodes.FilterNode:
        of, _, name, _, condition, end = items
        return nodes.FilterNode(of, _name(name), condition, _to(of.place, end))

    def name(self, items: Items) -> nodes.Name:
        return _name(items[0])

    def number(self, items: Items) -> nodes.Number:
        digits = str(items[0]).lstrip("0")
        return nodes.Number(int(digits[:LONGEST] or 0), token_place(items[0]))

    def string(self, items: Items) -> nodes.String:
        return _string(items[0])

    def true(self, items: Items) -> nodes.Literal:
        return nodes.Literal(True, token_place(items[0]))

    def false(self, items: Items) -> nodes.Literal:
        return nodes.Literal(False, token_place(items[0]))

    def none(self, items: Items) -> nodes.Literal:
        return nodes.Literal(None, token_place(items[0]))

    def items(self, items: Items) -> nodes.ListNode:
        return nodes.ListNode(_nodes(items), _between(items[0], items[-1]))

    def positional(self, items: Items) -> nodes.Argument:
        return nodes.Argument(None, items[0], items[0].place)

    def named(self, items: Items) -> nodes.Argument:
        name, _, value = items
        return nodes.Argument(_name(name), value, _from(name, value.place))

    # ---- declarations ----

    def signature(self, items: Items) -> nodes.SignatureNode:
        name, parameters, _, result = items
        last = result or (parameters[-1] if parameters else _name(name))
        return nodes.SignatureNode(_name(name), parameters, result, _from(name, last.place))

    def call_shape(self, items: Items) -> tuple[tuple[nodes.ParameterNode, ...], nodes.TypeNode | None]:
        parameters, _, result = items
        return parameters, result

    def parameter(self, items: Items) -> nodes.ParameterNode:
        type_, name, _, default = items
        place = _to(type_.place, name) if default is None else _from_to(type_.place, default.place)
        return nodes.ParameterNode(type_, _name(name), default, place)

    def type_one(self, items: Items) -> nodes.TypeNode:
        return nodes.TypeNode("one", _name(items[0]), token_place(items[0]))

    def type_maybe(self, items: Items) -> nodes.TypeNode:
        return nodes.TypeNode("maybe", _name(items[1]), _between(*items))

    def type_list(self, items: Items) -> nodes.TypeNode:
        return nodes.TypeNode("list", _name(items[1]), _between(*items))

    def field(self, items: Items) -> nodes.FieldNode:
        type_, _, default, _, low, _, high, _, period = items
        each = _maybe_name(period)
        last = each or high or low or default or type_
        return nodes.FieldNode(type_, default, low, high, each, _from_to(type_.place, last.place))

    def derived(self, items: Items) -> nodes.DerivedNode:
        type_, _, value = items
        return nodes.DerivedNode(type_, value, _from_to((type_ or value).place, value.place))

    # ---- heads ----

    def rule_when(self, items: Items) -> nodes.RuleHead:
        label, word, condition, body = items
        return nodes.RuleHead(label, None, None, condition, body, _head(label, word, condition.place))

    def rule_for(self, items: Items) -> nodes.RuleHead:
        label, word, var, _, source, _, condition, body = items
        place = _head(label, word, (condition or source).place)
        return nodes.RuleHead(label, _name(var), source, condition, body, place)

    def hook(self, items: Items) -> nodes.HookHead:
        label, moment, call, _, prompt, _, once, _, condition, body = items
        last = condition.place if condition is not None else token_place(once or prompt or call)
        return nodes.HookHead(
            label,
            str(moment),
            _name(call),
            None if prompt is None else _string(prompt),
            _maybe_name(once),
            condition,
            body,
            _head(label, moment, last),
        )

    def mod(self, items: Items) -> nodes.ModHead:
        label, word, kind, _, field, _, condition, _, op, amount, _ = items
        place = _head(label, word, amount.place)
        return nodes.ModHead(label, _name(kind), _name(field), condition, str(op), amount, place)

    def action(self, items: Items) -> nodes.ActionHead:
        label, head = items
        return nodes.ActionHead(
            label, head.menus, head.choices, head.costs, head.once, head.condition, head.body, head.place
        )

    def action_head(self, items: Items) -> nodes.ActionHead:
        word, menus, *middle, _, once, _, condition, body = items
        choices = tuple(value for what, value in middle if what == "with")
        costs = tuple(value for what, value in middle if what == "cost")
        place = _from(word, menus[-1].place)
        return nodes.ActionHead(None, menus, choices, costs, _maybe_name(once), condition, body, place)

    def choice(self, items: Items) -> tuple[str, tuple[nodes.Name, nodes.Node]]:
        return "with", (_name(items[1]), items[3])

    def cost(self, items: Items) -> tuple[str, tuple[nodes.Node, nodes.Node]]:
        return "cost", (items[1], items[3])

    def names(self, items: Items) -> tuple[nodes.Name, ...]:
        return tuple(_name(item) for item in items if item.type == "NAME")

    def label(self, items: Items) -> nodes.Name:
        return _name(items[0])


def _head(label: nodes.Name | None, word: Token, last: Place) -> Place:
    return _from(word, last) if label is None else _from_to(label.place, last)
