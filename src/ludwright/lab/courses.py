"""Courses of games: a second, costlier pass over fewer games, which looks at positions on the way.

A game is played at a table and gone through once more. At checkpoints, random playouts from the
true position, with all cards as they lie and later chance drawn anew, estimate each side's share of
the victory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..machine import api
from ..machine import state as m
from ..machine.advance import G_STATUS
from ..machine.program import Array, Program
from ..play.errors import GameFault
from ..play.setup import natural_pace
from ..play.table import Table
from ..play.utility import utility_of
from ..play.workspace import MOST_ROWS, workspace
from ..players import Player, begin, choice, end, seated
from .definition import Plan
from .playing import ROWS, result_rows, write_end
from .resampling import Floats
from .row_measures import victories
from .rows import Column, Rows, about, chunks, columns_of, in_chunks, joined, rows_of

CHECKPOINTS = 10  # of a game, at equal distances, the first before its first move
PLAYOUTS = 64  # from each
MOST_GAMES, FEWEST_GAMES, CHUNK = 200, 10, 5
WORK = 50_000_000  # decisions and turns of all playouts together, if they are as long as the games
TABLE_WORK = 200_000  # ... and of the games themselves
PILOT = 16  # games, to find out how long they are
LOOKS = 40  # decisions of a game at which hidden tokens are counted
VALUES = 0x7A1E  # mixed into the seeds of playouts


class Playouts:
    """Random playouts from positions of one program."""

    def __init__(self, program: Program, most: int) -> None:
        self.program, self.most = program, most
        self._space = workspace(program, ROWS)
        self._state = program.image.copy()

    def rows(self, position: Array, seed: int, count: int) -> Rows:
        """Playouts from a position; the i-th begins with chance and choices of mix(seed, i)."""
        words = result_rows(count, self.program)
        for number, row in enumerate(words):
            self._play(position, seed, number, row)
            while row[G_STATUS] == m.FAULTED and self._grow():
                self._play(position, seed, number, row)
        return Rows(columns_of(self.program, words, 0), **about(self.program, (), seed, self.most))

    def _play(self, position: Array, seed: int, number: int, row: Array) -> None:
        # The machine begins with what it copies of an image; lists and the like are put there here.
        self._state[:] = position
        program = self.program
        api.playouts(program.code, position, self._state, self._space, seed, number, self.most, row)

    def _grow(self) -> bool:
        rows = 4 * int(self._space[m.W_CAPACITY])
        if self._state[m.FAULT] != m.FAULT_ROWS or rows > MOST_ROWS:
            return False
        self._space = workspace(self.program, rows)
        return True

    def values(self, position: Array, seed: int, count: int) -> Floats:
        """Each side's mean share of the victory; a playout that is cut off has no winner."""
        shares: Floats = np.nan_to_num(victories(self.rows(position, seed, count))).mean(axis=0)
        return shares


def played(program: Program, players: Sequence[Player], seed: int, most: int) -> Table:
    """A table at the end of a game of players, or at a limit of moves."""
    table = Table(program, seed=seed, pace=natural_pace(program))
    begin(table, players)
    while not table.over and len(table.log_words) < most:
        seat = table.decider
        table.apply(table.legal()[0] if seat is None else choice(players[seat], table))
    if table.over:
        end(table, players)
    return table


def courses_of(
    program: Program,
    seed: int,
    first: int,
    count: int,
    *,
    bot: str = "random",
    against: str = "",
    most: int = 10_000,
) -> Rows:
    """Some games of a batch, as columns: what `rows_of` has of their ends, and of their courses

    | column | of each game |
    |---|---|
    | `values` | by checkpoint and side, the estimated share of the victory |
    | `moves` | moves, or turns in a game without decisions |
    | `repeated` | moves that led to a position that was there before in this game |
    | `hidden` | mean share of the tokens in play that the seat to decide cannot identify |
    | `by_seat` | decisions of each seat with more than one option |
    """
    against = against or bot
    bots = (bot, *[against] * (program.seats - 1))
    playouts = Playouts(program, most)
    found: list[dict[str, Any]] = []
    words = result_rows(count, program)
    with seated(bots) as players:
        for number in range(first, first + count):
            own = int(api.mix(seed, number))
            try:
                table = played(program, players, own, most)
            except GameFault:
                words[number - first, G_STATUS] = m.FAULTED
                found.append(_nowhere(program))
                continue
            write_end(words[number - first], table)
            found.append(_course(table, playouts))
    columns = columns_of(program, words, first)
    columns |= {name: np.array([each[name] for each in found]) for name in found[0]}
    return Rows(columns, **about(program, bots, seed, most))


