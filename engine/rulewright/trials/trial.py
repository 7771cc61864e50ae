"""A test of a pack as its designer wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.pack.leaves import name_list, names, pairs, text
from rulewright.pack.values import Entry, Mapping, Scalar, Sequence, Value
from rulewright.text.spans import Span, Text

NEVER = "none"
_SEAT = re.compile(r"(\d+)/(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Key:
    """A Key names a prompt, as asked of one seat or, if `seat` is 0, of any."""

    prompt: str
    seat: int
    span: Span

    def __str__(self) -> str:
        return f"{self.seat}/{self.prompt}" if self.seat else self.prompt


@dataclass(frozen=True, slots=True)
class Reply:
    """A Reply is what is answered once: the names of options, one unless the question is about several."""

    names: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Act:
    """An Act is one part of what a test runs: statements, or a step of the flow if `is_step`, perhaps `of` one item."""

    text: Text
    is_step: bool = False
    of: Text | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """A Trial is one test, its texts still unread.

    `asks` maps a prompt to the options it must offer when it is first put; none: it must never be put. `run` is carried
    out in order. `sees` and `hides` are things by seat.
    """

    id: Text
    rules: tuple[Text, ...]
    players: Text | None
    options: tuple[tuple[Text, Text], ...]
    given: tuple[tuple[Text, Text], ...]
    draws: tuple[tuple[Text, tuple[Text, ...]], ...]
    dice: tuple[Text, ...]
    answers: tuple[tuple[Key, tuple[Reply, ...]], ...]
    run: tuple[Act, ...]
    expect: tuple[Text, ...]
    asks: tuple[tuple[Key, tuple[str, ...] | None], ...]
    unlike: Text | None
    sees: tuple[tuple[Text, tuple[Text, ...]], ...]
    hides: tuple[tuple[Text, tuple[Text, ...]], ...]


def read_trials(tree: Mapping) -> list[Trial]:
    """The tests of a joined tree, in order. What has the wrong form is passed over: the schema has told of it."""
    tests = tree.get("tests")
    entries = tests.entries.values() if isinstance(tests, Mapping) else ()
    return [_trial(entry, entry.value) for entry in entries if isinstance(entry.value, Mapping)]


def _trial(entry: Entry, value: Mapping) -> Trial:
    return Trial(
        id=entry.key.text,
        rules=names(value, "rule"),
        players=text(value, "players"),
        options=tuple(pairs(value.get("with")).values()),
        given=tuple(pairs(value.get("given")).values()),
        draws=tuple((each.key.text, name_list(each.value)) for each in _entries(value.get("draws"))),
        dice=tuple(_faces(value.get("dice"))),
        answers=tuple((_key(each.key), tuple(_replies(each.value))) for each in _entries(value.get("answers"))),
        run=tuple(_acts(value.get("run"))),
        expect=tuple(_conditions(text(value, "expect"))),
        asks=tuple((_key(each.key), _options(each.value)) for each in _entries(value.get("asks"))),
        unlike=text(value, "unlike"),
        sees=tuple((each.key.text, name_list(each.value)) for each in _entries(value.get("sees"))),
        hides=tuple((each.key.text, name_list(each.value)) for each in _entries(value.get("hides"))),
    )


def _entries(value: Value | None) -> list[Entry]:
    return list(value.entries.values()) if isinstance(value, Mapping) else []


def _key(key: Scalar) -> Key:
    found = _SEAT.fullmatch(key.source)
    return Key(found[2], int(found[1]), key.span) if found else Key(key.source, 0, key.span)


def _acts(value: Value | None) -> Iterator[Act]:
    """What is run: one part, or those of a list."""
    for part in value.items if isinstance(value, Sequence) else (value,):
        step = text(part, "step")
        if isinstance(part, Scalar):
            yield Act(part.text)
        elif step is not None:
            yield Act(step, is_step=True, of=text(part, "of"))


def _faces(value: Value | None) -> Iterator[Text]:
    """Faces in a list, or in a line with spaces between them."""
    if isinstance(value, Sequence):
        yield from name_list(value)
    elif isinstance(value, Scalar):
        for line, row in enumerate(value.source.split("\n"), 1):
            for word in re.finditer(r"[^\s,]+", row):
                place = value.text.at(line, word.start() + 1, line, word.end() + 1)
                yield Text(word.group(), place)


def _replies(value: Value) -> Iterator[Reply]:
    if not isinstance(value, Sequence):
        yield Reply(_options(value) or (), value.span)
        return
    for item in value.items:
        yield Reply(tuple(_names(item)), item.span)


def _options(value: Value) -> tuple[str, ...] | None:
    """The options in a list, or the one that stands there; None for `none` or nothing."""
    if isinstance(value, Scalar) and (value.empty or value.source == NEVER):
        return None
    return tuple(_names(value))


def _names(value: Value) -> Iterator[str]:
    for item in value.items if isinstance(value, Sequence) else (value,):
        if isinstance(item, Scalar):
            yes_or_no = {True: "yes", False: "no"}
            yield yes_or_no[item.data] if isinstance(item.data, bool) else item.source


def _conditions(block: Text | None) -> Iterator[Text]:
    """The conditions of a block, one a line; a line that stands further right goes on with the one above it."""
    rows = block.source.split("\n") if block is not None else []
    start = 0
    for number in range(1, len(rows) + 1):
        if block is not None and (number == len(rows) or not rows[number].startswith(" ")):
            found = _condition(block, rows[start:number], start)
            if found is not None:
                yield found
            start = number


def _condition(block: Text, rows: list[str], start: int) -> Text | None:
    """One condition, without the empty lines and comments below it; None where there is nothing else."""
    kept = list(rows)
    while kept and (not kept[-1].strip() or kept[-1].lstrip().startswith("#")):
        kept.pop()
    if not kept or not kept[0].strip() or kept[0].startswith("#"):
        return None
    span = block.at(start + 1, 1, start + len(kept), len(kept[-1]) + 1)
    return Text("\n".join(kept), span)
