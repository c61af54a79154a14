"""The command that measures games."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..ui.completion import games, measures
from ..ui.options import (
    SEED,
    as_json,
    bot_options,
    engine_options,
    executor_from,
    most_moves,
    option,
    program_options,
    root_option,
    save_option,
)
from .context import check_bots, prepare, the_game_called
from .group import INTERRUPTED, say_json


def _split(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> list[str] | None:
    if not given:
        return None
    from ..lab.measures import measures_named
    from ..play.errors import TableError

    names = [name.strip() for text in given for name in text.split(",") if name.strip()]
    if not names:
        raise click.BadParameter("name at least one measure", ctx, param)
    try:
        measures_named(names)
    except TableError as error:
        raise click.BadParameter(str(error), ctx, param) from None
    return names


@click.command()
@click.argument("game", required=False, shell_complete=games)
@root_option
@program_options
@option("--games", type=click.IntRange(1), default=1000, metavar="N", help="Number of games.")
@option("--seed", type=SEED, default=0, metavar="S", help="Seed of the games.")
@option(
    "--only",
    "names",
    callback=_split,
    multiple=True,
    shell_complete=measures,
    metavar="A,B,...",
    help="Measures, separated by commas; repeatable.  [default: all but the slow ones]",
)
@option(
    "--list",
    "listed",
    is_flag=True,
    help="List all measures with their definitions.",
)
@bot_options
@most_moves
@save_option
@engine_options
@as_json
def measure(
    game: str | None,
    listed: bool,
    options: dict[str, str],
    players: int | None,
    max_moves: int,
    against: str | None,
    as_json: bool,
    **batch: Any,
) -> None:
    """Measure a game: fairness, length, luck and skill, drama, coverage, with 95 % intervals.

    Costly measures take fewer games than N; slow ones are measured only if they are asked for.
    Ctrl-C ends a run early; with --save the same command goes on from there.
    """
    ctx = click.get_current_context()
    if listed:
        from ..ui.measures import definition_lines, definitions_as_json

        if as_json:
            say_json(definitions_as_json())
        else:
            click.echo("\n".join(definition_lines()))
        return
    if game is None:
        raise click.UsageError("name a game, or list the measures with --list")
    played = the_game_called(game, options)
    prepare()
    from ..lab.measures import INTERRUPTED as MISSED
    from ..ui.measures import estimates_as_json, estimates_lines

    check_bots(batch["bot"], against)
    progress = _progress if sys.stderr.isatty() else None
    batch |= {"against": against or "", "most": max_moves, "progress": progress}
    with executor_from(batch) as executor:
        found = played.measure(players=players, engine=executor, **batch)
    if as_json:
        program = played.program(players)
        about = {"game": played.called, "sources": program.sources, "players": program.seats}
        about |= {"options": dict(program.options), "max_moves": max_moves}
        about |= {"games": batch["games"], "seed": batch["seed"]}
        about |= {"bot": batch["bot"], "against": against or batch["bot"]}
        about["interrupted"] = any(each.note == MISSED for each in found.values())
        say_json(about | {"measures": estimates_as_json(found)})
    else:
        click.echo("\n".join(estimates_lines(found)))
    if any(each.note == MISSED for each in found.values()):
        ctx.exit(INTERRUPTED)


def _progress(source: str, done: int, total: int) -> None:
    ended = "\n" * (done == total)
    click.echo(f"\r{source}: {done:,} of {total:,} {ended}", nl=False, err=True)
