"""Stacks of one card: what a MOVE_STACK rule allows for a single card, and whether MOVE does too.

Where the MOVE rule for the same piles is proved to allow every such move, with the same effect, the
notation of the stack is an alternative notation of that move. Otherwise it is a move of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from types import MappingProxyType

from ....gamedef import nodes as n
from ..read.tree import File, MoveRule
from .implication import Prover
from .predicates import SOURCE, TARGET, predicate, rest_of, single, split_run
from .score import add_points
from .symbols import Symbols

Pair = tuple[str, str]


class OneCard(Enum):
    """A stack of one card is the same as a MOVE, a listed move of its own, or never legal."""

    SAME = "same"
    LISTED = "listed"
    NEVER = "never"


NO_STACKS: Mapping[Pair, OneCard] = MappingProxyType({})


def rules_by_pair(rules: Iterable[MoveRule]) -> list[tuple[MoveRule, Pair]]:
    """The rules with each of their pairs of names, in file order."""
    return [
        (rule, (source.text, target.text))
        for rule in rules
        for source in rule.sources
        for target in rule.targets
    ]


def stacks_of_one(file: File, symbols: Symbols) -> dict[Pair, OneCard]:
    """How to treat a stack of one card, for each pair of names with a MOVE_STACK rule."""
    moves = {pair: rule for rule, pair in rules_by_pair(file.moves) if rule.kind == "MOVE"}
    stacks = {pair: rule for rule, pair in rules_by_pair(file.moves) if rule.kind == "MOVE_STACK"}
    if not stacks or file.deck is None:
        return {}
    prover = Prover(file.deck)
    return {
        pair: _one_card(rule, moves.get(pair), pair, symbols, prover)
        for pair, rule in stacks.items()
    }


def _one_card(
    stack: MoveRule, move: MoveRule | None, pair: Pair, symbols: Symbols, prover: Prover
) -> OneCard:
    test = rest_of(split_run(stack.condition)[1], single(symbols))  # one card is always a run
    if prover.never(test):
        return OneCard.NEVER
    # Different points are a different effect, so the two stay separate moves.
    if move is None or add_points(symbols, "MOVE", *pair) != add_points(
        symbols, "MOVE_STACK", *pair
    ):
        return OneCard.LISTED
    same = prover.implies(test, predicate(move.condition, single(symbols, pair[0])))
    return OneCard.SAME if same else OneCard.LISTED


def ends(pair: Pair, symbols: Symbols) -> tuple[n.Parameter, n.Parameter]:
    """The parameters for the two piles of a move."""
    source, target = pair
    return (
        n.Parameter(name=SOURCE.name, type="zone", items=symbols.sources(source)),
        n.Parameter(name=TARGET.name, type="zone", items=n.ZonesNamed(name=target)),
    )
