"""Commands that search: solve deals, count positions, find winnable deals."""

from __future__ import annotations

import os
import re
import shlex
import sys
from typing import TYPE_CHECKING, Any

import click

from ..ui.options import (
    SEED,
    as_json,
    check_notation,
    engine_options,
    executor_from,
    option,
    program_options,
    table_options,
    the_game,
)
from .context import prepare, prepare_solver, set_table, the_game_called
from .group import BAD, INTERRUPTED, say_json

if TYPE_CHECKING:
    from ..game import Game
    from ..lab.solutions import Deal, Solution, Summary
    from ..play.table import Table
    from ..solver.answers import Limits

RANGE = re.compile(r"(?:ms:)?(\d{1,18})\.\.(\d{1,18})")
MOST_DEALS = 10_000_000
MEGABYTE = 1 << 20
LEVELS = ("easy", "medium", "hard")

time_limit = option(
    "--time-limit",
    type=click.FloatRange(0, min_open=True),
    default=10.0,
    metavar="S",
    help="CPU seconds per deal.",
)


def _numbers(ctx: click.Context, param: click.Parameter, given: str | None) -> range | None:
    """An inclusive range of numbers."""
    if given is None:
        return None
    found = RANGE.fullmatch(given.strip())
    # --deals has the prefix and --seeds has not, so that one is not mistaken for the other.
    named = given.strip().startswith("ms:")
    if not found or named != (param.name == "deals"):
        form = "ms:A..B" if param.name == "deals" else "A..B"
        raise click.BadParameter(f"'{given}' is not a range {form}", ctx, param)
    first, last = map(int, found.groups())
    if not first <= last or last - first >= MOST_DEALS:
        what = f"'{given}' must be increasing, and span at most {MOST_DEALS:,} deals"
        raise click.BadParameter(what, ctx, param)
    return range(first, last + 1)


@click.command()
@the_game
@program_options
@option("--seed", type=SEED, metavar="N", help="Seed of the deal.")
@option("--seeds", callback=_numbers, metavar="A..B", help="Seeds of the deals.")
@option("--deal", metavar="SPEC", help="These cards: a file, a list KH,10S,... or ms:NUMBER.")
@option("--deals", callback=_numbers, metavar="ms:A..B", help="Microsoft deal numbers.")
@time_limit
@option("--states", type=click.IntRange(1), metavar="N", help="Positions per deal.")
@option(
    "--memory",
    type=click.IntRange(1, 1 << 20),
    default=2048,
    metavar="MB",
    help="Memory per deal in progress.",
)
@engine_options
@option(
    "--save", type=click.Path(dir_okay=False), help="Save answers to a file, and resume from it."
)
@option("--moves", is_flag=True, help="Print the moves even for several deals.")
@option(
    "--short/--no-short",
    default=None,
    help="Remove detours from solutions.  [default: for a single deal]",
)
@option("--texts", default="", metavar="NAME", help="Notation of the moves.")
@option("--count", "walk", flag_value="count", help="Count all positions of a small game.")
@option(
    "--longest",
    "walk",
    flag_value="longest",
    help="Report the shortest solution and the deepest position.",
)
@as_json
def solve(
    game: str,
    options: dict[str, str],
    players: int | None,
    as_json: bool,
    moves: bool,
    texts: str,
    walk: str | None,
    **given: Any,
) -> None:
    """Decide whether solitaire deals are winnable with all cards known, and how.

    solved: here are the moves. impossible: every position within reach was looked at. unknown: a
    limit came first. Ctrl-C ends a run early; with --save the same command goes on from there.

    With --count or --longest every position within reach is looked at, the nearest first.
    """
    ctx = click.get_current_context()
    played = the_game_called(game, options)
    prepare_solver()
    from ..lab.solve_deals import solve_deals
    from ..solver.answers import Limits
    from ..ui.report import solution_lines, summary_lines

    program = played.program(players)
    deals = _deals(played, given)
    # Any table will do for notations; this one also reports an invalid deal early.
    table = deals[0].table(program)
    check_notation(table, texts)
    limits = Limits(given["time_limit"], given["states"], given["memory"] * MEGABYTE)
    if walk:
        _walk(walk, played, table, deals, limits, texts, as_json)
        return
    with executor_from(given) as executor:
        found = solve_deals(
            played.definition,
            program,
            deals,
            limits=limits,
            engine=executor,
            progress=_progress if sys.stderr.isatty() else None,
            save=given["save"],
            short=given["short"],
        )
    if found.unverified:
        what = f"{found.unverified} saved answers could not be verified and were solved again"
        click.echo(f"note: {what}", err=True)
    if as_json:
        say_json(found.as_json(texts))
    else:
        show_moves = moves or len(deals) == 1
        for each in found.deals:
            click.echo("\n".join(solution_lines(each, table, texts, show_moves)))
        if len(deals) > 1 or found.interrupted:
            click.echo("\n".join(summary_lines(found)))
    if found.interrupted:
        ctx.exit(INTERRUPTED)


