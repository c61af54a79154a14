"""A person at a table, whatever it is drawn with: moves, others' moves, undo, hints, files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..disk import folder_of, write_whole
from ..game import Game
from ..pipeline import is_description
from ..play.compound_moves import entries, parts
from ..play.errors import MoveError
from ..play.events import HIDDEN, story
from ..play.move_text import UNANNOUNCED
from ..play.moves import Move
from ..play.picks import Picks, how_many, options, set_move
from ..play.record import outcome
from ..play.table import Table
from ..players import Player, begin, choice
from ..solver.answers import IMPOSSIBLE, SOLVED
from .explanation import explanation_lines
from .files import record_text
from .move_list import Listing
from .rules import rules_of
from .scene import scene_of
from .solver_hints import Knowledge, cold

YOU = "you"
MOST_AT_ONCE = 1000  # moves of others without a word from the person
UNWINNABLE = "this deal can't be won"
OPEN_CARDS = " (seen with all cards open)"
MOST_LOOKED_AT = 60  # moves that are read to see what kind of text they have


@dataclass(frozen=True, slots=True)
class MoveReport:
    """A move that was made: by whom (nobody, if the game only went on), and what it brought."""

    who: str
    text: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """What a person who asks for a hint is told, and the move in it, if there is one."""

    text: str
    move: Move | None


def own(text: str, seat: int) -> str:
    """A text about a seat's things, as told to that seat."""
    return text.replace(f"player {seat + 1}'s", "your")


def make_and_tell(table: Table, move: Move, seat: int, notation: str) -> MoveReport:
    """Carry out a move, and say what a seat is told of it."""
    decider, prompt, together = table.decider, table.prompt, table.together
    mine = decider == seat
    tokens = tokens_of(table, move)
    table.apply(move)
    if decider is None:
        return MoveReport("", "", brought(table, seat))
    text = move.text(notation) if mine else table.made_text(-1, seat, notation)
    # Where the text does not say it all, what happened is told in full.
    hidden = text == UNANNOUNCED or HIDDEN in text
    named = set() if together or hidden else tokens
    if prompt and not tokens:
        text = f"{prompt.rstrip(' ?:.!')}: {text}"
    return MoveReport(YOU if mine else table.names[decider], text, brought(table, seat, named))


def tokens_of(table: Table, move: Move) -> set[int]:
    """The cards that a legal move names."""
    chosen = move.info.chosen(table.entry(move)[1:]) if move.info else []
    return {value for value, kind in chosen if kind == "token"}


def brought(table: Table, seat: int, named: Container[int] = ()) -> tuple[str, ...]:
    """What a seat is told of what the last move brought, besides where the cards went first that
    it named; in a game for one that decides everything, the table shows it well enough."""
    if table.pace == "decision" and table.program.seats == 1:
        return ()
    said: set[int] = set()
    events = []
    for event in table.events():
        first = event.kind == "move" and event.values[0] in named and event.values[0] not in said
        if first:
            said.add(event.values[0])
        else:
            events.append(event)
    return tuple(own(line, seat) for line in story(table.program, events, seat))


