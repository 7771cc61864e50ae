"""`explain`: what an id means, from where it is declared."""

from __future__ import annotations

import json
import re

import pytest

from rulewright.agents import AGENTS
from rulewright.builtins import SHELF
from rulewright.cli import run
from rulewright.console.keys import keys_of, keys_of_all, sections
from rulewright.console.reference import entries, explained
from rulewright.language.check.reserved import RESERVED
from rulewright.lints import LINTS
from rulewright.resources import grammar_path
from rulewright.text.meanings import MEANINGS


def test_everything_that_has_an_id_can_be_explained() -> None:
    for id_ in [*MEANINGS, *LINTS, *SHELF, *AGENTS, "let", "elif", "choose", "next", "+=", "flow", "when", "past"]:
        found = explained(id_)
        assert found, id_
        assert all(each.text for each in found), id_


def test_every_key_of_every_section_is_explained() -> None:
    for section in sections():
        for key in [*keys_of(section), *keys_of_all()]:
            found = [each for each in explained(key.id) if each.nature.startswith("key of") and each.text == key.says]
            assert found, (section, key)


def test_every_word_of_the_grammar_is_explained() -> None:
    text = grammar_path("effect").read_text(encoding="utf-8")
    quoted = set(re.findall(r'"([a-z]+|[-+*/%<>=!.]+)"', text)) - {".", "->"}
    moments = set(re.findall(r"/\((\w+)\|(\w+)\|(\w+)\)", text)[0])
    for word in sorted(quoted | moments | RESERVED):
        assert all(each.text for each in explained(word)), word
        assert explained(word), word


def test_the_example_of_a_key_stands_in_its_section() -> None:
    found = {each.nature: each for each in explained("each")}
    assert found["key of `flow:`"].examples == ("As in grammar/README.md, A card:\neach: player",)
    assert found["word of a declaration"].examples == ()
    [given] = explained("given")
    assert given.forms == ("given: paths with values",)
    assert given.text == "Path -> value, set in order before the run."


def test_what_is_the_same_in_several_sections_is_told_once() -> None:
    assert [each.nature for each in explained("rule")] == ["key of any definition"]
    assert "key of `procs:`, `actions:`, `flow:`" in [each.nature for each in explained("says")]
    assert [each.nature for each in explained("step")] == ["key of `run:` in `tests:`"]


def test_examples_of_built_ins_call_them() -> None:
    found = {id_: next(each for each in explained(id_) if each.nature == "built-in") for id_ in SHELF}
    for id_, entry in found.items():
        assert entry.forms[0].startswith(f"{id_}("), entry.forms
        assert all(re.search(rf"\b{id_}\(", example) for example in entry.examples), id_
    assert sum(bool(entry.examples) for entry in found.values()) > len(SHELF) * 0.8


def test_every_statement_and_head_has_an_example() -> None:
    for entry in entries():
        if entry.nature in ("statement", "head"):
            found = [each for each in explained(entry.id) if each.nature == entry.nature]
            assert all(each.examples for each in found) or entry.id == "min", entry.id


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "maybe-none"]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[:4] == [
        "maybe-none: diagnostic (kinds of values)",
        "This may be none, and has not been tested.",
        "Wrong:",
        "    procs:",
    ]
    assert "Mended:" in lines


def test_an_id_may_stand_for_several_things(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "random"]) == 0
    said = capsys.readouterr().out
    assert "random: built-in\n" in said
    assert "random: agent\n" in said


def test_it_is_found_as_it_is_written_in_messages() -> None:
    assert explained("`draw()`") == explained("draw")
    assert explained("flow:") == explained("flow")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "draw", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["id"] == "draw"
    assert set(told["entries"][0]) == {"nature", "forms", "text", "examples"}


def test_an_unknown_id_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "maybe-non"]) == 2
    assert "nothing is called 'maybe-non': did you mean maybe-none?" in capsys.readouterr().err
    assert run(["explain", "expects"]) == 2
    assert "did you mean expect?" in capsys.readouterr().err
    assert run(["explain", "foreach"]) == 2
    assert "did you mean each?" in capsys.readouterr().err
    assert run(["explain", "xyzzy"]) == 2
    assert "without an ID all are listed" in capsys.readouterr().err


def test_without_an_id_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain"]) == 0
    said = capsys.readouterr().out
    for heading in ("statement:", "built-in:", "agent:", "diagnostic (yaml):", "section of a pack:"):
        assert f"{heading}\n    " in said
    assert run(["explain", "--format", "json"]) == 0
    assert "draw" in json.loads(capsys.readouterr().out)["known"]["built-in"]
