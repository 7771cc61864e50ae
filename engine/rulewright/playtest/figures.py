"""The figures of a report: shares with their intervals, and how values spread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, mean, median, quantiles

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


@dataclass(frozen=True, slots=True)
class Interval:
    """An Interval is a share of cases, from 0 to 1, with the bounds between which the true share lies."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Spread:
    """A Spread is how the values of many games lie: mean, median, and the bounds of the middle 80 %."""

    mean: float
    median: float
    low: float
    high: float


def wilson(count: int, of: int) -> Interval:
    """The share `count` / `of` with its 95 % interval after Wilson; 0 to 1 where there are no cases.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the American
    Statistical Association 22 (1927), 209-212.
    """
    if of == 0:
        return Interval(0.0, 0.0, 1.0)
    share = count / of
    scale = 1 + _Z**2 / of
    middle = (share + _Z**2 / (2 * of)) / scale
    half = _Z * sqrt(share * (1 - share) / of + _Z**2 / (4 * of**2)) / scale
    low = 0.0 if count == 0 else middle - half
    high = 1.0 if count == of else middle + half
    return Interval(share, low, high)


def spread(values: Sequence[int]) -> Spread | None:
    """How the values lie; None of no values."""
    if not values:
        return None
    if len(values) == 1:
        return Spread(values[0], values[0], values[0], values[0])
    tenths = quantiles(values, n=10, method="inclusive")
    return Spread(mean(values), median(values), tenths[0], tenths[-1])
