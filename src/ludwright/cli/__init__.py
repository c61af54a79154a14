"""The command line: parsing arguments and printing results; the work is done elsewhere."""

from __future__ import annotations

import sys

from . import (
    author,
    bot,
    data,
    lsp,
    manual,
    measure,
    page,
    play,
    reports,
    scores,
    serve,
    shell,
    solve,
    sources,
    statistics,
    variants,
    write,
)
from .group import cli, say_unusable
from .streams import flush_output, open_streams

__all__ = ["cli", "main"]

COMMANDS = (
    reports.games,
    reports.rules,
    author.new,
    reports.check,
    author.watch,
    manual.explain,
    reports.show,
    reports.listing,
    sources.fmt,
    sources.migrate,
    sources.schema,
    write.write,
    play.play,
    serve.serve,
    serve.serve_admin,
    lsp.lsp,
    play.record,
    play.replay,
    play.position,
    scores.scores,
    solve.solve,
    solve.deal,
    bot.bot,
    statistics.simulate,
    measure.measure,
    statistics.arena,
    statistics.equilibrium,
    page.report,
    statistics.perft,
    statistics.tree,
    data.collect,
    data.query,
    variants.compare,
    variants.evolve,
    shell.completion,
    shell.man,
)
"""Every command, in the order in which they are listed."""

for command in COMMANDS:
    cli.add_command(command)


def main() -> None:
    """Run the command line."""
    open_streams()
    code: str | int | None
    try:
        code = cli(prog_name="ludwright")
    except SystemExit as leaving:
        code = leaving.code
    except OSError as error:
        code = say_unusable(error)
    # Python flushes at exit, too, but would print a traceback if that fails.
    unwritten = flush_output()
    if unwritten and not code:
        code = say_unusable(unwritten)
    sys.exit(code)
