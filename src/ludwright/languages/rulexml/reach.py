"""Which cells a rule speaks of: where a drag may start and end, and what may be clicked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .tree import Phase, Rule, Rules, Tests, Validation

DRAG, CLICK = "drag", "click"


@dataclass(frozen=True, slots=True)
class Reach:
    """The cells between which a rule may be followed by one kind of gesture."""

    gesture: str
    donors: tuple[str, ...]
    targets: tuple[str, ...]


def gestures(rules: Rules, phase: Phase, rule: Rule) -> Iterator[Reach]:
    """The kinds of gestures that may follow a rule."""
    donors = {cell for word in phase.donors for cell in rules.stands_for(word.text)}
    targets = {cell.name.text for cell in rules.cells}
    for validation in rule.validations:
        donors &= _named(rules, validation.mover) & _named(rules, validation.donor)
        targets &= _received(rules, rule, validation)
    both = donors & targets
    if donors and targets and not (len(donors) == 1 and donors == targets):
        yield Reach(DRAG, _ordered(rules, donors), _ordered(rules, targets))
    if both:
        yield Reach(CLICK, _ordered(rules, both), _ordered(rules, both))


def _named(rules: Rules, tests: Tests | None) -> set[str]:
    if tests is None or tests.name is None:
        return {cell.name.text for cell in rules.cells}
    return set(rules.stands_for(tests.name.text))


def _received(rules: Rules, rule: Rule, validation: Validation) -> set[str]:
    """The category of a rule is asked for only where something is said of the receiver."""
    named = _named(rules, validation.receiver)
    if validation.receiver is None or not rule.category.text:
        return named
    return named & set(rules.stands_for(rule.category.text))


def _ordered(rules: Rules, cells: set[str]) -> tuple[str, ...]:
    return tuple(cell.name.text for cell in rules.cells if cell.name.text in cells)
