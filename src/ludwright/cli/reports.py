"""Commands that report on games: the library, diagnostics, definitions and code."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..ui.completion import games as complete_games
from ..ui.options import as_json, option, program_options, root_option, the_game
from .context import load, prepare, the_game_called
from .group import BAD, say_json, say_problems

if TYPE_CHECKING:
    from ..diagnostics import Diagnostic, Source
    from ..game import Game
    from ..lab.playtest import Played


@click.command()
@as_json
def games(as_json: bool) -> None:
    """List the library: name, title, players, kind, languages."""
    from ..ui.catalogue import catalogue, catalogue_lines

    found = catalogue()
    if as_json:
        say_json(found)
    else:
        click.echo("\n".join(catalogue_lines(found)))


@click.command()
@the_game
@option("--notes", is_flag=True, help="Also print the author's notes on the description.")
def rules(game: str, notes: bool) -> None:
    """Print the rules of a game: its rules page, or a summary of its description."""
    from ..table.rules import page_beside, paragraphs, rules_of, wrapped
    from ..ui.catalogue import library_file

    page = page_beside(library_file(game), notes)
    lines = paragraphs(page) if page else rules_of(the_game_called(game), notes)
    click.echo("\n".join(wrapped(lines)).strip("\n"))


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=complete_games)
@option("--play", "by_play", is_flag=True, help="Also play random games and verify their contract.")
@option(
    "--games",
    type=click.IntRange(1),
    metavar="N",
    help="With --play: games per number of players, regardless of time.",
)
@root_option
@as_json
def check(files: tuple[str, ...], by_play: bool, games: int | None, as_json: bool) -> None:
    """Report every problem of game files, with its location.

    With --play each game is also played at random by every number of players: nothing may get
    lost, every move can be taken back, and no player learns what it may not know. It reports how
    the games ended and which actions failed.
    """
    ctx = click.get_current_context()
    if games and not by_play:
        raise click.UsageError("--games requires --play")
    found: list[Diagnostic] = []
    all_played: list[dict[str, Any]] = []
    for file in files:
        problems, sources, game, part = _checked(file)
        played = _played(game, games) if by_play and game else None
        if played:
            from ..play.contract import broken_promises

            problems = [*problems, *broken_promises(played.tested)]
            all_played.append({"file": file, **played.as_json()})
        found += problems
        if as_json:
            continue
        if problems:
            say_problems(problems, sources, ctx)
        else:
            click.echo(f"{file}: fine{f', {part}' if part else ''}")
        _say_played(played)
    if as_json:
        # Diagnostics stay one JSON array; what was played follows, one object per line.
        say_json([d.as_json() for d in found])
        for each in all_played:
            click.echo(json.dumps({"played": each}, ensure_ascii=False))
    if any(d.severity == "error" for d in found):
        ctx.exit(BAD)


def _played(game: Game, games: int | None) -> Played:
    prepare()
    watched = sys.stderr.isatty()
    played = game.check_by_play(games, progress=_progress if watched else None)
    if watched:
        click.echo("\r\x1b[K", nl=False, err=True)
    return played


def _progress(players: int, played: int, games: int) -> None:
    click.echo(f"\r{players} players: {played} of {games} games ", nl=False, err=True)


def _say_played(played: Played | None) -> None:
    if played:
        from ..ui.check_report import played_lines

        click.echo("\n".join(f"  {line}" for line in played_lines(played)))


def _checked(file: str) -> tuple[Sequence[Diagnostic], Sequence[Source], Game | None, str]:
    """The diagnostics of a file, its sources, and the game or other kind of file it is."""
    from ..game import Game, GameError
    from ..pipeline import ONLY_PART

    try:
        loaded = load(file)
        if loaded.part:
            # `check` accepts decks and layouts, so their being parts is not a problem here.
            problems = [d for d in loaded.diagnostics if d.code != ONLY_PART.code]
            return problems, loaded.sources, None, loaded.part
        game = Game(loaded, {})
    except GameError as error:
        return error.diagnostics, error.sources, None, ""
    return loaded.diagnostics, loaded.sources, game, ""


@click.command()
@the_game
@as_json
def show(game: str, as_json: bool) -> None:
    """Print a game as Ludwright understood it; with --json, a summary."""
    from ..gamedef.canonical import write
    from ..ui.check_report import about

    found = the_game_called(game)
    if as_json:
        say_json(about(found.definition, found.name, found.loaded.language))
    else:
        click.echo(write(found.definition))


@click.command()
@the_game
@program_options
def listing(game: str, players: int | None, options: dict[str, str]) -> None:
    """Print the code that runs a game: its pieces, source lines, ops and named operands."""
    from ..machine.listing import listing as listed

    click.echo(listed(the_game_called(game, options).program(players)))
