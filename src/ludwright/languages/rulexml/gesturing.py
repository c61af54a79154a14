"""Rules to actions: the drags and clicks that a player may make, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...diagnostics import Span
from ...gamedef.nodes import (
    Action,
    And,
    Attempt,
    Block,
    DeepestOf,
    Equal,
    Exists,
    Expr,
    Filter,
    Join,
    Length,
    Local,
    Not,
    Notation,
    Or,
    Parameter,
    ParentOf,
    Reason,
    Refusal,
    RootOf,
    TopOf,
    TreeOf,
)
from .conditions import (
    MOVER,
    NO,
    NODE,
    TARGET,
    Line,
    Nodes,
    in_cells,
    is_fixed,
    matched,
    nodes,
    root,
    unless,
)
from .ground import Ground, zone, zones
from .moving import Procedures, moved
from .overlaps import may_both
from .reach import CLICK, DRAG, Reach, gestures
from .taking import ONE
from .tree import Phase, Rule, Tests

Of = Callable[[str], Expr]
"""A list of nodes of a cell."""
After = Callable[[Rule], Block]
"""What a rule does when the cards have been moved."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A rule of a phase, and the cells between which a gesture may follow it."""

    rule: Rule
    at: Nodes
    lines: tuple[Line, ...]


def ruled(phase: Phase, ground: Ground) -> list[Ruled]:
    """The rules of a phase in their order, each for every gesture that it may be about."""
    found = []
    for rule in phase.rules:
        for reach in gestures(ground.rules, phase, rule):
            at = nodes(reach, ground)
            found.append(Ruled(rule, at, tuple(matched(rule, at, ground))))
    return found


# ---- what may be chosen ------------------------------------------------------------------------


def parameters(reach: Reach, ground: Ground) -> tuple[Parameter, ...]:
    """The nodes that may be grabbed and, for a drag, where it may end."""
    grabbed = _all_nodes(reach.donors, ground)
    if reach.gesture == CLICK:
        return (Parameter(name=NODE.name, type="zone", items=grabbed),)
    return (
        Parameter(name=MOVER.name, type="zone", items=grabbed),
        Parameter(name=TARGET.name, type="zone", items=_ends(reach.targets, ground)),
    )


def _listed(cells: tuple[str, ...], several: Callable[[str], bool], of: Of) -> Expr:
    """A list for each cell that has several, the others as they come."""
    lists: list[Expr] = []
    plain: list[str] = []
    for cell in cells:
        if several(cell):
            lists += [zones(plain)] if plain else []
            lists.append(of(cell))
            plain = []
        else:
            plain.append(cell)
    lists += [zones(plain)] if plain else []
    return lists[0] if len(lists) == 1 else Join(lists=tuple(lists))


def _all_nodes(cells: tuple[str, ...], ground: Ground) -> Expr:
    """All nodes of some cells."""
    return _listed(cells, lambda cell: bool(ground.ways[cell]), _tree)


def _tree(cell: str) -> Expr:
    return TreeOf(zone=zone(cell))


def _ends(cells: tuple[str, ...], ground: Ground) -> Expr:
    """Where a drag may end: a cell means its end, ends of other branches stand for themselves."""
    return _listed(cells, ground.forked, _branches)


def _branches(cell: str) -> Expr:
    each = Local(name="each")
    where = Or(items=(Equal(left=each, right=zone(cell)), _is_other_end(each, zone(cell))))
    return Filter(items=TreeOf(zone=zone(cell)), name=each.name, where=where)


def _is_other_end(node: Expr, start: Expr) -> Expr:
    """Whether nothing hangs below a node that is not the end of its cell."""
    alone = Equal(left=Length(items=TreeOf(zone=node)), right=ONE)
    return And(items=(alone, Not(item=Equal(left=node, right=DeepestOf(zone=start)))))


def _grabs(node: Expr, cells: tuple[str, ...], ground: Ground) -> Expr:
    """Whether there is a card on top that is not fixed."""
    top = TopOf(zone=node)
    return Not(item=is_fixed(top)) if ground.fixed(cells) else Exists(item=top)


def _apart(at: Nodes, ground: Ground) -> Iterator[Expr]:
    """A drag ends in another cell."""
    reach = at.reach
    if reach.gesture != CLICK and set(reach.donors) & set(reach.targets):
        yield Not(item=Equal(left=at.donor, right=_target_cell(reach, ground)))


def _target_cell(reach: Reach, ground: Ground) -> Expr:
    forked = any(ground.forked(cell) for cell in reach.targets)
    return RootOf(zone=TARGET) if forked else TARGET


# ---- actions -----------------------------------------------------------------------------------


def actions(phase: Phase, ground: Ground, procedures: Procedures, after: After) -> list[Action]:
    """What may be done in a phase: an action for each rule and gesture, in the order of rules."""
    found = ruled(phase, ground)
    return [
        _action(phase, each, _before(each, found), ground, procedures, after)
        for each in found
        if each.rule.actions
    ]


def _before(ruled: Ruled, others: list[Ruled]) -> list[Ruled]:
    """The rules before one that may take a gesture from it."""
    mine = ruled.at.reach
    return [
        other
        for other in others[: others.index(ruled)]
        if other.rule is not ruled.rule
        and other.at.reach.gesture == mine.gesture
        and set(other.at.reach.donors) & set(mine.donors)
        and set(other.at.reach.targets) & set(mine.targets)
        and may_both(other.rule, ruled.rule)
    ]


