"""The compiled code plays the same games as the oracle, and as itself with every rule tested after every change."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulewright.pack.load import build, read
from rulewright.pack.model import Pack
from rulewright.resources import content_root
from tests.oracle.games import Both, compiled_game, differences, oracle_game, ready

FUEL, BUDGET = 1_000_000, 10_000_000
SEED, GAMES = 7, 3
"""More games find more; so many take a minute or two."""
WAYS = 8
"""On so many packs the values of options are dealt that are not defaults: several play together in each."""

PACKS = sorted(folder.name for folder in content_root().iterdir() if (folder / "pack.yaml").is_file())


def packs(name: str) -> Iterator[tuple[str, Pack]]:
    """A bundled pack with its defaults, and with all other values of its options, dealt onto WAYS packs in turn."""
    source, faults = read(content_root() / name)
    assert source is not None, faults
    plain, faults = build(source, {}, ())
    assert plain is not None, faults
    yield "defaults", plain
    others = [
        (id, value.source)
        for id, option in plain.options.items()
        for value in option.values
        if value.source != plain.chosen[id]
    ]
    for way in range(min(WAYS, len(others))):
        pack, faults = build(source, dict(others[way::WAYS]), ())
        assert pack is not None, faults
        yield " ".join("=".join(each) for each in others[way::WAYS]), pack


def made_ready(pack: Pack, players: int, watch_all: bool = False) -> Both:
    both, faults = ready(pack, players, watch_all)
    assert both is not None, faults
    return both


def tables(pack: Pack) -> range:
    """The numbers of players that a pack takes."""
    few, many = pack.header.players
    return range(few, many + 1)


def test_there_are_packs_to_play() -> None:
    assert PACKS


@pytest.mark.parametrize("name", PACKS)
def test_both_interpreters_play_the_same_games(name: str) -> None:
    """With the defaults for each number of players; with other values of options for the recommended one."""
    wrong, decisions = [], 0
    for choice, pack in packs(name):
        for players in tables(pack) if choice == "defaults" else [pack.header.recommended]:
            both = made_ready(pack, players)
            for number in range(GAMES if choice == "defaults" else 1):
                compiled = compiled_game(both.book, SEED, number, FUEL)
                oracle = oracle_game(both, SEED, number, BUDGET)
                found = differences(oracle, compiled)
                wrong += [f"{choice}, {players} players, game {number}: {each}" for each in found]
                assert oracle.cap == compiled.cap == ""
                decisions += len(oracle.log)
    assert wrong == []
    assert decisions > 0


@pytest.mark.parametrize("name", PACKS)
def test_testing_the_rules_that_a_change_may_wake_is_testing_all(name: str) -> None:
    wrong = []
    for choice, pack in packs(name):
        if choice == "defaults":
            for players in tables(pack):
                some, every = (made_ready(pack, players, watch_all) for watch_all in (False, True))
                for number in range(5 * GAMES):
                    found = differences(
                        compiled_game(every.book, SEED, number, FUEL), compiled_game(some.book, SEED, number, FUEL)
                    )
                    wrong += [f"{choice}, {players} players, game {number}: {each}" for each in found]
    assert wrong == []
