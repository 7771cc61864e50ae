"""A question as people read it, with numbered answers, and what they type understood."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.play.decisions import Answer, AnswerRefused, Decision
from rulewright.play.saying import asked_in_words
from rulewright.text.ranges import range_in_words

COLUMN_GAP = 3
NOTHING = "-"


def question_text(decision: Decision) -> str:
    """What is asked, and of several options how many are to be taken."""
    text = asked_in_words(decision.text or decision.id)
    if decision.nature == "menu":
        return f"What do you do? ({text})"
    if not decision.many:
        return text
    none = f", {NOTHING} for none" if decision.low == 0 else ""
    return f"{text} [{range_in_words(decision.low, decision.high)}, such as 1 2{none}]"


def option_lines(decision: Decision, width: int, most: int) -> list[str]:
    """The options with their numbers, in as many columns as are needed to take no more than so many lines.

    Where even that is too little, what is left out can still be taken by its number.
    """
    items = [f"{number:>2}  {label}{_times(decision, number - 1)}" for number, label in enumerate(decision.labels, 1)]
    widest = max(len(item) for item in items) + COLUMN_GAP
    fitting = max(1, (width + COLUMN_GAP) // widest)
    columns = min(fitting, max(1, -(-len(items) // most)))
    height = -(-len(items) // columns)
    rows = [items[row::height] for row in range(height)]
    lines = ["".join(f"{item:{widest}}" for item in row).rstrip()[:width] for row in rows]
    if height <= most:
        return lines
    return [*lines[: most - 1], f"    and so on, up to {len(items)}: `?` and a number tells more"]


def _times(decision: Decision, index: int) -> str:
    """How often an option may be taken, where that is more than once."""
    often = decision.sizes[index] if decision.many else 1
    return f" (up to {often} times)" if often > 1 else ""


def understood(decision: Decision, typed: str) -> Answer:
    """The answer that somebody typed: numbers, or the words of an option or their beginning.

    Raises AnswerRefused, in words for people.
    """
    words = typed.replace(",", " ").split()
    if decision.many:
        if words in ([NOTHING], ["0"], ["none"]):
            return _checked(decision, ())
        return _checked(decision, tuple(option_number(decision, word) for word in words))
    if len(words) == 1 and words[0].isdecimal():
        return _checked(decision, option_number(decision, words[0]))
    return _checked(decision, option_number(decision, " ".join(typed.split())))


def option_number(decision: Decision, typed: str) -> int:
    """The index of the option that is meant. Raises AnswerRefused."""
    count = decision.count
    if typed.isdecimal():
        if not 1 <= int(typed) <= count:
            raise AnswerRefused(f"there is no option {typed}: type a number from 1 to {count}")
        return int(typed) - 1
    labels = [label.casefold() for label in decision.labels]
    wanted = typed.casefold()
    found = [index for index, label in enumerate(labels) if label == wanted]
    found = found or [index for index, label in enumerate(labels) if label.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise AnswerRefused(f"`{typed}` may be {_numbers(found)}: type the number")
    raise AnswerRefused(f"`{typed}` is no option: type a number from 1 to {count}, or `help`")


def _checked(decision: Decision, answer: Answer) -> Answer:
    taken = answer if isinstance(answer, tuple) else ()
    if decision.many and not decision.low <= len(taken) <= decision.high:
        wanted = range_in_words(decision.low, decision.high)
        raise AnswerRefused(f"take {wanted} of them; you named {len(taken)}")
    for index in taken:
        if taken.count(index) > decision.sizes[index]:
            raise AnswerRefused(f"option {index + 1} cannot be taken {taken.count(index)} times")
    return decision.check(answer)


def _numbers(indices: Sequence[int]) -> str:
    numbers = [str(index + 1) for index in indices]
    return f"{', '.join(numbers[:-1])} or {numbers[-1]}"
