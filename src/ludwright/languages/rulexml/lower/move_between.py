"""Cards that go to another cell: what is taken, from where, and where it arrives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ....gamedef import nodes as n
from ....gamedef.build import has_tokens
from ..read.tree import DIRECTIONS
from . import prune_trees
from .move_within import turned_in_place
from .selection import IN_PLACE, PEAK, Moving, at_head, mixed, peak_of, peaked
from .static_table import Ground
from .take import OWN, SOURCE, TO, Taking, below, last_of, one_pile, procedure
from .take import taken as taken_tree


def travelled(moving: Moving, goal: n.Expr, targets: tuple[str, ...]) -> Iterator[n.Statement]:
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
    held = n.Local(name="held")
    yield n.Let(name=held.name, value=n.SizeOf(zone=TO))
    yield from taken
    come = n.Less(left=held, right=n.SizeOf(zone=TO))
    yield n.If(test=come, then=mixed(TO, targets, moving))


def _arrived(goal: n.Expr, offset: str, targets: tuple[str, ...], ground: Ground) -> n.Block:
    """The node that cards come to."""
    if offset in DIRECTIONS:
        direction = n.Number(value=DIRECTIONS.index(offset))
        return (n.Grow(name=TO.name, zone=goal, direction=direction),)
    here = n.Let(name=TO.name, value=goal)
    if offset != "preserve" or not ground.deep(targets):
        return (here,)
    direction_there = n.DirectionOf(zone=TO)
    hangs = n.Less(left=n.Number(value=-1), right=direction_there)
    return here, n.If(test=hangs, then=(n.Grow(name=TO.name, zone=TO, direction=direction_there),))


Selected = Callable[[Moving, Taking], Iterator[n.Statement]]


def _from_node(moving: Moving, taking: Taking) -> Iterator[n.Statement]:
    yield n.Let(name=SOURCE.name, value=moving.node)
    yield from _from_source(moving, taking)


def _from_source(moving: Moving, taking: Taking) -> Iterator[n.Statement]:
    """Of each pile of a tree, one after another or into the same shape."""
    if taking.kind == "some" or not moving.deep:
        yield from one_pile(taking)
    elif moving.dest.collapse:
        yield from _collapsed(taking)
    else:
        if below(taking) == taking or moving.ground.directions:
            moving.procedures.add(procedure(below(taking), moving.ground.directions))
        yield from taken_tree(taking, moving.ground.directions)


def _collapsed(taking: Taking) -> n.Block:
    """All in one pile, as if it was one; the card that comes last may be turned up."""
    plain = replace(taking, peak=None)
    nodes = n.TreeOf(zone=SOURCE)
    items = n.Reversed(items=nodes) if taking.backwards else nodes
    walk = n.ForEach(name=SOURCE.name, items=items, body=one_pile(plain))
    if taking.peak is None:
        return (walk,)
    first = n.Local(name="first")
    some = n.Less(left=first, right=n.SizeOf(zone=TO))
    turned = n.If(test=some, then=(n.Turn(token=last_of(taking, first), up=True),))
    return n.Let(name=first.name, value=n.SizeOf(zone=TO)), walk, turned


def _from_leaf(moving: Moving, taking: Taking) -> Iterator[n.Statement]:
    leaf = n.DeepestOf(zone=moving.node) if moving.deep else moving.node
    yield n.Let(name=SOURCE.name, value=leaf)
    yield from one_pile(taking)


def _from_pile(moving: Moving, taking: Taking) -> Iterator[n.Statement]:
    """The pile alone; what hangs below it closes up."""
    yield n.Let(name=SOURCE.name, value=moving.node)
    if not moving.deep:
        yield from one_pile(taking)
        return
    made = prune_trees.closing(moving.ground.aside, moving.ground.directions)
    close = n.Call(procedure=moving.procedures.add(made), arguments=(SOURCE,))
    some = has_tokens(SOURCE)
    yield n.If(test=some, then=(*one_pile(taking), close))


def _from_head(moving: Moving, taking: Taking) -> Iterator[n.Statement]:
    """From the root or, if an anchor or nothing lies there, from what hangs below it."""
    return at_head(moving, tuple(_from_source(moving, taking)))


def _from_peak(moving: Moving, taking: Taking) -> Iterator[n.Statement]:
    yield from peaked(moving.node, DIRECTIONS.index(moving.dest.num_cards), moving.deep)
    yield n.Let(name=SOURCE.name, value=PEAK)
    yield from _from_source(moving, taking)


SELECTED: dict[str, Selected] = {
    "d": _from_pile,
    "h": _from_head,
    **dict.fromkeys(DIRECTIONS, _from_peak),
}
"""How what is not simply a node and all below it is selected."""
