"""The tables of grammar/README.md, each made from what it documents: schemas, the grammar, docstrings, registries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from rulewright.builtins import SHELF
from rulewright.console.keys import Key, keys_of, keys_of_all
from rulewright.console.keys import sections as sections_of_packs
from rulewright.console.reference import HEADS, form_and_meaning, levels
from rulewright.language.check.natures import NATURES, SPECIAL
from rulewright.language.check.properties import OF_ALL, OF_COMPONENTS, OF_KIND, Property
from rulewright.language.check.reserved import IN_DECLARATIONS, RESERVED, WORDS
from rulewright.language.syntax import nodes
from rulewright.lints import LINTS
from rulewright.text.meanings import GROUPS

IN_CHOOSE = (nodes.OptionNode, nodes.OptionsFor)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of Markdown; a bar in a cell is kept from ending it."""
    cells = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    titles = list(head)
    lines = [" | ".join(row) for row in [titles, ["---"] * len(titles), *cells]]
    return "\n".join(f"| {line} |" for line in lines)


def statements() -> str:
    """The statements of a text."""
    every = [*get_args(nodes.StatementNode), *IN_CHOOSE]
    return table(["statement", "what it does"], map(_form_and_meaning, every))


def heads() -> str:
    """What stands below `hooks:`, `rules:`, `mods:` and `actions:` in one line each."""
    return table(["head", "what it does"], map(_form_and_meaning, HEADS))


def _form_and_meaning(node: type) -> tuple[str, str]:
    """How a node is written, and what it does."""
    forms, says = form_and_meaning(node)
    return _code(forms), says


def _code(forms: Iterable[str]) -> str:
    return ", ".join(f"`{each.strip()}`" for each in forms)


def operators() -> str:
    """The levels of expressions, loosest first, as the comments of the grammar tell them."""
    return table(["loosest first", "what it gives"], ((_code(forms), says) for forms, says in levels()))


def words() -> str:
    """Every word that has one meaning wherever it stands, so that nothing else can have it as its id."""
    every = ", ".join(f"`{word}`" for word in sorted(RESERVED))
    means = table(["word", "what it means"], ((f"`{word}`", says) for word, says in WORDS.items()))
    declare = ((f"`{word}`", says) for word, says in IN_DECLARATIONS.items())
    return f"{every}\n\n{means}\n\n" + table(["where something is declared", "what it means"], declare)


def built_ins() -> str:
    """The shelf of built-ins: how each is called, and what its docstring says."""
    shelf = [(each.usage(), _prose(each.doc)) for each in SHELF.values()]
    return table(["built-in", "what it does"], [*shelf, *((f"`{usage}`", says) for usage, says in SPECIAL)])


def _prose(doc: str) -> str:
    return " ".join(doc.split())


def properties() -> str:
    """What things have without a declaration."""
    groups: list[tuple[str, tuple[Property, ...]]] = [
        ("everything", OF_ALL),
        ("all that can be moved", OF_COMPONENTS),
        *OF_KIND.items(),
    ]
    rows = [(whose, f"`.{each.name}`", str(each.type), each.says) for whose, own in groups for each in own]
    return table(["whose", "field", "type", "what it tells"], rows)


def calls() -> str:
    """What runs as a call, what can be read of it, and where its name may stand."""
    rows = ((each.name, each.reads, "yes" if each.period else "no", "yes" if each.kept else "no") for each in NATURES)
    return table(["what is called", "what can be read of a call", "is a period", "`past` knows it"], rows)


def sections() -> str:
    """The sections that a file of a pack may have."""
    return table(["section", "what it holds"], ((f"`{name}:`", says) for name, says in sections_of_packs().items()))


def keys() -> str:
    """The keys of each section's entries, from the descriptions of the schemas."""
    parts = []
    of_kinds = [_key(each) for each in keys_of("kinds")]
    notes = [_key(each) for each in keys_of_all()]
    for name in sections_of_packs():
        rows = [row for row in map(_key, keys_of(name)) if row[0] not in {note[0] for note in notes}]
        known = [row[0] for row in rows if row in of_kinds and name != "kinds"]
        if rows:
            own = [row for row in rows if row[0] not in known]
            as_kinds = [(", ".join(known), "", "As in `kinds:`.")] if known else []
            parts.append(f"**`{name}:`**\n\n" + table(["key", "form", "what it says"], [*own, *as_kinds]))
    parts.append("**Any definition** may also carry\n\n" + table(["key", "form", "what it says"], notes))
    return "\n\n".join(parts)


def _key(key: Key) -> tuple[str, str, str]:
    return f"`{key.inside}: {key.id}`" if key.inside else f"`{key.id}`", key.form, key.says


def diagnostics() -> str:
    """Every id that a fault may have, with what it means."""
    return "\n\n".join(
        f"**{group}**\n\n" + table(["id", "what it means"], ((f"`{id}`", says) for id, says in found.items()))
        for group, found in GROUPS.items()
    )


def lints() -> str:
    """The shelf of lints: how grave what each finds is, and what that is."""
    rows = ((f"`{each.id}`", each.severity.value, _prose(each.doc.partition("\n\n")[0])) for each in LINTS.values())
    return table(["id", "how grave", "what it finds"], rows)


PARTS = {
    "sections": sections,
    "keys": keys,
    "statements": statements,
    "heads": heads,
    "operators": operators,
    "words": words,
    "built-ins": built_ins,
    "properties": properties,
    "calls": calls,
    "diagnostics": diagnostics,
    "lints": lints,
}
"""What makes each generated part of grammar/README.md, by its name."""
