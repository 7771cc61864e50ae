"""Comments that hide nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.judgement.lint import Finding, of_pack
from rulewright.judgement.survey import Survey
from rulewright.text.diagnostics import Severity


@of_pack(Severity.WARNING)
def stale_ignore(survey: Survey) -> Iterator[Finding]:
    """Finds a comment `# rulewright: ignore[id] reason` that hides nothing, or gives no reason.

    What it was written for has been mended, or has moved to another line; there it would hide the next fault that comes
    to stand behind it. A reason is for whoever reads the text later and wants to know whether it still holds.

        coins: int = 0            # rulewright: ignore[unused-definition]

    Delete it, or write why what it hides is right as it is. Where an option is chosen or an overlay laid over the pack,
    nothing is said of what it hides, as that may be hidden elsewhere.
    """
    for each in survey.ignores.all:
        if not each.ids:
            message = "this hides nothing: it names no id"
            yield Finding(each.span, message, "write `# rulewright: ignore[id] reason`, with the id of what it hides")
            continue
        for id_ in each.ids if survey.whole else ():
            if id_ not in each.hidden:
                yield Finding(each.span, f"`{id_}` is not found in what this speaks of", "delete it")
        if not each.reason:
            yield Finding(each.span, "this gives no reason", "write behind the bracket why this is right as it is")
