"""The contract of every game, tested by random play: no token is lost, moves can be undone and
repeated, and nothing hidden is revealed.

The strongest test is that of two worlds: for each seat, another world is sampled that is
indistinguishable to it, and everything that the seat is shown must be the same there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..diagnostics import Code, Diagnostic, Span, declare
from ..machine.program import Program
from .draws import Draws
from .errors import GameFault, MoveError, TableError
from .events import failures_of
from .explain import Explanation
from .failures import FailedAction, Failures, add_failures, failed_actions
from .record import read_record
from .replay import replay
from .setup import natural_pace
from .table import Table

if TYPE_CHECKING:
    from .moves import Move

LOST = declare(
    "CT101",
    "a token is lost",
    """Every token is in exactly one zone at any time. After this move that was not so: a bug of
    Ludwright, not of the game.""",
)
UNSTABLE = declare(
    "CT102",
    "the legal moves are not stable",
    "Asked twice in the same state, the table returned two different lists of legal moves.",
)
NOT_UNDONE = declare(
    "CT103",
    "a move cannot be undone",
    "After a move was made and taken back, the state was not the same as before.",
)
NOT_APART = declare(
    "CT104",
    "a copy is not independent",
    "A move made at a copy of the table changed the table itself.",
)
NOT_REPEATED = declare(
    "CT105",
    "the game cannot be repeated",
    """The record of a game, written, read and replayed, must lead to the same game: the same legal
    moves, states and result.""",
)
REVEALS = declare(
    "CT106",
    "hidden information is revealed",
    """If the cards hidden from a player were different ones, something that the player is shown
    would be different: the table, its history, the legal moves, their texts, an explanation or an
    error message. Usually a condition or a list of options reads hidden cards. Reveal these cards
    to the player, or let the player choose without reading them.""",
)
FAULTED = declare(
    "CT107",
    "fault in random play",
    "Random play led to a fault of the game. The message says what and where.",
)
NEVER_ENDS = declare(
    "CT108",
    "no game ends",
    """In random play, no game ended within the limit of moves. Often a rule that should bring the
    end closer fails: see the list of failed actions. Some games are just very long when nobody
    tries to win.""",
)

SAMPLED_TEXTS = 3  # texts that are parsed at a decision, legal or not
EXPLAINED = 2  # legal moves whose explanations are compared
LONGEST = 10_000  # moves of a game
MOST_COMPARED = 512  # legal moves that are compared one by one
OFTEN = 3  # undo and copies are tested at every third move


@dataclass(frozen=True, slots=True)
class Tested:
    """What was tested: games by how they ended, their decisions, the moves at which everything was
    tested, the number of pairs of worlds, breaches and failed actions."""

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
        """The games that reached the limit of moves."""
        return self.games - self.finished - self.faulted


Going = Callable[[int], bool]
"""Whether to continue after a number of games."""


def broken_promises(tested: Sequence[Tested]) -> list[Diagnostic]:
    """All breaches, and a warning if no game ended."""
    found = [breach for each in tested for breach in each.breaches]
    games = sum(each.games for each in tested)
    if games and all(each.unfinished == each.games for each in tested):
        message = f"none of {games} random games ended"
        found.append(Diagnostic(NEVER_ENDS.code, message, None, "warning", NEVER_ENDS.page))
    return found


class Breach(Exception):
    """A breach of the contract."""

    def __init__(self, code: Code, message: str, place: Span | None) -> None:
        super().__init__(message)
        self.code = code
        self.place = place


def contract(
    program: Program, games: int = 4, most: int = 120, seed: int = 1, going: Going | None = None
) -> Tested:
    """Play random games; test the contract at their first moves, and report the first breach of
    each game. `going` may end the test after any game."""
    breaches: list[Diagnostic] = []
    played: list[_TestGame] = []
    failures: Failures = {}
    for number in range(games):
        if played and going and not going(number):
            break
        test = _TestGame(program, seed + number)
        played.append(test)
        try:
            test.play(most)
            test.play_on()
        except Breach as breach:
            test.faulted = breach.code is FAULTED
            where = f"{program.seats} players, seed {test.seed}, move {len(test.log) + 1}"
            breaches.append(
                Diagnostic(
                    breach.code.code, f"{breach} ({where})", breach.place, help=breach.code.page
                )
            )
        add_failures(failures, test.failures)
    return Tested(
        games=len(played),
        finished=sum(test.finished for test in played),
        faulted=sum(test.faulted for test in played),
        decisions=sum(test.decisions for test in played),
        moves=sum(len(test.log) for test in played),
        worlds=sum(test.worlds for test in played),
        breaches=tuple(breaches),
        failed_actions=failed_actions(program, failures),
    )


class _TestGame:
    """One random game, tested move by move."""

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
        """Play to the end, or to a limit of moves, and test the contract."""
        try:
            table = self._table()
        except GameFault as error:
            raise _broken(error) from None
        while not table.over and len(table.log) < most:
            _count_tokens(table)
            moves = table.legal()
            self.listed = _moves(moves)
            if _moves(table.legal()) != self.listed or not _ids_agree(table):
                raise Breach(UNSTABLE, "two different lists of legal moves", table.place())
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
        """Replay the same moves and play on to the end, to see how the game ends and what fails."""
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
        """Test that a seat is shown the same in this world and in an indistinguishable one; returns
        that one, if there is any."""
        if here.paused:
            return None
        try:
            # What the seat knows now suffices: its view must be the same in all these worlds.
            there = here.view(seat).redeal(self.draws.below(2**31 - 1), by_past=False)
        except TableError:
            return None  # there is no other world
        if not there.evidence:
            return None
        self.worlds += 1
        for what, mine, other in self._shown(here, there, seat):
            if mine != other:
                revealed = f"{what} reveals hidden information to seat {seat + 1}: {_short(mine)}"
                message = f"{revealed}, but in another world {_short(other)}"
                raise Breach(REVEALS, message, here.place())
        return there

    def _shown(self, here: Table, there: Table, seat: int) -> Iterator[tuple[str, object, object]]:
        """Everything a seat is shown, in both worlds."""
        mine, other = here.view(seat), there.view(seat)
        yield "the visible table", True, mine.same(other)
        yield "the prompt", mine.prompt, other.prompt
        offered = _moves(mine.legal())
        yield "the list of legal moves", offered, _moves(other.legal())
        yield "the content of the view", True, mine.same_contents(other)
        if here.decider != seat:
            return
        yield "the text of moves", self.listed, offered
        self.texts += map(str, here.legal()[:SAMPLED_TEXTS])
        sampled = [self.texts[self.draws.below(len(self.texts))] for _ in range(SAMPLED_TEXTS)]
        for text in sampled:
            yield f"the answer to '{text}'", _answer(here, text), _answer(there, text)
        for text in (*map(str, here.legal()[:EXPLAINED]), *sampled):
            yield f"the explanation of '{text}'", _why(here, text), _why(there, text)
        chosen = here.legal()[self.draws.below(len(here.legal()))].id
        yield f"the success of move {chosen}", _works(here, chosen), _works(there, chosen)


def _broken(error: GameFault) -> Breach:
    return Breach(FAULTED, error.diagnostic.message, error.diagnostic.span)


def _moves(moves: Sequence[Move]) -> list[tuple[int, dict[str, str]]]:
    """The legal moves and their number; of many, an evenly spaced sample."""
    # Rounded up, so that no more than MOST_COMPARED are compared.
    step = -(-len(moves) // MOST_COMPARED) or 1
    return [(len(moves), {}), *((move.id, move.texts) for move in moves[::step])]


def _ids_agree(table: Table) -> bool:
    """Whether the listed ids are those of the moves, where there are not too many to compare."""
    moves = table.legal()
    return len(moves) > MOST_COMPARED or table.legal_ids() == [move.id for move in moves]


def _short(shown: object) -> str:
    text = str(shown)
    return text if len(text) <= 80 else text[:77] + "..."


def _answer(table: Table, text: str) -> str:
    """The table's answer to a typed move."""
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
    """Whether a move can be made; its outcome may well differ between worlds."""
    try:
        table.copy().apply(number)
    except GameFault:
        return False
    return True


