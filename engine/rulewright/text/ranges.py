"""A range of whole numbers as people say it."""


def range_in_words(low: int, high: int) -> str:
    """Two numbers as "2 to 4", equal ones as "3"."""
    return f"{low}" if low == high else f"{low} to {high}"
