"""The command `rules`."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

import click

from rulewright.console import packs
from rulewright.console.choices import (
    JSON,
    complete_packs,
    echo_json,
    folder_of,
    format_option,
    read_choices,
    with_option,
)
from rulewright.console.clickable import named, placed
from rulewright.console.exits import AT_FAULT
from rulewright.pack.ledger import Coverage, citations, coverage, read_rules, unknown_rules
from rulewright.pack.load import sections
from rulewright.text.render import render
from rulewright.trials.pack_tests import PackBroken, plan, run_tests

_WIDTH = 116
_INDENT = "    "


@click.command("rules")
@click.argument("name", metavar="PACK", shell_complete=complete_packs)
@with_option
@format_option
def command(name: str, chosen: tuple[str, ...], form: str) -> int:
    """Show the rulebook's rules, and what covers each.

    A rule is covered by a passing test that cites it; a component, and what the rulebook lacks, by a definition. Exit
    code 1 if a test fails or a rule is cited that the ledger does not have. Of a pack that lies over another its own
    rules are shown: the other's are covered there.
    """
    choices = read_choices(chosen)
    folder = folder_of(name)
    source, header = packs.source_of(name, folder, choices)
    tree, _, _ = sections(source, dict(choices.options), choices.overlays)
    rules = read_rules(tree)
    cited = citations(tree, source.origins())
    files = packs.texts(source, choices)
    try:
        verdicts = run_tests(plan(source, header, dict(choices.options), choices.overlays))
    except PackBroken as broken:
        raise packs.PackFaults(name, folder, list(broken.faults), files) from broken
    failed = [verdict.trial.id.source for verdict in verdicts if not verdict.passed]
    passing = {verdict.trial.id.source: verdict.trial.rules for verdict in verdicts if verdict.passed}
    found = coverage([rule for rule in rules if rule.id.span.file not in source.below], cited, passing)
    faults = unknown_rules([each.rule for each in cited], [rule.id.source for rule in rules])
    for fault in placed(folder, faults):
        click.echo(render(fault, named(folder, files)), err=True)
    if failed:
        click.echo(f"{len(failed)} failing tests count for nothing: {', '.join(failed)}", err=True)
    if form == JSON:
        echo_json({"pack": header.id, **_as_json(found)})
    else:
        _print(found)
    return AT_FAULT if failed or faults else 0


def _print(found: Sequence[Coverage]) -> None:
    """Every rule under its section, with what covers it, and the count at the end."""
    section = ""
    for each in found:
        rule = each.rule
        if rule.section != section:
            section = rule.section
            click.echo(f"{section}\n")
        click.echo(fill(rule.says, _WIDTH, initial_indent=f"  {rule.id}  ", subsequent_indent=_INDENT))
        for what, names in (("defined in", each.definitions), ("tested by", each.tests)):
            if names:
                click.echo(
                    fill(f"{what} {', '.join(names)}", _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)
                )
        click.echo("" if each.covered else f"{_INDENT}UNCOVERED: {rule.check}\n")
    uncovered = [each.rule.id.source for each in found if not each.covered]
    if uncovered:
        click.echo(fill(f"uncovered: {', '.join(uncovered)}", _WIDTH))
    click.echo(f"{len(found) - len(uncovered)} of {len(found)} rules covered")


def _as_json(found: Sequence[Coverage]) -> dict[str, object]:
    return {
        "rules": len(found),
        "covered": sum(each.covered for each in found),
        "uncovered": [each.rule.id.source for each in found if not each.covered],
        "entries": [
            {
                "id": each.rule.id.source,
                "section": each.rule.section,
                "says": each.rule.says,
                "kind": each.rule.kind,
                "check": each.rule.check,
                "covered": each.covered,
                "definitions": list(each.definitions),
                "tests": list(each.tests),
            }
            for each in found
        ],
    }
