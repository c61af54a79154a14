"""Statements that several languages lower to: turns, queues, endings by score; and node spans."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

from ..diagnostics import Span
from ..gamedef import nodes as n
from ..gamedef.build import ONE, TRUE, ZERO, minus, number
from ..gamedef.walk import NODE_FIELDS, children, rebuild

AnyNode = TypeVar("AnyNode", bound=n.Node)


def variable_is(name: str, value: int) -> n.Expr:
    """Whether an integer variable has a value."""
    return n.Equal(left=n.Variable(name=name), right=number(value))


def set_number(name: str, value: int) -> n.Statement:
    """Assign a constant to an integer variable."""
    return n.SetVariable(name=name, value=number(value))


def forever(body: n.Block) -> n.Statement:
    """A loop that ends only by Leave, Return or the end of the game."""
    return n.While(test=TRUE, body=body)


def next_seat(variable: str, steps: n.Expr) -> n.Statement:
    """Pass the turn around the table."""
    seat = n.SeatAfter(seat=n.Variable(name=variable), steps=steps)
    return n.SetVariable(name=variable, value=seat)


def queue(names: tuple[str, ...], seat: n.Expr) -> n.Block:
    """Append a seat to a queue kept in variables. Fails if the queue is full."""
    block: n.Block = (n.Fail(reason=f"more than {len(names)} extra turns are waiting"),)
    for name in reversed(names):
        free = n.Not(item=n.Exists(item=n.Variable(name=name)))
        put = n.SetVariable(name=name, value=seat)
        # Built from the last slot inwards: the outermost test is that of the first slot.
        block = (n.If(test=free, then=(put,), otherwise=block),)
    return block


def unqueue(names: tuple[str, ...], variable: str, empty: n.Statement) -> n.Statement:
    """Move the first seat of a queue to a variable; run `empty` if there is none."""
    first = n.Variable(name=names[0])
    values = (*(n.Variable(name=name) for name in names[1:]), n.Nothing(type="seat"))
    # A shift to the left: assignments run in order, so each slot is read before it is written.
    moved = (n.SetVariable(name=k, value=v) for k, v in zip(names, values, strict=True))
    then = (n.SetVariable(name=variable, value=first), *moved)
    return n.If(test=n.Exists(item=first), then=then, otherwise=(empty,))


def skip_turns(variable: str, skips: str, pass_on: n.Statement) -> n.Block:
    """Skip seats that have to miss turns, counting down their `skips`."""
    seat = n.Variable(name=variable)
    left = n.Variable(name=skips, of=seat)
    fewer = minus(left, ONE)
    used = n.SetVariable(name=skips, of=seat, value=fewer)
    return (n.While(test=n.Less(left=ZERO, right=left), body=(used, pass_on)),)


def end_by_score(
    scores: n.Expr, score_of: n.Expr, seat: str, reason: str, lowest: bool, best: str, span: Span
) -> n.Block:
    """End the game: all seats with the best score win. `scores` lists one number per seat;
    `score_of` is that number for the seat bound to the name `seat`; `best` is an unused name."""
    extreme = n.Smallest(items=scores, span=span) if lowest else n.Largest(items=scores, span=span)
    reached = n.Equal(left=score_of, right=n.Local(name=best), span=span)
    # A tie has several winners: every seat that reached the best score.
    winners = n.Filter(items=n.Seats(), name=seat, where=reached, span=span)
    return (
        n.Let(name=best, value=extreme, span=span),
        n.EndGame(winners=winners, scores=scores, reason=reason, span=span),
    )


def quiet(block: n.Block) -> n.Block:
    """The statements, with movements that trigger no listeners."""
    return tuple(rebuild(statement, _hushed) for statement in block)


def _hushed(node: n.Node) -> n.Node:
    if isinstance(node, n.MoveToken | n.MoveTop | n.MoveBlock):
        return dataclasses.replace(node, quiet=True)
    return node


def written_out(node: n.Node) -> int:
    """The size of a node as a tree, with shared parts counted once per use."""
    # Post-order with an explicit stack and sizes per object: linear in the distinct nodes, even
    # where the tree would be exponentially large.
    sizes: dict[int, int] = {}
    waiting = [(node, False)]
    while waiting:
        here, ready = waiting.pop()
        if ready:
            sizes[id(here)] = 1 + sum(sizes[id(part)] for part in children(here))
        elif id(here) not in sizes:
            waiting.append((here, True))
            waiting.extend((part, False) for part in children(here))
    return sizes[id(node)]


def with_spans(node: AnyNode, span: Span | None = None) -> AnyNode:
    """The node with a span on all its parts: their own, or that of the nearest node around them."""
    here = node.span or span
    # The span only if it is inherited; with nothing to change, the node itself is returned.
    fields: dict[str, Any] = {} if node.span is here else {"span": here}
    for name in NODE_FIELDS[type(node)]:
        value = getattr(node, name)
        if isinstance(value, tuple):
            fields[name] = tuple(
                [with_spans(item, here) if isinstance(item, n.Node) else item for item in value]
            )
        elif value is not None:
            fields[name] = with_spans(value, here)
    return dataclasses.replace(node, **fields) if fields else node
