"""The table as plain text, for pipes and terminals without full-screen support."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from ..play.errors import MoveError
from ..play.events import HIDDEN
from ..play.inspect_state import DIRECTION_WORDS
from ..table.move_report import YOU, MoveReport
from ..table.playback import Replay
from ..table.rules import wrapped
from ..table.scene import SPACE, Place, Scene, scene_of
from ..table.standings import ending_lines
from .faces import FEW, Faces, Line
from .maps import spaces
from .session import Session
from .spot_layout import laid, placed
from .trees import Manner

MOST_SHOWN = 60  # moves listed without the command `moves`
WIDEST_LABEL = 24  # columns
WIDEST_LIST = 76
WIDEST_LAYOUT = 76
WIDEST_VALUES = 140
MOST_OF_PILE = 12  # cards
HELP = """\
  a number     play the move with this number
  a move       play a move, typed as listed
  MOVE / ...   play a move together with your answers, separated by ' / '
  5H KH QS     pick several items, in any order; also 5H + KH + QS, or none
  enter        continue, in games that only wait for you
  moves        list all moves
  undo         take back your last move and everything after it
  why MOVE     explain why a move (its number or text) is legal or not
  hint         suggest a move; in solitaire, the next step of a solution (the solver sees all cards)
  tip          the moves that a strong player favours, seeing only what you see
  rules        show the rules
  new          start another game; the current one is lost
  save FILE    write a record, for 'ludwright replay' and 'ludwright play --load'
  load FILE    continue the game of a record
  quit         leave the table"""
STEPS = "enter = next, b = back, quit"


def cards_text(cards: Sequence[str | None]) -> str:
    """The cards of a zone in one line; long runs of equal or hidden cards are counted."""
    # A zone with nothing visible is a count; a few backs among visible cards show their order.
    most = 6 if any(cards) else 1
    parts = []
    for card, group in groupby(cards):
        count = len(list(group))
        short = count > (most if card is None else FEW)
        parts += [f"{card or HIDDEN} x {count}"] if short else [card or HIDDEN] * count
    return " ".join(parts) or "-"


def scene_lines(scene: Scene) -> Iterator[str]:
    """The table as a seat sees it: a line per zone, then zones with fixed spots, then values."""
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
    """The zones that the game gives a spot on the table."""
    faces = Faces(signs=False)
    if scene.look is None:
        return placed(scene.places, WIDEST_LAYOUT, faces)
    faces = faces.fitting(scene.cards())
    bands = laid(scene.places, scene.look, faces, WIDEST_LAYOUT, Manner())
    return [line for band in bands for line in band]


def upper(place: Place) -> Sequence[str | None]:
    """The cards of a place to show; of a long open pile, the upper ones and a count of the rest."""
    lower = len(place.cards) - MOST_OF_PILE
    if place.look != "pile" or lower <= 1 or not any(place.cards[:lower]):
        return place.shown
    return (f"+{lower}", *place.cards[lower:])


def value_lines(values: Iterable[str]) -> list[str]:
    """Values, joined into lines."""
    lines: list[str] = []
    for value in values:
        if lines and len(lines[-1]) + len(value) < WIDEST_VALUES:
            lines[-1] += f", {value}"
        else:
            lines.append(value)
    return lines


def value_texts(scene: Scene) -> Iterator[str]:
    """Values by name; one that each seat has is listed for all seats together."""
    for name, family in groupby(scene.values, key=lambda value: value.name):
        values = list(family)
        if values[0].owner is None:
            yield f"{name}: {values[0].text}"
        else:
            each = (f"{who(scene, value.owner)} {value.text}" for value in values)
            yield f"{name}: {' / '.join(each)}"


def who(scene: Scene, seat: int | None) -> str:
    """What the person calls a seat."""
    return YOU if seat in (None, scene.seat) else scene.names[seat]


def report_lines(history: Iterable[MoveReport], own: bool = False) -> Iterator[str]:
    """Moves and their effects; one's own moves only if asked for: the person typed them."""
    for report in history:
        if report.who and (own or report.who != YOU):
            yield f"  {report.who}: {report.text}"
        yield from (f"    {line}" for line in report.lines)


def read(question: str) -> str | None:
    """Prompt for a line, with whitespace normalised; None at the end of the input."""
    print(f"{question} > ", end="", flush=True)
    try:
        line = sys.stdin.readline()
    except OSError:  # standard input is closed
        line = ""
    if not sys.stdin.isatty():  # nothing has echoed the input, so transcripts would lack it
        print(line.rstrip("\n"))
    return " ".join(line.split()) if line else None


