"""Replays: a record is played again, and every move, state and the result are compared."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NoReturn

from ..diagnostics import declare
from ..machine.program import Program
from .equivalent_moves import alike
from .errors import AmbiguousMove, GameFault, IllegalMove, InvalidMove, MoveError, TableError
from .picks import collected
from .record import Record, RecordedMove, RecordError, refuse, result_of, state_hash
from .semantics import SEMANTICS

if TYPE_CHECKING:
    from .moves import Move
    from .table import Table

OTHER_GAME = declare(
    "RC103",
    "recorded with another description",
    """The record has a hash of all files of the description that was played, and this description
    has another hash: it has changed since, or is another game. Name the file that was played with
    `--game FILE`. A changed file is accepted as long as every move, every state and the result are
    as recorded.""",
)
BAD_START = declare(
    "RC104",
    "impossible start",
    "The table cannot be set up as recorded: check seed, deal, pace and names.",
)
NO_MOVE = declare("RC105", "unknown move", "The game has no such move.")
ILLEGAL = declare(
    "RC106",
    "recorded move is illegal",
    "The move exists, but is not legal where it is recorded.",
)
WRONG_STATE = declare(
    "RC107",
    "recorded state differs",
    """The replay led to another state than the record has. If all moves are legal, the hash, the
    seed or the deal in the record was changed.""",
)
WRONG_TEXT = declare("RC108", "recorded text differs", "The move with this id has another text.")
WRONG_RESULT = declare(
    "RC109", "recorded result differs", "The replay ended with another result than the record has."
)
NO_DESCRIPTION = declare(
    "RC110",
    "recorded game not found",
    """The record of a game that is not in the library has the path of its file, relative to the
    record. It is searched there, then next to the record, then relative to the current folder.
    Name it with `--game FILE`.""",
)


WRONG_CHANCE = declare(
    "RC111",
    "recorded chance differs",
    """The field `chance` has, for each move that took random numbers drawn anew, the number of
    moves made before it and the eight words of the generator. Here a move is missing or out of
    order, took no random numbers, or the words cannot be those of a generator.""",
)


class WrongText(IllegalMove):
    """A legal move whose text is not the recorded one."""


def fits(record: Record, sources: str) -> bool:
    """Whether a record may be of these sources; the older format has none."""
    return record.sources in (None, sources)


def check_sources(record: Record, sources: str) -> None:
    """Refuse a record of other sources."""
    if not fits(record, sources):
        refuse(
            OTHER_GAME,
            f"recorded with sources {record.sources or '-'}, this description has {sources}",
            help="name the description that was played: --game FILE",
        )


def refuse_lost(message: str, help: str, tried: Sequence[str]) -> NoReturn:
    """Refuse a record whose game is not found."""
    refuse(NO_DESCRIPTION, message, help=help, notes=tuple(tried))


def replay(record: Record, program: Program, trace: bool = False, changed: bool = False) -> Table:
    """The table at the end of a recorded game, with every move checked. Sources that have `changed`
    are accepted if that makes no difference."""
    if not changed:
        check_sources(record, program.sources)
    try:
        table = _set_up(record, program, trace)
        _compare(table, record.start, "before the first move")
        _make_all(table, record)
        _check_result(table, record)
    except RecordError as error:
        # Added only now: a changed description matters if it made a difference.
        notes = (*error.diagnostic.notes, *_doubts(record, program))
        raise RecordError(replace(error.diagnostic, notes=notes)) from None
    return table


def _doubts(record: Record, program: Program) -> list[str]:
    """Possible reasons why a replay fails."""
    doubts = []
    if record.sources is None:
        doubts.append("the record has an older format, which does not identify the description")
    elif not fits(record, program.sources):
        recorded, found = record.sources, program.sources
        doubts.append(f"recorded with sources {recorded}, this description has {found}")
    if record.semantics not in (None, SEMANTICS):
        recorded = f"semantics {record.semantics}"
        doubts.append(f"recorded with {recorded}, this version has {SEMANTICS}")
    return doubts


def _set_up(record: Record, program: Program, trace: bool) -> Table:
    from .table import Table

    try:
        return Table(
            program,
            seed=record.seed or 0,
            rng=record.rng,
            names=record.names,
            pace=record.pace,
            deal=record.deal,
            trace=trace,
            game=record.game,
        )
    except TableError as error:
        refuse(BAD_START, f"cannot set up the table: {error}")
    except GameFault as broken:
        raise RecordError(broken.diagnostic) from None


def _make_all(table: Table, record: Record) -> None:
    """Make every move of a record."""
    at, steps, strict = 0, record.moves, record.semantics in (None, SEMANTICS)
    drawn = _checked_chance(record)
    while at < len(steps):
        where = f"move {at + 1}"
        if at in drawn:
            table.reseed(drawn[at])
        try:
            taken = follow(table, steps[at:], strict, older=record.sources is None)
        except GameFault as broken:
            note = f"while replaying {where}"
            raise RecordError(replace(broken.diagnostic, notes=(note,))) from None
        except WrongText as error:
            refuse(WRONG_TEXT, f"{where}: {error}")
        except InvalidMove as error:
            refuse(NO_MOVE, f"{where}: {error}")
        except MoveError as error:
            refuse(ILLEGAL, f"{where}: '{steps[at].text}': {error}")
        if table.reseeded.get(at) != drawn.get(at):
            refuse(WRONG_CHANCE, f"{where}: the words drawn anew are invalid, or were not used")
        at += taken
        _compare(table, steps[at - 1].hash, f"after move {at}")


def _checked_chance(record: Record) -> dict[int, tuple[int, ...]]:
    """The words drawn anew, by the number of moves made before."""
    numbers = [number for number, _ in record.chance]
    if any(a >= b for a, b in pairwise(numbers)):
        refuse(WRONG_CHANCE, "the numbers of moves in 'chance' are not in ascending order")
    for number in numbers:
        if not 0 <= number < len(record.moves):
            refuse(WRONG_CHANCE, f"'chance' has words for move {number + 1}, which is missing")
    return dict(record.chance)


def follow(
    table: Table, steps: Sequence[RecordedMove], strict: bool = True, older: bool = False
) -> int:
    """Make the next move of a record, and return the number of steps it takes: an older record has
    a step for each item of a set."""
    # The older format wrote a set as one move per item, and `done`.
    if older and (found := collected(table, [step.text for step in steps])):
        table.apply(found[0])
        return found[1]
    table.apply(_meant(table, steps[0], strict))
    return 1


def _meant(table: Table, step: RecordedMove, strict: bool) -> Move:
    """The legal move of a step: by its id and text, or by its text if ids have changed, or by its
    id and the state after it if texts have changed."""
    # Ids change with the compiler, texts with the semantics; either finds the move.
    numbered = _numbered(table, step.id)
    if numbered is not None and str(numbered) == step.text:
        return numbered
    named = table.find(lambda move: str(move) == step.text)
    if not named and numbered is not None and not strict and _agrees(table, numbered, step):
        return numbered
    if not named and numbered is not None:
        raise WrongText(f"recorded as '{step.text}', but the move is '{numbered}'")
    if not named:
        return table.parse(step.text)
    if all(alike(table, move, named[0]) for move in named):
        return named[0]
    # Moves of one text that are not equivalent: the recorded state tells which was made.
    for move in named:
        if _agrees(table, move, step):
            return move
    raise AmbiguousMove(f"matches {len(named)} moves")


def _numbered(table: Table, id: int) -> Move | None:
    """The legal move with a fixed id; None if there is none."""
    try:
        return table.move(id)
    except MoveError:
        return None


def _agrees(table: Table, move: Move, step: RecordedMove) -> bool:
    """Whether a move leads to the recorded state."""
    trial = table.copy()
    trial.apply(move)
    return state_hash(trial) == step.hash


def _compare(table: Table, recorded: str | None, where: str) -> None:
    found = state_hash(table) if recorded is not None else None
    if recorded is not None and found != recorded:
        refuse(WRONG_STATE, f"{where}: the state is {found}, recorded was {recorded[:40]}")


def _check_result(table: Table, record: Record) -> None:
    found, where = result_of(table), f"after move {len(record.moves)}"
    if found == record.result:
        return
    if found is None:
        refuse(WRONG_RESULT, f"{where}: the record has a result, but the game is not over")
    if record.result is None:
        refuse(WRONG_RESULT, f"{where}: the game is over, but the record has no result")
    dumped = [json.dumps(each, ensure_ascii=False) for each in (found, record.result)]
    refuse(WRONG_RESULT, f"{where}: the result is {dumped[0]}, not {dumped[1]}")
