"""Statistics of playouts, counted where they are played: whole numbers only, so that the order of
addition does not matter."""

from __future__ import annotations

from typing import Any

from . import state as m
from .advance import G_DECISIONS, G_OPTIONS, G_SCORED, G_SEATS, G_STATUS, G_TURNS
from .jit import I64, Export, U, jit, offset

# ---- totals: games, those finished and faulted, decisions, turns, options, games with scores; then
# of each seat how often it won alone or with its team, shared a win, and its scores added up ----
T_GAMES, T_FINISHED, T_FAULTED, T_DECISIONS, T_TURNS, T_OPTIONS, T_SCORED, T_SEATS = range(8)
T_WINS, T_SHARED, T_SCORES, T_SEAT_WORDS = range(4)


@jit("int64(state, int64)")
def winners(game: Any, seats: Any) -> Any:
    """The seats that won, a bit each."""
    won = I64(0)
    for seat in range(seats):
        if game[U(G_SEATS + m.RESULT_WORDS * seat)]:
            won |= I64(1) << seat
    return won


@jit(
    "int64(state, int64, int64, int64, CPointer(int64), int64, CPointer(int64), CPointer(int64), "
    "int64)",
    export=Export.LONG,
)
def add_games(
    games: Any,
    count: Any,
    seats: Any,
    most: Any,
    teams: Any,
    team_count: Any,
    totals: Any,
    lengths: Any,
    longest: Any,
) -> Any:
    """Add the results of games to totals, and to the number of finished games by turns. The result
    is how many of these took longer than the longest that is counted."""
    words = G_SEATS + m.RESULT_WORDS * seats
    beyond = I64(0)
    totals[U(T_GAMES)] += count
    for g in range(count):
        game = offset(games, I64(g * words))
        totals[U(T_DECISIONS)] += game[U(G_DECISIONS)]
        totals[U(T_TURNS)] += min(I64(game[U(G_TURNS)]), most)
        totals[U(T_OPTIONS)] += game[U(G_OPTIONS)]
        if game[U(G_STATUS)] == m.FAULTED:
            totals[U(T_FAULTED)] += 1
        if game[U(G_STATUS)] != m.OVER:
            continue
        totals[U(T_FINISHED)] += 1
        won = winners(game, seats)
        alone = won & (won - 1) == 0
        for i in range(team_count):
            alone = alone or won == teams[U(i)]
        scored = game[U(G_SCORED)] != 0
        totals[U(T_SCORED)] += scored
        for seat in range(seats):
            total = T_SEATS + T_SEAT_WORDS * seat
            if won >> seat & 1:
                totals[U(total + (T_WINS if alone else T_SHARED))] += 1
            if scored:
                score = game[U(G_SEATS + m.RESULT_WORDS * seat + 1)]
                totals[U(total + T_SCORES)] += score
        turns = game[U(G_TURNS)]
        if turns <= longest:
            lengths[U(turns)] += 1
        else:
            beyond += 1
    return beyond
