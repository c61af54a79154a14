"""The tree of an SGDL file: what is written there, with places, before anything is made of it."""

from __future__ import annotations

from dataclasses import dataclass

from ....diagnostics import Span

DRAW = "DRAW"
REMOVE = "REMOVE"


@dataclass(frozen=True, slots=True)
class Word:
    """A word and where it stands."""

    text: str
    span: Span


Later = tuple[Word, ...]
"""The words of a line that only the extended language has."""


@dataclass(frozen=True, slots=True)
class Deck:
    """`DECK`: how many decks, of which suits and ranks."""

    count: int
    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    span: Span

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return self.count * len(self.suits) * len(self.ranks)


@dataclass(frozen=True, slots=True)
class Card:
    """A starting card."""

    rank: str
    suit: str
    span: Span


@dataclass(frozen=True, slots=True)
class PileAt:
    """One pile by its name and its number from 0, as in the texts of moves."""

    name: str
    index: int
    span: Span

    @property
    def key(self) -> tuple[str, int]:
        """What tells it from other piles."""
        return self.name, self.index


@dataclass(frozen=True, slots=True)
class PileLayout:
    """Where a pile lies, in hundredths, and the piles that cover it."""

    at: tuple[int, int] | None = None
    covered_by: tuple[PileAt, ...] = ()
    later: Later = ()


@dataclass(frozen=True, slots=True)
class Pile:
    """One line of `$initial` other than DRAW; a `pattern` has a letter for each card, from the
    bottom up, and `base` is the word by which its bottom card gives the base rank."""

    name: Word
    count: int
    face: str
    cards: tuple[Card, ...]
    span: Span
    pattern: str = ""
    base: Word | None = None
    later: Later = ()
    layout: PileLayout = PileLayout()


@dataclass(frozen=True, slots=True)
class Deal:
    """A draw pile that gives a card to every pile of these names; `place` is how many pile lines
    stand before it."""

    count: int
    piles: tuple[Word, ...]
    place: int
    span: Span
    name: str = DRAW
    later: Later = ()


@dataclass(frozen=True, slots=True)
class Rotate:
    """A draw pile that is turned over; no window or no redeals means unlimited. With `refill` cards
    that left the window come back into it when others are played."""

    count: int
    per_draw: int
    window: int | None
    redeals: int | None
    place: int
    span: Span
    name: str = DRAW
    refill: bool = False
    later: Later = ()


@dataclass(frozen=True, slots=True)
class Gather:
    """A draw pile that gathers all cards of some piles and deals them anew in packets."""

    count: int
    piles: tuple[Word, ...]
    packet: int
    redeals: int | None
    place: int
    span: Span
    name: str = DRAW
    later: Later = ()


Draw = Deal | Rotate | Gather


@dataclass(frozen=True, slots=True)
class Block:
    """AND or OR, and what is below it."""

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
    later: Later = ()


@dataclass(frozen=True, slots=True)
class WholeTest:
    """`SRCSTACK Whole`: the moved cards are all that the source holds."""

    span: Span
    later: Later = ()


@dataclass(frozen=True, slots=True)
class CapacityTest:
    """`SRCSTACK Capacity`: the moved cards could go one by one, by way of empty piles."""

    cells: tuple[Word, ...]
    columns: tuple[Word, ...]
    span: Span
    later: Later = ()


@dataclass(frozen=True, slots=True)
class CardTest:
    """`SRC` or `DEST` with a set of suits or ranks that the card is of, or not."""

    of: str
    property: str
    values: tuple[str, ...]
    span: Span
    later: Later = ()
    denied: bool = False


@dataclass(frozen=True, slots=True)
class PairTest:
    """`DESTSRC`, `PAIR` or `SRCSTACK` with a way in which two cards fit; `number` belongs to the
    mode, and `cycle` is how many steps lead round all ranks of the deck, once that is known."""

    of: str
    property: str
    mode: str
    span: Span
    number: int = 1
    cycle: int = 0
    later: Later = ()


@dataclass(frozen=True, slots=True)
class PileTest:
    """`PILE ALL` or `PILE ANY` with a size."""

    every: bool
    piles: tuple[Word, ...]
    operator: str
    number: int
    span: Span
    later: Later = ()


@dataclass(frozen=True, slots=True)
class CountTest:
    """`PILE COUNT`: how many of the piles are empty."""

    piles: tuple[Word, ...]
    operator: str
    number: int
    span: Span
    later: Later = ()


@dataclass(frozen=True, slots=True)
class Broken:
    """A condition that could not be read and was reported."""

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
    """A rule of `$moves` or `$auto`; a DRAW rule has no targets, and as its only source the draw
    pile, if that has a name of its own. REMOVE takes cards `to` a pile, one of the sources or one
    each of sources and targets."""

    kind: str
    sources: tuple[Word, ...]
    targets: tuple[Word, ...]
    condition: Condition
    span: Span
    to: Word | None = None
    later: Later = ()


@dataclass(frozen=True, slots=True)
class Score:
    """A line of `$score`: the points for something that happens, by the names it happens to."""

    points: int
    kind: str
    sources: tuple[Word, ...]
    targets: tuple[Word, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class File:
    """A whole game. `whole` is false if a line of `$initial` could not be read; `extended` is
    where the file says that it uses more than the language first had."""

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
    later: Later = ()

    def draw_named(self, name: str) -> Draw | None:
        """The draw pile of a name; DRAW is the one that has no other."""
        return next((draw for draw in self.draws if draw.name == name), None)
