"""Things that do something, and no print says what."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.language.types import Nothing
from rulewright.pack.model import Thing
from rulewright.text.diagnostics import Severity


@of_reading(Severity.WARNING, 0.9)
def missing_text(reading: Reading) -> Iterator[Finding]:
    """Finds a thing with an effect, hooks, modifiers, rules or actions of its own, and without a printed `text`.

    People at the table read the text, not the effect: without it they cannot know what the thing does. Where a pack
    prints no text on any thing, nothing is said.

        things:
          card:
            honey: {title: Honey, at: deck, effect: me.coins += 2}      # and no `text: Gain 2 coins.`

    Write what it does as `text:`.
    """
    things = (*reading.pack.things, *reading.pack.areas)
    doing = [id_ for id_, does in reading.program.does.items() if isinstance(does.result, Nothing)]
    if any(each.text is not None for each in things):
        for thing in things:
            if thing.text is None and _does_something(thing, doing):
                yield Finding(thing.id.span, f"`{thing.id}` does something, and no text says what", "add `text:`")


def _does_something(thing: Thing, doing: list[str]) -> bool:
    own = thing.behaviour
    acts = (own.mods, own.hooks, own.rules, own.actions, own.action_heads)
    return any(act is not None for act in acts) or any(name in doing for name in thing.values)
