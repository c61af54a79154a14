"""Parse and print the text of a cell in a save."""

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
"""The characters that names in saves cannot contain."""
_PLAIN = re.compile(r"[^$\[\]{}*:~;%]*")
# A character as written in the file: an entity reference or a line break counts as one.
_CHARACTER = re.compile(r"&[^;&<>\s]*;|\r\n|.", re.DOTALL)
_DECIMAL = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12})?")
_WHOLE = re.compile(r"(-?[0-9]{1,9})?")
_TRUTHS = {"true": True, "false": False}


# ---- locations in a text -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Locations:
    """The locations of the characters of a word in its file."""

    word: Word
    starts: tuple[tuple[int, int], ...] = ()  # line and column of each; empty if unknown

    def at(self, start: int, end: int) -> Span:
        """The span of some characters, at least one; it may be the one after the last."""
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


def locations_of(word: Word, source: Source) -> Locations:
    """The location of each character of a word, even if some are written as entities."""
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
    # The word has no surrounding blanks. If the lengths still differ (a comment, a CDATA section),
    # the locations are unknown, and all errors point at the whole word.
    solid = [i for i, (character, _) in enumerate(found) if not character.isspace()]
    starts = [place for _, place in found[solid[0] : solid[-1] + 1]] if solid else []
    return Locations(word, tuple(starts) if len(starts) == len(word.text) else ())


# ---- parsing -----------------------------------------------------------------------------------


class Broken(Exception):
    """The text cannot be parsed further; the error has been reported."""


@dataclass(slots=True)
class Counted:
    """The number of nodes, cards and errors of a save so far."""

    nodes: int = 0
    cards: int = 0
    mistakes: int = 0


@dataclass(slots=True)
class _Open:
    """A node whose children are still being parsed."""

    direction: str
    way: str
    path: str
    deck: str
    cards: tuple[SavedCard, ...]
    children: list[tuple[str, SavedNode]] = field(default_factory=list)

    def closed(self) -> SavedNode:
        return SavedNode(self.path, self.deck, self.cards, tuple(self.children))


