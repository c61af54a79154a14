"""What every game promises, tested by playing it: nothing lost, nothing half done, nothing told.

The most telling promise is the one of two worlds: a seat is put in another world that it can't
tell from this one, and everything that it is shown must be the same there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..diagnostics import Code, Diagnostic, Span, declare
from ..machine.program import Program
from .errors import GameFault, MoveError, TableError
from .events import failures_of
from .explain import Explanation
from .failures import FailedAction, Failures, add_failures, failed_actions
from .record import read_record
from .redeal import Draws
from .replay import replay
from .setup import natural_pace
from .table import Table

if TYPE_CHECKING:
    from .moves import Move

LOST = declare(
    "CT101",
    "a token is lost",
    """Every token lies in exactly one place at any time, and the places know it. After this move
    that was not so: a fault of Ludwright, not of the game.""",
)
UNSTABLE = declare(
    "CT102",
    "the legal moves are not stable",
    "Asked twice at the same moment, the table gave two different lists of legal moves.",
)
NOT_UNDONE = declare(
    "CT103",
    "a move can't be taken back",
    "After a move was made and taken back, the game did not stand where it had stood.",
)
NOT_APART = declare(
    "CT104",
    "a copy is not independent",
    "A move made at a copy of the table changed the table itself.",
)
NOT_REPEATED = declare(
    "CT105",
    "the game can't be repeated",
    """The record of a game, written, read and played again, must lead to the same game: the same
    moves are legal, the same happens, it ends in the same way.""",
)
TELLS = declare(
    "CT106",
    "a seat is told what it may not know",
    """With other cards in the places that a player can't see, something that the player is shown
    would be different: the table, what it remembers, the legal moves, how they are written, an
    explanation or an error message. Usually a condition or a list of options looks at cards that
    the player can't see. Show those cards to the player, or let the player choose without
    looking.""",
)
BREAKS = declare(
    "CT107",
    "the game breaks",
    "The game came to a fault while it was played at random. The note says what and where.",
)
NEVER_ENDS = declare(
    "CT108",
    "no game ends",
    """Played at random, no game came to its end within the number of moves that is played at most.
    Often a rule that should bring the end closer fails: see the actions that failed. Some games
    are just very long when nobody tries to win.""",
)

PROBES = 3  # texts that are tried at a decision whether they are legal or not
EXPLAINED = 2  # legal moves that are explained in both worlds
LONGEST = 10_000  # moves of a game that is played to its end
MOST_COMPARED = 512  # legal moves that are looked at one by one
OFTEN = 3  # every so many moves, undo and copies are tested too


@dataclass(frozen=True, slots=True)
class Tested:
    """What was tested: games by how they ended, decisions and pauses in them, those at which every
    promise was tested, in how many pairs of worlds, and which actions failed."""

    games: int
    finished: int
    faulted: int
    decisions: int
    moves: int
    worlds: int
    breaches: tuple[Diagnostic, ...]
    failed_actions: tuple[FailedAction, ...] = ()

    @property
    def unfinished(self) -> int:
        """The games that were cut off."""
        return self.games - self.finished - self.faulted


Going = Callable[[int], bool]
"""Whether to go on after a number of games."""


def broken_promises(tested: Sequence[Tested]) -> list[Diagnostic]:
    """Every promise that was broken, and a warning if no game ended."""
    found = [breach for each in tested for breach in each.breaches]
    games = sum(each.games for each in tested)
    if games and all(each.unfinished == each.games for each in tested):
        message = f"none of {games} random games ended"
        found.append(Diagnostic(NEVER_ENDS.code, message, None, "warning", NEVER_ENDS.page))
    return found


class Breach(Exception):
    """A promise that was not kept."""

    def __init__(self, code: Code, message: str, place: Span | None) -> None:
        super().__init__(message)
        self.code = code
        self.place = place


def contract(
    program: Program, games: int = 4, most: int = 120, seed: int = 1, going: Going | None = None
) -> Tested:
    """Play games at random to their end; test every promise at their first moves and report the
    first one that each game breaks. `going` may end the test after any game."""
    breaches: list[Diagnostic] = []
    played: list[_Trial] = []
    failures: Failures = {}
    for number in range(games):
        if played and going and not going(number):
            break
        trial = _Trial(program, seed + number)
        played.append(trial)
        try:
            trial.play(most)
            trial.play_on()
        except Breach as breach:
            trial.faulted = breach.code is BREAKS
            where = f"{program.seats} players, seed {trial.seed}, move {len(trial.log) + 1}"
            breaches.append(
                Diagnostic(
                    breach.code.code, f"{breach} ({where})", breach.place, help=breach.code.page
                )
            )
        add_failures(failures, trial.failures)
    return Tested(
        games=len(played),
        finished=sum(trial.finished for trial in played),
        faulted=sum(trial.faulted for trial in played),
        decisions=sum(trial.decisions for trial in played),
        moves=sum(len(trial.log) for trial in played),
        worlds=sum(trial.worlds for trial in played),
        breaches=tuple(breaches),
        failed_actions=failed_actions(program, failures),
    )


class _Trial:
    """One game that is played at random and tested on the way."""

    def __init__(self, program: Program, seed: int) -> None:
        self.seed = seed
        self.draws = Draws(seed)
        self.worlds = 0
        self.texts: list[str] = []
        self.program = program
        self.log: list[tuple[int, ...]] = []
        self.listed: list[tuple[int, dict[str, str]]] = []  # the legal moves
        self.finished = self.faulted = False
        self.decisions = 0
        self.failures: Failures = {}

    def play(self, most: int) -> None:
        """Play to the end, or so many moves."""
        try:
            table = self._table()
        except GameFault as error:
            raise _broken(error) from None
        while not table.over and len(table.log) < most:
            _count_tokens(table)
            moves = table.legal()
            self.listed = _moves(moves)
            if _moves(table.legal()) != self.listed or not _ids_agree(table):
                raise Breach(UNSTABLE, "the list of legal moves changed by itself", table.place())
            worlds = [self.two_worlds(table, seat) for seat in range(table.program.seats)]
            move = moves[self.draws.below(len(moves))]
            often = len(table.log) % OFTEN == 0
            if often:
                _take_back(table, move)
            try:
                table.apply(move)
            except GameFault as error:
                raise _broken(error) from None
            self.log = table.log
            for seat, world in enumerate(worlds):
                if often and world:
                    _remember(table, world, seat, move.id)
        _count_tokens(table)
        _repeat(table)

    def play_on(self) -> None:
        """Play the same moves again, then go on to the end, and see how that comes and what fails
        on the way."""
        table = self._table(trace=True)
        add_failures(self.failures, failures_of(table.events()))
        for number in range(LONGEST):
            if table.over:
                break
            moves = table.legal()
            self.decisions += not table.paused
            try:
                if number < len(self.log):
                    table.carry_out(self.log[number])
                else:
                    table.apply(moves[self.draws.below(len(moves))])
            except GameFault as error:
                raise _broken(error) from None
            add_failures(self.failures, failures_of(table.events()))
        self.finished = table.over

    def _table(self, trace: bool = False) -> Table:
        pace = natural_pace(self.program)
        return Table(self.program, seed=self.seed, pace=pace, trace=trace)

    # ---- two worlds ----

    def two_worlds(self, here: Table, seat: int) -> Table | None:
        """Test that a seat is shown the same in this world and in one it can't tell from it; that
        one, if there is any."""
        if here.paused:
            return None
        try:
            there = here.view(seat).redeal(self.draws.below(2**31 - 1), by_past=False)
        except TableError:
            return None  # no other world was found
        if not there.evidence:
            return None
        self.worlds += 1
        for what, mine, other in self._shown(here, there, seat):
            if mine != other:
                told = f"seat {seat + 1} is told what it may not know by {what}: {_short(mine)}"
                raise Breach(TELLS, f"{told}, but in another world {_short(other)}", here.place())
        return there

    def _shown(self, here: Table, there: Table, seat: int) -> Iterator[tuple[str, object, object]]:
        """Everything a seat is shown, in both worlds."""
        mine, other = here.view(seat), there.view(seat)
        yield "the table it sees", True, mine.same(other)
        yield "what it is asked", mine.prompt, other.prompt
        offered = _moves(mine.legal())
        yield "its legal moves", offered, _moves(other.legal())
        yield "what its view holds", True, mine.as_bytes() == other.as_bytes()
        if here.decider != seat:
            return
        yield "how its moves are written", self.listed, offered
        self.texts += map(str, here.legal()[:PROBES])
        probes = [self.texts[self.draws.below(len(self.texts))] for _ in range(PROBES)]
        for probe in probes:
            yield f"the answer to '{probe}'", _answer(here, probe), _answer(there, probe)
        for text in (*map(str, here.legal()[:EXPLAINED]), *probes):
            yield f"why '{text}'", _why(here, text), _why(there, text)
        chosen = here.legal()[self.draws.below(len(here.legal()))].id
        yield f"whether move {chosen} works", _works(here, chosen), _works(there, chosen)


def _broken(error: GameFault) -> Breach:
    return Breach(BREAKS, error.diagnostic.message, error.diagnostic.span)


def _moves(moves: Sequence[Move]) -> list[tuple[int, dict[str, str]]]:
    """The legal moves; of many, those at equal distances, and how many there are."""
    step = -(-len(moves) // MOST_COMPARED) or 1
    return [(len(moves), {}), *((move.id, move.texts) for move in moves[::step])]


def _ids_agree(table: Table) -> bool:
    """Whether ids are listed as the moves are, where there are not too many to look at."""
    moves = table.legal()
    return len(moves) > MOST_COMPARED or table.legal_ids() == [move.id for move in moves]


def _short(shown: object) -> str:
    text = str(shown)
    return text if len(text) <= 80 else text[:77] + "..."


def _answer(table: Table, text: str) -> str:
    """What the table answers to a typed move."""
    try:
        return f"move {table.parse(text).id}"
    except MoveError as error:
        return f"{type(error).__name__}: {error}"


def _why(table: Table, text: str) -> Explanation | str:
    try:
        return table.explain(text)
    except MoveError as error:
        return str(error)


def _works(table: Table, number: int) -> bool:
    """Whether a move can be made; what comes of it may well differ."""
    try:
        table.copy().apply(number)
    except GameFault:
        return False
    return True


def _remember(here: Table, there: Table, seat: int, number: int) -> None:
    """Test that what a seat remembers of a move is the same in a world in which it was shown the
    same of it."""
    try:
        there.apply(number)
    except (MoveError, GameFault, TableError):
        return  # not in that world
    if here.over or there.over or here.information(seat) != there.information(seat):
        return
    if here.view(seat).as_bytes() != there.view(seat).as_bytes():
        told = f"seat {seat + 1} is told what it may not know by what it remembers of a move"
        raise Breach(TELLS, told, here.place())


# ---- everything else -----------------------------------------------------------------------------


def _count_tokens(table: Table) -> None:
    masks, state = table.masks, table.state
    lying = [(token, zone) for zone in range(1, masks.z1) for token in masks.lying(state, zone)]
    wrong = [t for t, zone in lying if masks.zone_of(state, t) != zone]
    sizes = [int(x) for x in state[masks.columns.size :][: masks.z1]]
    if sorted(t for t, _ in lying) != list(range(1, masks.n1)) or wrong or sum(sizes) != len(lying):
        raise Breach(LOST, "tokens are lost or lie in two places", table.place())


def _take_back(table: Table, move: Move) -> None:
    before, listed = table.state.tobytes(), _moves(table.legal())
    copy = table.copy()
    try:
        copy.apply(move.id)
    except GameFault as error:
        raise _broken(error) from None
    if table.state.tobytes() != before:
        raise Breach(NOT_APART, f"'{move}' at a copy changed the table", table.place())
    key = table.key()
    copy.undo()
    if copy.key() != key or _moves(copy.legal()) != listed:
        raise Breach(NOT_UNDONE, f"'{move}' was not taken back as it was made", table.place())


def _repeat(table: Table) -> None:
    again = replay(read_record(table.save()), table.program)
    if again.key() != table.key() or again.over != table.over:
        raise Breach(NOT_REPEATED, "the record of the game leads elsewhere", table.place())
    if table.over and again.result() != table.result():
        raise Breach(NOT_REPEATED, "the record of the game ends in another way", table.place())
