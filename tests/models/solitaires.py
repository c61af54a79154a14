"""A second model of the solitaires of the library: how they are laid out and what may move.

It shares nothing with the files of the games: rules are a row of words here, and moves are worked
out from the cards that a table shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, pairwise

import ludwright
from ludwright import Game, Table

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
PACK = [rank + suit for suit in "SHCD" for rank in RANKS]
RED = "HD"

Faces = Callable[[int, int], str]


@cache
def load(name: str) -> Game:
    """A game of the library, made once for all tests of a run."""
    return ludwright.load(name)


def number(card: str) -> int:
    """The rank of a card: 1 for the ace."""
    return RANKS.index(card[:-1]) + 1


def red(card: str) -> bool:
    """Whether a card is red."""
    return card[-1] in RED


FOLLOWS: dict[str, Callable[[str, str], bool]] = {
    "rank": lambda below, card: number(card) == number(below) - 1,
    "suit": lambda below, card: number(card) == number(below) - 1 and card[-1] == below[-1],
    "colours": lambda below, card: number(card) == number(below) - 1 and red(card) != red(below),
    "suit either way": lambda below, card: (
        abs(number(card) - number(below)) == 1 and card[-1] == below[-1]
    ),
    "anything": lambda below, card: True,
}
"""How a card may follow the one below it."""

GAPS: dict[str, Callable[[str], bool]] = {
    "any": lambda card: True,
    "king": lambda card: number(card) == 13,
    "nothing": lambda card: False,
}
"""Which card may go into an empty column."""


def all_up(column: int, size: int) -> str:
    """Every card is face up."""
    return "u" * size


def last_up(column: int, size: int) -> str:
    """Only the last card is face up."""
    return "d" * (size - 1) + "u" * (size > 0)


def by_turns(column: int, size: int) -> str:
    """The last card is face up, the one below it face down, and so on."""
    return "".join("ud"[(size - i) % 2 == 0] for i in range(size))


def ever_darker(column: int, size: int) -> str:
    """Of the first column no card lies face down, of the second one, and so on."""
    return "d" * column + "u" * (size - column)


def four_hide_three(column: int, size: int) -> str:
    """Of the first four columns the lower three cards lie face down."""
    return "d" * (3 * (column < 4)) + "u" * (size - 3 * (column < 4))


@dataclass(frozen=True)
class Solitaire:
    """The rules of a solitaire. Cards of `held` piles can be had, those of `cells` come from
    columns; suits are built up on foundations, or leave when they are complete (`leave`)."""

    columns: tuple[int, ...]
    build: str
    gaps: str = "any"
    runs: str = ""
    name: str = "COLUMN"
    faces: Faces = all_up
    cells: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    held_name: str = "RESERVE"
    stock: int = 0
    deals: bool = False
    deals_over_gaps: bool = True
    redeals: int = 0
    back: bool = False
    leave: bool = False
    aces: bool = False
    decks: int = 1
    capacity: bool = False
    gathers: int = 0
    down_name: str = ""
    piles: dict[str, tuple[int, ...]] = field(init=False)

    def __post_init__(self) -> None:
        foundations = (int(self.aces),) * (4 * self.decks)
        piles = {self.name: self.columns, "CELL": self.cells, self.held_name: self.held}
        named = {**piles, "FOUNDATION": foundations, self.down_name: (0,) * 4}
        object.__setattr__(self, "piles", {k: v for k, v in named.items() if k and v})

    @property
    def turns_cards(self) -> bool:
        """Whether there is a waste."""
        return self.stock > 0 and not self.deals

    def zones(self, table: Table, name: str) -> list[list[str]]:
        """The cards of all piles of a name."""
        return [table.zone(name, i) for i in range(len(self.piles.get(name, ())))]

    def moves(self, table: Table, redealt: int = 0) -> set[str]:
        """The legal moves of a position, as they are written in the game's language."""
        found = {f"move {source} {target}" for source, target in self._singles(table)}
        found |= {f"move_stack {source} {target}" for source, target in self._stacks(table)}
        return found | ({"draw"} if self.may_draw(table, redealt) else set())

    def may_draw(self, table: Table, redealt: int) -> bool:
        """Whether something can be drawn after so many redeals."""
        if not self.stock:
            return redealt < self.gathers and any(self.zones(table, self.name))
        if self.deals:
            gaps = not all(self.zones(table, self.name))
            return bool(table.zone("DRAW")) and (self.deals_over_gaps or not gaps)
        more = bool(table.zone("WASTE")) and redealt < self.redeals
        return bool(table.zone("DRAW")) or more

    def _tops(self, table: Table) -> Iterator[tuple[str, str, str]]:
        names = [self.name, "CELL", self.held_name, *(["FOUNDATION"] if self.back else [])]
        for name in names:
            for i, cards in enumerate(self.zones(table, name)):
                if cards:
                    yield name, f"{name}[{i}]", cards[-1]
        if self.turns_cards and (waste := table.zone("WASTE")):
            yield "WASTE", "DRAW", waste[-1]

    def _singles(self, table: Table) -> Iterator[tuple[str, str]]:
        for name, place, card in self._tops(table):
            for i, others in enumerate(self.zones(table, self.name)):
                if place != f"{self.name}[{i}]" and self._fits(card, others):
                    yield place, f"{self.name}[{i}]"
            if name == "FOUNDATION":
                continue
            for i, others in enumerate(self.zones(table, "CELL")):
                if name == self.name and not others:
                    yield place, f"CELL[{i}]"
            for i, others in enumerate(self.zones(table, "FOUNDATION")):
                if not self.leave and self._goes_up(card, others):
                    yield place, f"FOUNDATION[{i}]"
            for i, others in enumerate(self.zones(table, self.down_name)):
                if self._goes_down(card, others):
                    yield place, f"{self.down_name}[{i}]"

    def _stacks(self, table: Table) -> Iterator[tuple[str, str]]:
        columns = self.zones(table, self.name)
        cells = sum(not cell for cell in self.zones(table, "CELL"))
        for source, cards in enumerate(columns if self.runs else []):
            up = table.face_up(self.name, source)
            for size in range(2, len(cards) + 1):
                run = cards[-size:]
                if not up[-size] or not all(FOLLOWS[self.runs](a, b) for a, b in pairwise(run)):
                    break
                for target, others in enumerate(columns):
                    gaps = sum(not c for i, c in enumerate(columns) if i != target)
                    if self.capacity and size > (cells + 1) * 2**gaps:
                        continue
                    if target != source and self._fits(run[0], others):
                        yield f"{self.name}[{source}]:{len(cards) - size}", f"{self.name}[{target}]"

    def _fits(self, card: str, others: list[str]) -> bool:
        if not others:
            return GAPS[self.gaps](card)
        return FOLLOWS[self.build](others[-1], card)

    def _goes_up(self, card: str, others: list[str]) -> bool:
        if not others:
            return number(card) == 1
        return card[-1] == others[-1][-1] and number(card) == number(others[-1]) + 1

    def _goes_down(self, card: str, others: list[str]) -> bool:
        return FOLLOWS["suit"](others[-1], card) if others else number(card) == 13


