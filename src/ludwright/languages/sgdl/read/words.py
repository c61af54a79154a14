"""The keywords of SGDL, and readers for single words: numbers, suits, ranks, cards."""

from __future__ import annotations

from collections.abc import Collection

from ....diagnostics import Code, Report, did_you_mean
from ...names import refers
from .. import codes
from .lines import Item, full, shown
from .tree import Card, Word

SUITS = ("SPADES", "HEARTS", "CLUBS", "DIAMONDS")
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RANK_NUMBERS = range(1, len(RANKS) + 1)
COLORS = {"SPADES": "black", "HEARTS": "red", "CLUBS": "black", "DIAMONDS": "red"}
ENUMS = {"rank": RANKS, "suit": SUITS, "color": ("red", "black")}  # the properties of cards
FACES = ("FACE_LAST", "FACE_ALL", "FACE_ALTERNATE_LAST", "FACE_HALF", "FACE_UNCOVERED")
UNCOVERED = FACES[-1]
OPERATORS = ("==", "!=", "<", ">", "<=", ">=")
SUIT_MODES = ("alternate_color", "match_color", "match")
RANK_MODES = (
    "ascending", "descending", "equal", "add_13", "add_14",
    "ascending_wrap", "descending_wrap", "distance", "distance_wrap",
)  # fmt: skip
EXTENDED_MODES = RANK_MODES[5:]
NUMBERED_MODES = ("distance", "distance_wrap")
UNLIMITED = "U"
BASE = "BASE"
NOT_OF = "!="
LARGEST = 10_000
# They delimit the index and the position in the notation of moves (`COLUMN[0]:3`), or start a
# section.
NOT_IN_NAMES = set("[]:$")
BAD_NAME = "the name of a pile cannot contain any of [ ] : $"

_HINTS = {"A": "the ace is written 1"}
_SUIT_OF = {suit[0]: suit for suit in SUITS}


def cycle(ranks: Collection[str]) -> int:
    """The number of ranks from the lowest to the highest, after which wrapping ranks repeat."""
    numbers = [RANKS.index(rank) for rank in ranks]
    return max(numbers) - min(numbers) + 1


def number(item: Item, least: int, most: int, report: Report) -> int | None:
    """A whole number within limits."""
    text = item.text
    # isdigit alone accepts the digits of all scripts, and the length bounds the cost of int.
    if text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most:
        return int(text)
    message = f"expected a whole number from {least} to {most}, found {shown(text)}"
    report.error(codes.BAD_NUMBER, item.span, message)
    return None


def any_of(known: Collection[str]) -> str:
    """An enumeration of words: `A, B or C`."""
    *others, last = known
    return f"{', '.join(others)} or {last}" if others else last


def cards_text(count: int) -> str:
    """A number of cards."""
    return "1 card" if count == 1 else f"{count} cards"


def hint(text: str, known: Collection[str]) -> str:
    """The closest of the known words, or all of them if none is close."""
    return did_you_mean(text, known) or f"expected {any_of(known)}"


def choice(item: Item, known: Collection[str], code: Code, what: str, report: Report) -> str | None:
    """One of some known words."""
    if not item.braced:
        refers(what, item.text, item.span, known=known)
    if not item.braced and item.text in known:
        return item.text
    message = f"unknown {what} {shown(item.text)}"
    report.error(code, item.span, message, hint(item.text, known))
    return None


def report_unknown_pile(word: Word, known: Collection[str], report: Report) -> None:
    """Report an unknown pile, but only the first time a file uses that name."""
    message = f"unknown pile {shown(word.text)}"
    # A misspelt name is usually copied to many rules; a diagnostic for each would hide the others.
    reported = ((d.code, d.message) for d in report.items)
    if not full(report) and (codes.UNKNOWN_PILE.code, message) not in reported:
        report.error(codes.UNKNOWN_PILE, word.span, message, did_you_mean(word.text, known))


def suits(item: Item, report: Report) -> tuple[str, ...] | None:
    """A suit or a set of them."""
    return _set(item, SUITS, codes.UNKNOWN_SUIT, "suit", report)


def ranks(item: Item, report: Report, known: Collection[str] = RANKS) -> tuple[str, ...] | None:
    """A rank or a set of them."""
    return _set(item, known, codes.UNKNOWN_RANK, "rank", report)


def _rank_hint(text: str, known: Collection[str]) -> str:
    # In words of one or two letters every other one is close: `14` is neither `1` nor `4`.
    likely = [word for word in known if len(word) > 2 or word.casefold() == text.casefold()]
    return did_you_mean(text, likely) or f"expected {any_of(known)}"


def _set(
    item: Item, known: Collection[str], code: Code, what: str, report: Report
) -> tuple[str, ...] | None:
    unknown = [word for word in item.words if word.text not in known]
    for word in unknown:
        if not full(report):
            close = _rank_hint if code is codes.UNKNOWN_RANK else hint
            help = _HINTS.get(word.text) or close(word.text, known)
            report.error(code, word.span, f"unknown {what} {shown(word.text)}", help)
    good = distinct(item.words, report) and not unknown
    return tuple(word.text for word in item.words) if good else None


def distinct(words: tuple[Word, ...], report: Report) -> bool:
    """Whether no word is repeated; the first duplicate is reported."""
    seen: set[str] = set()
    for word in words:
        if word.text in seen:
            message = f"duplicate name {shown(word.text)}"
            report.error(codes.DUPLICATE_NAME, word.span, message)
            return False
        seen.add(word.text)
    return True


def is_card(text: str) -> bool:
    """Whether a word denotes a card."""
    return text[:1] in _SUIT_OF and text[1:] in RANKS


def cards(item: Item, report: Report) -> tuple[Card, ...] | None:
    """A card or a set of them, in the order written."""
    found = [card(word, report) for word in item.words]
    good = tuple(each for each in found if each)
    return good if len(good) == len(found) else None


def card(word: Word, report: Report) -> Card | None:
    """A card: the letter of its suit, then its rank."""
    text = word.text
    if is_card(text):
        return Card(text[1:], _SUIT_OF[text[0]], word.span)
    # Many notations have the rank first.
    turned = text[-1:] + text[:-1]
    help = "a card is the letter of its suit followed by its rank, for example S1 or H10"
    help = f"write the suit first: {turned}" if is_card(turned) else help
    report.error(codes.UNKNOWN_CARD, word.span, f"unknown card {shown(text)}", help)
    return None
