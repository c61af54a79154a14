"""The commands for authors: begin a game, watch it while it is being written."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..ui.completion import games
from ..ui.options import ROOT, SEED, option, program_options, root_option
from .context import prepare, the_game_called, write_file
from .group import BAD

if TYPE_CHECKING:
    from ..languages.starters import Starter

NEXT = {
    "play": "play it",
    "serve": "play it in the browser",
    "watch": "check and try it each time it is saved",
}
# What there is: a test compares them. Languages are not loaded for the help of all commands.
LANGUAGE_NAMES = ("cgml", "sgdl", "rulexml", "gamespec")
KINDS = ("solitaire", "comparing", "shedding", "trick-taking", "bidding", "taking", "board")


@click.command()
@click.argument("name")
@option("--language", type=click.Choice(LANGUAGE_NAMES), help="The language.  [default: by KIND]")
@option("--like", "kind", type=click.Choice(KINDS), help="The kind of game.")
@option("--out", type=click.Path(file_okay=False), default=".", help="Folder of the new file.")
def new(name: str, language: str | None, kind: str | None, out: str) -> None:
    """Begin a game: write a small one that works, with comments, to be changed.

    NAME is the title of the game; its file has the same name in lower case. The last line of the
    output is the path of the file.

    \b
    cgml      comparing, shedding, trick-taking, bidding
    sgdl      solitaire
    rulexml   solitaire
    gamespec  taking, board
    """
    from ..languages import LANGUAGES
    from ..languages.starters import NAME, title_of

    if not NAME.fullmatch(name):
        raise click.BadParameter(
            f"'{name[:60]}' is not a valid name: up to 60 letters, digits, spaces and -'!&,.+, "
            "of which the first is a letter or a digit"
        )
    starter = _starter(language, kind)
    title = title_of(name)
    folder = Path(out)
    files = {folder / file: text for file, text in starter.called(title).items()}
    taken = [path for path in files if path.exists() or path.is_symlink()]
    if taken:
        raise click.BadParameter(f"'{taken[0]}' already exists; choose another name or folder")
    if not folder.is_dir():
        raise click.BadParameter(f"'{out}' is not a folder")
    for path, text in files.items():
        write_file(path, text)
    path = next(iter(files))
    known = {each.name: each.title for each in LANGUAGES}
    kind_text = starter.kind if starter.kind == "solitaire" else f"{starter.kind} game"
    click.echo(f"{title}: a {kind_text} in {known[starter.language]}. What next:")
    for command, what in NEXT.items():
        click.echo(f"  ludwright {command:<5} {path}   {what}")
    click.echo(str(path))


def _starter(language: str | None, kind: str | None) -> Starter:
    """The first starter of a language and a kind; either may be left open."""
    from ..languages import LANGUAGES
    from ..languages.starters import starters

    found = {each.name: starters(each) for each in LANGUAGES if language in (None, each.name)}
    wanted = [of[kind or next(iter(of))] for of in found.values() if kind is None or kind in of]
    if not wanted:
        kinds = ", ".join(found[str(language)])
        raise click.BadParameter(f"'{language}' has no starter of this kind; it has: {kinds}")
    return wanted[0]


POLL = 0.3  # seconds


@click.command()
@click.argument("file", type=click.Path(dir_okay=False), shell_complete=games)
@root_option
@program_options
@option("--games", type=click.IntRange(2), default=1000, metavar="N", help="Random games.")
@option("--seed", type=SEED, default=0, metavar="S", help="Seed of the games.")
@option("--once", is_flag=True, help="Look at the file once, and end.")
def watch(
    file: str,
    options: dict[str, str],
    players: int | None,
    games: int,
    seed: int,
    once: bool,
) -> None:
    """Check a game and try it, again each time it is saved, until Ctrl-C.

    Its problems are reported as by check; then its contract is verified and random games are
    played, and what changed in the figures since the last time is printed.
    """
    prepare()
    from .watched import Watched

    ctx = click.get_current_context()
    if not Path(file).exists():
        the_game_called(file)  # which says what there is instead
    watched = Watched(file, options, players, games, seed, ctx.meta.get(ROOT))
    try:
        while True:
            for line in watched.look():
                click.echo(line)
            if once:
                break
            click.echo(f"watching {file}; Ctrl-C ends it\n", err=True)
            while not watched.is_changed:
                time.sleep(POLL)
    except KeyboardInterrupt:
        return
    if watched.failed:
        ctx.exit(BAD)
