"""Rules of the ledger that nothing proves."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.judgement.lint import Finding, of_pack
from rulewright.judgement.survey import Survey
from rulewright.pack.leaves import names
from rulewright.pack.ledger import citations, coverage, read_rules
from rulewright.pack.values import Mapping
from rulewright.text.diagnostics import Severity
from rulewright.text.spans import Text


@of_pack(Severity.WARNING)
def untested_rule(survey: Survey) -> Iterator[Finding]:
    """Finds a rule of the ledger that no test cites; of a component, or of what was made up, no definition either.

    What is not tested may be wrong from the first day, or become wrong with the next change, and nobody notices.

        ledger:
          INN-004:
            section: Setting up
            kind: setup
            says: Everybody begins with 3 coins.
            check: At the start each player has 3 coins.      # and no test says `rule: INN-004`

    Write a test that carries out its `check`, with `rule:` and the id. `rulewright rules` tells whether the tests pass.
    """
    tests: dict[str, tuple[Text, ...]] = {}
    cited = []
    for reading in survey.readings:
        given = reading.tree.get("tests")
        for id_, entry in given.entries.items() if isinstance(given, Mapping) else ():
            tests[id_] = names(entry.value, "rule")
        cited += citations(reading.tree, survey.source.origins())
    for each in coverage(read_rules(survey.tree), cited, tests):
        if not each.covered:
            yield Finding(
                each.rule.id.span, f"no test cites `{each.rule.id}`", "write one that carries out its `check`"
            )
