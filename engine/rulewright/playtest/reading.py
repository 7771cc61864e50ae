"""Reading a playthrough's file: all its faults at once, each at its place."""

from __future__ import annotations

import re
import stat
from collections.abc import Mapping
from pathlib import Path

from rulewright.play.faults import Blame, Culprit
from rulewright.play.flow import Ending, Status
from rulewright.play.retelling import Step
from rulewright.playtest.playthrough import FORMAT, NOTHING, TITLE, Playthrough
from rulewright.playtest.tokens import Malformed, Token, read, read_pairs
from rulewright.table.signals import Outcome
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span
from rulewright.text.suggest import nearest

LARGEST = 64_000_000  # bytes
END = "end"
KEYS = (
    "pack",
    "version",
    "hash",
    "options",
    "overlays",
    "players",
    "agents",
    "seed",
    "game",
    "drawn",
    "definitions",
)
NUMBERS = ("winners", "ranks", "scores")
MOST_PLAYERS = 100
_PLACE = re.compile(r"(.*):([1-9][0-9]{0,8}):([1-9][0-9]{0,8})")
_HASH = re.compile(r"[0-9a-f]+")
BLAMES = [blame.value for blame in Blame]


def read_file(path: Path) -> tuple[Playthrough | None, list[Diagnostic], str]:
    """The playthrough a file holds, or None and what is wrong with it; and its text, empty where it cannot be had.

    Raises OSError if it cannot be read.
    """
    name = str(path)
    if not stat.S_ISREG(path.stat().st_mode):
        return None, [_whole(name, "this is no plain file")], ""
    with path.open("rb") as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        return None, [_whole(name, "the file is too large for a playthrough")], ""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        return None, [_whole(name, f"the file is not UTF-8 text: byte {fault.start + 1} fits nowhere")], ""
    return *parse(text, name), text


def parse(text: str, file: str) -> tuple[Playthrough | None, list[Diagnostic]]:
    """The playthrough a text holds, or None and what is wrong with it; `file` is the name that diagnostics give it."""
    reader = _Reader(file, text.split("\n"))
    playthrough = reader.playthrough()
    return (None, reader.faults) if reader.faults else (playthrough, [])


