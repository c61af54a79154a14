"""Conditions as sentences for people at the table: one pattern per kind of condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..read.tree import (
    Block,
    Broken,
    CapacityTest,
    CardTest,
    Condition,
    CountTest,
    PairTest,
    PileTest,
    SizeTest,
    WholeTest,
    Word,
)
from ..read.words import BASE
from ..read.words import RANKS as EVERY_RANK


@dataclass(frozen=True, slots=True)
class Wording:
    """What the ends of a rule are called: the card and its pile, the other card and its pile."""

    card: str
    pile: str
    other: str
    other_pile: str


MOVED = Wording("the card", "its pile", "the card it goes onto", "the pile it goes to")
STACKED = Wording(
    "the lowest moved card", "their pile", "the card they go onto", "the pile they go to"
)
REMOVED = Wording("the first card", "the first pile", "the second card", "the second pile")

ALL, ONE = "all of these", "at least one of these"
OPERATORS = {
    "==": "exactly {}",
    "!=": "a number other than {}",
    "<": "fewer than {}",
    ">": "more than {}",
    "<=": "at most {}",
    ">=": "at least {}",
}
NAMED = {"1": "an ace", "8": "an 8", "J": "a jack", "Q": "a queen", "K": "a king"}
CYCLE = "an ace follows a king"
# Two cards, of which the first is or would be on top of the second.
PAIRS = {
    ("suit", "match"): "{card} has the suit of {other}",
    ("suit", "match_color"): "{card} has the colour of {other}",
    ("suit", "alternate_color"): "{card} has another colour than {other}",
    ("rank", "ascending"): "{card} is one rank higher than {other}",
    ("rank", "descending"): "{card} is one rank lower than {other}",
    ("rank", "equal"): "{card} has the rank of {other}",
    ("rank", "add_13"): "the ranks of {card} and {other} add up to 13",
    ("rank", "add_14"): "the ranks of {card} and {other} add up to 14",
    ("rank", "ascending_wrap"): f"{{card}} is one rank higher than {{other}} ({CYCLE})",
    ("rank", "descending_wrap"): f"{{card}} is one rank lower than {{other}} ({CYCLE})",
    ("rank", "distance"): "{card} and {other} are {number} apart in rank",
    ("rank", "distance_wrap"): f"{{card}} and {{other}} are {{number}} apart in rank ({CYCLE})",
}
# The cards that are moved together, from the lowest in the pile to the top.
RUNS = {
    ("suit", "match"): "the moved cards are of one suit",
    ("suit", "match_color"): "the moved cards are of one colour",
    ("suit", "alternate_color"): "the moved cards alternate in colour",
    ("rank", "ascending"): "the moved cards go up by one rank each",
    ("rank", "descending"): "the moved cards go down by one rank each",
    ("rank", "equal"): "the moved cards are of one rank",
    ("rank", "add_13"): "the ranks of neighbours among the moved cards add up to 13",
    ("rank", "add_14"): "the ranks of neighbours among the moved cards add up to 14",
    ("rank", "ascending_wrap"): f"the moved cards go up by one rank each ({CYCLE})",
    ("rank", "descending_wrap"): f"the moved cards go down by one rank each ({CYCLE})",
    ("rank", "distance"): "neighbours among the moved cards are {number} apart in rank",
    ("rank", "distance_wrap"): f"neighbours among the moved cards are {{number}} apart ({CYCLE})",
}


def sentence(condition: Condition, words: Wording) -> str:
    """A condition as a sentence; for a block, how its parts belong together."""
    return _SENTENCES[type(condition)](condition, words)


def sized(pile: str, operator: str, number: int) -> str:
    """The size of a pile compared with a number."""
    if (operator, number) == ("==", 0):
        return f"{pile} is empty"
    if (operator, number) in ((">", 0), ("!=", 0), (">=", 1)):
        return f"{pile} is not empty"
    return f"{pile} has {_cards(operator, number)}"


def spoken(name: str) -> str:
    """A name of piles as in a sentence."""
    return name.replace("_", " ").lower()


def _cards(operator: str, number: int) -> str:
    noun = "card" if number == 1 and operator in ("==", "<=", ">=", ">") else "cards"
    return f"{OPERATORS[operator].format(number)} {noun}"


def _or(parts: Iterable[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} or {last}" if most else last


def _plural(words: tuple[Word, ...]) -> list[str]:
    return [spoken(word.text).removesuffix("s") + "s" for word in words]


def _block(condition: Block, words: Wording) -> str:
    return ALL if condition.word == "AND" else ONE


def _size(condition: SizeTest, words: Wording) -> str:
    if condition.of == "SRCSTACK":
        return f"{_cards(condition.operator, condition.number)} move together"
    pile = words.other_pile if condition.of == "DEST" else words.pile
    return sized(pile, condition.operator, condition.number)


def _whole(condition: WholeTest, words: Wording) -> str:
    return "all cards of the pile move together"


def _capacity(condition: CapacityTest, words: Wording) -> str:
    through = _or(_plural((*condition.cells, *condition.columns)))
    return f"the cards could move one by one through empty {through}"


def _card(condition: CardTest, words: Wording) -> str:
    card = words.card if condition.of == "SRC" else words.other
    values, denied = condition.values, condition.denied
    rest = [each for each in EVERY_RANK if each not in values]
    # A long list says less than what it leaves out.
    if condition.property == "rank" and BASE not in values and 0 < len(rest) < len(values):
        values, denied = tuple(rest), not denied
    verb = "is not" if denied else "is"
    if condition.property == "suit":
        return f"{card} {verb} of {_or(value.lower() for value in values)}"
    ranks = ("of the base rank" if v == BASE else NAMED.get(v, f"a {v}") for v in values)
    return f"{card} {verb} {_or(ranks)}"


def _pair(condition: PairTest, words: Wording) -> str:
    patterns = RUNS if condition.of == "SRCSTACK" else PAIRS
    pattern = patterns[condition.property, condition.mode]
    return pattern.format(card=words.card, other=words.other, number=condition.number)


def _pile(condition: PileTest, words: Wording) -> str:
    which = "each" if condition.every else "a"
    pile = f"{which} {_or(spoken(word.text) for word in condition.piles)}"
    return sized(pile, condition.operator, condition.number)


def _count(condition: CountTest, words: Wording) -> str:
    number = OPERATORS[condition.operator].format(condition.number)
    return f"{number} {_or(_plural(condition.piles))} are empty"


def _broken(condition: Broken, words: Wording) -> str:
    return "a condition that could not be read"


_SENTENCES: dict[type, Callable[[Any, Wording], str]] = {
    Block: _block,
    SizeTest: _size,
    WholeTest: _whole,
    CapacityTest: _capacity,
    CardTest: _card,
    PairTest: _pair,
    PileTest: _pile,
    CountTest: _count,
    Broken: _broken,
}