class Session:
    """One person at a table; a player of another kind sits in all other seats."""

    def __init__(
        self,
        table: Table,
        seat: int,
        others: Player,
        *,
        notation: str = "",
        adviser: Player | None = None,
        solver: Knowledge | None = None,
        resume: Callable[[str], Table] | None = None,
        game: Game | None = None,
        fresh: Callable[[], Table] | None = None,
    ) -> None:
        self.table = table
        self.seat = seat
        self.others = others
        self.adviser = adviser or others
        self.solver = solver
        self.notation = notation
        self.history: list[MoveReport] = []  # one for each move of the log
        self._resume = resume
        self._fresh = fresh
        self.game = game
        self._listing = Listing(game)
        if table.log:
            self._sit_at(table)
        else:
            self._begin()

    def _begin(self) -> None:
        """Let the others, and the adviser, take their seats."""
        begin(self.table, [self.others] * self.table.program.seats)
        if self.adviser is not self.others:
            begin(self.table, [self.adviser] * self.table.program.seats)

    # ---- looking ----

    @property
    def mine(self) -> bool:
        """Whether it is for the person to do something."""
        return self.table.paused or self.table.decider == self.seat

    @property
    def waits(self) -> bool:
        """Whether the game only waits for the person to go on."""
        return self.table.paused or not (self.mine or self.table.over)

    @property
    def name(self) -> str:
        """What the game is called, and which one it is."""
        return f"{self.table.program.name}, seed {self.table.seed}"

    def question(self) -> str:
        """What the person is asked."""
        if self.table.over:
            return self.ending()
        if self.waits:
            return "enter = continue"
        asked, several = self.table.prompt or "your move", self.picks()
        if several is None:
            return asked
        if several.at_once:
            return f"{asked} (pick {how_many(several)})"
        return f"{asked} ({len(several.chosen)} of {how_many(several)})"

    def picks(self) -> Picks | None:
        """What the person picks, where that is several items."""
        if self.table.decider != self.seat:
            return None
        return self._listing.picks(self.table, self.seat)

    def ending(self) -> str:
        """How the game ended."""
        return f"The game is over: {outcome(self.table.result(), self.table.names)}."

    @property
    def under_way(self) -> bool:
        """Whether there is a game to lose by beginning another one."""
        return bool(self.table.log) and not self.table.over

    def rules(self) -> list[str]:
        """The rules of the game, a paragraph in each line."""
        return rules_of(self.game) if self.game else ["there are no rules to show here"]

    def moves(self) -> Sequence[Move]:
        """What the person may choose; of moves that choose alike only one."""
        return self._listing.moves(self.table, self.seat) if self.mine else ()

    def listed(self, move: Move) -> Move:
        """The move of the list that stands for one that may be chosen."""
        return self._listing.representative(self.table, self.seat, move)

    def text(self, move: Move) -> str:
        """A move as the person reads it."""
        return move.text(self.notation)

    # ---- moving ----

    def let_others_move(self) -> list[MoveReport]:
        """Let the others move until the person is asked something; what they did is told.

        They may go on for long if the person is never asked: then a part of it is told."""
        begun = len(self.history)
        while not (self.table.over or self.mine) and len(self.history) < begun + MOST_AT_ONCE:
            self._make(choice(self.others, self.table))
        return self.history[begun:]

    def _make(self, move: Move) -> MoveReport:
        told = make_and_tell(self.table, move, self.seat, self.notation)
        self.history.append(told)
        if self.table.over:
            self.others.end(self.table.result())
        return told

    def make(self, move: Move | str | Collection[str]) -> MoveReport:
        """Make a move, also given by its number or text, or by the items that are picked; while
        others play, only let them."""
        if not (self.mine or self.table.over):
            return MoveReport("", "", ())
        if isinstance(move, str):
            move = self.find(move)
        return self._make(move if isinstance(move, Move) else set_move(self.table, move))

    def make_whole(self, move: Move | str | Collection[str]) -> list[MoveReport]:
        """Make a move, with the person's answers to what it asks if they are written behind it;
        then all of them must fit, and what others are asked on the way can't be among them."""
        first, *answers = parts(move) if isinstance(move, str) else [""]
        if not answers or not self.mine or options(self.table, str(move)):
            return [self.make(move)]
        several = self.picks()
        begun = first if several is not None and several.at_once else self.find(first)
        made = entries(self.table, begun, answers, self.seat)
        return [self._make(self.table.logged(entry)) for entry in made]

    @property
    def numbered(self) -> bool:
        """Whether moves are called by their numbers; not where moves are numbers themselves, nor
        where items are picked."""
        several = self.picks()
        if several is not None and several.at_once:
            return False
        return not any(
            self.text(move).lstrip("-").isdecimal() for move in self.moves()[:MOST_LOOKED_AT]
        )

    def number(self, text: str) -> int:
        """The number of a move, from 1, that a text is; else 0."""
        if not text.isdecimal() or not self.numbered:
            return 0
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
        return number if number <= len(self.moves()) else 0

    def find(self, text: str) -> Move:
        """The move that a number or a text means; nothing at all means to go on."""
        moves = self.moves()
        if number := self.number(text):
            return moves[number - 1]
        return self.table.parse(text) if text or not self.waits else moves[0]

    def undo(self) -> None:
        """Go back to where the person last decided, or last let the game go on."""
        before = self.table.copy()
        while before.log:
            before.undo()
            if before.paused or before.decider == self.seat:
                self.table = before
                del self.history[len(before.log) :]
                return
        raise MoveError("there is no move to take back")

    def new_game(self) -> str:
        """Begin another game; the answer says how that went."""
        if self._fresh is None:
            return "another game can't be dealt here"
        self._sit_at(self._fresh())
        return f"a new game: seed {self.table.seed}"

    # ---- asking ----

    @property
    def must_think(self) -> bool:
        """Whether a hint takes a search, and so a while."""
        asked = self.solver if self.table.decider == self.seat else None
        return asked is not None and asked.known(self.table) is None

    @property
    def waiting(self) -> str:
        """What a person is told who waits for a hint."""
        return "preparing the solver, once, about a minute" if cold() else "thinking"

    def hint(self) -> Hint:
        """The next move of a way to win, or that there is none; what the adviser would do, where
        no solver knows."""
        if self.solver is None or self.table.decider != self.seat:
            return self._advised("")
        found = self.solver.known(self.table) or self.solver.search(self.table)
        note = OPEN_CARDS if self.hidden() else ""
        if found.status == SOLVED:
            move = self.listed(self.table.logged(found.moves[0]))
            left = len(found.moves)
            to_go = "1 move" if left == 1 else f"{left} moves"
            return Hint(f"winnable, {to_go} to go: {self.text(move)}{note}", move)
        if found.status == IMPOSSIBLE:
            what = "this position can't be won any more" if self.table.log else UNWINNABLE
            return Hint(what + note, None)
        return self._advised("winnable or not: not known; perhaps ")

    def _advised(self, before: str) -> Hint:
        move = self.tip()
        return Hint(before + self.text(move), move)

    def hidden(self) -> bool:
        """Whether there are cards that the person does not see."""
        places = scene_of(self.table, self.seat).places
        return any(card is None for place in places for card in place.cards)

    def tip(self) -> Move:
        """The move that the adviser would make, who knows no more than the person."""
        moves = self.moves()
        if not moves:
            raise MoveError("there is nothing for you to choose")
        return moves[0] if self.waits else self.listed(choice(self.adviser, self.table))

    def why(self, text: str) -> list[str]:
        """Why a move, given by its number or text, may be made or not."""
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
        except MoveError as error:
            return [str(error)]

    # ---- files ----

    @property
    def position_ending(self) -> str:
        """How the names of files end that keep positions of this game; nothing if none do."""
        found = self.game.positions if self.game else None
        return found.suffix if found else ""

    def save(self, file: str) -> str:
        """Write a record of the game so far, or the position alone if the name of the file asks
        for that; the answer says how that went."""
        ending = self.position_ending
        if is_description(file) and not (ending and file.endswith(ending)):
            return f"'{file}' is a game description: choose another name"
        try:
            if self.game and ending and file.endswith(ending):
                text = self.game.position(self.table, folder_of(file))
            else:
                text = self._record(folder_of(file))
            write_whole(file, text)
        except (OSError, ValueError) as error:
            return f"'{file}' can't be written: {getattr(error, 'strerror', None) or error}"
        return f"saved as {file}"

    def _record(self, folder: Path) -> str:
        return self.game.save(self.table, folder) if self.game else self.table.save()

    def load(self, file: str) -> str:
        """Go on with a record instead; the answer says how that went."""
        if self._resume is None:
            return "records can't be loaded here"
        if self.position_ending and file.endswith(self.position_ending):
            return f"a saved position is a game of its own: 'ludwright play {file}'"
        try:
            table = self._resume(record_text(file))
        except ValueError as error:
            return _reason(error)
        if self.seat >= table.program.seats:
            return f"you have seat {self.seat + 1}, but {table.program.seats} play in that record"
        self._sit_at(table)
        return f"loaded {file}"

    def _sit_at(self, table: Table) -> None:
        """Take the person to another table, and tell what has happened there."""
        replay = Replay(table, self.seat, self.notation)
        while replay.forward():
            pass
        self.history = replay.history
        self.table = replay.table
        self._begin()
        if self.solver:
            self.solver = Knowledge(self.solver.game, self.solver.seconds)


