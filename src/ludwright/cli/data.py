"""Commands for data: games collected into tables, and questions about these."""

from __future__ import annotations

import csv
import io
import sys
from typing import Any

import click

from ..ui.options import (
    SEED,
    as_json,
    bot_options,
    engine_options,
    executor_from,
    most_moves,
    option,
    program_options,
    the_game,
)
from .context import check_bots, prepare, the_game_called
from .group import BAD, INTERRUPTED, say_json


@click.command()
@the_game
@program_options
@option("--games", type=click.IntRange(1), required=True, metavar="N", help="Number of games.")
@option("--seed", type=SEED, default=0, metavar="S", help="Seed of the run.")
@bot_options
@most_moves
@option(
    "--decisions-every",
    type=click.IntRange(0),
    default=0,
    metavar="D",
    help="Write all decisions of one game in D; 0 for none.",
)
@option(
    "--positions-every",
    type=click.IntRange(0),
    default=0,
    metavar="P",
    help="Write what positions are worth in one game in P; 0 for none.",
)
@option("--out", type=click.Path(file_okay=False), required=True, help="Folder of results.")
@option(
    "--format",
    type=click.Choice(("parquet", "csv")),
    help="Format of the files.  [default: parquet, or csv without duckdb]",
)
@engine_options
@as_json
def collect(
    game: str,
    options: dict[str, str],
    max_moves: int,
    against: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Play games into tables, as Parquet or CSV, for 'ludwright query' and other tools.

    The same command makes the same files. Ctrl-C ends a run early; the same command goes on from
    there. A run with other arguments has files of its own in the same folder.
    """
    ctx = click.get_current_context()
    played = the_game_called(game, options)
    prepare()
    from ..lab.parts import has_duckdb

    check_bots(given["bot"], against)
    if given["format"] is None and not has_duckdb():
        click.echo("Writing CSV; for Parquet: pip install 'ludwright[data]'", err=True)
    progress = _progress if sys.stderr.isatty() else None
    given |= {"against": against or "", "most": max_moves, "progress": progress}
    with executor_from(given) as executor:
        found = played.collect(engine=executor, **given)
    if as_json:
        say_json(found.as_json())
    else:
        click.echo(str(found))
    if found.interrupted:
        ctx.exit(INTERRUPTED)
    if found.faulted:
        ctx.exit(BAD)


def _progress(done: int, games: int) -> None:
    click.echo(f"\r{done:,} of {games:,} games " + "\n" * (done == games), nl=False, err=True)


@click.command()
@click.argument("results", type=click.Path())
@click.argument("sql")
@option("--csv", "as_csv", is_flag=True, help="Output CSV.")
@option(
    "--time-limit",
    type=click.FloatRange(0, min_open=True),
    default=60.0,
    metavar="S",
    help="Stop a query after this many seconds.",
)
@as_json
def query(results: str, sql: str, as_csv: bool, time_limit: float, as_json: bool) -> None:
    """Answer a question in SQL about a folder of RESULTS.

    The tables are games, decisions, positions, runs and times, and seats with one row per game and
    seat; 'DESCRIBE games' lists the columns of a table. SQL can read these tables and nothing else.
    """
    if as_csv and as_json:
        raise click.UsageError("choose one of --csv and --json")
    from ..lab.query import QueryFailed
    from ..lab.query import query as ask
    from ..ui.answers import answer_as_data, answer_lines, cell

    try:
        found = ask(results, sql, seconds=time_limit)
    except QueryFailed as error:
        click.echo(f"error: {error}", err=True)
        click.get_current_context().exit(BAD)
    for each in found.damaged:
        click.echo(f"warning: {each}", err=True)
    if as_json:
        say_json(answer_as_data(found))
    elif as_csv:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(found.columns)
        writer.writerows([cell(value) for value in row] for row in found.rows)
        click.echo(text.getvalue(), nl=False)
    else:
        click.echo("\n".join(answer_lines(found)))
