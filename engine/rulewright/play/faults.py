"""What broke a game, told as data: whose fault it is, what went wrong, and where in the pack."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from types import CodeType, TracebackType

from rulewright.play.book import Book
from rulewright.table.signals import Capped, Endless, Fault
from rulewright.text.diagnostics import Diagnostic, Related
from rulewright.text.spans import Span

MOST_NAMED = 5
ENGINE_FAULT = "engine-fault"
NOWHERE = Span.whole("")


class Blame(Enum):
    """Who is at fault for a broken game: the pack's content, or the engine and its agents."""

    CONTENT = "content"
    ENGINE = "engine"


@dataclass(frozen=True, slots=True)
class Culprit:
    """A Culprit is a definition that ran when a game was capped; `span` has line 0 where its place is not known."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class _Frame:
    """A _Frame is a text of the pack that was running: the name of its function, and what it was at."""

    name: str
    span: Span


def capped(signal: Capped | RecursionError, book: Book) -> tuple[Diagnostic, tuple[Culprit, ...]]:
    """What did not come to an end, and the definitions that were running, innermost first.

    Its place is the innermost text, or the first of the rules or steps that go round.
    """
    frames = _frames(signal.__traceback__, book)
    if isinstance(signal, RecursionError):
        frames = _outermost(frames)
    names = [frame.name for frame in frames]
    endless = Endless.CALLS
    if isinstance(signal, Capped):
        names, endless = [*(_definition(each, book) for each in signal.names), *names], signal.endless
    spans = book.compiled.spans
    known = {frame.name: frame.span for frame in reversed(frames)} | spans
    culprits = [Culprit(name, known.get(name, NOWHERE)) for name in _distinct(names)]
    if isinstance(signal, Capped) and endless in (Endless.RULES, Endless.FLOW):
        circle = [culprit for culprit in culprits if culprit.name in signal.names]
        place = circle[0].span if circle else NOWHERE
        related = [Related(each.span, f"`{each.name}`") for each in circle[1:] if each.span.line]
    else:
        place = frames[0].span if frames else spans.get(f"{names[0]}.while", NOWHERE) if names else NOWHERE
        related = [Related(each.span, f"in {_told(each.name)}") for each in culprits if each.span.line]
    code, message = endless.value
    return Diagnostic(code, place, message, related=tuple(related)), tuple(culprits)


def _outermost(frames: Sequence[_Frame]) -> list[_Frame]:
    """Of each text its outermost frame, the last begun first: what is innermost hangs on who runs the game."""
    first: dict[str, _Frame] = {}
    for frame in reversed(frames):
        first.setdefault(frame.name, frame)
    return list(first.values())[::-1]


def _told(name: str) -> str:
    """A definition as people speak of it, given the name of its routine."""
    what, _, rest = name.partition(".")
    id, _, bearer = rest.partition("@")
    id = id.partition(".")[0]
    of = f" of `{bearer.partition('.')[0]}`" if bearer else ""
    match what:
        case "hook":
            return f"a hook{of}"
        case "offer":
            return f"the menu `{id}`"
        case "action" | "rule" | "test" if id:
            return f"the {what} `{id}`{of}"
    return f"`{name}`"


def failed(fault: Exception, book: Book) -> tuple[Diagnostic, Blame]:
    """What went wrong, and whose fault it is."""
    frames = _frames(fault.__traceback__, book)
    match fault:
        case Fault(id=id, message=message, around=around):
            inside = frames[:around]
            at = frames[around] if len(frames) > around else frames[0] if frames else _Frame("", NOWHERE)
            related = tuple(Related(frame.span, f"`{frame.name}` stands here") for frame in inside if frame != at)
            return Diagnostic(id, at.span, message, related=related), Blame.CONTENT
        case ZeroDivisionError() if frames and _raised_in(fault) in _files(book):
            message = "this divides by 0"
            return Diagnostic("division-by-zero", frames[0].span, message, "test the divisor first"), Blame.CONTENT
    said = " ".join("".join(traceback.format_exception_only(fault)).split())
    return Diagnostic(ENGINE_FAULT, frames[0].span if frames else NOWHERE, said), Blame.ENGINE


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name))[:MOST_NAMED]


def _files(book: Book) -> list[str]:
    return [module.file for module in book.compiled.modules]


def _raised_in(fault: Exception) -> str:
    """The file of the code that raised it."""
    frames = list(traceback.walk_tb(fault.__traceback__))
    return frames[-1][0].f_code.co_filename if frames else ""


def _frames(trace: TracebackType | None, book: Book) -> list[_Frame]:
    """The texts of the pack that were running, innermost first."""
    files = _files(book)
    found: list[_Frame] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename in files:
            name = found[-1].name if code.co_name.startswith("<") and found else _definition(code.co_name, book)
            found.append(_Frame(name, _span(code, trace, book)))
        trace = trace.tb_next
    return found[::-1]


def _definition(function: str, book: Book) -> str:
    """The definition that a function was made of: parts of it have a name of their own, after a dot."""
    spans = book.compiled.spans
    name = function
    while name not in spans and "." in name:
        name = name.rpartition(".")[0]
    return name if name in spans else function


def _span(code: CodeType, trace: TracebackType, book: Book) -> Span:
    """What a frame was at. Python counts columns from 0, in bytes of UTF-8."""
    line, end_line, column, end_column = list(code.co_positions())[trace.tb_lasti // 2]
    if line is None or end_line is None or column is None or end_column is None:
        return Span(code.co_filename, trace.tb_lineno, 1, trace.tb_lineno, 2)
    lines = book.files.get(code.co_filename, "").split("\n")
    start, end = _characters(lines, line, column), _characters(lines, end_line, end_column)
    return Span(code.co_filename, line, start + 1, end_line, end + 1)


def _characters(lines: list[str], line: int, column: int) -> int:
    if not 0 < line <= len(lines):
        return column
    return len(lines[line - 1].encode(errors="surrogatepass")[:column].decode(errors="replace"))
