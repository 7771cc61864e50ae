"""Packs broken at random: the checker never breaks, and what it refuses it refuses with a fault inside a file."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from rulewright.builtins import SHELF
from rulewright.language.check.check import check
from rulewright.pack.load import build, read
from rulewright.resources import content_root
from rulewright.text.diagnostics import Diagnostic, Severity
from rulewright.text.render import render
from tests.language.check.packs import BASE, HEADER

TOKEN = re.compile(r"[A-Za-z_]\w*|\d+|\n *|\.\.|[-+<>=!]=|\S| +")
WORDS = [*"me it this none true not and or in if else for while let return choose 99".split(), *".,()[]:=+-*/<"]


def _files(name: str) -> dict[str, str]:
    if name == "base":
        return {"pack.yaml": HEADER, "play.yaml": BASE}
    return {file.name: file.read_text(encoding="utf-8") for file in sorted((content_root() / name).glob("*.yaml"))}


def mutated(text: str, luck: random.Random) -> str:
    """A text in which some tokens are deleted, doubled, swapped, replaced, or the end is cut off."""
    tokens = TOKEN.findall(text)
    for _ in range(luck.randint(1, 3)):
        here, there = luck.randrange(len(tokens)), luck.randrange(len(tokens))
        match luck.randrange(7):
            case 0:
                del tokens[here]
            case 1:
                tokens.insert(here, tokens[here])
            case 2:
                tokens[here], tokens[there] = tokens[there], tokens[here]
            case 3:
                tokens[here] = tokens[there]
            case 4:
                tokens[here] = luck.choice(WORDS)
            case 5:
                tokens.insert(here, luck.choice(WORDS))
            case 6:
                near = min(len(tokens) - 1, here + luck.randint(1, 9))
                del tokens[here:near]
        tokens = tokens or [" "]
    return "".join(tokens)


def fault_of(files: Mapping[str, str], folder: Path) -> str:
    """What is wrong with how a pack is refused or taken, empty where nothing is."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_bytes(text.encode())
    source, faults = read(folder)
    if source is None:
        return "" if faults else "nothing read, and no fault"
    pack, more = build(source, {}, [])
    if pack is None:
        return "" if [*faults, *more] else "nothing built, and no fault"
    program, found = check(pack, SHELF, max(pack.header.players[0], 2))
    every = [*faults, *more, *found]
    if program is None and not any(each.severity is Severity.ERROR for each in every):
        return "no program, and no fault"
    return next((f"outside its file: {each}" for each in every if not _inside(each, pack.files)), "")


def _inside(fault: Diagnostic, files: Mapping[str, str]) -> bool:
    render(fault, files)
    span = fault.span
    if span.line == 0 or span.file not in files:
        return span.line == 0
    lines = files[span.file].split("\n")
    if not (1 <= span.line <= span.end_line <= len(lines)):
        return False
    ends = 1 <= span.column <= len(lines[span.line - 1]) + 1 and span.end_column <= len(lines[span.end_line - 1]) + 2
    return ends and (span.line < span.end_line or span.column <= span.end_column)


def runs(name: str, number: int, folder: Path) -> list[str]:
    """What goes wrong in a number of runs, each with a seed of its own."""
    files, found = _files(name), []
    for seed in range(number):
        luck = random.Random(f"{name} {seed}")
        changed = luck.choice(list(files))
        broken = {**files, changed: mutated(files[changed], luck)}
        print(f"{name} {seed} in {changed}")  # what an exception of the checker is shown with
        fault = fault_of(broken, folder)
        if fault:
            found.append(f"{name} {seed} in {changed}: {fault}")
    return found


@pytest.mark.parametrize(("name", "number"), [("base", 150), ("arkham_express", 20), ("connect_four", 15)])
def test_broken_packs_are_refused_in_place(name: str, number: int, tmp_path: Path) -> None:
    assert runs(name, number, tmp_path) == []
