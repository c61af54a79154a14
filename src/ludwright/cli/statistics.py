"""Commands that count: simulations, perft, and whole game trees."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any

import click

from ..ui.options import (
    SEED,
    as_json,
    bot_options,
    most_moves,
    option,
    program_options,
    table_options,
    the_game,
)
from .context import player_called, prepare, set_table, the_game_called
from .group import BAD, INTERRUPTED, SOURCES, say_json, say_problems


@click.command()
@the_game
@program_options
@option("--games", type=click.IntRange(1), required=True, metavar="N", help="Number of games.")
@option("--seed", type=SEED, default=0, metavar="S", help="Seed of the simulation.")
@bot_options
@most_moves
@option("--jobs", type=click.IntRange(1), metavar="J", help="Threads.  [default: all cores]")
@as_json
def simulate(
    game: str,
    options: dict[str, str],
    players: int | None,
    max_moves: int,
    against: str | None,
    as_json: bool,
    **batch: Any,
) -> None:
    """Simulate many games: win rates with confidence intervals, lengths, branching."""
    ctx = click.get_current_context()
    played = the_game_called(game, options)
    prepare()
    from ..ui.report import statistics_lines

    for hint, name in (("--bot", batch["bot"]), ("--against", against)):
        # Only to report unknown names by their option before anything is played.
        player_called(name or "random", hint)
    progress = _progress if sys.stderr.isatty() else None
    batch |= {"against": against or "", "most": max_moves, "progress": progress}
    found = played.simulate(players=players, **batch)
    if as_json:
        say_json(found.as_json())
    else:
        click.echo("\n".join(statistics_lines(found)))
    if found.first_fault:
        if not as_json:
            first = found.first_fault
            click.echo(f"\ngame {first.game} of the batch, of seed {first.seed}, broke:", err=True)
            say_problems([first.error.diagnostic], ctx.meta[SOURCES], ctx)
        ctx.exit(BAD)
    if found.interrupted:
        ctx.exit(INTERRUPTED)


def _progress(done: int, games: int) -> None:
    click.echo(f"\r{done:,} of {games:,} games " + "\n" * (done == games), nl=False, err=True)


@click.command()
@the_game
@table_options
@option("--depth", type=click.IntRange(1, 100), required=True, metavar="D", help="Moves.")
@as_json
def perft(game: str, options: dict[str, str], depth: int, as_json: bool, **setup: Any) -> None:
    """Count the move sequences of length 1 to D."""
    played = the_game_called(game, options)
    prepare()
    from ..lab.perft import perft as count

    table = set_table(played, **setup)
    counts = count(table, depth)
    if as_json:
        say_json({"game": table.game, "seed": table.seed, "counts": counts})
        return
    click.echo(f"seed {table.seed}")
    for level, number in enumerate(counts, 1):
        click.echo(f"depth {level} {number}")


@click.command()
@the_game
@program_options
@option(
    "--most", type=click.IntRange(1), default=1_000_000, metavar="N", help="Most nodes to visit."
)
@as_json
def tree(game: str, players: int | None, options: dict[str, str], most: int, as_json: bool) -> None:
    """Count the whole tree of a small game: its nodes by kind, and information sets."""
    played = the_game_called(game, options)
    prepare()
    from ..lab.tree import count_tree
    from ..ui.report import tree_lines

    counted = count_tree(played.table(players=players, chance=True), most)
    if as_json:
        say_json({"game": played.called, **dataclasses.asdict(counted)})
    else:
        click.echo("\n".join(tree_lines(counted)))
