"""Observations as tensors: what a seat may know of a state, as numbers of a fixed layout.

A state and its masked state give the same numbers, as nothing is read here that masking changes:
tokens count only if the seat knows them, variables and registers if it may read them.
"""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.jit import I64, Export, U, jit, offset
from ..machine.trees import end_word
from .audience_table import K_PLACES, TOKEN, TOKEN_LIST
from .held import find_frames, items_end
from .labels import knows
from .mask import DONE, FULL, copy_before_answers, is_open
from .mask_table import (
    M_AUDIENCE,
    R_ADDRESS,
    R_ITEMS,
    R_TYPE,
    RECORD_WORDS,
    X_FULL,
    X_HELD,
    X_HELD_AT,
    X_STATE,
)
from .tensor_layout import V_NUMBER, V_SEAT, V_SEATS, V_TEAM, V_TOKEN, V_VALUE
from .tensor_places import NOWHERE
from .tensor_table import (
    PROPERTY_WORDS,
    T_BACK_OF,
    T_CLASS_OF,
    T_CLASSES,
    T_COUNTED,
    T_DECIDER,
    T_FACES,
    T_NAMED,
    T_ORDER,
    T_ORDERED,
    T_OVER,
    T_PLACE_OF,
    T_PLACES,
    T_PROPERTIES,
    T_SEAT,
    T_SITES,
    T_SIZE,
    T_SIZES,
    T_TEAMS,
    T_TOKENS,
    T_UNKNOWN,
    T_UP,
    T_WORDS,
    VARIABLE_WORDS,
)


@jit("int64(state, state, int64)", inline=True)
def root(P: Any, S: Any, z: Any) -> Any:
    """The zone that a zone's tree grows from; without trees, the zone itself."""
    trees = P[U(m.P_TREES)]
    if trees:
        parents = P[U(trees + m.TREE_PARENTS)]
        for _ in range(P[U(m.P_ZONES)]):
            parent = S[U(parents + z)]
            if not parent:
                break
            z = I64(parent)
    return z


@jit("int64(state, state, int64)")
def level(P: Any, S: Any, z: Any) -> Any:
    """How many branches a zone is away from the root of its tree."""
    parents = P[U(P[U(m.P_TREES)] + m.TREE_PARENTS)]
    count = I64(0)
    while S[U(parents + z)] and count < P[U(m.P_ZONES)]:
        count += 1
        z = I64(S[U(parents + z)])
    return count


@jit("int64(state, state, int64)")
def depth(P: Any, S: Any, z: Any) -> Any:
    """How many zones of its tree are above a zone; where trees grow in several directions, how many
    are below it."""
    trees = P[U(m.P_TREES)]
    if not trees:
        return I64(0)
    if P[U(trees + m.TREE_WAY)] < 0:
        return level(P, S, z)
    end = I64(S[U(end_word(P, S, z))])
    return level(P, S, end) - level(P, S, z) if end else I64(0)


# ---- tokens and zones ----------------------------------------------------------------------------


@jit("void(state, state, state, CPointer(float32), int64, CPointer(float32))")
def write_zones(P: Any, S: Any, T: Any, F: Any, seat: Any, out: Any) -> None:
    """Write the sizes of zones, and where the tokens are that the seat knows."""
    z1, trees, one = I64(P[U(m.P_ZONES)]), I64(P[U(m.P_TREES)]), F[U(1)]
    after, top, size = columns.next(P), columns.top(P), columns.size(P)
    # Written words might be those read, for all that the compiler knows: each is read once.
    place_of, counted = T[U(T_PLACE_OF)] + seat * z1, T[U(T_COUNTED)] + seat * z1
    ordered, class_of = T[U(T_ORDERED)] + seat * z1, I64(T[U(T_CLASS_OF)])
    sizes, tokens, order = I64(T[U(T_SIZES)]), I64(T[U(T_TOKENS)]), I64(T[U(T_ORDER)])
    classes = I64(T[U(T_CLASSES)])
    for zone in range(1, z1):
        t = I64(S[U(top + zone)])
        if not t:
            continue
        z = root(P, S, I64(zone)) if trees else I64(zone)
        if T[U(counted + z)] != NOWHERE:
            out[U(sizes + T[U(counted + z)])] += S[U(size + zone)]
        if T[U(place_of + z)] == NOWHERE:
            continue
        row, line = tokens + T[U(place_of + z)] * classes, I64(T[U(ordered + z)])
        if line == NOWHERE or order < 0:
            while t:
                if S[U(m.KNOWN + t)] >> seat & 1:
                    out[U(row + T[U(class_of + t)])] += one
                t = I64(S[U(after + t)])
        else:
            line = order + line * classes
            step = depth(P, S, I64(zone)) if trees else I64(0)
            while t:
                step += 1
                if S[U(m.KNOWN + t)] >> seat & 1:
                    kind = I64(T[U(class_of + t)])
                    out[U(row + kind)] += one
                    out[U(line + kind)] += F[U(step)]
                t = I64(S[U(after + t)])


