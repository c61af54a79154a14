"""Tables in an engine, in this process: opened by name, with what their audiences get as data."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from ludwright import pipeline
from ludwright.game import Game
from ludwright.play.draws import Draws
from ludwright.play.plain_data import Data
from ludwright.web.engine.games import Games
from ludwright.web.engine.hosted import Hosted
from ludwright.web.engine.interface import SPECTATOR, Answer, Choice, GameRef, TableSpec

LIBRARY = sorted(name for name in pipeline.library_games() if ":" not in name)
WORDS = (11, 12, 13, 14, 15, 16, 17, 18)  # of a generator
GAMES = Games()


@cache
def game_of(name: str) -> Game:
    return GAMES.game(GameRef(name), {})


def some_players(name: str) -> int:
    """A number of players of a game: several, if it can have several."""
    definition = game_of(name).definition
    return max(definition.least_players, min(3, definition.most_players))


def spec_of(name: str, players: int | None = None, **more: Any) -> TableSpec:
    """How a table of a library game is opened: with fresh chance if it has several seats."""
    count = players or some_players(name)
    start: dict[str, Any] = {"seed": 3} if count == 1 else {"rng": WORDS, "fresh": True}
    names = tuple(f"P{i}" for i in range(1, count + 1))
    return TableSpec("table", GameRef(name), count, names, **{"pace": "", **start, **more})


def hosted(name: str, players: int | None = None, **more: Any) -> Hosted:
    return opened(spec_of(name, players, **more))


def opened(spec: TableSpec) -> Hosted:
    game = GAMES.game(spec.game, spec.options)
    return Hosted(spec, game, GAMES.places(game, spec.players))


def everyone(table: Hosted) -> list[int]:
    """All audiences of a table."""
    return [*range(table.spec.players), SPECTATOR]


def body(table: Hosted, audience: int = 0, since: int = 0) -> Data:
    """The body of the state that an audience gets."""
    return data(table.states([audience], {audience: since}), audience)


def data(answer: Answer, audience: int = 0) -> Data:
    found: Data = msgspec.json.decode(answer.bodies[audience])
    return found


def play(table: Hosted, moves: int, seed: int = 1, audience: tuple[int, ...] = ()) -> int:
    """Make random moves; returns how many."""
    draws = Draws(seed)
    for made in range(moves):
        if table.table.over:
            return made
        step(table, draws, audience)
    return moves


def step(table: Hosted, draws: Draws, audience: tuple[int, ...] = ()) -> Answer:
    """Make a random move."""
    if table.table.paused:
        return table.go_on(audience)
    waiting = table.sealed.waiting
    seat = waiting[draws.below(len(waiting))] if len(waiting) > 1 else waiting[0]
    index = draws.below(len(table.sealed.asking(seat).legal()))
    return table.apply(seat, Choice(index=index), audience)
