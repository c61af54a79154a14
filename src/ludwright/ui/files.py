"""Files that people name, on the command line or at the table: deals, records, positions."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from ..disk import folder_of, overwrite_refusal, read_whole, write_whole
from ..game import Game
from ..play.errors import TableError
from ..play.record import LARGEST_RECORD, not_a_record
from ..play.table import Table

LARGEST_DEAL = 100_000  # bytes
RECORD_KEYS = {"format", "game", "moves"}  # in records of every format, older and newer ones


def deal_text(spec: str) -> str:
    """The text of a deal: the contents of a file of this name, else the name itself."""
    path = Path(spec)
    try:
        if not path.is_file():
            return spec
    except (OSError, ValueError):  # too long, or not a valid file name
        return spec
    try:
        return read_whole(path, LARGEST_DEAL).decode()
    except OSError as error:
        raise TableError(f"the deal '{spec}' cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise TableError(f"the deal '{spec}' is not UTF-8 text") from None


def record_text(file: str) -> str:
    """The contents of a record file."""
    try:
        return read_whole(file, 4 * LARGEST_RECORD).decode()
    except OSError as error:
        raise not_a_record(f"'{file}' cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise not_a_record(f"'{file}' is not UTF-8 text") from None


# ---- kinds of files ------------------------------------------------------------------------------


def is_record(file: str | Path) -> bool:
    """Whether a file holds a record, of whatever format."""
    try:
        data = json.loads(record_text(str(file)))
    except (ValueError, RecursionError):  # also what record_text raises
        return False
    return isinstance(data, dict) and data.keys() >= RECORD_KEYS


def is_transcript(file: str | Path) -> bool:
    """Whether a file holds a transcript as `record --text` writes it."""
    try:
        lines = record_text(str(file)).splitlines()
    except ValueError:
        return False
    return len(lines) > 1 and lines[1].startswith("players  ")


# ---- saving at the table -------------------------------------------------------------------------


def position_ending(game: Game | None) -> str:
    """The file ending of saved positions of a game; empty if its language has none."""
    return game.positions.suffix if game and game.positions else ""


def save_game(game: Game | None, table: Table, file: str) -> str:
    """Write a record of the game so far, or the position alone if the file's ending asks for that;
    returns the message to show."""
    ending = position_ending(game)
    as_position = bool(ending) and file.endswith(ending)
    if not as_position and (refusal := overwrite_refusal(file, "a record", is_record)):
        return refusal
    try:
        folder = folder_of(file)
        if game is None:
            text = table.save()
        else:
            text = game.position(table, folder) if as_position else game.save(table, folder)
        write_whole(file, text)
    except (OSError, ValueError) as error:
        return f"'{file}' cannot be written: {getattr(error, 'strerror', None) or error}"
    return f"saved to {file}"


def load_game(
    game: Game | None, seat: int, resume: Callable[[str], Table], file: str
) -> Table | str:
    """The table of a record that somebody in a seat can continue at, or why there is none."""
    ending = position_ending(game)
    if ending and file.endswith(ending):
        return f"a saved position is a game of its own: run 'ludwright play {file}'"
    try:
        table = resume(record_text(file))
    except ValueError as error:
        return _message(error)
    if seat >= table.program.seats:
        return f"you are in seat {seat + 1}, but the record has {table.program.seats} seats"
    return table


def _message(error: ValueError) -> str:
    """The message of an error, without its location and help."""
    found = getattr(error, "diagnostics", None) or [getattr(error, "diagnostic", None)]
    return found[0].message if found[0] else str(error)
