"""The text of a cell in a save: to a tree of nodes and back, with the place of every mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ....diagnostics import Code, Report, Source, Span, did_you_mean
from ..codes import BAD_BRANCH, BAD_CARD, BAD_CELL, ODD_PATH, SAVE_LIMIT
from ..read.tree import DIRECTIONS, SavedCard, SavedNode, Word

MOST_DEEP = 250
MOST_NODES = 2_500
MOST_CARDS = 2_000
MOST_MISTAKES = 100

RESERVED = "$[]{}*:~;%"
"""What no name in a save may contain."""
_PLAIN = re.compile(r"[^$\[\]{}*:~;%]*")
_CHARACTER = re.compile(r"&[^;&<>\s]*;|\r\n|.", re.DOTALL)
_DECIMAL = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12})?")
_WHOLE = re.compile(r"(-?[0-9]{1,9})?")
_TRUTHS = {"true": True, "false": False}


# ---- places in a text --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Locations:
    """Where the characters of a word stand in the file it was read from."""

    word: Word
    starts: tuple[tuple[int, int], ...] = ()  # line and column of each; none if that is not known

    def at(self, start: int, end: int) -> Span:
        """The stretch of some characters, at least one; it may be the one behind the last."""
        span = self.word.span
        if not self.starts:
            return span
        if start >= len(self.starts):
            return Span(
                span.file, span.end_line, span.end_column, span.end_line, span.end_column + 1
            )
        line, column = self.starts[start]
        last_line, last_column = self.starts[max(start, min(end, len(self.starts)) - 1)]
        return Span(span.file, line, column, last_line, last_column + 1)


def places_of(word: Word, source: Source) -> Locations:
    """Where each character of a word stands, also if some are written as entities."""
    span = word.span
    lines = source.text.splitlines(keepends=True)[span.line - 1 : span.end_line]
    if not lines:
        return Locations(word)
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    found = [
        (match[0], (span.line + number, match.start() + (span.column if number == 0 else 1)))
        for number, line in enumerate(lines)
        for match in _CHARACTER.finditer(line)
    ]
    solid = [i for i, (character, _) in enumerate(found) if not character.isspace()]
    starts = [place for _, place in found[solid[0] : solid[-1] + 1]] if solid else []
    return Locations(word, tuple(starts) if len(starts) == len(word.text) else ())


# ---- reading -----------------------------------------------------------------------------------


class Broken(Exception):
    """A text that goes on otherwise than it can; it was reported."""


@dataclass(slots=True)
class Counted:
    """How many nodes, cards and mistakes a save has so far."""

    nodes: int = 0
    cards: int = 0
    mistakes: int = 0


@dataclass(slots=True)
class _Open:
    """A node that is being read."""

    direction: str
    way: str
    path: str
    deck: str
    cards: tuple[SavedCard, ...]
    children: list[tuple[str, SavedNode]] = field(default_factory=list)

    def closed(self) -> SavedNode:
        return SavedNode(self.path, self.deck, self.cards, tuple(self.children))


class _Scanner:
    """Goes through the text of one cell."""

    def __init__(self, word: Word, source: Source, report: Report, counted: Counted) -> None:
        self.text = word.text
        self.at = 0
        self.word = word
        self.source = source
        self.odd = False  # whether a path was not the way to its node
        self.report = report
        self.counted = counted

    @cached_property
    def places(self) -> Locations:
        """Where the characters of the text stand; worked out only if something is wrong."""
        return places_of(self.word, self.source)

    def wrong(self, code: Code, start: int, end: int, message: str, help: str = "") -> None:
        self.report.error(code, self.places.at(start, end), message, help)
        self.counted.mistakes += 1
        if self.counted.mistakes == MOST_MISTAKES:
            raise Broken

    def stop(self, code: Code, message: str) -> Broken:
        """What to raise where the text can't be understood any further."""
        self.wrong(code, self.at, self.at + 1, message)
        return Broken()

    def meets(self, mark: str) -> bool:
        """Whether a mark comes next; then it is passed."""
        found = self.text.startswith(mark, self.at)
        self.at += len(mark) if found else 0
        return found

    def expect(self, mark: str, after: str, code: Code = BAD_CELL) -> None:
        """Pass a mark that must come next."""
        if not self.meets(mark):
            found = f"not '{self.text[self.at]}'" if self.at < len(self.text) else "not the end"
            raise self.stop(code, f"after {after} comes '{mark}', {found}")

    def plain(self) -> str:
        """Everything up to the next character that has a meaning."""
        match = _PLAIN.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match[0] if match else ""

    def tree(self, name: str) -> SavedNode:
        """A node with all that hangs below it."""
        stack = [self.node("", name)]
        while True:
            above = stack[-1]
            if self.meets("{"):
                direction = self.direction(above)
                if len(stack) > MOST_DEEP:
                    raise self.stop(SAVE_LIMIT, f"a node hangs more than {MOST_DEEP} steps deep")
                stack.append(self.node(direction, f"{above.way},{direction}"))
            elif len(stack) > 1:
                self.expect("}", f"the node '{above.path}'")
                stack.pop()
                stack[-1].children.append((above.direction, above.closed()))
            elif self.at < len(self.text):
                raise self.stop(BAD_CELL, f"the cell '{name}' ends before this")
            else:
                return above.closed()

    def direction(self, above: _Open) -> str:
        """The direction in which a node hangs below another."""
        start, word = self.at, self.plain()
        if word not in DIRECTIONS:
            hint = did_you_mean(word, DIRECTIONS) or f"directions: {', '.join(DIRECTIONS)}"
            self.wrong(BAD_BRANCH, start, self.at, f"'{word}' is no direction", hint)
        elif any(word == taken for taken, _ in above.children):
            message = f"'{above.path}' has two nodes to the {word}"
            self.wrong(BAD_BRANCH, start, self.at, message)
        self.expect(":", "a direction")
        return word

    def node(self, direction: str, way: str) -> _Open:
        """The path, the deck's name and the cards of a node."""
        self.counted.nodes += 1
        if self.counted.nodes > MOST_NODES:
            raise self.stop(SAVE_LIMIT, f"the save has more than {MOST_NODES:,} nodes")
        start, path = self.at, self.plain()
        self.expect("$", "the path of a node")
        if path != way and not self.odd:
            place = self.places.at(start, self.at - 1)
            message = f"the node '{way}' says that it is '{path}'"
            self.report.warning(ODD_PATH, place, message)
            self.odd = True
        deck = self.plain()
        self.expect("[", "the name of a deck")
        cards = tuple(self.cards())
        self.expect("]", "the cards of a node")
        self.expect("$", "']'")
        return _Open(direction, way, path, deck, cards)

    def cards(self) -> Iterator[SavedCard]:
        """The cards of a node, the uppermost first."""
        if self.text.startswith("]", self.at):
            return
        yield self.card()
        while self.meets("*"):
            yield self.card()

    def card(self) -> SavedCard:
        """One card."""
        self.counted.cards += 1
        if self.counted.cards > MOST_CARDS:
            raise self.stop(SAVE_LIMIT, f"the save has more than {MOST_CARDS:,} cards")
        start = self.at
        name = self.part("~~", "the name of a card")
        if not name:
            self.wrong(BAD_CARD, start, self.at, "a card without a name")
        face_up = self.truth("whether a card is face up")
        start = self.at
        rotation = self.part("~~", "the rotation of a card")
        if not _DECIMAL.fullmatch(rotation):
            self.wrong(BAD_CARD, start, self.at - 2, f"'{rotation}' is no rotation: 0.0, 90.0 ...")
        fixed = self.truth("whether a card is fixed")
        suit = self.part(";;", "the suit of a card")
        color = self.part("~~", "the colour of a card")
        value_name = self.part("%%", "the name of a value")
        start = self.at
        value = self.part("%%", "the value of a card")
        if not _WHOLE.fullmatch(value):
            self.wrong(BAD_CARD, start, self.at - 2, f"'{value}' is not a whole number")
        symbol = self.plain()
        return SavedCard(name, face_up, rotation, fixed, suit, color, value_name, value, symbol)

    def part(self, mark: str, what: str) -> str:
        """A text up to the mark that must end it."""
        text = self.plain()
        self.expect(mark, what, BAD_CARD)
        return text

    def truth(self, what: str) -> bool:
        """`true` or `false`, and the mark behind it."""
        start = self.at
        word = self.part("~~", what)
        if word not in _TRUTHS:
            message = f"{what} is 'true' or 'false', not '{word}'"
            self.wrong(BAD_CARD, start, self.at - 2, message)
        return _TRUTHS.get(word, False)


def read_cell(
    name: str, word: Word, source: Source, report: Report, counted: Counted
) -> SavedNode | None:
    """The node that the text of a cell describes, with all below it; nothing if it is broken."""
    before = len(report.items)
    if counted.mistakes >= MOST_MISTAKES:
        return None
    try:
        found = _Scanner(word, source, report, counted).tree(name)
    except Broken:
        return None
    return None if any(d.severity == "error" for d in report.items[before:]) else found


# ---- writing -----------------------------------------------------------------------------------


def cell_text(node: SavedNode) -> str:
    """The text of a cell: what `read_cell` reads, to the letter."""
    parts: list[str] = []
    todo: list[str | SavedNode] = [node]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        parts.append(f"{item.path}${item.deck}[{'*'.join(map(card_text, item.cards))}]$")
        for direction, child in reversed(item.children):
            todo += ["}", child, f"{{{direction}:"]
    return "".join(parts)


def card_text(card: SavedCard) -> str:
    """The text of a card in a save."""
    face, fixed = str(card.face_up).lower(), str(card.fixed).lower()
    value = f"{card.value_name}%%{card.value}%%{card.symbol}"
    return f"{card.name}~~{face}~~{card.rotation}~~{fixed}~~{card.suit};;{card.color}~~{value}"
