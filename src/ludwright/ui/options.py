"""Options shared by several commands, and how their values are parsed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..lab.engines import ENGINES
from .completion import bots, games

if TYPE_CHECKING:
    from ..lab.executor import Executor
    from ..play.table import Table

F = TypeVar("F", bound=Callable[..., Any])

PACES = ("decision", "turn", "phase", "event")
MOST_MOVES = 2**31 - 2
SEED = click.IntRange(0, 2**63 - 1)
# Keys of the click context's `meta`: options that commands read far from where they are parsed.
ROOT = "ludwright.root"  # the folder that all files of a game must be in
JSON = "ludwright.json"  # whether problems are reported as JSON


def _settings(ctx: click.Context, param: click.Parameter, given: Sequence[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in given]
    if wrong := [name for name, equals, _ in pairs if not (name and equals)]:
        raise click.BadParameter(f"'{wrong[0]}' is not NAME=VALUE", ctx, param)
    return {name: value for name, _, value in pairs}


def _note_json(ctx: click.Context, param: click.Parameter, given: bool) -> bool:
    ctx.meta[JSON] = given
    return given


def _all(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    # Reversed, because decorators apply from the bottom up: help lists options as given here.
    def decorate(function: F) -> F:
        for each in reversed(decorators):
            function = each(function)
        return function

    return decorate


def option(*names: str, **settings: Any) -> Callable[[F], F]:
    """An option that shows its default."""
    return click.option(*names, show_default=True, **settings)


def _note_root(ctx: click.Context, param: click.Parameter, given: str | None) -> None:
    ctx.meta[ROOT] = Path(given) if given else None


root_option = click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False),
    callback=_note_root,
    expose_value=False,
    help="Root of the files a game may name.  [default: the folder of its own file]",
)
the_game = _all(click.argument("game", shell_complete=games), root_option)
game_options = option(
    "--set",
    "options",
    multiple=True,
    callback=_settings,
    metavar="NAME=VALUE",
    help="Set an option of the game; repeatable.",
)
program_options = _all(
    option("--players", type=int, metavar="K", help="Number of players.  [default: the fewest]"),
    game_options,
)
table_options = _all(
    program_options,
    option(
        "--seed",
        type=SEED,
        metavar="N",
        help="Random seed.  [default: chosen at random and printed]",
    ),
    option(
        "--deal",
        metavar="SPEC",
        help="Cards instead of a shuffle: a file, a list KH,10S,... or ms:NUMBER, "
        "one of Microsoft's deals.",
    ),
    option(
        "--pace",
        type=click.Choice(PACES),
        help="Where the game pauses.  [default: at decisions; at turns if there are none]",
    ),
)
screen_options = _all(
    option("--plain", is_flag=True, help="Plain text, even in a terminal."),
    option("--no-colour", is_flag=True, help="No colours; letters instead of suit symbols."),
)
as_json = option(
    "--json", "as_json", is_flag=True, callback=_note_json, is_eager=True, help="Output JSON."
)
most_moves = option(
    "--max-moves",
    type=click.IntRange(1, MOST_MOVES),
    default=10_000,
    metavar="M",
    help="Stop a game after this many moves or turns.",
)


def _renamed(ctx: click.Context, param: click.Parameter, given: str | None) -> None:
    if given is not None:
        raise click.UsageError(f"{param.opts[0]} is now {param.metavar}", ctx)


def former(old: str, new: str) -> Callable[[F], F]:
    """A renamed option: still accepted, with a note naming the new one."""
    return click.option(old, metavar=new, hidden=True, expose_value=False, callback=_renamed)


def against_option(others: str, default: str | None = None) -> Callable[[F], F]:
    """The bots in the other seats."""
    given = {"default": default, "metavar": "NAME", "shell_complete": bots}
    return option("--against", **given, help=f"The bot in {others}.")


bot_options = _all(
    option(
        "--bot",
        default="random",
        metavar="NAME",
        shell_complete=bots,
        help="The bot in all seats.",
    ),
    against_option("all seats but the first.  [default: the same bot]"),
    former("--policy", "--bot"),
)


save_option = option(
    "--save", type=click.Path(dir_okay=False), help="Save results to a file, and resume from it."
)


engine_options = _all(
    option("--jobs", type=click.IntRange(1), metavar="J", help="Workers.  [default: all cores]"),
    option(
        "--engine",
        type=click.Choice(tuple(ENGINES)),
        default="threads",
        help="Where workers are; results are the same.",
    ),
    option("--address", metavar="ADDR", help="With --engine ray: the cluster to connect to."),
    option(
        "--expose",
        is_flag=True,
        help="With --engine ray: let a cluster of our own listen on all network interfaces.",
    ),
)


def executor_from(given: dict[str, Any]) -> Executor:
    """The executor that the options above describe; they are taken out of all that is given."""
    from ..lab.executor import executor_of

    return executor_of(
        **{name: given.pop(name) for name in ("engine", "jobs", "address", "expose")}
    )


def check_seat(table: Table, seat: int) -> None:
    """Reject a seat (counted from 1) that does not exist."""
    if not 1 <= seat <= table.program.seats:
        raise click.BadParameter(f"there are {table.program.seats} seats", param_hint="--seat")


def check_notation(table: Table, texts: str) -> None:
    """Reject a notation that the game does not have."""
    from ..play.moves import notations

    known = notations(table.program)
    if texts and texts not in known:
        what = f"unknown notation '{texts}'; known: {', '.join(known) or 'none'}"
        raise click.BadParameter(what, param_hint="--texts")
