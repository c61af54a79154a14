"""Final choices: those of simultaneous rounds with which all is said.

A round does nothing before such a choice, and nothing after it can fail, stop the game or ask
again. So while answers are collected, the round ends with it, and there is nothing to undo.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from . import nodes as n
from .block_fallibility import action_facts, after, block_can_fail
from .claims import FAULTLESS, claimed
from .fallibility import Facts
from .walk import walk

# Statements that neither wait nor loop.
PLAIN = (
    *(n.Let, n.If, n.SetVariable, n.SetProperty, n.MoveToken, n.MoveTop, n.MoveBlock),
    *(n.Turn, n.Show, n.Hide),
)


def final_choices(node: n.Together, facts: Facts) -> frozenset[int]:
    """The identities of the final choices in a body, given what is known where it begins."""
    met = Counter(id(each) for each in walk(node))
    return frozenset(id(each) for each in _first(node.body, (), facts) if met[id(each)] == 1)


def _first(block: n.Block, behind: n.Block, facts: Facts) -> Iterator[n.Ask | n.Decide]:
    """The final choices among the first statements of a block, in the branches there, too."""
    if not block:
        return
    first, rest = block[0], (*block[1:], *behind)
    if isinstance(first, n.If):
        yield from _first(first.then, rest, facts.plus(first.test))
        yield from _first(first.otherwise, rest, facts)
    elif isinstance(first, n.Ask):
        if _is_certain(rest, after(first, facts)):
            yield first
    elif isinstance(first, n.Decide) and first.picking is None:
        inner = facts.changed()
        if all(
            not action.atomic and _is_certain((*action.body, *rest), action_facts(action, inner))
            for action in first.actions
        ):
            yield first


def _is_certain(block: n.Block, facts: Facts) -> bool:
    """Whether a block certainly comes to its end, without a question."""
    parts = (part for statement in block for part in walk(statement))
    plain = all(
        claimed(part, FAULTLESS) if isinstance(part, n.Expr) else isinstance(part, PLAIN)
        for part in parts
    )
    return plain and not block_can_fail(block, facts)
