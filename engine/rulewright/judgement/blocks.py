"""The blocks of a text: lists of statements that run one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.language.tree import Block, Branch, BranchLoop, Choose, For, If, Statement, Together, While


def blocks(body: Block) -> Iterator[Block]:
    """A block and all blocks inside it."""
    yield body
    for statement in body:
        for inner in inside(statement):
            yield from blocks(inner)


def inside(statement: Statement) -> Iterator[Block]:
    """The blocks that stand directly in a statement."""
    match statement:
        case If(branches=branches, other=other):
            yield from (block for _, block in branches)
            yield other
        case For(body=body) | While(body=body) | Together(loop=For(body=body)):
            yield body
        case Choose(branches=branches):
            for branch in branches:
                yield from _of_branch(branch)
        case _:
            return


def _of_branch(branch: Branch | BranchLoop) -> Iterator[Block]:
    if isinstance(branch, Branch):
        yield branch.body
        return
    for inner in branch.branches:
        yield from _of_branch(inner)
