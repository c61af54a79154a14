"""Records on the command line: the game one was made of, and its table after the last move."""

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
    """What a record's file says, the game that was played, and its table after the last move. A
    game that is named will do even if it was changed since, as long as that makes no difference."""
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
    """The table of a record of a game, to go on from."""
    from ..play.record import read_record
    from ..ui.files import record_text

    text = record_text(file)
    table = game.resume(text, trace=True, changed=True)
    say_changed(read_record(text), game)
    return table


def say_changed(record: Record, game: Game) -> None:
    """Say that a record holds although its game was changed."""
    from ..play.replay import fits

    if not fits(record, game.loaded.digest):
        what = f"the description was changed since: sources {record.sources} when it was recorded, "
        what += f"{game.loaded.digest} now; every move and state is still as recorded"
        click.echo(f"note: {what}", err=True)


def _name_of(record: Record, file: Path) -> str:
    """Where the game of a record is: in the library, or in a file that is found from the record's.
    Of several, that with the recorded sources."""
    from .. import pipeline
    from ..play.record import refuse
    from ..play.replay import OTHER_GAME, fits, refuse_lost

    if record.game in pipeline.library_games():
        return record.game
    tried, changed = [], False
    for place in dict.fromkeys(_places(record.game, file)):
        if not os.path.isfile(place):
            tried.append(f"tried '{str(place)[:300]}': there is no such file")
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
        message = f"'{shown}' was changed: the record is of sources {record.sources}"
        refuse(OTHER_GAME, message, help=HELP, notes=tuple(tried))
    message = f"'{shown}', of which this is a record, was not found"
    refuse_lost(message, HELP, tried)


HELP = "name the description that was played: --game FILE"


def _places(name: str, file: Path) -> Iterator[Path]:
    """Where the file of a game may be that a record names: on the way from the record, beside it,
    and on the same way from here, for a record that was printed. Nobody is sent to an absolute
    place by a foreign record."""
    way = Path(name)
    if PureWindowsPath(name).anchor or way.is_absolute() or "\0" in name:
        way = Path(PureWindowsPath(name).name or "-")
    itself = Path(os.path.realpath(file)) if file.is_symlink() else file
    for folder, each in ((itself.parent, way), (file.parent, Path(way.name)), (Path(), way)):
        yield Path(os.path.normpath(folder / each))
