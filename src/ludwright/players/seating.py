"""Players at a table: they take their seats, choose, get the result, and leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b

from ..machine import api
from ..play.moves import Move
from ..play.table import Table
from .named import Bot, check_plays, maker_of
from .player import Blind, Player
from .uniform import Uniform


def own_seed(game: int, seat: int) -> int:
    """The seed of the player of a seat in the game of a seed: a one-way hash, from which neither
    the deal nor the seed of another player follows."""
    text = f"seat {seat} of game {game}".encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big") >> 1


def begin(table: Table, players: Sequence[Player]) -> None:
    """Let players take their seats. A player of several seats has one stream of random numbers for
    all of them; different players have different streams."""
    for player in dict.fromkeys(players):
        check_plays(player, table.program)
    for seat, player in enumerate(players):
        # The stream belongs to the player, so its number is that of the player's first seat.
        first = next(i for i, each in enumerate(players) if each is player)
        player.begin(seat, table.program, own_seed(table.seed, first))
        # The one player that may follow the game's own seed: all it ever gets is a count of moves.
        if type(player) is Uniform:
            player.follow(table.seed if first == 0 else int(api.mix(table.seed, first)))


def choice(player: Player, table: Table) -> Move:
    """The choice of a player for the seat that decides."""
    moves = table.legal()
    if isinstance(player, Blind):
        return moves[player.pick(len(moves))]
    assert table.decider is not None, "no seat is to decide"
    chosen = player.choose(table.view(table.decider))
    return chosen if isinstance(chosen, Move) else table.move(chosen)


def end(table: Table, players: Sequence[Player]) -> None:
    """Pass the result to the players."""
    # A player of several seats gets the result once.
    for player in dict.fromkeys(players):
        player.end(table.result())


@contextmanager
def seated(bots: Sequence[Bot]) -> Iterator[list[Player]]:
    """The players of bots, one per seat; equal bots are one player of several seats. Players that
    are made here are closed in the end."""
    players = {bot: maker_of(bot)() for bot in dict.fromkeys(bots)}
    try:
        yield [players[bot] for bot in bots]
    finally:
        for bot, player in players.items():
            if player is not bot:
                close(player)


def close(player: Player) -> None:
    """Let go what a player holds, such as a process."""
    if closes := getattr(player, "close", None):
        closes()


def against_all(seats: int, bot: Bot, others: Bot) -> list[Bot]:
    """One bot in the first seat, another in all other seats."""
    return [bot, *[others] * (seats - 1)]


def play_on(table: Table, bots: Bot | Sequence[Bot], most: int) -> None:
    """Let bots, one per seat or one for all, play until the game is over or a limit of moves is
    reached."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        bots = [bots] * table.program.seats
    with seated(bots) as players:
        begin(table, players)
        made = 0
        while made < most and not table.over:
            seat = table.decider
            table.apply(table.legal()[0] if seat is None else choice(players[seat], table))
            made += 1
        if table.over:
            end(table, players)
