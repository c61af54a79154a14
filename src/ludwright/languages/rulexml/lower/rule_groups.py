"""Group the rules of a phase that may apply to the same gesture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ....gamedef import nodes as n
from ....gamedef.build import FALSE, ONE
from ..read.tree import GestureRule, Phase, Rules
from .conditions import TARGET, Nodes, in_cells, match_lines, nodes, root
from .endpoints import CLICK, Reach, gestures
from .static_table import StaticTable


@dataclass(frozen=True, slots=True)
class NumberedRule:
    """A rule of a phase with its number, and the cells it applies to."""

    rule: GestureRule
    number: int
    reach: Reach


@dataclass(frozen=True, slots=True)
class Choice:
    """Rules that may apply to the same gesture, depending on the cards; the first match counts.

    They form one action, as a player who cannot see all cards must not learn which one applies.
    """

    rules: tuple[NumberedRule, ...]
    at: Nodes
    asked: tuple[tuple[n.Expr, ...], ...]  # the tests of each rule

    @property
    def common(self) -> tuple[n.Expr, ...]:
        """The tests that all rules have in common."""
        first, *others = self.asked
        return tuple(test for test in first if all(test in other for other in others))

    def matches(self) -> list[n.Expr]:
        """For each rule, the tests beyond the common ones."""
        common = self.common
        return [n.And(items=tuple(t for t in asked if t not in common)) for asked in self.asked]


def choices(phase: Phase, table: StaticTable) -> list[Choice]:
    """The rules of a phase, in groups that may apply to the same gesture.

    The groups are the connected components of the relation `_meet`, merged rule by rule.
    """
    found: list[list[NumberedRule]] = []
    for numbered in _numbered(phase, table):
        # A rule that meets several groups joins them.
        met = [group for group in found if any(_meet(each.reach, numbered.reach) for each in group)]
        joined = [each for group in met for each in group]
        found = [group for group in found if group not in met]
        found.append(sorted([*joined, numbered], key=lambda r: r.number))
    # A rule for both gestures lists its drag before its click.
    found.sort(key=lambda group: (group[0].number, group[0].reach.gesture == CLICK))
    return [_choice(group, table) for group in found]


def _numbered(phase: Phase, table: StaticTable) -> list[NumberedRule]:
    """The rules that may match; those without actions only if they may preempt others."""
    every = [
        NumberedRule(rule, number, reach)
        for number, rule in enumerate(phase.rules, start=1)
        for reach in gestures(table.rules, phase, rule)
        if not _is_dead(rule, reach, table)
    ]
    acting = [each for each in every if each.rule.actions]
    return [
        each
        for each in every
        if each.rule.actions
        or any(other.number > each.number and _meet(other.reach, each.reach) for other in acting)
    ]


def _is_dead(rule: GestureRule, reach: Reach, table: StaticTable) -> bool:
    """Whether a test of a rule is always false."""
    return any(line.test == FALSE for line in match_lines(rule, nodes(reach, table), table))


def without_dead_rules(table: StaticTable) -> Rules:
    """The rules of a table, without the actions of those that never match."""
    rules = table.rules
    phases = (
        replace(phase, rules=tuple(_without_actions(phase, rule, table) for rule in phase.rules))
        for phase in rules.phases
    )
    return replace(rules, phases=tuple(phases))


def _without_actions(phase: Phase, rule: GestureRule, table: StaticTable) -> GestureRule:
    dead = all(_is_dead(rule, reach, table) for reach in gestures(table.rules, phase, rule))
    # Not removed: reasons refer to rules by their number in the phase. Automatic rules are not
    # affected, as they ignore tests of cards.
    return replace(rule, actions=()) if dead and not phase.automatic else rule


def _meet(one: Reach, other: Reach) -> bool:
    """Whether both may apply to the same gesture."""
    same = one.gesture == other.gesture
    return same and not (
        set(one.donors).isdisjoint(other.donors) or set(one.targets).isdisjoint(other.targets)
    )


def _choice(group: list[NumberedRule], table: StaticTable) -> Choice:
    donors = {cell for each in group for cell in each.reach.donors}
    targets = {cell for each in group for cell in each.reach.targets}
    cells = [cell.name.text for cell in table.rules.cells]
    reach = Reach(
        group[0].reach.gesture,
        tuple(cell for cell in cells if cell in donors),
        tuple(cell for cell in cells if cell in targets),
    )
    at = nodes(reach, table)
    # Lowered for the cells of the whole group: only then are the tests in common equal nodes.
    asked = tuple(
        (
            *_in_reach(each.reach, at, table),
            *(line.test for line in match_lines(each.rule, at, table)),
        )
        for each in group
    )
    return Choice(tuple(group), at, asked)


def _in_reach(reach: Reach, at: Nodes, table: StaticTable) -> Iterator[n.Expr]:
    """The tests that a gesture of a group is between the cells of one of its rules."""
    if reach.donors != at.reach.donors:
        yield in_cells(root(at.mover, at.reach.donors, table), reach.donors)
    if reach.gesture != CLICK and reach.targets != at.reach.targets:
        yield in_cells(target_cell(at.reach, table), reach.targets)


def target_cell(reach: Reach, table: StaticTable) -> n.Expr:
    """The cell in which a drag ends."""
    forked = any(table.forked(cell) for cell in reach.targets)
    return n.RootOf(zone=TARGET) if forked else TARGET


def is_other_end(node: n.Expr, start: n.Expr) -> n.Expr:
    """Whether a node is a leaf other than the deepest node of its cell."""
    alone = n.Equal(left=n.Length(items=n.TreeOf(zone=node)), right=ONE)
    return n.And(items=(alone, n.Not(item=n.Equal(left=node, right=n.DeepestOf(zone=start)))))
