"""Moves that can be written but are never legal: names without a rule, positions without a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice, product

from ....gamedef import nodes as n
from ..read.tree import File
from ..read.words import LARGEST
from .predicates import SOURCE, TARGET, single
from .reasons import PLACE, reason_for, there_is_a_rule
from .single_card_stacks import OneCard, Pair, ends, rules_by_pair
from .symbols import Symbols

MOST_REFUSED = 200  # beyond that, the number of pairs of names would bloat the game
NOTATION = "sgdl"
VERBS = {"MOVE": "move ", "MOVE_STACK": "move_stack "}


def refusals(file: File, symbols: Symbols, ones: Mapping[Pair, OneCard]) -> tuple[n.Refusal, ...]:
    """All refusals that follow from the file alone, in any position; none if they are too many."""
    every = chain(_without_rule(file, symbols), _without_cards(file, symbols, ones))
    # All or none: a partial list would explain some refusals and not others.
    found = tuple(islice(every, MOST_REFUSED + 1))
    return found if len(found) <= MOST_REFUSED else ()


def _without_rule(file: File, symbols: Symbols) -> Iterator[n.Refusal]:
    names = [*symbols.piles, *symbols.draws]
    for kind in VERBS:
        known = {pair for rule, pair in rules_by_pair(file.moves) if rule.kind == kind}
        for pair in product(names, names):
            if pair not in known:
                yield _refusal(kind, pair, symbols, there_is_a_rule(kind, pair, False))


def _without_cards(
    file: File, symbols: Symbols, ones: Mapping[Pair, OneCard]
) -> Iterator[n.Refusal]:
    """Stacks from a position without a card, and stacks of one card where a rule needs more."""
    size = n.SizeOf(zone=SOURCE)
    inside = n.And(
        items=(n.AtMost(left=n.Number(value=0), right=PLACE), n.Less(left=PLACE, right=size))
    )
    there = n.Reason(text="there is a card at that position", test=inside)
    for rule, pair in rules_by_pair(file.moves):
        if rule.kind == "MOVE_STACK":
            known = there_is_a_rule(rule.kind, pair, True, rule.span)
            never = ones.get(pair) == OneCard.NEVER
            conditions = (reason_for(rule.condition, single(symbols)),) if never else ()
            yield _refusal(rule.kind, pair, symbols, known, there, *conditions)


def _refusal(kind: str, pair: Pair, symbols: Symbols, *because: n.Reason) -> n.Refusal:
    source, target = pair
    from_pile, to_pile = _pile(source, SOURCE, symbols), _pile(target, TARGET, symbols)
    if kind == "MOVE":
        cards = (n.TopOf(zone=SOURCE), "  ", SOURCE, " -> ", TARGET)
        parts = (VERBS[kind], *from_pile, " ", *to_pile)
        texts = (n.Notation(name="", parts=cards), n.Notation(name=NOTATION, parts=parts))
        return n.Refusal(parameters=ends(pair, symbols), notations=texts, because=because)
    # Positions count from the bottom, so the first one without a card is the size.
    beyond = n.Range(low=n.SizeOf(zone=SOURCE), high=n.Number(value=LARGEST))
    place = n.Parameter(name=PLACE.name, type="int", items=beyond)
    text = n.Notation(name=NOTATION, parts=(VERBS[kind], *from_pile, ":", PLACE, " ", *to_pile))
    return n.Refusal(parameters=(*ends(pair, symbols), place), notations=(text,), because=because)


def _pile(name: str, end: n.Expr, symbols: Symbols) -> tuple[str | n.Expr, ...]:
    return (name,) if name in symbols.draws else (f"{name}[", n.IndexOf(zone=end), "]")
