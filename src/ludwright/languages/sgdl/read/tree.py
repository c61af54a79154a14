"""The syntax tree of an SGDL file, with locations."""

from __future__ import annotations

from dataclasses import dataclass

from ....diagnostics import Span

DRAW = "DRAW"
REMOVE = "REMOVE"


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its location."""

    text: str
    span: Span


# The reader accepts these words everywhere and only records them, so that a file without
# `$extended` gets one diagnostic for each of them rather than syntax errors.
ExtendedWords = tuple[Word, ...]
"""The words of a line that belong to the extended language."""


@dataclass(frozen=True, slots=True)
class Deck:
    """`DECK`: the number of decks, and their suits and ranks."""

    count: int
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    span: Span

    @property
    def cards(self) -> int:
        """The total number of cards."""
        return self.count * len(self.suits) * len(self.ranks)


@dataclass(frozen=True, slots=True)
class Card:
    """A starting card."""

    rank: str
    suit: str
    span: Span


@dataclass(frozen=True, slots=True)
class PileAt:
    """A reference to one pile by name and index, as in the notation of moves."""

    name: str
    index: int
    span: Span

    @property
    def key(self) -> tuple[str, int]:
        """The name and the index."""
        return self.name, self.index


@dataclass(frozen=True, slots=True)
class PileLayout:
    """The position of a pile, in hundredths, and the piles that cover it."""

    at: tuple[int, int] | None = None
    covered_by: tuple[PileAt, ...] = ()
    extended_words: ExtendedWords = ()


@dataclass(frozen=True, slots=True)
class Pile:
    """One line of `$initial` other than DRAW; `pattern` has a letter for each card, from the bottom
    up, and `base` is the word BASE if the line ends with it."""

    name: Word
    count: int
    face: str
    cards: tuple[Card, ...]
    span: Span
    pattern: str = ""
    base: Word | None = None
    extended_words: ExtendedWords = ()
    layout: PileLayout = PileLayout()


@dataclass(frozen=True, slots=True)
class Deal:
    """A draw pile that deals one card to every pile of these names; `line_index` is the number
    of pile lines before it."""

    count: int
    piles: tuple[Word, ...]
    line_index: int
    span: Span
    name: str = DRAW
    extended_words: ExtendedWords = ()


@dataclass(frozen=True, slots=True)
class Rotate:
    """A draw pile that is turned over; a window or redeals of None means unlimited. With `refill`,
    cards that left the window return to it when others are played."""

    count: int
    per_draw: int
    window: int | None
    redeals: int | None
    line_index: int
    span: Span
    name: str = DRAW
    refill: bool = False
    extended_words: ExtendedWords = ()


@dataclass(frozen=True, slots=True)
class Gather:
    """A draw pile that collects all cards of some piles and deals them again in packets."""

    count: int
    piles: tuple[Word, ...]
    packet: int
    redeals: int | None
    line_index: int
    span: Span
    name: str = DRAW
    extended_words: ExtendedWords = ()


Draw = Deal | Rotate | Gather


@dataclass(frozen=True, slots=True)
class Block:
    """AND or OR with the conditions below it."""

    word: str
    items: tuple[Condition, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class SizeTest:
    """`DEST Size`, `DEST Empty`, `SRC Size` or `SRCSTACK Size`."""

    of: str
    operator: str
    number: int
    span: Span
    extended_words: ExtendedWords = ()


@dataclass(frozen=True, slots=True)
class WholeTest:
    """`SRCSTACK Whole`: all cards of the source move."""

    span: Span
    extended_words: ExtendedWords = ()


@dataclass(frozen=True, slots=True)
class CapacityTest:
    """`SRCSTACK Capacity`: the cards could be moved one by one through empty piles."""

    cells: tuple[Word, ...]
    columns: tuple[Word, ...]
    span: Span
    extended_words: ExtendedWords = ()


@dataclass(frozen=True, slots=True)
class CardTest:
    """`SRC` or `DEST` with a set of suits or ranks; `denied` if the card must not be in it."""

    of: str
    property: str
    values: tuple[str, ...]
    span: Span
    extended_words: ExtendedWords = ()
    denied: bool = False


@dataclass(frozen=True, slots=True)
class PairTest:
    """`DESTSRC`, `PAIR` or `SRCSTACK` with the mode by which two cards are compared; `number` is an
    argument of the mode, and `cycle`, set by the checks, the number of ranks before they wrap."""

    of: str
    property: str
    mode: str
    span: Span
    number: int = 1
    cycle: int = 0
    extended_words: ExtendedWords = ()


@dataclass(frozen=True, slots=True)
class PileTest:
    """`PILE ALL` or `PILE ANY` with a size."""

    every: bool
    piles: tuple[Word, ...]
    operator: str
    number: int
    span: Span
    extended_words: ExtendedWords = ()


@dataclass(frozen=True, slots=True)
class CountTest:
    """`PILE COUNT`: the number of empty piles."""

    piles: tuple[Word, ...]
    operator: str
    number: int
    span: Span
    extended_words: ExtendedWords = ()


@dataclass(frozen=True, slots=True)
class Broken:
    """A condition that could not be read and has been reported."""

    span: Span


Condition = (
    Block
    | SizeTest
    | WholeTest
    | CapacityTest
    | CardTest
    | PairTest
    | PileTest
    | CountTest
    | Broken
)


@dataclass(frozen=True, slots=True)
class MoveRule:
    """A rule of `$moves` or `$auto`.

    A DRAW rule has no targets, and no source unless its draw pile has a name. REMOVE moves one card
    of the sources, or one each of sources and targets, `to` a pile.
    """

    kind: str
    sources: tuple[Word, ...]
    targets: tuple[Word, ...]
    condition: Condition
    span: Span
    to: Word | None = None
    extended_words: ExtendedWords = ()


@dataclass(frozen=True, slots=True)
class Score:
    """A line of `$score`: the points for an event that concerns these piles."""

    points: int
    kind: str
    sources: tuple[Word, ...]
    targets: tuple[Word, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class File:
    """A file. `whole` is false if a line of `$initial` could not be read; `lost` has the names that
    such lines declare, None if that may be any name. `extended` is the location of `$extended`."""

    name: Word
    extended: Span | None
    deck: Deck | None
    piles: tuple[Pile, ...]
    draws: tuple[Draw, ...]
    moves: tuple[MoveRule, ...]
    auto: tuple[MoveRule, ...]
    win: Condition | None
    whole: bool
    lose: Condition | None = None
    scores: tuple[Score, ...] = ()
    extended_words: ExtendedWords = ()
    lost: frozenset[str] | None = frozenset()

    def may_be_lost(self, name: str) -> bool:
        """Whether a line that could not be read may declare a pile of this name."""
        return self.lost is None or name in self.lost

    def draw_named(self, name: str) -> Draw | None:
        """The draw pile with a name; the one without is called DRAW."""
        return next((draw for draw in self.draws if draw.name == name), None)