def _remember(here: Table, there: Table, seat: int, number: int) -> None:
    """Test that a seat's view after a move is the same in a world in which it observed the same."""
    try:
        there.apply(number)
    except (MoveError, GameFault, TableError):
        return  # not in that world
    if here.over or there.over or here.information(seat) != there.information(seat):
        return
    if not here.view(seat).same_contents(there.view(seat)):
        message = f"the history of a move reveals hidden information to seat {seat + 1}"
        raise Breach(REVEALS, message, here.place())


# ---- everything else -----------------------------------------------------------------------------


def _count_tokens(table: Table) -> None:
    masks, state = table.masks, table.state
    contents = [
        (token, zone) for zone in range(1, masks.z1) for token in masks.contents(state, zone)
    ]
    wrong = [t for t, zone in contents if masks.zone_of(state, t) != zone]
    sizes = [int(x) for x in state[masks.columns.size :][: masks.z1]]
    if (
        sorted(t for t, _ in contents) != list(range(1, masks.n1))
        or wrong
        or sum(sizes) != len(contents)
    ):
        raise Breach(LOST, "tokens are in no zone, or in two", table.place())


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
        raise Breach(NOT_UNDONE, f"'{move}' was not undone completely", table.place())


def _repeat(table: Table) -> None:
    again = replay(read_record(table.save()), table.program)
    if again.key() != table.key() or again.over != table.over:
        raise Breach(NOT_REPEATED, "the record of the game leads to another state", table.place())
    if table.over and again.result() != table.result():
        raise Breach(NOT_REPEATED, "the record of the game leads to another result", table.place())
