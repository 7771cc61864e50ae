"""Packs broken as designers break them, validated by the command as they run it.

Each fault has its file, line and column, a caret and, where there is a cure, a hint; all of a pack come in one run.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.pack.load import read
from rulewright.resources import content_root

PACK = "arkham_express"
HURT = """\
  hurt(hero me, harm how, int n): |
    if how == physical: me.stamina -= n
    else: me.sanity -= n
"""
SIGNATURE = HURT.partition(" |\n")[0]

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a bundled pack, in the working directory; for two players only, as it is checked for each number."""
    monkeypatch.chdir(tmp_path)
    copy = Path(shutil.copytree(content_root() / PACK, tmp_path / "broken"))
    edit(copy, "pack.yaml", "players: 1..4", "players: 2")
    return copy


def edit(pack: Path, file: str, old: str, new: str) -> tuple[int, str]:
    """Replace the first place where `old` stands, and tell the number of its line and that line as it is now."""
    text = (pack / file).read_text(encoding="utf-8")
    before, found, after = text.partition(old)
    assert found, f"{file} has no {old!r}"
    (pack / file).write_text(before + new + after, encoding="utf-8", newline="\n")
    return before.count("\n") + 1, new


def validate(capsys: Capture, code: int = 1) -> str:
    """What the command prints of the broken pack, with places inside the pack.

    Options with overlays are given their defaults: each other value of theirs would have the whole pack checked again.
    """
    assert run(["validate", "broken", *settled()]) == code
    said = capsys.readouterr()
    assert said.err == ""
    assert "Traceback" not in said.out
    return said.out.replace("broken/", "")


@cache
def settled() -> tuple[str, ...]:
    """The choice of the default for every option of the pack that has an overlay."""
    source, _ = read(content_root() / PACK)
    assert source is not None
    options, laid_over = source.options(), {name.partition(".")[0] for name in source.overlays()}
    chosen = [f"{id_}={option.default}" for id_, option in options.items() if id_ in laid_over]
    assert chosen
    return tuple(word for each in chosen for word in ("--with", each))


def carets(out: str) -> dict[str, str]:
    """For each place of a diagnostic its id and what its caret underlines; empty where there is no caret."""
    found: dict[str, str] = {}
    lines = out.split("\n")
    for number, line in enumerate(lines):
        head = re.match(r"(?P<place>[^ ]+?): (?P<id>[a-z0-9-]+): ", line)
        if head:
            mark = re.search(r"\^+", lines[number + 2]) if number + 2 < len(lines) else None
            under = lines[number + 1][mark.start() : mark.end()] if mark else ""
            found[head["place"]] = f"{head['id']} {under}".rstrip()
    return found


BROKEN = {
    "misspelt field": (
        ("tokens.yaml", "      toughness: 1", "      toughnes: 1"),
        ("0:7", "unknown-field toughnes", "did you mean `toughness`?"),
    ),
    "misspelt section": (
        ("gates.yaml", "procs:", "porcs:"),
        ("0:1", "unknown-key porcs", "did you mean `procs`?"),
    ),
    "misspelt key": (
        ("gates.yaml", "    in: at_a_gate", "    inn: at_a_gate"),
        ("0:5", "unknown-key inn", "did you mean `in`?"),
    ),
    "duplicate key": (
        ("tokens.yaml", "      at: stock", "      at: stock\n      at: stock"),
        ("1:7", "duplicate-key at", "keep one"),
    ),
    "duplicate id": (
        ("tokens.yaml", "    gug:", "    cultist:"),
        ("0:5", "duplicate-key cultist", "keep one"),
    ),
    "an id of another kind": (
        ("tokens.yaml", "    gug:", "    lulu:"),
        ("0:5", "duplicate-id lulu", "stands for something else"),
    ),
    "wrong kind": (
        ("tokens.yaml", "      harm: physical", "      harm: lulu"),
        ("0:13", "wrong-kind lulu", "needs a harm, this is a hero"),
    ),
    "quoted number": (
        ("tokens.yaml", "      toughness: 1", '      toughness: "1"'),
        ("0:19", "quoted-number 1", "drop the quotes"),
    ),
    "unknown area in an arrow": (
        ("board.yaml", "  - attic <-> woods", "  - attik <-> woods"),
        ("0:5", "unknown-area attik", "did you mean `attic`?"),
    ),
    "tab in a block scalar": (
        ("combat.yaml", "    else: me.sanity -= n", "\telse: me.sanity -= n"),
        ("0:1", "tab     ", "indent with spaces"),
    ),
    "a text in braces": (
        ("combat.yaml", HURT, SIGNATURE + " {me.stamina -= n}\n"),
        (
            "0:36",
            "text-in-braces me.stamina -= n",
            "give a text of `hurt(hero me, harm how, int n):` a line of its own",
        ),
    ),
    "a text with a colon in braces": (
        ("combat.yaml", HURT, SIGNATURE + " {if how == physical: me.stamina -= n}\n"),
        ("0:56", "text-in-braces me.stamina -= n", "give `if how == physical:` a line of its own"),
    ),
    "a colon in a plain value": (
        ("combat.yaml", HURT, SIGNATURE + " if how == physical: me.stamina -= n\n"),
        ("0:53", "colon-in-value :", "use `|`: write `hurt(hero me, harm how, int n): |`"),
    ),
    "a text cut off": (
        ("tokens.yaml", "      text: No retreat.", "      text: Retreat #1 is no."),
        ("0:21", "cut-off #", "put the value in quotes"),
    ),
    "a formula cut off": (
        ("gates.yaml", "      g: me.at.token[.side == gate]", "      g: me.at.token[.side == gate #1]"),
        ("0:36", "cut-off #", "use `|`: write `g: |`"),
    ),
}


