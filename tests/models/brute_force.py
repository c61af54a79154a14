"""A slow walk over tables, for the searches to be compared with, and solitaires small enough."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from ludwright.play.errors import GameFault
from ludwright.play.inspect_state import face_up, tokens_in
from ludwright.play.table import Table

SUITS = {1: "{SPADES}", 2: "{SPADES, HEARTS}", 3: "{SPADES, HEARTS, CLUBS}"}


@dataclass(frozen=True)
class Found:
    """What a walk through all positions has found."""

    positions: int
    won: int
    dead_ends: int
    farthest: int
    shortest: int | None


def seen(table: Table) -> object:
    """What lies on the table, and how the game stands."""
    program, state = table.program, table.state
    piles = tuple(
        (tuple(tokens_in(program, state, zone)), tuple(face_up(program, state, zone)))
        for zone in range(1, len(program.zones))
    )
    values = tuple(int(state[variable.address]) for variable in program.variables.values())
    place = None if table.over else table.site.offset
    return piles, values, place, table.over and table.result()


def won(table: Table) -> bool:
    """Whether the game is over and won."""
    return table.over and not table.stuck and 0 in table.result().winners


def walk(table: Table, most: int = 5000) -> Found | None:
    """Go to every position, the nearest first; nothing if there are too many."""
    distances = {seen(table): 0}
    waiting = deque([table])
    wins = dead = 0
    shortest = None
    while waiting:
        here = waiting.popleft()
        distance = distances[seen(here)]
        if here.over:
            wins += won(here)
            dead += not won(here)
            shortest = distance if won(here) and shortest is None else shortest
            continue
        for move in here.legal():
            after = here.copy()
            after.apply(move)
            if seen(after) not in distances:
                distances[seen(after)] = distance + 1
                waiting.append(after)
        if len(distances) > most:
            return None
    return Found(len(distances), wins, dead, max(distances.values()), shortest)


def winnable(table: Table, most: int) -> bool | None:
    """Whether moves that a table lists lead to a win; nothing if there are too many positions. What
    breaks the game does not win it."""
    known = {seen(table)}
    waiting = [table]
    while waiting:
        here = waiting.pop()
        if here.over:
            if won(here):
                return True
            continue
        for move in here.legal():
            after = here.copy()
            try:
                after.apply(move)
            except GameFault:
                continue
            if seen(after) not in known:
                known.add(seen(after))
                waiting.append(after)
        if len(known) > most:
            return None
    return False


def solitaire(
    suits: int, ranks: str, initial: str, moves: str, win: str, rest: str = "", name: str = "Tiny"
) -> str:
    """A solitaire in SGDL with few cards."""
    return (
        f"{name}\n$cards\nDECK 1 {SUITS[suits]} {{{ranks}}}\n$initial\n{initial}\n"
        f"$moves\n{moves}\n{rest}\n$win\n{win}\n"
    )


def up(sources: str) -> str:
    """Foundations go up in suit."""
    return f"""
MOVE {{{sources}}} FOUNDATION
OR
    AND
        DEST Empty
        SRC Rank 1
    AND
        DESTSRC Suit match
        DESTSRC Rank ascending
"""


def down(sources: str, empty: str = "DEST Empty", suit: str = "alternate_color") -> str:
    """Columns go down."""
    return f"""
MOVE {{{sources}}} COLUMN
OR
    {empty}
    AND
        DESTSRC Suit {suit}
        DESTSRC Rank descending
"""


STACKS = """
MOVE_STACK COLUMN COLUMN
AND
    SRCSTACK Suit alternate_color
    SRCSTACK Rank descending
    OR
        DEST Empty
        AND
            DESTSRC Suit alternate_color
            DESTSRC Rank descending
"""
COLUMNS, FOUNDATIONS = "COLUMN 3 FACE_ALL\n", "FOUNDATION 0\n"

GAMES = {
    # Two columns and a free cell.
    "cells": solitaire(
        2,
        "1,2,3",
        COLUMNS * 2 + "CELL 0\n" + FOUNDATIONS * 2,
        up("CELL, COLUMN") + down("CELL, COLUMN") + "MOVE COLUMN CELL\nDEST Empty\n",
        "PILE ALL FOUNDATION Size == 3",
    ),
    # Columns with cards face down, and a stock that is gone through once more.
    "stock": solitaire(
        2,
        "1,2,3",
        "COLUMN 1\nCOLUMN 3\nDRAW 2 ROTATE 1 U 1\n" + FOUNDATIONS * 2,
        up("DRAW, COLUMN") + down("DRAW, COLUMN"),
        "PILE ALL FOUNDATION Size == 3",
    ),
    # Single cards move as runs of one.
    "runs": solitaire(
        2,
        "1,2,3",
        COLUMNS * 2 + FOUNDATIONS * 2,
        up("COLUMN") + STACKS,
        "PILE ALL FOUNDATION Size == 3",
    ),
    # A card for each column at once: which column is which matters.
    "deals": solitaire(
        2,
        "1,2,3,4",
        "COLUMN 2 FACE_ALL\n" * 2 + "DRAW 4 DEAL COLUMN\n" + FOUNDATIONS * 2,
        up("COLUMN") + down("COLUMN"),
        "PILE ALL FOUNDATION Size == 4",
    ),
    # What fits goes up by itself, from the first column that has it.
    "automatic": solitaire(
        2,
        "1,2,3",
        "COLUMN 2\n" * 3 + FOUNDATIONS * 2,
        down("COLUMN", "DEST Empty", "match_color"),
        "PILE ALL FOUNDATION Size == 3",
        "$auto" + up("COLUMN"),
    ),
}


# ---- the same searches, compiled or not --------------------------------------------------------


def report(deals: int = 3) -> list[str]:
    """What the searches say of a few deals, down to the last move."""
    import ludwright
    from ludwright.solver.answers import Limits
    from ludwright.solver.exhaust import count
    from ludwright.solver.general import search

    lines = []
    limits = Limits(seconds=None, states=3000)
    for name in ("stock", "runs"):
        game = ludwright.loads(GAMES[name], "sgdl")
        for seed in range(deals):
            given = (game.definition, game.program(), game.table(seed=seed).state, limits)
            answer, walked = search(*given, None), count(*given)
            lines.append(f"{name} {seed} {answer.status} {answer.states} {answer.moves}")
            lines.append(f"{walked.positions} {walked.won} {walked.dead_ends} {walked.shortest}")
    return lines


def _checked(index: int) -> int:
    if index < 0:
        raise IndexError(f"word {index}")
    return index


def main() -> None:
    """Print the report, with every index checked; run without native code."""
    from ludwright.machine import interpreter, jit

    assert not interpreter.COMPILED
    jit.U = _checked
    print("\n".join(report()))


if __name__ == "__main__":
    main()
