"""Lower the tests of a rule to expressions, each with its text for `why`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.build import FALSE, TRUE
from ..read.tree import Card, Condition, GestureRule, Tests, Word
from .endpoints import CLICK, Reach
from .static_table import StaticTable, zone, zones

ABSENT = "-"
"""The colour or suit of a card without one."""
VALUED = "valued"
ANY_CARDS, NO_CELL = "any cards", "a condition on no cell"

MOVER = n.Local(name="mover")
TARGET = n.Local(name="target")
NODE = n.Local(name="node")
"""The parameters: the start and the end of a drag, and the node of a click."""


@dataclass(frozen=True, slots=True)
class Nodes:
    """The three nodes of a gesture, and the cells they may be in."""

    reach: Reach
    mover: n.Expr
    donor: n.Expr
    receiver: n.Expr


def nodes(reach: Reach, table: StaticTable) -> Nodes:
    """The nodes of a gesture: one for a click; for a drag, the donor is a root and the receiver the
    deepest node of the target cell."""
    if reach.gesture == CLICK:
        return Nodes(reach, NODE, NODE, NODE)
    # Tree operations are emitted only where trees may grow, so flat cells are as fast as piles.
    donor = n.RootOf(zone=MOVER) if table.deep(reach.donors) else MOVER
    receiver = n.DeepestOf(zone=TARGET) if table.deep(reach.targets) else TARGET
    return Nodes(reach, MOVER, donor, receiver)


@dataclass(frozen=True, slots=True)
class Line:
    """One test with its text and location."""

    text: str
    test: n.Expr
    span: Span

    def reason(self) -> n.Reason:
        """The reason for this line."""
        return n.Reason(text=self.text, test=self.test, span=self.span)


# ---- one node ----------------------------------------------------------------------------------


def of_card(node: n.Expr, name: str) -> n.Expr:
    """A property of the top card of a node."""
    return n.PropertyOf(token=n.TopOf(zone=node), property=name)


def is_fixed(token: n.Expr) -> n.Expr:
    """Whether a card is fixed."""
    return n.PropertyOf(token=token, property="fixed")


def root(node: n.Expr, cells: Iterable[str], table: StaticTable) -> n.Expr:
    """The root of a node of these cells."""
    return n.RootOf(zone=node) if table.deep(cells) else node


def in_cells(at: n.Expr, cells: tuple[str, ...]) -> n.Expr:
    """Whether a root belongs to one of some cells."""
    if len(cells) == 1:
        return n.Equal(left=at, right=zone(cells[0]))
    return n.Contains(items=zones(cells), value=at)


def _holds(node: n.Expr, number: int, deep: bool) -> n.Expr:
    """Whether a node and its descendants together hold a number of cards."""
    own, right = n.SizeOf(zone=node), n.Number(value=number)
    if not deep:
        return n.Equal(left=own, right=right)
    below = n.Local(name="below")
    every = n.Sum(
        items=n.Each(items=n.TreeOf(zone=node), name=below.name, value=n.SizeOf(zone=below))
    )
    # The test of the node alone is implied, but cheap: it mostly saves walking the tree.
    return n.And(items=(n.AtMost(left=own, right=right), n.Equal(left=every, right=right)))


def _is_more(node: n.Expr, than: n.Expr) -> n.Expr:
    return n.Less(left=of_card(than, "value"), right=of_card(node, "value"))


def _value(word: str, node: n.Expr, receiver: n.Expr) -> n.Expr:
    # Compared with itself, the difference is always 0.
    if node == receiver:
        return n.Exists(item=n.TopOf(zone=node)) if word in ("0", "-0", "+0") else FALSE
    if word in ("l", "g"):
        return _is_more(node, receiver) if word == "g" else _is_more(receiver, node)
    other: n.Expr = of_card(receiver, "value")
    if int(word):
        other = n.Add(left=other, right=n.Number(value=int(word)))
    return n.Equal(left=of_card(node, "value"), right=other)


def _symbol(name: str) -> Callable[[str, n.Expr, n.Expr, tuple[str, ...]], n.Expr]:
    def rule(word: str, node: n.Expr, receiver: n.Expr, known: tuple[str, ...]) -> n.Expr:
        if word in ("=", "!") and node == receiver:
            return n.Exists(item=n.TopOf(zone=node)) if word == "=" else FALSE
        if word in ("=", "!"):
            same = n.Equal(left=of_card(node, name), right=of_card(receiver, name))
            return same if word == "=" else n.Not(item=same)
        # FALSE also marks the rule as dead for `rule_groups`.
        if word.lower() not in known:
            return FALSE
        return n.Equal(left=of_card(node, name), right=n.Symbol(enum=name, value=word.lower()))

    return rule


def _has(node: n.Expr, name: str, table: StaticTable) -> Iterator[n.Expr]:
    """The test that a card has a property at all, if some cards do not."""
    if name == "value" and any(card.value is None for card in table.cards):
        # The value of a card without one is stored as 0, which must not match.
        yield of_card(node, VALUED)
    if name in ("color", "suit") and ABSENT in words_of(name, table.cards):
        # Without this, two cards that have no suit would have the same one.
        yield n.Not(item=n.Equal(left=of_card(node, name), right=n.Symbol(enum=name, value=ABSENT)))


def words_of(name: str, cards: Iterable[Card]) -> tuple[str, ...]:
    """The distinct colours or suits of cards, in order."""
    return tuple(dict.fromkeys(getattr(card, name).lower() or ABSENT for card in cards))


def _compared(word: Word, name: str, node: n.Expr, receiver: n.Expr, table: StaticTable) -> n.Expr:
    """A test of a value, a colour or a suit, compared with the receiver's or with a word."""
    if name == "value":
        if all(card.value is None for card in table.cards):
            return FALSE
        test = _value(word.text, node, receiver)
    else:
        known = tuple(w for w in words_of(name, table.cards) if w != ABSENT)
        if not known:
            return FALSE
        test = _symbol(name)(word.text, node, receiver, known)
    # A comparison needs the property on both cards, a word on one only.
    beside = name == "value" or word.text in ("=", "!")
    others = (node, receiver) if beside and node != receiver else (node,)
    parts = tuple(part for each in others for part in _has(each, name, table))
    return n.And(items=(*parts, test)) if parts and test != FALSE else test


