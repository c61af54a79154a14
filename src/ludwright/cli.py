"""The command line: what each command does is elsewhere, how it is said is here."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from .diagnostics import Diagnostic, Source
    from .game import Game
    from .lab.metrics import Statistics
    from .pipeline import Loaded
    from .play.table import Table

F = TypeVar("F", bound=Callable[..., Any])

BAD, WRONG_USE, INTERRUPTED = 1, 2, 130
PACES = ("decision", "turn", "phase", "event")
MOST_SEED, MOST_MOVES = 2**63 - 1, 2**31 - 2
# What the caller got wrong, not the author of a game.
CALLER = {"LW101", "LW107", "LW108", "LW109"}


class Failure(Exception):
    """Ends a command: what is wrong, and the exit code."""

    def __init__(
        self, problems: Sequence[Diagnostic], sources: Sequence[Source] = (), code: int = BAD
    ) -> None:
        super().__init__()
        self.problems = problems
        self.sources = sources
        self.code = code


class Commands(click.Group):
    """The commands. Whatever goes wrong in one ends in a message and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except Exception as error:
            ctx.exit(_explain(error, "--json" in ctx.args + sys.argv))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which they are written below."""
        return list(self.commands)


def _explain(error: Exception, as_json: bool) -> int:
    """Say what went wrong; the exit code."""
    problems: Sequence[Diagnostic]
    sources: Sequence[Source] = getattr(error, "sources", ())
    if isinstance(error, Failure):
        problems = error.problems
    elif diagnostic := getattr(error, "diagnostic", None):
        problems = [diagnostic]
    else:
        problems = getattr(error, "diagnostics", ())
    if problems:
        _say_problems(problems, sources, as_json)
        return getattr(error, "code", BAD)
    if type(error).__name__ == "TableError":
        click.echo(f"error: {error}", err=True)
        return WRONG_USE
    kind = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    click.echo(f"error: this is a fault of Ludwright, please report it ({kind})", err=True)
    return BAD
