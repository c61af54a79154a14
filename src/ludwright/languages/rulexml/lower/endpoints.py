"""The cells that a rule applies to: where a drag may start and end, and what may be clicked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..read.tree import GestureRule, Phase, Rules, Word

DRAG, CLICK = "drag", "click"


@dataclass(frozen=True, slots=True)
class Reach:
    """The cells between which a rule applies to one kind of gesture."""

    gesture: str
    donors: tuple[str, ...]
    targets: tuple[str, ...]


class Names:
    """The cells that names denote."""

    def __init__(self, rules: Rules) -> None:
        self.order = tuple(cell.name.text for cell in rules.cells)
        self.all = frozenset(self.order)
        self.cells = {cell: frozenset([cell]) for cell in self.order}
        for group in rules.groups:
            name = group.category.text
            self.cells[name] = self.cells.get(name, frozenset()) | frozenset(group.cells)

    def named(self, word: Word | None) -> frozenset[str]:
        """The cells that a name denotes; without a name, all of them."""
        return self.cells.get(word.text, frozenset()) if word and word.text else self.all

    def ends(self, phase: Phase, rule: GestureRule) -> tuple[frozenset[str], frozenset[str]]:
        """The possible donors and receivers. The category of a rule only counts if it has a
        receiver."""
        donors = frozenset[str]().union(*(self.named(word) for word in phase.donors))
        targets = self.all
        for validation in rule.validations:
            if validation.receiver:
                targets &= self.named(rule.category) & self.named(validation.receiver.name)
            # The donor is the root of the mover, so both names restrict the same cell.
            for tests in (validation.mover, validation.donor):
                donors &= self.named(tests.name) if tests else self.all
        return donors, targets


def gestures(rules: Rules, phase: Phase, rule: GestureRule) -> Iterator[Reach]:
    """The kinds of gestures that a rule applies to."""
    names = Names(rules)
    donors, targets = names.ends(phase, rule)
    # A drag ends in another cell; if both ends are the same cell, only clicks are left.
    if donors and targets and not (len(donors) == 1 and donors == targets):
        yield Reach(DRAG, _ordered(names, donors), _ordered(names, targets))
    # The clicked node is donor, mover and receiver at once.
    if both := donors & targets:
        yield Reach(CLICK, _ordered(names, both), _ordered(names, both))


def _ordered(names: Names, cells: frozenset[str]) -> tuple[str, ...]:
    return tuple(cell for cell in names.order if cell in cells)
