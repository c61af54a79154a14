"""Procedures that remove empty nodes from trees and close the gaps."""

from __future__ import annotations

from ....gamedef import nodes as n
from ....gamedef.build import ONE, ZERO, is_empty

START, NODE, CHILD = n.Local(name="start"), n.Local(name="each_node"), n.Local(name="child")
SPARED = n.Local(name="spared")

PRUNE = n.Procedure(
    name="prune",
    parameters=(
        n.Parameter(name=START.name, type="zone"),
        n.Parameter(name=SPARED.name, type="[zone]"),
    ),
    body=(
        n.ForEach(
            name=NODE.name,
            items=n.Reversed(items=n.TreeOf(zone=START)),
            body=(
                n.If(
                    test=n.And(
                        items=(
                            is_empty(NODE),
                            # Roots stay, even if they are empty.
                            n.Exists(item=n.ParentOf(zone=NODE)),
                            n.Equal(left=n.Length(items=n.TreeOf(zone=NODE)), right=ONE),
                            n.Not(item=n.Contains(items=SPARED, value=NODE)),
                        )
                    ),
                    then=(n.Prune(zone=NODE),),
                ),
            ),
        ),
    ),
)
"""Remove the empty leaves below a root, except spared nodes. Reversed preorder visits children
before their parents, so a chain of empty nodes is removed in one pass."""


def close_up(aside: str, directions: tuple[int, ...]) -> n.Procedure:
    """The procedure that replaces an empty node by its only child, with all its descendants."""
    children = tuple(n.ChildAt(zone=START, direction=n.Number(value=d)) for d in directions)
    away = n.Number(value=directions[0]) if directions else ZERO
    # If the child was empty, so is the node that it replaces, now with the child's children; the
    # flag keeps the later tests from closing it up again.
    body: list[n.Statement] = [n.Let(name="closed", value=ZERO)]
    for child in children:
        alone = tuple(_gone(other) for other in children if other is not child)
        body.append(
            n.If(
                test=n.And(
                    items=(
                        n.Equal(left=n.Local(name="closed"), right=ZERO),
                        is_empty(START),
                        n.Exists(item=child),
                        *alone,
                    )
                ),
                then=(
                    n.Let(name="closed", value=ONE),
                    n.Let(name=CHILD.name, value=child),
                    # First aside with its whole tree: this frees its direction for a grandchild.
                    # In a direction that is used anyway: trees that grow one way are faster.
                    n.MoveTree(zone=CHILD, to=n.ZoneAt(name=aside), direction=away),
                    n.MoveBlock(source=CHILD, to=START),
                    *(_hung(direction) for direction in directions),
                    n.Prune(zone=CHILD),
                ),
            )
        )
    return n.Procedure(
        name="close_up",
        parameters=(n.Parameter(name=START.name, type="zone"),),
        body=tuple(body),
    )


def _gone(child: n.Expr) -> n.Expr:
    return n.Not(item=n.Exists(item=child))


def _hung(direction: int) -> n.Statement:
    number = n.Number(value=direction)
    lower = n.ChildAt(zone=CHILD, direction=number)
    return n.If(
        test=n.Exists(item=lower),
        then=(n.MoveTree(zone=lower, to=START, direction=number),),
    )
