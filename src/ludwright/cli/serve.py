"""Commands for the web table: run the server, and look after its store."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

import click

from .. import __version__
from ..diagnostics import did_you_mean
from ..ui.options import option
from .context import load
from .group import say_json

if TYPE_CHECKING:
    from ..web.config import Config
    from ..web.store import Store

SLOW_START = 3.0  # seconds without an answer
SLOW = "Preparing the machine (once) ..."
FOLDER = Path("~/.local/share/ludwright")
STORE = option(
    "--db",
    "store",
    default=str(FOLDER / "web.db"),
    metavar="FILE|URL",
    help="Where everything is kept: an SQLite file, or postgresql://...",
)


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False))
@option("--host", default="127.0.0.1", help="Address to listen on.")
@option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    help="Port to listen on; 0 for a free one.",
)
@STORE
@option("--base", default="", metavar="PATH", help="Path below which everything is served.")
@option("--origin", "origins", multiple=True, help="Further address of the pages, https://host.")
@option("--proxy", "proxies", multiple=True, help="Address of a proxy whose headers are trusted.")
@option("--workers", type=click.IntRange(1, 64), default=1, help="Processes (PostgreSQL only).")
@option("--engines", type=click.IntRange(1, 64), default=1, help="Engines of each process.")
@option("--keep-days", type=float, default=90.0, help="Days after which unused data is deleted.")
@option("--game", help="The game that the browser opens.")
@option("--browser/--no-browser", default=False, help="Open a browser.")
@option("--engine", default="", hidden=True)
def serve(
    files: tuple[str, ...],
    host: str,
    port: int,
    store: str,
    base: str,
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    workers: int,
    engines: int,
    keep_days: float,
    game: str | None,
    browser: bool,
    engine: str,
) -> None:
    """Run the web table: all games of the library, and FILES.

    Only this machine can reach it unless --host says otherwise. It stops with Ctrl-C or SIGTERM;
    every table is continued by the next start.
    """
    if os.name != "posix":
        raise click.UsageError(
            "the web table needs a POSIX system such as Linux or macOS; on Windows, run it in WSL, "
            "or play in the terminal: ludwright play GAME"
        )
    named = _named(files)
    from ..pipeline import library_games

    if game and game not in named and game not in library_games():
        hint = did_you_mean(game, [*named, *library_games()]) or "'ludwright games' lists them"
        raise click.BadParameter(f"unknown game '{game}'; {hint}", param_hint="--game")
    from ..web.config import Config
    from ..web.run import CannotServe, Supervisor, listen, url_of
    from ..web.run import serve as run
    from ..web.store import StoreError, store_url

    config = Config(
        store=store_url(store),
        version=__version__,
        host=host,
        port=port,
        base=_base(base),
        origins=tuple(origin.rstrip("/") for origin in origins),
        proxies=proxies,
        workers=workers,
        engines=engines,
        files=tuple(named.items()),
        keep_days=keep_days,
        engine=engine,
    )
    try:
        listener = listen(config)
        url = url_of(config, listener) + (f"game/{game}" if game else "")
        # Only engines load the machine, so this process cannot know whether it has to be compiled.
        slow = Timer(SLOW_START, click.echo, (SLOW,), {"err": True})
        slow.daemon = True
        slow.start()

        def ready() -> None:
            slow.cancel()
            click.echo(f"Ludwright is at {url}", color=False)
            _warn_of_exposure(config)
            if browser:
                _open(url)

        if workers > 1:
            Supervisor(config, listener).run(ready)
        else:
            run(config, listener, ready=ready)
    except (CannotServe, StoreError) as error:
        raise click.ClickException(str(error)) from None


def _named(files: tuple[str, ...]) -> dict[str, str]:
    """The files as games, by their names; each must be a game without errors."""
    from ..game import GameError

    named = {}
    for file in files:
        loaded = load(file)
        if loaded.failed:
            raise GameError(loaded, loaded.diagnostics)
        name = Path(file).stem
        if name in named:
            raise click.BadParameter(f"two files are called '{name}'")
        named[name] = str(Path(file).resolve())
    return named


def _base(path: str) -> str:
    trimmed = path.strip("/")
    if not trimmed:
        return ""
    if not all(part.replace("-", "").replace("_", "").isalnum() for part in trimmed.split("/")):
        raise click.BadParameter(f"'{path}' is not a plain path", param_hint="--base")
    return f"/{trimmed}"


def _warn_of_exposure(config: Config) -> None:
    from ..web.server import is_local

    if not is_local(config.host):
        click.echo("Others can reach it; use a proxy with TLS in front of it.", err=True)


def _open(url: str) -> None:
    """Open a browser, if there is one that does not take over the terminal."""
    import webbrowser

    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return
    if type(found) is not webbrowser.GenericBrowser:
        found.open(url)


# ---- operators -----------------------------------------------------------------------------------


@click.group("serve-admin")
def serve_admin() -> None:
    """Look after the store of the web table; a server may be running."""


def _store(where: str) -> Store:
    from ..web.store import Store, StoreError, store_url

    try:
        return Store(store_url(where), beside=True)
    except StoreError as error:
        raise click.ClickException(str(error)) from None


@serve_admin.command()
@click.argument("file", type=click.Path(dir_okay=False))
@STORE
def backup(file: str, store: str) -> None:
    """Write everything into FILE, which only you can read."""
    from ..web.operator import backup as write

    opened = _store(store)
    try:
        say_json({"file": file, "rows": write(opened, file)})
    finally:
        opened.close()


@serve_admin.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@STORE
def restore(file: str, store: str) -> None:
    """Fill an empty store from a backup; also to change from SQLite to PostgreSQL."""
    from ..web.operator import restore as fill
    from ..web.store import StoreError

    opened = _store(store)
    try:
        say_json({"file": file, "rows": fill(opened, file)})
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    finally:
        opened.close()


@serve_admin.command()
@click.argument("table")
@STORE
def close(table: str, store: str) -> None:
    """Delete a table and send everybody away who is there."""
    from ..web.records import close_table

    opened = _store(store)
    try:
        if not opened.submit(lambda connection: close_table(connection, table)).result():
            raise click.ClickException(f"unknown table '{table}'")
        say_json({"closed": table})
    finally:
        opened.close()


@serve_admin.command()
@click.argument("subject")
@option("--reason", default="", help="What the person is shown.")
@option("--lift", is_flag=True, help="Lift the ban.")
@STORE
def ban(subject: str, reason: str, lift: bool, store: str) -> None:
    """Ban a person, by number, or an address."""
    from ..web import people

    opened = _store(store)
    try:
        if lift:
            opened.submit(lambda connection: people.unban(connection, subject)).result()
        else:
            opened.submit(lambda connection: people.ban(connection, subject, reason)).result()
        say_json({"banned": opened.query(people.bans)})
    finally:
        opened.close()


@serve_admin.command()
@option("--days", type=float, default=90.0, help="Age of what is deleted.")
@STORE
def retention(days: float, store: str) -> None:
    """Delete what nobody has used for some days."""
    from ..web.operator import retain

    opened = _store(store)
    try:
        say_json(opened.submit(lambda connection: retain(connection, days)).result())
    finally:
        opened.close()


@serve_admin.command()
@click.argument("results", type=click.Path(file_okay=False))
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False))
@option(
    "--format",
    type=click.Choice(("parquet", "csv")),
    help="Format of the files.  [default: parquet, or csv without duckdb]",
)
@STORE
def export(results: str, files: tuple[str, ...], format: str | None, store: str) -> None:
    """Add finished games of people to RESULTS, for 'ludwright query'.

    Only games are exported whose people have all agreed, on the page of their games; without names,
    chat or times. FILES are games that are not of the library.
    """
    from ..web.export import export as write

    opened = _store(store)
    try:
        found = write(opened, results, format, _named(files))
        say_json(
            {"results": results, "games": found.games, "new": found.new}
            | {"left_out": found.left_out}
        )
    finally:
        opened.close()
