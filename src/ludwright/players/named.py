"""Which bot a name, an object or a function denotes: the one place where bots are resolved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeGuard

from ..diagnostics import did_you_mean
from ..machine.program import Program
from ..play.errors import TableError
from . import PLAYERS, TIMED
from .player import Player

Maker = Callable[[], Player]
Bot = str | Player | Maker
"""A bot by name, a player, or a function (or class) that makes one."""


def player_named(name: str) -> Player:
    """A new player by name: a registered one, a command that runs in a process of its own, or a
    strategy file."""
    if name in PLAYERS:
        return PLAYERS[name]()
    if is_command(name):
        from .process import ProcessPlayer

        return ProcessPlayer(name)
    if _exists(name):
        from .solved import solved_from

        return solved_from(name)
    known = ", ".join(PLAYERS)
    others = f"there are: {known}; or '{COMMAND} PROGRAM ...', or a strategy file"
    raise TableError(f"unknown bot '{name}'; {did_you_mean(name, PLAYERS) or others}")


def is_command(name: str) -> bool:
    """Whether a name is the command of a program."""
    return name not in PLAYERS and name.split(":")[0].split(maxsplit=1)[:1] == [COMMAND]


def check_repeatable(bot: Bot) -> None:
    """Refuse a bot by name that chooses by the clock, where the same seed must give the same
    game."""
    if isinstance(bot, str) and bot in TIMED:
        raise TableError(
            f"bot '{bot}' chooses by the clock, so its games cannot be repeated; use one of the "
            "other levels"
        )


def why_not(bot: Bot, program: Program) -> str:
    """Why a bot does not play a program, as its `declines` says; nothing if it does. A function
    that makes players is not asked: those that it makes are, when they begin."""
    player = player_named(bot) if isinstance(bot, str) else bot
    if not is_player(player):
        return ""
    reason = getattr(player, "declines", lambda _: "")(program)
    if isinstance(bot, str) and hasattr(player, "close"):
        player.close()
    return str(reason)


def check_plays(bot: Bot, program: Program) -> None:
    """Refuse a bot that does not play a program."""
    if reason := why_not(bot, program):
        raise TableError(f"bot '{name_of(bot)}' does not play '{program.name}': {reason}")


COMMAND = "cmd"  # what the names of programs begin with


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


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
