"""Code for calls: immediate, recursive, and those on the agenda."""

from __future__ import annotations

from ..gamedef import nodes as n
from ..gamedef.listeners import is_movement
from ..gamedef.scope import is_list
from ..machine import ops
from .code import Label
from .dispatch import value
from .emitter import Emitter
from .loop_patterns import is_pruning, moves_branch


def call(e: Emitter, node: n.Call) -> None:
    """Run a procedure."""
    again = node.procedure in e.frame.cycle
    # A recursive call may overwrite a list that has room of its own, so a copy is passed.
    arguments = [
        n.Join(lists=(a,)) if again and is_list(e.type_of(a)) else a for a in node.arguments
    ]
    with e.lists(*arguments):
        if is_pruning(e.scope.procedures[node.procedure]):
            root, spared = (value(e, argument) for argument in arguments)
            e.emit(ops.PRUNE_LEAVES, root, spared, e.fail)
            return
        slowly, past = Label(), Label()
        moved = None if again else _moved_branch(e, node, slowly)
        if moved:
            e.emit(ops.JUMP, past)
            e.place(slowly)
        kept = e.push() if again else None
        # All arguments are evaluated before any is passed: with static frames, a recursive call
        # writes to the registers that later arguments may read.
        values = [value(e, a, e.register() if again else None) for a in arguments]
        _enter(e, node, node.procedure, values, kept)
        e.place(past)


def _moved_branch(e: Emitter, node: n.Call, slowly: Label) -> bool:
    """Emit one op for a call that moves a branch, if it is one; it may have to be made slowly."""
    found = moves_branch(e.scope.procedures[node.procedure])
    if found is None or e.layout.bags:
        return False
    with e.context.bound(found.tokens.name, 0, "token"):
        folded = e.context.fold(found.tokens.where, n.Local(name=found.tokens.name))
    if folded is None or folded.keys:
        return False
    with e.registers():
        source, to = (value(e, argument) for argument in node.arguments)
        table, reason = e.table(folded.bits), e.reason("the zone has been pruned")
        how = (found.direction, table, folded.words, reason)
        e.emit(ops.MOVE_BRANCH, source, to, *how, slowly, e.fail)
    return True


def _enter(
    e: Emitter, node: n.Call | n.Boundary, name: str, values: list[int], kept: Label | None
) -> None:
    """Pass arguments to a procedure and call it; a recursive call saves the live registers."""
    called, frame = e.scope.procedures[name], e.frames[name]
    if kept:
        # Movements generated for listeners do not count towards the limit on nested calls.
        e.emit(ops.PUSH, kept, 0 if is_movement(name) else 1)
    for parameter, address in zip(called.parameters, values, strict=True):
        e.emit(ops.COPY, frame.names[parameter.name], address)
    e.emit(ops.CALL, e.entries[name], frame.returns, kept or e.live_table(node))
    if kept:
        e.emit(ops.POP)


def later(e: Emitter, node: n.Later) -> None:
    """Put a call on the agenda."""
    waits, procedure = list(e.agenda.due).index(node.boundary), _number(e, node.procedure)
    with e.lists(node.count, *node.arguments):
        count, *values = (value(e, x) for x in (node.count, *node.arguments))
        e.emit(ops.LATER, waits, procedure, count, e.fail, len(values), *values)


def _number(e: Emitter, procedure: str) -> int:
    return 1 + list(e.scope.procedures).index(procedure)


def boundary(e: Emitter, node: n.Boundary) -> None:
    """Make the calls on the agenda that are due."""
    if node.name not in e.agenda.due:
        return
    number, now = list(e.agenda.due).index(node.name), e.agenda.due_now
    again, end = Label(), Label()
    e.emit(ops.COUNT_DOWN, number)
    e.place(again)
    e.emit(ops.TAKE_DUE, number, now, end)
    # Procedures are numbers on the agenda, so a chain of comparisons selects the one to call.
    for name in e.agenda.due[node.name]:
        other = Label()
        e.emit(ops.IF_DIFFER, now, e.constant(_number(e, name)), other)
        count = len(e.scope.procedures[name].parameters)
        kept = e.push() if name in e.frame.cycle else None
        _enter(e, node, name, [now + 1 + i for i in range(count)], kept)
        e.emit(ops.JUMP, again)
        e.place(other)
    e.place(end)
