"""Interpret the texts of elements; invalid ones are reported with the value used instead."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from ....diagnostics import Report
from ...names import refers
from .. import codes
from .elements import Element, hint, shown
from .schema import NUMBER, WHOLE
from .structure import TEXTS
from .tree import DIRECTIONS, NONE, Word

A_NUMBER = "a whole number"
LETTERS = ("*", "h", "d", "t", "b", "r")
_FRACTION = re.compile(r"[+-]?[0-9]{1,9}\.[0-9]{0,9}")


class Words:
    """Readers for texts, with a warning and a default value for invalid ones."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def invalid(
        self, word: Word, what: str, known: tuple[str, ...], instead: str, also: str = ""
    ) -> None:
        """Warn about an invalid text: neither a known word nor what else is allowed."""
        message = f"invalid {what} '{shown(word.text)}'; {instead}"
        expected = ", ".join((*known, also) if also else known)
        help = hint(word.text, known, self.report) or f"expected {expected}"
        self.report.warning(codes.INVALID_TEXT, word.span, message, help)

    def letter(
        self, word: Word, what: str, known: tuple[str, ...], instead: str, also: str = ""
    ) -> str:
        """One of the known words, in any case if it is a single letter; "" if it is invalid."""
        # Only codes of one letter ignore case: `South` is not a direction.
        text = word.text.lower() if len(word.text) == 1 else word.text
        refers(what, word.text, word.span, known=known)
        if text and text not in known:
            self.invalid(word, what, known, instead, also)
        return text if text in known else ""

    def number(self, word: Word) -> Decimal | None:
        """A decimal number, or None; the structure check has reported invalid ones."""
        return Decimal(word.text) if TEXTS[NUMBER][0].fullmatch(word.text) else None

    def whole(self, word: Word) -> int | None:
        """A whole number, or None; the structure check has reported invalid ones."""
        return int(word.text) if TEXTS[WHOLE][0].fullmatch(word.text) else None

    # ---- dealing ---------------------------------------------------------------------------------

    def direction(self, word: Word, what: str, instead: str) -> str:
        """A direction or NONE; "" if it is omitted."""
        return self.letter(word, what, (NONE, *DIRECTIONS), instead)

    def fan(self, element: Element) -> str:
        """The direction in which a cell fans its cards."""
        return self.direction(element.word("fan"), "fan", "the cell has none") or NONE

    def yes(self, word: Word, what: str, known: tuple[str, ...], instead: str) -> bool:
        """Whether a text means yes."""
        return self.letter(word, what, (*known, "n", "no", "false"), instead) in known

    # ---- tests -----------------------------------------------------------------------------------

    def anything(self, word: Word) -> bool:
        """Whether a test accepts anything."""
        return word.text in ("", "*")

    def compared(self, word: Word) -> Word | None:
        """A test of values: a whole number, `l` or `g`."""
        number = self.whole(word)
        if self.anything(word):
            return None
        if number is not None:
            # `+3` and `03` become `3`: the checks for dead rules compare tests by their text.
            return replace(word, text=str(number))
        letter = self.letter(word, "test of values", ("l", "g"), "it is ignored", A_NUMBER)
        return replace(word, text=letter) if letter else None

    def counted(self, word: Word) -> Word | None:
        """A test of the number of cards."""
        number = self.whole(word)
        if number is None and not self.anything(word):
            self.invalid(word, "number of cards", ("*",), "it is ignored", A_NUMBER)
        return None if number is None else replace(word, text=str(number))

    def faced(self, word: Word) -> Word | None:
        """A test of the face: `y`, and anything else means face down."""
        if self.anything(word):
            return None
        # Any text but `y` means face down in this language; the warning points out likely errors.
        up = self.letter(word, "face", ("y", "n"), "it is read as 'n'") == "y"
        return replace(word, text="y" if up else "n")

    def named(self, word: Word) -> Word | None:
        """A test of a colour, a suit or a name."""
        return None if self.anything(word) else word

    # ---- actions ---------------------------------------------------------------------------------

    def selected(self, word: Word) -> str:
        """The cards that an action takes; "" for the whole node."""
        number = self.whole(word)
        if number is not None and number < 1:
            message = f"expected at least 1 card, found '{shown(word.text)}'"
            self.report.error(codes.BAD_NUMBER, word.span, message)
        if number is not None:
            return str(number)
        known = (*LETTERS, *DIRECTIONS, NONE)
        instead = "the whole node is taken"
        found = self.letter(word, "selection of cards", known, instead, A_NUMBER)
        return "" if found == NONE else found

    def turned(self, word: Word) -> Decimal | None:
        """The angle by which an action rotates cards."""
        number = self.number(word)
        if number is None and not self.anything(word):
            self.invalid(word, "rotation", ("*",), "cards are not rotated", "a number of degrees")
        return number

    def offset(self, word: Word) -> str:
        """The direction in which cards are placed at their destination; "" for the pile itself."""
        # `0` is accepted as another way to write that there is no offset.
        known = ("preserve", *DIRECTIONS, NONE, "0")
        found = self.letter(word, "offset", known, "it is ignored")
        return "" if found in (NONE, "0") else found

    def shuffled(self, word: Word) -> str:
        """Whether cards are shuffled or reversed at their destination."""
        found = self.letter(word, "shuffle", ("y", "rev", "n"), "cards are not shuffled")
        return "" if found == "n" else found

    def points(self, word: Word) -> int:
        """The points of an action."""
        number = self.whole(word)
        if number is not None:
            return number
        # Scores are written as decimals, so `10.0` is accepted for points, too.
        if _FRACTION.fullmatch(word.text):
            value = Decimal(word.text)
            if value == int(value):
                return int(value)
            message = f"expected a whole number of points, found '{shown(word.text)}'"
            self.report.error(codes.BAD_NUMBER, word.span, message)
        # Only digits, but no match above: there are more than nine.
        elif re.fullmatch("[+-]?[0-9]+", word.text):
            message = f"expected at most nine digits of points, found '{shown(word.text)}'"
            self.report.error(codes.BAD_NUMBER, word.span, message)
        elif word.text:
            self.invalid(word, "number of points", (), "0 is used", A_NUMBER)
        return 0
