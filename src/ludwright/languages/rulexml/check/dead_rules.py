"""Find rules that never apply: contradictory tests, or an earlier rule that matches first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ....diagnostics import Report
from .. import codes
from ..lower.endpoints import Names
from ..read.tree import GestureRule, Phase, Rules, Tests

Test = tuple[str, str, str]  # the subject, the property and the expected text


@dataclass(frozen=True, slots=True)
class Demand:
    """The requirements of a rule: possible donors, possible receivers, and tests."""

    donors: frozenset[str]
    receivers: frozenset[str]
    tests: frozenset[Test]

    def covers(self, other: Demand) -> bool:
        """Whether every gesture that satisfies the other satisfies this one too.

        Comparing the sets is sufficient but not necessary, so some dead rules are not found.
        """
        if not self.tests <= other.tests:
            return False
        return self.donors >= other.donors and self.receivers >= other.receivers


class Demands:
    """The requirements of rules, computed once for each."""

    def __init__(self, rules: Rules) -> None:
        self.known: dict[int, Demand] = {}
        self.names = Names(rules)

    def of(self, phase: Phase, rule: GestureRule) -> Demand:
        """The requirements of a rule; those of an automatic rule are its conditions only."""
        # By identity: the hash of a rule would walk its whole tree.
        if id(rule) not in self.known:
            self.known[id(rule)] = self._compute(phase, rule)
        return self.known[id(rule)]

    def _compute(self, phase: Phase, rule: GestureRule) -> Demand:
        donors = receivers = self.names.all
        if not phase.automatic:
            donors, receivers = self.names.ends(phase, rule)
        tests: set[Test] = set()
        for validation in rule.validations:
            for condition in validation.conditions:
                # One test per cell: conditions on a cell and on its group may contradict.
                for cell in self.names.cells.get(condition.category.text, ()):
                    tests.update(_tests(f"cell {cell}", condition.tests))
            for name in ("receiver", "mover", "donor"):
                given = getattr(validation, name)
                tests.update(_tests(name, given) if given else ())
        return Demand(donors, receivers, frozenset(tests))


def _tests(who: str, tests: Tests) -> Iterator[Test]:
    # Without `name`, which is part of the donors and receivers.
    for what in ("value", "color", "suit", "num_cards", "is_faceup"):
        word = getattr(tests, what)
        if word:
            yield who, what, word.text.casefold()


def contradictory(tests: Iterable[Test]) -> tuple[str, str] | None:
    """The subject and property of two tests that exclude each other, if there are any.

    Values are skipped, as they are compared with those of the receiver, and so are `=` and `!`.
    """
    found: dict[tuple[str, str], str] = {}
    for who, what, text in tests:
        if (
            what != "value"
            and text not in ("=", "!")
            and found.setdefault((who, what), text) != text
        ):
            return who, what
    return None


# ---- what can be satisfied -----------------------------------------------------------------------


class _Cards:
    """The values, colours and suits that occur in a deck."""

    def __init__(self, rules: Rules) -> None:
        cards = rules.deck.cards
        self.count = len(cards)
        self.values = {card.value for card in cards if card.value is not None}
        self.words = {
            "color": {card.color.casefold() for card in cards if card.color},
            "suit": {card.suit.casefold() for card in cards if card.suit},
        }

    def value(self, who: str, text: str) -> str:
        """Why a test of values never holds, or ""."""
        if who == "receiver":
            return "" if text == "0" else "the receiver's card is compared with itself"
        if text in ("l", "g"):
            return "" if len(self.values) > 1 else "no two cards have different values"
        apart = int(text)
        if any(value + apart in self.values for value in self.values):
            return ""
        return f"no two cards have values that differ by {apart}"

    def word(self, what: str, who: str, text: str) -> str:
        """Why a test of colours or suits never holds, or ""."""
        known, called = self.words[what], {"color": "colour"}.get(what, what)
        if text == "!":
            if who == "receiver":
                return "the receiver's card is compared with itself"
            return "" if len(known) > 1 else f"no two cards differ in {called}"
        if text == "=":
            return "" if known else f"no card has a {called}"
        return "" if text in known else f"no card has the {called} '{text}'"

    def number(self, who: str, text: str) -> str:
        """Why a test of the number of cards never holds, or ""."""
        # A grabbed node is not empty, and the count of its donor, a root, includes it.
        least = 1 if who in ("mover", "donor") else 0
        if int(text) < least:
            why = f"the {who} has at least one card"
            return why if least else "the number of cards is negative"
        return "" if int(text) <= self.count else f"the deck has only {self.count} cards"

    def why_not(self, test: Test) -> str:
        """Why a test never holds, or ""."""
        who, what, text = test
        if what == "value":
            return self.value(who, text)
        if what in self.words:
            return self.word(what, who, text)
        return self.number(who, text) if what == "num_cards" else ""


def _why_never(asked: Demand, phase: Phase, cards: _Cards) -> str:
    """Why no gesture can satisfy the requirements, or ""."""
    # Sorted, so that a file always gets the same reason.
    for test in sorted(asked.tests):
        if reason := cards.why_not(test):
            return reason
    if twice := contradictory(sorted(asked.tests)):
        return f"two tests of {twice[1]} on the {twice[0]} contradict each other"
    if phase.automatic:
        return ""
    if not asked.donors:
        # A phase without any valid donor is reported as a dead end instead.
        return "no cell can be the donor" if phase.donors else ""
    return "" if asked.receivers else "no cell can be the receiver"


def check_rules(rules: Rules, demands: Demands, report: Report) -> set[int]:
    """Report rules that never apply or are unreachable; the result is their ids."""
    cards = _Cards(rules)
    idle: set[int] = set()
    for phase in rules.phases:
        earlier: list[tuple[GestureRule, Demand]] = []
        for rule in phase.rules if phase.donors or phase.automatic else ():
            asked = demands.of(phase, rule)
            behind = next((each for each, other in earlier if other.covers(asked)), None)
            if reason := _why_never(asked, phase, cards):
                report.warning(codes.NEVER, rule.span, f"this rule never applies: {reason}")
                idle.add(id(rule))
            elif behind:
                message = (
                    f"unreachable rule: the rule at line {behind.span.line} always matches first"
                )
                report.warning(codes.SHADOWED, rule.span, message)
                idle.add(id(rule))
            elif not rule.actions:
                message = "rule without an action: every gesture it matches is refused"
                report.warning(codes.NO_ACTION, rule.span, message)
            # A rule that never applies does not hide later ones.
            if id(rule) not in idle:
                earlier.append((rule, asked))
    return idle
