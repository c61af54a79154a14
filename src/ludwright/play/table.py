"""A table: a game in progress, its legal moves, undo and views."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING

from ..diagnostics import Span
from ..machine import api
from ..machine import state as m
from ..machine.move_ids import MOST_IDS
from ..machine.program import Array, Program
from ..machine.stepping import LOG_STOPS
from . import option_rows
from .compound_answers import Answers
from .compound_moves import Pending, entries, pending
from .decision import ids_room
from .errors import GameFault, MoveError, TableError, not_a_move
from .events import Event, as_seen, read_events, recognised
from .inspect_state import Result as Result
from .inspect_state import whole_teams
from .log import Log
from .move_text import public_text
from .moves import CONTINUE, Move
from .observation import masks_of
from .observation_history import ObservationHistory
from .observed import Observed, frozen
from .option_rows import Entry
from .picks import is_set_of_texts, set_move
from .pictured import Pictured
from .running import COPY_EVERY as COPY_EVERY
from .running import Runs
from .setup import PACES, checked_deal, checked_names, checked_rng, checked_seed
from .text_rendering import Wording
from .view import Moment, View
from .workspace import EVENT_ROOM, workspace

if TYPE_CHECKING:
    from .record import EndedGame

FEWEST_IDS = 64


class Table(Runs, Pictured):
    """A game in progress. Seats are numbered from 0.

    It begins with a seed, or the words of a generator (`rng`), or continues from a state (`start`).
    After a redeal, `evidence` is 1.0 if that state agrees with the history, else 0.0; `observed` is
    the observation of the seat it was made for."""

    def __init__(
        self,
        program: Program,
        *,
        seed: int = 0,
        rng: Sequence[int] | None = None,
        names: Sequence[str] | None = None,
        pace: str = "decision",
        deal: Mapping[str, Sequence[str]] | None = None,
        trace: bool = False,
        game: str = "",
        start: Array | None = None,
        evidence: float = 1.0,
        observed: Observed | None = None,
    ) -> None:
        if pace not in PACES:
            raise TableError(
                f"unknown pace '{pace}'; expected {', '.join(PACES[:-1])} or {PACES[-1]}"
            )
        self.names = checked_names(names, program.seats)
        self.program = program
        self.game = game or program.name  # what a record says was played
        self.pace = pace
        self.deal = checked_deal(deal)
        self.seed = checked_seed(seed)
        self.rng = None if rng is None else checked_rng(rng)
        self._code = program.code
        self._calls = api.INTERPRETER
        self._choose_id = self._calls.choose_id
        self._width = int(program.code[m.P_WIDTH])
        self._ranges = bool(program.code[m.P_RANGES])
        self._trace = trace
        self._wording = Wording(program, self.names)
        self.masks = masks_of(program)
        self._space = workspace(program, events=EVENT_ROOM if trace else 0)
        self._state = program.image.copy()
        self._id_table = program.id_table
        self._ids = ids_room(FEWEST_IDS)
        self._log = Log(self._width)
        self._stand(start, evidence, observed)

    def reset(self, seed: int | None = None) -> None:
        """Begin the game again, with another seed if one is given."""
        if seed is not None:
            self.seed, self.rng = checked_seed(seed), None
        self._stand(None, 1.0, None)

    def _stand(self, start: Array | None, evidence: float, observed: Observed | None) -> None:
        """Begin, or continue from a state; everything else is reset."""
        self.evidence = evidence
        # Whether it can be recorded: it began with the deal, and all chance came from the seed.
        self.whole = start is None and not self.program.chance
        self._observed = observed
        self._log.rewind()
        self.reseeded, self._fresh = {}, None
        self._histories: dict[int, ObservationHistory] = {}
        self._copies = []
        if start is None:
            self._start = None
            self._begin()
        else:
            self._start = start.copy()
            self._state = start.copy()
            self._again()

    # ---- moves ----

    def apply(self, move: Move | int | str | Collection[str]) -> None:
        """Carry out a legal move, given as a Move, as its fixed id, or as its text in any
        notation; where several items are picked at once, also as a set of their texts."""
        if isinstance(move, str):
            move = self.parse(move)
        elif not isinstance(move, (Move, int)):
            if not is_set_of_texts(move):
                raise not_a_move(move)
            move = set_move(self, move)
        self.carry_out(self.entry(move) if isinstance(move, Move) else self._entry_with(move))

    def apply_id(self, id: int) -> None:
        """Carry out the legal move with a fixed id."""
        if type(id) is int and 0 <= id < MOST_IDS and self._fresh is None:
            answer = self._choose_id(
                self._code, self._state, self._space, self._id_table, self._log.words, id
            )
            if answer == LOG_STOPS:
                self._keep_copy()
                return self.apply_id(id)
            if answer > 0:
                # The usual case first: the next decision, or the end.
                self._kept, self._answer = None, answer
                if answer & 15 > m.OVER:
                    self._settle_made(answer)
                return None
        return self.carry_out(self._entry_with(id))

    def _settle_made(self, answer: int) -> None:
        """Note where the machine stopped after a move that it has entered in the log; after a fault
        the state is unchanged."""
        try:
            self._settle(answer)
        except (GameFault, TableError):
            self._restore(len(self._log) - 1)
            raise

    def carry_out(self, entry: Entry) -> None:
        """Carry out a log entry of a legal move; after a fault the state is unchanged."""
        kept = self._kept
        try:
            self.advance(entry)
        except (GameFault, TableError):
            self._restore(len(self._log))
            self._kept = kept
            raise

    def apply_whole(self, move: Move | str | Collection[str], answers: Answers = ()) -> int:
        """Carry out a compound move: a move with the answers it asks for; returns the number of
        choices made.

        Answers are given in order, one per choice, or by the names of what is asked for, with lists
        where several items are picked. If an answer is invalid or missing, nothing is done.
        """
        if not (isinstance(move, Move | str) or is_set_of_texts(move)):
            raise not_a_move(move)
        made = entries(self, move, answers)
        for entry in made:
            self.carry_out(entry)
        return len(made)

    @property
    def pending(self) -> Pending | None:
        """The question that a move under way asks; None if there is none."""
        return pending(self)

    def made_text(self, number: int, seat: int | None = None, notation: str = "") -> str:
        """The text of a move of the log for a seat, which may also read cards that it knew only
        after the move; -1 is the last move."""
        number = self._made_number(number)
        before = self._at(number)
        after = self._at(number + 1)._state if seat is not None else None
        return before._text(self._log.entries[number], before.reading(seat, after), notation)

    def public_text(self, public: Container[int], number: int = -1, notation: str = "") -> str:
        """The text of a move of the log for spectators, with no tokens but those that are
        public."""
        number = self._made_number(number)
        before, after = self._at(number), self._at(number + 1)._state
        entry, seats = self._log.entries[number], range(self.program.seats)
        if not entry:
            return CONTINUE
        # Who chose knows more than the public, unless nobody else is there.
        readers = [seat for seat in seats if seat != before.decider] or [*seats]
        readings = [before.reading(seat, after) for seat in readers]
        return public_text(readings, before.site, entry[0] - 1, entry[1:], public, notation)

    def _made_number(self, number: int) -> int:
        """The number of a move of the log, from 0; -1 is the last one."""
        try:
            return range(len(self._log))[number]
        except IndexError:
            made = len(self._log)
            raise IndexError(f"{made} {'move was' if made == 1 else 'moves were'} made") from None

    # ---- back and forth ----

    def undo(self, count: int = 1) -> None:
        """Take back the last moves; each answer of a compound move counts as one."""
        if isinstance(count, bool) or not isinstance(count, int) or not 0 < count <= len(self._log):
            raise MoveError("no move to take back")
        number = len(self._log) - count
        self.reseeded = {k: words for k, words in self.reseeded.items() if k < number}
        self._restore(number)

    def _at(self, number: int) -> Table:
        """This table after `number` moves, for inspection only."""
        if number == len(self._log):
            return self
        other = self.copy()
        other._restore(number)
        return other

    def first_state(self) -> Array:
        """A copy of the state before the first move."""
        return self._at(0)._state.copy()

    @property
    def log_words(self) -> Log:
        """The log as the machine writes it; not for a seat."""
        return self._log

    def restarted(self, trace: bool = False) -> Table:
        """A table with the same setup, before the first move; `repeat` makes the moves of another
        table there."""
        return Table(
            self.program,
            seed=self.seed,
            rng=self.rng,
            names=self.names,
            pace=self.pace,
            deal=self.deal,
            trace=trace,
            game=self.game,
        )

    def repeat(self, other: Table) -> Entry:
        """Prepare to repeat the move of another table that has the same number, with the same
        chance; returns its log entry."""
        number = len(self._log)
        if number in other.reseeded:
            self.reseed(other.reseeded[number])
        return other._log.entries[number]

    def copy(self) -> Table:
        """An independent copy of the table."""
        # Programs and names are shared; what a move changes is copied.
        other = copy(self)
        other._state = self._state.copy()
        other._space = self._space.copy()
        other._ids = ids_room(len(self._ids))
        other._log = self._log.copy()
        other.reseeded = dict(self.reseeded)
        other._copies = list(self._copies)
        # They follow one table, and are made again only if the copy is asked for views.
        other._histories = {}
        return other

    def branch(self) -> Table:
        """A copy for a look ahead: it shares the observation histories, which catch up with either
        table when it is asked for views."""
        other = self.copy()
        other._histories = self._histories
        return other

    # ---- views and results ----

    def result(self) -> Result:
        """The result of the game."""
        if self._answer != m.OVER:
            if not self.over:
                raise TableError("the game is not over")
            return Result((), None, "stuck")
        program, state = self.program, self._state
        start = self._code.item(m.P_RESULTS)
        words = state[start : start + m.RESULT_WORDS * program.seats].tolist()
        scores = tuple(words[1::2]) if state.item(m.SCORED) else None
        winners = tuple([i for i, won in enumerate(words[::2]) if won])
        teams = whole_teams(program, winners) if program.teams else ()
        return Result(winners, scores, program.reasons[state.item(m.REASON)], teams)

    def view(self, seat: int, *, past: bool = True) -> View:
        """The view of a seat: its observation of this moment, and its observation history. Without
        `past` it is much smaller, but cannot be redealt."""
        self._check_seat(seat)
        observed = self._history(seat).observed() if past else self._observed_now(seat)
        ended = self._ended_game() if self.over and self.whole else None
        return View(self._wording, self.masks, observed, self._moment(seat), ended)

    def _observed_now(self, seat: int) -> Observed:
        """The observation of a seat without its past: cheap, but not enough for a redeal."""
        words = frozen(self.masks.joined(self._state, seat)[0])
        answering = self.decider == seat and self.together  # then it sees its own answers
        shown = frozen(self.masks.masked(self._state, seat)[0]) if answering else words
        return Observed(self.masks, seat, self.decider, words, shown)

    def observed(self, seat: int) -> Observed:
        """What a seat has observed so far: the part of its view that worlds are made from."""
        self._check_seat(seat)
        return self._history(seat).observed()

    @property
    def remembered(self) -> int:
        """The bytes that observation histories take, approximately."""
        return sum(history.size for history in self._histories.values())

    def forget(self) -> None:
        """Drop the observation histories; they are made again when they are needed."""
        self._histories.clear()

    def _moment(self, seat: int) -> Moment:
        """What a seat may know of this moment beside the state."""
        mine = self.decider == seat
        least, most = self.pick_sizes() if mine and self.pick else (0, 0)
        return Moment(
            over=self.over,
            paused=self.paused,
            prompt=self.prompt if mine else "",
            turns=self._state.item(m.TURNS),
            rows=self._named_rows() if mine else None,
            items=self._named_items(self.pick_items()) if mine and self.pick else (),
            picked=self._named_items(self.picked_items()) if mine and self.pick else (),
            least=least,
            most=most,
            events=self._seen_events(seat) if self._trace else (),
            result=self.result() if self.over else None,
            record=None,  # written when it is asked for
        )

    def _ended_game(self) -> EndedGame:
        """What the record of a game that is over can be written from, later."""
        from .record import EndedGame

        return EndedGame(
            program=self.program,
            game=self.game,
            names=self.names,
            seed=self.seed,
            rng=self.rng,
            deal=tuple(self.deal.items()),
            pace=self.pace,
            moves=tuple(self._log.entries),
            chance=tuple(self.reseeded.items()),
        )

    def _named_rows(self) -> Array:
        """A copy of the option rows, with the deciding seat's labels for tokens."""
        site = self.site
        rows = option_rows.rows_in(self.program, self._space, self._rows)
        if not any(info.names_tokens for info in site.actions):
            return rows.copy()
        return option_rows.named(site, rows, self._called())

    def _named_items(self, items: list[int]) -> tuple[int, ...]:
        """Items to pick from, with the deciding seat's labels for tokens."""
        if self.pick and self.pick.kind == "token":
            items = self._called()[items].tolist()
        return tuple(items)

    def _seen_events(self, seat: int) -> tuple[Event, ...]:
        """The events since the last move, as a seat saw them."""
        events = recognised(self.program, self.events())
        seen = (as_seen(event, seat, self.program) for event in events)
        return tuple(event for event in seen if event)

    def information(self, seat: int) -> int:
        """A hash of everything that a seat observed and chose so far: equal in all games that it
        cannot tell apart."""
        self._check_seat(seat)
        return self._history(seat).observed().information

    def _check_seat(self, seat: int) -> None:
        seats = self.program.seats
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
            known = f"seats are 0 to {seats - 1}" if seats > 1 else "the only seat is 0"
            raise TableError(f"unknown seat {seat!r}; {known}")

    def _history(self, seat: int) -> ObservationHistory:
        history = self._histories.get(seat)
        if history is None:
            observed = self._observed if self._observed and self._observed.seat == seat else None
            history = self._histories[seat] = ObservationHistory(self, seat, self.masks, observed)
        history.catch_up(self)
        return history

    def events(self) -> list[Event]:
        """The events since the last move, if the table has a trace."""
        kept = self._now()
        if kept.read is None:
            kept.read = read_events(self.program, self._space, self._state)
        return [*kept.read]

    def key(self, kind: str = "exact") -> int:
        """A hash of the state: `exact`, `position` or `future`."""
        kinds = {"exact": m.EXACT, "position": m.POSITION, "future": m.FUTURE}
        if kind not in kinds:
            raise TableError(f"unknown key '{kind}'; expected exact, position or future")
        return int(api.key(self._code, self._state, kinds[kind]))

    def save(self) -> str:
        """The record of the game so far; `game.resume(text)` continues from it."""
        from .record import record_of

        return record_of(self).as_text()

    @property
    def log(self) -> list[Entry]:
        """The moves so far: the action from 1 and its operands; () for the end of a pause."""
        return list(self._log.entries)

    def place(self) -> Span | None:
        """The current location in the description."""
        return self.program.location(int(self._state[m.PC]))

    def __repr__(self) -> str:
        who = "nobody" if self.decider is None else self.names[self.decider]
        stands = "over" if self.over else "paused" if self.paused else f"{who} decides"
        return f"<Table of {self.game}, seed {self.seed}, {len(self._log)} moves made: {stands}>"
