"""The reasons that `why` prints for a gesture: every test, in the order of the file."""

from __future__ import annotations

from collections.abc import Iterator

from ....diagnostics import Span
from ....gamedef import nodes as n
from ..read.tree import GestureRule, Phase, Tests
from .conditions import TARGET, Nodes, in_cells, match_lines, unless
from .endpoints import CLICK
from .rule_groups import Choice, NumberedRule, is_other_end
from .static_table import StaticTable


def reasons(phase: Phase, choice: Choice, grabs: n.Expr, table: StaticTable) -> Iterator[n.Reason]:
    """All requirements of an action: donors, the grabbed card, the target, and its rules."""
    at, span = choice.at, choice.rules[0].rule.span
    # Explanations are also given for gestures in other cells, hence all cells of the table.
    here = n.RootOf(zone=at.mover) if table.deep(table.ways) else at.mover
    donors = tuple(
        n.Reason(
            text=f"valid_donors: {word.text}",
            test=in_cells(here, table.rules.stands_for(word.text)),
            span=word.span,
        )
        for word in phase.donors
    )
    if len(donors) == 1:
        yield donors[0]
    else:
        names = ", ".join(word.text for word in phase.donors)
        text = f"valid_donors: {names}"
        yield n.Reason(text=text, parts=donors, every=False, span=phase.donors[0].span)
    yield n.Reason(text="the top card exists and is not fixed", test=grabs, span=span)
    if at.reach.gesture != CLICK:
        yield from _ending(at, here, table, span)
    # Rules without actions appear among the requirements of the rules after them. The texts are
    # parsed by `write/unlower_phases.py`.
    alternatives = [
        n.Reason(
            text=f"rule {each.number} of '{phase.name.text}'",
            parts=tuple(_rule_reasons(each, choice, here, table)),
            span=each.rule.span,
        )
        for each in choice.rules
        if each.rule.actions
    ]
    if len(alternatives) == 1:
        yield alternatives[0]
    else:
        yield n.Reason(text="one of these rules", parts=tuple(alternatives), every=False, span=span)


def _rule_reasons(
    numbered: NumberedRule, choice: Choice, here: n.Expr, table: StaticTable
) -> Iterator[n.Reason]:
    """The requirements of one rule, including that no earlier rule without an action matches."""
    yield from _named(numbered.rule, choice.at, here, table)
    for line in match_lines(numbered.rule, choice.at, table):
        yield line.reason()
    for other in choice.rules:
        if other.number < numbered.number and not other.rule.actions:
            text = f"rule {other.number}, which has no action, does not match first"
            asked = _named(other.rule, choice.at, here, table)
            lines = (line.reason() for line in match_lines(other.rule, choice.at, table))
            parts = tuple(_denied(each) for each in (*asked, *lines))
            yield n.Reason(text=text, parts=parts, every=False, span=other.rule.span)


def _denied(reason: n.Reason) -> n.Reason:
    """The negation of a reason."""
    assert reason.test is not None
    # Not n.Not: a test that fails, as on an empty pile, does not match either.
    return n.Reason(text=f"not {reason.text}", test=unless(reason.test), span=reason.span)


def _ending(at: Nodes, here: n.Expr, table: StaticTable, span: Span) -> Iterator[n.Reason]:
    """The requirements on the end of a drag."""
    there = n.RootOf(zone=TARGET) if table.deep(table.ways) else TARGET
    other = n.Not(item=n.Equal(left=here, right=there))
    yield n.Reason(text="it ends in another cell", test=other, span=span)
    if table.deep(at.reach.targets):
        whole: n.Expr = n.Not(item=n.Exists(item=n.ParentOf(zone=TARGET)))
        if any(table.forked(cell) for cell in at.reach.targets):
            whole = n.Or(items=(whole, is_other_end(TARGET, there)))
        yield n.Reason(text="it ends at a cell or at the end of a branch", test=whole, span=span)


def _named(rule: GestureRule, at: Nodes, here: n.Expr, table: StaticTable) -> Iterator[n.Reason]:
    """The requirements on cells and groups by name."""
    there: n.Expr = here
    if at.reach.gesture != CLICK:
        there = n.RootOf(zone=TARGET) if table.deep(table.ways) else TARGET
    for validation in rule.validations:
        if validation.receiver and rule.category.text:
            cells = table.rules.stands_for(rule.category.text)
            text = f"rule category '{rule.category.text}'"
            yield n.Reason(text=text, test=in_cells(there, cells), span=rule.category.span)
        subjects: tuple[tuple[str, Tests | None, n.Expr], ...] = (
            ("receiver", validation.receiver, there),
            ("mover", validation.mover, here),
            ("donor", validation.donor, here),
        )
        for subject, tests, cell in subjects:
            if tests and tests.name:
                cells = table.rules.stands_for(tests.name.text)
                text = f"{subject}: name {tests.name.text}"
                yield n.Reason(text=text, test=in_cells(cell, cells), span=tests.name.span)
