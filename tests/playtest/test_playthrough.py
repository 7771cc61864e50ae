"""Playthrough files: written, read back and replayed; every way in which one can be malformed, with its place."""

import errno
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.agents import AGENTS
from rulewright.play.decisions import Decision
from rulewright.play.faults import NOWHERE, Blame, Culprit
from rulewright.play.flow import Ending, Status
from rulewright.play.game import Game
from rulewright.play.retelling import Step
from rulewright.play.runner import Runner
from rulewright.play.views import View
from rulewright.playtest import playthrough, reading, tokens
from rulewright.playtest.playthrough import Playthrough, record, save, to_text
from rulewright.playtest.reading import parse, read_file
from rulewright.playtest.replaying import replay
from rulewright.table.luck import Stream
from rulewright.table.signals import Outcome
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span
from tests.play.toy import ToyBook, toy, with_fingerprints

RANDOM = AGENTS["random"]
WORDS = st.text(min_size=0, max_size=12)


def recorded(book: ToyBook, number: int = 2) -> Playthrough:
    runner = Runner(book, [RANDOM] * 2)
    ending = runner.play(0, number)
    return record(book, 0, number, ["random"] * 2, runner.answers, ending)


def test_what_is_written_is_read() -> None:
    written = recorded(toy())
    assert parse(to_text(written), "x") == (written, [])
    assert len(written.steps) > 10


def test_the_form_of_the_file() -> None:
    lines = to_text(recorded(toy())).split("\n")
    assert lines[:12] == [
        "rulewright playthrough 1",
        "pack: toy",
        "version: 1.0",
        "hash: 0123abcd",
        "options: length=short",
        "overlays:",
        "players: 2",
        "agents: random random",
        "seed: 0",
        "game: 2",
        "drawn:",
        "definitions: throw=1a turn=2b hat=3c",
    ]
    assert lines[13:15] == ['1 1 "Who wears the hat?" player_2', "2 1 main done"]
    assert "17 2 What? -" in lines
    assert lines[-3:] == ["", 'end: over "most chips" winners 2', ""]


@pytest.mark.parametrize(
    "ending",
    [
        Ending(Status.OPEN),
        Ending(Status.OVER, Outcome()),
        Ending(Status.OVER, Outcome((1, 2), (1, 2), (-4, 10**20), 'the "end" = -')),
        Ending(Status.OVER, Outcome((), (), (1, 1), "winners")),
        Ending(Status.CAPPED),
        Ending(
            Status.CAPPED,
            fault=Diagnostic("endless-text", Span("-", 1, 7, 1, 8), "no end"),
            culprits=(
                Culprit("a b", Span("a b.yaml", 4, 2, 4, 3)),
                Culprit("-", Span.whole("-")),
                Culprit("c", NOWHERE),
            ),
        ),
        Ending(Status.FAILED, fault=Diagnostic("odd", Span("cards/a b.yaml", 4, 2, 4, 3), "it is odd")),
        Ending(Status.FAILED, fault=Diagnostic("engine-fault", Span.whole(""), "-"), blame=Blame.ENGINE),
    ],
)
def test_every_ending_is_read_as_written(ending: Ending) -> None:
    written = replace(recorded(toy()), ending=ending)
    assert parse(to_text(written), "x") == (written, [])


@given(st.lists(WORDS, max_size=5), WORDS, WORDS, st.dictionaries(WORDS, WORDS, max_size=4))
def test_any_words_are_read_as_written(chosen: list[str], prompt: str, why: str, pairs: dict[str, str]) -> None:
    written = replace(
        recorded(toy()),
        steps=(Step(1, 2, prompt, tuple(chosen)),),
        options=pairs,
        definitions=pairs,
        overlays=tuple(chosen),
        pack=prompt,
        ending=Ending(Status.OVER, Outcome((1,), (), (), why)),
    )
    text = to_text(written)
    assert parse(text, "x") == (written, [])
    assert len(text.splitlines()) == len(text.split("\n")) - 1


def test_many_definitions_stand_in_several_lines() -> None:
    definitions = {f"definition_{number}": f"{number:08x}" for number in range(40)}
    written = replace(recorded(toy()), definitions=definitions)
    text = to_text(written)
    assert max(map(len, text.split("\n"))) < 130
    assert parse(text, "x") == (written, [])


def test_saving(tmp_path: Path) -> None:
    written = recorded(toy())
    path = tmp_path / "a" / "b.txt"
    save(written, path)
    save(written, path)
    assert read_file(path) == (written, [], to_text(written))
    assert [each.name for each in path.parent.iterdir()] == ["b.txt"]
    assert path.read_bytes() == to_text(written).encode()


def test_what_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    playthrough.save_text("old", path)
    with pytest.raises(UnicodeEncodeError):
        playthrough.save_text("new \ud800", path)
    assert path.read_text(encoding="utf-8") == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["a.txt"]


