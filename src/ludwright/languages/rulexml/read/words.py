"""The texts of elements as the words of the language; what means nothing is warned about."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from ....diagnostics import Report
from .. import codes
from .elements import Element, hint, shown
from .schema import NUMBER, WHOLE
from .structure import TEXTS
from .tree import DIRECTIONS, NONE, Word

LETTERS = ("*", "h", "d", "t", "b", "r")
_FRACTION = re.compile(r"[+-]?[0-9]{1,9}\.[0-9]{0,9}")


class Words:
    """Reads texts, and says what they are taken for if they mean nothing."""

    def __init__(self, report: Report) -> None:
        self.report = report

    def odd(self, word: Word, what: str, known: tuple[str, ...], instead: str) -> None:
        """Warn of a text without a meaning."""
        message = f"'{shown(word.text)}' means nothing as {what}; {instead}"
        help = hint(word.text, known, self.report) or f"known: {', '.join(known)}"
        self.report.warning(codes.INVALID_TEXT, word.span, message, help)

    def letter(self, word: Word, what: str, known: tuple[str, ...], instead: str) -> str:
        """One of some words, those of one letter in either case; else, and if empty, nothing."""
        text = word.text.lower() if len(word.text) == 1 else word.text
        if text and text not in known:
            self.odd(word, what, known, instead)
        return text if text in known else ""

    def number(self, word: Word) -> Decimal | None:
        """A decimal number; wrong ones were reported before."""
        return Decimal(word.text) if TEXTS[NUMBER][0].fullmatch(word.text) else None

    def whole(self, word: Word) -> int | None:
        """A whole number; wrong ones were reported before."""
        return int(word.text) if TEXTS[WHOLE][0].fullmatch(word.text) else None

    # ---- dealing ---------------------------------------------------------------------------------

    def direction(self, word: Word, what: str, instead: str) -> str:
        """A direction or NONE, or nothing if it is left out."""
        return self.letter(word, what, (NONE, *DIRECTIONS), instead)

    def fan(self, element: Element) -> str:
        """The direction in which a cell fans its cards."""
        return self.direction(element.word("fan"), "a fan", "the cell has none") or NONE

    def yes(self, word: Word, what: str, known: tuple[str, ...], instead: str) -> bool:
        """Whether a text is one of those that mean yes."""
        return self.letter(word, what, (*known, "n", "no", "false"), instead) in known

    # ---- tests -----------------------------------------------------------------------------------

    def anything(self, word: Word) -> bool:
        """Whether a test leaves it open."""
        return word.text in ("", "*")

    def compared(self, word: Word) -> Word | None:
        """A test of values: a whole number, `l` or `g`."""
        number = self.whole(word)
        if self.anything(word):
            return None
        if number is not None:
            return replace(word, text=str(number))
        letter = self.letter(word, "a test of values", ("l", "g"), "it is left out")
        return replace(word, text=letter) if letter else None

    def counted(self, word: Word) -> Word | None:
        """A test of the number of cards."""
        number = self.whole(word)
        if number is None and not self.anything(word):
            self.odd(word, "a number of cards", ("*", "0", "1"), "it is left out")
        return None if number is None else replace(word, text=str(number))

    def faced(self, word: Word) -> Word | None:
        """A test of the face: `y`, and all else is face down."""
        if self.anything(word):
            return None
        up = self.letter(word, "a face", ("y", "n"), "it is read as 'n'") == "y"
        return replace(word, text="y" if up else "n")

    def named(self, word: Word) -> Word | None:
        """A test of a colour, a suit or a name."""
        return None if self.anything(word) else word

    # ---- actions ---------------------------------------------------------------------------------

    def selected(self, word: Word) -> str:
        """Which cards an action takes; nothing for the whole node."""
        number = self.whole(word)
        if number is not None and number < 1:
            message = f"a number of cards to take must be at least 1, not '{shown(word.text)}'"
            self.report.error(codes.BAD_NUMBER, word.span, message)
        if number is not None:
            return str(number)
        known = (*LETTERS, *DIRECTIONS, NONE)
        found = self.letter(word, "a choice of cards", known, "the whole node is taken")
        return "" if found == NONE else found

    def turned(self, word: Word) -> Decimal | None:
        """By how much an action rotates cards."""
        number = self.number(word)
        if number is None and not self.anything(word):
            self.odd(word, "a rotation", ("0", "90", "*"), "nothing is rotated")
        return number

    def offset(self, word: Word) -> str:
        """Where cards are put at their destination; nothing for the pile itself."""
        known = ("preserve", *DIRECTIONS, NONE, "0")
        found = self.letter(word, "an offset", known, "there is none")
        return "" if found in (NONE, "0") else found

    def shuffled(self, word: Word) -> str:
        """Whether cards are shuffled or reversed at their destination."""
        found = self.letter(word, "shuffle", ("y", "rev", "n"), "nothing is shuffled")
        return "" if found == "n" else found

    def points(self, word: Word) -> int:
        """The points of an action."""
        number = self.whole(word)
        if number is not None:
            return number
        if _FRACTION.fullmatch(word.text):
            value = Decimal(word.text)
            if value == int(value):
                return int(value)
            message = f"points are whole numbers, not '{shown(word.text)}'"
            self.report.error(codes.BAD_NUMBER, word.span, message)
        elif re.fullmatch("[+-]?[0-9]+", word.text):
            message = f"points have at most nine digits, not '{shown(word.text)}'"
            self.report.error(codes.BAD_NUMBER, word.span, message)
        elif word.text:
            self.odd(word, "points", ("10", "-5"), "there are none")
        return 0
