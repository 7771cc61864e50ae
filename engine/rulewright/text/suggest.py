"""Which known name a misspelt one was meant to be."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

_ALIKE = 0.7
_LONGEST = 80
_RANGE = re.compile(r"\[?(\d+) ?(?:-|–|\.\.\.|…|to|,) ?(\d+)\]?")
_LONG_ARROW = re.compile(r"<?-{2,}>|=+>|[→⇒↔]")


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The name most like `name`, or None where none is alike: typos, swapped letters, beginnings, wrong case.

    Of names equally alike the first in code-point order is taken, so the answer never depends on the order given.
    """
    if not name or len(name) > _LONGEST:
        return None
    best: str | None = None
    best_score = _ALIKE
    for candidate in sorted(dict.fromkeys(names)):
        score = _likeness(name, candidate, best_score)
        if score > best_score or (best is None and score == best_score):
            best, best_score = candidate, score
    return best


def spelling(written: str) -> str:
    """The hint for a range or an arrow that is spelt as it is elsewhere: `1-4`, `-->`; empty where it is none."""
    span = _RANGE.fullmatch(written.strip())
    if span is not None:
        return f"a range has two dots: `{span[1]}..{span[2]}`"
    arrow = _LONG_ARROW.search(written)
    return f"an arrow has one stroke: `{'<->' if arrow[0][0] in '<↔' else '->'}`" if arrow is not None else ""


def _likeness(name: str, candidate: str, floor: float) -> float:
    """How alike two names are, from 0 to 1; may say 0 where it could not exceed `floor`."""
    left, right = _folded(name), _folded(candidate)
    if left == right:
        return 1.0
    if not left or not right or len(candidate) > _LONGEST:
        return 0.0
    if len(left) == len(right) and _swapped(left, right):
        return 0.95
    score = 0.0
    shorter, longer = sorted((left, right), key=len)
    if len(shorter) >= 3 and longer.startswith(shorter):
        score = 0.75 + 0.2 * len(shorter) / len(longer)
    elif len(shorter) == 1 or (abs(len(left) - len(right)) <= 1 and len(longer) <= 4):
        return _short(left, right)
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    if matcher.real_quick_ratio() >= floor and matcher.quick_ratio() >= floor:
        score = max(score, matcher.ratio())
    return score


def _short(left: str, right: str) -> float:
    """The likeness of two short words: one letter replaced, added or lost, of at least three."""
    if max(len(left), len(right)) < 3:
        return 0.0
    if len(left) == len(right):
        return 0.72 if sum(a != b for a, b in zip(left, right, strict=True)) == 1 else 0.0
    shorter, longer = sorted((left, right), key=len)
    return 0.74 if any(longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer))) else 0.0


def _swapped(left: str, right: str) -> bool:
    """Whether two words differ only by one pair of neighbours that changed places."""
    apart = [i for i, (a, b) in enumerate(zip(left, right, strict=True)) if a != b]
    if len(apart) != 2 or apart[1] != apart[0] + 1:
        return False
    i, j = apart
    return left[i] == right[j] and left[j] == right[i]


def _folded(name: str) -> str:
    return name.casefold().replace("-", "").replace("_", "").replace(" ", "")
