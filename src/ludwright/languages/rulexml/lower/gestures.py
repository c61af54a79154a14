"""Lower rules to the actions of a player: drags and clicks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....gamedef import nodes as n
from ....gamedef.build import FALSE, TRUE
from ....gamedef.walk import walk
from ..read.tree import GestureRule, Phase
from .actions import move_cards
from .conditions import MOVER, NODE, TARGET, Nodes, is_fixed
from .endpoints import CLICK, DRAG, Reach
from .reasons import reasons
from .rule_groups import Choice, choices, is_other_end, target_cell
from .selection import Procedures
from .static_table import StaticTable, zone, zones

Of = Callable[[str], n.Expr]
"""Makes the list of nodes of a cell."""
After = Callable[[GestureRule], n.Block]
"""Makes the statements that follow the movements of a rule."""


# ---- parameters --------------------------------------------------------------------------------


def parameters(reach: Reach, table: StaticTable) -> tuple[n.Parameter, ...]:
    """The nodes that can be grabbed and, for a drag, those where it can end."""
    grabbed = _all_nodes(reach.donors, table)
    if reach.gesture == CLICK:
        return (n.Parameter(name=NODE.name, type="zone", items=grabbed),)
    return (
        n.Parameter(name=MOVER.name, type="zone", items=grabbed),
        n.Parameter(name=TARGET.name, type="zone", items=_ends(reach.targets, table)),
    )


def _listed(cells: tuple[str, ...], several: Callable[[str], bool], of: Of) -> n.Expr:
    """The nodes of cells in order: a list for each cell with several, and one per run of others."""
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
    """The ends of drags: a root stands for the deepest node of its cell, other leaves for
    themselves."""
    return _listed(cells, table.forked, _branches)


def _branches(cell: str) -> n.Expr:
    each = n.Local(name="each")
    where = n.Or(items=(n.Equal(left=each, right=zone(cell)), is_other_end(each, zone(cell))))
    return n.Filter(items=n.TreeOf(zone=zone(cell)), name=each.name, where=where)


def _grabs(node: n.Expr, cells: tuple[str, ...], table: StaticTable) -> n.Expr:
    """Whether a node has a top card that is not fixed."""
    top = n.TopOf(zone=node)
    # On an empty pile the property fails, and a guard that fails is false: no test is needed.
    return n.Not(item=is_fixed(top)) if table.fixed(cells) else n.Exists(item=top)


def _apart(at: Nodes, table: StaticTable) -> Iterator[n.Expr]:
    """The test that a drag ends in another cell, if it could end in its own."""
    reach = at.reach
    if reach.gesture != CLICK and set(reach.donors) & set(reach.targets):
        yield n.Not(item=n.Equal(left=at.donor, right=target_cell(reach, table)))


# ---- actions -----------------------------------------------------------------------------------


def actions(
    phase: Phase, table: StaticTable, procedures: Procedures, after: After
) -> list[n.Action]:
    """The actions of a phase."""
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
    # A chain of tests in file order, built from its end. The guard ensures that one rule matches,
    # so the last one needs no test.
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
    """The test that the first matching rule has an action. Tests on the mover alone come first, as
    they are evaluated once for all targets."""
    found = [grabs, *_apart(choice.at, table), *choice.common]
    if len(choice.rules) > 1:
        chain: n.Expr = FALSE
        for each, test in reversed(list(zip(choice.rules, choice.matches(), strict=True))):
            then = TRUE if each.rule.actions else FALSE
            chain = n.Conditional(test=test, then=then, otherwise=chain)
        found.append(chain)
    return tuple(sorted(found, key=lambda test: TARGET in walk(test)))


def _moves(rule: GestureRule, at: Nodes, table: StaticTable, procedures: Procedures) -> n.Block:
    """The movements of a rule. They only fail if the table has no room for another node."""
    done = move_cards(rule.actions, at, table, procedures)
    # A fault and not an illegal move: `_zones` declares enough branches for every position.
    full = n.Fail(reason="no room for another pile", final=True)
    return (n.Attempt(body=done, otherwise=(full,)),) if done else ()


def _notation(gesture: str) -> n.Notation:
    parts = ("click ", NODE) if gesture == CLICK else ("drag ", MOVER, " -> ", TARGET)
    return n.Notation(name="", parts=parts)


def refusals(phase: Phase, found: tuple[n.Action, ...], table: StaticTable) -> Iterator[n.Refusal]:
    """Refusals of the kinds of gestures that no rule of a phase applies to."""
    cells = tuple(cell.name.text for cell in table.rules.cells)
    # Without a refusal, typing such a gesture would be an unknown move instead of an illegal one.
    for gesture in (DRAG, CLICK):
        if not any(action.name == gesture for action in found):
            reach = Reach(gesture, cells, cells)
            text = f"phase '{phase.name.text}' has a rule for a {gesture}"
            yield n.Refusal(
                parameters=parameters(reach, table),
                notations=(_notation(gesture),),
                because=(n.Reason(text=text, test=FALSE, span=phase.span),),
            )