@jit("void(state, state, state, int64, CPointer(float32))")
def write_tokens(P: Any, S: Any, T: Any, seat: Any, out: Any) -> None:
    """Write which tokens are face up, what unknown ones show, and changing properties."""
    counted = T[U(T_COUNTED)] + seat * P[U(m.P_ZONES)]
    zone, face = columns.zone(P), columns.face(P)
    up, unknown, faces = I64(T[U(T_UP)]), I64(T[U(T_UNKNOWN)]), I64(T[U(T_FACES)])
    properties = I64(T[U(T_PROPERTIES)])
    for t in range(1, P[U(m.P_TOKENS)]):
        open = I64(T[U(counted + root(P, S, I64(S[U(zone + t)])))])
        if open != NOWHERE and up >= 0:
            out[U(up + open)] += S[U(face + t)]
        if knows(S, I64(t), seat):
            kind = I64(T[U(T[U(T_CLASS_OF)] + t)])
            if faces >= 0:
                out[U(faces + kind)] += S[U(face + t)]
            for i in range(T[U(properties)]):
                at = properties + 1 + PROPERTY_WORDS * i
                out[U(T[U(at + 1)] + kind)] += S[U(T[U(at)] + t)]
        elif open != NOWHERE and unknown >= 0:
            back = T[U(T[U(T_BACK_OF)] + t)]
            out[U(unknown + back * T[U(T_PLACES)] + open)] += 1


# ---- variables and registers ---------------------------------------------------------------------


@jit("int64(int64, int64, int64)", inline=True)
def distance(other: Any, seat: Any, seats: Any) -> Any:
    """How far on from a seat another one is; without a division, which takes long."""
    return other - seat if other >= seat else other - seat + seats


@jit("void(state, state, state, int64, int64, int64, int64, int64, CPointer(float32))", inline=True)
def write_one(
    P: Any, S: Any, T: Any, seat: Any, kind: Any, value: Any, start: Any, values: Any, out: Any
) -> None:
    """Write a word of a variable that is one of several values, or a set of seats."""
    seats, at = I64(P[U(m.P_SEATS)]), I64(NOWHERE)
    if kind == V_SEATS:
        for i in range(seats):
            out[U(start + distance(I64(i), seat, seats))] = I64(value >> i) & 1
    elif kind == V_TOKEN:
        if 0 < value < P[U(m.P_TOKENS)]:
            known = knows(S, value, seat)
            at = I64(T[U(T[U(T_CLASS_OF)] + value)]) if known else I64(values - 1)
    elif kind == V_SEAT:
        if 0 < value <= seats:
            at = distance(value - 1, seat, seats)
    elif kind == V_TEAM:
        if 0 < value <= values:
            at = I64(T[U(T[U(T_TEAMS)] + seat * values + value - 1)])
    elif kind == V_VALUE:
        at = I64(value - 1)
    elif 0 < value < P[U(m.P_ZONES)]:
        at = I64(T[U(T[U(T_PLACE_OF)] + seat * P[U(m.P_ZONES)] + root(P, S, value))])
    if 0 <= at < values:
        out[U(start + at)] = 1


@jit("void(state, state, state, int64, CPointer(float32))", inline=True)
def write_variables(P: Any, S: Any, T: Any, seat: Any, out: Any) -> None:
    """Write the variables that the seat may read."""
    words = I64(T[U(T[U(T_WORDS)] + seat)])
    for i in range(T[U(words)]):
        at = words + 1 + VARIABLE_WORDS * i
        kind, start = I64(T[U(at)]), I64(T[U(at + 2)])
        value = I64(S[U(T[U(at + 1)])])
        if kind == V_NUMBER:
            out[U(start)] = value
        else:
            write_one(P, S, T, seat, kind, value, start, I64(T[U(at + 3)]), out)


@jit("void(state, state, int64, int64, CPointer(float32))", inline=True)
def write_named(S: Any, T: Any, t: Any, seat: Any, out: Any) -> None:
    """Count a token that a register names, if the seat knows it."""
    if t > 0 and knows(S, t, seat):
        out[U(T[U(T_NAMED)] + T[U(T[U(T_CLASS_OF)] + t)])] += 1


