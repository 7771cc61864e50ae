"""What is kept is given back whole or not at all, and only from a folder that is the user's own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.resources import private_cache
from rulewright.rulebook import cache


def test_what_is_kept_is_found_again(cache_of_its_own: Path) -> None:
    assert cache.get("name") is None
    cache.put("name", {"a": (1, 2)})
    assert cache.get("name") == {"a": (1, 2)}
    assert list((cache_of_its_own / cache.FOLDER).iterdir()) == [cache_of_its_own / cache.FOLDER / "name"]


def test_a_damaged_file_is_as_good_as_none(cache_of_its_own: Path) -> None:
    cache.put("name", list(range(50)))
    file = cache_of_its_own / cache.FOLDER / "name"
    whole = file.read_bytes()
    for place in range(0, len(whole), 7):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert cache.get("name") is None
    file.write_bytes(whole[:-1])
    assert cache.get("name") is None


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders have no owners and modes there")
def test_a_folder_that_others_can_write_to_is_not_used(cache_of_its_own: Path) -> None:
    before = os.umask(0)
    try:
        cache.put("name", 1)
    finally:
        os.umask(before)
    assert cache.get("name") == 1
    (cache_of_its_own / cache.FOLDER).chmod(0o770)
    assert private_cache(cache.FOLDER) is None
    assert cache.get("name") is None