@pytest.mark.parametrize(("change", "told"), BROKEN.values(), ids=BROKEN.keys())
def test_one_fault(pack: Path, capsys: Capture, change: tuple[str, str, str], told: tuple[str, str, str]) -> None:
    line, _ = edit(pack, *change)
    place, fault, hint = told
    down, column = place.split(":")
    out = validate(capsys)
    assert carets(out)[f"{change[0]}:{line + int(down)}:{column}"] == fault.rstrip()
    assert hint in out


ALONE: dict[str, tuple[str, str, str, str]] = {
    "a field without its colon": ("tokens.yaml", "      toughness: 2", "      toughness 2", "no-key t"),
    "a field with a tab": ("tokens.yaml", "      toughness: 2", "\ttoughness: 2", "tab    "),
    "a field too far left": ("tokens.yaml", "      toughness: 2", "    toughness: 2", "indentation t"),
    "a field with a comma": ("tokens.yaml", "      toughness: 2", "      toughness: 2,", "syntax ,"),
    "a field that holds nothing": ("tokens.yaml", "      toughness: 2", "      toughness:", "wrong-type toughness"),
    "a card too far right": ("tokens.yaml", "    gug:", "      gug:", "indentation gug"),
    "a card with a list": ("tokens.yaml", "      title: Gug", "      - title: Gug", "yaml-syntax -"),
    "a kind in a card's place": (
        "tokens.yaml", "  token:\n", "  imp:\n    title: Imp\n    at: stock\n  token:\n", "wrong-type imp",
    ),
    "another word for a place": ("tokens.yaml", "      at: stock", "      location: stock", "unknown-field location"),
    "an enum in braces": ("kinds.yaml", "[gate, monster]", "{gate: 1, monster: 2}", "wrong-type {gate: 1, monster: 2}"),
    "an enum left open": ("kinds.yaml", "[physical, magical]", "[physical, magical", "open-bracket ["),
    "faces without brackets": (
        "dice.yaml", "[clue, move, heal, monster, fight, fight]", "clue, move, heal, monster, fight, fight",
        "wrong-type clue, move, heal, monster, fight, fight",
    ),
    "fields in a list": ("kinds.yaml", "      starter: hero", "      - starter: hero", "yaml-syntax -"),
    "a field without a type": ("kinds.yaml", "extra_move: int = 0", "extra_move: 0", "wrong-type 0"),
    "a text without a bar": ("combat.yaml", SIGNATURE + " |", SIGNATURE, "missing-bar :"),
    "a step without a bar": ("flow.yaml", "          begin: |", "          begin:", "missing-bar :"),
    "a long arrow": ("combat.yaml", "half(int n) -> int:", "half(int n) --> int:", "wrong-type half(int n) --> int"),
    "a signature without types": ("combat.yaml", "become_gate(token m):", "become_gate(m):", "syntax )"),
    "a signature with a capital": ("combat.yaml", "become_gate(token", "Become_Gate(token", "syntax Become_Gate"),
    "a signature that gives nothing": (
        "combat.yaml", "half(int n) -> int:", "half(int n):",
        "no-result n / 2 if opt.halve == lose_half else n - n / 2",
    ),
    "a procedure without parentheses": ("combat.yaml", "become_gate(token m)", "become_gate", "wrong-type become_gate"),
    "an action without a menu": ("movement.yaml", "    in: on_the_way\n    if:", "    if:", "missing-key heal_stamina"),
    "an action in an unknown menu": (
        "movement.yaml", "    in: on_the_way\n    if:", "    in: on_my_way\n    if:", "unknown-menu on_my_way",
    ),
    "a section with another name": ("gates.yaml", "procs:\n", "procedures:\n", "unknown-key procedures"),
    "a flow with another name": ("flow.yaml", "flow:\n", "flows:\n", "unknown-key flows"),
    "an unknown call with arguments": ("combat.yaml", "hurt(me, m.harm, 1)", "hrut(me, magical)", "unknown-call hrut"),
    "too few arguments": ("combat.yaml", "hurt(me, m.harm, 1)", "hurt(me, 1)", "wrong-arguments hurt(me, 1)"),
    "numbers of several": (
        "combat.yaml", "me.may_rest = false", "me.clues = me.at.token.toughness", "list-of-numbers toughness",
    ),
    "another encoding": ("tokens.yaml", "title: Gug", "title: G\udce4g", "not-utf8 \ufffd"),
}  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "told"), ALONE.values(), ids=ALONE.keys())
def test_what_follows_from_a_fault_is_left_out(
    pack: Path, capsys: Capture, file: str, old: str, new: str, told: str
) -> None:
    """One slip of the pen gives one message, however much of the pack cannot be understood without it."""
    text = (pack / file).read_text(encoding="utf-8")
    assert old in text
    (pack / file).write_bytes(text.replace(old, new, 1).encode("utf-8", "surrogateescape"))
    out = validate(capsys)
    assert [each.rstrip() for each in carets(out).values()] == [told.rstrip()]
    assert out.endswith("broken: 1 error\n")