@jit("int64(state, state, state, state, state, int64, CPointer(float32))")
def write_registers(P: Any, M: Any, S: Any, T: Any, X: Any, seat: Any, out: Any) -> Any:
    """Write which tokens the registers in use name, as far as the seat may read them."""
    X[U(X_FULL)] = 0
    find_frames(P, M, S, X)
    if X[U(X_FULL)]:
        return FULL
    decides = I64(S[U(m.DECIDER)] == seat + 1)
    for i in range(X[U(X_HELD)]):
        record = I64(X[U(X_HELD_AT)] + i * RECORD_WORDS)
        type = X[U(record + R_TYPE)]
        if (type == TOKEN or type == TOKEN_LIST) and is_open(P, S, X, record, seat, decides):
            first, end = I64(X[U(record + R_ADDRESS)]), I64(X[U(record + R_ADDRESS)]) + 1
            if type == TOKEN_LIST:
                items = I64(X[U(record + R_ITEMS)])
                first, end = items + 1, items_end(P, S, items)
            for at in range(first, end):
                if S[U(at)] < P[U(m.P_TOKENS)]:
                    write_named(S, T, I64(S[U(at)]), seat, out)
    return DONE


# ---- the whole observation -----------------------------------------------------------------------


@jit("void(state, state, state, state, int64, CPointer(float32))", inline=True)
def write_decision(P: Any, M: Any, S: Any, T: Any, seat: Any, out: Any) -> None:
    """Write whether the game is over, who observes, who decides, and where in the description."""
    over = S[U(m.STATUS)] == m.OVER or S[U(m.STATUS)] == m.FAULTED
    if over:
        out[U(T[U(T_OVER)])] = 1
    seats = I64(P[U(m.P_SEATS)])
    if T[U(T_SEAT)] >= 0:
        out[U(T[U(T_SEAT)] + seat)] = 1
    if S[U(m.STATUS)] != m.DECISION:
        return
    if T[U(T_DECIDER)] >= 0:
        out[U(T[U(T_DECIDER)] + distance(I64(S[U(m.DECIDER)] - 1), seat, seats))] = 1
    if T[U(T_SITES)] >= 0:
        K = offset(M, I64(M[U(M_AUDIENCE)]))
        number = K[U(K[U(K_PLACES)] + S[U(m.SITE)])]
        out[U(T[U(T_SITES)] + number - 1)] = 1


@jit("int64(state, state, state, state, CPointer(float32), state, int64, CPointer(float32))")
def write(P: Any, M: Any, S: Any, T: Any, F: Any, X: Any, seat: Any, out: Any) -> Any:
    """Write what a seat may know of a state that is as the seat sees it."""
    for i in range(T[U(T_SIZE)]):
        out[U(i)] = 0
    write_decision(P, M, S, T, seat, out)
    write_zones(P, S, T, F, seat, out)
    if T[U(T_UP)] >= 0 or T[U(T_UNKNOWN)] >= 0 or T[U(T[U(T_PROPERTIES)])]:
        write_tokens(P, S, T, seat, out)
    write_variables(P, S, T, seat, out)
    return write_registers(P, M, S, T, X, seat, out) if T[U(T_NAMED)] >= 0 else DONE


@jit(
    "int64(state, state, state, state, CPointer(float32), state, int64, CPointer(float32))",
    export=Export.QUICK,
)
def observation(P: Any, M: Any, S: Any, T: Any, F: Any, X: Any, seat: Any, out: Any) -> Any:
    """Write what a seat may know of a state; FULL if the scratch memory is too small. F has 1, 1/2,
    1/3... from its second number on."""
    if S[U(m.TOGETHER)] == m.COLLECTING:
        # Only the seat that is being asked sees more than there was before the first answer.
        if S[U(m.STATUS)] != m.DECISION or S[U(m.DECIDER)] != seat + 1:
            before = offset(X, I64(X[U(X_STATE)]))
            copy_before_answers(P, S, before)
            return write(P, M, before, T, F, X, seat, out)
    return write(P, M, S, T, F, X, seat, out)


@jit(
    "int64(state, state, state, state, CPointer(float32), state, int64, int64, CPointer(int64), "
    "int64, CPointer(float32))",
    export=Export.LONG,
)
def observations(
    P: Any,
    M: Any,
    states: Any,
    T: Any,
    F: Any,
    X: Any,
    first: Any,
    past: Any,
    deciders: Any,
    seat: Any,
    out: Any,
) -> Any:
    """Write what a seat, or below 0 whoever decides (the first one where nobody does), may know at
    some tables of a batch; the result is the first table for which the scratch memory is too small,
    or the end."""
    for i in range(first, past):
        S = offset(states, I64(i) * P[U(m.P_SIZE)])
        observer = I64(seat)
        if observer < 0:
            observer = max(I64(deciders[U(i)]), I64(0))
        to = offset(out, I64(i) * T[U(T_SIZE)])
        if observation(P, M, S, T, F, X, observer, to) == FULL:
            return I64(i)
    return I64(past)
