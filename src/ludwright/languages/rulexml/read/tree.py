"""What the files of Rule XML say, with places, before anything is made of it.

Codes of one letter are in lower case here, words stand as they were written without blanks around
them, and what a file leaves out, or leaves empty, is None or "".
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from ....diagnostics import Span
from ....gamedef import nodes as n

DIRECTIONS = n.DIRECTIONS

NONE = "none"
"""No direction: on the same pile."""


@dataclass(frozen=True, slots=True)
class Word:
    """A text and where it stands."""

    text: str
    span: Span


# ---- rules: the cards --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a deck. A value, a colour or a suit that it does not have is in no test."""

    name: Word
    value: int | None
    color: str
    suit: str
    fixed: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards, the first on top."""

    name: str
    shuffled: bool
    cards: tuple[Card, ...]
    span: Span
    path: Word | None = None  # the file it was read from, if it was


@dataclass(frozen=True, slots=True)
class Dealt:
    """An entry of `init_cards`: a `name` of a card, RANDOM or REST; a direction, NONE, or "" for
    that of the cell's fan; a rotation, or None for that of the cell. Whatever is neither `u` nor
    `d` leaves the face down."""

    name: str
    face: str
    direction: str
    rotation: Decimal | None
    span: Span


RANDOM = "Rd"
REST = "**"


@dataclass(frozen=True, slots=True)
class Cell:
    """A named place on the table; `fan` is a direction or NONE."""

    name: Word
    fan: str
    rotation: Decimal
    cards: tuple[Dealt, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Group:
    """Cells that rules speak of together."""

    category: Word
    cells: tuple[str, ...]
    span: Span


# ---- rules: the phases -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tests:
    """What is asked of one node, or of all cells of a category: None where it does not matter,
    also for `*` and for texts that mean nothing there (those are warned about when read). `value`
    is a whole number, `l` or `g`; `color` and `suit` are `=`, `!` or a word; `num_cards` is a whole
    number; `is_faceup` is `y` or `n`; `name` is that of a cell or a group."""

    span: Span
    value: Word | None = None
    color: Word | None = None
    suit: Word | None = None
    num_cards: Word | None = None
    is_faceup: Word | None = None
    name: Word | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """What is asked of every cell that a name or a group stands for: nothing, if it stands for
    none. `value` and `name` of its tests are not looked at."""

    category: Word
    tests: Tests


@dataclass(frozen=True, slots=True)
class Validation:
    """Tests that must all hold; a `receiver` also asks for the category of its rule."""

    span: Span
    receiver: Tests | None = None
    mover: Tests | None = None
    donor: Tests | None = None
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Dest:
    """What becomes of the receiver, the mover or the donor; "" where nothing is said.

    `num_cards` is `*`, `h`, `d`, `t`, `b`, `r`, a whole number above 0, a direction, or "" for the
    whole node. `destination` is `m`, `d`, `r` or the name of a cell. `shuffle` is `y`, `rev` or "".
    `offset` is a direction, `preserve` or "". `flip_up` is `y`, `n`, `*`, a direction, `none` or ""
    for nothing. `rotation` is None for nothing."""

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
    """One `action`: what happens to the cards, in this order, then the points and the phase. In
    games for several `player` is whose points they are, from 1; None: of who moves."""

    span: Span
    next_phase: Word
    points: int = 0
    receiver: Dest | None = None
    mover: Dest | None = None
    donor: Dest | None = None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class GestureRule:
    """What may be done and what it does."""

    category: Word
    validations: tuple[Validation, ...]
    actions: tuple[Act, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Phase:
    """A state of the game. In games for several `player` is whose turn it is, from 1."""

    name: Word
    automatic: bool
    donors: tuple[Word, ...]
    rules: tuple[GestureRule, ...]
    span: Span
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """A rules file, with the deck it names; each cell once, as it is first described. `players` is
    how many seats play: 1 unless a phase says whose it is."""

    name: str
    players: int
    layout: Word | None
    deck: Deck
    cells: tuple[Cell, ...]
    groups: tuple[Group, ...]
    phases: tuple[Phase, ...]
    span: Span

    def stands_for(self, name: str) -> tuple[str, ...]:
        """The cells that a name means: those of the group, and the cell of that name."""
        named = [
            cell for group in self.groups if group.category.text == name for cell in group.cells
        ]
        named += [cell.name.text for cell in self.cells if cell.name.text == name]
        return tuple(cell.name.text for cell in self.cells if cell.name.text in named)


# ---- the other files ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LayoutFile:
    """A layout file: sizes and places in hundredths of the table's width."""

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
    """A card in a save, its numbers as they are written."""

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
    """A node of a save: the way to it, its cards from the top down, and what hangs below."""

    path: str
    deck: str
    cards: tuple[SavedCard, ...]
    children: tuple[tuple[str, SavedNode], ...]


@dataclass(frozen=True, slots=True)
class Save:
    """A save file: a position of the game that `file` describes. In games for several `score` is
    that of the first player, and `others` are those of the others."""

    phase: Word
    game: str
    file: Word
    score: Word
    cells: tuple[tuple[Word, SavedNode], ...]
    span: Span
    others: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """A score file: for each game its best scores, as they are written."""

    games: tuple[tuple[str, tuple[str, ...]], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Style:
    """A style file: how a table is to look and sound."""

    language: str
    difficulty: int
    cards: str
    sound: bool
    table: str
    dark: bool
    span: Span