def _tested(
    tests: Tests, node: n.Expr, receiver: n.Expr, deep: bool, table: StaticTable
) -> Iterator[Line]:
    """The tests on one node, except that of its name."""
    # `write/unlower_tests.py` parses the texts of these lines.
    if tests.num_cards:
        test = _holds(node, int(tests.num_cards.text), deep)
        yield Line(f"num_cards {tests.num_cards.text}", test, tests.num_cards.span)
    if tests.is_faceup:
        up: n.Expr = n.IsFaceUp(token=n.TopOf(zone=node))
        up = up if tests.is_faceup.text == "y" else n.Not(item=up)
        yield Line(f"is_faceup {tests.is_faceup.text}", up, tests.is_faceup.span)
    for name in ("value", "color", "suit"):
        word: Word | None = getattr(tests, name)
        if word:
            test = _compared(word, name, node, receiver, table)
            yield Line(f"{name} {word.text}", test, word.span)


# ---- a rule ------------------------------------------------------------------------------------


def condition_line(condition: Condition, table: StaticTable) -> Line:
    """A condition: all cells of a category pass the tests."""
    tests = condition.tests
    # Comparisons are dropped, as there is no receiver to compare with.
    plain = Tests(
        span=tests.span,
        num_cards=tests.num_cards,
        is_faceup=tests.is_faceup,
        color=None if tests.color and tests.color.text in ("=", "!") else tests.color,
        suit=None if tests.suit and tests.suit.text in ("=", "!") else tests.suit,
    )
    cells = table.rules.stands_for(condition.category.text)
    found = tuple(
        line
        for cell in cells
        for line in _tested(plain, zone(cell), zone(cell), table.deep((cell,)), table)
    )
    said = ", ".join(dict.fromkeys(line.text for line in found)) or ANY_CARDS
    every = "every cell of " if len(cells) > 1 else ""
    text = f"{every}'{condition.category.text}': {said}" if cells else NO_CELL
    return Line(text, n.And(items=tuple(line.test for line in found)), condition.category.span)


def match_lines(rule: GestureRule, at: Nodes, table: StaticTable) -> list[Line]:
    """All tests of a rule except those of names, which the lists of cells already ensure."""
    lines: list[Line] = []
    drag = at.reach.gesture != CLICK
    for validation in rule.validations:
        subjects = (
            # The receiver of a drag is a leaf: it has no descendants to count.
            ("receiver", validation.receiver, at.receiver, at.reach.targets, not drag),
            ("mover", validation.mover, at.mover, at.reach.donors, True),
            ("donor", validation.donor, at.donor, at.reach.donors, True),
        )
        for name, tests, node, cells, whole in subjects:
            if tests is not None:
                deep = whole and table.deep(cells)
                for line in _tested(tests, node, at.receiver, deep, table):
                    lines.append(Line(f"{name}: {line.text}", line.test, line.span))
        lines += [condition_line(condition, table) for condition in validation.conditions]
    return lines


def unless(test: n.Expr) -> n.Expr:
    """The negation of a test, which is also true if the test fails."""
    return n.Conditional(test=test, then=FALSE, otherwise=TRUE)
