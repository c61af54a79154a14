"""How cards are written: with suit symbols or with letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from ..play.events import HIDDEN
from ..table.hand_order import CARD

Span = tuple[str, str]  # a text and the name of its style, see widgets.STYLES
Line = tuple[Span, ...]

SUITS = {"C": ("♣", "black"), "S": ("♠", "black"), "D": ("♦", "red"), "H": ("♥", "red")}
BLANKS = re.compile(r"(?<=\S) +")
WIDEST = 12  # letters of a card's name before it is cut
FEW = 3  # longer runs of equal cards are shown as one card and a count


@dataclass(frozen=True, slots=True)
class Faces:
    """What cards look like: `signs` for suit symbols and other non-ASCII characters."""

    signs: bool = True
    wide: int = 3  # letters of the longest card
    margin: int = 0  # spaces on either side of a card

    def fitting(self, cards: Iterable[str | None]) -> Faces:
        """The same, as wide as the longest of these cards."""
        return replace(self, wide=max((len(self.card(card)[0]) for card in set(cards)), default=2))

    def card(self, name: str | None) -> Span:
        """One card; None is a hidden one."""
        text, style = self._face(name)
        blank = " " * self.margin
        return f"{blank}{text}{blank}", style

    def _face(self, name: str | None) -> Span:
        if name is None:
            return ("▒▒" if self.signs else HIDDEN), "back"
        known = CARD.fullmatch(name)
        if known:
            sign, style = SUITS[known[2]]
            return known[1] + (sign if self.signs else known[2]), style
        return (name if len(name) <= WIDEST else name[: WIDEST - 1] + "…"), "card"

    def playing_cards(self, cards: Iterable[str | None]) -> bool:
        """Whether all visible cards have a suit and a rank."""
        return all(CARD.fullmatch(card) for card in cards if card)

    def row(self, cards: Sequence[str | None]) -> list[tuple[Span, int]]:
        """Cards side by side, each with how many it stands for: a long run of equal ones is one."""
        found: list[tuple[Span, int]] = []
        for card, group in groupby(cards):
            count, (text, style) = len(list(group)), self.card(card)
            if card is not None and count > FEW:
                found.append(((text + self.times(count)[0], style), count))
            else:
                found += [((text, style), 1)] * count
        return found

    def empty(self, counted: bool) -> Span:
        """An empty place, or one whose number of cards is hidden."""
        blank = " " * self.margin
        return f"{blank}{'--' if counted else '??'}{blank}", "empty"

    def times(self, count: int) -> Span:
        """A count of cards."""
        return (f"×{count}" if self.signs else f"x{count}"), "note"

    def text(self, text: str) -> str:
        """A move or message with single spaces, and symbols for suits and arrows."""
        return self.signed(BLANKS.sub(" ", text))

    def signed(self, text: str) -> str:
        """A text with symbols for suits and arrows."""
        if not self.signs:
            return text
        return CARD.sub(lambda card: card[1] + SUITS[card[2]][0], text).replace("->", "→")


def width_of(line: Line) -> int:
    """The columns a line takes."""
    return sum(len(text) for text, _ in line)


def cut(line: Line, width: int) -> Line:
    """A line cut to a width, with an ellipsis if something is missing."""
    if width_of(line) <= width:
        return line
    kept: list[Span] = []
    room = width - 1
    for text, style in line:
        kept.append((text[:room], style))
        room -= len(text)
        if room <= 0:
            break
    return (*kept, ("…", "note"))