def say(lines: Iterable[str]) -> None:
    """Print lines."""
    for line in lines:
        print(line)


class LineTable:
    """A person's table as plain text."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: say(self.help_lines()),
            "moves": lambda _: self.show_moves(len(session.moves())),
            "undo": lambda _: self.undo(),
            "hint": lambda _: self.hint(),
            "tip": lambda _: print(f"  tip: {session.tip().text}"),
            "rules": lambda _: say(map(indented, wrapped(session.rules(), WIDEST_LIST))),
            "new": lambda _: self.moved(session.new_game),
        }
        self.asking: dict[str, tuple[str, Callable[[str], None]]] = {
            "why": ("MOVE", lambda text: say(map(indented, session.why(text)))),
            "save": ("FILE", lambda file: print(f"  {session.save(file)}")),
            "load": ("FILE", lambda file: self.moved(lambda: session.load(file))),
        }

    def help_lines(self) -> Iterator[str]:
        """The commands."""
        yield HELP
        if ending := self.session.position_ending:
            yield f"  save X{ending:<10} write the position, with all cards, to continue from"

    def run(self) -> None:
        """Play until the game is over or the person quits."""
        self.show()
        while not self.session.table.over:
            line = read(self.session.question())
            if line is None or line == "quit":
                print("Goodbye.")
                return
            try:
                self.obey(line)
            except MoveError as error:
                print(f"  {error}; 'help' lists the commands")

    def obey(self, line: str) -> None:
        """Run a command, or make a move."""
        word, _, rest = line.partition(" ")
        if word in self.asking:
            argument, act = self.asking[word]
            if rest:
                act(rest)
            else:
                print(f"  usage: {word} {argument}")
        elif word in self.commands and not rest:
            self.commands[word](rest)
        elif line or self.session.waits:
            say(report_lines(self.session.make_compound(line)))
            self.show()

    def show(self) -> None:
        """Let the others move, then show the table and the moves."""
        session = self.session
        say(report_lines(session.let_others_move()))
        print()
        say(scene_lines(scene_of(session.table.view(session.seat))))
        if session.table.over:
            print()
            say(ending_lines(session.table, session.seat))
        elif not session.waits:
            print()
            self.show_moves(MOST_SHOWN)

    def show_moves(self, most: int) -> None:
        """List the legal moves with their numbers, or the items to pick."""
        moves, picks = self.session.moves(), self.session.picks()
        texts = [self.session.text(move) for move in moves[:most]]
        if picks is not None and picks.at_once:
            texts, moves = list(picks.items), ()
        if self.session.numbered:
            say(f"{number:>4}  {text}" for number, text in enumerate(texts, 1))
        else:
            indent = " " * 3
            listed = "  ".join(texts)
            say(textwrap.wrap(listed, WIDEST_LIST, initial_indent=indent, subsequent_indent=indent))
        if len(moves) > most:
            print(f"      ... and {len(moves) - most} more; 'moves' lists them all")

    def undo(self) -> None:
        """Take back the person's last move."""
        self.session.undo()
        self.show()

    def hint(self) -> None:
        """Suggest a move."""
        if self.session.must_think:
            print(f"  {self.session.waiting} ... (ctrl+c stops)", flush=True)
        print(f"  hint: {self.session.hint().text}")

    def moved(self, change: Callable[[], str]) -> None:
        """Move to another table, show the message, and the table if that worked."""
        before = self.session.table
        print(f"  {change()}")
        if self.session.table is not before:
            self.show()


def indented(line: str) -> str:
    """An indented line."""
    return f"  {line}"


def step_through(replay: Replay) -> None:
    """Step through a replay, one step per line of input."""
    steps: dict[str, Callable[[], bool]] = {"": replay.forward, "b": replay.back}
    while True:
        print()
        say(scene_lines(scene_of(replay.table.view(replay.seat))))
        if replay.ending():
            print(f"\n{replay.ending()}")
        line = read(f"{replay.progress}; {STEPS}")
        if line is None or line in ("quit", "q"):
            return
        if line not in steps:
            print(f"  {STEPS}")
        elif not steps[line]():
            print(f"  this is the {'first' if line else 'last'} position")
        elif line == "":
            say(report_lines(replay.history[-1:], own=True))
