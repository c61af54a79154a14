"""A solitaire of piles: the rules that a board can search.

Such a game repeats one decision until it is won. Every option moves cards from the top of one pile
to another or draws from a stock. What is legal depends on the lowest card that moves, on the top
card of the target, on whether the moved cards form a run, and on sizes.
"""

from __future__ import annotations

from dataclasses import dataclass

Pile = tuple[str, int]
"""A zone by its name, and the index of one of its piles."""


class NotAPileGame(Exception):
    """The game is not a solitaire of piles; the message names the first construct that differs."""


@dataclass(frozen=True, slots=True)
class Test:
    """A comparison of a quantity (`board.words.Q_*`) with a number; `where` holds lists of piles:
    one to count in, or the cells and the columns for a capacity."""

    quantity: int
    compare: int
    number: int
    where: tuple[tuple[Pile, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class PileMove:
    """A rule for moves between the piles of two zones.

    `accept[t]` is a mask of the kinds that may be put on kind t; its last entry is for an empty
    pile. `links[t]` is a mask of the kinds that continue a run; None if single cards move. `depth`
    is whether the action has an operand for the depth of the lowest card that moves.
    """

    source: str
    target: str
    action: int
    accept: tuple[int, ...]
    links: tuple[int, ...] | None
    tests: tuple[Test, ...]
    depth: bool


@dataclass(frozen=True, slots=True)
class Stock:
    """A stock: either turned over onto a waste, `per_draw` cards at a time with a limited number of
    redeals (None: unlimited), or dealt one card each to the piles of the zones in `deals`."""

    zone: str
    waste: str | None
    action: int
    per_draw: int
    redeals: int | None
    counter: str | None  # the variable that counts redeals
    deals: tuple[str, ...]
    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class PileGame:
    """A solitaire of piles. Cards are of the same kind if all their properties are equal."""

    kinds: tuple[tuple[int | bool | str, ...], ...]
    zones: dict[str, int]  # number of piles per zone, for the zones that the rules mention
    rules: tuple[PileMove, ...]
    auto: tuple[PileMove, ...]  # automatic moves; the first one possible is made after each move
    stock: Stock | None
    win: tuple[Test, ...]