def test_a_full_disk_is_told_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object, **_named: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match=re.escape(f"No space left on device: '{tmp_path / 'a.txt'}'")):
        playthrough.save_text("new", tmp_path / "a.txt")


GOOD = to_text(recorded(toy()))


def swapped(old: str, new: str) -> str:
    assert GOOD.count(old) == 1, old
    return GOOD.replace(old, new)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ["1:1: this is no playthrough"]),
        ("pack: toy\n", ["1:1: this is no playthrough"]),
        (swapped("playthrough 1\n", "playthrough 2\n"), ["1:24: this format is not known here, only 1 is"]),
        (swapped("\nseed: 0", ""), ["12:1: the head has no `seed:`"]),
        (swapped("seed: 0", "seeds: 0"), ["9:1: unknown key `seeds`", "13:1: the head has no `seed:`"]),
        (swapped("seed: 0", "seed: 0\nseed: 1"), ["10:1: `seed` stands here twice, first in line 9"]),
        (swapped("seed: 0", "seed: zero"), ["9:7: here stands a number, not `zero`"]),
        (swapped("seed: 0", 'seed: "0"'), ["9:7: here stands a number, not `0`"]),
        (swapped("seed: 0", "seed: ²"), ["9:7: here stands a number, not `²`"]),
        (swapped("seed: 0", "seed:"), ["9:6: `seed` is one number"]),
        (swapped("seed: 0", "seed 0"), ["9:1: unknown key `seed 0`", "13:1: the head has no `seed:`"]),
        (swapped("game: 2", "game: -2"), ["10:7: -2 cannot stand here, only at least 0"]),
        (swapped("pack: toy", "pack: toy box"), ["2:6: `pack` is one word"]),
        (swapped("pack: toy", 'pack: "toy'), ["2:7: a word is not closed or not set apart", "2:6: `pack` is one word"]),
        (swapped("pack: toy", 'pack: "\\q"'), ["2:7: what stands between quotation marks", "2:6: `pack` is one"]),
        (swapped("options: length=short", "options: length"), ["5:10: here stands no `key=value`"]),
        (swapped("length=short", "length=short length=long"), ["5:23: `length` stands here twice"]),
        (swapped("players: 2", "players: 3"), ["8:8: there are 3 players, but 2 agents"]),
        (swapped("players: 2", "players: 0"), ["7:10: 0 cannot stand here, only 1 to 100"]),
        (swapped("turn=2b", "turn=2b\ndefinitions: throw=4d"), ["13:1: the definition `throw` stands here twice"]),
        (swapped("2 1 main done\n", ""), ["15:1: this is number 2, not 3"]),
        (swapped("2 1 main done", "2 0 main done"), ["15:3: 0 cannot stand here, only 1 to 2"]),
        (swapped("2 1 main done", "2 3 main done"), ["15:3: 3 cannot stand here, only 1 to 2"]),
        (swapped("2 1 main done", "2 1 main"), ["15:1: a decision is its number, the seat"]),
        (swapped("2 1 main done", "2"), ["15:1: a decision is its number, the seat"]),
        (swapped("2 1 main done", 'two 1 "main"done x'), ["15:7: a word is not closed or not set apart"]),
        (GOOD[: GOOD.index("\nend:")], ["37:1: the last line is missing"]),
        (GOOD + "more\n", ["39:1: nothing may stand below `end:`"]),
        (swapped("end: over", "end: finished"), ["38:6: how the game stands is one of over, capped, failed, open"]),
        (swapped('end: over "most chips" winners 2', "end:"), ["38:1: how the game stands is one of"]),
        (swapped('end: over "most chips" winners 2', "end: over"), ["38:6: `over` wants other words behind it"]),
        (swapped('end: over "most chips" winners 2', "end: failed x"), ["38:6: `failed` wants other words"]),
        (swapped('end: over "most chips" winners 2', "end: failed us a b c"), ["38:6: `failed` wants other words"]),
        (swapped('end: over "most chips" winners 2', "end: capped a b c d"), ["38:6: `capped` wants other words"]),
        (swapped('end: over "most chips" winners 2', "end: open 1"), ["38:6: `open` wants other words"]),
        (swapped("winners 2", "losers 2"), ["38:24: here stands one of winners, ranks", "38:31: here stands one of"]),
        (swapped("winners 2", "winners 3"), ["38:32: 3 cannot stand here, only 1 to 2"]),
        (swapped("winners 2", "winners you"), ["38:32: here stands a number, not `you`"]),
    ],
)
def test_malformed_files(text: str, faults: list[str]) -> None:
    found, diagnostics = parse(text, "a.txt")
    said = [f"{each.span}: {each.message}" for each in diagnostics]
    assert len(said) == len(faults), said
    for one, expected in zip(said, faults, strict=True):
        assert one.startswith(f"a.txt:{expected}"), said
    assert found is None


