"""What commands have in common: reading a game, and setting up a table as the options ask for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..ui.options import ROOT
from .group import SOURCES

if TYPE_CHECKING:
    from ..game import Game
    from ..pipeline import Loaded
    from ..play.table import Table
    from ..players import Player


def load(name: str) -> Loaded:
    """What became of a game, or why nothing can be read under that name."""
    from .. import pipeline
    from ..diagnostics import Diagnostic
    from ..game import GameError

    path = Path(name)
    try:
        odd = path.exists() and not (path.is_file() or path.is_dir())
        why = "it is neither a file nor a folder"
    except (OSError, ValueError) as error:
        odd, why = True, str(getattr(error, "strerror", None) or error)
    if odd:
        message = f"'{name[:60]}' can't be read: {why}"
        problem = Diagnostic(pipeline.NOT_READABLE.code, message, None)
        raise GameError(pipeline.Loaded(name, None, (), ()), [problem])
    return pipeline.load(name, click.get_current_context().meta.get(ROOT))


def the_game_called(name: str, options: dict[str, str] | None = None) -> Game:
    """A game, with its text kept for error messages."""
    from ..game import Game

    loaded = load(name)
    click.get_current_context().meta[SOURCES] = loaded.sources
    return Game(loaded, options or {}, Path(name).name)


def write_file(file: str | Path, text: str) -> None:
    """Write a file that an option names, whole or not at all."""
    from ..disk import write_whole

    try:
        write_whole(file, text)
    except OSError as error:
        raise click.BadParameter(f"'{file}' can't be written: {error.strerror}") from None
    except ValueError:  # a name that no file can have
        raise click.BadParameter(f"'{file}' can't be written: no file can have that name") from None


def prepare() -> None:
    """Say why the first use of the machine takes a while."""
    from ..machine import jit

    if jit.cold():
        click.echo("Preparing the machine (once, up to a minute) ...", err=True)


def prepare_solver() -> None:
    """Say why the first use of the solver takes a while."""
    from ..ui.solver_hints import cold, warm_up

    prepare()
    if cold():
        click.echo("Preparing the solver (once, about a minute) ...", err=True)
    warm_up()


def any_seed() -> int:
    """A seed for a table that is given none."""
    return int.from_bytes(os.urandom(4))


def set_table(game: Game, players: int | None, seed: int | None, **settings: Any) -> Table:
    """A table as the options ask for; what is not given is chosen."""
    from ..play.setup import natural_pace
    from ..play.stacked_deal import deal_of
    from ..ui.files import deal_text

    program = game.program(players)
    if seed is None:
        own = game.definition.seed
        seed = any_seed() if own is None else own
    spec = settings.pop("deal")
    deal = deal_of(program, deal_text(spec)) if spec else None
    pace = settings.pop("pace") or natural_pace(program)
    return game.table(players=players, seed=seed, pace=pace, deal=deal, **settings)


def player_called(name: str, hint: str) -> Player:
    """A player by its name in the table of players."""
    from ..players import PLAYERS

    if name not in PLAYERS:
        what = f"unknown bot '{name}'; there are: {', '.join(PLAYERS)}"
        raise click.BadParameter(what, param_hint=hint)
    return PLAYERS[name]()
