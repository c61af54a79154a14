"""What a player may write though no rule allows it: names without a rule, places without a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice, product

from ....gamedef import nodes as n
from ..read.tree import File
from ..read.words import LARGEST
from .predicates import SOURCE, TARGET, single
from .reasons import PLACE, there_is_a_rule, told
from .single_card_stacks import OneCard, Pair, ends, ruled
from .symbols import Symbols

MOST_REFUSED = 200  # of a game with many names nobody tries all pairs
NOTATION = "sgdl"
VERBS = {"MOVE": "move ", "MOVE_STACK": "move_stack "}


def refusals(file: File, places: Symbols, ones: Mapping[Pair, OneCard]) -> tuple[n.Refusal, ...]:
    """Everything that is refused because of what the file says, whatever lies where."""
    every = chain(_without_rule(file, places), _without_cards(file, places, ones))
    found = tuple(islice(every, MOST_REFUSED + 1))
    return found if len(found) <= MOST_REFUSED else ()


def _without_rule(file: File, places: Symbols) -> Iterator[n.Refusal]:
    names = [*places.piles, *places.draws]
    for kind in VERBS:
        known = {pair for rule, pair in ruled(file.moves) if rule.kind == kind}
        for pair in product(names, names):
            if pair not in known:
                yield _refusal(kind, pair, places, there_is_a_rule(kind, pair, False))


def _without_cards(
    file: File, places: Symbols, ones: Mapping[Pair, OneCard]
) -> Iterator[n.Refusal]:
    """Stacks from where there is no card, and of one card by rules that only allow more."""
    size = n.SizeOf(zone=SOURCE)
    inside = n.And(
        items=(n.AtMost(left=n.Number(value=0), right=PLACE), n.Less(left=PLACE, right=size))
    )
    there = n.Reason(text="there is a card at that place", test=inside)
    for rule, pair in ruled(file.moves):
        if rule.kind == "MOVE_STACK":
            known = there_is_a_rule(rule.kind, pair, True, rule.span)
            never = ones.get(pair) == OneCard.NEVER
            conditions = (told(rule.condition, single(places)),) if never else ()
            yield _refusal(rule.kind, pair, places, known, there, *conditions)


def _refusal(kind: str, pair: Pair, places: Symbols, *because: n.Reason) -> n.Refusal:
    source, target = pair
    from_pile, to_pile = _pile(source, SOURCE, places), _pile(target, TARGET, places)
    if kind == "MOVE":
        cards = (n.TopOf(zone=SOURCE), "  ", SOURCE, " -> ", TARGET)
        parts = (VERBS[kind], *from_pile, " ", *to_pile)
        texts = (n.Notation(name="", parts=cards), n.Notation(name=NOTATION, parts=parts))
        return n.Refusal(parameters=ends(pair, places), notations=texts, because=because)
    beyond = n.Range(low=n.SizeOf(zone=SOURCE), high=n.Number(value=LARGEST))
    place = n.Parameter(name=PLACE.name, type="int", items=beyond)
    text = n.Notation(name=NOTATION, parts=(VERBS[kind], *from_pile, ":", PLACE, " ", *to_pile))
    return n.Refusal(parameters=(*ends(pair, places), place), notations=(text,), because=because)


def _pile(name: str, end: n.Expr, places: Symbols) -> tuple[str | n.Expr, ...]:
    return (name,) if name in places.draws else (f"{name}[", n.IndexOf(zone=end), "]")