def _action(
    phase: Phase,
    ruled: Ruled,
    before: list[Ruled],
    ground: Ground,
    procedures: Procedures,
    after: After,
) -> Action:
    rule, at = ruled.rule, ruled.at
    grabs = _grabs(at.mover, at.reach.donors, ground)
    tests = (line.test for line in ruled.lines)
    earlier = tuple(unless(_match(other, at, ground)) for other in before)
    return Action(
        name=at.reach.gesture,
        parameters=parameters(at.reach, ground),
        guard=And(items=(grabs, *_apart(at, ground), *tests, *earlier), span=rule.span),
        body=(*_moves(ruled, ground, procedures), *after(rule)),
        notations=tuple(_notations(at, ground)),
        because=tuple(_reasons(phase, ruled, before, grabs, earlier, ground)),
        span=rule.span,
    )


def _moves(ruled: Ruled, ground: Ground, procedures: Procedures) -> Block:
    """What happens to the cards. There are always enough branches, so nothing of it can fail."""
    done = moved(ruled.rule.actions, ruled.at, ground, procedures)
    return (Attempt(body=done),) if done else ()


def _match(other: Ruled, at: Nodes, ground: Ground) -> Expr:
    """Whether a gesture follows another rule."""
    mine, reach = at.reach, other.at.reach
    lines: list[Expr] = []
    if not set(mine.donors) <= set(reach.donors):
        lines.append(in_cells(root(at.mover, mine.donors, ground), reach.donors))
    if mine.gesture != CLICK and not set(mine.targets) <= set(reach.targets):
        lines.append(in_cells(_target_cell(mine, ground), reach.targets))
    lines += [line.test for line in matched(other.rule, at, ground)]
    return And(items=tuple(lines))


def _notations(at: Nodes, ground: Ground) -> Iterator[Notation]:
    """For people a drag ends at a cell; the node where it really ends may be written as well."""
    if at.reach.gesture == CLICK:
        yield Notation(name="", parts=("click ", NODE))
        return
    yield Notation(name="", parts=("drag ", MOVER, " -> ", TARGET))
    if ground.deep(at.reach.targets):
        yield Notation(name="node", parts=("drag ", MOVER, " -> ", at.receiver))


def refusals(phase: Phase, found: tuple[Action, ...], ground: Ground) -> Iterator[Refusal]:
    """The kinds of gestures that no rule of a phase is about."""
    cells = tuple(cell.name.text for cell in ground.rules.cells)
    for gesture in (DRAG, CLICK):
        if not any(action.name == gesture for action in found):
            reach = Reach(gesture, cells, cells)
            text = f"a rule of the phase '{phase.name.text}' is about a {gesture}"
            yield Refusal(
                parameters=parameters(reach, ground),
                notations=tuple(_notations(nodes(reach, ground), ground)),
                because=(Reason(text=text, test=NO, span=phase.span),),
            )


# ---- reasons -----------------------------------------------------------------------------------


def _reasons(
    phase: Phase,
    ruled: Ruled,
    before: list[Ruled],
    grabs: Expr,
    earlier: tuple[Expr, ...],
    ground: Ground,
) -> Iterator[Reason]:
    """Everything that a rule asks for, line by line as the file has it."""
    at = ruled.at
    here = RootOf(zone=at.mover) if ground.deep(ground.ways) else at.mover
    donors = tuple(dict.fromkeys(c for w in phase.donors for c in ground.rules.stands_for(w.text)))
    names = ", ".join(word.text for word in phase.donors)
    gives = Line(f"valid_donors: {names}", in_cells(here, donors), phase.span)
    yield gives.told()
    yield Reason(text="there is a card on top that is not fixed", test=grabs, span=ruled.rule.span)
    if at.reach.gesture != CLICK:
        yield from _ending(at, here, ground, ruled.rule.span)
    yield from _named(ruled, here, ground)
    for line in ruled.lines:
        yield line.told()
    for other, free in zip(before, earlier, strict=True):
        number = phase.rules.index(other.rule) + 1
        text = f"rule {number} of this phase does not hold before it"
        yield Reason(text=text, test=free, span=other.rule.span)


def _ending(at: Nodes, here: Expr, ground: Ground, span: Span) -> Iterator[Reason]:
    """Where a drag may end."""
    there = RootOf(zone=TARGET) if ground.deep(ground.ways) else TARGET
    other = Not(item=Equal(left=here, right=there))
    yield Reason(text="it ends in another cell", test=other, span=span)
    if ground.deep(at.reach.targets):
        whole: Expr = Not(item=Exists(item=ParentOf(zone=TARGET)))
        if any(ground.forked(cell) for cell in at.reach.targets):
            whole = Or(items=(whole, _is_other_end(TARGET, there)))
        yield Reason(text="a cell, or the end of a branch, is named", test=whole, span=span)


def _named(ruled: Ruled, here: Expr, ground: Ground) -> Iterator[Reason]:
    """The cells and groups that a rule names."""
    at, rule = ruled.at, ruled.rule
    there: Expr = here
    if at.reach.gesture != CLICK:
        there = RootOf(zone=TARGET) if ground.deep(ground.ways) else TARGET
    for validation in rule.validations:
        if validation.receiver and rule.category.text:
            cells = ground.rules.stands_for(rule.category.text)
            text = f"rule category '{rule.category.text}'"
            yield Reason(text=text, test=in_cells(there, cells), span=rule.category.span)
        subjects: tuple[tuple[str, Tests | None, Expr], ...] = (
            ("receiver", validation.receiver, there),
            ("mover", validation.mover, here),
            ("donor", validation.donor, here),
        )
        for subject, tests, cell in subjects:
            if tests and tests.name:
                cells = ground.rules.stands_for(tests.name.text)
                text = f"{subject}: name {tests.name.text}"
                yield Reason(text=text, test=in_cells(cell, cells), span=tests.name.span)
