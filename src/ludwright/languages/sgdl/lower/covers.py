"""What it means that piles lie on others: when a pile is free, and whose cards turn up then."""

from __future__ import annotations

from collections.abc import Iterator

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.build import is_empty
from ..read.layout import numbered
from ..read.tree import File
from ..read.words import UNCOVERED
from .score import turned_up
from .symbols import Symbols

COVERED_BY, COVERS = "covered_by", "covers"


def links(file: File) -> Iterator[n.Link]:
    """From each pile to what lies on it, and from there to the piles whose faces it hides, by
    their name."""
    for (name, index), pile in numbered(file.piles).items():
        for cover in pile.layout.covered_by:
            below = (name, index)
            yield _link(COVERED_BY, below, cover.key, cover.span)
            if pile.face == UNCOVERED:
                yield _link(f"{COVERS}_{name}", cover.key, below, cover.span)


def _link(name: str, start: tuple[str, int], end: tuple[str, int], span: Span) -> n.Link:
    (zone_a, index_a), (zone_b, index_b) = start, end
    return n.Link(
        name=name,
        zone_a=zone_a,
        index_a=index_a,
        zone_b=zone_b,
        index_b=index_b,
        both=False,
        span=span,
    )


def spots(file: File) -> Iterator[n.Spot]:
    """Where the piles lie that say so."""
    for (name, index), pile in numbered(file.piles).items():
        if pile.layout.at:
            x, y = pile.layout.at
            yield n.Spot(zone=name, index=index, x=x, y=y, span=pile.span)


def free(name: str, zone: n.Expr, places: Symbols) -> tuple[n.Expr, ...]:
    """Whether nothing lies on a pile of a name; no test if that is always so."""
    return (_free(zone),) if name in places.covered else ()


def _free(zone: n.Expr) -> n.Expr:
    cover = n.Local(name="cover")
    empty = is_empty(cover)
    above = n.Neighbours(zone=zone, link=COVERED_BY)
    return n.AllOf(items=above, name=cover.name, where=empty)


def uncovering(name: str, zone: n.Expr, places: Symbols) -> tuple[n.Statement, ...]:
    """What a card that leaves a pile of a name turns up in the piles below."""
    below = n.Local(name="below")
    return tuple(
        n.ForEach(
            name=below.name,
            items=n.Neighbours(zone=zone, link=f"{COVERS}_{lower}"),
            body=(n.If(test=_free(below), then=turned_up(below, lower, places)),),
        )
        for lower in places.covering.get(name, ())
    )