def easy_deal(rules: Solitaire) -> list[str]:
    """A deal in which every card can go to its foundation as soon as it is free, low ones first:
    the columns, then what else lies open, then the stock."""
    pack = sorted(PACK * rules.decks, key=number)
    rest = iter(pack[4 * rules.decks if rules.aces else 0 :])
    sizes = [*rules.columns, *rules.cells, *rules.held]
    piles: list[list[str]] = [[] for _ in sizes]
    for layer in range(max(sizes)):
        for pile, size in zip(piles, sizes, strict=True):
            if layer < size:
                pile.insert(0, next(rest))
    stock = list(rest)
    return [*chain(*piles), *(reversed(stock) if rules.deals else stock)]


FREECELL = (7, 7, 7, 7, 6, 6, 6, 6)
YUKON = (1, 6, 7, 8, 9, 10, 11)
KLONDIKE = (1, 2, 3, 4, 5, 6, 7)

SOLITAIRES = {
    "freecell": Solitaire(FREECELL, "colours", runs="colours", cells=(0,) * 4, capacity=True),
    "freecell-2-cells": Solitaire(FREECELL, "colours", cells=(0,) * 2),
    "bakers-game": Solitaire(FREECELL, "suit", cells=(0,) * 4),
    "eight-off": Solitaire((6,) * 8, "suit", "king", cells=(1, 1, 1, 1, 0, 0, 0, 0)),
    "seahaven-towers": Solitaire((5,) * 10, "suit", "king", cells=(1, 1, 0, 0)),
    "simple-simon": Solitaire((8, 8, 8, 7, 6, 5, 4, 3, 2, 1), "rank", runs="suit", leave=True),
    "forty-thieves": Solitaire((4,) * 10, "suit", stock=64, decks=2),
    "westcliff": Solitaire((3,) * 10, "colours", runs="colours", faces=last_up, stock=22),
    "legion": Solitaire(
        (1, 3, 5, 7, 7, 5, 3, 1), "colours", "king", "colours", faces=by_turns, stock=20, back=True
    ),
    "blind-alleys": Solitaire(
        (3,) * 6,
        "colours",
        runs="colours",
        faces=last_up,
        stock=30,
        redeals=1,
        back=True,
        aces=True,
    ),
    "beleaguered-castle": Solitaire((6,) * 8, "rank", aces=True),
    "streets-and-alleys": Solitaire(FREECELL, "rank"),
    "king-albert": Solitaire((1, 2, 3, 4, 5, 6, 7, 8, 9), "colours", held=(1,) * 7),
    "flower-garden": Solitaire((6,) * 6, "rank", name="BED", held=(1,) * 16, held_name="BOUQUET"),
    "easthaven": Solitaire(
        (3,) * 7, "colours", runs="colours", faces=last_up, stock=31, deals=True, back=True
    ),
    "spiderette": Solitaire(
        KLONDIKE,
        "rank",
        runs="suit",
        faces=last_up,
        stock=24,
        deals=True,
        deals_over_gaps=False,
        leave=True,
    ),
    "fan": Solitaire((3,) * 17 + (1,), "suit", "king", name="FAN"),
    "thirty-six": Solitaire((6,) * 6, "rank", runs="rank", stock=16),
    "yukon": Solitaire(YUKON, "colours", "king", "anything", faces=ever_darker),
    "russian-solitaire": Solitaire(YUKON, "suit", "king", "anything", faces=ever_darker),
    "alaska": Solitaire(YUKON, "suit either way", "king", "anything", faces=ever_darker),
    "scorpion": Solitaire(
        (7,) * 7,
        "suit",
        "king",
        "anything",
        faces=four_hide_three,
        stock=3,
        deals=True,
        leave=True,
    ),
    "aunt-mary": Solitaire(
        (6,) * 6, "colours", "king", "colours", faces=ever_darker, stock=16, back=True
    ),
    "la-belle-lucie": Solitaire((3,) * 17 + (1,), "suit", "nothing", name="FAN", gathers=2),
    "australian-patience": Solitaire((4,) * 7, "suit", "king", "anything", stock=24),
    "bisley": Solitaire(
        (3,) * 4 + (4,) * 9, "suit either way", "nothing", aces=True, down_name="KING"
    ),
}
