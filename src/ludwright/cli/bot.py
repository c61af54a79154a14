"""The command that lets other programs use our players."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from ..ui.completion import bots
from ..ui.options import the_game
from .context import player_called, prepare, the_game_called

if TYPE_CHECKING:
    from ..machine.program import Program


@click.command()
@click.argument("name", shell_complete=bots)
@the_game
def bot(name: str, game: str) -> None:
    """Play as the bot NAME over JSON lines on standard input and output.

    This is the protocol of docs/players.md, from the bot's side: 'ludwright bot greedy hearts' can
    be started by whatever hosts such bots, also by ludwright itself.
    """
    played = the_game_called(game)
    prepare()
    from ..game import Game
    from ..players import close
    from ..players.serving import serve

    # Loads the player's code now, while the host waits for hello.
    close(player_called(name, "NAME"))

    def programs(players: int, options: Mapping[str, Any]) -> Program:
        return Game(played.loaded, options, played.called).program(players)

    def say(line: str) -> None:
        click.echo(line)
        sys.stdout.flush()

    serve(name, programs, sys.stdin, say)