def test_all_faults_come_at_once() -> None:
    text = swapped("seed: 0", "seed: x").replace("players: 2", "players: y").replace("2 1 main done", "2 1 main")
    assert len(parse(text, "a.txt")[1]) >= 3


def test_windows_line_ends_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert read_file(path)[0] == recorded(toy())


def test_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"rulewright \xff")
    assert "not UTF-8 text: byte 12" in read_file(path)[1][0].message
    monkeypatch.setattr(reading, "LARGEST", 4)
    assert "too large" in read_file(path)[1][0].message
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "nothing.txt")


@pytest.mark.skipif(os.name == "nt", reason="needs a device and a pipe")
def test_what_is_no_plain_file_is_not_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (Path("/dev/zero"), pipe):
        assert "no plain file" in read_file(path)[1][0].message


@given(st.text(max_size=40))
def test_no_line_breaks_the_reader_of_words(line: str) -> None:
    try:
        words = [word.text for word in tokens.read(line)]
    except tokens.Malformed as malformed:
        column = malformed.column
    else:
        column = 1
        assert [word.text for word in tokens.read(tokens.write(words))] == words
    assert 1 <= column <= len(line) + 1


@given(st.lists(st.sampled_from(GOOD.split("\n")), max_size=12))
def test_no_heap_of_lines_breaks_the_reader(lines: list[str]) -> None:
    for text in ("\n".join(lines), "\n".join([GOOD.split("\n")[0], *lines])):
        playthrough_, faults = parse(text, "a.txt")
        assert (playthrough_ is None) == bool(faults)


def test_a_replay_is_the_same_game() -> None:
    for trouble in ("", "fault", "endless", "deep", "no end", "endless flow"):
        for number in range(3):
            same = replay(toy(trouble), recorded(toy(trouble), number))
            assert (same.difference, same.step, same.changed) == ("", 0, ())


def test_a_replay_of_an_open_game() -> None:
    game = Game(toy(), 0, 1, [RANDOM, None])
    game.run()
    open_game = record(toy(), 0, 1, ["random", "person"], game.answers, drawn=game.drawn)
    assert open_game.ending == Ending(Status.OPEN)
    assert replay(toy(), open_game).difference == ""
    again = Game(toy(), 0, 1, [RANDOM, None])
    again.resume([step.chosen for step in open_game.steps], open_game.drawn)
    assert (again.answers, again.drawn) == (game.answers, game.drawn)


def changed_step(old: str, new: str) -> Playthrough:
    found, faults = parse(swapped(old, new), "x")
    assert found is not None, faults
    return found


@pytest.mark.parametrize(
    ("old", "new", "step", "said"),
    [
        ("2 1 main done", "2 1 menu done", 2, "seat 1 was asked 'menu'; now seat 1 is asked 'main'"),
        ("2 1 main done", "2 2 main done", 2, "seat 2 was asked 'main'; now seat 1 is asked 'main'"),
        ("2 1 main done", "2 1 main fly", 2, "'fly' is no option of 'main'; the options are done, take"),
        ("2 1 main done", "2 1 main done done", 2, "is no option of 'main'"),
        ("17 2 What? -", "17 2 What? gold_9", 17, "'gold_9' is no option of 'What?'"),
        ("17 2 What? -", "17 2 What? gold", 17, "'gold' of 'What?' is now written otherwise"),
        ("17 2 What? -", "17 2 What? gold gold gold", 17, "wants 0 to 2 options, not 3"),
        ("winners 2", "winners 1", 24, 'the game ended: over "most chips" winners 1; now it stands: over "most'),
        ("\n23 2 Mood glad", "", 23, 'now it stands: open'),
        ("23 2 Mood glad", "23 2 Mood glad\n24 1 Mood glad", 24, "recorded are 24 decisions"),
    ],
)  # fmt: skip
def test_the_first_difference_is_named(old: str, new: str, step: int, said: str) -> None:
    book = toy()
    result = replay(book, changed_step(old, new))
    assert said in result.difference
    assert result.step == step


def test_changed_definitions_are_named() -> None:
    book = with_fingerprints(toy(), {"throw": "1a", "turn": "9f", "new": "4d"})
    result = replay(book, recorded(toy()))
    assert (result.difference, result.changed) == ("", ("turn", "new", "hat"))


def test_the_fault_of_an_agent_does_not_come_again() -> None:
    def bad(decision: Decision, view: View, luck: Stream) -> int:
        return 99 if decision.id == "Mood" else RANDOM(decision, view, luck)

    runner = Runner(toy(), [bad, RANDOM])
    ending = runner.play(0, 0)
    broken = record(toy(), 0, 0, ["bad", "random"], runner.answers, ending)
    assert broken.ending.status is Status.FAILED
    assert "now it stands: open" in replay(toy(), broken).difference
