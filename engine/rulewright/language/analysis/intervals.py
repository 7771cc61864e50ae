"""What calculating with numbers gives of which only the bounds are known."""

from __future__ import annotations

import math
from typing import TypeVar

Number = TypeVar("Number", int, float)


def calculated(op: str, one: tuple[Number, Number], other: tuple[Number, Number]) -> tuple[Number, Number] | None:
    """The least and the greatest value of a sum, difference, product or quotient; None where nothing is known of it.

    Bounds may be infinite; nothing is then known of a product or a quotient.
    """
    (a, b), (c, d) = one, other
    finite = all(abs(bound) != math.inf for bound in (a, b, c, d))
    match op:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*" if finite:
            products = (a * c, a * d, b * c, b * d)
            return min(products), max(products)
        case "/" if c > 0 and finite:
            return min(a // c, a // d), max(b // c, b // d)
        case _:
            return None
