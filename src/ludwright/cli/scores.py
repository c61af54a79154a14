"""High scores: kept in a file, and shown."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..ui.options import as_json
from .context import write_file
from .group import BAD, say_json, say_problems

if TYPE_CHECKING:
    from ..languages.language import ScoreFiles
    from ..play.table import Table


def score_files() -> ScoreFiles:
    """How lists of scores are kept: as the first language does that has files of them."""
    from ..languages import LANGUAGES

    return next(each.tools.scores for each in LANGUAGES if each.tools.scores)


def read_list(file: str, to_change: bool = False) -> Any:
    """The contents of a score file, empty if there is none yet. A broken file, or one that holds
    more than scores, ends the command and is left untouched."""
    from ..diagnostics import Report, Source
    from ..languages.files import Problem, read_text

    path, files = Path(file), score_files()
    if not path.exists():
        return files.empty
    text, ctx = read_text(path, file), click.get_current_context()
    if isinstance(text, Problem):
        raise click.BadParameter(text.message)
    source, report = Source(file, text), Report()
    found = files.read(source, report)
    if report.items:
        say_problems(report.sorted(), [source], ctx)
    if found is None or (to_change and report.items):
        ctx.exit(BAD)
    return found


def keep_score(file: str, game: str, table: Table, seat: int) -> None:
    """Add the score of a seat to a score file, if the game is over and has scores."""
    scores = table.result().scores if table.over else None
    if scores is None:
        why = "the game has no scores" if table.over else "the game is not over"
        click.echo(f"no score: {why}")
        return
    files = score_files()
    # Read again: another game may have added to the file during this one.
    lists = files.add(read_list(file, to_change=True), game, scores[seat])
    write_file(file, files.text(lists))
    place = files.place(lists, game, scores[seat])
    rank = f"number {place} in {file}" if place else f"not among the best in {file}"
    click.echo(f"score {scores[seat]}: {rank}")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@as_json
def scores(file: str, as_json: bool) -> None:
    """Show the high scores that 'ludwright play --scores FILE' keeps."""
    lists = read_list(file)
    if as_json:
        say_json({game: [_number(score) for score in scores] for game, scores in lists.games})
        return
    for game, each in lists.games:
        click.echo(f"{game}: {', '.join(str(_number(score)) for score in each) or '-'}")
    if not lists.games:
        click.echo("no scores yet")


def _number(score: str) -> int | float:
    number = Decimal(score)
    return int(number) if number == int(number) else float(number)