def test_a_procedure_that_says_something_and_lacks_a_bar(tmp_path: Path, capsys: Capture) -> None:
    """Its callers, and what it says, are not spoken of."""
    run(["new", str(tmp_path / "small")])
    pack = tmp_path / "small" / "pack.yaml"
    text = pack.read_text(encoding="utf-8")
    pack.write_text(text.replace("    do: |\n      game.stones", "    do:\n      game.stones"), encoding="utf-8")
    assert run(["validate", str(pack.parent)]) == 1
    out = capsys.readouterr().out
    assert "missing-bar: the text below `do:`" in out
    assert out.endswith("small: 1 error\n")


def test_all_faults_in_one_run(pack: Path, capsys: Capture) -> None:
    names = ["misspelt field", "unknown area in an arrow", "misspelt section", "quoted number", "a formula cut off"]
    for name in names:
        file, old, new = BROKEN[name][0]
        edit(pack, file, old.replace("toughness: 1", "toughness: 2") if name == "quoted number" else old, new)
    (pack / "more.yaml").write_bytes(b"\xff")
    out = validate(capsys)
    for name in names:
        assert f": {BROKEN[name][1][1].split()[0]}: " in out
    assert "more.yaml:1:1: not-utf8" in out
    places = [line.split(":")[0] for line in out.split("\n") if re.match(r"[a-z_]+\.yaml:\d", line)]
    assert places == sorted(places)


def test_a_value_missing_in_the_three_hundredth_card(pack: Path, capsys: Capture) -> None:
    cards = [f"    card_{n}: {{at: stock, harm: physical{', toughness: 1' * (n != 300)}}}\n" for n in range(1, 401)]
    text = (pack / "kinds.yaml").read_text(encoding="utf-8")
    assert "toughness: int\n" in text or "toughness: int " in text
    (pack / "kinds.yaml").write_text(text.replace("toughness: int", "toughness: side", 1), encoding="utf-8")
    (pack / "cards.yaml").write_text(
        "things:\n  token:\n" + "".join(cards).replace("toughness: 1", "toughness: gate"), encoding="utf-8"
    )
    found = carets(validate(capsys))
    assert found["cards.yaml:302:5"] == "missing-value card_300"


