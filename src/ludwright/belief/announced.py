"""What a seat learns of a choice and of what came of it: rows and events of its history."""

from __future__ import annotations

from typing import Any

from ..machine import state as m
from ..machine.jit import I64, U, jit
from ..machine.ops import DRAW
from .groups import event_count, events_at
from .held import answers_shift, found_in
from .history import ROW_HEAD, ROW_SITE, SEEN_WORDS, UNKNOWN_VALUE
from .mask_table import (
    D_ACTIONS,
    D_ANNOUNCED,
    D_HEAD,
    D_IS_SET,
    D_OPERANDS,
    D_TOKENS,
    M_CHANCE,
    M_MOST_VALUES,
    M_SITES,
)
from .observed import identifies


@jit("int64(state, state, state)")
def site_of(P: Any, M: Any, S: Any) -> Any:
    """The description of the site at which a seat, or chance, decides; 0 if there is none."""
    if S[U(m.STATUS)] == m.CHANCE:
        return I64(M[U(M[U(M_CHANCE)] + (0 if P[U(S[U(m.PC)])] == DRAW else 1))])
    return found_in(M, I64(M[U(M_SITES)]), I64(S[U(m.SITE)]))


@jit("int64(state, state, state, int64, int64, int64, state, int64)")
def announced(P: Any, S: Any, N: Any, t: Any, seat: Any, after: Any, C: Any, mine: Any) -> Any:
    """A chosen token as a seat knows it: in its own choice by label, else only if it sees which it
    was, before or after the move."""
    if t <= 0 or t >= P[U(m.P_TOKENS)]:
        return t
    if mine:
        return I64(C[U(t)])
    seen = identifies(P, S, t, seat) or N[U(m.KNOWN + after + t)] >> seat & 1
    return t if seen else I64(UNKNOWN_VALUE)


@jit("void(state, int64, int64)")
def sort_values(R: Any, first: Any, n: Any) -> None:
    """Sort values, as their order would reveal something; unknown ones are last."""
    for i in range(1, n):
        value = I64(R[U(first + i)])
        at = first + i
        while at > first:
            other = R[U(at - 1)]
            if other != UNKNOWN_VALUE and (other <= value or value == UNKNOWN_VALUE):
                break
            if other == UNKNOWN_VALUE and value == UNKNOWN_VALUE:
                break
            R[U(at)] = other
            at -= 1
        R[U(at)] = value


@jit("void(state, state, state, state, state, int64, state, int64, state, int64)")
def write_row(
    P: Any, M: Any, S: Any, N: Any, L: Any, entry: Any, C: Any, seat: Any, R: Any, at: Any
) -> None:
    """Write what a seat knows of a choice: its own by label, that of another by what it sees."""
    room = ROW_HEAD + M[U(M_MOST_VALUES)]
    for i in range(room):
        R[U(at + i)] = 0
    R[U(at)] = -1
    site, action = site_of(P, M, S), I64(L[U(entry + 1)])
    if L[U(entry)] < 0 or not site or not 0 < action <= M[U(site + D_ACTIONS)]:
        return
    mine = I64(S[U(m.STATUS)] == m.DECISION and S[U(m.DECIDER)] == seat + 1)
    if not mine and (not M[U(site + D_ANNOUNCED)] or S[U(m.TOGETHER)]):
        return
    info, after = I64(M[U(site + D_HEAD + action - 1)]), answers_shift(P, N)
    chance = S[U(m.STATUS)] == m.CHANCE
    R[U(at + ROW_SITE)] = -S[U(m.STATUS)] if chance else S[U(m.SITE)]
    n = at + ROW_HEAD
    R[U(n)] = action
    n += 1
    for i in range(min(I64(M[U(info + D_OPERANDS)]), I64(L[U(entry)]))):
        word = I64(L[U(entry + 2 + i)])
        if not M[U(info + D_IS_SET)]:
            token = M[U(info + D_TOKENS + i)]
            R[U(n)] = announced(P, S, N, word, seat, after, C, mine) if token else word
            n += 1
        else:
            for bit in range(m.SET_BITS):
                if word >> bit & 1 and n < at + room:
                    x = I64(i * m.SET_BITS + bit)
                    if M[U(info + D_TOKENS)]:
                        x = announced(P, S, N, x, seat, after, C, mine)
                    R[U(n)] = x
                    n += 1
    first = at + ROW_HEAD + 1
    if M[U(info + D_IS_SET)]:
        sort_values(R, first, n - first)
    R[U(at)] = n - at - ROW_HEAD


@jit("int64(state, state, int64, state, int64)")
def write_seen(P: Any, B: Any, seat: Any, to: Any, at: Any) -> Any:
    """Write the events as a seat saw them; the result is their end."""
    for i in range(event_count(B)):
        event = events_at(P, B) + i * m.EVENT_WORDS
        kind = B[U(event)]
        sees = B[U(event + 5)] >> seat & 1
        # Moves of cards are noticed by all, even face down; values and rolls only by some.
        if not sees and (kind == m.E_SET or kind == m.E_ROLL or kind == m.E_FAILED):
            continue
        token = kind == m.E_MOVE or kind == m.E_CARRY or kind == m.E_TURN or kind == m.E_SHOW
        for k in range(SEEN_WORDS):
            to[U(at + k)] = B[U(event + k)]
        if token and not sees:
            to[U(at + 1)] = 0
        at += SEEN_WORDS
    return I64(at)
