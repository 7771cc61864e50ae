"""Numbers of pieces that the ledger tells otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.judgement.lint import Finding, of_pack
from rulewright.judgement.numbers import NUMBER, number_of
from rulewright.judgement.survey import Reading, Survey
from rulewright.pack.ledger import COMPONENT, read_rules
from rulewright.text.diagnostics import Severity

_COUNT = re.compile(rf"\b({NUMBER})\s+((?:[\w'-]+\s*){{1,3}})", re.IGNORECASE)
_RANGE = re.compile(r"(?:\b(?:to|or|least|most|about|than)|[-–])\s*$", re.IGNORECASE)


@of_pack(Severity.WARNING, 0.7)
def ledger_count(survey: Survey) -> Iterator[Finding]:
    """Finds a rule about components that tells another number of pieces than the pack has.

    It looks in what such a rule `says` for a number before the name of a kind or a thing, in the singular or plural. If
    the number of things depends on how many play, nothing is said.

        ledger:
          INN-002:
            kind: component
            says: There are 12 cards.             # and the pack has 11

    Add what is missing to the pack, or mend the rule.
    """
    counts = [_counts(reading) for reading in survey.readings]
    for rule in read_rules(survey.tree):
        if rule.kind != COMPONENT:
            continue
        for found in _COUNT.finditer(rule.says):
            if _RANGE.search(rule.says[: found.start()]):
                continue
            name = next((each for each in _names(found[2]) if each in counts[0]), None)
            if name is not None and len({each.get(name) for each in counts}) == 1:
                told, has = number_of(found[1]), counts[0][name]
                if told != has:
                    message = f"`{rule.id}` tells of {told} {found[2].strip()}, but the pack has {has} of `{name}`"
                    yield Finding(rule.id.span, message, "mend the pack, or the rule")


def _counts(reading: Reading) -> dict[str, int]:
    """How many there are of each kind and of each thing, by id and by title."""
    found: dict[str, int] = {}
    for kind in reading.program.kinds.values():
        if kind.members:
            found[kind.id] = len(kind.members)
    for thing in reading.program.things:
        if thing.kind in reading.program.kinds:
            for name in dict.fromkeys((thing.definition, _as_id(thing.title))):
                if name not in reading.program.kinds:
                    found[name] = found.get(name, 0) + 1
    return found


def _names(words: str) -> Iterator[str]:
    """The ids that the first words of a phrase may mean, the longest first."""
    parts = words.split()
    for length in range(len(parts), 0, -1):
        name = _as_id(" ".join(parts[:length]))
        yield name
        for plural, single in (("ies", "y"), ("es", ""), ("s", "")):
            if name.endswith(plural):
                yield name.removesuffix(plural) + single


def _as_id(words: str) -> str:
    return re.sub(r"\W+", "_", words.strip().lower())
