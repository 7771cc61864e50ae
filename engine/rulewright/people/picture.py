"""The picture of a table for those who look at it: the board, the players, the places, their own hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from textwrap import wrap

from rulewright.people.things import facts, has_line, line_of, listed
from rulewright.play.sights import Sights

GAP = "  "
NARROW = 9
"""Cells of a row that are no wider make a grid; wider ones are wrapped, side by side."""
NARROWEST = 12
GAME, PLAYER, AREA, PLACE = "game", "player", "area", "place"


@dataclass(frozen=True, slots=True)
class Picture:
    """A Picture is the table in lines of text: the board, also as close together as it can be read, how the game
    stands, what else lies beside the board, and what those who look have in hand."""

    board: list[str]
    tight: list[str]
    game: list[str]
    beside: list[str]
    hand: list[str]


def picture(sights: Sights, seats: Sequence[int], width: int) -> Picture:
    """The table as some seats see it together, in lines of so many columns."""
    hand = list(_hand(sights, seats))
    own = [thing for thing, _ in hand]
    beside = [*_told(sights, PLAYER), *_sheets(sights, own), *_joined(_places(sights, own))]
    return Picture(
        _board(sights, width),
        _board(sights, width, tight=True),
        _in_lines(_told(sights, GAME), width),
        _in_lines(beside, width),
        _in_lines(_joined(words for _, words in hand), width),
    )


def _in_lines(texts: Iterable[str], width: int) -> list[str]:
    return [line for each in texts for line in folded(each, width)]


def arrows_of(sights: Sights, area: int) -> str:
    """Where the arrows of an area lead, in words, with the lines of their links and what lies on these; empty if none
    leads anywhere."""
    leading = []
    for end, link, is_open in sights.arrows(area):
        told = [line_of(sights, link)] if has_line(sights, link) else []
        told += [*listed(sights, sights.lying(link)), *([] if is_open else ["closed"])]
        leading.append(sights.call(end) + (f" ({', '.join(told)})" if told else ""))
    return f"arrows to {', '.join(dict.fromkeys(leading))}" if leading else ""


def all_arrows(sights: Sights, width: int) -> list[str]:
    """Where the arrows of the board lead, in lines of so many columns."""
    told = [(sights.call(area), arrows_of(sights, area)) for area in _of_kind(sights, AREA)]
    found = [line for area, leading in told if leading for line in folded(f"{area}: {leading}", width)]
    return found or ["the board has no arrows"]


def folded(text: str, width: int, indent: str = "    ") -> list[str]:
    """A text in lines of so many columns; what does not fit on the first stands further right."""
    return [
        line
        for part in text.split("\n")
        for line in wrap(part, width, subsequent_indent=indent, break_on_hyphens=False) or [""]
    ]


# ---- the board -------------------------------------------------------------------------------------------------------


def _board(sights: Sights, width: int, tight: bool = False) -> list[str]:
    rows = sights.book.compiled.picture.rows
    areas = _of_kind(sights, AREA)
    if not rows:
        return _list_of_areas(sights, areas, width)
    cells = [[_cell(sights, area) if area >= 0 else [""] for area in row] for row in rows]
    if tight:
        cells = [[[": ".join([cell[0], "; ".join(cell[1:])] if cell[1:] else cell)] for cell in row] for row in cells]
    return _rows(cells, width, [] if tight else [""])


def _list_of_areas(sights: Sights, areas: Sequence[int], width: int) -> list[str]:
    """Areas one below the other; those at which nothing is to be seen stand together in the end."""
    busy = [area for area in areas if sights.holds(area) or facts(sights, area) or has_line(sights, area)]
    found = [line for area in busy for line in folded(": ".join(_parts(sights, area)), width)]
    empty = [sights.call(area) for area in areas if area not in busy]
    return [*found, *(folded(f"empty: {'; '.join(empty)}", width) if empty else [])]


def _parts(sights: Sights, holder: int) -> list[str]:
    lying = listed(sights, sights.lying(holder))
    return [line_of(sights, holder), "; ".join(lying)] if lying else [line_of(sights, holder)]


def _cell(sights: Sights, area: int) -> list[str]:
    return [line_of(sights, area), *listed(sights, sights.lying(area))]


def _rows(rows: Sequence[Sequence[Sequence[str]]], width: int, between: Sequence[str]) -> list[str]:
    """Rows of cells: a grid if all of them are narrow, else blocks side by side, with some lines between the rows."""
    texts = [cell for row in rows for cell in row]
    if all(len(cell) == 1 and len(cell[0]) <= NARROW for cell in texts):
        wide = max(len(cell[0]) for cell in texts)
        return [" ".join(f"{cell[0]:^{wide}}" for cell in row).rstrip() for row in rows]
    found: list[str] = []
    for row in rows:
        wide = max((width - len(GAP) * (len(row) - 1)) // max(len(row), 1), NARROWEST)
        blocks = []
        for column, left, right in _spans([bool("".join(cell)) for cell in row], wide, width):
            block = [line for text in row[column] for line in folded(text, right - left, " ")]
            longest = max(map(len, block))
            blocks.append([(max(left, min(column * (wide + len(GAP)), right - longest)), line) for line in block])
        found += between if found else []
        found += [_placed([each for each in line if each]) for line in zip_longest(*blocks)]
    return found


def _spans(filled: Sequence[bool], wide: int, width: int) -> Iterator[tuple[int, int, int]]:
    """Of each column of a row that is filled where it may begin and must end. A cell may reach into what is empty to
    its right, and the last one, with nothing there, into half of what is empty to its left."""
    columns = [column for column, each in enumerate(filled) if each]
    left = 0
    for at, column in enumerate(columns):
        start = column * (wide + len(GAP))
        right = columns[at + 1] * (wide + len(GAP)) - len(GAP) if at + 1 < len(columns) else max(width, start + wide)
        shared = at + 2 == len(columns) and columns[-1] == len(filled) - 1
        if shared:
            right -= (right - start - wide) // 2
        yield column, min(left or start, start), right
        left = right + len(GAP) if shared else 0


def _placed(pieces: Sequence[tuple[int, str]]) -> str:
    """Pieces of one line, each at its column."""
    line = ""
    for column, text in pieces:
        line = f"{line:{column}}{text}"
    return line.rstrip()


# ---- what lies beside it ---------------------------------------------------------------------------------------------


def _told(sights: Sights, kind: str) -> Iterator[str]:
    """The game or the players, where there is something to see of them."""
    for thing in _of_kind(sights, kind):
        if facts(sights, thing) or has_line(sights, thing) or sights.holds(thing):
            yield ": ".join(_parts(sights, thing))


def _sheets(sights: Sights, own: Sequence[int]) -> Iterator[str]:
    """What others have of the kinds that make a hand, as far as it is known."""
    for thing in _in_hands(sights):
        if thing not in own:
            yield f"{sights.call(sights.owner(thing))}: {line_of(sights, thing)}"


def _places(sights: Sights, own: Sequence[int]) -> Iterator[str]:
    """The places that the pack names, or all at which something lies."""
    named = sights.book.compiled.picture.places
    places = _of_kind(sights, PLACE)
    if named:
        places = [place for id in named for place in places if _definition(sights, place) == id]
    for place in places:
        if place not in own and (sights.holds(place) or named):
            lying = listed(sights, sights.lying(place))
            yield f"{place_name(sights, place)}: {'; '.join(lying) or 'nothing'}"


def place_name(sights: Sights, place: int) -> str:
    """A place as people read it, with whose it is."""
    owner = sights.owner(place)
    return f"{sights.call(owner)}'s {sights.call(place).lower()}" if owner else sights.call(place)


# ---- the hand --------------------------------------------------------------------------------------------------------


def _hand(sights: Sights, seats: Sequence[int]) -> Iterator[tuple[int, str]]:
    """What those who look have in hand, by the number of the place or thing.

    Without a word of the pack it is what lies at places into which they alone look. Where several look together, each
    hand says whose it is.
    """
    named = sights.book.compiled.picture.hand
    for seat in seats:
        for place in _of_kind(sights, PLACE):
            chosen = _definition(sights, place) in named if named else _is_secret(sights, place)
            if sights.owner(place) == seat and chosen:
                lying = listed(sights, sights.lying(place))
                whose = f"Your {sights.call(place).lower()}" if len(seats) == 1 else place_name(sights, place)
                yield place, f"{whose}: {'; '.join(lying) or 'nothing'}"
        for thing in _in_hands(sights):
            if sights.owner(thing) == seat:
                yield thing, f"{'You' if len(seats) == 1 else sights.call(seat)}: {line_of(sights, thing)}"


def _joined(lines: Iterable[str]) -> Iterator[str]:
    """Lines of places, in which several that are called alike stand together."""
    for name, alike in groupby(lines, key=lambda line: line.partition(": ")[0]):
        yield f"{name}: {' | '.join(line.partition(': ')[2] for line in alike)}"


def _in_hands(sights: Sights) -> list[int]:
    """The things of the kinds that make a hand which somebody has and those who look know."""
    named = [kind for kind in sights.book.compiled.picture.hand if kind in sights.book.compiled.kinds]
    things = dict.fromkeys(thing for kind in named for thing in _of_kind(sights, kind))
    return [thing for thing in things if sights.names(thing) and sights.owner(thing)]


def _is_secret(sights: Sights, place: int) -> bool:
    """Whether only its owner sees what lies at a place."""
    world = sights.book.compiled.world
    return world is not None and world.sight.sees[place] == 1 << sights.owner(place) and sights.owner(place) > 0


def _of_kind(sights: Sights, kind: str) -> list[int]:
    kinds = sights.book.compiled.kinds
    things = enumerate(sights.book.compiled.things)
    return [number for number, each in things if each.kind in kinds and kind in kinds[each.kind].ancestors]


def _definition(sights: Sights, thing: int) -> str:
    return sights.book.compiled.things[thing].definition
