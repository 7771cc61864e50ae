"""What a person at the terminal asks about: an option, a card, any definition: its text, its effect, its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.console.clickable import at, file_name
from rulewright.console.definitions import Definition
from rulewright.console.named import made_up, named_so
from rulewright.people.asking import option_number, question_text
from rulewright.people.picture import arrows_of, folded
from rulewright.people.things import facts
from rulewright.play.book import Book
from rulewright.play.decisions import AnswerRefused, Decision
from rulewright.play.sights import Sights
from rulewright.text.blocks import block_at
from rulewright.text.spans import Span
from rulewright.text.suggest import nearest

MOST_LINES = 16
"""So many lines of a definition are shown."""

INDENT = "    "
_TEXT = re.compile(r"^\s+text: (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Explainer:
    """An Explainer explains the options and definitions of one rulebook, whose files lie in a folder."""

    book: Book
    folder: Path
    known: Sequence[Definition]

    def __call__(self, what: str, sights: Sights, decision: Decision | None, width: int) -> list[str]:
        """The lines, of so many columns, that explain an option by its number or words, else what is called so."""
        index = _option(what, decision)
        if decision is not None and index is not None:
            return list(self._option(decision, index, sights, width))
        things = self._titled(what)
        found = named_so(what, self.known) or made_up(what, self.known, lambda: self.book)
        if found or things:
            return list(self._explained(found, things[:1], sights, width))
        titles = [each.title for each in self.book.compiled.things]
        near = nearest(what, [each.id for each in self.known]) or nearest(what, titles)
        return [f"nothing is called `{what}`{f': did you mean `{near}`?' if near else ''}"]

    # ---- options -----------------------------------------------------------------------------------------------------

    def _option(self, decision: Decision, index: int, sights: Sights, width: int) -> Iterator[str]:
        """An option: what belongs to it that has a name, and where the question stands."""
        yield f"{index + 1}  {decision.labels[index]}"
        symbol = self.book.compiled.prompts[decision.prompt].symbol
        if symbol.nature == "choose":
            option = decision.options[index]
            label = symbol.labels[option[0] if isinstance(option, tuple) else option].id
            yield from (_cut(line, width) for line in self._written(symbol.span, f'"{label}"'))
            return
        words = decision.names[index].split()
        ids = [each.id for each in self.book.compiled.things]
        things = [ids.index(word) for word in words if word in ids]
        names = [word for word in words if word not in ids]
        actions = [symbol.text.id.partition(".")[0], *names]
        found = [each for each in self.known if each.id in actions and each.section.endswith("actions")]
        yield from self._explained(found, things, sights, width)
        if not found and not things:
            place = self._place(symbol.span)
            yield f"{INDENT}asked by {place}: {question_text(decision)}"

    def _written(self, span: Span, label: str) -> Iterator[str]:
        """An option that is written in the pack, with the lines below it that stand further right."""
        lines = self.book.files.get(span.file, "").split("\n")
        for number in range(span.line - 1, len(lines)):
            if label in lines[number]:
                yield f"{INDENT}{self._place(Span(span.file, number + 1, 1, number + 1, 1))}"
                yield from (f"{INDENT}{line}" for line in block_at(lines, number)[:MOST_LINES])
                return
        yield f"{INDENT}{self._place(span)}"

    # ---- definitions -------------------------------------------------------------------------------------------------

    def _titled(self, title: str) -> list[int]:
        """The things that are called so, by id or by what is printed on them."""
        things = enumerate(self.book.compiled.things)
        wanted = title.casefold()
        return [number for number, each in things if wanted in (each.id, each.definition, each.title.casefold())]

    def _explained(
        self, found: Sequence[Definition], things: Sequence[int], sights: Sights, width: int
    ) -> Iterator[str]:
        for thing in things:
            each = self.book.compiled.things[thing]
            own = named_so(each.id, self.known) or made_up(each.id, self.known, lambda: self.book)
            told = ", ".join(facts(sights, thing, all_of_them=True))
            head = f"{each.title} ({each.kind.replace('_', ' ')}){f': {told}' if told else ''}"
            yield from folded(head, width)
            leading = arrows_of(sights, thing)
            yield from folded(f"{INDENT}{leading}", width, INDENT) if leading else ()
            for definition in own[:1]:
                text = _TEXT.search(definition.text)
                yield from folded(f"{INDENT}{text[1]}", width, INDENT) if text else ()
            found = [*found, *(own[:1] if own[:1] and own[0] not in found else [])]
        for definition in found:
            place = definition.place
            yield f"{INDENT}{file_name(self.folder, place.file)}:{place.line}"
            lines = definition.text.split("\n")
            yield from (_cut(f"{INDENT}{line}", width) for line in lines[:MOST_LINES])
            if len(lines) > MOST_LINES:
                yield f"{INDENT}and {len(lines) - MOST_LINES} lines more"

    def _place(self, span: Span) -> str:
        placed = at(self.folder, span)
        return f"{placed.file}:{placed.line}"


def _cut(line: str, width: int) -> str:
    """A line of YAML, as much of it as there is room for."""
    return line if len(line) <= width else f"{line[: width - 1]}…"


def _option(what: str, decision: Decision | None) -> int | None:
    """The option that is meant, if one is."""
    if decision is None:
        return None
    try:
        return option_number(decision, what)
    except AnswerRefused:
        return None
