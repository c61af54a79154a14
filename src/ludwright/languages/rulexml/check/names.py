"""The names that the files of a game declare and use, for editors: cells, groups, phases, cards."""

from __future__ import annotations

from collections.abc import Iterator

from ...names import declares, refers
from ..read.tree import RANDOM, REST, GestureRule, Rules, Word

CELL, GROUP, PHASE, CARD = "cell", "group", "phase", "card"


def record(rules: Rules) -> None:
    """Record the names in a rules file, valid or not. Cells, the cards of a deck and the names in
    a layout are recorded where they are read."""
    groups = {group.category.text for group in rules.groups}
    for group in rules.groups:
        declares(GROUP, group.category.text, group.category.span)
    for phase in rules.phases:
        declares(PHASE, phase.name.text, phase.name.span)
        for rule in phase.rules:
            for action in rule.actions:
                refers(PHASE, action.next_phase.text, action.next_phase.span)
        cells = [*phase.donors, *(word for rule in phase.rules for word in _cells(rule))]
        for word in cells:
            refers(GROUP if word.text in groups else CELL, word.text, word.span)
    for cell in rules.cells:
        for card in cell.cards:
            if card.name not in (RANDOM, REST):
                refers(CARD, card.name, card.span)


def _cells(rule: GestureRule) -> Iterator[Word]:
    yield rule.category
    for validation in rule.validations:
        for tests in (validation.receiver, validation.mover, validation.donor):
            if tests and tests.name:
                yield tests.name
        yield from (condition.category for condition in validation.conditions)
    for action in rule.actions:
        for dest in (action.receiver, action.mover, action.donor):
            if dest:
                yield from dest.excepted
                if dest.destination and dest.destination.text.lower() not in ("m", "d", "r"):
                    yield dest.destination
