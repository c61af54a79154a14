"""Lower `COVERED_BY`: links between piles, when a pile is free, and which cards turn up then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.build import is_empty
from ..read.layout import numbered
from ..read.tree import File
from ..read.words import UNCOVERED
from .score import turn_up
from .symbols import Symbols

COVERED_BY, COVERS = "covered_by", "covers"


def links(file: File) -> Iterator[n.Link]:
    """Links from each pile to its covers, and back to the piles whose faces these hide.

    The links back are named after the pile below, because the points for turning a card up depend
    on that name.
    """
    for (name, index), pile in numbered(file.piles).items():
        for cover in pile.layout.covered_by:
            below = (name, index)
            yield _link(COVERED_BY, below, cover.key, cover.span)
            if pile.face == UNCOVERED:
                yield _link(f"{COVERS}_{name}", cover.key, below, cover.span)


def _link(name: str, start: tuple[str, int], end: tuple[str, int], span: Span) -> n.Link:
    (zone_a, index_a), (zone_b, index_b) = start, end
    link = n.Link(name=name, zone_a=zone_a, index_a=index_a, zone_b=zone_b, index_b=index_b)
    # Covering is not symmetric, and the way back has a link of its own.
    return replace(link, both=False, span=span)


def spots(file: File) -> Iterator[n.Spot]:
    """The positions of the piles that have one."""
    for (name, index), pile in numbered(file.piles).items():
        if pile.layout.at:
            x, y = pile.layout.at
            yield n.Spot(zone=name, index=index, x=x, y=y, span=pile.span)


def free(name: str, zone: n.Expr, symbols: Symbols) -> tuple[n.Expr, ...]:
    """The test that a pile is not covered; none if no pile of that name ever is."""
    return (_free(zone),) if name in symbols.covered else ()


def _free(zone: n.Expr) -> n.Expr:
    cover = n.Local(name="cover")
    empty = is_empty(cover)
    above = n.Neighbours(zone=zone, link=COVERED_BY)
    return n.AllOf(items=above, name=cover.name, where=empty)


def turn_up_below(name: str, zone: n.Expr, symbols: Symbols) -> tuple[n.Statement, ...]:
    """Turn up the top cards of the piles that become free when a card leaves a pile."""
    below = n.Local(name="below")
    return tuple(
        n.ForEach(
            name=below.name,
            items=n.Neighbours(zone=zone, link=f"{COVERS}_{lower}"),
            body=(n.If(test=_free(below), then=turn_up(below, lower, symbols)),),
        )
        # One loop per name below: the points for turning a card up differ by name.
        for lower in symbols.covering.get(name, ())
    )
