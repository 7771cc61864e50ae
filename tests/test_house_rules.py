"""Ideas for bundled packs in a few lines of YAML each: every one is sound, its own tests pass, games with it end."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.agents import AGENTS
from rulewright.pack.load import PackSource, read, sections
from rulewright.play.flow import Status
from rulewright.play.runner import Runner
from rulewright.resources import content_root
from rulewright.rulebook.load import examine, load
from rulewright.trials.pack_tests import plan, run_tests
from rulewright.trials.trial import read_trials

FOLDER = Path(__file__).parent / "house_rules"
IDEAS = [pytest.param(file, id=file.stem) for file in sorted(FOLDER.glob("*/*.yaml"))]
SEED, GAMES = 5, 20


@cache
def source_of(idea: Path) -> PackSource:
    """The pack that an idea is for: its folder bears the pack's name."""
    found, faults = read(content_root() / idea.parent.name)
    assert found is not None, faults
    return found


@pytest.mark.parametrize("idea", IDEAS)
def test_its_own_tests_pass(idea: Path) -> None:
    source = source_of(idea)
    header = source.header()
    assert header is not None
    before, _, _ = sections(source, {}, ())
    of_the_pack = {trial.id.source for trial in read_trials(before)}
    of_all = plan(source, header, {}, [idea])
    own = [name for name in of_all.trials if name not in of_the_pack]
    assert own
    verdicts = run_tests(plan(source, header, {}, [idea], own))
    assert [(verdict.trial.id.source, verdict.faults, verdict.events) for verdict in verdicts if verdict.faults] == []


@pytest.mark.parametrize("idea", IDEAS)
def test_games_with_it_end(idea: Path) -> None:
    source = source_of(idea)
    header = source.header()
    assert header is not None
    for players in header.players:
        assert examine(source, {}, players, [idea]).faults == []
    book, faults = load(source.folder, {}, header.recommended, [idea])
    assert book is not None, faults
    runner = Runner(book, [AGENTS["random"]] * header.recommended)
    assert [n for n in range(GAMES) if runner.play(SEED, n).status is not Status.OVER] == []
