"""The command group, and how failures of any command are reported."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from .. import __version__
from ..ui.options import JSON

if TYPE_CHECKING:
    from ..diagnostics import Diagnostic, Source

BAD, WRONG_USE, INTERRUPTED = 1, 2, 130
# Codes of what the caller got wrong, not the author of a game.
CALLER = {"LW101", "LW107", "LW108", "LW109"}
SOURCES = "ludwright.sources"  # where the context keeps the texts that error messages quote


class Commands(click.Group):
    """The commands. Every failure ends in a message and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        # Click reports these itself and sets the exit code, also for a closed pipe.
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(INTERRUPTED)
        except Exception as error:
            ctx.exit(_explain(error, ctx))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of registration."""
        return list(self.commands)


def _explain(error: Exception, ctx: click.Context) -> int:
    """Report a failure; returns the exit code."""
    from ..game import GameError

    if isinstance(error, GameError):
        say_problems(error.diagnostics, error.sources, ctx)
        return WRONG_USE if {d.code for d in error.diagnostics} <= CALLER else BAD
    # Imported late: a command that fails while parsing should not load Numba.
    from ..play.errors import GameFault, TableError
    from ..play.record import RecordError

    if isinstance(error, GameFault | RecordError | TableError):
        say_problems([error.diagnostic], ctx.meta.get(SOURCES, ()), ctx)
        return WRONG_USE if isinstance(error, TableError) else BAD
    if isinstance(error, OSError):
        return say_unusable(error)
    if isinstance(error, RecursionError):
        click.echo("error: the input is nested too deeply", err=True)
        return BAD
    # One line, whatever the text of the exception looks like.
    what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    click.echo(f"internal error, please report it: {what}", err=True)
    return BAD


def say_unusable(error: OSError) -> int:
    """Report an unusable file (or output, if none is named); returns the exit code."""
    what = f"'{error.filename}'" if error.filename else "the output"
    click.echo(f"error: {what} cannot be used: {error.strerror or error}", err=True)
    return BAD


def say_problems(
    problems: Sequence[Diagnostic], sources: Sequence[Source], ctx: click.Context
) -> None:
    """Report diagnostics, as text or as JSON."""
    from ..diagnostics import render

    if ctx.meta.get(JSON):
        say_json([d.as_json() for d in problems], err=True)
    else:
        click.echo("\n\n".join(render(d, sources) for d in problems), err=True)


def say_json(data: object, err: bool = False) -> None:
    """Print data as JSON."""
    click.echo(json.dumps(data, indent=1, ensure_ascii=False), err=err)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ludwright")
def cli() -> None:
    """Write the rules; get the game: play, check, simulate card games from their written rules.

    GAME is a library name (see 'ludwright games') or a file.
    """
