"""The command that prints a game in another language."""

from __future__ import annotations

from pathlib import Path

import click

from ..ui.options import as_json, option, the_game
from .context import check_overwrite_description, the_game_called, write_file
from .group import BAD, SOURCES, say_problems


@click.command()
@the_game
@option("--to", "language", required=True, metavar="LANGUAGE", help="The language to write.")
@option("--out", type=click.Path(dir_okay=False), help="Write to a file.")
@as_json
def write(game: str, language: str, out: str | None, as_json: bool) -> None:
    """Print a game in a language, if the language can express it.

    The text means exactly the same game; comments are not kept. If the language cannot say
    something, every reason is reported with its location. Files that belong to the text, such as a
    layout, are written beside it with --out.
    """
    from ..diagnostics import Report
    from ..languages import LANGUAGES

    writers = {each.name: each.tools.write for each in LANGUAGES if each.tools.write}
    if language not in writers:
        raise click.BadParameter(f"games can be written in {', '.join(writers)}, not '{language}'")
    report, ctx = Report(), click.get_current_context()
    stem = Path(out).name.partition(".")[0] if out else ""
    found = writers[language](the_game_called(game).definition, report, stem)
    if found is None:
        say_problems(report.sorted(), ctx.meta.get(SOURCES, ()), ctx)
        ctx.exit(BAD)
    if out is None:
        click.echo(found.text, nl=False)
        return
    beside = {Path(out).parent / name: text for name, text in found.beside.items()}
    files = {Path(out): found.text, **beside}
    for path in files:  # all of them before any is written
        check_overwrite_description(path, language)
    for path, text in files.items():
        write_file(path, text)
