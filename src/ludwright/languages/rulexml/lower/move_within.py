"""Cards that stay in their cell: they are turned, rotated or put in another order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....gamedef import nodes as n
from ..read.tree import DIRECTIONS
from . import reorder
from .conditions import is_fixed, root
from .selection import IN_PLACE, PEAK, Moving, at_head, mixed, peak_of, peaked
from .take import SOURCE, Taking, changed, each_card

EACH_NODE = n.Local(name="each_node")


def turned_in_place(moving: Moving) -> Iterator[n.Statement]:
    """What is turned up of a node that has not left yet, beyond its own cards."""
    word, dest = moving.dest.flip_up, moving.dest
    if dest.num_cards not in IN_PLACE:
        return
    fixed = moving.ground.fixed(moving.cells)
    if word == "*":
        start = root(moving.node, moving.cells, moving.ground)
        yield from _each_pile(start, Taking("whole", "up", fixed=fixed), moving.deep)
    peak = peak_of(word)
    if peak is not None:
        start = moving.node
        if dest.num_cards:
            yield from peaked(start, DIRECTIONS.index(dest.num_cards), moving.deep)
            start = PEAK
        yield from peaked(start, peak, moving.deep)
        yield from _top_up(PEAK, fixed)


def _top_up(node: n.Expr, fixed: bool) -> n.Block:
    top = n.TopOf(zone=node)
    if not fixed:
        return (n.Turn(token=top, up=True),)
    there = n.And(items=(n.Exists(item=top), n.Not(item=is_fixed(top))))
    return (n.If(test=there, then=(n.Turn(token=top, up=True),)),)


def _each_pile(start: n.Expr, taking: Taking, deep: bool) -> n.Block:
    """Change cards where they lie, in a node and all below it."""
    if not deep:
        return each_card(taking, start, lambda card: changed(card, taking))
    body = each_card(taking, EACH_NODE, lambda card: changed(card, taking))
    return (n.ForEach(name=EACH_NODE.name, items=n.TreeOf(zone=start), body=body),)


def stayed(moving: Moving) -> Iterator[n.Statement]:
    """What is selected stays in its cell: it is turned, rotated or put in another order."""
    dest, taking = moving.dest, moving.taking()
    yield from turned_in_place(moving)
    peak = None if dest.num_cards in IN_PLACE else peak_of(dest.flip_up)
    if taking.face or taking.rotation or peak is not None:
        yield from _changed_in_place(moving, taking, peak)
    if dest.shuffle == "y":
        yield from mixed(moving.node, moving.cells, moving)
    if dest.shuffle == "rev":
        made = reorder.reversing(moving.ground.fixed(moving.cells), moving.ground.aside)
        moving.procedures.add(made)
        yield reorder.called(made, moving.node)


def _changed_in_place(moving: Moving, taking: Taking, peak: int | None) -> Iterator[n.Statement]:
    word, start, deep = moving.dest.num_cards, moving.node, moving.deep
    if word == "h":
        yield from at_head(moving, tuple(_changed_from(SOURCE, deep, taking, peak)))
        return
    if word in DIRECTIONS:
        yield from peaked(start, DIRECTIONS.index(word), deep)
        start = PEAK
    if taking.kind == "some" and deep:
        start = n.DeepestOf(zone=start)
    yield from _changed_from(start, deep and taking.kind != "some" and word != "d", taking, peak)


def _changed_from(
    start: n.Expr, deep: bool, taking: Taking, peak: int | None
) -> Iterator[n.Statement]:
    """Change what is selected; with a peak, its topmost card of those is turned up."""
    if taking.face or taking.rotation:
        # From the lowest card up: nothing moves, so that places stay what they are.
        yield from _each_pile(start, replace(taking, backwards=True), deep)
    if peak is not None:
        yield from peaked(start, peak, deep)
        kind = taking.kind if taking.kind in ("top", "bottom", "random") else "some"
        only = Taking(kind, "up", fixed=taking.fixed, number=1, backwards=True)
        yield from each_card(only, PEAK, lambda card: changed(card, only))
