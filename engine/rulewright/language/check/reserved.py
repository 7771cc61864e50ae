"""The words of the language that are neither statements nor operators, each with what it means."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "me": "Who acts, and is asked where nothing says who else: a player, or what acts for one. "
    "In what a thing bears it is whom `me:` names.",
    "this": "In a text that a thing, an area or a kind bears: that thing.",
    "it": "The item that is being looked at: in brackets, behind a list, in modifiers and computed fields. "
    "A dot with nothing before it reads from it.",
    "opt": "`opt.ID` is the value that was chosen for an option.",
    "true": "It is so.",
    "false": "It is not so.",
    "none": "No such thing: what a maybe is where there is nothing.",
    "int": "The type of whole numbers.",
    "bool": "The type of what is true or false.",
    "thing": "The type of all that the table is made of; `x.thing` is the list of what lies at x.",
    "die": "The type of one die of a roll; `.face` is what it shows.",
    "roll": "The type of dice that were thrown together: a list of dice, which reads its symbols over all of them.",
}
"""Names of values and types that mean the same wherever they stand."""

IN_DECLARATIONS: Mapping[str, str] = {
    "maybe": "Behind it stands a type: something of it, or none.",
    "list": "Behind it stands a type: any number of it, in order.",
    "min": "A field never falls below what stands behind it.",
    "max": "A field never rises above what stands behind it.",
    "each": "A field goes back to its default whenever the period behind it ends.",
}
"""Words that have this meaning only where a field, a parameter or a result is declared."""

OF_TEXTS = "let return if elif else for in while choose next together and or not".split()
RESERVED = frozenset((*OF_TEXTS, *WORDS))
"""What nothing of a pack can be called."""
