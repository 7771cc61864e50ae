"""What faces tell that somebody who reads or decides may not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.language.analysis.sight import place_of
from rulewright.language.analysis.trees import equal, parts, walk
from rulewright.language.program import Program
from rulewright.language.tree import (
    Ask,
    AsList,
    Assign,
    BranchLoop,
    Builtin,
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

_OF_A_LIST = ("sort", "take", "least", "most", "first", "random", "around")
_TELLS = ("show", "hide", "shuffle")


@dataclass(frozen=True, slots=True)
class Sight:
    """A Sight is whose eyes are looked through, a decider's or `everybody`'s, and what the variables stand for."""

    program: Program
    decider: Expression | None = None
    everybody: bool = False
    sources: Mapping[str, Expression] = field(default_factory=dict)

    def knowing(self, var: str, source: Expression) -> Sight:
        """The same eyes where a variable is an item of a list."""
        return replace(self, sources={**self.sources, var: source})

    def differs(self, own: bool) -> bool:
        """Whether one of those who look surely is not the one who alone looks into a place; `own` is whether the
        decider is."""
        return self.everybody or (self.decider is not None and not own)


def turns_faces(body: Any) -> bool:
    """Whether a text turns or mixes faces, so that who knows them is not plain."""
    return any(isinstance(node, Builtin) and node.name in _TELLS for node in walk(body))


def sources_of(body: Any) -> dict[str, Expression]:
    """What the locals of a text are given, or go through."""
    sources: dict[str, Expression] = {}
    for node in walk(body):
        match node:
            case Assign(name=name, value=value):
                sources[name] = value
            case For(var=var, source=source) | BranchLoop(var=var, source=source):
                sources[var] = source
            case _:
                continue
    return sources


def unseen_faces(sight: Sight, node: Any) -> Iterator[tuple[Get, str]]:
    """Where an expression reads what a face hides, of something unseen; with the name of the field."""
    program = sight.program
    match node:
        case None:
            return
        case Get(field=name, of=of) if _is_hidden(program, name) and _unseen(sight, of):
            yield node, program.fields[name].name
        case Filter(source=source, key=key) | Each(source=source, key=key):
            yield from unseen_faces(sight, source)
            yield from unseen_faces(sight.knowing(key.var, source), key.body)
        case Builtin(arguments=arguments):
            xs = arguments.get("xs")
            for each in parts(node):
                if isinstance(each, Keyed) and isinstance(xs, Expression):
                    yield from unseen_faces(sight.knowing(each.var, xs), each.body)
                elif not isinstance(each, Ask):
                    yield from unseen_faces(sight, each)
        case _:
            for each in parts(node):
                yield from unseen_faces(sight, each)


def _is_hidden(program: Program, name: str) -> bool:
    """Whether a field is one that a face hides, or is derived from one."""
    kind, _, own = name.partition(".")
    if any(own in (each.hidden or ()) and kind in each.ancestors for each in program.kinds.values()):
        return True
    derived = program.fields[name].derived
    return any(isinstance(node, Get) and _is_hidden(program, node.field) for node in walk((derived,)))


def _unseen(sight: Sight, source: Expression, depth: int = 9) -> bool:
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


def _unseen_place(sight: Sight, place: Expression) -> bool:
    """Whether a place is surely one into which the decider does not look."""
    program = sight.program
    match place:
        case Const(value=int() as number):
            found = place_of(program, number)
            owner = program.things[number].owner
            own = isinstance(sight.decider, Const) and sight.decider.value == owner
            return found is not None and (found.sees == "none" or (found.sees == "owner" and sight.differs(own)))
        case Get(field=name, of=of):
            given = program.fields[name].start.values()
            places = [place_of(program, each.value) for each in given if isinstance(each, Const)]
            sees = [each.sees if each is not None else "all" for each in places]
            if not sees or "all" in sees:
                return False
            own = sight.decider is not None and equal(of, sight.decider)
            return all(each == "none" for each in sees) or sight.differs(own)
        case _:
            return False
