"""What playouts remember of the moves of earlier iterations: how good each was on average, and the
last reply to each that turned out well.

A reply turned out well if the iteration was worth more to its decider than iterations are on
average; one that turned out worse is forgotten (the forgetting variant of Baier and Drake 2010). In
a round of simultaneous choices there is nothing to reply to.
"""

from __future__ import annotations

from typing import Any

from ..belief.audience_table import K_KINDS
from ..machine import state as m
from ..machine.advance import take_option
from ..machine.jit import I64, U64, U, jit, offset
from ..machine.rng import below, finalize
from .bandits import SEARCH, SUMS
from .layout import (
    AVERAGES,
    F_GAIN,
    F_SUM,
    G_AVERAGES,
    G_PLAY,
    G_PLAYED,
    G_REPLIES,
    M_AVERAGE,
    M_REPLY,
    M_WHO,
    M_WORDS,
    MOST_PLAYED,
    PLACE_BITS,
    REPLIES,
    X_PLAYED,
    X_REPLIES,
)
from .signs import move_sign

PLACES = (1 << PLACE_BITS) - 1
TO_SIGN = U64(PLACE_BITS)


@jit(f"int64(state, {SEARCH}, int64)")
def reply_entry(S: Any, X: Any, G: Any, F: Any, seat: Any) -> Any:
    """Where the last good reply of a seat to the move before is kept; -1: it replies to nothing."""
    played = G[U(G_PLAYED)]
    if G[U(G_REPLIES)] == 0 or played == 0 or played > MOST_PLAYED or S[U(m.TOGETHER)]:
        return I64(-1)
    before = X[U(X_PLAYED + played - 1)]
    return I64(finalize(before + U64(seat + 1)) & U64(REPLIES - 1))


@jit(f"void(state, state, state, state, {SEARCH}, int64)")
def note_move(P: Any, S: Any, A: Any, K: Any, X: Any, G: Any, F: Any, place: Any) -> None:
    """Note the choice written in a state; its place among the options is a hint where to find it
    again."""
    played = G[U(G_PLAYED)]
    if played >= MOST_PLAYED:
        return
    seat = I64(S[U(m.DECIDER)] - 1)
    sign = move_sign(P, S, A, seat, offset(K, I64(K[U(K_KINDS)])))
    at = G_PLAY + M_WORDS * played
    G[U(at + M_AVERAGE)] = I64(sign & U64(AVERAGES - 1))
    G[U(at + M_WHO)] = seat
    G[U(at + M_REPLY)] = reply_entry(S, X, G, F, seat)
    hint = U64(min(place, I64(PLACES)))
    X[U(X_PLAYED + played)] = ((sign >> TO_SIGN) << TO_SIGN) | hint
    G[U(G_PLAYED)] = played + 1


@jit(f"int64(state, state, state, state, state, {SEARCH}, int64)")
def play_reply(P: Any, S: Any, B: Any, A: Any, K: Any, X: Any, G: Any, F: Any, count: Any) -> Any:
    """Write the last good reply into the state, if it is among the options that are tried, from its
    old place on; the result is its place, -1 if it is not."""
    seat = I64(S[U(m.DECIDER)] - 1)
    entry = reply_entry(S, X, G, F, seat)
    if entry < 0:
        return I64(-1)
    reply = X[U(X_REPLIES + entry)]
    if reply == U64(0):
        return I64(-1)
    kinds = offset(K, I64(K[U(K_KINDS)]))
    option = I64(reply & U64(PLACES))
    for _ in range(min(G[U(G_REPLIES)], count)):
        if option >= count:
            option = I64(0)
        take_option(P, S, B, option)
        if (move_sign(P, S, A, seat, kinds) ^ reply) >> TO_SIGN == U64(0):
            return option
        option += 1
    return I64(-1)


@jit(f"int64(state, state, state, state, state, {SEARCH}, {SUMS}, int64)")
def play_by_averages(
    P: Any, S: Any, B: Any, A: Any, K: Any, X: Any, G: Any, F: Any, M: Any, count: Any
) -> Any:
    """Choose the best of a few random options by move averages, write it into the state, and return
    its place."""
    seat = I64(S[U(m.DECIDER)] - 1)
    kinds = offset(K, I64(K[U(K_KINDS)]))
    best, value = I64(0), -1.0
    for _ in range(G[U(G_AVERAGES)]):
        option = below(B, I64(m.W_BOT), count)
        take_option(P, S, B, option)
        entry = 2 * I64(move_sign(P, S, A, seat, kinds) & U64(AVERAGES - 1))
        mean = (M[U(entry)] + 0.5) / (M[U(entry + 1)] + 1.0)
        if mean > value:
            value = mean
            best = option
    take_option(P, S, B, best)
    return best


@jit(f"void(state, {SEARCH}, {SUMS}, int64)")
def learn_moves(P: Any, X: Any, G: Any, F: Any, M: Any, before: Any) -> None:
    """Add the rewards to the averages of the moves played, and keep or forget the replies, given
    how many iterations there were before."""
    for i in range(G[U(G_PLAYED)]):
        at = G_PLAY + M_WORDS * i
        who = G[U(at + M_WHO)]
        gain = F[U(F_GAIN + who)]
        entry = 2 * G[U(at + M_AVERAGE)]
        M[U(entry)] += gain
        M[U(entry + 1)] += 1.0
        reply = G[U(at + M_REPLY)]
        if reply >= 0 and before > 0:
            sign = X[U(X_PLAYED + i)]
            usual = F[U(F_SUM + who)] / before
            if gain > usual:
                X[U(X_REPLIES + reply)] = sign
            elif gain < usual and (X[U(X_REPLIES + reply)] ^ sign) >> TO_SIGN == U64(0):
                X[U(X_REPLIES + reply)] = U64(0)
    for seat in range(P[U(m.P_SEATS)]):
        F[U(F_SUM + seat)] += F[U(F_GAIN + seat)]
