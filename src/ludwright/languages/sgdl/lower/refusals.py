"""What a player may write though no rule allows it: names without a rule, places without a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice, product

from ....gamedef.nodes import (
    And,
    AtMost,
    Expr,
    IndexOf,
    Less,
    Notation,
    Number,
    Parameter,
    Range,
    Reason,
    Refusal,
    SizeOf,
    TopOf,
)
from ..read.tree import File
from ..read.words import LARGEST
from .predicates import SOURCE, TARGET, single
from .reasons import PLACE, there_is_a_rule, told
from .single_card_stacks import OneCard, Pair, ends, ruled
from .symbols import Places

MOST_REFUSED = 200  # of a game with many names nobody tries all pairs
NOTATION = "sgdl"
VERBS = {"MOVE": "move ", "MOVE_STACK": "move_stack "}


def refusals(file: File, places: Places, ones: Mapping[Pair, OneCard]) -> tuple[Refusal, ...]:
    """Everything that is refused because of what the file says, whatever lies where."""
    every = chain(_without_rule(file, places), _without_cards(file, places, ones))
    found = tuple(islice(every, MOST_REFUSED + 1))
    return found if len(found) <= MOST_REFUSED else ()


def _without_rule(file: File, places: Places) -> Iterator[Refusal]:
    names = [*places.piles, *places.draws]
    for kind in VERBS:
        known = {pair for rule, pair in ruled(file.moves) if rule.kind == kind}
        for pair in product(names, names):
            if pair not in known:
                yield _refusal(kind, pair, places, there_is_a_rule(kind, pair, False))


def _without_cards(file: File, places: Places, ones: Mapping[Pair, OneCard]) -> Iterator[Refusal]:
    """Stacks from where there is no card, and of one card by rules that only allow more."""
    size = SizeOf(zone=SOURCE)
    inside = And(items=(AtMost(left=Number(value=0), right=PLACE), Less(left=PLACE, right=size)))
    there = Reason(text="there is a card at that place", test=inside)
    for rule, pair in ruled(file.moves):
        if rule.kind == "MOVE_STACK":
            known = there_is_a_rule(rule.kind, pair, True, rule.span)
            never = ones.get(pair) == OneCard.NEVER
            conditions = (told(rule.condition, single(places)),) if never else ()
            yield _refusal(rule.kind, pair, places, known, there, *conditions)


def _refusal(kind: str, pair: Pair, places: Places, *because: Reason) -> Refusal:
    source, target = pair
    from_pile, to_pile = _pile(source, SOURCE, places), _pile(target, TARGET, places)
    if kind == "MOVE":
        cards = (TopOf(zone=SOURCE), "  ", SOURCE, " -> ", TARGET)
        parts = (VERBS[kind], *from_pile, " ", *to_pile)
        texts = (Notation(name="", parts=cards), Notation(name=NOTATION, parts=parts))
        return Refusal(parameters=ends(pair, places), notations=texts, because=because)
    beyond = Range(low=SizeOf(zone=SOURCE), high=Number(value=LARGEST))
    place = Parameter(name=PLACE.name, type="int", items=beyond)
    text = Notation(name=NOTATION, parts=(VERBS[kind], *from_pile, ":", PLACE, " ", *to_pile))
    return Refusal(parameters=(*ends(pair, places), place), notations=(text,), because=because)


def _pile(name: str, end: Expr, places: Places) -> tuple[str | Expr, ...]:
    return (name,) if name in places.draws else (f"{name}[", IndexOf(zone=end), "]")
