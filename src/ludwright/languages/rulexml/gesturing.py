"""Rules to actions: the drags and clicks that a player may make, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ...diagnostics import Span
from ...gamedef.nodes import (
    Action,
    And,
    Attempt,
    Block,
    Conditional,
    DeepestOf,
    Equal,
    Exists,
    Expr,
    Fail,
    Filter,
    If,
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
from ...gamedef.walk import walk
from .conditions import (
    MOVER,
    NO,
    NODE,
    TARGET,
    YES,
    Nodes,
    in_cells,
    is_fixed,
    matched,
    nodes,
    root,
    unless,
)
from .ground import Ground, zone, zones
from .moving import moved
from .reach import CLICK, DRAG, Reach, gestures
from .selecting import Procedures
from .taking import ONE
from .tree import Phase, Rule, Rules, Tests

Of = Callable[[str], Expr]
"""A list of nodes of a cell."""
After = Callable[[Rule], Block]
"""What a rule does when the cards have been moved."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A rule of a phase, its number there, and the cells between which a gesture may follow it."""

    rule: Rule
    number: int
    reach: Reach


@dataclass(frozen=True, slots=True)
class Choice:
    """Rules that a gesture may follow, depending on the cards: the first that holds does. A player
    who can't see all cards need not know which, so they are one action."""

    rules: tuple[Ruled, ...]
    at: Nodes

    def tests(self, ruled: Ruled, ground: Ground) -> tuple[Expr, ...]:
        """All that one of the rules asks for."""
        cells = _in_reach(ruled.reach, self.at, ground)
        return (*cells, *(line.test for line in matched(ruled.rule, self.at, ground)))

    def common(self, ground: Ground) -> tuple[Expr, ...]:
        """What all of the rules ask for."""
        first, *others = (self.tests(ruled, ground) for ruled in self.rules)
        return tuple(test for test in first if all(test in other for other in others))

    def match(self, ruled: Ruled, ground: Ground) -> Expr:
        """Whether a gesture follows one of the rules, if what all ask for holds."""
        common = self.common(ground)
        return And(items=tuple(t for t in self.tests(ruled, ground) if t not in common))


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


def _is_dead(rule: Rule, reach: Reach, ground: Ground) -> bool:
    """Whether a test of a rule never holds."""
    return any(line.test == NO for line in matched(rule, nodes(reach, ground), ground))


def living(ground: Ground) -> Rules:
    """The rules of a table without the actions of those that never hold."""
    rules = ground.rules
    phases = (
        replace(phase, rules=tuple(_living(phase, rule, ground) for rule in phase.rules))
        for phase in rules.phases
    )
    return replace(rules, phases=tuple(phases))


def _living(phase: Phase, rule: Rule, ground: Ground) -> Rule:
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
    return Choice(tuple(group), nodes(reach, ground))


def _in_reach(reach: Reach, at: Nodes, ground: Ground) -> Iterator[Expr]:
    """That a gesture is between the cells of one of several rules."""
    if reach.donors != at.reach.donors:
        yield in_cells(root(at.mover, at.reach.donors, ground), reach.donors)
    if reach.gesture != CLICK and reach.targets != at.reach.targets:
        yield in_cells(_target_cell(at.reach, ground), reach.targets)


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
    """What may be done in a phase."""
    return [
        _action(phase, choice, ground, procedures, after)
        for choice in choices(phase, ground)
        if any(each.rule.actions for each in choice.rules)
    ]


def _action(
    phase: Phase, choice: Choice, ground: Ground, procedures: Procedures, after: After
) -> Action:
    at, span = choice.at, choice.rules[0].rule.span
    grabs = _grabs(at.mover, at.reach.donors, ground)
    acting = [each for each in choice.rules if each.rule.actions]
    body: Block = ()
    for each in reversed(acting):
        done = (*_moves(each.rule, at, ground, procedures), *after(each.rule))
        test = choice.match(each, ground)
        chain = If(test=test, then=done, otherwise=body, span=each.rule.span)
        body = done if each is acting[-1] else (chain,)
    return Action(
        name=at.reach.gesture,
        parameters=parameters(at.reach, ground),
        guard=And(items=_guard(choice, grabs, ground), span=span),
        body=body,
        notations=(_notation(at.reach.gesture),),
        because=tuple(_reasons(phase, choice, grabs, ground)),
        span=span,
    )


