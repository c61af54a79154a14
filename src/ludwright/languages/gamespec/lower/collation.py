"""The order of names as numbers: what comes first when things are sorted by their names."""

from __future__ import annotations

from ....gamedef import nodes as n
from . import terms
from .scope import Environment
from .terms import PLAYER, TEXT, TOKEN, ZONE, Bound

PLACE = "place by name"


def rank_of(env: Environment, bound: Bound) -> n.Expr:
    """A number for a value: the earlier its name comes, the smaller."""
    symbols, here = env.symbols, terms.local(bound)
    if bound.kind == ZONE:
        order = {symbols.zone_name(x): i for i, x in enumerate(symbols.ordered_zones())}
        return n.TraitOf(zone=here, trait=symbols.trait(PLACE, "int", order))
    if bound.kind == TEXT:
        return n.Lookup(table=text_ranks(env), key=here)
    if bound.kind == TOKEN:
        return n.SizeOf(zone=n.ZoneOf(token=here))
    return n.NumberOf(seat=here) if bound.kind == PLAYER else here


def text_ranks(env: Environment) -> str:
    """The table of where each text comes; it is filled in when all texts are known."""
    env.symbols.ranks_texts = True
    return PLACE
