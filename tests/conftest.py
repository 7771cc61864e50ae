"""What all tests share: no test touches the cache of the user who runs it."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cache_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh, empty cache folder, which the engine and every process a test starts will use."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(folder))
    return folder
