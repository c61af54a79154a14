"""A table in plain lines of text: works in any terminal, and through a pipe."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from ..play.errors import MoveError
from ..play.events import HIDDEN
from ..play.inspect_state import DIRECTION_WORDS
from .faces import FEW, Faces, Line
from .maps import spaces
from .rules import wrapped
from .scene import SPACE, Place, Scene, scene_of
from .session import YOU, MoveReport, Replay, Session
from .spot_layout import laid, placed
from .standings import ending_lines
from .trees import Manner

MOST_SHOWN = 60  # moves listed without being asked
WIDEST_LABEL = 24
WIDEST_LIST = 76
WIDEST_LAYOUT = 76
WIDEST_VALUES = 140
MOST_OF_PILE = 12  # cards
HELP = """\
  a number     make the move with this number
  a move       make the move, typed as the list shows it
  MOVE / ...   make a move together with your answers to what it asks, in order
  5H KH QS     pick several, where that is asked, in any order; also 5H + KH + QS, or none
  enter        go on, where the game only waits for you
  moves        list all moves again
  undo         take your last move back
  why MOVE     tell why a move may be made or not; its number or the move itself
  hint         propose a move; alone, what the solver knows: it sees all cards
  tip          propose a move that does well in random games, from what you see
  rules        the page of the game
  new          begin another game instead
  save FILE    write a record, for 'ludwright replay' and 'play --load'
  load FILE    go on with a record
  quit         leave the table"""
STEPS = "enter = next, b = back, quit"


def cards_text(cards: Sequence[str | None]) -> str:
    """The cards of a zone in a line; those of a hidden zone, or many equal ones, as a number."""
    most = 6 if any(cards) else 1
    parts = []
    for card, group in groupby(cards):
        count = len(list(group))
        short = count > (most if card is None else FEW)
        parts += [f"{card or HIDDEN} x {count}"] if short else [card or HIDDEN] * count
    return " ".join(parts) or "-"


def scene_lines(scene: Scene) -> Iterator[str]:
    """The table as a seat sees it: a line per zone, those with a spot where they lie, then what is
    counted."""
    for place in scene.places:
        if place.spot is not None or (place.look == SPACE and place.owner is None):
            continue
        cards = cards_text(upper(place)) if place.counted else "?"
        yield f"  {scene.title(place):<{WIDEST_LABEL}} {cards}"
        for node in place.branches:
            words = (scene.title(place), *(DIRECTION_WORDS[way] for way in node.path))
            yield f"  {','.join(words):<{WIDEST_LABEL}} {cards_text(node.cards)}"
    middle = [place for place in scene.places if place.owner is None]
    for line in [*spaces(middle, WIDEST_LAYOUT, Faces(signs=False)), *spot_lines(scene)]:
        yield "  " + "".join(text for text, _ in line).rstrip()
    yield from (f"  {line}" for line in value_lines(value_texts(scene)))


def spot_lines(scene: Scene) -> list[Line]:
    """What lies where the game says."""
    faces = Faces(signs=False)
    if scene.look is None:
        return placed(scene.places, WIDEST_LAYOUT, faces)
    faces = faces.fitting(scene.cards())
    bands = laid(scene.places, scene.look, faces, WIDEST_LAYOUT, Manner())
    return [line for band in bands for line in band]


def upper(place: Place) -> Sequence[str | None]:
    """The cards of a place that matter; of a pile only the upper ones, with how many there are."""
    lower = len(place.cards) - MOST_OF_PILE
    if place.look != "pile" or lower <= 1 or not any(place.cards[:lower]):
        return place.cards
    return (f"+{lower}", *place.cards[lower:])


def value_lines(values: Iterable[str]) -> list[str]:
    """What is counted or remembered, in as many lines as it needs."""
    lines: list[str] = []
    for value in values:
        if lines and len(lines[-1]) + len(value) < WIDEST_VALUES:
            lines[-1] += f", {value}"
        else:
            lines.append(value)
    return lines


def value_texts(scene: Scene) -> Iterator[str]:
    """What is counted or remembered; of all seats together, if each has its own."""
    for name, family in groupby(scene.values, key=lambda value: value.name):
        values = list(family)
        if values[0].owner is None:
            yield f"{name}: {values[0].text}"
        else:
            each = (f"{who(scene, value.owner)} {value.text}" for value in values)
            yield f"{name}: {' / '.join(each)}"


def who(scene: Scene, seat: int | None) -> str:
    """What people at a table call a seat."""
    return YOU if seat in (None, scene.seat) else scene.names[seat]


def told_lines(history: Iterable[MoveReport]) -> Iterator[str]:
    """What others did, and what moves brought."""
    for told in history:
        if told.who not in ("", YOU):
            yield f"  {told.who}: {told.text}"
        yield from (f"    {line}" for line in told.lines)


def read(question: str) -> str | None:
    """What the person typed; None at the end of the input."""
    print(f"{question} > ", end="", flush=True)
    try:
        line = sys.stdin.readline()
    except OSError:  # it is closed
        line = ""
    if not sys.stdin.isatty():
        print(line.rstrip("\n"))
    return " ".join(line.split()) if line else None


def say(lines: Iterable[str]) -> None:
    """Print lines."""
    for line in lines:
        print(line)


class LineTable:
    """A person's table in lines."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: say(self.help_lines()),
            "moves": lambda _: self.show_moves(len(session.moves())),
            "undo": lambda _: self.undo(),
            "hint": lambda _: self.hint(),
            "tip": lambda _: print(f"  {session.text(session.tip())}"),
            "rules": lambda _: say(map(indented, wrapped(session.rules(), WIDEST_LIST))),
            "new": lambda _: self.begin_anew(),
        }
        self.asking: dict[str, tuple[str, Callable[[str], None]]] = {
            "why": ("say which: why MOVE", lambda text: say(map(indented, session.why(text)))),
            "save": ("say where: save FILE", lambda file: print(f"  {session.save(file)}")),
            "load": ("say which: load FILE", self.load),
        }

    def help_lines(self) -> Iterator[str]:
        """What can be typed."""
        yield HELP
        if ending := self.session.position_ending:
            yield f"  save X{ending:<10} write the position alone, with all cards, to play on from"

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        self.show()
        while not self.session.table.over:
            line = read(self.session.question())
            if line is None or line == "quit":
                print("Good-bye.")
                return
            try:
                self.obey(line)
            except MoveError as error:
                print(f"  {error}; 'help' tells what you can type")

    def obey(self, line: str) -> None:
        """Carry out a command or a move."""
        word, _, rest = line.partition(" ")
        if word in self.asking:
            missing, ask = self.asking[word]
            if rest:
                ask(rest)
            else:
                print(f"  {missing}")
        elif word in self.commands and not rest:
            self.commands[word](rest)
        elif line or self.session.waits:
            say(told_lines(self.session.make_whole(line)))
            self.show()

    def show(self) -> None:
        """Let the others move, then show the table and what can be done."""
        session = self.session
        say(told_lines(session.let_others_move()))
        print()
        say(scene_lines(scene_of(session.table, session.seat)))
        if session.table.over:
            print()
            say(ending_lines(session.table, session.seat))
        elif not session.waits:
            print()
            self.show_moves(MOST_SHOWN)

    def show_moves(self, most: int) -> None:
        """List the legal moves with their numbers."""
        moves, several = self.session.moves(), self.session.picks()
        texts = [self.session.text(move) for move in moves[:most]]
        if several is not None and several.at_once:
            texts, moves = list(several.items), ()
        if self.session.numbered:
            say(f"{number:>4}  {text}" for number, text in enumerate(texts, 1))
        else:
            say(
                textwrap.wrap(
                    "  ".join(texts), WIDEST_LIST, initial_indent="   ", subsequent_indent="   "
                )
            )
        if len(moves) > most:
            print(f"      ... and {len(moves) - most} more: 'moves' lists all")

    def undo(self) -> None:
        """Take moves back up to the person's last one."""
        self.session.undo()
        self.show()

    def hint(self) -> None:
        """Tell what the solver knows, or what the adviser would do."""
        if self.session.must_think:
            print(f"  {self.session.waiting} ... (ctrl+c stops)", flush=True)
        print(f"  {self.session.hint().text}")

    def begin_anew(self) -> None:
        """Begin another game, if that is possible."""
        before = self.session.table
        print(f"  {self.session.new_game()}")
        if self.session.table is not before:
            self.show()

    def load(self, file: str) -> None:
        """Go on with a record."""
        before = self.session.table
        print(f"  {self.session.load(file)}")
        if self.session.table is not before:
            self.show()


def indented(line: str) -> str:
    """A line of an answer."""
    return f"  {line}"


def step_through(replay: Replay) -> None:
    """Show a replay in lines, a step for each line of input."""
    steps: dict[str, Callable[[], bool]] = {"": replay.forward, "b": replay.back}
    while True:
        print()
        say(scene_lines(scene_of(replay.table, replay.seat)))
        if replay.ending():
            print(f"\n{replay.ending()}")
        line = read(f"{replay.place}; {STEPS}")
        if line is None or line in ("quit", "q"):
            return
        if line not in steps:
            print(f"  {STEPS}")
        elif not steps[line]():
            print("  there is no further move that way")
        elif line == "":
            say(replayed_lines(replay.history[-1]))


def replayed_lines(told: MoveReport) -> Iterator[str]:
    """A move of a replay."""
    if told.who:
        yield f"  {told.who}: {told.text}"
    yield from (f"    {line}" for line in told.lines)
