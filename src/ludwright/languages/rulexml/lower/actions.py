"""Lower actions: a block of statements for each `receiver_dest`, `mover_dest` and `donor_dest`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....gamedef import nodes as n
from ..read.tree import Act, Dest
from . import prune_trees
from .conditions import MOVER, NODE, Nodes, in_cells, root
from .endpoints import CLICK
from .move_between import move_between
from .move_within import move_within
from .selection import Movement, Procedures
from .static_table import (
    StaticTable,
    destination,
    left_cells,
    stays,
    subject_cells,
    target_cells,
    zone,
)

RECEIVER, DONOR = n.Local(name="receiver"), n.Local(name="donor")
CELL = n.Local(name="cell")
"""The cell of the receiver, or of the clicked node."""


def move_cards(
    acts: tuple[Act, ...], at: Nodes, table: StaticTable, procedures: Procedures
) -> n.Block:
    """All movements of the actions. Empty nodes are pruned after each block, except those that
    cards move to later, and all of them at the end."""
    made = [(*each, tuple(block_of(*each, at, table, procedures))) for each in _blocks(acts)]
    blocks = [each for each in made if each[2]]
    done: list[n.Statement] = []
    for number, (subject, dest, block) in enumerate(blocks):
        later = {destination(table.rules, each) for _, each, _ in blocks[number + 1 :]}
        # The donor needs no protection: it is a root, and a click moves nothing to it.
        spared = tuple(subject_node(word, at, table) for word in ("m", "r") if word in later)
        node = subject_node(subject, at, table)
        # An earlier block may have pruned the node that this one is about.
        guarded = number and node in (MOVER, NODE, RECEIVER) and _may_go(subject, at, table)
        done += (n.If(test=n.Exists(item=node), then=block),) if guarded else block
        if later:
            ends = _ends([(subject, dest)], at, table)
            done += [_pruned(end, spared, procedures) for end in ends]
            again = {_subject(word, at) for word, _, _ in blocks[number + 1 :]}
            done += [_kept(word, at, table) for word in again if _may_go(word, at, table)]
    if not done:
        return ()
    every = [(subject, dest) for subject, dest, _ in blocks]
    ends = [] if _all_pruned(every, at, table) else _ends(every, at, table)
    last = (_pruned(end, (), procedures) for end in ends)
    return (*_named(at, table), *done, *last)


def _all_pruned(blocks: list[tuple[str, Dest]], at: Nodes, table: StaticTable) -> bool:
    """Whether nothing is left to prune in the end: all blocks that move cards were followed by
    others, none of which moves cards to a node that had to be spared."""
    moving = [each for each in blocks if not stays(table.rules, at.reach, *each)]
    spared = {destination(table.rules, dest) for _, dest in blocks[1:]} & {"m", "r"}
    same = {*_ends(moving, at, table)} == {*_ends(blocks, at, table)}
    return bool(moving) and moving[-1] != blocks[-1] and not spared and same


def _subject(word: str, at: Nodes) -> str:
    """The subject; for a click all three are the same node."""
    return "m" if at.reach.gesture == CLICK else word


def _may_go(word: str, at: Nodes, table: StaticTable) -> bool:
    """Whether a node may be pruned when it is empty; the donor of a drag is a root and is not."""
    return _subject(word, at) != "d" and table.deep(subject_cells(at.reach, word))


def _kept(word: str, at: Nodes, table: StaticTable) -> n.Statement:
    """Set the variable of a pruned node to nothing, as its slot may be reused by another node."""
    node = subject_node(word, at, table)
    assert isinstance(node, n.Local)
    there = n.Contains(items=n.TreeOf(zone=_root_of(word, at)), value=node)
    gone = n.Not(item=n.And(items=(n.Exists(item=node), there)))
    return n.If(test=gone, then=(n.Let(name=node.name, value=n.Nothing(type="zone")),))


def _ends(blocks: list[tuple[str, Dest]], at: Nodes, table: StaticTable) -> Iterable[n.Expr]:
    """The roots of the trees that cards leave or enter."""
    return dict.fromkeys(
        _root_of(word, at)
        for subject, dest in blocks
        for word in (subject, destination(table.rules, dest))
        if table.deep(subject_cells(at.reach, word) if word in ("r", "m", "d") else (word,))
    )


def _blocks(acts: tuple[Act, ...]) -> Iterator[tuple[str, Dest]]:
    for act in acts:
        for subject, dest in (("r", act.receiver), ("m", act.mover), ("d", act.donor)):
            if dest is not None:
                yield subject, dest


def _pruned(start: n.Expr, spared: tuple[n.Expr, ...], procedures: Procedures) -> n.Statement:
    nodes = n.ListOf(items=spared, of="zone")
    return n.Call(procedure=procedures.add(prune_trees.PRUNE), arguments=(start, nodes))


def _named(at: Nodes, table: StaticTable) -> Iterator[n.Statement]:
    """Bind the nodes of a gesture and their cells before anything moves."""
    # Roots and deepest nodes change as cards move, but subjects stay the nodes they were.
    if at.reach.gesture == CLICK:
        if table.deep(at.reach.donors):
            yield n.Let(name=CELL.name, value=n.RootOf(zone=at.mover))
        return
    if table.deep(at.reach.targets):
        yield n.Let(name=RECEIVER.name, value=at.receiver)
        yield n.Let(name=CELL.name, value=n.RootOf(zone=RECEIVER))
    if table.deep(at.reach.donors):
        yield n.Let(name=DONOR.name, value=at.donor)


def subject_node(word: str, at: Nodes, table: StaticTable) -> n.Expr:
    """The receiver, the mover or the donor."""
    if at.reach.gesture == CLICK or word == "m":
        return at.mover
    if word == "r":
        return RECEIVER if table.deep(at.reach.targets) else at.receiver
    return DONOR if table.deep(at.reach.donors) else at.donor


def _root_of(word: str, at: Nodes) -> n.Expr:
    if word not in ("r", "m", "d"):
        return zone(word)
    return CELL if at.reach.gesture == CLICK or word == "r" else DONOR


def block_of(
    subject: str, dest: Dest, at: Nodes, table: StaticTable, procedures: Procedures
) -> Iterator[n.Statement]:
    """The statements of one part of an action, guarded by its exceptions."""
    cells = subject_cells(at.reach, subject)
    left = left_cells(at.reach, subject, dest)
    if not left:
        return
    node = subject_node(subject, at, table)
    movement = Movement(dest, node, left, table, procedures)
    body = tuple(_placed(movement, subject, at))
    if left != cells and body:
        here = root(node, cells, table)
        yield n.If(test=in_cells(here, left), then=body)
    else:
        yield from body


def _placed(movement: Movement, subject: str, at: Nodes) -> Iterator[n.Statement]:
    """Move cards to another cell or, if the destination is their own cell, change them there."""
    table, word = movement.table, destination(movement.table.rules, movement.dest)
    targets = target_cells(table.rules, at.reach, movement.dest)
    if stays(table.rules, at.reach, subject, movement.dest):
        yield from move_within(movement)
        return
    if word in ("r", "m", "d"):
        yield from move_between(movement, subject_node(word, at, table), targets)
        return
    goal = n.DeepestOf(zone=zone(word)) if table.deep(targets) else zone(word)
    if word not in movement.cells:
        yield from move_between(movement, goal, targets)
    elif len(movement.cells) == 1:
        yield from move_within(movement)
    else:
        # Whether the cards leave their cell depends on the cell that the gesture started in.
        same = n.Equal(left=root(movement.node, movement.cells, table), right=zone(word))
        here, there = tuple(move_within(movement)), tuple(move_between(movement, goal, targets))
        if here:
            yield n.If(test=same, then=here, otherwise=there)
        else:
            yield n.If(test=n.Not(item=same), then=there)