class _Reader:
    """A _Reader goes through the lines once: the head, the decisions, the end."""

    def __init__(self, file: str, lines: list[str]) -> None:
        self.file = file
        self.lines = [line.rstrip("\r") for line in lines]
        self.faults: list[Diagnostic] = []
        self.places: dict[str, tuple[int, int]] = {}  # key -> its line, where its value begins

    def playthrough(self) -> Playthrough | None:
        """What the lines say; worth something only if there are no faults."""
        if not self._title():
            return None
        definitions: dict[str, str] = {}
        body = self._head(definitions)
        players = self._number("players", 1, MOST_PLAYERS)
        agents = self._words("agents")
        if not 1 <= players <= MOST_PLAYERS:
            players = MOST_PLAYERS
        elif len(agents) != players:
            self._at("agents", f"there are {players} players, but {len(agents)} agents")
        steps, ending = self._body(body, players)
        return Playthrough(
            pack=self._word("pack"),
            version=self._word("version"),
            digest=self._hash(),
            options=self._pairs("options"),
            overlays=tuple(self._words("overlays")),
            players=players,
            agents=tuple(agents),
            seed=self._number("seed", None, None),
            game=self._number("game", 0, None),
            drawn=self._numbers("drawn"),
            definitions=definitions,
            steps=tuple(steps),
            ending=ending,
        )

    def _title(self) -> bool:
        first = self.lines[0].strip()
        if not first.startswith(f"{TITLE} "):
            self._fault(1, 1, "this is no playthrough", f"its first line is `{TITLE} {FORMAT}`")
            return False
        if first != f"{TITLE} {FORMAT}":
            self._fault(1, len(TITLE) + 2, f"this format is not known here, only {FORMAT} is")
            return False
        return True

    def _head(self, definitions: dict[str, str]) -> int:
        """Note where each key's value stands; gives the line after the head."""
        line = 2
        while line <= len(self.lines) and self.lines[line - 1].strip():
            key, colon, _ = self.lines[line - 1].partition(":")
            if not colon or key not in KEYS:
                near = nearest(key.strip(), KEYS)
                self._fault(line, 1, f"unknown key `{key.strip()}`", f"did you mean `{near}`?" if near else "")
            elif key == "definitions":
                self._add_definitions(definitions, line, len(key) + 1)
            elif key in self.places:
                self._fault(line, 1, f"`{key}` stands here twice, first in line {self.places[key][0]}")
            else:
                self.places[key] = (line, len(key) + 1)
            line += 1
        last = min(line, len(self.lines))
        for key in KEYS:
            if key not in self.places:
                self._fault(last, 1, f"the head has no `{key}:`")
        return line

    def _add_definitions(self, definitions: dict[str, str], line: int, start: int) -> None:
        self.places.setdefault("definitions", (line, start))
        for key, value in self._try_pairs(line, start).items():
            if key in definitions:
                self._fault(line, 1, f"the definition `{key}` stands here twice")
            definitions[key] = value

    def _body(self, line: int, players: int) -> tuple[list[Step], Ending]:
        steps: list[Step] = []
        for number in range(line, len(self.lines) + 1):
            text = self.lines[number - 1]
            if text.startswith(f"{END}:"):
                self._nothing_after(number)
                return steps, self._ending(number, players)
            if text.strip():
                expected = steps[-1].number + 1 if steps else 1  # so that one lost line is one fault
                steps.append(self._step(number, expected, players))
        self._fault(
            len(self.lines), 1, f"the last line is missing: `{END}:` and how the game stands", "was it cut off?"
        )
        return steps, Ending(Status.OPEN)

    def _nothing_after(self, line: int) -> None:
        for number in range(line + 1, len(self.lines) + 1):
            if self.lines[number - 1].strip():
                self._fault(number, 1, f"nothing may stand below `{END}:`")
                return

    def _step(self, line: int, expected: int, players: int) -> Step:
        words = self._try_words(line, 0)
        if not words:
            return Step(expected, 1, "", ())
        number = self._whole_number(words[0], line, expected, expected)
        seat = self._whole_number(words[1], line, 1, players) if len(words) > 1 else 1
        if len(words) < 4:
            self._fault(line, 1, "a decision is its number, the seat, the prompt and what was chosen")
            return Step(number, seat, "", ())
        nothing = len(words) == 4 and words[3].text == NOTHING and not words[3].quoted
        return Step(number, seat, words[2].text, () if nothing else tuple(word.text for word in words[3:]))

    def _ending(self, line: int, players: int) -> Ending:
        words = self._try_words(line, len(END) + 1)
        known = [status.value for status in Status]
        if not words or words[0].text not in known:
            self._fault(line, words[0].column if words else 1, f"how the game stands is one of {', '.join(known)}")
            return Ending(Status.OPEN)
        status, rest = Status(words[0].text), words[1:]
        match status:
            case Status.OVER if rest:
                return Ending(status, self._outcome(rest, line, players))
            case Status.CAPPED if len(rest) >= 3 and len(rest) % 2 == 1:
                pairs = zip(rest[3::2], rest[4::2], strict=True)
                culprits = tuple(Culprit(name.text, _place(place)) for name, place in pairs)
                return Ending(status, fault=_broken(rest), culprits=culprits)
            case Status.FAILED if len(rest) == 4 and rest[0].text in BLAMES:
                return Ending(status, fault=_broken(rest[1:]), blame=Blame(rest[0].text))
            case Status.OPEN if not rest:
                return Ending(status)
            case _:
                self._fault(line, words[0].column, f"`{status.value}` wants other words behind it")
                return Ending(Status.OPEN)

    def _outcome(self, words: list[Token], line: int, players: int) -> Outcome:
        found: dict[str, list[int]] = {}
        key = ""
        for word in words[1:]:
            if word.text in NUMBERS and word.text not in found:
                key = word.text
                found[key] = []
            elif key:
                low, high = (None, None) if key == "scores" else (1, players)
                found[key].append(self._whole_number(word, line, low, high))
            else:
                self._fault(line, word.column, f"here stands one of {', '.join(NUMBERS)}")
        winners, ranks, scores = (tuple(found.get(key, ())) for key in NUMBERS)
        return Outcome(winners, ranks, scores, words[0].text)

    # ---- values of the head ------------------------------------------------------------------------------------------

    def _words(self, key: str) -> list[str]:
        return [word.text for word in self._try_words(*self.places[key])] if key in self.places else []

    def _word(self, key: str) -> str:
        words = self._words(key)
        if key in self.places and len(words) != 1:
            self._at(key, f"`{key}` is one word")
        return words[0] if words else ""

    def _hash(self) -> str:
        word = self._word("hash")
        if word and not _HASH.fullmatch(word):
            self._at("hash", f"`{word}` is no hash: digits and a to f", "was it edited by hand?")
        return word

    def _pairs(self, key: str) -> Mapping[str, str]:
        return self._try_pairs(*self.places[key]) if key in self.places else {}

    def _number(self, key: str, low: int | None, high: int | None) -> int:
        if key not in self.places:
            return 1
        line, start = self.places[key]
        words = self._try_words(line, start)
        if len(words) != 1:
            self._at(key, f"`{key}` is one number")
            return 1
        return self._whole_number(words[0], line, low, high)

    def _numbers(self, key: str) -> tuple[int, ...]:
        if key not in self.places:
            return ()
        line, start = self.places[key]
        return tuple(self._whole_number(word, line, 0, None) for word in self._try_words(line, start))

    # ---- pieces of lines ---------------------------------------------------------------------------------------------

    def _whole_number(self, word: Token, line: int, low: int | None, high: int | None) -> int:
        digits = word.text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 30) or word.quoted:
            self._fault(line, word.column, f"here stands a number, not `{word.text}`")
            return low or 0
        number = int(word.text)
        if low is not None and low == high and number != low:
            self._fault(line, word.column, f"this is number {low}, not {number}", "was a line lost or added?")
        elif (low is not None and number < low) or (high is not None and number > high):
            bounds = f"at least {low}" if high is None else f"{low} to {high}"
            self._fault(line, word.column, f"{number} cannot stand here, only {bounds}")
        return number

    def _try_words(self, line: int, start: int) -> list[Token]:
        try:
            return read(self.lines[line - 1], start)
        except Malformed as fault:
            self._fault(line, fault.column, fault.message)
            return []

    def _try_pairs(self, line: int, start: int) -> dict[str, str]:
        try:
            return read_pairs(self.lines[line - 1], start)
        except Malformed as fault:
            self._fault(line, fault.column, fault.message)
            return {}

    def _at(self, key: str, message: str, hint: str = "") -> None:
        if key in self.places:
            line, start = self.places[key]
            self._fault(line, start + 1, message, hint)

    def _fault(self, line: int, column: int, message: str, hint: str = "") -> None:
        width = max(len(self.lines[line - 1]) + 1, column + 1)
        self.faults.append(
            Diagnostic("malformed-playthrough", Span(self.file, line, column, line, width), message, hint)
        )


def _broken(words: list[Token]) -> Diagnostic | None:
    """The fault that broke a game: its id, its place, what is wrong."""
    if words[0].text == NOTHING and not words[0].quoted:
        return None
    return Diagnostic(words[0].text, _place(words[1]), words[2].text)


def _place(word: Token) -> Span:
    """The place that a word names: a file, with the line and the column where it is not meant as a whole."""
    if word.text == NOTHING and not word.quoted:
        return Span.whole("")
    placed = _PLACE.fullmatch(word.text)
    if placed is None:
        return Span.whole(word.text)
    line, column = int(placed[2]), int(placed[3])
    return Span(placed[1], line, column, line, column + 1)


def _whole(file: str, message: str) -> Diagnostic:
    return Diagnostic("malformed-playthrough", Span.whole(file), message)
