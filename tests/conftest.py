"""What all tests share: the same made-up examples in every run, and a cache that is not the user's."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "same examples on every machine", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("same examples on every machine")

signal.signal(signal.SIGINT, signal.default_int_handler)
"""A job in the background is started deaf to Ctrl-C, and so were the processes that tests interrupt."""


@pytest.fixture(scope="session")
def cache_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder, empty when the run of the tests begins.

    What is kept is found by all that it depends on, so a test finds there only what it would have made itself: packs
    that many tests play are compiled once. Where several processes share the tests, each has a folder of its own below
    that of the run, in which the cache is for all.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return tmp_path_factory.mktemp("cache")
    folder = tmp_path_factory.getbasetemp().parent / "cache"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def cache_that_is_shared(cache_of_the_run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the engine, and every process that a test starts, use the cache of the run."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(cache_of_the_run))


@pytest.fixture
def cache_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh, empty cache folder, for tests of what is kept or of work that must be done."""
    folder = tmp_path_factory.mktemp("own_cache")
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(folder))
    return folder
