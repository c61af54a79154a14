"""Check a game as a whole: references to cells, phases and cards, and its layout."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from ....diagnostics import ERROR, Code, Report, Span, closest
from .. import codes
from ..read.elements import MOST_HINTS, hint, shown
from ..read.schema import COUNT
from ..read.structure import ATTRIBUTES
from ..read.tree import RANDOM, REST, Condition, Dest, GestureRule, LayoutFile, Rules, Word
from .dead_rules import Demands, check_rules
from .phase_graph import check_phases

# Names of cells: without the characters used in moves (`drag 1,south -> 5`) and in saves.
_NAME = re.compile(r"[^\s,$\[\]{}*:~;%><()\"']+")
_ODD_IN_SAVES = re.compile(r"[$\[\]{}*:~;%]")
MOST_NAMED = 5  # names listed in one message
MOST_CELLS, MOST_CARDS, MOST_PHASES, MOST_RULES = 500, 2000, 100, 500
MOST_TOGETHER = 100  # rules of a phase
# Pictures in layouts other than those of cards: the back of all cards, an empty cell.
_NO_CARDS = {"faceDown", "celloutline"}


# The shapes in which an error may hide the number of players, or the declaration of a card, a cell
# or group, or a phase.
_PLAYERS = {"rule", "settings", COUNT}
_CARDS = {"rule", "deck", "cards"}
_CELLS = {"rule", "groups", "group", f"group{ATTRIBUTES}", f"cell{ATTRIBUTES}"}
_PHASES = {"rule", "phases", f"phase{ATTRIBUTES}"}


def check(
    rules: Rules,
    layout: LayoutFile | None,
    report: Report,
    broken: frozenset[str] = frozenset(),
) -> None:
    """Report errors. Checks are skipped where they could only report what follows from an error in
    the structure, as a missing declaration may be in the broken part."""
    # Some checks below are quadratic, so an oversized game is not checked further.
    if not _check_size(rules, report):
        return
    _check_card_names(rules, report)
    # A card without a name has been reported, and could be any of those dealt.
    named = not broken & _CARDS and all(card.name.text for card in rules.deck.cards)
    if named:
        _check_cards(rules, report)
    # Dead rules and the phase graph only make sense if all references are valid.
    before = _errors(report)
    if not broken & _CELLS:
        _check_names(rules, report)
        _check_cells(rules, report)
    if not broken & _PHASES:
        _check_phase_names(rules, report)
    if not broken & _PLAYERS:
        _check_players(rules, report)
    if not broken and _errors(report) == before:
        demands = Demands(rules)
        idle = check_rules(rules, demands, report)
        check_phases(rules, demands, idle, report)
    if layout and named and not broken & (_CELLS | {"layout"}):
        _check_layout(rules, layout, report)


def _errors(report: Report) -> int:
    return sum(item.severity == ERROR for item in report.items)


def _check_size(rules: Rules, report: Report) -> bool:
    """Whether the game is within all limits."""
    every = sum(len(phase.rules) for phase in rules.phases)
    sizes = (
        (len(rules.deck.cards), MOST_CARDS, "cards", rules.deck.span),
        (len(rules.cells), MOST_CELLS, "cells", rules.span),
        (len(rules.phases), MOST_PHASES, "phases", rules.span),
        (every, MOST_RULES, "rules", rules.span),
        *((len(each.rules), MOST_TOGETHER, "rules in a phase", each.span) for each in rules.phases),
    )
    for number, most, what, at in sizes:
        if number > most:
            message = f"{number:,} {what}; at most {most:,} are allowed"
            report.error(codes.TOO_LARGE, at, message)
    return all(number <= most for number, most, _, _ in sizes)


# ---- cards ---------------------------------------------------------------------------------------


def _check_cards(rules: Rules, report: Report) -> None:
    """Check that the deck has the cards to deal: named ones first, then random ones, then the rest.

    Fixed cards are never dealt at random.
    """
    left = Counter(card.name.text for card in rules.deck.cards)
    loose = sum(not card.fixed for card in rules.deck.cards)
    fixed = Counter(card.name.text for card in rules.deck.cards if card.fixed)
    entries = [card for cell in rules.cells for card in cell.cards]
    for entry in entries:
        if entry.name in (RANDOM, REST):
            continue
        if entry.name not in left:
            message = f"unknown card '{shown(entry.name)}'"
            _report_once(
                codes.UNKNOWN_CARD, entry.span, message, hint(entry.name, left, report), report
            )
        elif not left[entry.name]:
            message = f"card '{shown(entry.name)}' has already been dealt"
            help = "a card is dealt as often as it is in the deck"
            report.error(codes.CANT_DEAL, entry.span, message, help)
        else:
            left[entry.name] -= 1
            # Optimistic where a name has fixed and loose copies: a fixed one is dealt first.
            if fixed[entry.name]:
                fixed[entry.name] -= 1
            else:
                loose -= 1
    for entry in entries:
        if entry.name == RANDOM:
            loose -= 1
            # Only the first entry beyond the deck is reported.
            if loose == -1:
                message = "no card left to deal at random"
                report.error(codes.CANT_DEAL, entry.span, message)
    for entry in [entry for entry in entries if entry.name == REST][1:]:
        report.error(codes.SECOND_REST, entry.span, f"duplicate '{REST}': no cards are left")


def _check_card_names(rules: Rules, report: Report) -> None:
    for card in rules.deck.cards:
        name = card.name.text
        if name in (RANDOM, REST) or "," in name:
            message = f"card '{shown(name)}' cannot be dealt by name"
            report.warning(codes.BAD_CARD_NAME, card.name.span, message)
        elif any(_ODD_IN_SAVES.search(text) for text in (name, card.color, card.suit)):
            message = f"card '{shown(name)}' cannot be saved"
            report.warning(codes.BAD_CARD_NAME, card.name.span, message)


# ---- names ---------------------------------------------------------------------------------------


def _report_once(code: Code, span: Span, message: str, help: str, report: Report) -> None:
    """Report an error unless the same message has been reported elsewhere in the file."""
    if (code.code, message) not in ((item.code, item.message) for item in report.items):
        report.error(code, span, message, help)


def _check_cells(rules: Rules, report: Report) -> None:
    for cell in rules.cells:
        if cell.name.text and not _NAME.fullmatch(cell.name.text):
            message = (
                f"cell name '{shown(cell.name.text)}' contains a character not allowed in moves"
            )
            report.error(codes.BAD_CELL_NAME, cell.name.span, message)


def _check_names(rules: Rules, report: Report) -> None:
    names = _Names(rules, report)
    for phase in rules.phases:
        for donor in phase.donors:
            names.known(donor)
        for rule in phase.rules:
            names.rule(rule)


class _Names:
    """Checks references to cells and groups."""

    def __init__(self, rules: Rules, report: Report) -> None:
        self.cells = dict.fromkeys(cell.name.text for cell in rules.cells)
        groups = dict.fromkeys(group.category.text for group in rules.groups)
        self.names = groups | self.cells
        self.folded = {cell.casefold() for cell in self.cells}
        self.report = report

    def known(self, word: Word) -> None:
        """Report an unknown name."""
        if word.text not in self.names:
            message = f"unknown cell or group '{shown(word.text)}'"
            help = hint(word.text, self.names, self.report)
            _report_once(codes.UNKNOWN_CELL, word.span, message, help, self.report)

    def rule(self, rule: GestureRule) -> None:
        """Check the names in a rule; its category only matters if there is a receiver."""
        if rule.category.text and any(each.receiver for each in rule.validations):
            self.known(rule.category)
        for validation in rule.validations:
            for tests in (validation.receiver, validation.mover, validation.donor):
                if tests and tests.name:
                    self.known(tests.name)
            for condition in validation.conditions:
                self.condition(condition)
        for action in rule.actions:
            for dest in (action.receiver, action.mover, action.donor):
                if dest:
                    self.excepted(dest)

    def condition(self, condition: Condition) -> None:
        """A condition may be on an unknown name, and is then true; a similar name is suspicious."""
        name = condition.category
        if name.text in self.names:
            return
        # A name of one letter is close to every other one.
        few = len(self.report.items) < MOST_HINTS and len(name.text) > 1
        near = closest(shown(name.text), self.names) if few else []
        if near:
            message = f"unknown cell or group '{shown(name.text)}': the condition is always true"
            help = hint(name.text, near, self.report)
            self.report.warning(codes.VACUOUS, name.span, message, help)

    def excepted(self, dest: Dest) -> None:
        """Only cells can be excepted; upper and lower case are equivalent here."""
        for word in dest.excepted:
            if word.text.casefold() in self.folded:
                continue
            if word.text in self.names:
                message = f"group '{shown(word.text)}' is ignored: only cells can be excepted"
                self.report.warning(codes.IGNORED, word.span, message, "list its cells")
            else:
                message = f"unknown cell '{shown(word.text)}'"
                help = hint(word.text, self.cells, self.report)
                _report_once(codes.UNKNOWN_CELL, word.span, message, help, self.report)


# ---- phases and players --------------------------------------------------------------------------


def _check_phase_names(rules: Rules, report: Report) -> None:
    names = dict.fromkeys(phase.name.text for phase in rules.phases)
    seen: set[str] = set()
    for phase in rules.phases:
        if phase.name.text in seen:
            message = f"duplicate phase '{shown(phase.name.text)}'"
            report.error(codes.PHASE_TWICE, phase.name.span, message)
        seen.add(phase.name.text)
        for action in (action for rule in phase.rules for action in rule.actions):
            target = action.next_phase
            if target.text and target.text not in names:
                message = f"unknown phase '{shown(target.text)}'"
                help = hint(target.text, names, report)
                _report_once(codes.UNKNOWN_PHASE, target.span, message, help, report)


def _check_players(rules: Rules, report: Report) -> None:
    several = f"players 1 to {rules.players}" if rules.players > 1 else "one player"
    for phase in rules.phases:
        actions = [action for rule in phase.rules for action in rule.actions]
        whose = [(phase.player, phase.name), *((each.player, each.next_phase) for each in actions)]
        for player, at in whose:
            if player is not None and player > rules.players:
                message = f"unknown player {player}; the game is for {several}"
                report.error(codes.NO_PLAYER, at.span, message)


# ---- the layout ----------------------------------------------------------------------------------


def _check_layout(rules: Rules, layout: LayoutFile, report: Report) -> None:
    placed = {name.text for name, _, _ in layout.cells}
    cells = {cell.name.text for cell in rules.cells}
    for cell in rules.cells:
        if cell.name.text not in placed:
            message = f"the layout has no position for cell '{shown(cell.name.text)}'"
            # Only positions of unknown cells are suggested: one may be this cell, misspelt.
            help = hint(cell.name.text, sorted(placed - cells), report)
            report.warning(codes.CELL_NOT_PLACED, cell.name.span, message, help)
    for name, _, _ in layout.cells:
        if name.text not in cells:
            message = f"unknown cell '{shown(name.text)}'"
            help = hint(name.text, sorted(cells - placed), report)
            report.warning(codes.UNKNOWN_PLACED, name.span, message, help)
    deck = dict.fromkeys(card.name.text for card in rules.deck.cards)
    pictures = dict.fromkeys(layout.cards)
    dealt = _dealt(rules)
    bare = [name for name in deck if name in dealt and name not in pictures]
    if bare and rules.layout:
        message = f"the layout does not list {_listed(bare)} of the deck"
        report.warning(codes.CARD_NOT_SHOWN, rules.layout.span, message)
    extra = [name for name in pictures if name not in deck and name not in _NO_CARDS]
    if extra:
        message = f"the layout lists {_listed(extra)} not in the deck"
        report.warning(codes.UNKNOWN_SHOWN, layout.span, message)


def _dealt(rules: Rules) -> set[str]:
    """The cards that may be dealt: not necessarily all of a shared deck."""
    named = {entry.name for cell in rules.cells for entry in cell.cards}
    for card in rules.deck.cards:
        if REST in named or (RANDOM in named and not card.fixed):
            named.add(card.name.text)
    return named


def _listed(names: Iterable[str]) -> str:
    """A number of cards, and the first few names."""
    every = list(names)
    few = ", ".join(f"'{shown(name)}'" for name in every[:MOST_NAMED])
    more = ", ..." if len(every) > MOST_NAMED else ""
    return f"{len(every)} card{'s' if len(every) > 1 else ''} ({few}{more})"
