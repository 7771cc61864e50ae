"""What covers a rule of the ledger: passing tests, and definitions of components and of what the rulebook lacks."""

from pathlib import Path

from rulewright.pack.ledger import Coverage, citations, coverage, read_rules, unknown_rules
from rulewright.pack.load import read, sections
from tests.trials.games import LEDGER, SALE, verdicts, write

TESTS = f"""\
{SALE}\
  sun_for_nothing:
    rule: HAR-003
    dice: [rain, sun]
    run: gamble(me)
    expect: player_1.coins == 9
"""

MORE = """\
origin: rulebook
things:
  fruit:
    cherry: {at: tree, worth: 1, rule: HAR-002}
procs:
  wait(player me):
    rule: [HAR-003, HAR-004]
    do: me.luck += 1
options:
  sky:
    ruling: HAR-003
    question: How is the sky?
    values: [blue, grey]
"""


def covered(folder: Path) -> list[Coverage]:
    source, _ = read(folder)
    assert source is not None
    tree, _, _ = sections(source, {})
    passing = {verdict.trial.id.source: verdict.trial.rules for verdict in verdicts(folder) if verdict.passed}
    return coverage(read_rules(tree), citations(tree, source.origins()), passing)


def test_only_passing_tests_cover(tmp_path: Path) -> None:
    found = covered(write(tmp_path, {"tests.yaml": TESTS, "ledger.yaml": LEDGER}))
    assert [(each.rule.id.source, each.covered, each.tests) for each in found] == [
        ("HAR-001", True, ("pear_for_two",)),
        ("HAR-002", False, ()),
        ("HAR-003", False, ()),
    ]


def test_a_definition_covers_a_component_but_no_other_rule(tmp_path: Path) -> None:
    found = covered(write(tmp_path, {"ledger.yaml": LEDGER, "more.yaml": MORE}))
    assert [(each.covered, each.definitions) for each in found] == [
        (False, ()),
        (True, ("things.fruit.cherry",)),
        (False, ("options.sky", "procs.wait")),
    ]


def test_what_was_made_up_settles_what_the_rulebook_lacks(tmp_path: Path) -> None:
    made_up = MORE.replace("origin: rulebook", "origin: reconstructed")
    assert [each.covered for each in covered(write(tmp_path, {"ledger.yaml": LEDGER, "more.yaml": made_up}))] == [
        False,
        True,
        True,
    ]


def test_a_definition_without_origin_covers_nothing(tmp_path: Path) -> None:
    unsaid = MORE.replace("origin: rulebook\n", "")
    assert not any(each.covered for each in covered(write(tmp_path, {"ledger.yaml": LEDGER, "more.yaml": unsaid})))


def test_a_rule_that_is_none(tmp_path: Path) -> None:
    source, _ = read(write(tmp_path, {"ledger.yaml": LEDGER, "more.yaml": MORE}))
    assert source is not None
    tree, _, _ = sections(source, {})
    cited = [each.rule for each in citations(tree, source.origins())]
    (fault,) = unknown_rules(cited, [rule.id.source for rule in read_rules(tree)])
    assert (fault.id, str(fault.span)) == ("unknown-rule", "more.yaml:7:21")
    assert fault.hint.startswith("did you mean `HAR-00")
    (fault,) = unknown_rules(cited[:1], [])
    assert fault.hint == "the pack has no `ledger:`"
