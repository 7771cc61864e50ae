"""How much of a pack the rulebook does not print."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.judgement.lint import Finding, of_pack
from rulewright.judgement.survey import Survey
from rulewright.rulebook.load import origins
from rulewright.text.diagnostics import Severity


@of_pack(Severity.NOTE)
def reconstructed(survey: Survey) -> Iterator[Finding]:
    """Tells how many definitions are reconstructed, of all that say where they come from.

    What was made up for want of it in the rulebook is as good as its maker's guess: reports about such a pack speak of
    the guess too.

        origin: reconstructed                     # at the top of a file: of all that stands in it

    There is nothing to mend. A definition that the rulebook prints says `origin: rulebook`, and `source:` where.
    """
    found = origins(survey.readings[0].pack)
    made_up = [id_ for id_, origin in found.items() if origin == "reconstructed"]
    if made_up:
        sections = list(dict.fromkeys(id_.partition(".")[0] for id_ in made_up))
        share = round(100 * len(made_up) / len(found))
        message = f"{len(made_up)} of {len(found)} definitions are reconstructed ({share} %): {', '.join(sections)}"
        yield Finding(survey.readings[0].pack.header.span, message)
