"""The command line: what a command does is elsewhere, how it is asked for and told is here."""

from __future__ import annotations

import io
import os
import sys

from . import counting, looking, playing, scores, solving, texts, writing
from .group import cli

__all__ = ["cli", "main"]

COMMANDS = (
    looking.games,
    looking.rules,
    looking.check,
    looking.explain,
    looking.show,
    looking.listing,
    texts.fmt,
    texts.migrate,
    texts.schema,
    writing.write,
    playing.play,
    playing.record,
    playing.replay,
    playing.position,
    scores.scores,
    solving.solve,
    solving.deal,
    counting.simulate,
    counting.perft,
    counting.tree,
)
"""Every command, in the order in which they are listed."""

for command in COMMANDS:
    cli.add_command(command)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        cli(prog_name="ludwright")
    finally:
        _let_go_of_output()


def _let_go_of_output() -> None:
    """Write out what is left; if nobody reads any more, say nothing about it."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
