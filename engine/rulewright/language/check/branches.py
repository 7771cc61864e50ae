"""What may not stand in a branch of `together`, nor in anything that it calls.

Branches are run alone and then once more, so nothing in them may draw, end or leave anything, and in each only the one
for whom it runs may decide. Whether somebody is that one is followed through locals and parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rulewright.language.analysis.sight import lies_unseen
from rulewright.language.analysis.trees import walk
from rulewright.language.check.context import World
from rulewright.language.program import HookSymbol, StepSymbol, WaitSymbol
from rulewright.language.tree import (
    Ask,
    Assign,
    BranchLoop,
    Builtin,
    Call,
    Choose,
    For,
    Item,
    Keyed,
    Offer,
    Proceed,
    Prop,
    PutFace,
    PutSymbol,
    Together,
    Var,
    Wait,
    Word,
)
from rulewright.text.diagnostics import Related
from rulewright.text.spans import Span

FORBIDDEN = ("end", "leave", "proceed")
UNSEEN = "nobody sees what lies there: a blind pick may not stand in `together`"
Owned = frozenset[str]
"""The locals and parameters that hold the one for whom a branch runs, or something that is owned by that one."""


def check_branches(world: World) -> None:
    """Notes all that may not stand in the branches of a pack."""
    for routine in list(world.program.routines.values()) if world.together else ():
        for node in walk(routine.body):
            if isinstance(node, Together):
                _Branch(world, node.span).look(node.loop.body, frozenset({node.loop.var}))
    for step in _steps(world.program.flow):
        if step.together:
            _unanswered(world, step)
        if step.together and step.routine:
            _Branch(world, step.span, step.id).look(world.program.routines[step.routine].body, frozenset())


def _steps(steps: tuple[StepSymbol, ...]) -> Iterator[StepSymbol]:
    for step in steps:
        yield step
        yield from _steps(step.steps)


def _unanswered(world: World, step: StepSymbol) -> None:
    """Notes hooks on a step whose items are branches: each item begins and ends with the others."""
    answering: list[HookSymbol | WaitSymbol] = [*world.program.hooks, *world.program.waits.values()]
    for hook in answering:
        if hook.call in (step.id, f"step.{step.id}"):
            hint = "let the step call a procedure, and answer that"
            world.faults.add("not-together", hook.span, f"`{step.id}` is `together:`, no hook answers it", hint)


@dataclass(slots=True)
class _Branch:
    """A branch whose texts are looked through: where its block stands, and the step whose item it is for, if any."""

    world: World
    block: Span
    step: str = ""
    seen: set[tuple[str, Owned]] = field(default_factory=set)

    def look(self, body: Any, owned: Owned) -> None:
        """Look through some statements, and all that they call."""
        self._blind(body)
        items = [node.var for node in walk((body,)) if isinstance(node, For | BranchLoop)]
        for node in walk((body,)):
            if isinstance(node, Assign) and self._own(node.value, owned) and node.name not in items:
                others = [each for each in walk((body,)) if isinstance(each, Assign) and each.name == node.name]
                if all(self._own(each.value, owned) for each in others):
                    owned |= {node.name}
        for node in walk((body,)):
            self._node(node, owned)

    def _node(self, node: Any, owned: Owned) -> None:
        match node:
            case Builtin(name=name) if name in FORBIDDEN or self.world.shelf[name].draws:
                self._fault(node.span, f"`{name}` may not stand in `together`, nor in what it calls")
            case PutSymbol() | PutFace():
                self._fault(node.span, "no dice are changed in `together`", "change them before, or after it")
            case Choose(ask=Ask(decider=decider)) | Builtin(arguments={"prompt": Ask(decider=decider)}):
                self._decides(decider, node.span, owned)
            case Offer(decider=None):
                self._decides(None, node.span, owned)
            case Offer(menu=menu, arguments=arguments, decider=decider):
                self._decides(decider, node.span, owned)
                self._offer(menu, arguments, owned)
                self._answered(menu, node.span)
            case Wait():
                self._fault(node.span, "`next` may not stand in `together`, nor in what it calls")
            case Proceed() if not self.seen:
                self._fault(node.span, "`proceed` may not stand in `together`")
            case Call(routine=name, arguments=arguments):
                self._answered(name, node.span)
                for each in self._called(name):
                    names = [parameter.name for parameter in self.world.program.routines[each].parameters]
                    self._follow(each, names, arguments, owned)

    def _blind(self, body: Any) -> None:
        """Notes picks that are surely blind: which of what looks alike is taken would have to be drawn."""
        for node in walk((body,)):
            match node:
                case Builtin(arguments={"prompt": Ask(), "xs": source}) | BranchLoop(source=source) if not isinstance(
                    source, Word | Keyed | tuple | Ask
                ) and lies_unseen(self.world.program, source):
                    self._fault(node.span, UNSEEN)

    def _called(self, name: str) -> list[str]:
        program = self.world.program
        texts = [name]
        if name in program.does:
            texts = list(dict.fromkeys(program.does[name].texts.values()))
        return [each for each in texts if each in program.routines]

    def _answered(self, call: str, span: Span) -> None:
        """Look through the hooks that answer a call, now or once they wait for it."""
        program = self.world.program
        if any(each == call for each, _ in program.orders):
            self._fault(span, f"in `together` only one may decide, but somebody orders the hooks on `{call}`")
        for hook in program.hooks:
            if hook.call == call:
                if hook.ask is not None:
                    self._fault(span, f"in `together` only one may decide, but a hook on `{call}` asks")
                self._follow(hook.routine, [], (), frozenset())
        for wait in program.waits.values():
            if wait.call == call:
                self._follow(wait.routine, [], (), frozenset())

    def _offer(self, menu: str, arguments: tuple[Any, ...], owned: Owned) -> None:
        symbol = self.world.program.menus[menu]
        given = dict(zip((each.name for each in symbol.parameters), arguments, strict=False))
        for id in symbol.actions:
            for choice in self.world.program.actions[id].choices:
                if lies_unseen(self.world.program, choice.source):
                    self._fault(choice.source.span, UNSEEN)
            routine = self.world.program.routines[self.world.program.actions[id].routine]
            names = [each.name for each in routine.parameters if each.name in given]
            self._answered(id, routine.span)
            self._follow(routine.id, names, tuple(given[each] for each in names), owned)

    def _follow(self, routine: str, names: list[str], arguments: tuple[Any, ...], owned: Owned) -> None:
        """Look through a text that is called with some arguments, once for each way in which they are owned."""
        pairs = zip(names, arguments, strict=False)
        given = frozenset(name for name, argument in pairs if self._own(argument, owned))
        if (routine, given) not in self.seen:
            self.seen.add((routine, given))
            self.look(self.world.program.routines[routine].body, given)

    def _own(self, node: Any, owned: Owned) -> bool:
        match node:
            case Var(name=name):
                return name in owned
            case Item(step=step):
                return step == self.step
            case Prop(name="owner", of=of):
                return self._own(of, owned)
        return False

    def _decides(self, decider: Any, span: Span, owned: Owned) -> None:
        if decider is None or not self._own(decider, owned):
            hint = "hand that one over: `by=…`, or a parameter `me`"
            self._fault(span, "in `together` only the one whose branch it is may decide", hint)

    def _fault(self, span: Span, message: str, hint: str = "") -> None:
        faults = self.world.faults
        if not any(each.span == span and each.id == "not-together" for each in faults.found):
            faults.add("not-together", span, message, hint, (Related(self.block, "the block"),))
