"""Shared by commands: loading a game, and setting up a table from the options."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..ui.options import ROOT
from .group import SOURCES

if TYPE_CHECKING:
    from ..game import Game
    from ..machine.native import Room
    from ..pipeline import Loaded
    from ..play.table import Table
    from ..players import Player


def load(name: str) -> Loaded:
    """Load a game, or exit with the reason why nothing can be read under that name."""
    from .. import pipeline
    from ..diagnostics import Diagnostic
    from ..game import GameError

    path = Path(name)
    try:
        # A pipe or device might block or never end, so it is not even opened.
        odd = path.exists() and not (path.is_file() or path.is_dir())
        why = "it is neither a file nor a directory"
    except (OSError, ValueError) as error:
        odd, why = True, str(getattr(error, "strerror", None) or error)
    if odd:
        message = f"'{name[:60]}' cannot be read: {why}"
        problem = Diagnostic(pipeline.NOT_READABLE.code, message, None)
        raise GameError(pipeline.Loaded(name, None, (), ()), [problem])
    return pipeline.load(name, click.get_current_context().meta.get(ROOT))


def the_game_called(name: str, options: dict[str, str] | None = None) -> Game:
    """A game, with its sources kept for error messages."""
    from ..game import Game

    loaded = load(name)
    click.get_current_context().meta[SOURCES] = loaded.sources
    return Game(loaded, options or {}, Path(name).name)


def check_overwrite(file: str | Path | None, what: str, same: Callable[[str], bool]) -> None:
    """Refuse to replace an existing file that is not of the kind to be written."""
    from ..disk import overwrite_refusal

    if file is not None and (refusal := overwrite_refusal(file, what, same)):
        raise click.BadParameter(refusal)


def is_strategy(name: str) -> bool:
    """Whether the file of a name is a strategy."""
    from ..players.solved import solved_from
    from ..search.strategy import StrategyError

    try:
        return solved_from(name) is not None
    except StrategyError:
        return False


def check_overwrite_description(file: str | Path | None, language: str) -> None:
    """Refuse to replace an existing file that is not a description in a language, by its name."""
    from .. import pipeline

    def same(name: str) -> bool:
        found = pipeline.language_of(name)
        return found is not None and found.name == language

    check_overwrite(file, f"a {language} file", same)


def write_file(file: str | Path, text: str) -> None:
    """Write a file named by an option, atomically."""
    from ..disk import write_whole

    try:
        write_whole(file, text)
    except OSError as error:
        raise click.BadParameter(f"'{file}' cannot be written: {error.strerror}") from None
    except ValueError:  # a name that no file can have
        raise click.BadParameter(f"'{file}' cannot be written: not a valid file name") from None


def prepare() -> None:
    """Explain why the first use of the machine takes a while."""
    from ..machine import native

    if native.is_cold(native.MACHINE):
        click.echo("Preparing the machine (once) ...", err=True)


def prepare_solver() -> None:
    """Explain why the first use of the solver takes a while."""
    prepare()
    from ..table.solver_hints import cold, warm_up  # which needs the machine

    if cold():
        click.echo("Preparing the solver (once) ...", err=True)
    warm_up()


def native_rooms() -> list[Room]:
    """All rooms with compiled code, the machine first."""
    from ..belief import kernels as belief
    from ..machine import native
    from ..search import kernels as search
    from ..solver import kernels as solver

    return [native.MACHINE, *(each.KERNELS.room for each in (belief, search, solver))]


def ship_rooms() -> None:
    """Put the bitcode of all rooms into the package, built side by side; see `native.ship`."""
    from concurrent.futures import ThreadPoolExecutor

    from ..machine import native

    with ThreadPoolExecutor() as pool:
        list(pool.map(native.ship, native_rooms()))


def any_seed() -> int:
    """A random seed, for a table without one."""
    return int.from_bytes(os.urandom(4))


def set_table(game: Game, players: int | None, seed: int | None, **settings: Any) -> Table:
    """A table as the options specify; the rest takes its defaults."""
    from ..play.setup import natural_pace
    from ..play.stacked_deal import deal_of
    from ..ui.files import deal_text

    program = game.program(players)
    if seed is None:
        # A description may fix its deal; then that is the default, not a random one.
        own = game.definition.seed
        seed = any_seed() if own is None else own
    spec = settings.pop("deal")
    deal = deal_of(program, deal_text(spec)) if spec else None
    pace = settings.pop("pace") or natural_pace(program)
    return game.table(players=players, seed=seed, pace=pace, deal=deal, **settings)


def player_called(name: str, hint: str, repeatable: bool = False) -> Player:
    """The player of a name; `repeatable`: one whose games can be repeated."""
    from ..play.errors import TableError
    from ..players import check_repeatable, player_named

    try:
        if repeatable:
            check_repeatable(name)
        return player_named(name)
    except TableError as error:
        raise click.BadParameter(str(error), param_hint=hint) from None


def check_bots(bot: str, against: str | None) -> None:
    """Report names of bots that cannot play, by their option, before anything is played."""
    player_called(bot, "--bot", repeatable=True)
    player_called(against or bot, "--against", repeatable=True)


def say_faults(players: Iterable[Player]) -> None:
    """Report what went wrong with bots that are programs of their own."""
    from ..players import faults_of

    for faults in filter(None, faults_of(players)):
        click.echo(str(faults), err=True)
