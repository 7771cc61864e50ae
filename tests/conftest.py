"""What all tests share: the same made-up examples in every run, and a cache that is not the user's."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("same examples on every machine", derandomize=True, deadline=None)
settings.load_profile("same examples on every machine")


@pytest.fixture(autouse=True)
def cache_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh, empty cache folder, which the engine and every process a test starts will use."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(folder))
    return folder
