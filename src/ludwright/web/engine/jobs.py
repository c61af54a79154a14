"""Jobs: checks, simulations, solving and advice, in engines of their own so that no table waits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ...game import Game
from ...play.contract import broken_promises
from ...play.errors import GameFault, MoveError, TableError
from ...play.moves import Move
from ...play.table import Table
from ...solver.answers import IMPOSSIBLE, SOLVED
from ...table import solver_hints
from ...table.advice import MOST_SHOWN, advised, strong_player
from ...table.seat import Seat
from ..wire import game_data
from .games import Games
from .hosted import Hosted
from .interface import Advice, Examined, Favoured, GameRef, TableSpec
from .points import complete_at, hover_at

FIRST_GAMES, GROWTH = 2, 4  # simulated before the first report of progress, and times as many
LONGEST_GAME = 5_000  # decisions of a simulated game
SIMULATION_SECONDS = 30.0  # of CPU; then the statistics are those of fewer games
HINT_SECONDS = 3.0
SEARCH_MEMORY = 512 << 20  # bytes


def warm_up(searches: bool = False) -> None:
    """Load what is compiled, so that no request waits for it; with `searches` also the solver."""
    from ...machine import api, tier  # noqa: F401  (importing loads it)
    from ...players import level  # noqa: F401
    from ...solver import static_facts  # noqa: F401

    # A process of its own would escape the limits of this one.
    tier.compile_nothing()
    if searches:
        solver_hints.warm_up()


def check(games: Games, ref: Any) -> list[dict[str, Any]]:
    """The diagnostics of a description."""
    loaded = games.loaded(msgspec.convert(ref, GameRef))
    return [each.as_json() for each in loaded.diagnostics]


def examine(games: Games, ref: Any) -> Examined:
    """The diagnostics of an upload, and what is known of its game if it has no error."""
    began, asked = time.process_time(), msgspec.convert(ref, GameRef)
    found, info = check(games, ref), None
    if not any(each["severity"] == "error" for each in found):
        game = games.game(asked, {})
        info = msgspec.json.encode(game_data(game, game.program(None), asked.name, library=False))
    return Examined(found, info, time.process_time() - began)


def simulate(
    games: Games, ref: Any, players: int | None, count: int, seed: int
) -> Iterator[dict[str, Any]]:
    """Play random games, with progress: the statistics of the first few, then of more and more of
    them, until all are played or the time is up. Games are numbered from the seed on."""
    game, began, step = games.game(msgspec.convert(ref, GameRef), {}), time.process_time(), 0
    done, last = 0, 0.0
    step = min(FIRST_GAMES, count)
    while step > done:
        start, done = time.process_time(), step
        result = game.simulate(done, seed, players=players, jobs=1, most=LONGEST_GAME)
        last = time.process_time() - start
        left = SIMULATION_SECONDS - (start + last - began)
        step = min(GROWTH * done, count, int(left * done / max(last, 0.001)))
        # Without time for more, these were all.
        yield {"done": done, "games": count if step > done else done, "result": result.as_json()}


def solve(games: Games, ref: Any, seed: int, seconds: float) -> dict[str, Any]:
    """Whether a deal is winnable with all cards known."""
    game = games.game(msgspec.convert(ref, GameRef), {})
    found = game.solve([seed], seconds=seconds, jobs=1, memory=SEARCH_MEMORY)
    deals: list[dict[str, Any]] = found.as_json()["deals"]
    return deals[0]


def winnable(games: Games, ref: Any, first: int, seconds: float) -> int | None:
    """The first winnable deal from a seed on, if one is found within some seconds of CPU time."""
    game, late = games.game(msgspec.convert(ref, GameRef), {}), time.process_time() + seconds
    seed = first
    while (left := late - time.process_time()) > 0:
        found = game.solve([seed], seconds=left, jobs=1, memory=SEARCH_MEMORY, short=False)
        if found.summary.solved:
            return seed
        seed += 1
    return None


def secrets(games: Games, ref: Any, seconds: float) -> dict[str, Any]:
    """Whether a game keeps its contract: no view reveals what a seat may not know. `failures` are
    the diagnostics of those games in which it does not."""
    game = games.game(msgspec.convert(ref, GameRef), {})
    # The time is for each number of players.
    counts = game.definition.most_players - game.definition.least_players + 1
    played = game.check_by_play(seconds=seconds / counts)
    broken = [each for each in broken_promises(played.tested) if each.severity == "error"]
    return played.as_json() | {"failures": [each.as_json() for each in broken]}


def hint(games: Games, spec: Any, seat: int, whole: bool) -> Advice:
    """The next move of a solution, or an adviser's move; with `whole`, all moves of a solution."""
    asked = msgspec.convert(spec, TableSpec)
    game = games.game(asked.game, asked.options)
    hosted = Hosted(asked, game, games.places(game, asked.players))
    table = hosted.sealed.asking(seat)
    if table.decider != seat or table.over:
        return Advice("there is nothing to choose now")
    person = Seat(table.view(seat), "", hosted.places)
    if table.program.seats == 1:
        found = _solution(hosted.game, table, person, whole)
        if found is not None:
            return found
    # Without these words a guess would look like the solver's answer.
    before = "no solution found in time; try " if table.program.seats == 1 else ""
    found_out = advised(person, strong_player)
    move = found_out[0].move if found_out else person.moves()[0]
    favoured = tuple(
        Favoured(_index(person, each.move), str(each.move), each.share, each.utility)
        for each in found_out[:MOST_SHOWN]
    )
    return Advice(f"{before}{move}", _index(person, move), favoured=favoured)


def _solution(game: Game, table: Table, person: Seat, whole: bool) -> Advice | None:
    """The solver's advice; None if it finds no answer in time."""
    try:
        verdict = solver_hints.Knowledge(game, HINT_SECONDS).search(table)
    except (TableError, GameFault, MoveError, MemoryError):
        return None
    hidden = person.hides_cards()
    if verdict.status == IMPOSSIBLE:
        lost = "this position is no longer winnable" if table.log else "this deal is impossible"
        return Advice(lost, sees_hidden=hidden, status=IMPOSSIBLE)
    if verdict.status != SOLVED:
        return None
    first = person.listed(table.logged(verdict.moves[0]))
    count = "1 move" if len(verdict.moves) == 1 else f"{len(verdict.moves)} moves"
    texts = tuple(_texts(table, verdict.moves)) if whole else ()
    text = f"winnable in {count}: {first}"
    return Advice(text, _index(person, first), texts, sees_hidden=hidden, status=SOLVED)


def _texts(table: Table, moves: tuple[tuple[int, ...], ...]) -> Iterator[str]:
    """The moves of a solution as texts."""
    again = table.copy()
    for entry in moves:
        while again.paused:
            again.apply(again.legal()[0])
        yield str(again.logged(entry))
        again.advance(entry)


def _index(person: Seat, move: Move) -> int | None:
    """The position of a move among the legal ones."""
    return next((i for i, each in enumerate(person.view.legal()) if each == move), None)


JOBS: dict[str, Callable[..., Any]] = {
    "check": check,
    "hover": hover_at,
    "complete": complete_at,
    "examine": examine,
    "simulate": simulate,
    "solve": solve,
    "winnable": winnable,
    "secrets": secrets,
    "hint": hint,
}
