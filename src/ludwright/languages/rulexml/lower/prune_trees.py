"""Keeping trees tidy: nodes without cards go, and what hangs below a gap moves up into it."""

from __future__ import annotations

from ....gamedef.nodes import (
    And,
    ChildAt,
    Contains,
    Equal,
    Exists,
    Expr,
    ForEach,
    If,
    Length,
    Let,
    Local,
    MoveBlock,
    MoveTree,
    Not,
    Number,
    Parameter,
    ParentOf,
    Procedure,
    Prune,
    Reversed,
    SizeOf,
    Statement,
    TreeOf,
    ZoneAt,
)

START, NODE, CHILD = Local(name="start"), Local(name="each_node"), Local(name="child")
SPARED = Local(name="spared")
ZERO, ONE = Number(value=0), Number(value=1)

PRUNE = Procedure(
    name="prune",
    parameters=(
        Parameter(name=START.name, type="zone"),
        Parameter(name=SPARED.name, type="[zone]"),
    ),
    body=(
        ForEach(
            name=NODE.name,
            items=Reversed(items=TreeOf(zone=START)),
            body=(
                If(
                    test=And(
                        items=(
                            Equal(left=SizeOf(zone=NODE), right=ZERO),
                            Exists(item=ParentOf(zone=NODE)),
                            Equal(left=Length(items=TreeOf(zone=NODE)), right=ONE),
                            Not(item=Contains(items=SPARED, value=NODE)),
                        )
                    ),
                    then=(Prune(zone=NODE),),
                ),
            ),
        ),
    ),
)
"""Take away the nodes below a root that hold nothing and have nothing below them, but for some."""


def closing(aside: str, directions: tuple[int, ...]) -> Procedure:
    """Let the only node below one that is empty take its place, with all that hangs below it."""
    children = tuple(ChildAt(zone=START, direction=Number(value=d)) for d in directions)
    body: list[Statement] = [Let(name="closed", value=ZERO)]
    for child in children:
        alone = tuple(_gone(other) for other in children if other is not child)
        body.append(
            If(
                test=And(
                    items=(
                        Equal(left=Local(name="closed"), right=ZERO),
                        Equal(left=SizeOf(zone=START), right=ZERO),
                        Exists(item=child),
                        *alone,
                    )
                ),
                then=(
                    Let(name="closed", value=ONE),
                    Let(name=CHILD.name, value=child),
                    MoveTree(zone=CHILD, to=ZoneAt(name=aside), direction=ZERO),
                    MoveBlock(source=CHILD, to=START),
                    *(_hung(direction) for direction in directions),
                    Prune(zone=CHILD),
                ),
            )
        )
    return Procedure(
        name="close_up",
        parameters=(Parameter(name=START.name, type="zone"),),
        body=tuple(body),
    )


def _gone(child: Expr) -> Expr:
    return Not(item=Exists(item=child))


def _hung(direction: int) -> Statement:
    number = Number(value=direction)
    lower = ChildAt(zone=CHILD, direction=number)
    return If(
        test=Exists(item=lower),
        then=(MoveTree(zone=lower, to=START, direction=number),),
    )
