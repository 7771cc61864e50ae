"""Small packs that say what is hard to say, each with tests of its own: some of at most fifteen lines, and some that
carry out hard rules of whole games, which their tests cite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from rulewright.pack.ledger import citations
from rulewright.pack.load import build, read, sections
from rulewright.pack.model import Pack
from rulewright.resources import content_root
from rulewright.trials.pack_tests import plan, run_tests
from tests.oracle.games import Both, compiled_game, differences, oracle_game, ready

FOLDER = Path(__file__).parent / "hard_cases"
SHORT = sorted(file.parent.name for file in FOLDER.glob("*/pack.yaml"))
GAMES_RULES = sorted(f"of_the_games/{file.parent.name}" for file in FOLDER.glob("of_the_games/*/pack.yaml"))
CASES = [*SHORT, *GAMES_RULES]
MOST_LINES = 15
FUEL, BUDGET = 100_000, 1_000_000
SEED, GAMES = 11, 6


def built(name: str) -> Pack:
    source, faults = read(FOLDER / name)
    assert source is not None, faults
    pack, found = build(source, {}, ())
    assert pack is not None, found
    assert [*faults, *found] == []
    return pack


@pytest.mark.parametrize("name", SHORT)
def test_the_pack_is_short(name: str) -> None:
    lines = (FOLDER / name / "pack.yaml").read_text(encoding="utf-8").splitlines()
    said = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    header, *rest = said
    assert header.startswith("pack: {")
    assert len(rest) <= MOST_LINES


@pytest.mark.parametrize("name", CASES)
def test_its_own_tests_pass(name: str) -> None:
    source, _ = read(FOLDER / name)
    assert source is not None
    header = built(name).header
    verdicts = run_tests(plan(source, header, {}, ()))
    assert verdicts
    assert [(verdict.trial.id.source, verdict.faults, verdict.events) for verdict in verdicts if verdict.faults] == []


@pytest.mark.parametrize("name", CASES)
def test_both_interpreters_play_the_same_games(name: str) -> None:
    pack = built(name)
    few, many = pack.header.players
    wrong = []
    for players in range(few, many + 1):
        both, every = made(pack, players), made(pack, players, watch_all=True)
        for number in range(GAMES):
            compiled = compiled_game(both.book, SEED, number, FUEL)
            found = differences(oracle_game(both, SEED, number, BUDGET), compiled)
            found += differences(compiled_game(every.book, SEED, number, FUEL), compiled)
            wrong += [f"{players} players, game {number}: {each}" for each in found]
    assert wrong == []


def test_every_hard_rule_is_cited() -> None:
    """By a test; of the bundled pack one that only says what a thing is may be cited by the thing."""
    folders = [FOLDER / name for name in GAMES_RULES] + [content_root() / "arkham_express"]
    cited = set[str]()
    for folder in folders:
        source, _ = read(folder)
        assert source is not None
        header = source.header()
        assert header is not None
        cited |= {rule.source for trial in plan(source, header, {}, ()).trials.values() for rule in trial.rules}
        tree, _, _ = sections(source, {}, ())
        cited |= {each.rule.source for each in citations(tree, {}) if each.definition.startswith("things.")}
    assert [id for id in _hard_rules() if id not in cited] == []


def _hard_rules() -> Iterator[str]:
    """The ids of `ids.yaml`, its ranges written out."""
    for game, numbers in yaml.safe_load((FOLDER / "ids.yaml").read_text(encoding="utf-8")).items():
        for part in numbers.split():
            first, _, last = part.partition("-")
            yield from (f"{game}-{number:03}" for number in range(int(first), int(last or first) + 1))


def made(pack: Pack, players: int, watch_all: bool = False) -> Both:
    both, faults = ready(pack, players, watch_all)
    assert both is not None, faults
    assert faults == []
    return both
