"""Records: a game as JSON that can be checked move by move, and as a transcript for people."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from ..diagnostics import Code, Diagnostic, Span, declare, render
from ..machine import state as m
from ..machine.program import Program, PropertyInfo, VariableInfo
from . import inspect_state
from .errors import TableError
from .events import story
from .option_rows import Entry
from .semantics import SEMANTICS

if TYPE_CHECKING:
    from .table import Result, Table

FORMAT = 2
OLDER = 1  # without sources and semantics, and with hashes that depend on the compiler's version
LARGEST_RECORD = 20_000_000  # characters

NOT_A_RECORD = declare(
    "RC101",
    "not a record",
    """A record is a JSON object as `ludwright record` writes it. This text is not JSON, is too
    large, or has a missing or invalid field.""",
)
NEW_FORMAT = declare(
    "RC102",
    "unknown record format",
    "The record is in a format that this version of Ludwright does not read.",
)


class RecordError(ValueError):
    """A record that cannot be read or replayed; `diagnostic` says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(render(diagnostic))
        self.diagnostic = diagnostic


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One move: its id, its text for people and the hash of the state after it.

    Ids are those of the version that wrote the record; texts and hashes are the same in all that
    agree on the semantics.
    """

    id: int
    text: str
    hash: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """Everything needed to replay a game and to check that it is the same game.

    A record of the older format lacks sources and semantics, and its moves have no hashes.
    """

    game: str
    sources: str | None
    semantics: int | None
    players: int
    names: tuple[str, ...]
    options: Mapping[str, int | bool | str]
    seed: int | None
    rng: tuple[int, ...] | None
    deal: Mapping[str, tuple[str, ...]]
    pace: str
    start: str | None
    moves: tuple[RecordedMove, ...]
    result: Mapping[str, Any] | None
    chance: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Words of the generator that were drawn anew, by the number of moves made before."""

    def as_text(self) -> str:
        """The record as JSON, a line for each field and move."""
        fields = {"format": FORMAT} | {name: getattr(self, name) for name in FIELDS}
        if not self.chance:  # older versions did not have this field
            del fields["chance"]
        moves = ",\n  ".join(_json(asdict(step)) for step in self.moves)
        fields["moves"] = f"[\n  {moves}\n ]" if moves else "[]"
        written = (f' "{k}": {v if k == "moves" else _json(v)}' for k, v in fields.items())
        return "{\n" + ",\n".join(written) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


# ---- writing -------------------------------------------------------------------------------------


