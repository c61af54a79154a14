"""Cards that go to another cell: what is taken, from where, and where it arrives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ....gamedef.nodes import (
    Block,
    Call,
    DeepestOf,
    DirectionOf,
    Expr,
    ForEach,
    Grow,
    If,
    Less,
    Let,
    Local,
    Number,
    Reversed,
    SizeOf,
    Statement,
    TreeOf,
    Turn,
)
from ..read.tree import DIRECTIONS
from . import prune_trees
from .move_within import turned_in_place
from .selection import IN_PLACE, PEAK, Moving, at_head, mixed, peak_of, peaked
from .static_table import Ground
from .take import OWN, SOURCE, TO, ZERO, Taking, below, last_of, one_pile, procedure
from .take import taken as taken_tree


def travelled(moving: Moving, goal: Expr, targets: tuple[str, ...]) -> Iterator[Statement]:
    """What is selected goes to a node of another cell."""
    dest, taking = moving.dest, moving.taking()
    flat = moving.deep and dest.collapse and dest.num_cards in IN_PLACE
    if flat and peak_of(dest.flip_up) is not None:
        taking = replace(taking, peak=OWN)
    else:
        yield from turned_in_place(moving)
    yield from _arrived(goal, dest.offset, targets, moving.ground)
    otherwise = _from_leaf if taking.kind == "some" else _from_node
    taken = tuple(SELECTED.get(dest.num_cards, otherwise)(moving, taking))
    if dest.shuffle != "y":
        yield from taken
        return
    held = Local(name="held")
    yield Let(name=held.name, value=SizeOf(zone=TO))
    yield from taken
    come = Less(left=held, right=SizeOf(zone=TO))
    yield If(test=come, then=mixed(TO, targets, moving))


def _arrived(goal: Expr, offset: str, targets: tuple[str, ...], ground: Ground) -> Block:
    """The node that cards come to."""
    if offset in DIRECTIONS:
        direction = Number(value=DIRECTIONS.index(offset))
        return (Grow(name=TO.name, zone=goal, direction=direction),)
    here = Let(name=TO.name, value=goal)
    if offset != "preserve" or not ground.deep(targets):
        return (here,)
    direction_there = DirectionOf(zone=TO)
    hangs = Less(left=Number(value=-1), right=direction_there)
    return here, If(test=hangs, then=(Grow(name=TO.name, zone=TO, direction=direction_there),))


Selected = Callable[[Moving, Taking], Iterator[Statement]]


def _from_node(moving: Moving, taking: Taking) -> Iterator[Statement]:
    yield Let(name=SOURCE.name, value=moving.node)
    yield from _from_source(moving, taking)


def _from_source(moving: Moving, taking: Taking) -> Iterator[Statement]:
    """Of each pile of a tree, one after another or into the same shape."""
    if taking.kind == "some" or not moving.deep:
        yield from one_pile(taking)
    elif moving.dest.collapse:
        yield from _collapsed(taking)
    else:
        if below(taking) == taking or moving.ground.directions:
            moving.procedures.add(procedure(below(taking), moving.ground.directions))
        yield from taken_tree(taking, moving.ground.directions)


def _collapsed(taking: Taking) -> Block:
    """All in one pile, as if it was one; the card that comes last may be turned up."""
    plain = replace(taking, peak=None)
    nodes = TreeOf(zone=SOURCE)
    items = Reversed(items=nodes) if taking.backwards else nodes
    walk = ForEach(name=SOURCE.name, items=items, body=one_pile(plain))
    if taking.peak is None:
        return (walk,)
    first = Local(name="first")
    some = Less(left=first, right=SizeOf(zone=TO))
    turned = If(test=some, then=(Turn(token=last_of(taking, first), up=True),))
    return Let(name=first.name, value=SizeOf(zone=TO)), walk, turned


def _from_leaf(moving: Moving, taking: Taking) -> Iterator[Statement]:
    leaf = DeepestOf(zone=moving.node) if moving.deep else moving.node
    yield Let(name=SOURCE.name, value=leaf)
    yield from one_pile(taking)


def _from_pile(moving: Moving, taking: Taking) -> Iterator[Statement]:
    """The pile alone; what hangs below it closes up."""
    yield Let(name=SOURCE.name, value=moving.node)
    if not moving.deep:
        yield from one_pile(taking)
        return
    made = prune_trees.closing(moving.ground.aside, moving.ground.directions)
    close = Call(procedure=moving.procedures.add(made), arguments=(SOURCE,))
    some = Less(left=ZERO, right=SizeOf(zone=SOURCE))
    yield If(test=some, then=(*one_pile(taking), close))


def _from_head(moving: Moving, taking: Taking) -> Iterator[Statement]:
    """From the root or, if an anchor or nothing lies there, from what hangs below it."""
    return at_head(moving, tuple(_from_source(moving, taking)))


def _from_peak(moving: Moving, taking: Taking) -> Iterator[Statement]:
    yield from peaked(moving.node, DIRECTIONS.index(moving.dest.num_cards), moving.deep)
    yield Let(name=SOURCE.name, value=PEAK)
    yield from _from_source(moving, taking)


SELECTED: dict[str, Selected] = {
    "d": _from_pile,
    "h": _from_head,
    **dict.fromkeys(DIRECTIONS, _from_peak),
}
"""How what is not simply a node and all below it is selected."""
