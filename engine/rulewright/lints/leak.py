"""Decisions that tell what their decider may not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.judgement.unseen import Sight, sources_of, turns_faces, unseen_faces
from rulewright.language.analysis.sight import menu_decider
from rulewright.language.analysis.trees import walk
from rulewright.language.tree import Ask, Branch, Builtin, Choose
from rulewright.text.diagnostics import Severity


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
        if not turns_faces(routine.body):
            yield from _of_routine(reading, routine.body)
    for action in reading.program.actions.values():
        for name in action.menus:
            decider = menu_decider(reading.program, reading.program.menus[name])
            told = (action.condition, tuple(choice.source for choice in action.choices))
            yield from _told(Sight(reading.program, decider), told, "whether this is offered depends on")


def _of_routine(reading: Reading, body: Any) -> Iterator[Finding]:
    sources = sources_of(body)
    for node in walk(body):
        match node:
            case Builtin(arguments={"prompt": Ask() as ask}):
                sight = Sight(reading.program, ask.decider, sources=sources)
                yield from _of_prompt(sight, ask)
                yield from _told(sight, node.arguments.get("xs"), "what can be chosen depends on")
            case Choose(ask=ask, branches=branches):
                sight = Sight(reading.program, ask.decider, sources=sources)
                yield from _of_prompt(sight, ask)
                conditions = [each.condition for each in walk(branches) if isinstance(each, Branch)]
                yield from _told(sight, tuple(conditions), "whether this is offered depends on")
            case _:
                continue


def _of_prompt(sight: Sight, ask: Ask) -> Iterator[Finding]:
    prompt = sight.program.prompts[ask.prompt]
    shown = (prompt.text.parts, tuple(label.parts for label in prompt.labels))
    yield from _told(sight, shown, "this shows")


def _told(sight: Sight, node: Any, how: str) -> Iterator[Finding]:
    """What a part of a decision tells of faces that are unseen."""
    for read, what in unseen_faces(sight, node):
        message = f"{how} `{what}` of what the decider may not know"
        yield Finding(read.span, message, "let who knows it decide, or `show` it first")
