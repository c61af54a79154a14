"""Lower movements to another cell: what is taken, from where, and where it arrives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ....gamedef import nodes as n
from ....gamedef.build import has_tokens
from ..read.tree import DIRECTIONS
from . import prune_trees
from .move_within import turn_in_place
from .selection import IN_PLACE, PEAK, Movement, at_head, find_peak, peak_of, shuffle
from .static_table import StaticTable
from .take import OWN, SOURCE, TO, Take, below, last_of, one_pile, procedure
from .take import taken as taken_tree


def move_between(
    movement: Movement, goal: n.Expr, targets: tuple[str, ...]
) -> Iterator[n.Statement]:
    """Move the selection to a node of another cell."""
    dest, take = movement.dest, movement.take()
    # Collapsing loses the tree, so the card to turn up must be tracked while cards are moved.
    flat = movement.deep and dest.collapse and dest.num_cards in IN_PLACE
    if flat and peak_of(dest.flip_up) is not None:
        take = replace(take, peak=OWN)
    else:
        yield from turn_in_place(movement)
    yield from _arrived(goal, dest.offset, targets, movement.table)
    otherwise = _from_leaf if take.kind == "some" else _from_node
    taken = tuple(SELECTED.get(dest.num_cards, otherwise)(movement, take))
    if dest.shuffle != "y":
        yield from taken
        return
    # An empty selection must not shuffle the pile.
    held = n.Local(name="held")
    yield n.Let(name=held.name, value=n.SizeOf(zone=TO))
    yield from taken
    come = n.Less(left=held, right=n.SizeOf(zone=TO))
    yield n.If(test=come, then=shuffle(TO, targets, movement))


def _arrived(goal: n.Expr, offset: str, targets: tuple[str, ...], table: StaticTable) -> n.Block:
    """Bind the node that cards arrive at, growing it if there is an offset."""
    if offset in DIRECTIONS:
        # If no card arrives, the new node is empty and is pruned after the block.
        direction = n.Number(value=DIRECTIONS.index(offset))
        return (n.Grow(name=TO.name, zone=goal, direction=direction),)
    here = n.Let(name=TO.name, value=goal)
    if offset != "preserve" or not table.deep(targets):
        return (here,)
    direction_there = n.DirectionOf(zone=TO)
    # -1 is the direction of a root, which has none to preserve.
    hangs = n.Less(left=n.Number(value=-1), right=direction_there)
    return here, n.If(test=hangs, then=(n.Grow(name=TO.name, zone=TO, direction=direction_there),))


Selected = Callable[[Movement, Take], Iterator[n.Statement]]


def _from_node(movement: Movement, take: Take) -> Iterator[n.Statement]:
    yield n.Let(name=SOURCE.name, value=movement.node)
    yield from _from_source(movement, take)


def _from_source(movement: Movement, take: Take) -> Iterator[n.Statement]:
    """Take from each pile of a tree, collapsed into one pile or keeping the shape."""
    if take.kind == "some" or not movement.deep:
        yield from one_pile(take)
    elif movement.dest.collapse:
        yield from _collapsed(take)
    else:
        if below(take) == take or movement.table.directions:
            movement.procedures.add(procedure(below(take), movement.table.directions))
        yield from taken_tree(take, movement.table.directions)


def _collapsed(take: Take) -> n.Block:
    """Take all nodes of a tree as if they were one pile; the last card may be turned up."""
    plain = replace(take, peak=None)
    # In preorder: deeper nodes end up on top, siblings from north on.
    nodes = n.TreeOf(zone=SOURCE)
    items = n.Reversed(items=nodes) if take.backwards else nodes
    walk = n.ForEach(name=SOURCE.name, items=items, body=one_pile(plain))
    if take.peak is None:
        return (walk,)
    first = n.Local(name="first")
    some = n.Less(left=first, right=n.SizeOf(zone=TO))
    turned = n.If(test=some, then=(n.Turn(token=last_of(take, first), up=True),))
    return n.Let(name=first.name, value=n.SizeOf(zone=TO)), walk, turned


def _from_leaf(movement: Movement, take: Take) -> Iterator[n.Statement]:
    leaf = n.DeepestOf(zone=movement.node) if movement.deep else movement.node
    yield n.Let(name=SOURCE.name, value=leaf)
    yield from one_pile(take)


def _from_pile(movement: Movement, take: Take) -> Iterator[n.Statement]:
    """Take one pile alone; its descendants close the gap."""
    yield n.Let(name=SOURCE.name, value=movement.node)
    if not movement.deep:
        yield from one_pile(take)
        return
    made = prune_trees.close_up(movement.table.aside, movement.table.directions)
    close = n.Call(procedure=movement.procedures.add(made), arguments=(SOURCE,))
    # A node that was empty before keeps its children.
    some = has_tokens(SOURCE)
    yield n.If(test=some, then=(*one_pile(take), close))


def _from_head(movement: Movement, take: Take) -> Iterator[n.Statement]:
    """Take from the root or, if it is empty or its bottom card is fixed, from its first child."""
    return at_head(movement, tuple(_from_source(movement, take)))


def _from_peak(movement: Movement, take: Take) -> Iterator[n.Statement]:
    yield from find_peak(movement.node, DIRECTIONS.index(movement.dest.num_cards), movement.deep)
    yield n.Let(name=SOURCE.name, value=PEAK)
    yield from _from_source(movement, take)


SELECTED: dict[str, Selected] = {
    "d": _from_pile,
    "h": _from_head,
    **dict.fromkeys(DIRECTIONS, _from_peak),
}
"""The selections other than a node with all its descendants."""
