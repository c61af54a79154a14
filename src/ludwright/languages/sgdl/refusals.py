"""What a player may write though no rule allows it: names without a rule, places without a card."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, product

from ...diagnostics import Span
from ...gamedef.nodes import (
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
    ZonesNamed,
)
from .places import Places
from .predicates import SOURCE, TARGET
from .reasons import PLACE, Pair, there_is_a_rule
from .tree import File
from .words import LARGEST

MOST_REFUSED = 200  # of a game with many names nobody tries all pairs
NOTATION = "sgdl"
VERBS = {"MOVE": "move ", "MOVE_STACK": "move_stack "}


def refusals(file: File, places: Places) -> tuple[Refusal, ...]:
    """Everything that is refused because of what the file says, whatever lies where."""
    every = chain(_without_rule(file, places), _without_card(file, places))
    found = tuple(islice(every, MOST_REFUSED + 1))
    return found if len(found) <= MOST_REFUSED else ()


def _ruled(file: File, kind: str) -> dict[Pair, Span]:
    """The pairs of names that have a rule, and where."""
    return {
        (source.text, target.text): rule.span
        for rule in file.moves
        if rule.kind == kind
        for source in rule.sources
        for target in rule.targets
    }


def _without_rule(file: File, places: Places) -> Iterator[Refusal]:
    names = [*places.piles, *places.draws]
    for kind in VERBS:
        ruled = _ruled(file, kind)
        for pair in product(names, names):
            if pair not in ruled:
                yield _refusal(kind, pair, places, there_is_a_rule(kind, pair, False))


def _without_card(file: File, places: Places) -> Iterator[Refusal]:
    size = SizeOf(zone=SOURCE)
    inside = And(items=(AtMost(left=Number(value=0), right=PLACE), Less(left=PLACE, right=size)))
    there = Reason(text="there is a card at that place", test=inside)
    for pair, span in _ruled(file, "MOVE_STACK").items():
        rule = there_is_a_rule("MOVE_STACK", pair, True, span)
        yield _refusal("MOVE_STACK", pair, places, rule, there)


def _refusal(kind: str, pair: Pair, places: Places, *because: Reason) -> Refusal:
    source, target = pair
    lists = ((SOURCE, places.sources(source)), (TARGET, ZonesNamed(name=target)))
    ends = tuple(Parameter(name=end.name, type="zone", items=items) for end, items in lists)
    from_pile, to_pile = _pile(source, SOURCE, places), _pile(target, TARGET, places)
    if kind == "MOVE":
        cards = (TopOf(zone=SOURCE), "  ", SOURCE, " -> ", TARGET)
        parts = (VERBS[kind], *from_pile, " ", *to_pile)
        texts = (Notation(name="", parts=cards), Notation(name=NOTATION, parts=parts))
        return Refusal(parameters=ends, notations=texts, because=because)
    beyond = Range(low=SizeOf(zone=SOURCE), high=Number(value=LARGEST))
    place = Parameter(name=PLACE.name, type="int", items=beyond)
    text = Notation(name=NOTATION, parts=(VERBS[kind], *from_pile, ":", PLACE, " ", *to_pile))
    return Refusal(parameters=(*ends, place), notations=(text,), because=because)


def _pile(name: str, end: Expr, places: Places) -> tuple[str | Expr, ...]:
    return (name,) if name in places.draws else (f"{name}[", IndexOf(zone=end), "]")
