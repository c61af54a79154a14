"""Commands that play or count: simulations, arenas, equilibria, perft, whole game trees."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any

import click

from ..ui.options import (
    SEED,
    as_json,
    bot_options,
    engine_options,
    executor_from,
    game_options,
    most_moves,
    option,
    program_options,
    save_option,
    table_options,
    the_game,
)
from .context import (
    check_bots,
    check_overwrite,
    is_strategy,
    player_called,
    prepare,
    set_table,
    the_game_called,
    write_file,
)
from .group import BAD, INTERRUPTED, SOURCES, say_json, say_problems


@click.command()
@the_game
@program_options
@option("--games", type=click.IntRange(1), required=True, metavar="N", help="Number of games.")
@option("--seed", type=SEED, default=0, metavar="S", help="Seed of the simulation.")
@bot_options
@most_moves
@save_option
@engine_options
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
    """Simulate many games: win rates with confidence intervals, lengths, branching.

    Ctrl-C ends a run early; with --save the same command goes on from there.
    """
    ctx = click.get_current_context()
    played = the_game_called(game, options)
    prepare()
    from ..ui.report import statistics_lines

    check_bots(batch["bot"], against)
    progress = _progress if sys.stderr.isatty() else None
    batch |= {"against": against or "", "most": max_moves, "progress": progress}
    with executor_from(batch) as executor:
        found = played.simulate(players=players, engine=executor, **batch)
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
@game_options
@option("--players", "names", metavar="A,B,...", help="Bots, separated by commas.")
@option(
    "--player",
    "more",
    multiple=True,
    metavar="NAME",
    help="A bot whose name may have commas; repeatable.",
)
@option("--seats", type=int, metavar="K", help="Number of seats.  [default: the fewest]")
@option("--deals", type=click.IntRange(1), required=True, metavar="N", help="Number of deals.")
@option("--seed", type=SEED, default=0, metavar="S", help="Seed of the deals.")
@most_moves
@engine_options
@option("--out", type=click.Path(dir_okay=False), help="Save deals to a file, and resume from it.")
@option("--stop", is_flag=True, help="Stop as soon as a sequential test says that the bots differ.")
@as_json
def arena(
    game: str,
    options: dict[str, str],
    names: str | None,
    more: tuple[str, ...],
    max_moves: int,
    as_json: bool,
    **given: Any,
) -> None:
    """Let bots play the same deals in all seats: win rates, utilities, Elo ratings.

    Each deal is played under every rotation of the bots. Intervals are over deals. Ctrl-C ends a
    run early; with --out the same command goes on from there.
    """
    ctx = click.get_current_context()
    listed = [name.strip() for name in names.split(",")] if names is not None else []
    bots = [*listed, *more]
    if len(bots) < 2:
        raise click.UsageError("name at least two bots, as in --players greedy,random")
    for each in bots:
        # Only to report unknown names by their option before anything is played.
        player_called(each, "--player" if each in more else "--players")
    played = the_game_called(game, options)
    prepare()
    progress = _arena_progress if sys.stderr.isatty() else None
    with executor_from(given) as executor:
        found = played.arena(bots, most=max_moves, progress=progress, engine=executor, **given)
    if as_json:
        say_json(found.as_json())
    else:
        click.echo(str(found))
    if found.broken:
        click.echo(f"error: {found.broken.what}, in deal {found.broken.deal}", err=True)
        ctx.exit(BAD)
    if found.interrupted:
        ctx.exit(INTERRUPTED)


def _arena_progress(done: int, deals: int) -> None:
    click.echo(f"\r{done:,} of {deals:,} deals " + "\n" * (done == deals), nl=False, err=True)


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
    "--method",
    type=click.Choice(("cfr", "mccfr")),
    default="cfr",
    help="CFR+ in the unfolded game, or sampling, for larger ones.",
)
@option("--iterations", type=click.IntRange(1), metavar="N", help="Stop after N iterations.")
@option(
    "--target",
    type=click.FloatRange(0, min_open=True),
    metavar="X",
    help="Stop at this exploitability.  [default: 0.001, for cfr without --iterations]",
)
@option("--seed", type=SEED, default=0, metavar="S", help="Seed of the sampling.")
@option(
    "--most",
    type=click.IntRange(1, 1 << 30),
    metavar="N",
    help="Most nodes to unfold, or information sets to keep.  [default: 5 or 2 million]",
)
@option("--out", metavar="FILE", help="Save the strategy; a bot is named by its file.")
@as_json
def equilibrium(
    game: str,
    players: int | None,
    options: dict[str, str],
    out: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Solve a small game: an equilibrium, the values of the seats, and its exploitability.

    Exploitability is what a seat gains on average by its best response to the others. Ctrl-C ends
    the computation early and keeps what is there.
    """
    check_overwrite(out, "a strategy", is_strategy)
    played = the_game_called(game, options)
    prepare()
    from ..ui.report import equilibrium_lines

    progress = _equilibrium_progress if sys.stderr.isatty() else None
    unfolding = _unfolding_progress if progress else None
    found = played.equilibrium(players=players, progress=progress, unfolding=unfolding, **given)
    if progress:
        click.echo("", err=True)
    if out is not None:
        write_file(out, found.strategy.as_text())
    if as_json:
        say_json(found.as_json())
    else:
        click.echo("\n".join(equilibrium_lines(found)))
    if found.interrupted:
        click.get_current_context().exit(INTERRUPTED)


def _unfolding_progress(nodes: int) -> None:
    click.echo(f"\r{nodes:,} nodes ", nl=False, err=True)


def _equilibrium_progress(iterations: int, exploitability: float | None) -> None:
    left = "" if exploitability is None else f", exploitability {exploitability:.6f}"
    click.echo(f"\r{iterations:,} iterations{left} ", nl=False, err=True)


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
