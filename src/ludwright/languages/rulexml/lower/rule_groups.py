"""Which rules a gesture may follow: rules that may be about the same one belong together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ....gamedef import nodes as n
from ....gamedef.build import FALSE, ONE
from ..read.tree import GestureRule, Phase, Rules
from .conditions import TARGET, Nodes, in_cells, matched, nodes, root
from .endpoints import CLICK, Reach, gestures
from .static_table import Ground


@dataclass(frozen=True, slots=True)
class Ruled:
    """A rule of a phase, its number there, and the cells between which a gesture may follow it."""

    rule: GestureRule
    number: int
    reach: Reach


@dataclass(frozen=True, slots=True)
class Choice:
    """Rules that a gesture may follow, depending on the cards: the first that holds does. A player
    who can't see all cards need not know which, so they are one action."""

    rules: tuple[Ruled, ...]
    at: Nodes
    asked: tuple[tuple[n.Expr, ...], ...]  # by each of the rules

    @property
    def common(self) -> tuple[n.Expr, ...]:
        """What all of the rules ask for."""
        first, *others = self.asked
        return tuple(test for test in first if all(test in other for other in others))

    def matches(self) -> list[n.Expr]:
        """For each of the rules: whether a gesture follows it, if what all ask for holds."""
        common = self.common
        return [n.And(items=tuple(t for t in asked if t not in common)) for asked in self.asked]


def choices(phase: Phase, ground: Ground) -> list[Choice]:
    """The rules of a phase, those together that may be about the same gesture."""
    found: list[list[Ruled]] = []
    for ruled in _ruled(phase, ground):
        met = [group for group in found if any(_meet(each.reach, ruled.reach) for each in group)]
        joined = [each for group in met for each in group]
        found = [group for group in found if group not in met]
        found.append(sorted([*joined, ruled], key=lambda r: r.number))
    found.sort(key=lambda group: (group[0].number, group[0].reach.gesture == CLICK))
    return [_choice(group, ground) for group in found]


def _ruled(phase: Phase, ground: Ground) -> list[Ruled]:
    """The rules that may hold; those that do nothing only as far as they forestall others."""
    every = [
        Ruled(rule, number, reach)
        for number, rule in enumerate(phase.rules, start=1)
        for reach in gestures(ground.rules, phase, rule)
        if not _is_dead(rule, reach, ground)
    ]
    acting = [each for each in every if each.rule.actions]
    return [
        each
        for each in every
        if each.rule.actions
        or any(other.number > each.number and _meet(other.reach, each.reach) for other in acting)
    ]


def _is_dead(rule: GestureRule, reach: Reach, ground: Ground) -> bool:
    """Whether a test of a rule never holds."""
    return any(line.test == FALSE for line in matched(rule, nodes(reach, ground), ground))


def living(ground: Ground) -> Rules:
    """The rules of a table without the actions of those that never hold."""
    rules = ground.rules
    phases = (
        replace(phase, rules=tuple(_living(phase, rule, ground) for rule in phase.rules))
        for phase in rules.phases
    )
    return replace(rules, phases=tuple(phases))


def _living(phase: Phase, rule: GestureRule, ground: Ground) -> GestureRule:
    dead = all(_is_dead(rule, reach, ground) for reach in gestures(ground.rules, phase, rule))
    return replace(rule, actions=()) if dead and not phase.automatic else rule


def _meet(one: Reach, other: Reach) -> bool:
    """Whether some gesture may be about both."""
    same = one.gesture == other.gesture
    return same and not (
        set(one.donors).isdisjoint(other.donors) or set(one.targets).isdisjoint(other.targets)
    )


def _choice(group: list[Ruled], ground: Ground) -> Choice:
    donors = {cell for each in group for cell in each.reach.donors}
    targets = {cell for each in group for cell in each.reach.targets}
    cells = [cell.name.text for cell in ground.rules.cells]
    reach = Reach(
        group[0].reach.gesture,
        tuple(cell for cell in cells if cell in donors),
        tuple(cell for cell in cells if cell in targets),
    )
    at = nodes(reach, ground)
    asked = tuple(
        (
            *_in_reach(each.reach, at, ground),
            *(line.test for line in matched(each.rule, at, ground)),
        )
        for each in group
    )
    return Choice(tuple(group), at, asked)


def _in_reach(reach: Reach, at: Nodes, ground: Ground) -> Iterator[n.Expr]:
    """That a gesture is between the cells of one of several rules."""
    if reach.donors != at.reach.donors:
        yield in_cells(root(at.mover, at.reach.donors, ground), reach.donors)
    if reach.gesture != CLICK and reach.targets != at.reach.targets:
        yield in_cells(target_cell(at.reach, ground), reach.targets)


def target_cell(reach: Reach, ground: Ground) -> n.Expr:
    """The cell in which a drag ends."""
    forked = any(ground.forked(cell) for cell in reach.targets)
    return n.RootOf(zone=TARGET) if forked else TARGET


def is_other_end(node: n.Expr, start: n.Expr) -> n.Expr:
    """Whether nothing hangs below a node that is not the end of its cell."""
    alone = n.Equal(left=n.Length(items=n.TreeOf(zone=node)), right=ONE)
    return n.And(items=(alone, n.Not(item=n.Equal(left=node, right=n.DeepestOf(zone=start)))))