class _Scanner:
    """The parser for the text of one cell; nesting uses an explicit stack, not recursion."""

    def __init__(self, word: Word, source: Source, report: Report, counted: Counted) -> None:
        self.text = word.text
        self.at = 0
        self.word = word
        self.source = source
        self.odd = False  # whether an inconsistent path has been reported
        self.report = report
        self.counted = counted

    @cached_property
    def locations(self) -> Locations:
        """The locations of the characters, computed only if there is something to report."""
        return locations_of(self.word, self.source)

    def wrong(self, code: Code, start: int, end: int, message: str, help: str = "") -> None:
        self.report.error(code, self.locations.at(start, end), message, help)
        self.counted.mistakes += 1
        if self.counted.mistakes == MOST_MISTAKES:
            raise Broken

    def stop(self, code: Code, message: str) -> Broken:
        """Report an error at the current position; the result is the exception to raise."""
        self.wrong(code, self.at, self.at + 1, message)
        return Broken()

    def meets(self, mark: str) -> bool:
        """Consume a mark if it comes next."""
        found = self.text.startswith(mark, self.at)
        self.at += len(mark) if found else 0
        return found

    def expect(self, mark: str, after: str, code: Code = BAD_CELL) -> None:
        """Consume a mark that must come next."""
        if not self.meets(mark):
            end = self.at >= len(self.text)
            found = "the end of the text" if end else f"'{self.text[self.at]}'"
            raise self.stop(code, f"expected '{mark}' after {after}, found {found}")

    def plain(self) -> str:
        """Consume everything up to the next reserved character."""
        match = _PLAIN.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match[0] if match else ""

    def tree(self, name: str) -> SavedNode:
        """A node with all its descendants."""
        stack = [self.node("", name)]
        while True:
            above = stack[-1]
            if self.meets("{"):
                direction = self.direction(above)
                if len(stack) > MOST_DEEP:
                    raise self.stop(SAVE_LIMIT, f"nodes are nested more than {MOST_DEEP} deep")
                stack.append(self.node(direction, f"{above.way},{direction}"))
            elif len(stack) > 1:
                self.expect("}", f"node '{above.path}'")
                stack.pop()
                stack[-1].children.append((above.direction, above.closed()))
            elif self.at < len(self.text):
                raise self.stop(BAD_CELL, f"unexpected text after the end of cell '{name}'")
            else:
                return above.closed()

    def direction(self, above: _Open) -> str:
        """The direction from a node to a child."""
        # Errors here do not stop the parser: the rest of the cell is checked as well.
        start, word = self.at, self.plain()
        if word not in DIRECTIONS:
            hint = did_you_mean(word, DIRECTIONS) or f"expected {', '.join(DIRECTIONS)}"
            self.wrong(BAD_BRANCH, start, self.at, f"unknown direction '{word}'", hint)
        elif any(word == taken for taken, _ in above.children):
            message = f"duplicate node to the {word} of '{above.path}'"
            self.wrong(BAD_BRANCH, start, self.at, message)
        self.expect(":", "a direction")
        return word

    def node(self, direction: str, way: str) -> _Open:
        """The path, the name of the deck and the cards of a node."""
        self.counted.nodes += 1
        if self.counted.nodes > MOST_NODES:
            raise self.stop(SAVE_LIMIT, f"more than {MOST_NODES:,} nodes")
        start, path = self.at, self.plain()
        self.expect("$", "the path of a node")
        # One warning per cell: if the path of a node is wrong, those of its children are too.
        if path != way and not self.odd:
            message = f"node '{way}' has the inconsistent path '{path}'"
            self.report.warning(ODD_PATH, self.locations.at(start, self.at - 1), message)
            self.odd = True
        deck = self.plain()
        self.expect("[", "the name of a deck")
        cards = tuple(self.cards())
        self.expect("]", "the cards of a node")
        self.expect("$", "']'")
        return _Open(direction, way, path, deck, cards)

    def cards(self) -> Iterator[SavedCard]:
        """The cards of a node, the top one first."""
        if self.text.startswith("]", self.at):
            return
        yield self.card()
        while self.meets("*"):
            yield self.card()

    def card(self) -> SavedCard:
        """One card."""
        self.counted.cards += 1
        if self.counted.cards > MOST_CARDS:
            raise self.stop(SAVE_LIMIT, f"more than {MOST_CARDS:,} cards")
        start = self.at
        name = self.part("~~", "the name of a card")
        if not name:
            self.wrong(BAD_CARD, start, self.at, "empty name of a card")
        face_up = self.truth("the face of a card")
        start = self.at
        rotation = self.part("~~", "the rotation of a card")
        if not _DECIMAL.fullmatch(rotation):
            message = f"expected a rotation such as 90.0, found '{rotation}'"
            # Without the separator, which `part` has consumed.
            self.wrong(BAD_CARD, start, self.at - 2, message)
        fixed = self.truth("the fixed flag of a card")
        suit = self.part(";;", "the suit of a card")
        color = self.part("~~", "the colour of a card")
        value_name = self.part("%%", "the name of a value")
        start = self.at
        value = self.part("%%", "the value of a card")
        if not _WHOLE.fullmatch(value):
            message = f"expected a whole number, found '{value}'"
            self.wrong(BAD_CARD, start, self.at - 2, message)
        symbol = self.plain()
        return SavedCard(name, face_up, rotation, fixed, suit, color, value_name, value, symbol)

    def part(self, mark: str, what: str) -> str:
        """Consume a text and the mark that must follow it."""
        text = self.plain()
        self.expect(mark, what, BAD_CARD)
        return text

    def truth(self, what: str) -> bool:
        """Consume `true` or `false` and the mark that must follow it."""
        start = self.at
        word = self.part("~~", what)
        if word not in _TRUTHS:
            message = f"expected 'true' or 'false' for {what}, found '{word}'"
            self.wrong(BAD_CARD, start, self.at - 2, message)
        return _TRUTHS.get(word, False)


def read_cell(
    name: str, word: Word, source: Source, report: Report, counted: Counted
) -> SavedNode | None:
    """The root node of a cell, parsed from its text; None if there are errors."""
    before = len(report.items)
    if counted.mistakes >= MOST_MISTAKES:
        return None
    try:
        found = _Scanner(word, source, report, counted).tree(name)
    except Broken:
        return None
    return None if any(d.severity == "error" for d in report.items[before:]) else found


# ---- printing ----------------------------------------------------------------------------------


def cell_text(node: SavedNode) -> str:
    """The text of a cell: the exact inverse of `read_cell`."""
    parts: list[str] = []
    todo: list[str | SavedNode] = [node]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        parts.append(f"{item.path}${item.deck}[{'*'.join(map(card_text, item.cards))}]$")
        # Pushed in reverse, as the stack yields the last one first.
        for direction, child in reversed(item.children):
            todo += ["}", child, f"{{{direction}:"]
    return "".join(parts)


def card_text(card: SavedCard) -> str:
    """The text of a card in a save."""
    face, fixed = str(card.face_up).lower(), str(card.fixed).lower()
    value = f"{card.value_name}%%{card.value}%%{card.symbol}"
    return f"{card.name}~~{face}~~{card.rotation}~~{fixed}~~{card.suit};;{card.color}~~{value}"
