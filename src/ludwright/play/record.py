"""Records: a whole game as a JSON text that can be checked move by move, and a page for people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn

from ..diagnostics import Code, Diagnostic, Span, declare, render
from ..machine.program import Program
from .errors import GameFault, IllegalMove, InvalidMove, TableError
from .events import story

if TYPE_CHECKING:
    from .table import Result, Table

FORMAT = 1
LARGEST_RECORD = 20_000_000  # characters

NOT_A_RECORD = declare(
    "RC101",
    "not a record",
    """A record is a JSON object as `ludwright record` writes it. This text is not JSON, is too
    large, or one of its fields is missing or of the wrong kind.""",
)
NEW_FORMAT = declare(
    "RC102",
    "unknown format of record",
    "The record is in a format that this version of Ludwright does not read.",
)
OTHER_GAME = declare(
    "RC103",
    "recorded with another game",
    """The program that was played differs from the one made now: the description was changed, or
    another version of Ludwright compiles it differently. Such a record can't be checked.""",
)
BAD_START = declare(
    "RC104",
    "impossible start",
    "No table can be set up as the record says: see its seed, deal, pace and names.",
)
NO_MOVE = declare("RC105", "no such move", "The game has no move with the id the record names.")
ILLEGAL = declare(
    "RC106",
    "recorded move is illegal",
    "The move exists, but may not be made where it is recorded.",
)
WRONG_STATE = declare(
    "RC107",
    "recorded state differs",
    """The game came to another state than the record says. If all moves are legal, the hash, the
    seed or the deal in the record was changed.""",
)
WRONG_TEXT = declare(
    "RC108", "recorded text differs", "The move with this id is not written like that."
)
WRONG_RESULT = declare(
    "RC109", "recorded result differs", "The game did not end as the record says it did."
)


class RecordError(ValueError):
    """A record that can't be read or does not hold; `diagnostic` says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(render(diagnostic))
        self.diagnostic = diagnostic


@dataclass(frozen=True, slots=True)
class Step:
    """One move: its fixed id, its text for people and the hash of the state after it."""

    id: int
    text: str
    hash: str


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that is needed to play a game again, and to see that it is the same game."""

    game: str
    digest: str
    players: int
    names: tuple[str, ...]
    options: Mapping[str, int | bool | str]
    seed: int | None
    rng: tuple[int, ...] | None
    deal: Mapping[str, tuple[str, ...]]
    pace: str
    start: str
    moves: tuple[Step, ...]
    result: Mapping[str, Any] | None

    def as_text(self) -> str:
        """The record as JSON, a line for each field and move."""
        fields = {"format": FORMAT} | {name: getattr(self, name) for name in FIELDS}
        moves = ",\n  ".join(_json(asdict(step)) for step in self.moves)
        fields["moves"] = f"[\n  {moves}\n ]" if moves else "[]"
        written = (f' "{k}": {v if k == "moves" else _json(v)}' for k, v in fields.items())
        return "{\n" + ",\n".join(written) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


# ---- writing -------------------------------------------------------------------------------------


def record_of(table: Table) -> Record:
    """The record of a game so far."""
    again = table.restarted()
    start = state_hash(again)
    return Record(
        game=table.game,
        digest=table.program.digest,
        players=table.program.seats,
        names=table.names,
        options=table.program.options,
        seed=table.seed if table.rng is None else None,
        rng=table.rng,
        deal=table.deal,
        pace=table.pace,
        start=start,
        moves=tuple(_steps(again, table.log)),
        result=_result(table),
    )


def _steps(table: Table, log: list[tuple[int, ...]]) -> Iterator[Step]:
    for entry in log:
        move = table.logged(entry)
        id, text = move.id, str(move)
        table.advance(entry)
        yield Step(id, text, state_hash(table))


def state_hash(table: Table) -> str:
    """The exact hash of a table's state as a record writes it."""
    return f"{table.key('exact') & 0xFFFFFFFFFFFFFFFF:016x}"


