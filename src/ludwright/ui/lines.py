"""A table in plain lines of text: works in any terminal, and through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

from ..play.errors import MoveError
from ..play.events import HIDDEN, story
from ..play.moves import Move
from ..play.record import outcome
from ..play.table import Table
from ..players import Player

MOST_SHOWN = 60  # moves listed without being asked
WIDEST_LABEL = 24
HELP = """\
  a number     make the move with this number
  a move       make the move, typed as the list shows it
  enter        go on, where the game only waits for you
  moves        list all moves again
  undo         take your last move back
  save FILE    write a record, for 'ludwright replay' and 'play --load'
  quit         leave the table"""


def cards_text(cards: list[str | None]) -> str:
    """The cards of a zone in a line; those of a hidden zone, or many in a row, as a number."""
    most = 6 if any(cards) else 1
    parts = []
    for card, group in groupby(cards):
        count = len(list(group))
        short = card is None and count > most
        parts += [f"{HIDDEN} x {count}"] if short else [card or HIDDEN] * count
    return " ".join(parts) or "-"


def table_lines(table: Table, seat: int) -> Iterator[str]:
    """The table as a seat sees it: a line per zone, then what is counted."""
    for zone in table.zones():
        cards = table.seen(zone.name, zone.seat, zone.index, seat=seat, path=zone.path)
        if cards or zone.name not in table.program.shuffled:
            yield f"  {_own(zone.label, seat):<{WIDEST_LABEL}} {cards_text(cards)}"
    if values := ", ".join(_values(table, seat)):
        yield f"  {values}"


def _own(label: str, seat: int) -> str:
    return label.replace(f"player {seat + 1}'s", "your")


def _values(table: Table, seat: int) -> Iterator[str]:
    for info in table.program.variables.values():
        seats = range(table.program.seats) if info.per_seat else (None,)
        shown = [
            _value(table, table.variable(info.name, s), info.type)
            for s in seats
            if info.audience == "all" or (info.audience == "owner" and s == seat)
        ]
        if shown:
            yield f"{info.name.replace('_', ' ')}: {' '.join(shown)}"


def _value(table: Table, value: int | bool | str | None, kind: str) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return table.names[value] if kind == "seat" and isinstance(value, int) else str(value)


class LineTable:
    """One person at a table; a player of another kind sits in all other seats."""

    def __init__(self, table: Table, seat: int, others: Player, notation: str = "") -> None:
        self.table = table
        self.seat = seat
        self.others = others
        self.notation = notation
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: print(HELP),
            "moves": lambda _: self.show_moves(len(self.table.legal())),
            "undo": lambda _: self.undo(),
            "save": self.save,
        }

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        self.show()
        while not self.table.over:
            line = self.read()
            if line is None or line == "quit":
                print("Good-bye.")
                return
            self.obey(line)

    def read(self) -> str | None:
        """What the person typed; None at the end of the input."""
        print(f"{self.question()} > ", end="", flush=True)
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            print(line.rstrip("\n"))
        return " ".join(line.split()) if line else None

    def question(self) -> str:
        """What the person is asked."""
        if self.table.paused:
            return "enter = continue"
        return self.table.prompt or "your move"

    def obey(self, line: str) -> None:
        """Carry out a command or a move."""
        word, _, rest = line.partition(" ")
        command = self.commands.get(word)
        try:
            if command and (not rest or word == "save"):
                command(rest)
            elif line or self.table.paused:
                self.make(line)
        except MoveError as error:
            print(f"  {error}; 'help' tells what you can type")

    def make(self, text: str) -> None:
        """Make a move given by number or text, then let the others move."""
        moves = self.table.legal()
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
        chosen = moves[number - 1] if 0 < number <= len(moves) else None
        move = chosen or (self.table.parse(text) if text else moves[0])
        self.table.apply(move)
        self.tell(move)
        self.show()

    def show(self) -> None:
        """Let the others move, then show the table and what can be done."""
        table = self.table
        while not table.over and not table.paused and table.decider != self.seat:
            who = table.names[table.decider or 0]
            move = self.others.choose(table.legal())
            table.apply(move)
            print(f"  {who}: {move.text(self.notation, self.seat)}")
            self.tell(move)
        print()
        print("\n".join(table_lines(table, self.seat)))
        if table.over:
            print(f"\nThe game is over: {outcome(table.result(), table.names)}.")
        elif not table.paused:
            print()
            self.show_moves(MOST_SHOWN)

    def tell(self, move: Move) -> None:
        """Say what happened after a move, besides what the move itself says; in a game for one
        that decides everything, the table shows it well enough."""
        table = self.table
        if table.pace == "decision" and table.program.seats == 1:
            return
        info = move.info
        named = {
            operand
            for operand, (_, kind, _) in zip(
                move.operands, info.operands if info else (), strict=True
            )
            if kind == "token"
        }
        events = [e for e in table.events() if e.kind != "move" or e.values[0] not in named]
        for line in story(table.program, events, self.seat):
            print(f"    {_own(line, self.seat)}")

    def show_moves(self, most: int) -> None:
        """List the legal moves with their numbers."""
        moves = self.table.legal()
        for number, move in enumerate(moves[:most], 1):
            print(f"{number:>4}  {move.text(self.notation)}")
        if len(moves) > most:
            print(f"      ... and {len(moves) - most} more: 'moves' lists all")

    def undo(self) -> None:
        """Take moves back up to the person's last one."""
        table = self.table
        table.undo()
        while table.log and not table.paused and table.decider != self.seat:
            table.undo()
        self.show()

    def save(self, file: str) -> None:
        """Write a record of the game so far."""
        if not file:
            print("  say where: save FILE")
            return
        try:
            Path(file).write_text(self.table.save(), encoding="utf-8")
        except (OSError, ValueError) as error:
            print(f"  '{file}' can't be written: {getattr(error, 'strerror', None) or error}")
        else:
            print(f"  saved as {file}")
