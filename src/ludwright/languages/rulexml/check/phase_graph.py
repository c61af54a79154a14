"""How a game goes from phase to phase: circles, dead ends, and phases that never come."""

from __future__ import annotations

from collections import deque

from ....diagnostics import Report
from .. import codes
from ..read.elements import shown
from ..read.tree import GestureRule, Phase, Rules, Word
from .dead_rules import Demands, Test, contradictory

ENDS = ("win", "loss")
MOST_TESTS = 200_000  # to look at when looking for circles


def check_phases(rules: Rules, demands: Demands, idle: set[int], report: Report) -> None:
    """Report what is wrong with the ways between phases; `idle` rules never apply."""
    phases = {phase.name.text: phase for phase in rules.phases}
    ways = {
        name: [(rule, _target(rule)) for rule in phase.rules if id(rule) not in idle]
        for name, phase in phases.items()
    }
    _check_circles(demands, phases, ways, report)
    for phase in rules.phases:
        if phase.automatic and all(demands.of(phase, rule).tests for rule in phase.rules):
            message = f"automatic phase '{shown(phase.name.text)}' may find no rule that applies"
            help = "end it with a rule without conditions"
            report.warning(codes.NO_RULE, phase.name.span, message, help)
        over = phase.name.text.casefold() in ENDS
        if not phase.automatic and not over and not (phase.donors and ways[phase.name.text]):
            why = "no rule can apply" if phase.donors else "no cell may give cards"
            message = f"nothing can be done in phase '{shown(phase.name.text)}': {why}"
            report.warning(codes.DEAD_END, phase.name.span, message)
    _check_reached(rules, ways, report)


Ways = dict[str, list[tuple[GestureRule, Word | None]]]


def _target(rule: GestureRule) -> Word | None:
    """The phase after a rule: with several actions that of the last."""
    return rule.actions[-1].next_phase if rule.actions else None


def _check_reached(rules: Rules, ways: Ways, report: Report) -> None:
    reached: set[str] = set()
    waiting = [rules.phases[0].name.text] if rules.phases else []
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += [target.text for _, target in ways[name] if target]
    for phase in rules.phases:
        if phase.name.text not in reached:
            message = f"no way leads to phase '{shown(phase.name.text)}'"
            report.warning(codes.UNREACHABLE_PHASE, phase.name.span, message)


# ---- automatic phases ----------------------------------------------------------------------------


Arrow = tuple[Word, frozenset[Test]]  # a phase that may follow, and under which conditions


def _check_circles(demands: Demands, phases: dict[str, Phase], ways: Ways, report: Report) -> None:
    """Each circle of automatic phases once, at its first arrow in the file."""
    arrows: dict[str, list[Arrow]] = {
        name: [(target, demands.of(phase, rule).tests) for rule, target in ways[name] if target]
        for name, phase in phases.items()
        if phase.automatic
    }
    sure = {name: [way for way in given[:1] if not way[1]] for name, given in arrows.items()}
    told: set[str] = set()
    certain, possible = _Circles(sure), _Circles(arrows)
    for name in arrows:
        circle = [] if name in told else certain.through(name)
        if circle:
            message = f"these automatic phases lead back to each other: {_shown(circle)}"
            report.error(codes.LOOP, circle[0].span, message)
            told |= {word.text for word in circle}
    for name in arrows:
        circle = [] if name in told else possible.through(name)
        if circle:
            message = f"these automatic phases may lead back to each other: {_shown(circle)}"
            help = "make sure that the conditions of these rules never hold together"
            report.warning(codes.MAYBE_LOOP, circle[0].span, message, help)
            told |= {word.text for word in circle}


class _Circles:
    """Looks for ways that lead back to where they began, as long as it may."""

    def __init__(self, arrows: dict[str, list[Arrow]]) -> None:
        self.arrows = arrows
        self.left = MOST_TESTS

    def through(self, start: str) -> list[Word]:
        """The shortest way from a phase back to itself under conditions that may hold together, as
        its arrows; empty if there is none."""
        seen: set[tuple[str, frozenset[Test]]] = set()
        waiting: deque[tuple[str, frozenset[Test], tuple[Word, ...]]] = deque()
        waiting.append((start, frozenset(), ()))
        while waiting and self.left > 0:
            name, held, way = waiting.popleft()
            for arrow, tests in self.arrows.get(name, []):
                together = held | tests
                self.left -= 1 + len(together)
                if contradictory(together):
                    continue
                if arrow.text == start:
                    return [*way, arrow]
                if (arrow.text, together) not in seen:
                    seen.add((arrow.text, together))
                    waiting.append((arrow.text, together, (*way, arrow)))
        return []


def _shown(circle: list[Word]) -> str:
    return " -> ".join(f"'{shown(word.text)}'" for word in [circle[-1], *circle])