def _result(table: Table) -> dict[str, Any] | None:
    if not table.over:
        return None
    result = table.result()
    scores = None if result.scores is None else list(result.scores)
    return {"winners": list(result.winners), "scores": scores, "reason": result.reason}


# ---- reading -------------------------------------------------------------------------------------

Test = Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_value(value: Any) -> bool:
    return isinstance(value, int | str)


def _list_of(test: Test) -> Test:
    return lambda value: isinstance(value, list) and all(map(test, value))


def _map_of(test: Test) -> Test:
    return lambda value: isinstance(value, dict) and all(map(test, value.values()))


def _optional(test: Test) -> Test:
    return lambda value: value is None or test(value)


def _is_step(value: Any) -> bool:
    tests: dict[str, Test] = {"id": _is_number, "text": _is_text, "hash": _is_text}
    return _fits(value, tests)


def _is_result(value: Any) -> bool:
    numbers = _list_of(_is_number)
    return _fits(value, {"winners": numbers, "scores": _optional(numbers), "reason": _is_text})


def _fits(value: Any, tests: Mapping[str, Test]) -> bool:
    if not isinstance(value, dict) or set(value) != set(tests):
        return False
    return all(test(value[name]) for name, test in tests.items())


FIELDS: dict[str, tuple[Test, str]] = {
    "game": (_is_text, "a text"),
    "digest": (_is_text, "a text"),
    "players": (_is_number, "a whole number"),
    "names": (_list_of(_is_text), "a list of texts"),
    "options": (_map_of(_is_value), "an object with a value for each option"),
    "seed": (_optional(_is_number), "a whole number or null"),
    "rng": (_optional(_list_of(_is_number)), "a list of whole numbers or null"),
    "deal": (_map_of(_list_of(_is_text)), "an object with a list of cards for each zone"),
    "pace": (_is_text, "a text"),
    "start": (_is_text, "a text"),
    "moves": (_list_of(_is_step), "a list of moves, each with id, text and hash"),
    "result": (_optional(_is_result), "null or an object with winners, scores and reason"),
}


def read_record(text: str, file: str = "") -> Record:
    """The record a text holds; it is well-formed, but not yet known to be true."""
    if len(text) > LARGEST_RECORD:
        _refuse(NOT_A_RECORD, f"a record has at most {LARGEST_RECORD:,} characters")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        span = Span(file, error.lineno, error.colno, error.lineno, error.colno + 1)
        _refuse(NOT_A_RECORD, f"this is not JSON: {error.msg}", span if file else None)
    except (ValueError, RecursionError):
        _refuse(NOT_A_RECORD, "this is not JSON that can be read: too deep, or a number too long")
    if not isinstance(data, dict) or "format" not in data:
        _refuse(NOT_A_RECORD, "a record is a JSON object with a field 'format'")
    if data["format"] != FORMAT:
        shown = str(data["format"])[:20]
        _refuse(NEW_FORMAT, f"the record has format {shown}; this version reads {FORMAT}")
    for name, (test, kind) in FIELDS.items():
        if name not in data:
            _refuse(NOT_A_RECORD, f"the field '{name}' is missing")
        if not test(data[name]):
            _refuse(NOT_A_RECORD, f"the field '{name}' must be {kind}")
    if (data["seed"] is None) == (data["rng"] is None):
        _refuse(NOT_A_RECORD, "a record has either a seed or an rng, and null for the other")
    return _built(data)


def _built(data: dict[str, Any]) -> Record:
    fields = {name: data[name] for name in FIELDS}
    fields["names"] = tuple(data["names"])
    fields["rng"] = None if data["rng"] is None else tuple(data["rng"])
    fields["deal"] = {zone: tuple(cards) for zone, cards in data["deal"].items()}
    fields["moves"] = tuple(Step(**step) for step in data["moves"])
    return Record(**fields)


def not_a_record(message: str) -> RecordError:
    """The error for a text that is no record."""
    return RecordError(Diagnostic(NOT_A_RECORD.code, message, None))


def _refuse(code: Code, message: str, span: Span | None = None, help: str = "") -> NoReturn:
    raise RecordError(Diagnostic(code.code, message, span, help=help))


