"""A GameDef to the tree of a file: each part as what the lowering may have made it from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...diagnostics import Report, Source
from ...gamedef import nodes as n
from ...gamedef.nodes import Expr, GameDef
from ...gamedef.walk import walk
from . import conditions
from .conditions import BLOCKS, Context, parse_condition
from .lines import raw_lines, split
from .phrasing import LEVEL
from .places import Places, places
from .predicates import LOWER, UPPER, single, stack
from .printing import joined
from .recognizing import NOWHERE, recognized
from .tree import DRAW, Block, Condition, File, Rule, Word
from .undealing import layout_of, missing

CONTEXTS = {"MOVE": conditions.MOVE, "MOVE_STACK": conditions.MOVE_STACK, DRAW: conditions.DRAW}
ALWAYS = n.Truth(value=True)


def file_of(game: GameDef, report: Report) -> File | None:
    """The file that may mean a game; what it has no words for is reported."""
    *setup, turns = game.procedures[0].body
    inside = list(walk(turns))
    decides = [node for node in inside if isinstance(node, n.Decide)]
    ends = [node for node in inside if isinstance(node, n.If) and _ends(node)]
    if len(decides) != 1 or len(ends) != 1:
        missing(turns, "SGDL has one choice in each turn, and one way to win", report)
        return None
    actions = decides[0].actions
    file = layout_of(game, setup, [action for action in actions if action.name == "draw"])
    where = places(file)
    automatic = [a for node in inside if isinstance(node, n.TakeFirst) for a in node.actions]
    moves = joined(list(_rules(actions, where, report)))
    auto = joined(list(_rules(automatic, where, report)))
    win = recognized(ends[0].test, single(where))
    if win is None:
        missing(ends[0], "SGDL has no words for this way to win", report)
    return replace(file, moves=tuple(moves), auto=tuple(auto), win=win)


def _ends(node: n.If) -> bool:
    return any(isinstance(statement, n.EndGame) for statement in node.then)


# ---- rules -------------------------------------------------------------------------------------


def _rules(actions: Iterable[n.Action], where: Places, report: Report) -> Iterator[Rule]:
    actions = list(actions)
    for action in actions:
        kind = action.name.upper()
        if kind not in CONTEXTS:
            missing(action, f"SGDL has no rule for the action '{action.name}'", report)
        elif action.listed and (kind != DRAW or _has_rule(action)):
            twins = [a for a in actions if not a.listed and a.parameters == action.parameters[:2]]
            condition = _condition(kind, action, twins, where)
            if condition is None:
                message = f"SGDL has no words for the condition of this {kind}"
                missing(action, message, report)
            yield _rule(kind, action, condition or Block("AND", (), NOWHERE), where)


def _has_rule(draw: n.Action) -> bool:
    """Whether there is a condition beside there being something to draw."""
    return len(draw.because) > 1 if draw.because else isinstance(draw.guard, n.And)


def _condition(
    kind: str, action: n.Action, twins: list[n.Action], where: Places
) -> Condition | None:
    said = _said(action.because[-1], CONTEXTS[kind]) if action.because else None
    if said or kind != "MOVE_STACK":
        return said or recognized(_test(action), single(where))
    return _meant(action, twins, where)


def _rule(kind: str, action: n.Action, condition: Condition, where: Places) -> Rule:
    ends = [_end(p, where) for p in action.parameters if p.type == "zone"]
    return Rule(kind, tuple(ends[:1]), tuple(ends[1:2]), condition, NOWHERE)


def _end(parameter: n.Parameter, where: Places) -> Word:
    items = parameter.items
    name = items.name if isinstance(items, n.ZonesNamed) else parameter.name
    return Word(DRAW if name == where.waste else name, NOWHERE)


def _said(reason: n.Reason, context: Context) -> Condition | None:
    """A condition by the words that an author used for it, if they are words of the language."""
    report, source = Report(), Source("", "\n".join(_lines(reason, 0)))
    lines = [split(line, report) for line in raw_lines(source, report)]
    found = parse_condition(lines, context, NOWHERE, report)
    return None if report.items else found


def _lines(reason: n.Reason, level: int) -> Iterator[str]:
    yield LEVEL * level + reason.text
    for part in reason.parts if reason.text in BLOCKS else ():
        yield from _lines(part, level + 1)


# ---- stacks by what their rules do ---------------------------------------------------------------


def _meant(stacks: n.Action, twins: list[n.Action], where: Places) -> Condition | None:
    """The condition of a stack: what bounds its length, and the rest. In which order they stood is
    only to be seen where the same rule is about one card, for which the first is no condition."""
    lists = [node for parameter in stacks.parameters for node in walk(parameter)]
    runs = [node.where for node in lists if isinstance(node, n.RunLength)]
    meaning = replace(stack(where), is_run=lambda fits: fits)
    modes = [recognized(each, meaning) for run in runs for each in _each(run)]
    rest = [recognized(each, stack(where)) for each in _each(_test(stacks))]
    found = [item for item in (*modes, *rest) if item]
    if len(found) < len(modes) + len(rest):
        return None
    tails = [tail for item in found[len(modes) :] for tail in _tails(item)]
    if twins:
        return _woven(_test(twins[0]), iter(found[: len(modes)]), iter(tails), where)
    every = (*found[: len(modes)], *tails)
    return every[0] if len(every) == 1 else Block("AND", every, NOWHERE)


def _test(action: n.Action) -> Expr:
    """What an action must pass beside what all actions of its kind must."""
    return action.guard.items[-1] if isinstance(action.guard, n.And) else action.guard


def _each(test: Expr) -> tuple[Expr, ...]:
    """The parts of what must hold within a run, or the rest as a whole; nothing if all do."""
    if test == ALWAYS:
        return ()
    in_run = any(isinstance(x, n.Local) and x.name in (LOWER, UPPER) for x in walk(test))
    return test.items if in_run and isinstance(test, n.And) else (test,)


def _tails(condition: Condition) -> Iterator[Condition]:
    """What stands below ANDs, from top to bottom."""
    if isinstance(condition, Block) and condition.word == "AND":
        for item in condition.items:
            yield from _tails(item)
    else:
        yield condition


def _woven(
    test: Expr, modes: Iterator[Condition], tails: Iterator[Condition], where: Places
) -> Condition | None:
    """The condition in the order of a test for one card, in which the modes are always true."""
    if test == ALWAYS:
        return next(modes, None)
    whole = recognized(test, single(where))
    if not (isinstance(whole, Block) and isinstance(test, n.And)):
        return next(tails, None)
    items = [_woven(item, modes, tails, where) for item in test.items]
    found = tuple(item for item in items if item)
    return Block("AND", found, NOWHERE) if len(found) == len(items) else None
