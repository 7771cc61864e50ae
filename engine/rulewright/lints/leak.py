"""Decisions that tell what their decider may not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.language.analysis.sight import menu_decider, place_of
from rulewright.language.analysis.trees import equal, parts, walk
from rulewright.language.program import Program
from rulewright.language.tree import (
    Ask,
    AsList,
    Assign,
    Branch,
    BranchLoop,
    Builtin,
    Choose,
    Const,
    Each,
    Expression,
    Filter,
    For,
    Get,
    Inside,
    Keyed,
    Var,
    Without,
)
from rulewright.text.diagnostics import Severity

_OF_A_LIST = ("sort", "take", "least", "most", "first", "random", "around")
_TELLS = ("show", "hide", "shuffle")


@of_reading(Severity.WARNING, 0.8)
def leak(reading: Reading) -> Iterator[Finding]:
    """Finds a prompt, an option or a list of options that depends on a face which its decider may not know.

    Who sees an option learns why it is there: one that is offered only if another's hand holds a five tells that it
    does. Faces are unseen where they lie in a place that nobody sees, or that only its owner sees. Where the same text
    shows something first, nothing is said.

        pick(rival.hand.card[.rank > 3], "Take which?")

    Let somebody decide who knows the face, `show` it first, or offer what does not depend on it.
    """
    for routine in reading.program.routines.values():
        if not any(isinstance(node, Builtin) and node.name in _TELLS for node in walk(routine.body)):
            yield from _of_routine(reading, routine.body)
    for action in reading.program.actions.values():
        for name in action.menus:
            decider = menu_decider(reading.program, reading.program.menus[name])
            told = (action.condition, tuple(choice.source for choice in action.choices))
            yield from _told(_Sight(reading, decider), told, "whether this is offered depends on")


@dataclass(frozen=True, slots=True)
class _Sight:
    """A _Sight is whose eyes are looked through: a decider, and what the variables of a text stand for."""

    reading: Reading
    decider: Expression | None
    sources: Mapping[str, Expression] = field(default_factory=dict)

    def knowing(self, var: str, source: Expression) -> _Sight:
        """The same eyes where a variable is an item of a list."""
        return _Sight(self.reading, self.decider, {**self.sources, var: source})


def _of_routine(reading: Reading, body: Any) -> Iterator[Finding]:
    sources: dict[str, Expression] = {}
    for node in walk(body):
        match node:
            case Assign(name=name, value=value):
                sources[name] = value
            case For(var=var, source=source) | BranchLoop(var=var, source=source):
                sources[var] = source
            case _:
                continue
    for node in walk(body):
        match node:
            case Builtin(arguments={"prompt": Ask() as ask}):
                sight = _Sight(reading, ask.decider, sources)
                yield from _of_prompt(sight, ask)
                yield from _told(sight, node.arguments.get("xs"), "what can be chosen depends on")
            case Choose(ask=ask, branches=branches):
                sight = _Sight(reading, ask.decider, sources)
                yield from _of_prompt(sight, ask)
                conditions = [each.condition for each in walk(branches) if isinstance(each, Branch)]
                yield from _told(sight, tuple(conditions), "whether this is offered depends on")
            case _:
                continue


def _of_prompt(sight: _Sight, ask: Ask) -> Iterator[Finding]:
    prompt = sight.reading.program.prompts[ask.prompt]
    shown = (prompt.text.parts, tuple(label.parts for label in prompt.labels))
    yield from _told(sight, shown, "this shows")


def _told(sight: _Sight, node: Any, how: str) -> Iterator[Finding]:
    """What a part of a decision tells of faces that are unseen."""
    program = sight.reading.program
    match node:
        case None:
            return
        case Get(field=name, of=of) if _is_hidden(program, name) and _unseen(sight, of):
            what = program.fields[name].name
            message = f"{how} `{what}` of what the decider may not know"
            yield Finding(node.span, message, "let who knows it decide, or `show` it first")
        case Filter(source=source, key=key) | Each(source=source, key=key):
            yield from _told(sight, source, how)
            yield from _told(sight.knowing(key.var, source), key.body, how)
        case Builtin(arguments=arguments):
            xs = arguments.get("xs")
            for each in parts(node):
                if isinstance(each, Keyed) and isinstance(xs, Expression):
                    yield from _told(sight.knowing(each.var, xs), each.body, how)
                elif not isinstance(each, Ask):
                    yield from _told(sight, each, how)
        case _:
            for each in parts(node):
                yield from _told(sight, each, how)


def _is_hidden(program: Program, name: str) -> bool:
    """Whether a field is one that a face hides."""
    kind, _, own = name.partition(".")
    return any(own in (each.hidden or ()) and kind in each.ancestors for each in program.kinds.values())


def _unseen(sight: _Sight, source: Expression, depth: int = 9) -> bool:
    """Whether what an expression gives surely lies where the decider does not look."""
    match source:
        case Var(name=name) if name in sight.sources and depth:
            return _unseen(sight, sight.sources[name], depth - 1)
        case Filter(source=inner) | Without(left=inner) | AsList(of=inner):
            return _unseen(sight, inner, depth)
        case Builtin(name=name, arguments={"xs": inner}) if name in _OF_A_LIST and isinstance(inner, Expression):
            return _unseen(sight, inner, depth)
        case Builtin(name="draw", arguments={"to": to}) if isinstance(to, Expression):
            return _unseen_place(sight, to)
        case Inside(of=of):
            return _unseen_place(sight, of)
        case _:
            return False


def _unseen_place(sight: _Sight, place: Expression) -> bool:
    """Whether a place is surely one into which the decider does not look."""
    program = sight.reading.program
    match place:
        case Const(value=int() as number):
            found = place_of(program, number)
            owner = program.things[number].owner
            own = isinstance(sight.decider, Const) and sight.decider.value == owner
            return found is not None and (found.sees == "none" or (found.sees == "owner" and _differs(sight, own)))
        case Get(field=name, of=of):
            given = program.fields[name].start.values()
            places = [place_of(program, each.value) for each in given if isinstance(each, Const)]
            sees = [each.sees if each is not None else "all" for each in places]
            if not sees or "all" in sees:
                return False
            own = sight.decider is not None and equal(of, sight.decider)
            return all(each == "none" for each in sees) or _differs(sight, own)
        case _:
            return False


def _differs(sight: _Sight, own: bool) -> bool:
    """Whether the decider is known, and not the one who looks in."""
    return sight.decider is not None and not own
