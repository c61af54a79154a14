"""The command that writes a report of games as one page."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..ui.completion import games as complete_games
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
)
from .context import check_bots, check_overwrite, prepare, the_game_called
from .group import INTERRUPTED, say_json

BAR = 24  # characters


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="GAME...", shell_complete=complete_games)
@root_option
@program_options
@option(
    "--out",
    required=True,
    metavar="FILE",
    help="The page to write; a report is replaced by a new one.",
)
@option(
    "--games", "count", type=click.IntRange(1), default=1000, metavar="N", help="Games of each."
)
@option("--seed", type=SEED, default=0, metavar="S", help="Seed of the games.")
@bot_options
@most_moves
@option("--levels", is_flag=True, help="Also let the levels play each other; that takes long.")
@engine_options
@as_json
def report(
    games: tuple[str, ...],
    options: dict[str, str],
    count: int,
    out: str,
    max_moves: int,
    against: str | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Measure games and write one page: plots, tables, intervals, method.

    The page needs nothing from outside. Several games are compared first. Ctrl-C ends a run early;
    the same command goes on from there. Plots need matplotlib: pip install 'ludwright[plots]'.
    """
    ctx = click.get_current_context()
    check_bots(given["bot"], against)
    subjects = [the_game_called(name, options) for name in games]
    prepare()
    from ..lab.report.plots import MISSING
    from ..lab.report.write import PARTS, is_report
    from ..lab.report.write import report as written

    check_overwrite(out, "a report", is_report)
    given |= {"games": count, "against": against or "", "most": max_moves, "names": games}
    progress = _progress if sys.stderr.isatty() else None
    try:
        with executor_from(given) as executor:
            found = written(subjects, out, engine=executor, progress=progress, **given)
    except KeyboardInterrupt:
        kept = f"what was found is kept in '{out}{PARTS}'"
        click.echo(
            "\n" * bool(progress) + f"interrupted: {kept}; the same command goes on from there",
            err=True,
        )
        ctx.exit(INTERRUPTED)
    if not found.plots:
        click.echo(f"note: {MISSING[0].lower()}{MISSING[1:]}", err=True)
    if as_json:
        say_json(found.as_json())
    else:
        click.echo(f"{out}: {len(subjects)} {'game' if len(subjects) == 1 else 'games'}")


def _progress(what: str, done: int, total: int) -> None:
    filled = "#" * (BAR * done // max(total, 1))
    line = f"{what}: [{filled:.<{BAR}}] {done:,} of {total:,}"
    click.echo(f"\r{line:<78}" + "\n" * (done >= total), nl=False, err=True)
