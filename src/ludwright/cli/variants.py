"""Commands about variants of games: compare them, evolve them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..ui.completion import games as complete_games
from ..ui.options import (
    ROOT,
    SEED,
    as_json,
    bot_options,
    engine_options,
    executor_from,
    game_options,
    most_moves,
    option,
    program_options,
    root_option,
    save_option,
    the_game,
)
from .context import check_bots, prepare, the_game_called
from .group import INTERRUPTED, say_json

if TYPE_CHECKING:
    from ..game import Game

KINDS = ("number", "option", "deck", "rule", "word")

players_option = option(
    "--players", type=int, metavar="K", help="Number of players.  [default: the fewest]"
)


@click.command()
@click.argument(
    "games_compared", metavar="GAME...", nargs=-1, required=True, shell_complete=complete_games
)
@root_option
@players_option
@game_options
@option("--games", type=click.IntRange(2), required=True, metavar="N", help="Games of each.")
@option("--seed", type=SEED, default=0, metavar="S", help="Seed of the games.")
@option("--measure", "measures", multiple=True, metavar="NAME", help="A measure; repeatable.")
@bot_options
@most_moves
@save_option
@engine_options
@as_json
def compare(
    games_compared: tuple[str, ...],
    options: dict[str, str],
    measures: tuple[str, ...],
    max_moves: int,
    bot: str,
    against: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Compare variants of a game on the same seeds: which measures differ, and by how much.

    GAMEs are library games and files. With --set hand=5,6,7, each of them is there with each
    value. The intervals of all differences hold together, with a probability of 95 %. Ctrl-C ends
    a run early; with --save the same command goes on from there.
    """
    check_bots(bot, against)
    values = {name: [each.strip() for each in text.split(",")] for name, text in options.items()}
    games = _games(games_compared, values)
    prepare()
    from ..ui.variant_lines import comparison_lines
    from ..variants import compare as run

    progress = _compare_progress if sys.stderr.isatty() else None
    with executor_from(given) as executor:
        found = run(
            games,
            options=values,
            measures=[name.strip() for text in measures for name in text.split(",")] or None,
            most=max_moves,
            bot=bot,
            against=against or "",
            engine=executor,
            root=click.get_current_context().meta.get(ROOT),
            progress=progress,
            **given,
        )
    if as_json:
        say_json(found.as_json())
    else:
        click.echo("\n".join(comparison_lines(found)))
    if found.interrupted:
        click.get_current_context().exit(INTERRUPTED)


def _games(names: Sequence[str], values: dict[str, list[str]]) -> list[Game]:
    """The games by name; every invalid one is reported as such before anything is compiled."""
    first = {name: given[0] for name, given in values.items()}
    # A game that has none of the options is reported here, with its own sources.
    found = [the_game_called(name, first) for name in names]
    if len(found) == 1 and all(len(given) == 1 for given in values.values()):
        hint = "name a second game, or several values of an option, as in --set hand=5,6,7"
        raise click.UsageError(f"a comparison needs two variants: {hint}")
    return found


def _compare_progress(done: int, games: int) -> None:
    click.echo(f"\r{done:,} of {games:,} games " + "\n" * (done == games), nl=False, err=True)


@click.command()
@the_game
@program_options
@option(
    "--goal",
    "goals",
    multiple=True,
    required=True,
    metavar="GOAL",
    help="A measure and its value, such as first_seat=0, turns=20..40, forced<=0.3; repeatable.",
)
@option("--out", required=True, metavar="DIR", help="Folder of the results; resumed from there.")
@option("--variants", type=click.IntRange(1), default=200, metavar="N", help="Variants to make.")
@option(
    "--games",
    type=click.IntRange(2),
    default=10_000,
    metavar="N",
    help="Most games of a variant while searching; and of each result, with fresh seeds.",
)
@option("--keep", type=click.IntRange(1), default=8, metavar="N", help="Most results.")
@option(
    "--change",
    "kinds",
    type=click.Choice(KINDS),
    multiple=True,
    help="What to change; repeatable.  [default: everything]",
)
@option("--seed", type=SEED, default=0, metavar="S", help="Seed of the search and its games.")
@bot_options
@option(
    "--max-moves",
    type=click.IntRange(1, 2**31 - 2),
    default=2000,
    metavar="M",
    help="Stop a game after this many moves or turns.",
)
@engine_options
@as_json
def evolve(
    game: str,
    options: dict[str, str],
    goals: tuple[str, ...],
    kinds: tuple[str, ...],
    max_moves: int,
    bot: str,
    against: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Change a game step by step towards goals, and keep the best variant of each kind.

    Every result is a file that plays, with its difference to the original beside it. Variants that
    are no real games are rejected: nothing to choose, no end, always the same winner. Ctrl-C ends
    the search early; the same command goes on from there.
    """
    check_bots(bot, against)
    played = the_game_called(game, options)
    prepare()
    from ..lab.evolve.results import INDEX, read_index
    from ..ui.variant_lines import evolved_lines
    from ..variants import evolve as run

    progress = _evolve_progress if sys.stderr.isatty() else None
    with executor_from(given) as executor:
        found = run(
            played,
            goals,
            kinds=kinds or KINDS,
            most=max_moves,
            bot=bot,
            against=against or "",
            engine=executor,
            root=click.get_current_context().meta.get(ROOT),
            progress=progress,
            **given,
        )
    if as_json:
        say_json(read_index(given["out"]))
    else:
        click.echo("\n".join(evolved_lines(found, f"{given['out']} (see {INDEX})")))
    if found.interrupted:
        click.get_current_context().exit(INTERRUPTED)


def _evolve_progress(made: int, variants: int, score: float) -> None:
    text = f"{made:,} of {variants:,} variants, the best is {score:.3f} from the goals"
    click.echo(f"\r{text:<70}" + "\n" * (made == variants), nl=False, err=True)
