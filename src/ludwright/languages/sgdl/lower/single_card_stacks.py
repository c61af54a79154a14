"""Stacks of one card: what a MOVE_STACK rule allows for a single card, and whether a MOVE does too.

Where each such move is one that the MOVE rule of the same piles allows as well, with the same
effect, the text of the stack is another text for that move. Else it is a move of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from types import MappingProxyType

from ....gamedef import nodes as n
from ..read.tree import File, MoveRule
from .implication import Prover
from .predicates import SOURCE, TARGET, predicate, rest_of, single, split_run
from .score import scored
from .symbols import Symbols

Pair = tuple[str, str]


class OneCard(Enum):
    """What a stack of one card is: the same as a MOVE, a move to be listed, or never possible."""

    SAME = "same"
    LISTED = "listed"
    NEVER = "never"


NO_STACKS: Mapping[Pair, OneCard] = MappingProxyType({})


def ruled(rules: Iterable[MoveRule]) -> list[tuple[MoveRule, Pair]]:
    """The rules for each pair of names, in the order of the file."""
    return [
        (rule, (source.text, target.text))
        for rule in rules
        for source in rule.sources
        for target in rule.targets
    ]


def stacks_of_one(file: File, places: Symbols) -> dict[Pair, OneCard]:
    """What a stack of one card is, for each pair of names that has a rule for stacks."""
    moves = {pair: rule for rule, pair in ruled(file.moves) if rule.kind == "MOVE"}
    stacks = {pair: rule for rule, pair in ruled(file.moves) if rule.kind == "MOVE_STACK"}
    if not stacks or file.deck is None:
        return {}
    prover = Prover(file.deck)
    return {
        pair: _one_card(rule, moves.get(pair), pair, places, prover)
        for pair, rule in stacks.items()
    }


def _one_card(
    stack: MoveRule, move: MoveRule | None, pair: Pair, places: Symbols, prover: Prover
) -> OneCard:
    test = rest_of(split_run(stack.condition)[1], single(places))  # one card is always a run
    if prover.never(test):
        return OneCard.NEVER
    if move is None or scored(places, "MOVE", *pair) != scored(places, "MOVE_STACK", *pair):
        return OneCard.LISTED
    same = prover.implies(test, predicate(move.condition, single(places, pair[0])))
    return OneCard.SAME if same else OneCard.LISTED


def ends(pair: Pair, places: Symbols) -> tuple[n.Parameter, n.Parameter]:
    """The two piles of a move, as what may be chosen."""
    source, target = pair
    return (
        n.Parameter(name=SOURCE.name, type="zone", items=places.sources(source)),
        n.Parameter(name=TARGET.name, type="zone", items=n.ZonesNamed(name=target)),
    )
