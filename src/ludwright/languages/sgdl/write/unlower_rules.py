"""The condition of a rule from its action: by the words of its author, or by what it does."""

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


def condition_of(kind: str, action: n.Action, source: str, where: Symbols) -> Condition | None:
    """The condition of a rule."""
    said = _said(action.because[-1], CONTEXTS[kind]) if action.because else None
    if said or kind == STACK:
        return said or _meant(action, where)
    tests = action.guard.items if isinstance(action.guard, n.And) else (action.guard,)
    # What must hold for all cards comes before the condition, only what covers them may follow.
    # Two cards that are removed may also fit with the two exchanged.
    ways = [way for test in reversed(tests) for way in (*_first_way(test), test)]
    found = (recognized(way, single(where, source), CONTEXTS[kind]) for way in ways)
    return next((condition for condition in found if condition), None)


def in_either_order(action: n.Action) -> bool:
    """Whether two cards may also be removed with the two exchanged."""
    return any(_first_way(node) for node in walk(action.guard) if isinstance(node, n.Or))


def _first_way(test: n.Expr) -> tuple[n.Expr, ...]:
    """The first of two tests that say the same about piles that have changed places."""
    if not isinstance(test, n.Or) or len(test.items) != 2:
        return ()
    first, second = test.items
    return (first,) if rebuild(first, exchanged) == second else ()


# ---- by words ----------------------------------------------------------------------------------


def _said(reason: n.Reason, context: ConditionContext) -> Condition | None:
    """A condition by the words that an author used for it, if they are words of the language."""
    if reason.text == EITHER:
        reason = reason.parts[0]
    report, source = Report(), Source("", "\n".join(_lines(reason, 0)))
    lines = [split(line, report) for line in raw_lines(source, report)]
    found = parse_condition(lines, context, NOWHERE, report)
    return None if report.items else found


def _lines(reason: n.Reason, level: int) -> Iterator[str]:
    yield LEVEL * level + reason.text
    for part in reason.parts if reason.text in BLOCKS else ():
        yield from _lines(part, level + 1)


# ---- stacks by what their rules do -------------------------------------------------------------


def _meant(stacks: n.Action, where: Symbols) -> Condition | None:
    """The condition of a stack: what bounds its length, then the rest. In which order they stood is
    not to be seen, and changes nothing."""
    lists = [node for parameter in stacks.parameters for node in walk(parameter)]
    runs = [node.where for node in lists if isinstance(node, n.RunLength)]
    meaning = replace(stack(where), is_run=lambda fits: fits)
    modes = [recognized(each, meaning, CONTEXTS[STACK]) for run in runs for each in _each(run)]
    rest = [recognized(each, stack(where), CONTEXTS[STACK]) for each in _each(_test(stacks))]
    found = tuple(item for item in (*modes, *rest) if item)
    if len(found) < len(modes) + len(rest):
        return None
    return found[0] if len(found) == 1 else Block("AND", found, NOWHERE)


def _test(action: n.Action) -> n.Expr:
    """What an action must pass beside what all actions of its kind must."""
    return action.guard.items[-1] if isinstance(action.guard, n.And) else action.guard


def _each(test: n.Expr) -> tuple[n.Expr, ...]:
    """The parts of what must hold within a run, or the rest as a whole; nothing if all do."""
    if test == TRUE:
        return ()
    in_run = any(isinstance(x, n.Local) and x.name in (LOWER, UPPER) for x in walk(test))
    return test.items if in_run and isinstance(test, n.And) else (test,)
