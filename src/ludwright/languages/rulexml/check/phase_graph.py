"""Check the graph of phases: cycles, dead ends and unreachable phases."""

from __future__ import annotations

from collections import deque

from ....diagnostics import Report
from .. import codes
from ..read.elements import shown
from ..read.tree import GestureRule, Phase, Rules, Word
from .dead_rules import Demands, Test, contradictory

ENDS = ("win", "loss")
MOST_TESTS = 200_000  # the budget of a search for cycles, which may be exponential


def check_phases(rules: Rules, demands: Demands, idle: set[int], report: Report) -> None:
    """Report problems of the phase graph; `idle` are the ids of rules that never apply."""
    phases = {phase.name.text: phase for phase in rules.phases}
    ways = {
        name: [(rule, _target(rule)) for rule in phase.rules if id(rule) not in idle]
        for name, phase in phases.items()
    }
    _check_cycles(demands, phases, ways, report)
    for phase in rules.phases:
        if phase.automatic and all(demands.of(phase, rule).tests for rule in phase.rules):
            message = f"automatic phase '{shown(phase.name.text)}' has no rule that always applies"
            help = "end it with a rule without conditions"
            report.warning(codes.NO_RULE, phase.name.span, message, help)
        over = phase.name.text.casefold() in ENDS
        if not phase.automatic and not over and not (phase.donors and ways[phase.name.text]):
            why = "no rule can apply" if phase.donors else "it has no valid donors"
            message = f"no move is possible in phase '{shown(phase.name.text)}': {why}"
            report.warning(codes.DEAD_END, phase.name.span, message)
    _check_reached(rules, ways, report)


Ways = dict[str, list[tuple[GestureRule, Word | None]]]


def _target(rule: GestureRule) -> Word | None:
    """The phase that a rule leads to: the one that its last action names."""
    return rule.actions[-1].next_phase if rule.actions else None


def _check_reached(rules: Rules, ways: Ways, report: Report) -> None:
    # Depth-first search from the first phase, which is where a game starts.
    reached: set[str] = set()
    waiting = [rules.phases[0].name.text] if rules.phases else []
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += [target.text for _, target in ways[name] if target]
    for phase in rules.phases:
        if phase.name.text not in reached:
            message = f"unreachable phase '{shown(phase.name.text)}'"
            report.warning(codes.UNREACHABLE_PHASE, phase.name.span, message)


# ---- automatic phases ----------------------------------------------------------------------------


Arrow = tuple[Word, frozenset[Test]]  # a successor, and the conditions of the rule


def _check_cycles(demands: Demands, phases: dict[str, Phase], ways: Ways, report: Report) -> None:
    """Report each cycle of automatic phases once, at its first arrow in the file."""
    arrows: dict[str, list[Arrow]] = {
        name: [(target, demands.of(phase, rule).tests) for rule, target in ways[name] if target]
        for name, phase in phases.items()
        if phase.automatic
    }
    # A cycle is certain if every phase on it leaves by a first rule without conditions.
    sure = {name: [way for way in given[:1] if not way[1]] for name, given in arrows.items()}
    reported: set[str] = set()
    certain, possible = _CycleSearch(sure), _CycleSearch(arrows)
    for name in arrows:
        cycle = [] if name in reported else certain.through(name)
        if cycle:
            message = f"cycle of automatic phases: {_shown(cycle)}"
            report.error(codes.LOOP, cycle[0].span, message)
            reported |= {word.text for word in cycle}
    for name in arrows:
        cycle = [] if name in reported else possible.through(name)
        if cycle:
            message = f"possible cycle of automatic phases: {_shown(cycle)}"
            help = "make sure that the conditions of these rules never hold at the same time"
            report.warning(codes.MAYBE_LOOP, cycle[0].span, message, help)
            reported |= {word.text for word in cycle}


class _CycleSearch:
    """Breadth-first search for cycles, within a budget."""

    def __init__(self, arrows: dict[str, list[Arrow]]) -> None:
        self.arrows = arrows
        self.left = MOST_TESTS

    def through(self, start: str) -> list[Word]:
        """The shortest path from a phase back to itself whose conditions do not contradict each
        other; empty if none is found."""
        seen: set[tuple[str, frozenset[Test]]] = set()
        waiting: deque[tuple[str, frozenset[Test], tuple[Word, ...]]] = deque()
        waiting.append((start, frozenset(), ()))
        while waiting and self.left > 0:
            name, held, way = waiting.popleft()
            for arrow, tests in self.arrows.get(name, []):
                # Automatic phases move no cards: all conditions along a cycle hold together.
                together = held | tests
                self.left -= 1 + len(together)
                if contradictory(together):
                    continue
                if arrow.text == start:
                    return [*way, arrow]
                # With other conditions the same phase is another state, which may lead elsewhere.
                if (arrow.text, together) not in seen:
                    seen.add((arrow.text, together))
                    waiting.append((arrow.text, together, (*way, arrow)))
        return []


def _shown(cycle: list[Word]) -> str:
    return " -> ".join(f"'{shown(word.text)}'" for word in [cycle[-1], *cycle])
