"""Reconstruct the condition of a rule from its action: from its reasons, or from its guard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....diagnostics import Report, Source
from ....gamedef import nodes as n
from ....gamedef.build import TRUE
from ....gamedef.walk import rebuild, walk
from ..lower.predicates import LOWER, UPPER, single, stack
from ..lower.reasons import EITHER
from ..lower.removal import exchanged
from ..lower.symbols import Symbols
from ..read import conditions
from ..read.conditions import BLOCKS, ConditionContext, parse_condition
from ..read.lines import raw_lines, split
from ..read.tree import DRAW, REMOVE, Block, Condition
from .conditions import LEVEL
from .recognise_conditions import NOWHERE, recognized

STACK = "MOVE_STACK"
CONTEXTS = {
    "MOVE": conditions.MOVE,
    STACK: conditions.MOVE_STACK,
    REMOVE: conditions.REMOVE,
    DRAW: conditions.DRAW,
}


def condition_of(kind: str, action: n.Action, source: str, symbols: Symbols) -> Condition | None:
    """The condition of a rule."""
    # The condition is the last reason, and in a game read from SGDL still has its text.
    said = _said(action.because[-1], CONTEXTS[kind]) if action.because else None
    if said or kind == STACK:
        return said or _meant(action, symbols)
    tests = action.guard.items if isinstance(action.guard, n.And) else (action.guard,)
    # The general tests come before the condition, and only the test for covers may follow it: so
    # the candidates are tried from the end. For two removed cards, the condition may also be the
    # first of two that differ only by exchanging the piles.
    ways = [way for test in reversed(tests) for way in (*_first_way(test), test)]
    found = (recognized(way, single(symbols, source), CONTEXTS[kind]) for way in ways)
    return next((condition for condition in found if condition), None)


def in_either_order(action: n.Action) -> bool:
    """Whether the order of the two removed cards is free."""
    return any(_first_way(node) for node in walk(action.guard) if isinstance(node, n.Or))


def _first_way(test: n.Expr) -> tuple[n.Expr, ...]:
    """The first of two tests that differ only by exchanging the piles."""
    if not isinstance(test, n.Or) or len(test.items) != 2:
        return ()
    first, second = test.items
    return (first,) if rebuild(first, exchanged) == second else ()


# ---- from reasons ------------------------------------------------------------------------------


def _said(reason: n.Reason, context: ConditionContext) -> Condition | None:
    """The condition that a reason had in its file, if it came from SGDL."""
    if reason.text == EITHER:
        reason = reason.parts[0]
    report, source = Report(), Source("", "\n".join(_lines(reason, 0)))
    lines = [split(line, report) for line in raw_lines(source, report)]
    found = parse_condition(lines, context, NOWHERE, report)
    return None if report.items else found


def _lines(reason: n.Reason, level: int) -> Iterator[str]:
    yield LEVEL * level + reason.written
    for part in reason.parts if reason.written in BLOCKS else ():
        yield from _lines(part, level + 1)


# ---- stacks from guards ------------------------------------------------------------------------


def _meant(stacks: n.Action, symbols: Symbols) -> Condition | None:
    """The condition of a stack: the tests that bound its length, then the rest. Their original
    order is lost, and makes no difference."""
    lists = [node for parameter in stacks.parameters for node in walk(parameter)]
    runs = [node.where for node in lists if isinstance(node, n.RunLength)]
    # The bound holds the bare comparison of two cards, without the test on the length of the run.
    meaning = replace(stack(symbols), is_run=lambda fits: fits)
    modes = [recognized(each, meaning, CONTEXTS[STACK]) for run in runs for each in _each(run)]
    rest = [recognized(each, stack(symbols), CONTEXTS[STACK]) for each in _each(_test(stacks))]
    found = tuple(item for item in (*modes, *rest) if item)
    if len(found) < len(modes) + len(rest):
        return None
    return found[0] if len(found) == 1 else Block("AND", found, NOWHERE)


def _test(action: n.Action) -> n.Expr:
    """The test of an action beyond those that all actions of its kind have."""
    return action.guard.items[-1] if isinstance(action.guard, n.And) else action.guard


def _each(test: n.Expr) -> tuple[n.Expr, ...]:
    """The parts of a test on a run, or any other test as a whole; nothing if it is always true."""
    if test == TRUE:
        return ()
    in_run = any(isinstance(x, n.Local) and x.name in (LOWER, UPPER) for x in walk(test))
    return test.items if in_run and isinstance(test, n.And) else (test,)
