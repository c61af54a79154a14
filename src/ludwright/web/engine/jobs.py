"""Jobs: checks, simulations, solving and advice, in engines of their own so that no table waits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ...game import Game
from ...play.errors import GameFault, MoveError, TableError
from ...play.table import Table
from ...players import PLAYERS, choice
from ...solver.answers import IMPOSSIBLE, SOLVED
from .games import Games
from .hosted import Hosted
from .interface import Advice, GameRef, TableSpec

CHUNK = 50  # games between two reports of progress, at least
LONGEST_GAME = 5_000  # decisions of a simulated game
HINT_SECONDS = 3.0


def warm_up() -> None:
    """Load the compiled machine, so that the first request does not wait for it."""
    from ...machine import api  # noqa: F401  (importing loads it)


def check(games: Games, ref: Any) -> list[dict[str, Any]]:
    """The diagnostics of a description."""
    loaded = games.loaded(msgspec.convert(ref, GameRef))
    return [each.as_json() for each in loaded.diagnostics]


def simulate(
    games: Games, ref: Any, players: int | None, count: int, seed: int
) -> Iterator[dict[str, Any]]:
    """Play random games, with progress: a part of them after another, then all statistics.

    Games are numbered from the seed on, so the parts are those of one simulation."""
    game = games.game(msgspec.convert(ref, GameRef), {})
    done, step = 0, CHUNK
    while done < count:
        began = time.monotonic()
        done = min(done + step, count)
        result = game.simulate(done, seed, players=players, jobs=1, most=LONGEST_GAME)
        step = step if time.monotonic() - began > 1 else 2 * step
        yield {"done": done, "games": count, "result": result.as_json()}


def solve(games: Games, ref: Any, seed: int, seconds: float) -> dict[str, Any]:
    """Whether a deal is winnable with all cards known."""
    game = games.game(msgspec.convert(ref, GameRef), {})
    found = game.solve([seed], seconds=seconds, jobs=1)
    deals: list[dict[str, Any]] = found.as_json()["deals"]
    return deals[0]


def winnable(games: Games, ref: Any, first: int, seconds: float) -> int | None:
    """The first winnable deal from a seed on, if one is found in time."""
    game, late = games.game(msgspec.convert(ref, GameRef), {}), time.monotonic() + seconds
    seed = first
    while time.monotonic() < late:
        if game.solve([seed], seconds=max(late - time.monotonic(), 0.1), jobs=1).summary.solved:
            return seed
        seed += 1
    return None


def secrets(games: Games, ref: Any, seconds: float) -> dict[str, Any]:
    """Whether a game keeps its contract: no view reveals what a seat may not know."""
    game = games.game(msgspec.convert(ref, GameRef), {})
    return game.check_by_play(seconds=seconds).as_json()


def hint(games: Games, spec: Any, seat: int, whole: bool) -> Advice:
    """The next move of a solution, or an adviser's move; with `whole`, all moves of a solution."""
    asked = msgspec.convert(spec, TableSpec, strict=False)
    hosted = Hosted(asked, games.game(asked.game, asked.options))
    table = hosted.table
    if table.decider != seat:
        return Advice("there is nothing to choose now")
    if table.program.seats == 1:
        found = _solution(hosted.game, table, whole)
        if found is not None:
            return found
    move = choice(PLAYERS["greedy"](), table)
    return Advice(str(move), _index(table, seat, move), sees_hidden=False)


def _solution(game: Game, table: Table, whole: bool) -> Advice | None:
    """The solver's advice; None if it finds no answer in time."""
    from ...table.solver_hints import Knowledge

    try:
        verdict = Knowledge(game, HINT_SECONDS).search(table)
    except (TableError, GameFault, MoveError):
        return None
    if verdict.status == IMPOSSIBLE:
        return Advice("this position is no longer winnable", sees_hidden=True, status=IMPOSSIBLE)
    if verdict.status != SOLVED:
        return None
    first = table.logged(verdict.moves[0])
    count = "1 move" if len(verdict.moves) == 1 else f"{len(verdict.moves)} moves"
    texts = tuple(_texts(table, verdict.moves)) if whole else ()
    index = _index(table, 0, first)
    return Advice(f"winnable in {count}: {first}", index, texts, sees_hidden=True, status=SOLVED)


def _texts(table: Table, moves: tuple[tuple[int, ...], ...]) -> Iterator[str]:
    """The moves of a solution as texts."""
    again = table.copy()
    for entry in moves:
        while again.paused:
            again.apply(again.legal()[0])
        yield str(again.logged(entry))
        again.advance(entry)


def _index(table: Table, seat: int, move: Any) -> int | None:
    """The position of a move among the legal ones."""
    moves = table.view(seat).legal()
    return next((i for i, each in enumerate(moves) if each == move), None)


JOBS: dict[str, Callable[..., Any]] = {
    "check": check,
    "simulate": simulate,
    "solve": solve,
    "winnable": winnable,
    "secrets": secrets,
    "hint": hint,
}
