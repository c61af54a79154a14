"""Lower movements within a cell: cards are turned, rotated or reordered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....gamedef import nodes as n
from ..read.tree import DIRECTIONS
from . import reorder
from .conditions import is_fixed, root
from .selection import IN_PLACE, PEAK, Movement, at_head, find_peak, peak_of, shuffle
from .take import SOURCE, Take, Use, changed, each_card

EACH_NODE = n.Local(name="each_node")


def turn_in_place(movement: Movement) -> Iterator[n.Statement]:
    """Turn up cards beyond those of the selection, before it moves."""
    word, dest = movement.dest.flip_up, movement.dest
    # Cards that are taken out are turned on the way, see `Movement.take`.
    if dest.num_cards not in IN_PLACE:
        return
    fixed = movement.table.fixed(movement.cells)
    if word == "*":
        start = root(movement.node, movement.cells, movement.table)
        yield from _each_pile(start, Take("whole", "up", fixed=fixed), movement.deep)
    peak = peak_of(word)
    if peak is not None:
        start = movement.node
        # `num_cards south` selects a node; `flip_up` is followed from there.
        if dest.num_cards:
            yield from find_peak(start, DIRECTIONS.index(dest.num_cards), movement.deep)
            start = PEAK
        yield from find_peak(start, peak, movement.deep)
        yield from _top_up(PEAK, fixed)


def _top_up(node: n.Expr, fixed: bool) -> n.Block:
    top = n.TopOf(zone=node)
    # Turn has no effect on nothing, so an empty node needs no test.
    if not fixed:
        return (n.Turn(token=top, up=True),)
    there = n.And(items=(n.Exists(item=top), n.Not(item=is_fixed(top))))
    return (n.If(test=there, then=(n.Turn(token=top, up=True),)),)


def _each_pile(start: n.Expr, take: Take, deep: bool, use: Use | None = None) -> n.Block:
    """Change cards in place, in a node and all its descendants."""
    use = use or (lambda card: changed(card, take))
    if not deep:
        return each_card(take, start, use)
    body = each_card(take, EACH_NODE, use)
    return (n.ForEach(name=EACH_NODE.name, items=n.TreeOf(zone=start), body=body),)


def move_within(movement: Movement) -> Iterator[n.Statement]:
    """Turn, rotate or reorder the selection in its cell."""
    dest, take = movement.dest, movement.take()
    yield from turn_in_place(movement)
    peak = None if dest.num_cards in IN_PLACE else peak_of(dest.flip_up)
    if take.face or take.rotation or peak is not None:
        yield from _changed_in_place(movement, take, peak)
    if dest.shuffle == "y":
        yield from shuffle(movement.node, movement.cells, movement)
    if dest.shuffle == "rev":
        made = reorder.reverse_procedure(movement.table.fixed(movement.cells), movement.table.aside)
        movement.procedures.add(made)
        yield reorder.call(made, movement.node)


def _changed_in_place(movement: Movement, take: Take, peak: int | None) -> Iterator[n.Statement]:
    word, start, deep = movement.dest.num_cards, movement.node, movement.deep
    if word == "h":
        yield from at_head(movement, tuple(_changed_from(SOURCE, deep, take, peak)))
        return
    if word in DIRECTIONS:
        yield from find_peak(start, DIRECTIONS.index(word), deep)
        start = PEAK
    if take.kind == "some" and deep:
        start = n.DeepestOf(zone=start)
    yield from _changed_from(start, deep and take.kind != "some" and word != "d", take, peak)


def _changed_from(start: n.Expr, deep: bool, take: Take, peak: int | None) -> Iterator[n.Statement]:
    """Change the selection; with a peak, turn up the topmost selected card of that node."""
    if take.kind == "random" and take.rotation and peak is not None:
        yield from _drawn_once(start, deep, take, peak)
        return
    if take.face or take.rotation:
        # From the lowest card up: nothing moves, so positions stay valid.
        yield from _each_pile(start, replace(take, backwards=True), deep)
    if peak is not None:
        yield from find_peak(start, peak, deep)
        kind = take.kind if take.kind in ("top", "bottom", "random") else "some"
        only = Take(kind, "up", fixed=take.fixed, number=1, backwards=True)
        yield from each_card(only, PEAK, lambda card: changed(card, only))


def _drawn_once(start: n.Expr, deep: bool, take: Take, peak: int) -> Iterator[n.Statement]:
    """Rotate a random card of each pile; that of the peak is turned up as well."""

    def use(card: n.Expr) -> n.Block:
        turned = n.Turn(token=card, up=True)
        here = n.If(test=n.Equal(left=n.ZoneOf(token=card), right=PEAK), then=(turned,))
        return (*changed(card, take), here if deep else turned)

    yield from find_peak(start, peak, deep)
    yield from _each_pile(start, take, deep, use)
