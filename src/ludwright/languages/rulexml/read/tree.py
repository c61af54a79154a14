"""The syntax trees of Rule XML files, with locations.

One-letter codes are in lower case, words are as written but without surrounding blanks, and what is
omitted or empty in a file is None or "".
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from ....diagnostics import Span
from ....gamedef import nodes as n

DIRECTIONS = n.DIRECTIONS

NONE = "none"
"""No direction: the same pile."""


@dataclass(frozen=True, slots=True)
class Word:
    """A text and its location."""

    text: str
    span: Span


# ---- rules: the cards --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a deck. Tests on a value, a colour or a suit that it does not have are false."""

    name: Word
    value: int | None
    color: str
    suit: str
    fixed: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards, the top one first."""

    name: str
    shuffled: bool
    cards: tuple[Card, ...]
    span: Span
    path: Word | None = None  # the file that it was read from, if any


@dataclass(frozen=True, slots=True)
class Dealt:
    """An entry of `init_cards`: the name of a card, RANDOM or REST; a direction, NONE, or "" for
    the cell's fan; a rotation, or None for the cell's. Any face but `u` means face down."""

    name: str
    face: str
    direction: str
    rotation: Decimal | None
    span: Span


RANDOM = "Rd"
REST = "**"


@dataclass(frozen=True, slots=True)
class Cell:
    """A named cell of the table; `fan` is a direction or NONE."""

    name: Word
    fan: str
    rotation: Decimal
    cards: tuple[Dealt, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Group:
    """Cells that rules refer to by a common name."""

    category: Word
    cells: tuple[str, ...]
    span: Span


# ---- rules: the phases -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tests:
    """The tests on a node, or on all cells of a category; None for no test, also for `*` and for
    invalid texts, which are reported when read. `value` is a whole number, `l` or `g`; `color` and
    `suit` are `=`, `!` or a word; `num_cards` is a whole number; `is_faceup` is `y` or `n`; `name`
    is the name of a cell or a group."""

    span: Span
    value: Word | None = None
    color: Word | None = None
    suit: Word | None = None
    num_cards: Word | None = None
    is_faceup: Word | None = None
    name: Word | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """Tests on every cell that a name denotes; always true if it denotes none. `value` and `name`
    are ignored."""

    category: Word
    tests: Tests


@dataclass(frozen=True, slots=True)
class Validation:
    """Tests that must all hold; a `receiver` must also be in the category of the rule."""

    span: Span
    receiver: Tests | None = None
    mover: Tests | None = None
    donor: Tests | None = None
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Dest:
    """The movement of the receiver, the mover or the donor.

    `num_cards` is `*`, `h`, `d`, `t`, `b`, `r`, a whole number above 0, a direction, or "" for the
    whole node. `destination` is `m`, `d`, `r` or the name of a cell. `shuffle` is `y`, `rev` or "".
    `offset` is a direction, `preserve` or "". `flip_up` is `y`, `n`, `*`, a direction, `none` or
    "" for no turning.
    """

    span: Span
    destination: Word | None = None
    num_cards: str = ""
    collapse: bool = False
    shuffle: str = ""
    rotation: Decimal | None = None
    offset: str = ""
    flip_up: str = ""
    excepted: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class Act:
    """An `action`: movements, carried out in the order receiver, mover, donor, then points and the
    next phase. `player`, from 1, gets the points in games for several players; None is the one who
    moves."""

    span: Span
    next_phase: Word
    points: int = 0
    receiver: Dest | None = None
    mover: Dest | None = None
    donor: Dest | None = None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class GestureRule:
    """A rule: when a gesture is allowed, and what it does."""

    category: Word
    validations: tuple[Validation, ...]
    actions: tuple[Act, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the game. In games for several players, `player` is whose turn it is, from 1."""

    name: Word
    automatic: bool
    donors: tuple[Word, ...]
    rules: tuple[GestureRule, ...]
    span: Span
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """A rules file with its deck; each cell is listed once, by its first description. `players` is
    the number of seats: 1 unless a phase says whose turn it is."""

    name: str
    players: int
    layout: Word | None
    deck: Deck
    cells: tuple[Cell, ...]
    groups: tuple[Group, ...]
    phases: tuple[Phase, ...]
    span: Span

    def stands_for(self, name: str) -> tuple[str, ...]:
        """The cells that a name denotes: those of the group, and the cell with that name."""
        named = [
            cell for group in self.groups if group.category.text == name for cell in group.cells
        ]
        named += [cell.name.text for cell in self.cells if cell.name.text == name]
        # In file order and once each: a group may contain the cell that it shares its name with.
        return tuple(cell.name.text for cell in self.cells if cell.name.text in named)


# ---- the other files ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LayoutFile:
    """A layout file: sizes and positions in hundredths of the table's width."""

    game: str
    players: int
    screen_height: int
    card_width: int
    card_height: int
    face_down_offset: int
    face_up_offset: int
    cards: tuple[str, ...]
    start: str
    extension: str
    cells: tuple[tuple[Word, Decimal, Decimal], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class SavedCard:
    """A card in a save, with its numbers as written."""

    name: str
    face_up: bool
    rotation: str
    fixed: bool
    suit: str
    color: str
    value_name: str
    value: str
    symbol: str


@dataclass(frozen=True, slots=True)
class SavedNode:
    """A node of a save: its path, its cards from the top down, and its children."""

    path: str
    deck: str
    cards: tuple[SavedCard, ...]
    children: tuple[tuple[str, SavedNode], ...]


@dataclass(frozen=True, slots=True)
class Save:
    """A save file: a position of the game that `file` describes. In games for several players,
    `score` is the score of the first and `others` the scores of the others."""

    phase: Word
    game: str
    file: Word
    score: Word
    cells: tuple[tuple[Word, SavedNode], ...]
    span: Span
    others: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """A score file: the best scores of each game, as written."""

    games: tuple[tuple[str, tuple[str, ...]], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Style:
    """A style file: the look and sound of the table."""

    language: str
    difficulty: int
    cards: str
    sound: bool
    table: str
    dark: bool
    span: Span
