"""The oracle knows every node of the checked tree, as the language grows."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

from rulewright.language import tree
from rulewright.language.tree import Expression, Statement
from tests.oracle import machine

FOLDER = Path(machine.__file__).parent


def matched() -> set[str]:
    """The names of all classes that the oracle matches or asks for."""
    found = set[str]()
    for file in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.MatchClass(cls=ast.Name(id=name)):
                    found.add(name)
                case ast.Call(func=ast.Name(id="isinstance"), args=[_, kinds]):
                    found |= {each.id for each in ast.walk(kinds) if isinstance(each, ast.Name)}
    return found


def test_every_node_of_the_tree_is_known() -> None:
    nodes = {each.__name__ for each in (*get_args(Expression), *get_args(Statement))}
    assert len(nodes) > 50
    assert sorted(nodes - matched()) == []
    assert nodes <= set(tree.__all__)