def test_a_key_missing_in_the_three_hundredth_arrow(pack: Path, capsys: Capture) -> None:
    rows = "".join(f"  - {{from: attic, {'two' if n == 300 else 'to'}: woods}}\n" for n in range(1, 400))
    (pack / "ways.yaml").write_text("arrows:\n" + rows, encoding="utf-8")
    assert "ways.yaml:301:5: missing-key: this lacks `to:`" in validate(capsys)


BOMB = "measures:\n  a: &a [x, x]\n" + "".join(
    f"  {new}: &{new} [*{old}, *{old}]\n" for old, new in zip("abcdefg", "bcdefgh", strict=True)
)
ODD: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "x.yaml:1:1: empty-file: "),
    "only a comment": (b"# nothing\n", "x.yaml:1:1: empty-file: "),
    "binary": (b"\x89PNG\r\n\x1a\n\0\0\0", "x.yaml: binary-file: "),
    "latin-1": ("procs: {}\n# caf\xe9\n".encode("latin-1"), "x.yaml:2:6: not-utf8: "),
    "utf-16": ("procs: {}\n".encode("utf-16"), "x.yaml: not-utf8: the file is saved as UTF-16\n    save it as UTF-8"),
    "10 MB": (b"things:\n" + b"  a: b\n" * 1_500_000, "x.yaml: too-large: "),
    "an alias bomb": (BOMB.encode(), "x.yaml:2:6: yaml-alias: "),
    "deep": (b"show: " + b"[" * 1_000_000, "x.yaml:1:1006: too-deep: "),
    "deep blocks": ("".join("  " * n + "a:\n" for n in range(300)).encode(), "x.yaml:60:119: too-deep: "),
    "a deep text": (("procs:\n  deep(): |\n    let x = " + "-" * 9000 + "1\n").encode(), "x.yaml:3:"),
    "a list": (b"- a\n- b\n", "x.yaml:1:1: no-sections: "),
    "two documents": (b"procs: {}\n---\nprocs: {}\n", "x.yaml:2:1: second-document: "),
}


@pytest.mark.parametrize(("content", "told"), ODD.values(), ids=ODD.keys())
def test_odd_files_give_one_clear_line(pack: Path, capsys: Capture, content: bytes, told: str) -> None:
    (pack / "x.yaml").write_bytes(content)
    begun = time.process_time()
    out = validate(capsys)
    assert time.process_time() - begun < 30
    assert out.startswith(told)
    assert out.endswith("broken: 1 error\n")
    assert max(map(len, out.split("\n"))) < 200


MANY: dict[str, Callable[[int], str]] = {
    "unknown calls": lambda n: "procs:\n" + "".join(f"  p{i}(): |\n    foo{i}()\n" for i in range(n)),
    "plain colons": lambda n: "procs:\n" + "".join(f"  p{i}(): a: b\n" for i in range(n)),
    "things nowhere": lambda n: "things:\n  token:\n" + "".join(f"    a{i}: {{}}\n" for i in range(n)),
}


@pytest.mark.parametrize("made", MANY.values(), ids=MANY.keys())
def test_many_faults_take_no_longer_each(pack: Path, capsys: Capture, made: Callable[[int], str]) -> None:
    def seconds(number: int) -> float:
        (pack / "x.yaml").write_text(made(number), encoding="utf-8")
        begun = time.process_time()
        validate(capsys)
        return time.process_time() - begun

    seconds(10)
    assert seconds(1200) < 12 * max(seconds(300), 1)


@pytest.mark.parametrize("content", ["", "- a\n", "pakc: {}\n", "pack:\n", "pack: 1\n"])
def test_no_header(pack: Path, capsys: Capture, content: str) -> None:
    (pack / "pack.yaml").write_text(content, encoding="utf-8")
    assert "pack.yaml" in validate(capsys)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none", "none: there is no such folder, file or bundled pack"),
        ("arkham_expres", "did you mean `arkham_express`?"),
        (".", "this folder holds no `pack.yaml`"),
        ("", "there is no such folder, file or bundled pack"),
        ("broken/tests", "this folder holds no `pack.yaml`"),
    ],
)
@pytest.mark.usefixtures("pack")
def test_an_unknown_pack(capsys: Capture, name: str, said: str) -> None:
    assert run(["validate", name]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""