def _nowhere(program: Program) -> dict[str, Any]:
    """The course of a game that broke."""
    return {
        "values": np.full((CHECKPOINTS, _sides(program)), np.nan),
        "moves": 0,
        "repeated": 0,
        "hidden": np.nan,
        "by_seat": np.zeros(program.seats, np.int64),
    }


def _sides(program: Program) -> int:
    return len(set(utility_of(program).sides))


def _course(game: Table, playouts: Playouts) -> dict[str, Any]:
    """Go through a game once more."""
    program, length = game.program, len(game.log_words)
    found = _nowhere(program) | {"moves": length}
    table = game.restarted()
    stops = {length * i // CHECKPOINTS: i for i in reversed(range(CHECKPOINTS))}
    every, hidden, seen = max(1, length // LOOKS), [], set()
    values, sides = found["values"], _sides(program)
    for number in range(length):
        if sides > 1 and number in stops:
            own = int(api.mix(table.seed ^ VALUES, stops[number]))
            values[stops[number]] = playouts.values(table.state, own, PLAYOUTS)
        seen.add(table.key("position"))
        seat = table.decider
        if seat is not None:
            found["by_seat"][seat] += len(table.legal()) > 1
            if number % every == 0:
                hidden.append(hidden_share(program, table.state, seat))
        table.advance(table.repeat(game))
        found["repeated"] += table.key("position") in seen
    # Of a game with fewer moves than checkpoints, some are at the same position.
    for stop in range(1, CHECKPOINTS):
        if np.isnan(values[stop]).any():
            values[stop] = values[stop - 1]
    known = [share for share in hidden if share is not None]
    found["hidden"] = float(np.mean(known)) if known else np.nan
    return found


def tokens_in_play(program: Program, state: Array) -> Column:
    """By token number, whether it is in play and no mere marker."""
    zones: Column = state[program.columns.zone : program.columns.zone + len(program.tokens)]
    playing = _in_play(program)[zones]
    playing[0] = False
    if program.look is not None:
        playing &= ~np.array(program.look.anchors, bool)
    return playing


def hidden_share(program: Program, state: Array, seat: int) -> float | None:
    """The share of the tokens in play that a seat cannot identify; None without any."""
    playing = tokens_in_play(program, state)
    if not playing.any():
        return None
    known = state[m.KNOWN : m.KNOWN + len(program.tokens)] >> seat & 1
    return float(1 - known[playing].mean())


def _in_play(program: Program) -> Column:
    """By zone, whether its tokens are in play: those that are not are in unnamed zones which are no
    branches of others."""
    found = np.array([zone is not None for zone in program.zones])
    if trees := int(program.code[m.P_TREES]):
        branches = slice(*program.code[trees + m.TREE_FIRST : trees + m.TREE_PAST + 1].tolist())
        found[branches] = True
    return found


def courses(plan: Plan) -> Rows:
    """The courses of the first games of a batch: as many as the work allows."""
    program, seed, most = plan.program, plan.seed, plan.most
    games = min(plan.games, MOST_GAMES)
    pilot = rows_of(program, seed, 0, min(PILOT, games), most=most)
    length = 1 + float((pilot["decisions"] + pilot["turns"]).mean())
    each = CHECKPOINTS * PLAYOUTS if _sides(program) > 1 else 0
    allowed = min(TABLE_WORK / length, WORK / max(each * length, 1))
    games = min(games, max(FEWEST_GAMES, int(allowed)))

    def work(chunk: tuple[int, int]) -> Rows:
        return courses_of(program, seed, *chunk, bot=plan.bot, against=plan.against, most=most)

    found, interrupted = in_chunks(
        work, chunks(games, CHUNK), len, games, plan.jobs, plan.told("courses")
    )
    return joined(found, interrupted)
