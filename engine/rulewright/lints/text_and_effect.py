"""Printed texts that say something else than the effect does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.numbers import NUMBER, number_of
from rulewright.judgement.survey import Reading
from rulewright.language.analysis.trees import walk
from rulewright.language.program import FieldSymbol, ThingSymbol
from rulewright.language.tree import Builtin, Choose, Compare, Const, For, While
from rulewright.language.types import Int, List
from rulewright.pack.model import Thing
from rulewright.text.diagnostics import Severity

_NUMBER = re.compile(rf"\b({NUMBER})\b", re.IGNORECASE)
_MAY = re.compile(r"\b(?:you|they|players?|who\w*)\s+may\b(?!\s+not)", re.IGNORECASE)
_EACH = re.compile(r"\b(?:each|every|all)\b", re.IGNORECASE)
_UP_TO = re.compile(r"\bup to\b", re.IGNORECASE)
_TELLING = 2  # smaller numbers stand in every text, or are said by "a" and "no"


@of_reading(Severity.WARNING, 0.7)
def text_and_effect(reading: Reading) -> Iterator[Finding]:
    """Finds a thing whose printed text names other numbers than its effect, or words that it does not carry out.

    Numbers: one that is printed and not in the effect, beside one in the effect that is not printed. Words: "you may"
    where nothing is decided, "each", "every" or "all" where nothing is done to several, "up to" where nothing is chosen
    or limited. What the effect calls counts too.

        text: Gain 3 coins.
        effect: me.coins += 2

    Change whichever is wrong.
    """
    printed = {thing.id.span: thing for thing in (*reading.pack.things, *reading.pack.areas)}
    first = {thing.span: thing for thing in reversed(reading.program.things)}
    for span, symbol in first.items():
        thing = printed.get(span)
        texts = [text for does in reading.program.does.values() if (text := does.texts.get(symbol.number))]
        if thing is not None and thing.text is not None and texts:
            words = thing.text.source
            faults = list(_numbers(reading, symbol, texts, words))
            if not _has_more(thing):
                faults += _words(reading, texts, words)
            for message in faults:
                yield Finding(thing.text.span, message, "change whichever is wrong")


def _numbers(reading: Reading, symbol: ThingSymbol, texts: list[str], words: str) -> Iterator[str]:
    """What is printed and not done, beside what is done and not printed. What is compared may be one off: `> 2`."""
    nodes = list(walk(tuple(reading.program.routines[text].body for text in texts)))
    compared = [number for node in nodes if isinstance(node, Compare) for number in _constants(walk(node))]
    done = list(_constants(nodes))
    own = [number for field in reading.program.fields.values() for number in _start(field, symbol)]
    told = [number for each in _NUMBER.findall(words) if (number := number_of(each)) >= _TELLING]
    near = [number + off for number in compared for off in (-1, 1)]
    missing = [each for each in told if each not in (*done, *near, *own)]
    beyond = [
        each
        for each in done
        if each >= _TELLING and each not in told and not (each in compared and (each - 1 in told or each + 1 in told))
    ]
    if missing and beyond:
        yield f"the text says {_list(missing)}, the effect {_list(beyond)}"


def _constants(nodes: Iterable[Any]) -> Iterator[int]:
    """The numbers that stand in a text."""
    for node in nodes:
        if isinstance(node, Const) and isinstance(node.type, Int) and node.value is not None:
            yield int(node.value)


def _start(field: FieldSymbol, symbol: ThingSymbol) -> Iterator[int]:
    """The number that a thing gives as a field."""
    given = field.start.get(symbol.number)
    if isinstance(given, Const) and isinstance(field.type, Int) and given.value is not None:
        yield int(given.value)


def _list(numbers: list[int]) -> str:
    return ", ".join(map(str, dict.fromkeys(numbers)))


def _has_more(thing: Thing) -> bool:
    """Whether a thing does something beside its effect, of which the text may speak."""
    own = thing.behaviour
    return any(each is not None for each in (own.mods, own.hooks, own.rules, own.actions, own.action_heads, own.like))


def _words(reading: Reading, texts: list[str], words: str) -> Iterator[str]:
    """The words that stand for something which the effect, and what it calls, does not do."""
    program, graph = reading.program, reading.analysis.graph
    units = list(dict.fromkeys(unit for text in texts for unit in graph.reach(text)))
    nodes = list(walk(tuple(program.routines[unit].body for unit in units if unit in program.routines)))
    decides = any(graph.units[unit].decides for unit in units if unit in graph.units)
    decides = decides or any(isinstance(node, Choose) for node in nodes)
    several = any(isinstance(node, For | While) or isinstance(getattr(node, "type", None), List) for node in nodes)
    limits = any(isinstance(node, Builtin) and node.name in ("min", "max", "take") for node in nodes)
    if (said := _MAY.search(words)) and not decides:
        yield f"the text says `{said[0]}`, but nothing is decided"
    if (said := _EACH.search(words)) and not several:
        yield f"the text says `{said[0]}`, but nothing is done to several"
    if (said := _UP_TO.search(words)) and not decides and not limits:
        yield f"the text says `{said[0]}`, but nothing is chosen or limited"
