"""Options that several commands take, and how their values are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from ..play.table import Table

F = TypeVar("F", bound=Callable[..., Any])

PACES = ("decision", "turn", "phase", "event")
MOST_MOVES = 2**31 - 2
SEED = click.IntRange(0, 2**63 - 1)
ROOT = "ludwright.root"  # where the context keeps the folder that a game's files may lie in
JSON = "ludwright.json"  # where the context keeps whether machines read the answer


def _settings(ctx: click.Context, param: click.Parameter, given: Sequence[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in given]
    if wrong := [name for name, equals, _ in pairs if not (name and equals)]:
        raise click.BadParameter(f"'{wrong[0]}' is not NAME=VALUE", ctx, param)
    return {name: value for name, _, value in pairs}


def _note_json(ctx: click.Context, param: click.Parameter, given: bool) -> bool:
    ctx.meta[JSON] = given
    return given


def _all(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    def decorate(function: F) -> F:
        for each in reversed(decorators):
            function = each(function)
        return function

    return decorate


def option(*names: str, **settings: Any) -> Callable[[F], F]:
    """An option that shows its default, if it has one."""
    return click.option(*names, show_default=True, **settings)


def _note_root(ctx: click.Context, param: click.Parameter, given: str | None) -> None:
    ctx.meta[ROOT] = Path(given) if given else None


root_option = click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False),
    callback=_note_root,
    expose_value=False,
    help="Where files that a game names may lie; the folder of its own file if not given.",
)
the_game = _all(click.argument("game"), root_option)
program_options = _all(
    option("--players", type=int, metavar="K", help="How many play; the fewest if not given."),
    option(
        "--set",
        "options",
        multiple=True,
        callback=_settings,
        metavar="NAME=VALUE",
        help="Set an option of the game; may be repeated.",
    ),
)
table_options = _all(
    program_options,
    option("--seed", type=SEED, metavar="N", help="Which game; any if not given, and told."),
    option(
        "--deal",
        metavar="SPEC",
        help="Cards instead of a shuffle: a file, a list KH,10S,... or ms:NUMBER, "
        "one of Microsoft's deals.",
    ),
    option(
        "--pace",
        type=click.Choice(PACES),
        help="Where the game waits; at decisions if not given, at turns if nothing is decided.",
    ),
)
screen_options = _all(
    option("--plain", is_flag=True, help="Lines of text, also in a terminal."),
    option("--no-colour", is_flag=True, help="Letters instead of colours and suit signs."),
)
as_json = option(
    "--json", "as_json", is_flag=True, callback=_note_json, is_eager=True, help="For machines."
)
most_moves = option(
    "--max-moves",
    type=click.IntRange(1, MOST_MOVES),
    default=10_000,
    metavar="M",
    help="Stop a game after so many moves or turns.",
)


def _renamed(ctx: click.Context, param: click.Parameter, given: str | None) -> None:
    if given is not None:
        raise click.UsageError(f"{param.opts[0]} is now {param.metavar}", ctx)


def former(old: str, new: str) -> Callable[[F], F]:
    """An option that has another name now, which whoever still uses it is told."""
    return click.option(old, metavar=new, hidden=True, expose_value=False, callback=_renamed)


def against_option(others: str, default: str | None = None) -> Callable[[F], F]:
    """Who sits in other seats."""
    return option("--against", default=default, metavar="NAME", help=f"The bot in {others}.")


bot_options = _all(
    option("--bot", default="random", metavar="NAME", help="The bot in all seats."),
    against_option("all seats but the first.  [default: the same]"),
    former("--policy", "--bot"),
)


def check_seat(table: Table, seat: int) -> None:
    """Refuse a seat, counted from 1, that a table does not have."""
    if not 1 <= seat <= table.program.seats:
        raise click.BadParameter(f"there are {table.program.seats} seats", param_hint="--seat")


def check_notation(table: Table, texts: str) -> None:
    """Refuse a notation that a game does not have."""
    from ..play.moves import notations

    known = notations(table.program)
    if texts and texts not in known:
        what = f"there is no notation '{texts}', but: {', '.join(known) or 'none'}"
        raise click.BadParameter(what, param_hint="--texts")
