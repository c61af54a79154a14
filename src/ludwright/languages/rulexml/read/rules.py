"""Build the tree of a rules file from its elements: cards, cells, phases and their rules."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from ....diagnostics import Report, Span
from ...names import declares, refers
from .. import codes
from .elements import Element, hint, shown
from .tree import (
    DIRECTIONS,
    NONE,
    Act,
    Card,
    Cell,
    Condition,
    Dealt,
    Deck,
    Dest,
    GestureRule,
    Group,
    Phase,
    Tests,
    Validation,
    Word,
)
from .words import Words

MOST_PARTS = 4  # the number of commas at which an entry is split
AUTOMATIC = ("auto", "manual")
FLIPS = ("y", "n", "*", NONE, *DIRECTIONS)


class RulesReader:
    """Builds the parts of a rules file; `cells` and `groups` are names, known after `table`."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.words = Words(report)
        self.cells: set[str] = set()
        self.groups: set[str] = set()

    def ignored(self, element: Element, why: str) -> None:
        """Warn about an element without effect."""
        self.report.warning(codes.IGNORED, element.span, f"<{element.name}> {why}")

    # ---- cards -----------------------------------------------------------------------------------

    def deck(self, element: Element) -> Deck:
        """The cards of a deck, the top one first."""
        cards = tuple(self.card(each) for each in element.all("card"))
        for card in cards:
            declares("card", card.name.text, card.name.span)
        instead = "the deck is not shuffled"
        shuffled = self.words.yes(element.word("shuffle"), "shuffle", ("y", "yes"), instead)
        return Deck(element.word("deck_name").text, shuffled, cards, element.span)

    def card(self, element: Element) -> Card:
        """One card."""
        name = element.word("name")
        # A missing <name> is an error of the structure and has been reported.
        if element.first("name") and not name.text:
            self.report.error(codes.NO_NAME, name.span, "empty name of a card")
        instead = "the card is not fixed"
        return Card(
            name,
            self.words.whole(element.word("value")),
            element.word("color").text,
            element.word("suit").text,
            self.words.yes(element.word("fixed"), "fixed", ("y", "true"), instead),
            element.span,
        )

    # ---- cells -----------------------------------------------------------------------------------

    def table(self, element: Element) -> tuple[tuple[Cell, ...], tuple[Group, ...]]:
        """All cells, each by its first description, and the groups."""
        cells: dict[str, Cell] = {}
        groups = []
        for group in element.all("group"):
            members = []
            for each in group.all("cell"):
                cell = self.cell(each)
                (refers if cell.name.text in cells else declares)(
                    "cell", cell.name.text, cell.name.span
                )
                if cell.name.text in cells:
                    self.again(each, cell)
                # The first description counts, whichever group it is in.
                cells.setdefault(cell.name.text, cell)
                members.append(cell.name.text)
            category = group.attribute("category")
            groups.append(Group(category, tuple(dict.fromkeys(members)), group.span))
        self.cells = set(cells)
        self.groups = {group.category.text for group in groups}
        return tuple(cells.values()), tuple(groups)

    def again(self, element: Element, cell: Cell) -> None:
        """Warn about a second description of a cell, unless it is empty."""
        if cell.cards or cell.rotation or cell.fan != NONE:
            message = f"duplicate cell '{shown(cell.name.text)}'; only the first description counts"
            self.report.warning(codes.CELL_TWICE, cell.name.span, message)

    def cell(self, element: Element) -> Cell:
        """A cell with its initial cards."""
        start = element.first("init_cards")
        cards = [self.dealt(each) for each in start.all("card")] if start else []
        return Cell(
            element.attribute("name"),
            self.words.fan(element),
            self.words.number(element.word("rotation")) or Decimal(0),
            tuple(card for card in cards if card),
            element.span,
        )

    def dealt(self, element: Element) -> Dealt | None:
        """An entry of `init_cards`: name, face, direction and rotation."""
        whole = element.text
        # Padding makes the unpacking total; anything beyond the three padding words is surplus.
        name, face, direction, rotation, *more = [*parts(whole), *[Word("", whole.span)] * 3]
        if not name.text:
            self.report.error(codes.NO_NAME, whole.span, "missing name of a card")
            return None
        if len(more) > 3:
            message = f"unexpected '{shown(more[0].text)}'"
            help = "an entry consists of a card, a face, a direction and a rotation: KH,D,none,90"
            self.report.warning(codes.INVALID_TEXT, more[0].span, message, help)
        up = self.words.letter(face, "face", ("u", "d"), "the card is face down")
        way = self.words.direction(direction, "direction", "the fan of the cell is used")
        degrees = self.words.number(rotation)
        if degrees is None and rotation.text:
            message = f"expected a rotation such as 90, found '{shown(rotation.text)}'"
            self.report.error(codes.BAD_NUMBER, rotation.span, message)
        return Dealt(name.text, up, way, degrees, whole.span)

    # ---- phases ----------------------------------------------------------------------------------

    def phase(self, element: Element) -> Phase:
        """A phase with its rules."""
        kind = element.word("phase_type")
        known = self.words.letter(kind, "phase_type", AUTOMATIC, "the phase is manual")
        automatic = known == "auto"
        donors = element.first("valid_donors")
        rules = element.first("rules")
        given = [each.text for each in donors.all("category")] if donors else []
        return Phase(
            element.attribute("name"),
            automatic,
            tuple(word for word in given if word.text),
            tuple(self.rule(each, automatic) for each in rules.all("rule")) if rules else (),
            element.span,
            self.words.whole(element.attribute("player")),
        )

    def rule(self, element: Element, automatic: bool) -> GestureRule:
        """A rule; an `option` is just a wrapper around an action."""
        actions = element.all("action")
        actions += [each for option in element.all("option") for each in option.all("action")]
        return GestureRule(
            element.attribute("category"),
            tuple(self.validation(each, automatic) for each in element.all("validation")),
            # The structure check has reported actions without <next_phase>.
            tuple(self.act(each, automatic) for each in actions if each.first("next_phase")),
            element.span,
        )

    def validation(self, element: Element, automatic: bool) -> Validation:
        """Tests that must all hold; automatic phases ignore those on cards."""
        found: dict[str, Tests | None] = {}
        for name in ("receiver", "mover", "donor"):
            given = element.all(name)
            # Only the first of several counts; in an automatic phase none does.
            for each in given if automatic else given[1:]:
                why = (
                    "is ignored in an automatic phase" if automatic else "is ignored after another"
                )
                self.ignored(each, why)
            found[name] = self.tests(given[0]) if given and not automatic else None
        conditions = tuple(self.condition(each) for each in element.all("condition"))
        return Validation(
            element.span, found["receiver"], found["mover"], found["donor"], conditions
        )

    def tests(self, element: Element) -> Tests:
        """The tests of a receiver, a mover or a donor."""
        category = element.first("category")
        if category and not self.words.anything(category.text):
            self.ignored(category, "is ignored here; use <name> to test the cell")
        return Tests(
            element.span,
            self.words.compared(element.word("value")),
            self.words.named(element.word("color")),
            self.words.named(element.word("suit")),
            self.words.counted(element.word("num_cards")),
            self.words.faced(element.word("is_faceup")),
            self.words.named(element.word("name")),
        )

    def condition(self, element: Element) -> Condition:
        """The tests on all cells of a category."""
        for name in ("value", "name", "category"):
            given = element.first(name)
            if given and not self.words.anything(given.text):
                self.ignored(given, "is ignored in a condition")
        tests = Tests(
            element.span,
            color=self.literal(element.word("color")),
            suit=self.literal(element.word("suit")),
            num_cards=self.words.counted(element.word("num_cards")),
            is_faceup=self.words.faced(element.word("is_faceup")),
        )
        return Condition(element.attribute("category"), tests)

    def literal(self, word: Word) -> Word | None:
        """A colour or a suit where there is no receiver to compare it with."""
        if word.text in ("=", "!"):
            message = f"'{word.text}' has no meaning in a condition; it is ignored"
            help = "name a colour or suit"
            self.report.warning(codes.INVALID_TEXT, word.span, message, help)
            return None
        return self.words.named(word)

    # ---- actions ---------------------------------------------------------------------------------

    def act(self, element: Element, automatic: bool) -> Act:
        """An action: movements of cards, points and the next phase."""
        following = element.first("next_phase")
        # `rule` has dropped actions without one.
        assert following is not None
        found: dict[str, Dest | None] = {}
        for name in ("receiver_dest", "mover_dest", "donor_dest"):
            given = element.first(name)
            if given and automatic:
                self.ignored(given, "is ignored in an automatic phase")
            found[name] = self.dest(given) if given and not automatic else None
        return Act(
            element.span,
            following.attribute("phase"),
            self.words.points(following.text),
            found["receiver_dest"],
            found["mover_dest"],
            found["donor_dest"],
            self.words.whole(following.attribute("player")),
        )

    def dest(self, element: Element) -> Dest:
        """The movement of the receiver, the mover or the donor."""
        words = self.words
        return Dest(
            element.span,
            self.destination(element.word("destination")),
            words.selected(element.word("num_cards")),
            words.yes(element.word("collapse"), "collapse", ("y",), "cards are not collapsed"),
            words.shuffled(element.word("shuffle")),
            words.turned(element.word("rotation")),
            words.offset(element.word("offset")),
            words.letter(element.word("flip_up"), "flip_up", FLIPS, "cards are not turned"),
            tuple(each.text for each in element.all("except") if each.text.text),
        )

    def destination(self, word: Word) -> Word | None:
        """`m`, `d`, `r` or the name of a cell; None, which means the receiver, otherwise."""
        # Letters take precedence over cells of the same name.
        if word.text.lower() in ("m", "d", "r"):
            return Word(word.text.lower(), word.span)
        if not word.text or word.text in self.cells:
            return word if word.text else None
        # Without any cell the table itself is broken, and every name would be unknown.
        if self.cells:
            group = word.text in self.groups
            what = f"'{shown(word.text)}' is a group"
            what = what if group else f"unknown cell '{shown(word.text)}'"
            message = f"{what}; the cards go to the receiver"
            help = hint(word.text, sorted(self.cells), self.report)
            self.report.warning(codes.NO_DESTINATION, word.span, message, help)
        return None


def parts(word: Word) -> Iterable[Word]:
    """The parts of a text between commas, each with its location if the text is on one line."""
    column, at = word.span.column, word.span
    # A text with an entity reference is shorter than its source: columns cannot be counted.
    simple = at.line == at.end_line and at.end_column - at.column == len(word.text)
    for part in word.text.split(",", MOST_PARTS):
        blanks = len(part) - len(part.lstrip())
        start, text = column + blanks, part.strip()
        end = start + max(1, len(text))
        yield Word(text, Span(at.file, at.line, start, at.line, end) if simple else at)
        column += len(part) + 1
