"""Code for statements: variables, control flow, and the table of all kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.block_fallibility import after, block_can_fail
from ..gamedef.fallibility import is_sure, is_within, items_exist
from ..gamedef.final_choices import final_choices
from ..gamedef.listeners import is_made
from ..gamedef.scope import is_list, item_type
from ..gamedef.walk import walk
from ..machine import ops
from ..machine import state as m
from .code import Label
from .dispatch import test, value
from .emit_calls import boundary, call, later
from .emit_choices import ask, decide, pick, take_first
from .emit_tokens import PLACES, TOKENS
from .emit_values import checked_index
from .emitter import Emitter
from .frame import Loop
from .hoist import shared
from .loop_patterns import moves_each, prunes_leaves, walks_on

SEERS = {"all": m.EVERYBODY, "owner": m.OWNER, "none": m.NOBODY}
MARKS = {"phase": 1, "turn": 2}


def block(e: Emitter, statements: n.Block) -> None:
    """Emit statements one after another."""
    for before, each in zip((None, *statements), statements, strict=False):
        if before == n.Mark(kind="turn") and each == n.Mark(kind="phase"):
            continue  # one pause is enough
        e.at(each.span)
        with e.registers():
            STATEMENTS[type(each)](e, each)
        # Facts follow the code in order, so an emitter sees what holds at its own statement.
        e.context.facts = after(each, e.context.facts)


def inner_block(e: Emitter, statements: n.Block, known: Any = None) -> None:
    """Emit a block that may run any number of times: facts from inside do not hold after it."""
    before = e.context.facts
    if known is not None:
        e.context.facts = known
    block(e, statements)
    e.context.facts = before


def _let(e: Emitter, node: n.Let) -> None:
    kind = e.type_of(node.value)
    if is_list(kind) and node.name not in e.frame.escaping:
        # The list itself stays in the list area, so that is not restored.
        e.bind_list(node.name, kind, value(e, node.value))
        return
    with e.lists(node.value), shared(e, node.value) as computed:
        made = value(e, computed)
        if is_list(kind):
            e.bind_list(node.name, kind, made)
        else:
            e.emit(ops.COPY, e.frame.name(node.name, kind), made)


def _set_variable(e: Emitter, node: n.SetVariable) -> None:
    start, variable = e.layout.variables[node.name], e.scope.variables[node.name]
    owners, seers = e.layout.owners(variable), SEERS[variable.audience]
    with e.lists(node.value, node.of, node.index), shared(e, node.value) as computed:
        node = replace(node, value=computed)
        if node.index is not None:
            _set_numbered(e, node, start, seers)
            return
        certain = isinstance(node.of, n.TeamNamed) or (
            isinstance(node.of, n.Seat) and node.of.number < e.layout.seats
        )
        if node.of is None or certain:
            place = e.layout.constant(node.of) - 1 if node.of else 0
            value(e, node.value, start + place)
            if is_made(node.name):
                return  # generated variables are not part of the event log
            e.emit(ops.CHANGED, start + place, _mask(owners[place]) if seers == m.OWNER else seers)
            return
        made = value(e, node.value)
        owner = value(e, node.of)
        if seers != m.OWNER or not variable.per_team:
            e.emit(ops.STORE, start - 1, len(owners), seers, owner, made, e.fail)
            return
        done = Label()
        # Each place has an audience of its own, which is an operand.
        for place, seats in enumerate(owners):
            other = Label()
            e.emit(ops.IF_DIFFER, owner, e.constant(place + 1), other)
            e.emit(ops.COPY, start + place, made)
            e.emit(ops.CHANGED, start + place, _mask(seats))
            e.emit(ops.JUMP, done)
            e.place(other)
        e.emit(ops.FAIL, e.fail, e.reason("the team is nothing"))
        e.place(done)


def _mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _set_numbered(e: Emitter, node: n.SetVariable, start: int, seers: int) -> None:
    assert node.index is not None
    count = e.scope.variables[node.name].count
    if is_within(node.index, count):
        address = start + e.layout.constant(node.index)
        value(e, node.value, address)
        e.emit(ops.CHANGED, address, seers)
        return
    made = value(e, node.value)
    at = checked_index(e, node.index, count)
    e.emit(ops.STORE, start - 1, count, seers, at, made, e.fail)


def _roll(e: Emitter, node: n.Roll) -> None:
    with e.lists(node.low, node.high):
        low, high = value(e, node.low), value(e, node.high)
        to = e.frame.name(node.name, "int")
        # The caller decides the outcome: TOSS is a decision of chance.
        if e.layout.bags:
            e.emit(ops.TOSS, to, low, high, e.fail)
        else:
            seers = m.EVERYBODY if node.announced else m.NOBODY
            e.emit(ops.ROLL, to, low, high, e.fail, seers, _sides(node))


def _sides(node: n.Roll) -> int:
    """The sides of the die that is rolled: it has fixed numbers from 1; 0 for any other draw."""
    low, high = node.low, node.high
    if isinstance(low, n.Number) and isinstance(high, n.Number) and low.value == 1:
        return high.value if high.value > 1 else 0
    return 0


# ---- flow ----


def _if(e: Emitter, node: n.If) -> None:
    # Unrolled loops are If(true) around their copies; no code is emitted for the test.
    if isinstance(node.test, n.Truth):
        block(e, node.then if node.test.value else node.otherwise)
        return
    otherwise, end = Label(), Label()
    with e.registers():
        test(e, node.test, otherwise)
    inner_block(e, node.then, e.context.facts.plus(node.test))
    if node.otherwise:
        e.emit(ops.JUMP, end)
    e.place(otherwise)
    inner_block(e, node.otherwise)
    e.place(end)


def _loop(e: Emitter, node: n.While | n.ForEach, kept: int | None) -> tuple[Label, Label]:
    """Begin a loop: labels of its next iteration and its end."""
    again, end = Label(), Label()
    e.place(again)
    if kept is not None:
        e.emit(ops.DROP_LISTS, kept)
    e.frame.loops.append(Loop(end, e.frame.attempts, e.frame.bodies, e.frame.atomic))
    return again, end


def _kept_lists(e: Emitter, body: n.Block) -> int | None:
    """Save the list top in a register, if an iteration of a loop may leave lists behind."""
    if not e.context.binds_lists(body):
        return None
    kept = e.register(lasts=True)
    e.emit(ops.KEEP_LISTS, kept)
    return kept


def _while(e: Emitter, node: n.While) -> None:
    if walk := walks_on(node):
        name, direction = walk
        zone, past = e.frame.name(name, "zone"), Label()
        # A test that fails is false: the loop ends before it begins.
        with e.failing(past):
            e.emit(ops.FURTHEST, zone, zone, value(e, direction), e.fail)
        e.place(past)
        e.context.facts = after(node, e.context.facts)
        return
    kept = _kept_lists(e, node.body)
    e.context.facts = after(node, e.context.facts)
    again, end = _loop(e, node, kept)
    with e.registers():
        test(e, node.test, end)
    inner_block(e, node.body, e.context.facts.plus(node.test))
    e.emit(ops.JUMP, again)
    e.place(end)
    e.frame.loops.pop()
    if kept is not None:
        e.emit(ops.DROP_LISTS, kept)


def _prune_leaves(e: Emitter, node: n.ForEach, start: n.Expr, spared: n.Expr) -> None:
    """One op for a loop that prunes the empty leaves of a tree; its name is the root at the end."""
    with e.lists(start):
        root = value(e, start)
        e.emit(ops.PRUNE_LEAVES, root, value(e, spared), e.fail)
        e.emit(ops.COPY, e.frame.name(node.name, "zone"), root)
    e.context.facts = after(node, e.context.facts)


def _for_each(e: Emitter, node: n.ForEach) -> None:
    if pruned := prunes_leaves(node):
        _prune_leaves(e, node, *pruned)
        return
    with e.lists(node.items):
        kind = item_type(e.type_of(node.items))
        known = items_exist(node.items, e.context.facts)
        items = value(e, node.items)
        e.keep_list(items, node.items)
        cursor = e.register(lasts=True)
        e.emit(ops.COPY, cursor, e.constant(0))
        moved = moves_each(node)
        if moved and e.context.are_tokens(node.items):
            item, reason = e.frame.name(node.name, kind), e.reason("the zone has been pruned")
            to, place = value(e, moved.to), PLACES[moved.place]
            e.emit(ops.MOVE_EACH, item, items, cursor, to, place, reason, e.fail)
            e.context.facts = after(node, e.context.facts)
            return
        kept = _kept_lists(e, node.body)
        e.context.facts = after(node, e.context.facts)
        again, end = _loop(e, node, kept)
        e.emit(ops.NEXT, e.frame.name(node.name, kind), items, cursor, end)
        inner_block(e, node.body, e.context.facts.bind(node.name, known))
        e.emit(ops.JUMP, again)
        e.place(end)
        e.frame.loops.pop()
        if kept is not None:
            e.emit(ops.DROP_LISTS, kept)


def _leave(e: Emitter, node: n.Leave) -> None:
    loop = e.frame.loops[-1]
    # One END_TRIAL is enough: it ends the whole trial, however many bodies enclose this.
    if e.frame.bodies > loop.bodies:
        e.emit(ops.END_TRIAL)
    for _ in range(e.frame.atomic - loop.atomic):
        e.emit(ops.END_ATOMIC)
    for _ in range(e.frame.attempts - loop.attempts):
        e.emit(ops.END_ATTEMPT)
    e.emit(ops.JUMP, loop.end)


def leave_procedure(e: Emitter) -> None:
    """Emit the end of a procedure: return to the caller, or end the game."""
    if e.frame.bodies:
        e.emit(ops.END_TRIAL)
    for _ in range(e.frame.atomic):
        e.emit(ops.END_ATOMIC)
    for _ in range(e.frame.attempts):
        e.emit(ops.END_ATTEMPT)
    if e.frame.lists:
        e.emit(ops.DROP_LISTS, e.frame.lists)
    if e.frame.returns:
        e.emit(ops.RETURN, e.frame.returns)
    else:
        e.emit(ops.END, e.constant_list(()), 0, e.reason("finished"))


def _return(e: Emitter, node: n.Return) -> None:
    leave_procedure(e)


def _attempt(e: Emitter, node: n.Attempt) -> None:
    start = e.here
    if not block_can_fail(node.body, e.context.facts):
        inner_block(e, node.body)
        e.code.attempts.append((start, e.here, node.name))
        return
    failed, end = Label(), Label()
    # A failure skips the ops that would release lists bound in the body, so ATTEMPT saves the list
    # top.
    keeps = 2 if e.context.binds_lists(node.body) else 0
    if node.rollback:
        e.code.rollbacks.append((failed, e.live_table(node)))
    e.emit(ops.ATTEMPT, failed, 1 if node.rollback else keeps)
    e.frame.attempts += 1
    inner_block(e, node.body)
    e.code.attempts.append((start, e.here, node.name))
    e.frame.attempts -= 1
    e.emit(ops.END_ATTEMPT)
    if node.otherwise:
        e.emit(ops.JUMP, end)
    e.place(failed)
    inner_block(e, node.otherwise, after(node, e.context.facts))
    e.place(end)


def _together(e: Emitter, node: n.Together) -> None:
    with e.lists(node.seats):
        known = items_exist(node.seats, e.context.facts)
        seats = value(e, node.seats)
        e.keep_list(seats, node.seats)
        kept = _kept_lists(e, node.body)
        failed, again, each, done = Label(), Label(), Label(), Label()
        # A failure while answers are collected must end the collecting (APART) before it goes on.
        e.emit(ops.ATTEMPT, failed, 2 if e.context.binds_lists(node.body) else 0)
        e.emit(ops.TOGETHER, each)
        e.context.facts = after(node, e.context.facts)
        e.place(again)
        if kept is not None:
            e.emit(ops.DROP_LISTS, kept)
        e.place(each)
        each_one = e.frame.name(node.name, item_type(e.type_of(node.seats)))
        e.emit(ops.ROUND, each_one, seats, done, e.live_table(node))
        e.frame.attempts += 1
        facts = replace(e.context.facts.bind(node.name, known), answered=True)
        e.context.final = final_choices(node, facts)
        inner_block(e, node.body, facts)
        e.frame.attempts -= 1
        e.emit(ops.JUMP, again)
        e.place(failed)
        e.emit(ops.APART, e.fail)
        e.place(done)
        e.emit(ops.END_ATTEMPT)
        if kept is not None:
            e.emit(ops.DROP_LISTS, kept)


def _fail(e: Emitter, node: n.Fail) -> None:
    if node.final:
        e.emit(ops.HALT, e.reason(node.reason))
    else:
        e.emit(ops.FAIL, e.fail, e.reason(node.reason))


def _mark(e: Emitter, node: n.Mark) -> None:
    e.emit(ops.MARK, MARKS[node.kind])


def _end_game(e: Emitter, node: n.EndGame) -> None:
    winners = value(e, node.winners)
    scores = value(e, node.scores) if node.scores else 0
    e.emit(ops.END, winners, scores, e.reason(node.reason))


def _procedure_start(e: Emitter, procedure: n.Procedure) -> None:
    answered = procedure.name in e.context.in_together
    # A procedure is emitted once for all its calls, so nothing about one caller is known.
    anywhere = replace(e.context.facts.changed(), names=frozenset(), answered=answered)
    calls = e.context.calls.get(procedure.name, ())
    e.context.facts = anywhere
    for i, parameter in enumerate(procedure.parameters):
        # Known only if every caller passes something that exists regardless of the facts there.
        known = all(is_sure(c.arguments[i], anywhere) for c in calls)
        e.context.facts = e.context.facts.bind(parameter.name, known)


def procedure(e: Emitter, node: n.Procedure) -> None:
    """Emit a whole procedure."""
    e.context.frame = e.frames[node.name]
    e.context.procedure = node.name
    _procedure_start(e, node)
    e.at(node.span or e.game.span)
    e.place(e.entries[node.name])
    start = e.here
    e.context.searched = node.name in e.context.within_atomic
    if e.frame.returns and (_returns_from_loop(node) or e.context.binds_lists(node.body)):
        e.frame.lists = e.word()
        e.emit(ops.KEEP_LISTS, e.frame.lists)
    with e.asking(node.name in e.context.in_trials):
        block(e, node.body)
    leave_procedure(e)
    e.code.procedures += (start, e.here, e.frame.returns)
    e.place_pushes()


def _returns_from_loop(node: n.Procedure) -> bool:
    """Whether a procedure may return while a loop still holds its list."""
    kinds = {type(x) for x in walk(node)}
    return n.Return in kinds and n.ForEach in kinds


STATEMENTS: dict[type[n.Statement], Callable[[Emitter, Any], None]] = {
    n.Let: _let,
    n.SetVariable: _set_variable,
    n.Roll: _roll,
    **TOKENS,
    n.If: _if,
    n.While: _while,
    n.ForEach: _for_each,
    n.Leave: _leave,
    n.Call: call,
    n.Return: _return,
    n.Later: later,
    n.Boundary: boundary,
    n.Attempt: _attempt,
    n.Fail: _fail,
    n.Mark: _mark,
    n.EndGame: _end_game,
    n.Decide: lambda e, node: decide(e, node, block),
    n.TakeFirst: lambda e, node: take_first(e, node, block),
    n.Ask: ask,
    n.Pick: pick,
    n.Together: _together,
}