# ---- checking ------------------------------------------------------------------------------------


def replay(record: Record, program: Program, trace: bool = False) -> Table:
    """The table at the end of a recorded game, every move of which has been checked."""
    if record.digest != program.digest:
        _refuse(
            OTHER_GAME,
            f"the record is of program {record.digest[:40]}, this is {program.digest}",
            help="play it with the description and the version it was recorded with",
        )
    table = _set_up(record, program, trace)
    _compare(table, record.start, "before the first move")
    for number, step in enumerate(record.moves, 1):
        try:
            _make(table, step, f"move {number}")
        except GameFault as broken:
            note = f"while replaying move {number}"
            raise RecordError(replace(broken.diagnostic, notes=(note,))) from None
    _check_result(table, record)
    return table


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
        _refuse(BAD_START, f"the table can't be set up: {error}")
    except GameFault as broken:
        raise RecordError(broken.diagnostic) from None


def _make(table: Table, step: Step, where: str) -> None:
    try:
        move = table.move(step.id)
    except InvalidMove as error:
        _refuse(NO_MOVE, f"{where}: {error}")
    except IllegalMove as error:
        _refuse(ILLEGAL, f"{where}: '{step.text}': {error}")
    if str(move) != step.text:
        _refuse(WRONG_TEXT, f"{where}: the record says '{step.text}', the move is '{move}'")
    table.apply(move)
    _compare(table, step.hash, f"after {where}")


def _compare(table: Table, recorded: str, where: str) -> None:
    found = state_hash(table)
    if found != recorded:
        _refuse(WRONG_STATE, f"{where}: the state is {found}, the record says {recorded[:40]}")


def _check_result(table: Table, record: Record) -> None:
    found, where = _result(table), f"after move {len(record.moves)}"
    if found == record.result:
        return
    if found is None:
        _refuse(WRONG_RESULT, f"{where}: the record has a result, but the game is not over")
    if record.result is None:
        _refuse(WRONG_RESULT, f"{where}: the game is over, but the record has no result")
    _refuse(WRONG_RESULT, f"{where}: the result is {_json(found)}, not {_json(record.result)}")


# ---- for people ----------------------------------------------------------------------------------


def transcript(table: Table, notation: str = "") -> str:
    """The game so far for people: its set-up, a line per decision, and how it ended; moves are
    written in a notation, if one is named."""
    again = table.restarted(trace=True)
    lines = [table.game, *_setting(table), ""]
    for number, entry in enumerate(table.log, 1):
        move = again.logged(entry)
        if again.paused:
            lines.append(f"{number:>4}  {move}")
            again.advance(entry)
            lines += [f"        {line}" for line in story(again.program, again.events())]
        else:
            who = again.names[again.decider or 0]
            text = move.text(notation)
            lines.append(f"{number:>4}  {who}  {text}   (of {len(again.legal())})")
            again.advance(entry)
    return "\n".join([*lines, "", _ending(table)])


def _setting(table: Table) -> Iterator[str]:
    yield f"players  {', '.join(table.names)}"
    if table.program.options:
        yield "options  " + ", ".join(f"{k}={_json(v)}" for k, v in table.program.options.items())
    yield f"seed     {table.seed}" if table.rng is None else f"rng      {table.rng}"
    for zone, cards in table.deal.items():
        yield f"deal     {zone}: {' '.join(cards)}"
    yield f"pace     {table.pace}"


def _ending(table: Table) -> str:
    if not table.over:
        return f"unfinished after {len(table.log)} moves"
    return f"result   {outcome(table.result(), table.names)}"


def outcome(result: Result, names: tuple[str, ...]) -> str:
    """Who won, why, and the scores."""
    winners = " and ".join(names[seat] for seat in result.winners)
    winners = f"{' and '.join(result.teams)} ({winners})" if result.teams else winners
    won = f"{winners} won" if winners else "nobody won"
    scores = f"; scores {', '.join(map(str, result.scores))}" if result.scores else ""
    return f"{won} ({result.reason}){scores}"
