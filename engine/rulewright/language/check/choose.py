"""Checking `choose`: a decision between named options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulewright.language.check.context import Context
from rulewright.language.check.convert import decider, list_of, truth
from rulewright.language.check.facts import shown
from rulewright.language.check.locals import loop_variable
from rulewright.language.check.prompts import ask, label
from rulewright.language.syntax import nodes
from rulewright.language.syntax.nodes import Suite
from rulewright.language.tree import Block, Branch, BranchLoop, Choose, Expression
from rulewright.language.types import BOOL
from rulewright.language.wording import Label

CheckBlock = Callable[[Context, Suite], tuple[Block, bool]]


@dataclass(frozen=True, slots=True)
class _Options:
    """An _Options is what is gathered while the options of one `choose` are checked."""

    block: CheckBlock
    written: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    loops: list[tuple[str, ...]] = field(default_factory=list)
    outgoing: list[Context] = field(default_factory=list)


def choose(cx: Context, node: nodes.ChooseNode, block: CheckBlock) -> tuple[Choose, list[Context]]:
    """The checked decision, and the contexts at the end of each option from which the text goes on.

    `block` checks the statements of an option.
    """
    prompt, by = _arguments(cx, node)
    text = label(cx, prompt) if prompt else Label("", ())
    who = decider(cx, by, node.place)
    options = _Options(block)
    branches = tuple(_option(cx, option, options, ()) for option in node.options)
    span = cx.span(prompt.place if prompt else node.place)
    asked = ask(cx, "choose", text, who, BOOL, span, False, tuple(options.labels), tuple(options.loops))
    return Choose(asked, branches, cx.span(node.place)), [*options.outgoing, cx.inner()]


def _arguments(cx: Context, node: nodes.ChooseNode) -> tuple[nodes.String | None, Expression | None]:
    prompt: nodes.String | None = None
    by: Expression | None = None
    for argument in node.arguments:
        if argument.name is None and isinstance(argument.value, nodes.String) and prompt is None:
            prompt = argument.value
        elif argument.name is not None and argument.name.id == "by" and by is None:
            by = cx.value(argument.value)
        else:
            cx.fault("wrong-arguments", argument.place, "`choose` takes a prompt in quotation marks, and `by=`")
    if prompt is None and not node.arguments:
        cx.fault("wrong-arguments", node.place, "`choose` needs a prompt in quotation marks", 'choose("…"):')
    return prompt, by


def _option(
    cx: Context, node: nodes.OptionNode | nodes.OptionsFor, options: _Options, around: tuple[str, ...]
) -> Branch | BranchLoop:
    inside = cx.inner()
    inside.pure = "what may be chosen"
    if isinstance(node, nodes.OptionsFor):
        source, item = list_of(inside, node.source)
        loop_variable(inside, node.var, item)
        inside.pure = cx.pure
        names = (*around, node.var.id)
        inner = tuple(_option(inside, option, options, names) for option in node.options)
        return BranchLoop(node.var.id, source, inner, cx.span(node.place))
    condition = None
    if node.condition is not None:
        condition = truth(inside, inside.value(node.condition, BOOL), node.condition.place)
        inside.learn(shown(inside, condition, True))
    inside.pure = cx.pure
    written = (node.label.text, around)
    if written in options.written and node.condition is None:
        cx.fault(
            "duplicate-id", node.label.place, f'another option here is called "{node.label.text}" too', "rename one"
        )
    if node.condition is None:
        options.written.append(written)
    options.labels.append(label(inside, node.label))
    options.loops.append(around)
    number = len(options.labels) - 1
    body, ended = options.block(inside, node.body)
    if not ended:
        options.outgoing.append(inside)
    return Branch(number, condition, body, cx.span(node.place))