def _guard(choice: Choice, grabs: Expr, ground: Ground) -> tuple[Expr, ...]:
    """That the first rule that holds does something; what is only about the mover comes first."""
    found = [grabs, *_apart(choice.at, ground), *choice.common(ground)]
    if len(choice.rules) > 1:
        chain: Expr = NO
        for each in reversed(choice.rules):
            then = YES if each.rule.actions else NO
            chain = Conditional(test=choice.match(each, ground), then=then, otherwise=chain)
        found.append(chain)
    return tuple(sorted(found, key=lambda test: TARGET in walk(test)))


def _moves(rule: Rule, at: Nodes, ground: Ground, procedures: Procedures) -> Block:
    """What happens to the cards. Nothing of it can fail as long as there is room for nodes."""
    done = moved(rule.actions, at, ground, procedures)
    full = Fail(reason="there is no room for another pile", final=True)
    return (Attempt(body=done, otherwise=(full,)),) if done else ()


def _notation(gesture: str) -> Notation:
    parts = ("click ", NODE) if gesture == CLICK else ("drag ", MOVER, " -> ", TARGET)
    return Notation(name="", parts=parts)


def refusals(phase: Phase, found: tuple[Action, ...], ground: Ground) -> Iterator[Refusal]:
    """The kinds of gestures that no rule of a phase is about."""
    cells = tuple(cell.name.text for cell in ground.rules.cells)
    for gesture in (DRAG, CLICK):
        if not any(action.name == gesture for action in found):
            reach = Reach(gesture, cells, cells)
            text = f"a rule of the phase '{phase.name.text}' is about a {gesture}"
            yield Refusal(
                parameters=parameters(reach, ground),
                notations=(_notation(gesture),),
                because=(Reason(text=text, test=NO, span=phase.span),),
            )


# ---- reasons -----------------------------------------------------------------------------------


def _reasons(phase: Phase, choice: Choice, grabs: Expr, ground: Ground) -> Iterator[Reason]:
    """Everything that rules ask for, line by line as the file has it."""
    at, span = choice.at, choice.rules[0].rule.span
    here = RootOf(zone=at.mover) if ground.deep(ground.ways) else at.mover
    donors = tuple(
        Reason(
            text=f"valid_donors: {word.text}",
            test=in_cells(here, ground.rules.stands_for(word.text)),
            span=word.span,
        )
        for word in phase.donors
    )
    if len(donors) == 1:
        yield donors[0]
    else:
        names = ", ".join(word.text for word in phase.donors)
        text = f"valid_donors: {names}"
        yield Reason(text=text, parts=donors, every=False, span=phase.donors[0].span)
    yield Reason(text="there is a card on top that is not fixed", test=grabs, span=span)
    if at.reach.gesture != CLICK:
        yield from _ending(at, here, ground, span)
    told = [
        Reason(
            text=f"rule {each.number} of '{phase.name.text}'",
            parts=tuple(_rule_reasons(each, choice, here, ground)),
            span=each.rule.span,
        )
        for each in choice.rules
        if each.rule.actions
    ]
    if len(told) == 1:
        yield told[0]
    else:
        yield Reason(text="one of these rules", parts=tuple(told), every=False, span=span)


def _rule_reasons(ruled: Ruled, choice: Choice, here: Expr, ground: Ground) -> Iterator[Reason]:
    """What one rule asks for; a rule before it that does nothing only refuses."""
    yield from _named(ruled.rule, choice.at, here, ground)
    for line in matched(ruled.rule, choice.at, ground):
        yield line.told()
    for other in choice.rules:
        if other.number < ruled.number and not other.rule.actions:
            text = f"rule {other.number}, which does nothing, does not hold before it"
            asked = _named(other.rule, choice.at, here, ground)
            lines = (line.told() for line in matched(other.rule, choice.at, ground))
            parts = tuple(_denied(each) for each in (*asked, *lines))
            yield Reason(text=text, parts=parts, every=False, span=other.rule.span)


def _denied(reason: Reason) -> Reason:
    """That a line does not hold."""
    assert reason.test is not None
    return Reason(text=f"not {reason.text}", test=unless(reason.test), span=reason.span)


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


def _named(rule: Rule, at: Nodes, here: Expr, ground: Ground) -> Iterator[Reason]:
    """The cells and groups that a rule names."""
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
