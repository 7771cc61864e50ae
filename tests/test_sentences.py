"""The list of what the language says, `cases/sentences.yaml`: each sentence has its cases, and every case is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import yaml

from tests.chunks import CASES, case_files, chunks

TESTS = Path(__file__).parent
KEYS = ("says", "plays", "refused", "why")
_REFUSED = re.compile(r'(?P<file>[\w/]+) "(?P<said>.*)"')

Sentence = Mapping[str, str]

SECTIONS: Mapping[str, Mapping[str, Sentence]] = yaml.safe_load((CASES / "sentences.yaml").read_text(encoding="utf-8"))
SENTENCES = [(f"{section}.{id}", said) for section, all_of in SECTIONS.items() for id, said in all_of.items()]


def _named(said: Sentence, key: str) -> list[str]:
    """The cases that a sentence names under a key, which stand apart by ` ; `."""
    return [name for name in str(said.get(key, "")).split(" ; ") if name]


def _tests_of(text: str) -> Iterator[str]:
    """The names of the pack tests that stand in a text, which may hold words that only this language reads."""
    _, found, rest = f"\n{text}".partition("\ntests:\n")
    for row in rest.split("\n") if found else ():
        if row and not row.startswith((" ", "#")):
            return
        if name := re.match(r"  (\w+):", row):
            yield name[1]


PLAYED = {
    f"{file.stem}.{name}" for file in case_files("play") for each in chunks(file) for name in _tests_of(each.text)
}
HARD = {
    f"hard_cases/{file.parent.name}.{name}"
    for file in sorted((TESTS / "hard_cases").rglob("*.yaml"))
    for name in _tests_of(file.read_text(encoding="utf-8"))
}


def _is_there(name: str) -> bool:
    """Whether a case exists: a pack test, a fault that a case file wants, or a test in Python (`file.py::name`)."""
    if name in PLAYED or name in HARD:
        return True
    if found := _REFUSED.fullmatch(name):
        file = CASES / f"{found['file']}.yaml"
        wanted = [regex for each in chunks(file) for _, regex in each.wanted] if file.is_file() else []
        return any(regex.replace("\\", "").startswith(found["said"]) for regex in wanted)
    path, _, function = name.partition("::")
    file = TESTS / path
    if not function or not file.is_file():
        return False
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return any(isinstance(node, ast.FunctionDef) and node.name == function for node in tree.body)


@pytest.mark.parametrize(("id", "said"), SENTENCES, ids=[id for id, _ in SENTENCES])
def test_a_sentence_has_its_cases(id: str, said: Sentence) -> None:
    assert set(said) <= set(KEYS)
    assert said["says"]
    assert _named(said, "plays"), f"{id} has no case in which it shows"
    assert ("refused" in said) != ("why" in said), f"{id} says neither how it is broken nor why it cannot be"
    missing = [name for key in ("plays", "refused") for name in _named(said, key) if not _is_there(name)]
    assert missing == []


def test_every_case_that_plays_stands_for_a_sentence() -> None:
    """Or is there for another one to differ from."""
    twins = {
        f"{file.stem}.{name}"
        for file in case_files("play")
        for name in re.findall(r"^    unlike: (\w+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    named = {name for _, said in SENTENCES for key in ("plays", "refused") for name in _named(said, key)}
    assert sorted(PLAYED - named - twins) == [], "name them in cases/sentences.yaml"
