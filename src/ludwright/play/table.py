"""A table: a game under way, with the moves that are legal and the way back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property

from ..diagnostics import Span
from ..machine import calls, ops
from ..machine import state as m
from ..machine.program import ActionInfo, Array, Program, SiteInfo
from . import writing
from .alike import alike
from .dealing import stack_zone
from .errors import AmbiguousMove, GameFault, IllegalMove, InvalidMove, MoveError, TableError, fault
from .events import Event, read_events
from .explain import Explanation, explain
from .looking import LooksAtAll, whole_teams
from .looking import Result as Result
from .masking import Masks
from .moves import CONTINUE, Move, Moves, looks_like_a_move, normal
from .past import Past
from .picks import asked_for, names_items, options, picks_set, same_choice, set_move, with_id
from .redeal import Dealer
from .sets import set_at
from .setting import PACES, generator_words
from .space import EVENT_ROOM, MOST_ROWS, workspace
from .view import View
from .whole import Answers, Pending, entries, pending
from .writing import Reading

COPY_EVERY = 64  # entries of the log between two full copies of the state


class Table(LooksAtAll):
    """A game under way. Seats are numbered from 0."""

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
    ) -> None:
        if pace not in PACES:
            raise TableError(f"there is no pace '{pace}': {', '.join(PACES)}")
        if not 0 <= seed < 2**63:
            raise TableError("a seed is a whole number from 0 to 2^63 - 1")
        self.program = program
        self.game = game or program.name  # what a record says was played
        self.seed = seed
        self.rng = None if rng is None else tuple(int(word) for word in rng)
        numbered = (f"player {i + 1}" for i in range(program.seats))
        self.names = tuple(numbered if names is None else names)
        if len(self.names) != program.seats:
            raise TableError(f"{program.seats} play, but there are {len(self.names)} names")
        self.pace = pace
        self.deal = {zone: tuple(cards) for zone, cards in (deal or {}).items()}
        self._code = program.code
        self._state: Array = program.image.copy()
        self._space = workspace(program, events=EVENT_ROOM if trace else 0)
        self._state[m.PACE] = PACES.index(pace)
        if self.rng is None:
            calls.seed_state(self._state, seed)
        else:
            self._state[m.RNG : m.RNG + 8] = generator_words(self.rng)
        self._width = int(program.code[m.P_WIDTH])
        self._ranges = bool(program.code[m.P_RANGES])
        self._trace = trace
        self._log: list[tuple[int, ...]] = []  # per move: action and operands; () for a pause
        self._status = self._rows = 0
        self._pasts: dict[int, Past] = {}
        self.evidence = True
        # Whether a record can tell it: it began at the beginning, and a seed told all chance.
        self.whole = not program.chance
        self._begin()
        self._copies = [self._state.copy()]

    @classmethod
    def at(
        cls, program: Program, state: Array, names: Sequence[str], evidence: bool = True
    ) -> Table:
        """A table that goes on from a state; `evidence` is what a redeal says of it."""
        table = cls.__new__(cls)
        table.program, table.game, table.seed, table.rng = program, program.name, 0, None
        table.names, table.pace, table.deal = tuple(names), "decision", {}
        table._code, table._state, table._space = program.code, state, workspace(program)
        table._width = int(program.code[m.P_WIDTH])
        table._ranges = bool(program.code[m.P_RANGES])
        table._trace, table._log, table._pasts = False, [], {}
        table.evidence, table.whole = evidence, False
        table._copies = [state.copy()]
        table._again()
        return table

    # ---- running ----

    def _begin(self) -> None:
        if len(self.deal) > 1 or (self.deal and self.program.chance):
            raise TableError("only one zone can be given a deal, and none if chance is told")
        for zone in self.deal:
            number = self.program.zone_number(zone)
            if not number or zone not in self.program.shuffled:
                known = ", ".join(sorted(self.program.shuffled)) or "none"
                raise TableError(f"'{zone}' is not a zone that is shuffled; those are: {known}")
            self._state[m.STACKED] = number
        self._settle(calls.advance(self._code, self._state, self._space))
        unused = [zone for zone, cards in self.deal.items() if cards]
        if self._state[m.STACKED] and unused and not self.paused:
            zone = unused[0]
            raise TableError(f"'{zone}' was not shuffled before the first decision")

    def _settle(self, answer: int) -> None:
        """Take note of where the machine stopped."""
        self._status = answer & 15
        self._rows = answer >> 4
        if self._status == m.FAULTED:
            if self._state[m.FAULT] != m.FAULT_ROWS or not self._grow():
                raise fault(self.program, self._state)
        elif self._status == m.DEALING:
            for zone, cards in self.deal.items():
                stack_zone(self.program, self._state, zone, cards)
            self._settle(calls.advance(self._code, self._state, self._space))

    def _grow(self) -> bool:
        """Make room for more option rows and list them again."""
        rows = 4 * int(self._space[m.W_CAPACITY])
        if rows > MOST_ROWS or not self._state[m.SITE]:
            return False
        larger = workspace(self.program, rows, int(self._space[m.W_EVENT_CAPACITY]))
        self._space = larger
        self._state[m.PC] = self.program.site_addresses[int(self._state[m.SITE])]
        self._state[m.LIST_TOP] = self._state[m.KEPT_LISTS]
        self._settle(calls.advance(self._code, self._state, self._space))
        return True

    @property
    def paused(self) -> bool:
        """Whether the game stands still only because of the table's pace."""
        return self._status == m.PAUSED

    @property
    def chance(self) -> bool:
        """Whether chance decides now: the legal moves are its outcomes, all equally likely."""
        return self._status == m.CHANCE

    @property
    def stuck(self) -> bool:
        """Whether somebody should decide but has no legal move."""
        return self._status == m.DECISION and self._rows == 0

    @property
    def over(self) -> bool:
        """Whether the game has ended, or nobody can move."""
        return self._status == m.OVER or self.stuck

    @property
    def decider(self) -> int | None:
        """The seat that decides now."""
        return int(self._state[m.DECIDER]) - 1 if self._status == m.DECISION else None

    @property
    def prompt(self) -> str:
        """What the seat that decides is asked, if the description says so."""
        site = self.site if self._status == m.DECISION else None
        return site.prompt if site else ""

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return int(self._state[m.TURNS])

    @property
    def state(self) -> Array:
        """The words of the state itself: everything there is to know, so not for a seat."""
        return self._state

    @property
    def site(self) -> SiteInfo:
        """Where somebody, or chance, decides now."""
        if self.chance:
            drawn = self._code[self._state.item(m.PC)] == ops.DRAW
            return self.program.chance[0 if drawn else 1]
        return self.program.sites[self._state.item(m.SITE)]

    # ---- moves ----

    def legal(self) -> Moves:
        """The legal moves, in the order of the description; none when the game is over."""
        if self._status not in (m.DECISION, m.CHANCE):
            return Moves(self, self._log, int(self.paused))
        count = self._rows
        if count and self._ranges and not self.chance:
            count = calls.count_options(self._code, self._state, self._space)
        return Moves(self, self._log, count)

    def option(self, index: int, line: list[tuple[int, ...]], number: int) -> Move:
        """The legal move at an index of the list made when a log had `number` entries."""
        if line is not self._log or number != len(line):
            raise MoveError("the table has moved on since this list of moves was made")
        if self._status not in (m.DECISION, m.CHANCE):
            return Move(self, line, number, None, 0, (), 0)
        if self._ranges and not self.chance:
            return self._row_move(*calls.row_of_option(self._code, self._state, self._space, index))
        return self._row_move(index)

    def _row_move(self, row: int, value: int = 0) -> Move:
        start = m.W_DATA + row * self._width
        words = self._space[start : start + self._width].tolist()
        site = self.site
        action = words[0] - 1
        info = site.actions[action]
        operands = (value,) if info.is_range else tuple(words[1 : 1 + len(info.operands)])
        if info.is_range and info.sets is not None:
            operands = set_at(self.program, self._state, self._space, value)
        line = self._log
        return Move(self, line, len(line), site, action, operands, row, value)

    def apply(self, move: Move | str | Collection[str]) -> None:
        """Carry out a legal move, given as a Move or as its text in any notation; where several
        items are picked at once, also given as a set of their texts."""
        if isinstance(move, str):
            move = self.parse(move)
        elif not isinstance(move, Move):
            move = set_move(self, move)
        elif not move.belongs_to(self._log):
            move = self._own(move)
        try:
            self.advance(move.entry)
        except (GameFault, TableError):
            self._restore(len(self._log))
            raise

    def apply_whole(self, move: Move | str | Collection[str], answers: Answers = ()) -> int:
        """Carry out a move and all that it asks on its way; tells how many choices that were.

        Answers are given in order, one per choice, or by the names of what is asked for, with lists
        where several items are picked. Nothing is done unless all of them fit and none is missing.
        """
        made = entries(self, move, answers)
        for entry in made:
            self.apply(self.logged(entry))
        return len(made)

    @property
    def pending(self) -> Pending | None:
        """What a move that is half made still asks; None where no move is under way."""
        return pending(self)

    def advance(self, entry: tuple[int, ...]) -> None:
        """Go on by what a log has of a legal move."""
        self._run(entry)
        log = self._log
        log.append(entry)
        if len(log) % COPY_EVERY == 0:
            self._copies.append(self._state.copy())

    def _run(self, entry: tuple[int, ...]) -> None:
        """Give the machine a choice (or let it go on) and run to where it stops."""
        if self._trace:
            self._space[m.W_EVENTS] = 0
        if entry:
            self._settle(calls.choose(self._code, self._state, self._space, *entry))
        else:
            self._settle(calls.advance(self._code, self._state, self._space))

    def find(self, fits: Callable[[Move], bool]) -> list[Move]:
        """The legal moves that fit."""
        return [*filter(fits, self.legal())]

    def _own(self, move: Move) -> Move:
        """The legal move of this decision that is the same as a move made elsewhere."""
        for each in same_choice(self, move):
            return each
        raise IllegalMove(f"that move is not legal here; {self.how_many()}")

    def move(self, id: int) -> Move:
        """The legal move with a fixed id."""
        for each in with_id(self, id):
            return each
        if -1 <= id < self.program.ids:
            raise IllegalMove(f"the move with the id {id} is not legal now; {self.how_many()}")
        raise InvalidMove(f"no move of this game has the id {id}; {self.how_many()}")

    def how_many(self) -> str:
        """How many legal moves there are, in words."""
        if self.over:
            return "the game is over"
        if picks_set(self):
            return asked_for(self)
        count = len(self.legal())
        return f"there are {count} legal moves" if count != 1 else "there is 1 legal move"

    def parse(self, text: str) -> Move:
        """The legal move that a text means, in any of its notations."""
        found = options(self, text)
        if len(found) > 1 and not all(alike(self, move, found[0]) for move in found):
            raise AmbiguousMove(f"'{text}' fits {len(found)} moves: give its number")
        if found:
            return found[0]
        if looks_like_a_move(self.program, normal(text)) or names_items(self, text):
            raise IllegalMove(f"'{text}' is not legal now; {self.how_many()}")
        raise InvalidMove(f"'{text}' is not a move of this game; {self.how_many()}")

    def explain(self, move: Move | str, seat: int | None = None) -> Explanation:
        """Why a move is legal now, or is not: all its conditions, as far as a seat (the one that
        decides, unless another is named) may know their truth."""
        return explain(self, move, seat)

    def move_text(
        self,
        move: Move,
        line: list[tuple[int, ...]],
        number: int,
        notation: str,
        seat: int | None = None,
    ) -> str:
        """How a move is written, at the state to which so many entries of a log have led."""
        if move.info is None:
            return CONTINUE
        text = move.info.texts.get(notation) or move.info.texts[""]
        if all(isinstance(part, str) for part in text.parts) and seat is None:
            return "".join(str(part) for part in text.parts)
        made = len(line) > number
        after = self._state_of(line, number + 1) if made and seat is not None else None
        return writing.move_text(
            Reading(self.masks, self.names, self._state_of(line, number), after, seat), move, text
        )

    def labelled(
        self, line: list[tuple[int, ...]], number: int, info: ActionInfo, operands: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Operands with labels for the tokens that the deciding seat can't identify."""
        return self.masks.labelled(self._state_of(line, number), info, operands)

    @cached_property
    def masks(self) -> Masks:
        """What seats may know of this game's states."""
        return Masks(self.program)

    def _state_of(self, line: list[tuple[int, ...]], number: int) -> Array:
        now = line is self._log and number == len(line)
        return self._state if now else self._state_after(line[:number])

    # ---- back and forth ----

    def undo(self, count: int = 1) -> None:
        """Take the last move back, or so many; of a whole move every answer is one of its own."""
        if not 0 < count <= len(self._log):
            raise MoveError("there is no move to take back")
        # A new list: moves made before still hold the old one, and with it their own past.
        self._log = self._log[:-count]
        self._restore(len(self._log))

    def _restore(self, number: int) -> None:
        """Make the state that of after `number` moves."""
        del self._copies[number // COPY_EVERY + 1 :]
        self._rerun(number // COPY_EVERY, self._log[:number])

    def _rerun(self, copy: int, line: list[tuple[int, ...]]) -> None:
        """Make the state that of one of the full copies, and the moves of a log since."""
        self._state = self._copies[copy].copy()
        self._again()
        for entry in line[copy * COPY_EVERY :]:
            self._run(entry)

    def _again(self) -> None:
        """Find out where a copied state stands, and list its options."""
        self._status = int(self._state[m.STATUS])
        self._rows = 0
        if self._trace:
            self._space[m.W_EVENTS] = 0
        if self._status == m.CHANCE:
            self._settle(calls.advance(self._code, self._state, self._space))
        elif self._status == m.DECISION:
            self._rows = calls.list_rows(self._code, self._state, self._space)
            if self._rows < 0:
                self._settle(m.FAULTED)

    def _state_after(self, line: list[tuple[int, ...]]) -> Array:
        """The state to which the moves of a log lead, also of one that was taken back."""
        other = self.copy()
        pairs = enumerate(zip(line, self._log, strict=False))
        same = next((i for i, (a, b) in pairs if a != b), min(len(line), len(self._log)))
        other._rerun(same // COPY_EVERY, line)
        return other._state

    def rewound(self, trace: bool = False) -> Table:
        """A table with the same past before its first move."""
        other = self.copy()
        other._log, other._copies = [], self._copies[:1]
        other._trace, other._pasts = trace, {}
        other._space = workspace(
            self.program, int(self._space[m.W_CAPACITY]), EVENT_ROOM if trace else 0
        )
        other._state = self._copies[0].copy()
        other._again()
        return other

    def restarted(self, trace: bool = False) -> Table:
        """A table at which the same game is about to begin."""
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

    def logged(self, entry: tuple[int, ...]) -> Move:
        """The move of this decision that a log writes like that; it must be legal."""
        site = self.site if entry else None
        action, *operands = entry or (1,)
        return Move(self, self._log, len(self._log), site, action - 1, tuple(operands), -1)

    def copy(self) -> Table:
        """A table that goes on from here on its own."""
        other = object.__new__(Table)
        other.__dict__.update(self.__dict__)
        other._state = self._state.copy()
        other._space = self._space.copy()
        other._log = list(self._log)
        other._copies = list(self._copies)
        other._pasts = {}
        return other

    # ---- looking ----

    def result(self) -> Result:
        """How the game ended."""
        if not self.over:
            raise TableError("the game is not over")
        if self.stuck:
            return Result((), None, "stuck")
        start = int(self._code[m.P_RESULTS])
        words = self._state[start : start + 2 * self.program.seats].tolist()
        scores = tuple(words[1::2]) if self._state[m.SCORED] else None
        winners = tuple(i for i, won in enumerate(words[::2]) if won)
        reason = self.program.reasons[int(self._state[m.REASON])]
        return Result(winners, scores, reason, whole_teams(self.program, winners))

    def view(self, seat: int) -> View:
        """What a seat may know: of this moment, and of its past."""
        past = self._past(seat)
        return View(self, past, Dealer(past, self._space.copy()))

    def information(self, seat: int) -> int:
        """A hash of everything that a seat was shown and chose so far: the same in every game
        that it can't tell from this one."""
        return self._past(seat).information()

    def _past(self, seat: int) -> Past:
        if not 0 <= seat < self.program.seats:
            raise TableError(f"there is no seat {seat}: seats are 0 to {self.program.seats - 1}")
        past = self._pasts.get(seat)
        if past is None:
            past = self._pasts[seat] = Past(self, seat, self.masks)
        past.catch_up(self)
        return past

    def events(self) -> list[Event]:
        """What happened since the last move, if the table keeps a trace."""
        return read_events(self.program, self._space, self._state)

    def key(self, kind: str = "exact") -> int:
        """A hash of the state: `exact`, `position` or `future`."""
        kinds = {"exact": m.EXACT, "position": m.POSITION, "future": m.FUTURE}
        return int(calls.key(self._code, self._state, kinds[kind]))

    def save(self) -> str:
        """The record of the game so far; `game.resume(text)` goes on from it."""
        from .record import record_of

        if not self.whole:
            raise TableError("it began in the middle, or its chance was told: it has no record")
        return record_of(self).as_text()

    @property
    def log(self) -> list[tuple[int, ...]]:
        """The moves so far: the action from 1 and its operands; () where a pause ended."""
        return list(self._log)

    def place(self) -> Span | None:
        """Where in the description the game stands."""
        return self.program.place(int(self._state[m.PC]))
