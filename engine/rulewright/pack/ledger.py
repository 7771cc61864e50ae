"""The rulebook's rules as a pack lists them, who carries each out, and which are covered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rulewright.pack.join import BLOCKS
from rulewright.pack.leaves import names, words
from rulewright.pack.model import Origin
from rulewright.pack.values import Entry, Sequence, Value
from rulewright.pack.values import Mapping as Tree
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span, Text
from rulewright.text.suggest import nearest

COMPONENT = "component"
RECONSTRUCTED = "reconstructed"
_NO_DEFINITIONS = ("tests", "ledger", "measures", "enums", "show", "says", *BLOCKS)
_BY_KIND = ("things", "bots")


@dataclass(frozen=True, slots=True)
class Rule:
    """A Rule is one entry of a ledger, in the pack's own words."""

    id: Text
    section: str
    says: str
    kind: str
    check: str


@dataclass(frozen=True, slots=True)
class Citation:
    """A Citation is a definition that says which rule it carries out, and where it itself comes from, if it says so."""

    rule: Text
    definition: str
    origin: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """A Coverage is a rule with the definitions and the passing tests that cite it.

    It is covered by a passing test; a component or what a pack had to make up for want of it in the rulebook, by a
    definition that says so.
    """

    rule: Rule
    definitions: tuple[str, ...]
    tests: tuple[str, ...]
    covered: bool


def read_rules(tree: Tree) -> list[Rule]:
    """The rules of a joined tree's ledger, in order."""
    ledger = tree.get("ledger")
    entries = ledger.entries.values() if isinstance(ledger, Tree) else ()
    keys = ("section", "says", "kind", "check")
    return [Rule(each.key.text, *(_line(each.value, key) for key in keys)) for each in entries]


def _line(value: Value, key: str) -> str:
    return " ".join(words(value, key).split())


def citations(tree: Tree, origins: Mapping[str, Origin]) -> list[Citation]:
    """What the definitions of a joined tree cite; `origins` says where those of a file come from unless they say so."""
    return [
        Citation(rule, where, _origin(value, span, origins))
        for where, value, span in _definitions(tree)
        for rule in (*names(value, "rule"), *(names(value, "ruling") if where.startswith("options.") else ()))
    ]


def unknown_rules(cited: Iterable[Text], rules: Collection[str]) -> list[Diagnostic]:
    """The faults of citations that name no rule of the ledger."""
    faults = []
    for rule in cited:
        if rule.source not in rules:
            near = nearest(rule.source, rules)
            hint = f"did you mean `{near}`?" if near else ("" if rules else "the pack has no `ledger:`")
            faults.append(Diagnostic("unknown-rule", rule.span, f"the ledger has no rule `{rule}`", hint))
    return faults


def coverage(rules: Iterable[Rule], cited: Iterable[Citation], passing: Mapping[str, Iterable[Text]]) -> list[Coverage]:
    """Each rule with what covers it; `passing` maps the tests that pass to the rules they cite."""
    known = list(cited)
    found = []
    for rule in rules:
        own = [each for each in known if each.rule.source == rule.id.source]
        tests = tuple(test for test, given in passing.items() if rule.id.source in [each.source for each in given])
        settled = any(each.origin == RECONSTRUCTED or (each.origin and rule.kind == COMPONENT) for each in own)
        definitions = tuple(dict.fromkeys(each.definition for each in own))
        found.append(Coverage(rule, definitions, tests, bool(tests) or settled))
    return found


def _origin(value: Value, span: Span, origins: Mapping[str, Origin]) -> str:
    """The origin of a definition: what it says itself, else what its file says."""
    own = words(value, "origin")
    of_file = origins.get(span.file)
    return own or (of_file.value if of_file is not None else "")


def _definitions(tree: Tree) -> Iterator[tuple[str, Value, Span]]:
    """Every definition that may cite a rule: where it stands, its value, its place."""
    for section, entry in tree.entries.items():
        if section in _NO_DEFINITIONS:
            continue
        if section == "flow":
            yield from _steps("flow", entry.value)
        elif section in _BY_KIND:
            for kind, things in _entries(entry.value):
                yield from _with_actions(f"{section}.{kind}", things.value)
        elif isinstance(entry.value, Sequence):
            yield from ((section, item, item.span) for item in entry.value.items)
        else:
            yield from _with_actions(section, entry.value)


def _with_actions(above: str, value: Value) -> Iterator[tuple[str, Value, Span]]:
    for id_, each in _entries(value):
        yield f"{above}.{id_}", each.value, each.key.span
        actions = each.value.get("actions") if isinstance(each.value, Tree) else None
        for name, action in _entries(actions):
            yield f"{above}.{id_}.actions.{name}", action.value, action.key.span


def _steps(above: str, value: Value | None) -> Iterator[tuple[str, Value, Span]]:
    for id_, step in _entries(value):
        yield f"{above}.{id_}", step.value, step.key.span
        if isinstance(step.value, Tree):
            yield from _steps(f"{above}.{id_}", step.value.get("steps"))


def _entries(value: Value | None) -> list[tuple[str, Entry]]:
    return list(value.entries.items()) if isinstance(value, Tree) else []
