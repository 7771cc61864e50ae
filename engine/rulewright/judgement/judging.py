"""All that the shelf has to say of a pack."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.judgement.lint import Lint
from rulewright.judgement.survey import Survey
from rulewright.pack.load import in_order
from rulewright.text.diagnostics import Diagnostic


def judge(survey: Survey, lints: Iterable[Lint], faults: Iterable[Diagnostic] = ()) -> list[Diagnostic]:
    """What lints find, and what checking had to say before, in order of place; what ignores hide is left out.

    Lints are asked in the order given: one about the ignores comes last, as it tells which have hidden nothing.
    """
    found = list(survey.ignores.left(faults))
    for lint in lints:
        found += survey.ignores.left(lint.diagnostics(survey))
    below = survey.source.below
    own = [each for each in found if each.span.file not in below]  # the others are told of the pack below
    return in_order(own, [file.name for file in survey.source.files])
