"""Options that change nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.judgement.lint import Finding, of_pack
from rulewright.judgement.survey import Survey
from rulewright.text.diagnostics import Severity

_READ = re.compile(r"\bopt\.(\w+)")
_COMMENT = re.compile(r"(?:^|\s)#.*")


@of_pack(Severity.WARNING)
def unread_option(survey: Survey) -> Iterator[Finding]:
    """Finds an option whose values all play the same: none brings an overlay, and no text reads it.

    People are asked a question whose answer changes nothing, and reports compare games that are alike.

        options:
          length:
            variant: how long it lasts
            question: How long is a game?
            values: [short, long]                 # and no text says `opt.length`

    Read it as `opt.length`, write below a value what it changes, or delete the option.
    """
    read = dict.fromkeys(
        name
        for reading in survey.readings
        for scalar in reading.playing
        for line in scalar.source.split("\n")
        for name in _READ.findall(_COMMENT.sub("", line))
    )
    overlays = survey.source.overlays()
    for id_, option in survey.source.options().items():
        if id_ not in read and not any(f"{id_}.{value}" in overlays for value in option.values):
            yield Finding(
                option.id.span, f"the option `{id_}` changes nothing", f"read it as `opt.{id_}`, or delete it"
            )
