"""What a series of games says, as plain data; printing.py makes the text of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rulewright.play.book import Book
from rulewright.play.flow import Ending, Status
from rulewright.playtest.figures import spread
from rulewright.playtest.playthrough import write_ending
from rulewright.playtest.series import GameResult, Plan, Series
from rulewright.text.render import to_json as diagnostic_json

TEAM = "players"
RECONSTRUCTED = "reconstructed"
NOBODY = "nobody wins"


def to_json(book: Book, plan: Plan, series: Series) -> dict[str, Any]:
    """The report as schemas/report.schema.json describes it.

    Everything but `seconds` and `decisions_per_second` depends on the pack, its options, the players, agents, seed and
    the number of games alone.
    """
    finished = [result for result in series.results if result.ending.status is Status.OVER]
    decisions = sum(result.decisions for result in series.results)
    return {
        "pack": book.pack,
        "version": book.version,
        "players": book.compiled.players,
        "options": dict(book.options),
        "overlays": list(book.overlays),
        "seed": plan.seed,
        "agents": list(plan.agents),
        "games": len(series.results),
        "hopeless": series.hopeless,
        "outcomes": _counted(label(book, result.ending) for result in finished),
        "wins": _wins(book, finished),
        "capped": sum(result.ending.status is Status.CAPPED for result in series.results),
        "failed": sum(result.ending.status is Status.FAILED for result in series.results),
        "decisions": decisions,
        "seconds": round(series.seconds, 3),
        "decisions_per_second": round(decisions / series.seconds) if series.seconds > 0 else 0,
        "length": {
            "rounds": _spread(result.rounds for result in finished if result.rounds is not None),
            "decisions": _spread(result.decisions for result in finished),
        },
        "measures": {
            id_: _spread(result.measures[id_] for result in finished if id_ in result.measures)
            for id_ in book.compiled.measures
        },
        "characters": _characters(finished),
        "never_chosen": unused(book, series.chosen, series.offered),
        "never_offered": unused(book, series.offered),
        "reconstructed": {
            "definitions": sum(origin == RECONSTRUCTED for origin in book.origins.values()),
            "of": len(book.origins),
        },
        "per_game": [_game(book, result) for result in series.results],
    }


def label(book: Book, ending: Ending) -> str:
    """How a game that is over ended, in the pack's words, or in ours where it has none."""
    outcome = ending.outcome
    if outcome is None:
        return write_ending(ending)
    if outcome.why:
        return outcome.why
    if not outcome.winners:
        return NOBODY
    if book.team:
        return f"the {TEAM} win"
    seats = " and ".join(str(winner) for winner in outcome.winners)
    return f"seat {seats} win{'s' if len(outcome.winners) == 1 else ''}"


def unused(book: Book, used: Sequence[set[Any]], of: Sequence[set[Any]] | None = None) -> list[dict[str, str]]:
    """The actions of menus and the named options of choices that are not among the used ones of any prompt.

    With `of`, those alone that are among these. Where there was no choice, nothing was offered or chosen.
    """
    found = []
    for number, prompt in enumerate(book.compiled.prompts):
        symbol = prompt.symbol
        match symbol.nature:
            case "menu":
                names = dict(enumerate(book.menus[symbol.number], 1))
            case "choose":
                names = {label: each.id for label, each in enumerate(symbol.labels)}
            case _:
                continue
        taken, wanted = _numbers(used[number]), names if of is None else _numbers(of[number])
        missing = [name for option, name in names.items() if option not in taken and option in wanted]
        found += [{"prompt": symbol.id, "option": name} for name in missing]
    return found


def _numbers(options: set[Any]) -> set[int]:
    """The numbers of actions or labels, without what is chosen with them."""
    return {option[0] if isinstance(option, tuple) else option for option in options}


def _wins(book: Book, finished: list[GameResult]) -> dict[str, int]:
    """How many games each side won; a side is a seat, or all players together."""
    winners = [result.ending.outcome.winners for result in finished if result.ending.outcome is not None]
    if book.team:
        return {TEAM: sum(bool(won) for won in winners)}
    return {str(seat): sum(seat in won for won in winners) for seat in range(1, book.compiled.players + 1)}


def _characters(finished: list[GameResult]) -> dict[str, dict[str, int]]:
    """For each definition a player took, in how many games, and how many of these that player won."""
    games: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for result in finished:
        won = result.ending.outcome.winners if result.ending.outcome is not None else ()
        for definition, owner in dict.fromkeys(result.taken):
            games[definition] += 1
            wins[definition] += owner in won
    return {definition: {"games": games[definition], "wins": wins[definition]} for definition in sorted(games)}


def _game(book: Book, result: GameResult) -> dict[str, Any]:
    outcome = result.ending.outcome
    return {
        "game": result.number,
        "status": result.ending.status.value,
        "outcome": label(book, result.ending),
        "winners": list(outcome.winners) if outcome is not None else [],
        "ranks": list(outcome.ranks) if outcome is not None else [],
        "scores": list(outcome.scores) if outcome is not None else [],
        "rounds": result.rounds,
        "decisions": result.decisions,
        "measures": dict(result.measures),
        "fault": _fault(result.ending),
    }


def _fault(ending: Ending) -> dict[str, Any] | None:
    """What broke a game: a diagnostic, whose fault it is, and what ran when it was capped."""
    if ending.fault is None:
        return None
    culprits = [{"name": each.name, "file": each.span.file, "line": each.span.line} for each in ending.culprits]
    return {**diagnostic_json(ending.fault), "blame": ending.blame.value, "culprits": culprits}


def _counted(labels: Iterable[str]) -> Mapping[str, int]:
    """How often each label comes, the commonest first, those as common by name."""
    return dict(sorted(Counter(labels).items(), key=lambda pair: (-pair[1], pair[0])))


def _spread(values: Iterable[int]) -> dict[str, float] | None:
    found = spread(list(values))
    return asdict(found) if found is not None else None