def _walk(
    how: str,
    game: Game,
    table: Table,
    deals: list[Deal],
    limits: Limits,
    texts: str,
    as_json: bool,
) -> None:
    """Visit all positions of each deal; report their number or their distances."""
    from ..solver import exhaust
    from ..ui.report import counted_lines, longest_lines, walked_json

    walk = {"count": exhaust.count, "longest": exhaust.longest}[how]
    lines = {"count": counted_lines, "longest": longest_lines}[how]
    rows = []
    for deal in deals:
        state = deal.table(table.program).state
        walked = walk(game.definition, table.program, state, limits)
        if as_json:
            rows.append(walked_json(deal, walked, table, texts))
        else:
            click.echo("\n".join(lines(deal, walked, table, texts)))
    if as_json:
        say_json({"deals": rows})


def _deals(game: Game, given: dict[str, Any]) -> list[Deal]:
    """The deals selected by the options; by default one of a random seed."""
    from ..lab.solutions import Deal, parse_deal
    from ..play.stacked_deal import MICROSOFT
    from ..ui.files import deal_text

    named = [each for each in ("seed", "seeds", "deal", "deals") if given[each] is not None]
    if len(named) > 1:
        raise click.UsageError(
            " and ".join(f"--{each}" for each in named) + " are mutually exclusive"
        )
    if given["deals"]:
        return [parse_deal(f"{MICROSOFT}:{number}") for number in given["deals"]]
    if given["deal"]:
        return [parse_deal(deal_text(given["deal"]).strip())]
    seeds = given["seeds"] or [_seed(game) if given["seed"] is None else given["seed"]]
    return [Deal(seed) for seed in seeds]


def _seed(game: Game) -> int:
    own = game.definition.seed
    return int.from_bytes(os.urandom(4)) if own is None else own


def _progress(summary: Summary, deals: int, states: int) -> None:
    from ..ui.report import counts_text

    done = summary.solved + summary.impossible + summary.unknown
    text = f"{done:,} of {deals:,} deals: {counts_text(summary)}"
    text += f"; {states:,} positions" if done < deals else ""
    click.echo(f"\r{text:<78}" + "\n" * (done == deals), nl=False, err=True)


@click.command()
@the_game
@table_options
@option("--winnable", is_flag=True, help="Find a winnable deal, starting at the seed (or 1).")
@option(
    "--difficulty",
    type=click.Choice(LEVELS),
    help="With --winnable: difficulty for the solver, relative to other deals.",
)
@option("--tries", type=click.IntRange(1), default=1000, metavar="N", help="Deals to try.")
@time_limit
@as_json
def deal(
    game: str,
    options: dict[str, str],
    winnable: bool,
    difficulty: str | None,
    tries: int,
    time_limit: float,
    as_json: bool,
    **setup: Any,
) -> None:
    """Show a deal: every card of every pile, face-down cards in brackets.

    With --winnable, the first deal the solver can win, shown as the player sees it.
    """
    played = the_game_called(game, options)
    if difficulty and not winnable:
        raise click.UsageError("--difficulty requires --winnable")
    if winnable and setup["deal"] is not None:
        raise click.UsageError("--winnable and --deal are mutually exclusive")
    prepare()
    from ..ui.report import dealt_json, dealt_lines, found_lines

    found = None
    if winnable:
        start = 1 if setup["seed"] is None else setup["seed"]
        found = _find(played, setup["players"], start, tries, difficulty, time_limit)
        setup["seed"] = found.deal.seed
    table = set_table(played, **setup)
    if as_json:
        say_json(dealt_json(table, found, difficulty))
        return
    click.echo(f"{played.name}, {setup['deal'] or f'seed {table.seed}'}\n")
    click.echo("\n".join(dealt_lines(table, everything=not winnable)))
    if found:
        named = [game, *(f"--set={name}={value}" for name, value in options.items())]
        click.echo("\n" + "\n".join(found_lines(found, difficulty, shlex.join(named))))


def _find(
    game: Game, players: int | None, start: int, tries: int, wanted: str | None, seconds: float
) -> Solution:
    """The first winnable deal of the requested difficulty, or an error."""
    from ..lab.winnable import find_winnable
    from ..solver.answers import Limits

    prepare_solver()
    found = find_winnable(
        game.definition,
        game.program(players),
        start,
        tries,
        wanted=wanted,
        limits=Limits(seconds),
        tried=_tried if sys.stderr.isatty() else None,
    )
    if found is None:
        kind = f"{wanted} " if wanted else ""
        last = start + tries - 1
        click.echo(f"no {kind}deal of the seeds {start} to {last} is known to be won", err=True)
        click.get_current_context().exit(BAD)
    return found


def _tried(deals: int) -> None:
    click.echo(f"\r{deals:,} deals tried ", nl=False, err=True)
