"""The contract of every game, tested by random play: no token is lost, moves can be undone and
repeated, and nothing hidden is revealed.

The strongest test is that of two worlds: for each seat, another world is sampled that is
indistinguishable to it, and everything that the seat is shown must be the same there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..diagnostics import Code, Diagnostic, Span, declare
from ..machine import state as m
from ..machine.program import Program
from .draws import Draws
from .errors import GameFault
from .failures import FailedAction, Failures, add_failures, failed_actions
from .random_end import play_on
from .record import read_record
from .replay import replay
from .setup import natural_pace
from .table import Table
from .two_worlds import MOST_COMPARED, Revealed, TwoWorlds, Visits, spread

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

LONGEST = 10_000  # moves of a game
OFTEN = 3  # undo, copies and the history of a move are tested at every third move


@dataclass(frozen=True, slots=True)
class Tested:
    """What was tested: games by how they ended, their decisions, the moves at which everything was
    tested, the pairs of different worlds, the redealt worlds that were the real one (they test
    nothing), breaches and failed actions."""

    games: int
    finished: int
    faulted: int
    decisions: int
    moves: int
    worlds: int
    breaches: tuple[Diagnostic, ...]
    failed_actions: tuple[FailedAction, ...] = ()
    same: int = 0

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
    visits = Visits()
    for number in range(games):
        if played and going and not going(number):
            break
        test = _TestGame(program, seed + number, visits)
        played.append(test)
        try:
            test.play(most)
        except Breach as breach:
            test.faulted = breach.code is FAULTED
            where = f"{program.seats} players, seed {test.seed}, move {test.moves + 1}"
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
        moves=sum(test.moves for test in played),
        worlds=sum(test.worlds.pairs for test in played),
        same=sum(test.worlds.same for test in played),
        breaches=tuple(breaches),
        failed_actions=failed_actions(program, failures),
    )


class _TestGame:
    """One random game, tested move by move."""

    def __init__(self, program: Program, seed: int, visits: Visits) -> None:
        self.seed = seed
        self.draws = Draws(seed)
        self.program = program
        self.worlds = TwoWorlds(program, seed)
        self.visits = visits
        self.moves = self.decisions = 0
        self.finished = self.faulted = False
        self.failures: Failures = {}

    def play(self, most: int) -> None:
        """Play to the end, and test the contract at the first moves."""
        try:
            table = Table(self.program, seed=self.seed, pace=natural_pace(self.program), trace=True)
            while not table.over and self.moves < most:
                self._test_move(table)
            _count_tokens(table)
            _repeat(table)
            end = play_on(self.program, self.seed, table.log, self.draws, LONGEST)
        except GameFault as error:
            raise _broken(error) from None
        self.finished, self.decisions, self.failures = end.finished, end.decisions, end.failures

    def _test_move(self, table: Table) -> None:
        """Test the contract at one move."""
        _count_tokens(table)
        thoroughly = self.visits.is_due(table)
        if thoroughly:
            _list_again(table)
        moves = table.legal()
        move = moves[self.draws.below(len(moves))]
        often = self.moves % OFTEN == 0
        try:
            after = self.worlds.test(table, move, often, thoroughly)
            if often:
                _take_back(table, move)
            table.apply(move)
            self.moves += 1
            for seat, world in after:
                self.worlds.compare_after(table, world, seat)
        except Revealed as error:
            raise Breach(REVEALS, str(error), table.place()) from None


def _broken(error: GameFault) -> Breach:
    return Breach(FAULTED, error.diagnostic.message, error.diagnostic.span)


# ---- everything else -----------------------------------------------------------------------------


def _count_tokens(table: Table) -> None:
    """Test that every token is in one zone, and is found there."""
    masks, state = table.masks, table.state
    columns, n1, z1 = masks.columns, masks.n1, masks.z1
    words = state[m.KNOWN : columns.size + z1].tolist()
    after, top, size, zone = (
        at - m.KNOWN for at in (columns.next, columns.top, columns.size, columns.zone)
    )
    found = bytearray(n1)
    count = 0
    for z in range(1, z1):
        token, left = words[top + z], words[size + z]
        while token and left and words[zone + token] == z and not found[token]:
            found[token] = 1
            count += 1
            token, left = words[after + token], left - 1
        if token or left:
            raise Breach(LOST, "tokens are in no zone, or in two", table.place())
    if count != n1 - 1:
        raise Breach(LOST, "tokens are in no zone, or in two", table.place())


def _list_again(table: Table) -> None:
    """Test that the options are listed twice alike, and are found by their ids."""
    moves, ids, copy = table.legal(), table.legal_ids(), table.copy()
    some = spread(len(moves), MOST_COMPARED)
    copy.list_again()
    if (
        len(ids) != len(moves)
        or not _same_rows(copy, table)
        or any(ids[i] != moves[i].id or table.legal()[i].texts != moves[i].texts for i in some)
    ):
        raise Breach(UNSTABLE, "two different lists of legal moves", table.place())


def _same_rows(one: Table, other: Table) -> bool:
    """Whether the machine lists the same options at two tables."""
    return one.decider == other.decider and np.array_equal(one.option_rows(), other.option_rows())


def _take_back(table: Table, move: Move) -> None:
    before = table.state.tobytes()
    copy = table.copy()
    copy.apply(move.id)
    if table.state.tobytes() != before:
        raise Breach(NOT_APART, f"'{move}' at a copy changed the table", table.place())
    copy.undo()
    if copy.key() != table.key() or not _same_rows(copy, table):
        raise Breach(NOT_UNDONE, f"'{move}' was not undone completely", table.place())


def _repeat(table: Table) -> None:
    again = replay(read_record(table.save()), table.program)
    if again.key() != table.key() or again.over != table.over:
        raise Breach(NOT_REPEATED, "the record of the game leads to another state", table.place())
    if table.over and again.result() != table.result():
        raise Breach(NOT_REPEATED, "the record of the game leads to another result", table.place())
