"""Expressions and loops that one op computes: the size of a tree, the end of a branch ..."""

from __future__ import annotations

from dataclasses import dataclass

from ..gamedef import nodes as n
from ..gamedef.build import ONE
from ..gamedef.walk import walk


def size_of_tree(expr: n.Expr) -> n.Expr | None:
    """The zone, if an expression is the number of tokens in a zone and below it."""
    match expr:
        case n.Sum(items=n.Each(items=n.TreeOf(zone=zone), name=name, value=n.SizeOf(zone=each))):
            return zone if each == n.Local(name=name) else None
    return None


def walks_on(loop: n.While) -> tuple[str, n.Number] | None:
    """The name and the direction, if a loop follows the children of a zone as far as possible."""
    match loop:
        case n.While(test=n.Exists(item=child), body=(n.Let(name=name, value=value),)):
            match child:
                case n.ChildAt(zone=n.Local(name=zone), direction=n.Number() as direction):
                    known = zone == name and value == child
                    return (name, direction) if known and 0 <= direction.value < 8 else None
    return None


def prunes_leaves(loop: n.ForEach) -> tuple[n.Expr, n.Expr] | None:
    """The zone and the list of spared zones, if a loop prunes the empty leaves below a zone."""
    match loop:
        case n.ForEach(
            items=n.Reversed(items=n.TreeOf(zone=start)),
            body=(n.If(test=n.And(items=tests), then=then, otherwise=()),),
        ):
            each = n.Local(name=loop.name)
            leaf = n.Equal(left=n.Length(items=n.TreeOf(zone=each)), right=ONE)
            hangs = n.Exists(item=n.ParentOf(zone=each))
            bare = n.Not(item=n.Exists(item=n.TopOf(zone=each)))
            if then != (n.Prune(zone=each),) or tests[:3] != (bare, hangs, leaf):
                return None
            match tests[3:]:
                case (n.Not(item=n.Contains(items=n.Local() as spared, value=value)),):
                    return (start, spared) if value == each != spared else None
    return None


def is_pruning(procedure: n.Procedure) -> bool:
    """Whether a procedure only prunes the empty leaves below its first argument, except those in
    the list that is its second."""
    loop = procedure.body[0] if len(procedure.body) == 1 else None
    names = tuple(n.Local(name=parameter.name) for parameter in procedure.parameters)
    return isinstance(loop, n.ForEach) and len(names) == 2 and prunes_leaves(loop) == names


@dataclass(frozen=True)
class BranchMove:
    """What a procedure does that moves the tokens of a zone, and of the zones below it in one
    direction, from its first to its second argument: which tokens, and the direction."""

    tokens: n.Filter
    direction: int


def moves_branch(procedure: n.Procedure) -> BranchMove | None:
    """The movement, if that is all that a procedure does."""
    names = [n.Local(name=parameter.name) for parameter in procedure.parameters]
    if len(names) != 2 or len(procedure.body) != 2:
        return None
    source, to = names
    match procedure.body:
        case (
            n.ForEach(items=n.Reversed(items=n.Filter() as tokens)) as loop,
            n.If(
                then=(n.Grow(direction=n.Number(value=way)) as grown, n.Call()), otherwise=()
            ) as on,
        ):
            moved, below = moves_each(loop), n.Local(name=grown.name)
            child = n.ChildAt(zone=source, direction=n.Number(value=way))
            again = n.Call(procedure=procedure.name, arguments=(child, below))
            grow = n.Grow(name=below.name, zone=to, direction=n.Number(value=way))
            known = (
                moved is not None
                and (moved.to, moved.place) == (to, "top")
                and tokens.items == n.TokensIn(zone=source)
                and not {source, to, below} & {*walk(tokens.where)}
                and below not in (source, to)
                and loop.name not in (source.name, to.name)
                and on == n.If(test=n.Exists(item=child), then=(grow, again))
                and 0 <= way < len(n.DIRECTIONS)
            )
            return BranchMove(tokens, way) if known else None
    return None


def moves_each(loop: n.ForEach) -> n.MoveToken | None:
    """The movement, if a loop does nothing but move its items to one and the same zone."""
    match loop:
        case n.ForEach(body=(n.MoveToken(to=n.Local() | n.ZoneAt(owner=None) as to) as moved,)):
            each = n.Local(name=loop.name)
            fixed = to != each and (isinstance(to, n.Local) or to.index is None)
            return moved if moved.token == each and fixed else None
    return None
