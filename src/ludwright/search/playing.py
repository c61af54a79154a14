"""Playouts and what they are worth: to the end of the game, of the hand, or up to a limit."""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.advance import ADVANCE, count_options, take_option
from ..machine.jit import I64, U, jit, offset
from ..machine.kernels import operate_at
from ..machine.rng import below
from ..machine.tokens import shuffle_zone
from ..machine.utility import utilities
from .bandits import SEARCH, SUMS, fraction
from .layout import (
    F_GAIN,
    F_GREEDY,
    F_LOW,
    F_SCALE,
    F_WEIGHTS,
    G_ADDRESSES,
    G_AVERAGES,
    G_FEATURES,
    G_REPLIES,
    MOST_SEATS,
)
from .memory import note_move, play_by_averages, play_reply

SEEN = 0.5  # what seeing all cards of a lost solitaire is worth


@jit("int64(int64, state, state, state, int64, int64)")
def run_on(machine: Any, P: Any, S: Any, B: Any, deals: Any, whole: Any) -> Any:
    """Run to the next decision or the end; DEALING: to the shuffle that begins the next hand."""
    while True:
        S[U(m.STACKED)] = deals
        answer = operate_at(machine, P, S, B, I64(ADVANCE), I64(0))
        S[U(m.STACKED)] = 0
        if answer & 15 != m.DEALING:
            break
        if S[U(columns.size(P) + deals)] >= whole:
            return I64(m.DEALING)
        shuffle_zone(P, S, deals)  # no new hand: some tokens return to play
    if answer == m.DECISION:  # nobody can move: the game is over
        S[U(m.STATUS)] = m.OVER
        return I64(m.OVER)
    return answer


@jit(f"void(state, state, state, state, state, {SEARCH}, {SUMS})")
def play(P: Any, S: Any, B: Any, A: Any, K: Any, X: Any, G: Any, F: Any, M: Any) -> None:
    """Choose an option of the waiting state outside the tree, and write it there: the last good
    reply, else the best of a few by move averages, else a random one."""
    count = count_options(P, S, B)
    if count == 1:
        take_option(P, S, B, I64(0))
        return
    option = I64(-1)
    if G[U(G_REPLIES)]:
        option = play_reply(P, S, B, A, K, X, G, F, count)
    if option < 0 and G[U(G_AVERAGES)] and fraction(B) < F[U(F_GREEDY)]:
        option = play_by_averages(P, S, B, A, K, X, G, F, M, count)
    if option < 0:
        option = below(B, I64(m.W_BOT), count)
        take_option(P, S, B, option)
    if G[U(G_AVERAGES)] or G[U(G_REPLIES)]:
        note_move(P, S, A, K, X, G, F, option)


@jit("double(state, state, CPointer(int64), CPointer(double), int64)")
def unfinished_value(P: Any, S: Any, G: Any, F: Any, seat: Any) -> Any:
    """The utility that a seat may expect of a game that is not over, from its features."""
    value = 0.0
    seats = I64(P[U(m.P_SEATS)])
    for i in range(G[U(G_FEATURES)]):
        total = 0.0
        for other in range(seats):
            total += S[U(G[U(G_ADDRESSES + i * MOST_SEATS + other)])]
        own = S[U(G[U(G_ADDRESSES + i * MOST_SEATS + seat)])]
        value += F[U(F_WEIGHTS + i)] * (seats * own - total)
    return value


@jit("double(state, state)")
def seen_share(P: Any, S: Any) -> Any:
    """The share of all tokens that the only seat sees: the progress of a solitaire that is not
    won."""
    seen = 0
    shown = columns.shown(P)
    for t in range(1, P[U(m.P_TOKENS)]):
        seen += S[U(shown + t)] & 1
    return seen / max(P[U(m.P_TOKENS)] - 1, 1)


@jit("void(state, state, state, CPointer(int64), CPointer(double))")
def evaluate(P: Any, S: Any, T: Any, G: Any, F: Any) -> None:
    """Write the reward of every seat, from 0 to 1."""
    gains = offset(F, I64(F_GAIN))
    over = S[U(m.STATUS)] == m.OVER
    utilities(P, S, T, gains)
    if P[U(m.P_SEATS)] == 1 and gains[U(0)] <= 0.0:
        gains[U(0)] = SEEN * seen_share(P, S)
        return
    for seat in range(P[U(m.P_SEATS)]):
        if not over:
            gains[U(seat)] = unfinished_value(P, S, G, F, I64(seat))
        reward = (gains[U(seat)] - F[U(F_LOW + seat)]) * F[U(F_SCALE)]
        gains[U(seat)] = min(1.0, max(0.0, reward))
