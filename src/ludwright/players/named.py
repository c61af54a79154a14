"""Which bot a name, an object or a function denotes: the one place where bots are resolved."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from ..play.errors import TableError
from . import PLAYERS, TIMED
from .player import Player

Maker = Callable[[], Player]
Bot = str | Player | Maker
"""A bot by name, a player, or a function (or class) that makes one."""


def player_named(name: str) -> Player:
    """A new player by name: a registered one, or a command that runs in a process of its own."""
    if name in PLAYERS:
        return PLAYERS[name]()
    if name.split(":")[0].split(maxsplit=1)[:1] == [COMMAND]:
        from .process import ProcessPlayer

        return ProcessPlayer(name)
    known = ", ".join(PLAYERS)
    raise TableError(f"unknown bot '{name}'; there are: {known}; or '{COMMAND} PROGRAM ...'")


def check_repeatable(bot: Bot) -> None:
    """Refuse a bot by name that chooses by the clock, where the same seed must give the same
    game."""
    if isinstance(bot, str) and bot in TIMED:
        raise TableError(
            f"bot '{bot}' chooses by the clock, so its games cannot be repeated; use one of the "
            "other levels"
        )


COMMAND = "cmd"  # what the names of programs begin with


def maker_of(bot: Bot) -> Maker:
    """The function that makes a bot's players; a player stays the only one of its kind."""
    if isinstance(bot, str):
        return lambda: player_named(bot)
    if is_player(bot):
        return lambda: bot
    if callable(bot):
        return bot
    raise TableError(f"expected a bot's name, a player or a function that makes one, found {bot!r}")


def is_player(bot: Bot) -> TypeGuard[Player]:
    """Whether a bot is a player itself, which can play one game at a time."""
    return hasattr(bot, "choose") and not isinstance(bot, type)


def name_of(bot: Bot) -> str:
    """What a bot is called in reports."""
    return bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)
