"""Rules to actions: the drags and clicks that a player may make."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....gamedef import nodes as n
from ....gamedef.walk import walk
from ..read.tree import GestureRule, Phase
from .actions import move_cards
from .conditions import MOVER, NO, NODE, TARGET, YES, Nodes, is_fixed
from .endpoints import CLICK, DRAG, Reach
from .reasons import reasons
from .rule_groups import Choice, choices, is_other_end, target_cell
from .selection import Procedures
from .static_table import StaticTable, zone, zones

Of = Callable[[str], n.Expr]
"""A list of nodes of a cell."""
After = Callable[[GestureRule], n.Block]
"""What a rule does when the cards have been moved."""


# ---- what may be chosen ------------------------------------------------------------------------


def parameters(reach: Reach, table: StaticTable) -> tuple[n.Parameter, ...]:
    """The nodes that may be grabbed and, for a drag, where it may end."""
    grabbed = _all_nodes(reach.donors, table)
    if reach.gesture == CLICK:
        return (n.Parameter(name=NODE.name, type="zone", items=grabbed),)
    return (
        n.Parameter(name=MOVER.name, type="zone", items=grabbed),
        n.Parameter(name=TARGET.name, type="zone", items=_ends(reach.targets, table)),
    )


def _listed(cells: tuple[str, ...], several: Callable[[str], bool], of: Of) -> n.Expr:
    """A list for each cell that has several, the others as they come."""
    lists: list[n.Expr] = []
    plain: list[str] = []
    for cell in cells:
        if several(cell):
            lists += [zones(plain)] if plain else []
            lists.append(of(cell))
            plain = []
        else:
            plain.append(cell)
    lists += [zones(plain)] if plain else []
    return lists[0] if len(lists) == 1 else n.Join(lists=tuple(lists))


def _all_nodes(cells: tuple[str, ...], table: StaticTable) -> n.Expr:
    """All nodes of some cells."""
    return _listed(cells, lambda cell: bool(table.ways[cell]), _tree)


def _tree(cell: str) -> n.Expr:
    return n.TreeOf(zone=zone(cell))


def _ends(cells: tuple[str, ...], table: StaticTable) -> n.Expr:
    """Where a drag may end: a cell means its end, ends of other branches stand for themselves."""
    return _listed(cells, table.forked, _branches)


def _branches(cell: str) -> n.Expr:
    each = n.Local(name="each")
    where = n.Or(items=(n.Equal(left=each, right=zone(cell)), is_other_end(each, zone(cell))))
    return n.Filter(items=n.TreeOf(zone=zone(cell)), name=each.name, where=where)


def _grabs(node: n.Expr, cells: tuple[str, ...], table: StaticTable) -> n.Expr:
    """Whether there is a card on top that is not fixed."""
    top = n.TopOf(zone=node)
    return n.Not(item=is_fixed(top)) if table.fixed(cells) else n.Exists(item=top)


def _apart(at: Nodes, table: StaticTable) -> Iterator[n.Expr]:
    """A drag ends in another cell."""
    reach = at.reach
    if reach.gesture != CLICK and set(reach.donors) & set(reach.targets):
        yield n.Not(item=n.Equal(left=at.donor, right=target_cell(reach, table)))


# ---- actions -----------------------------------------------------------------------------------


def actions(
    phase: Phase, table: StaticTable, procedures: Procedures, after: After
) -> list[n.Action]:
    """What may be done in a phase."""
    return [
        _action(phase, choice, table, procedures, after)
        for choice in choices(phase, table)
        if any(each.rule.actions for each in choice.rules)
    ]


def _action(
    phase: Phase, choice: Choice, table: StaticTable, procedures: Procedures, after: After
) -> n.Action:
    at, span = choice.at, choice.rules[0].rule.span
    grabs = _grabs(at.mover, at.reach.donors, table)
    pairs = zip(choice.rules, choice.matches(), strict=True)
    acting = [(each.rule, test) for each, test in pairs if each.rule.actions]
    body: n.Block = ()
    for rule, test in reversed(acting):
        done = (*_moves(rule, at, table, procedures), *after(rule))
        chain = n.If(test=test, then=done, otherwise=body, span=rule.span)
        body = done if rule is acting[-1][0] else (chain,)
    return n.Action(
        name=at.reach.gesture,
        parameters=parameters(at.reach, table),
        guard=n.And(items=_guard(choice, grabs, table), span=span),
        body=body,
        notations=(_notation(at.reach.gesture),),
        because=tuple(reasons(phase, choice, grabs, table)),
        span=span,
    )


def _guard(choice: Choice, grabs: n.Expr, table: StaticTable) -> tuple[n.Expr, ...]:
    """That the first rule that holds does something; what is only about the mover comes first."""
    found = [grabs, *_apart(choice.at, table), *choice.common]
    if len(choice.rules) > 1:
        chain: n.Expr = NO
        for each, test in reversed(list(zip(choice.rules, choice.matches(), strict=True))):
            then = YES if each.rule.actions else NO
            chain = n.Conditional(test=test, then=then, otherwise=chain)
        found.append(chain)
    return tuple(sorted(found, key=lambda test: TARGET in walk(test)))


def _moves(rule: GestureRule, at: Nodes, table: StaticTable, procedures: Procedures) -> n.Block:
    """What happens to the cards. Nothing of it can fail as long as there is room for nodes."""
    done = move_cards(rule.actions, at, table, procedures)
    full = n.Fail(reason="there is no room for another pile", final=True)
    return (n.Attempt(body=done, otherwise=(full,)),) if done else ()


def _notation(gesture: str) -> n.Notation:
    parts = ("click ", NODE) if gesture == CLICK else ("drag ", MOVER, " -> ", TARGET)
    return n.Notation(name="", parts=parts)


def refusals(phase: Phase, found: tuple[n.Action, ...], table: StaticTable) -> Iterator[n.Refusal]:
    """The kinds of gestures that no rule of a phase is about."""
    cells = tuple(cell.name.text for cell in table.rules.cells)
    for gesture in (DRAG, CLICK):
        if not any(action.name == gesture for action in found):
            reach = Reach(gesture, cells, cells)
            text = f"a rule of the phase '{phase.name.text}' is about a {gesture}"
            yield n.Refusal(
                parameters=parameters(reach, table),
                notations=(_notation(gesture),),
                because=(n.Reason(text=text, test=NO, span=phase.span),),
            )
