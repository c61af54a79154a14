"""Whether a seat is still the one that it was when a name was bound: then it may know the value."""

from __future__ import annotations

from collections.abc import Iterator

from . import nodes as n
from .call_graph import called_by, reached
from .information_flow import BINDING, OPEN, Env, InformationFlow
from .walk import children, walk

TRANSPARENT = (n.If, n.Attempt)
"""Statements whose blocks run at most once each, so that only what comes before a point of them has
run there. Of others that contain it, such as loops, everything may have run."""


def is_bound_steadily(
    flow: InformationFlow, body: n.Block, name: str, at: n.Node, seat: n.Expr, env: Env
) -> bool:
    """Whether, at a statement of a procedure's body, a name certainly has the value of a Let since
    which a seat has denoted the same one, and which reads nothing from before that depends on
    anything hidden."""
    if not isinstance(seat, n.Variable | n.Local) or getattr(seat, "of", None):
        return False
    found = _binding(body, name, at)
    if found is None:
        return False
    let, since = found
    if any(_changes(flow, statement, seat) for statement in since):
        return False
    bound = {getattr(x, "name", "") for x in walk(let.value) if not isinstance(x, n.Local)}
    read = {x.name for x in walk(let.value) if isinstance(x, n.Local)} - bound - {name}
    own = seat.name if isinstance(seat, n.Local) else ""
    return all(
        each == own
        or env.get(each, OPEN) == OPEN
        or is_bound_steadily(flow, body, each, let, seat, env)
        for each in read
    )


def _binding(body: n.Block, name: str, at: n.Node) -> tuple[n.Let, list[n.Node]] | None:
    """The Let whose value a name certainly has at a statement, and what may run from there on."""
    since: list[n.Node] = []
    for before, around in _path(body, at):
        if around is not None:
            since.append(around)
        for statement in reversed(before):
            if isinstance(statement, n.Let) and statement.name == name:
                rebound = (x for each in since for x in walk(each) if isinstance(x, BINDING))
                return None if any(x.name == name for x in rebound) else (statement, since)
            since.append(statement)
    return None


def _path(body: n.Block, at: n.Node) -> list[tuple[n.Block, n.Node | None]]:
    """From the innermost block around a statement to the body: the statements of the block before
    it, and the statement in the block that contains it, if that may run more than once."""
    for place, statement in enumerate(body):
        if statement is at:
            return [(body[:place], None)]
        for block in _blocks(statement):
            if inner := _path(block, at):
                again = None if isinstance(statement, TRANSPARENT) else statement
                return [*inner, (body[:place], again)]
    return []


def _blocks(node: n.Node) -> Iterator[n.Block]:
    """The blocks of a statement, also those of its actions."""
    if isinstance(node, n.Expr):
        return
    blocks = (value for each in node.__slots__ if isinstance(value := getattr(node, each), tuple))
    for block in blocks:
        if block and all(isinstance(each, n.Statement) for each in block):
            yield block
    for child in children(node):
        if not isinstance(child, n.Statement):
            yield from _blocks(child)


def _changes(flow: InformationFlow, node: n.Node, seat: n.Variable | n.Local) -> bool:
    """Whether a statement, or what it calls, may assign to what denotes a seat."""
    if isinstance(seat, n.Local):
        return any(isinstance(x, BINDING) and x.name == seat.name for x in walk(node))
    called = reached(flow.calls, called_by(flow.due, node))
    return any(
        isinstance(x, n.SetVariable) and x.name == seat.name
        for each in (node, *(flow.procedures[p] for p in called))
        for x in walk(each)
    )
