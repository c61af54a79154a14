"""A person at a table, independent of how it is drawn: moves, opponents, undo, hints."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from ..game import Game
from ..play.compound_moves import entries, parts
from ..play.errors import MoveError
from ..play.moves import Move
from ..play.picks import Picks
from ..play.table import Table
from ..play.view import View
from ..players import Advice, Player, begin, choice
from ..solver.answers import IMPOSSIBLE, SOLVED
from .advice import Adviser, advice_text, advised, strong_player
from .explanation import explanation_lines
from .move_list import Interchangeable
from .move_report import MoveReport, apply_and_report
from .playback import Replay
from .rules import rules_of
from .seat import Seat
from .solver_hints import Knowledge, cold

MOST_AT_ONCE = 1000  # moves of others before the person gets a chance to interrupt
IMPOSSIBLE_DEAL = "this deal is impossible"
ALL_CARDS = " (the solver sees all cards)"


@dataclass(frozen=True, slots=True)
class Hint:
    """The answer to a request for a hint, the move it suggests, if any, and what an adviser thinks
    of that and other moves."""

    text: str
    move: Move | None
    advice: tuple[Advice, ...] = ()


class Session:
    """One person at a table; the same bot plays in all other seats."""

    def __init__(
        self,
        table: Table,
        seat: int,
        others: Player,
        *,
        notation: str = "",
        adviser: Adviser = strong_player,
        solver: Knowledge | None = None,
        resume: Callable[[str], Table] | None = None,
        game: Game | None = None,
        fresh: Callable[[], Table] | None = None,
    ) -> None:
        self.table = table
        self.seat = seat
        self.others = others
        self.adviser = adviser
        self._advice: tuple[Seat, list[Advice]] | None = None
        self.solver = solver
        self.notation = notation
        self.history: list[MoveReport] = []  # one for each entry of the log
        self.resume = resume  # makes the table of a record's text
        self._fresh = fresh
        self.game = game
        self._places = Interchangeable(game)
        self._seen: tuple[Table, int, Seat] | None = None
        if table.log:
            self.sit_at(table)
        else:
            self._begin()

    def _begin(self) -> None:
        """Introduce the bots to the table."""
        begin(self.table, [self.others] * self.table.program.seats)

    # ---- the seat's side ----

    @property
    def person(self) -> Seat:
        """What the person sees and can choose, the same object until a move is made."""
        at = len(self.table.log)  # a table changes only together with its log
        if self._seen is None or self._seen[0] is not self.table or self._seen[1] != at:
            places = self._places(self.table.program)
            seat = Seat(self.table.view(self.seat), self.notation, places)
            self._seen = self.table, at, seat
        return self._seen[2]

    @property
    def view(self) -> View:
        """The table as the person may know it."""
        return self.person.view

    @property
    def mine(self) -> bool:
        """Whether the game waits for this person: for a choice, or to continue after a pause."""
        return self.table.paused or self.table.decider == self.seat

    @property
    def waits(self) -> bool:
        """Whether there is nothing to choose, only to continue."""
        # Others may have played MOST_AT_ONCE moves without a decision of this seat.
        return self.table.paused or not (self.mine or self.table.over)

    def question(self) -> str:
        """The prompt: what the person has to decide."""
        return self.person.question()

    def picks(self) -> Picks | None:
        """The items to pick from, where the decision is about several items."""
        return self.person.picks()

    def ending(self) -> str:
        """How the game ended."""
        return self.person.ending()

    def moves(self) -> Sequence[Move]:
        """The moves to choose from; of equivalent moves only one."""
        return self.person.moves()

    def listed(self, move: Move) -> Move:
        """The listed move that is equivalent to a legal one."""
        return self.person.listed(move)

    def text(self, move: Move) -> str:
        """A move in the person's notation."""
        return move.text(self.notation)

    @property
    def numbered(self) -> bool:
        """Whether moves can be called by number."""
        return self.person.numbered

    def number(self, text: str) -> int:
        """The move number, from 1, that a text denotes; 0 if it is none."""
        return self.person.number(text)

    def find(self, text: str) -> Move:
        """The move with this number or text; empty text means to continue after a pause."""
        return self.person.find(text)

    def hides_cards(self) -> bool:
        """Whether there are cards that the person does not see."""
        return self.person.hides_cards()

    # ---- the table's side ----

    @property
    def name(self) -> str:
        """The title and seed of the game."""
        return f"{self.table.program.name}, seed {self.table.seed}"

    @property
    def in_progress(self) -> bool:
        """Whether quitting would lose a started, unfinished game."""
        return bool(self.table.log) and not self.table.over

    def rules(self) -> list[str]:
        """The rules of the game, one paragraph per line."""
        return rules_of(self.game) if self.game else ["no rules available"]

    def let_others_move(self) -> list[MoveReport]:
        """Let the others move until the person has to act, but at most MOST_AT_ONCE times."""
        start = len(self.history)
        while not (self.table.over or self.mine) and len(self.history) < start + MOST_AT_ONCE:
            self._make(choice(self.others, self.table))
        return self.history[start:]

    def _make(self, move: Move) -> MoveReport:
        report = apply_and_report(self.table, move, self.seat, self.notation)
        self.history.append(report)
        if self.table.over:
            self.others.end(self.table.result())
        return report

    def make(self, move: Move | str | Collection[str]) -> MoveReport:
        """Make a move, given as such, by number, by text, or as the items to pick. While others
        have the move, this does nothing: the caller lets them continue."""
        if not (self.mine or self.table.over):
            return MoveReport("", "", ())
        if isinstance(move, str):
            move = self.find(move)
        return self._make(move if isinstance(move, Move) else self.person.set_of(move))

    def make_compound(self, move: Move | str | Collection[str]) -> list[MoveReport]:
        """Make a move together with the answers that follow its text, if any: all of them or none.
        A decision of another seat on the way cannot be answered."""
        first, *answers = parts(move) if isinstance(move, str) else [""]
        # A move whose own text contains the separator takes precedence.
        if not answers or not self.mine or self.person.means_a_move(str(move)):
            return [self.make(move)]
        picks = self.picks()
        start = first if picks is not None and picks.at_once else self.find(first)
        made = entries(self.table, start, answers, self.seat)
        return [self._make(self.table.logged(entry)) for entry in made]

    def undo(self) -> None:
        """Return to the person's last decision or pause."""
        before = self.table.copy()
        while before.log:
            before.undo()
            if before.paused or before.decider == self.seat:
                self.table = before
                del self.history[len(before.log) :]
                return
        raise MoveError("no move to take back")

    # ---- hints ----

    @property
    def must_think(self) -> bool:
        """Whether a hint needs a search, which takes a second or more."""
        if self.solver is None or self.table.decider != self.seat:
            return self.must_consult
        verdict = self.solver.known(self.table)
        if verdict is None:
            return True
        return verdict.status not in (SOLVED, IMPOSSIBLE) and self.must_consult

    @property
    def must_consult(self) -> bool:
        """Whether a tip needs a search, which may take a second."""
        return self.table.decider == self.seat and self._known_advice() is None

    @property
    def waiting(self) -> str:
        """What to show while a hint is being searched."""
        return "preparing the solver (once)" if self.solver and cold() else "thinking"

    def consult(self, person: Seat) -> list[Advice]:
        """Ask the adviser, which may happen in a thread; the answer is kept for this position."""
        found = advised(person, self.adviser)
        self._advice = person, found
        return found

    def _known_advice(self) -> list[Advice] | None:
        """What the adviser has said of this position, if it was asked."""
        kept = self._advice
        return kept[1] if kept and kept[0] is self.person else None

    def hint(self) -> Hint:
        """The next move of a solution, or that there is none; without a solver, or if it finds no
        answer in time, the adviser's move."""
        if self.solver is None or self.table.decider != self.seat:
            return self._advised("")
        found = self.solver.known(self.table) or self.solver.search(self.table)
        note = ALL_CARDS if self.hides_cards() else ""
        if found.status == SOLVED:
            move = self.listed(self.table.logged(found.moves[0]))
            count = "1 move" if len(found.moves) == 1 else f"{len(found.moves)} moves"
            return Hint(f"winnable in {count}: {self.text(move)}{note}", move)
        if found.status == IMPOSSIBLE:
            lost = "this position is no longer winnable" if self.table.log else IMPOSSIBLE_DEAL
            return Hint(lost + note, None)
        return self._advised("no solution found in time; try ")

    def _advised(self, before: str) -> Hint:
        tip = self.tip()
        return Hint(before + tip.text, tip.move, tip.advice)

    def tip(self) -> Hint:
        """The moves that the adviser favours; it sees no more than the person."""
        moves = self.moves()
        if not moves:
            raise MoveError("there is nothing to choose now")
        advice = [] if self.waits else self._known_advice()
        if advice is None:
            advice = self.consult(self.person)
        if not advice:  # nothing to choose from, or no world that the adviser can imagine
            return Hint(self.text(moves[0]), moves[0])
        return Hint(advice_text(advice, self.text), advice[0].move, tuple(advice))

    def why(self, text: str) -> list[str]:
        """Why a move, given by number or text, is legal or not."""
        try:
            move = self.find(text)
        except MoveError as error:
            asked, answer = text, str(error)
        else:
            asked, answer = self.text(move), f"'{self.text(move)}' is legal"
        if self.table.decider != self.seat:
            return [answer]
        try:
            return explanation_lines(self.table.explain(asked, self.seat))
        except MoveError:
            return [answer]

    # ---- other tables ----

    def new_game(self) -> str:
        """Start another game; returns the message to show."""
        if self._fresh is None:
            return "cannot start another game here"
        self.sit_at(self._fresh())
        return f"new game, seed {self.table.seed}"

    def sit_at(self, table: Table) -> None:
        """Move to another table, with reports of the moves made there."""
        replay = Replay(table, self.seat, self.notation).to_end()
        self.history = replay.history
        self.table = replay.table
        self._begin()
        if self.solver:  # what it knows is about the old deal
            self.solver = Knowledge(self.solver.game, self.solver.seconds)