class Replay:
    """A game that was played, step by step, as a seat sees it."""

    def __init__(
        self, table: Table, seat: int, notation: str = "", *, sealed: bool = False
    ) -> None:
        self.log = table.log
        self.sealed = sealed  # the game goes on: nobody looks on from another seat
        self.seat = seat
        self.notation = notation
        self.table = table.restarted(trace=True)
        self.history: list[MoveReport] = []

    @property
    def place(self) -> str:
        """How far the replay has come."""
        return f"move {len(self.history)} of {len(self.log)}"

    def forward(self) -> bool:
        """Make the next move; not at the end."""
        if len(self.history) == len(self.log):
            return False
        move = self.table.logged(self.log[len(self.history)])
        self.history.append(make_and_tell(self.table, move, self.seat, self.notation))
        return True

    def back(self) -> bool:
        """Take the last move back; not at the start."""
        if not self.history:
            return False
        self.table.undo()
        self.history.pop()
        return True

    def sit(self, seat: int) -> bool:
        """Look on from another seat; not while the game goes on."""
        if self.sealed:
            return False
        at = len(self.history)
        self.seat = seat
        self.table = self.table.restarted(trace=True)
        self.history = []
        while len(self.history) < at:
            self.forward()
        return True

    def ending(self) -> str:
        """How the game ended, once it has."""
        table = self.table
        return f"The game is over: {outcome(table.result(), table.names)}." if table.over else ""


def _reason(error: ValueError) -> str:
    """What is wrong, without its place and help."""
    found = getattr(error, "diagnostics", None) or [getattr(error, "diagnostic", None)]
    return found[0].message if found[0] else str(error)