def record_of(table: Table) -> Record:
    """The record of a game so far."""
    if not table.whole:
        raise TableError("cannot save: this table did not start from a seeded deal")
    again = table.restarted()
    start = state_hash(again)
    return Record(
        game=table.game,
        sources=table.program.sources,
        semantics=SEMANTICS,
        players=table.program.seats,
        names=table.names,
        options=table.program.options,
        seed=table.seed if table.rng is None else None,
        rng=table.rng,
        deal=table.deal,
        pace=table.pace,
        start=start,
        moves=tuple(_steps(again, table)),
        result=result_of(table),
        chance=tuple(sorted(table.reseeded.items())),
    )


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that is over, as its record needs it; it reveals everything, and refers to no
    table."""

    program: Program
    game: str
    names: tuple[str, ...]
    seed: int
    rng: tuple[int, ...] | None
    deal: tuple[tuple[str, tuple[str, ...]], ...]
    pace: str
    moves: tuple[Entry, ...]
    chance: tuple[tuple[int, tuple[int, ...]], ...]

    def record(self) -> str:
        """Its record, as a text."""
        from .table import Table

        table = Table(
            self.program,
            seed=self.seed,
            rng=self.rng,
            names=self.names,
            pace=self.pace,
            deal=dict(self.deal),
            game=self.game,
        )
        drawn = dict(self.chance)
        for number, entry in enumerate(self.moves):
            if number in drawn:
                table.reseed(drawn[number])
            table.advance(entry)
        return record_of(table).as_text()


def _steps(again: Table, table: Table) -> Iterator[RecordedMove]:
    for _ in table.log:
        entry = again.repeat(table)
        move = again.logged(entry)
        id, text = move.id, str(move)
        again.advance(entry)
        yield RecordedMove(id, text, state_hash(again))


def state_hash(table: Table) -> str:
    """A hash of the visible position and of the future: cards, displayed values, who decides,
    random numbers. It does not depend on the layout of the state."""
    program, state = table.program, table.state
    zones = []
    for number in range(1, len(program.zones)):
        if zone := program.zone_in(number, state):
            tokens = inspect_state.tokens_in(program, state, number)
            names = [program.tokens[token] for token in tokens]
            zones.append((zone.label, names, inspect_state.face_up(program, state, number)))
    values = [
        (info.name, _values(table, info, len(program.owners(info))))
        for info in program.variables.values()
        if not info.inner
    ]
    marks = [
        (info.name, _values(table, info, len(program.tokens)))
        for info in program.properties.values()
        if not info.inner
    ]
    # Two positions that look alike but shuffle differently later are different games.
    chance = state[m.RNG : m.RNG + 8].tolist()
    # Sorted by name: a new compiler may give variables other addresses.
    known = (zones, sorted(values), sorted(marks), table.decider, table.over, chance)
    return hashlib.blake2b(repr(known).encode(), digest_size=8).hexdigest()


PLAIN = (
    "int",
    "bool",
    "seat",
    "team",
)  # types whose values do not depend on the compiler's numbering


def _values(table: Table, info: VariableInfo | PropertyInfo, count: int) -> list[int | str]:
    """The words of a variable, or of a property of all tokens, with names in place of numbers that
    the compiler assigned."""
    words: list[int] = table.state[info.address : info.address + count].tolist()
    if info.type in PLAIN:
        return [*words]
    text, state = table.program.value_text, table.state
    return [text(word, info.type, state) if word else "" for word in words]


def result_of(table: Table) -> dict[str, Any] | None:
    """The result of a game, as a record has it."""
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


def _is_draw(value: Any) -> bool:
    """Whether a value is the number of a move and the eight words of a generator."""
    if not isinstance(value, list) or len(value) != 2 or not _is_number(value[0]):
        return False
    words = value[1]
    return _list_of(_is_word)(words) and len(words) == 8


def _is_word(value: Any) -> bool:
    return _is_number(value) and -(2**31) <= value < 2**31


def _is_result(value: Any) -> bool:
    numbers = _list_of(_is_number)
    return _fits(value, {"winners": numbers, "scores": _optional(numbers), "reason": _is_text})


def _fits(value: Any, tests: Mapping[str, Test]) -> bool:
    if not isinstance(value, dict) or set(value) != set(tests):
        return False
    return all(test(value[name]) for name, test in tests.items())


FIELDS: dict[str, tuple[Test, str]] = {
    "game": (_is_text, "a text"),
    "sources": (_is_text, "a text"),
    "semantics": (_is_number, "a whole number"),
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
    "chance": (_list_of(_is_draw), "a list of numbers of moves, each with the eight words drawn"),
}
UNKNOWN_TO_OLDER = {"sources", "semantics"}
OPTIONAL = {"chance"}


def read_record(text: str, file: str = "") -> Record:
    """The record in a text: well-formed, but not yet checked by a replay."""
    if not isinstance(text, str):
        refuse(NOT_A_RECORD, f"expected a text, found {text!r}")
    if len(text) > LARGEST_RECORD:
        refuse(NOT_A_RECORD, f"the text is longer than {LARGEST_RECORD:,} characters")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        span = Span(file, error.lineno, error.colno, error.lineno, error.colno + 1)
        refuse(NOT_A_RECORD, f"invalid JSON: {error.msg}", span if file else None)
    # Python refuses numbers of thousands of digits, and its parser recurses into lists.
    except (ValueError, RecursionError):
        refuse(NOT_A_RECORD, "invalid JSON: nested too deeply, or a number is too long")
    if not isinstance(data, dict) or "format" not in data:
        refuse(NOT_A_RECORD, "expected a JSON object with a field 'format'")
    if not _is_number(data["format"]):
        refuse(NOT_A_RECORD, "expected a whole number in field 'format'")
    if data["format"] not in (OLDER, FORMAT):
        shown = str(data["format"])[:20]
        refuse(NEW_FORMAT, f"unknown format {shown}; this version reads {OLDER} and {FORMAT}")
    older = data["format"] == OLDER
    for name, (test, kind) in FIELDS.items():
        if older and name in UNKNOWN_TO_OLDER:
            continue
        if name not in data and name in OPTIONAL:
            continue
        if name not in data:
            refuse(NOT_A_RECORD, f"missing field '{name}'")
        if not test(data[name]):
            refuse(NOT_A_RECORD, f"expected {kind} in field '{name}'")
    if (data["seed"] is None) == (data["rng"] is None):
        refuse(NOT_A_RECORD, "expected either a seed or an rng, and null for the other")
    return _built(data, older)


def _built(data: dict[str, Any], older: bool) -> Record:
    fields: dict[str, Any] = {name: data.get(name) for name in FIELDS}
    fields["names"] = tuple(data["names"])
    fields["rng"] = None if data["rng"] is None else tuple(data["rng"])
    fields["deal"] = {zone: tuple(cards) for zone, cards in data["deal"].items()}
    fields["chance"] = tuple((at, tuple(words)) for at, words in data.get("chance", ()))
    fields["moves"] = tuple(RecordedMove(**step) for step in data["moves"])
    if older:
        unhashed = (RecordedMove(step.id, step.text, None) for step in fields["moves"])
        fields |= {"sources": None, "semantics": None, "start": None, "moves": tuple(unhashed)}
    return Record(**fields)


def not_a_record(message: str) -> RecordError:
    """The error for a text that is not a record."""
    return RecordError(Diagnostic(NOT_A_RECORD.code, message, None))


def refuse(
    code: Code,
    message: str,
    span: Span | None = None,
    help: str = "",
    notes: tuple[str, ...] = (),
) -> NoReturn:
    """Raise the error for a record that cannot be read or replayed."""
    raise RecordError(Diagnostic(code.code, message, span, help=help, notes=notes))


# ---- for people ----------------------------------------------------------------------------------


def transcript(table: Table, notation: str = "") -> str:
    """The game so far for people: setup, a line per decision, result; moves may be in a named
    notation."""
    again = table.restarted(trace=True)
    lines = [table.game, *_setting(table), ""]
    for number in range(1, len(table.log) + 1):
        entry = again.repeat(table)
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
    if table.reseeded:
        # The setup alone no longer leads to this game, so readers should not try.
        numbers = ", ".join(str(number + 1) for number in sorted(table.reseeded))
        yield f"chance   drawn anew for move {numbers}"


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
