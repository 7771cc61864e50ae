"""Every id of a diagnostic is declared once with what it means, and every one declared is used."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rulewright.text.meanings import GROUPS, MEANINGS

PACKAGE = Path(__file__).resolve().parents[2] / "engine" / "rulewright"
REGISTRY = PACKAGE / "text" / "meanings.py"
MAKERS = ("Diagnostic", "Fault", "add", "at", "fault", "refuse", "unknown", "_broken", "_fault")
NO_IDS = ("built-in", "p-seed", "rulewright-broken", "refused-before", "utf-8", "utf-8-sig")
_WORDS = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")
_WORD = re.compile(r"[a-z]+")


def texts(tree: ast.AST) -> Iterator[ast.Constant]:
    """The texts of a module that are values: no docstrings."""
    docstrings = [each.value for each in ast.walk(tree) if isinstance(each, ast.Expr)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            yield node


def ids_used(source: str) -> Iterator[tuple[int, str]]:
    """What can be an id of a diagnostic in a module, with its line: words with hyphens, and what makes a fault."""
    tree = ast.parse(source)
    for text in texts(tree):
        if _WORDS.fullmatch(str(text.value)) and text.value not in NO_IDS:
            yield text.lineno, str(text.value)
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[first, _, *_]) if name in MAKERS:
                match first:
                    case ast.Constant(value=str(word)) if _WORD.fullmatch(word):
                        yield first.lineno, word
                    case ast.JoinedStr() if name == "Diagnostic":
                        yield first.lineno, ast.unparse(first)


def test_every_id_that_is_used_is_declared() -> None:
    unknown = [
        f"{file.relative_to(PACKAGE)}:{line}: declare `{id}` with a sentence in {REGISTRY.relative_to(PACKAGE)}"
        for file in sorted(PACKAGE.rglob("*.py"))
        if file != REGISTRY
        for line, id in ids_used(file.read_text(encoding="utf-8"))
        if id not in MEANINGS
    ]
    assert unknown == []


def test_every_id_that_is_declared_is_used() -> None:
    used = {
        str(node.value)
        for file in PACKAGE.rglob("*.py")
        if file != REGISTRY
        for node in texts(ast.parse(file.read_text(encoding="utf-8")))
    }
    assert [id for id in MEANINGS if id not in used] == []


def test_each_is_declared_once_with_one_sentence() -> None:
    times = Counter(id for group in GROUPS.values() for id in group)
    assert [id for id, number in times.items() if number > 1] == []
    assert [id for id, sentence in MEANINGS.items() if not re.fullmatch(r"[A-Z`].{10,}\.", sentence)] == []
    same = Counter(MEANINGS.values())
    assert [sentence for sentence, number in same.items() if number > 1] == []


def test_what_is_not_declared_is_noticed() -> None:
    source = (
        '"""no-such-one"""\ncx.fault("no-such-two", place)\nDiagnostic(f"odd-{what}", span)\nDiagnostic("odd", span)'
    )
    assert sorted(ids_used(source)) == [(2, "no-such-two"), (3, "f'odd-{what}'"), (4, "odd")]
