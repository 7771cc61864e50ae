"""What packs may say one day and cannot yet: refused where it stands, never left out in silence."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.language.check.faults import Faults
from rulewright.pack.model import Behaviour, Pack, Step
from rulewright.text.spans import Span, Text

CALLS = {
    "past": "what happened before in a period",
    "proceed": "`proceed()` in a hook",
}
PARAMETERS = {
    ("roll", "to"): "rolling in secret",
}


def refuse_later(pack: Pack, faults: Faults) -> None:
    """Notes every part of a pack that the language does not carry out yet."""
    for span, what, hint in _found(pack):
        faults.add("not-yet", span, f"{what} is not part of the language yet", hint)


def _found(pack: Pack) -> Iterator[tuple[Span, str, str]]:
    if pack.header.simultaneous is not None:
        yield pack.header.simultaneous.span, "`simultaneous:`", ""
    for text in pack.hooks:
        yield text.span, "a hook", "say it where it happens"
    owners = [kind.behaviour for kind in pack.kinds.values()]
    for behaviour in [*owners, *(thing.behaviour for thing in (*pack.things, *pack.areas))]:
        for span, what in _behaviour(behaviour):
            hint = "" if what in ("`me:`", "`active:`", "`like:`") else "write it at the top level of a file"
            yield span, f"{what} of a kind or a thing", hint
    for place in pack.places.values():
        if place.live:
            yield place.id.span, "`live:`", ""
        for part, name in ((place.keep, "`keep:`"), (place.source, "`from:`")):
            if part is not None:
                yield part.span, name, "draw in a rule: `when …: draw(…)`"
    yield from _steps(pack.flow)


def _behaviour(behaviour: Behaviour) -> Iterator[tuple[Span, str]]:
    for name in ("me", "active", "like", "mods", "hooks", "rules"):
        text = getattr(behaviour, name)
        if text is not None:
            yield text.span, f"`{name}:`"
    if behaviour.action_heads is not None:
        yield behaviour.action_heads.span, "an action"
    for action in (behaviour.actions or {}).values():
        yield action.span if isinstance(action, Text) else action.id.span, "an action"


def _steps(steps: tuple[Step, ...]) -> Iterator[tuple[Span, str, str]]:
    for step in steps:
        if step.together:
            yield step.id.span, "`together:`", ""
        if step.timer is not None:
            yield step.timer.span, "`timer:`", ""
        yield from _steps(step.steps)
