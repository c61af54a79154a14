"""Records on the command line: finding the game, and replaying to the last move."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING

import click

from .context import load, prepare, the_game_called

if TYPE_CHECKING:
    from ..game import Game
    from ..play.record import Record
    from ..play.table import Table


def replayed(file: str, game: str | None) -> tuple[Record, Game, Table]:
    """A parsed record, its game, and the table after its last move. A game named explicitly is
    accepted even if it has changed since, as long as every move replays."""
    from ..play.record import read_record
    from ..ui.files import record_text

    text = record_text(file)
    found = read_record(text, file)
    played = the_game_called(game or _name_of(found, Path(file)))
    prepare()
    table = played.resume(text, changed=game is not None)
    say_changed(found, played)
    return found, played, table


def resumed(game: Game, file: str) -> Table:
    """The table of a record, to continue from."""
    from ..play.record import read_record
    from ..ui.files import record_text

    text = record_text(file)
    table = game.resume(text, trace=True, changed=True)
    say_changed(read_record(text), game)
    return table


def say_changed(record: Record, game: Game) -> None:
    """Note that a record replays although its game has changed."""
    from ..play.replay import fits

    if not fits(record, game.loaded.digest):
        what = f"the description has changed since: sources {record.sources} when it was recorded, "
        what += f"{game.loaded.digest} now; every move and state still matches"
        click.echo(f"note: {what}", err=True)


def _name_of(record: Record, file: Path) -> str:
    """Locate the game of a record: in the library, or in a file relative to the record. Of several
    candidates, take the one with the recorded sources."""
    from .. import pipeline
    from ..play.record import refuse
    from ..play.replay import OTHER_GAME, fits, refuse_lost

    if record.game in pipeline.library_games():
        return record.game
    # Every candidate is listed in the error, with the reason why it was not taken.
    tried, changed = [], False
    for place in dict.fromkeys(_places(record.game, file)):
        if not os.path.isfile(place):
            tried.append(f"tried '{str(place)[:300]}': no such file")
            continue
        found = load(str(place))
        if found.failed:
            tried.append(f"tried '{place}': it has errors; see 'ludwright check'")
        elif fits(record, found.digest):
            return str(place)
        else:
            changed = True
            tried.append(f"tried '{place}': its sources are {found.digest}")
    shown = PurePosixPath(record.game[:200]).name
    if changed:
        message = f"'{shown}' has changed: the record was made from sources {record.sources}"
        refuse(OTHER_GAME, message, help=HELP, notes=tuple(tried))
    message = f"'{shown}', the game of this record, was not found"
    refuse_lost(message, HELP, tried)


HELP = "name the game that was played with --game FILE"


def _places(name: str, file: Path) -> Iterator[Path]:
    """Candidate paths of a record's game: relative to the record, next to it, and relative to the
    current directory. Absolute paths are ignored: a foreign record must not choose what is read."""
    way = Path(name)
    # Windows paths, too, on any system: records are exchanged between them.
    if PureWindowsPath(name).anchor or way.is_absolute() or "\0" in name:
        way = Path(PureWindowsPath(name).name or "-")
    itself = Path(os.path.realpath(file)) if file.is_symlink() else file
    for folder, each in ((itself.parent, way), (file.parent, Path(way.name)), (Path(), way)):
        yield Path(os.path.normpath(folder / each))
