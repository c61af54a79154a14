"""What card-driven games restrict for a time, and how factions stay eligible or do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....gamedef import nodes as n
from ....gamedef.build import FALSE, TRUE, ZERO, and_, equals, not_, number, or_
from ..read.tree import sections
from . import terms
from .actions import action_of, available
from .choices import prompt
from .scope import Environment
from .terms import TEXT

if TYPE_CHECKING:
    from .cards import CardOrder

ACTS, OVERRIDE = "acts on this card", "eligible next"
STAYS, GOES = 1, 2
"""What OVERRIDE says of the next card; 0 is nothing."""
DIRECTIVE = "eligibilityOverride"
YES, NO = ("eligible", "true"), ("ineligible", "false")


def _says(env: Environment, action: sections.Action, text: str | None) -> n.Expr:
    """Whether a text was chosen with an action."""
    if text is None:
        return FALSE
    found = []
    for param in action.params:
        bound = env.find(param.name.text)
        if bound is not None and bound.kind == TEXT and text in env.symbols.texts:
            found.append(equals(terms.local(bound), env.symbols.text(text)))
    return or_(*found)


def allowed(order: CardOrder, action: sections.Action, env: Environment) -> n.Expr:
    """Whether nothing forbids an action just now."""
    return and_(_monsoon(order, action, env), _pivotal(order, action, env))


def _restriction(order: CardOrder, action: sections.Action) -> sections.Restriction | None:
    told = order.told.monsoon
    found = told.restricted if told is not None else ()
    return next((x for x in found if x.action.text == action.id.text), None)


def _monsoon(order: CardOrder, action: sections.Action, env: Environment) -> n.Expr:
    """Some actions are restricted while a coup card lies ahead."""
    told = _restriction(order, action)
    if told is None:
        return TRUE
    free = _says(env, action, told.override)
    bound = env.find(told.param.text) if told.param is not None else None
    if told.param is not None and told.most is not None:
        if bound is None:
            return TRUE  # it is chosen later: see caps
        told_number = n.NumberOf(seat=terms.local(bound)) if bound.kind == terms.PLAYER else None
        few = n.AtMost(left=told_number or terms.local(bound), right=number(told.most))
        free = or_(free, few)
    return or_(not_(order.coup_ahead()), free)


def caps(order: CardOrder, action: sections.Action) -> dict[str, tuple[n.Expr, int]]:
    """How many items may be picked in an action, and when: for names that are no parameters."""
    told = _restriction(order, action)
    if told is None or told.param is None or told.most is None:
        return {}
    return {prompt(told.param): (order.coup_ahead(), told.most)}


def _pivotal(order: CardOrder, action: sections.Action, env: Environment) -> n.Expr:
    """Actions that interrupt come before all others, by precedence, and rarely before a coup."""
    told = order.told.pivotal
    if told is None or action.id.text not in {x.text for x in told.actions}:
        return TRUE
    early = equals(n.Variable(name=ACTS), ZERO)
    tests: list[n.Expr] = [early] if told.needs_window else []
    if told.precedence:
        tests.append(or_(not_(early), _ranks_first(order, told, action, env)))
    monsoon = order.told.monsoon
    blocked = told.not_before_coup or (monsoon is not None and monsoon.blocks_pivotal)
    if blocked:
        override = monsoon.override if monsoon is not None else None
        tests.append(or_(not_(order.coup_ahead()), _says(env, action, override)))
    if order.cancels:
        tests += _cancelled(order, told, action)
    return and_(*tests)


def _cancelled(order: CardOrder, told: sections.Pivotal, action: sections.Action) -> list[n.Expr]:
    """An action is not there while one that takes it away is."""
    winners = {x.winner.text for x in told.cancellations if x.canceled.text == action.id.text}
    order.cancels = False
    found = [
        action_of(order.symbols, order, x) for x in order.symbols.actions if x.id.text in winners
    ]
    order.cancels = True
    return [not_(available(each)) for each in found]


def _ranks_first(
    order: CardOrder, told: sections.Pivotal, action: sections.Action, env: Environment
) -> n.Expr:
    """Whether none of the first two who may act comes before the active one."""
    two = n.Selected(items=order.candidates(), selection=number(3))
    ways: list[n.Expr] = []
    before: list[n.Expr] = []
    for faction in told.precedence:
        seat = order.seat_of(faction.text)
        if action.actor.kind != "id" or action.actor.number == seat.number:
            ways.append(and_(equals(env.actor, seat), *before))
        before.append(not_(n.Contains(items=two, value=seat)))
    return or_(*ways)


def directives(order: CardOrder, action: sections.Action, env: Environment) -> n.Block:
    """Texts that were chosen with an action may say who is eligible next."""
    windows = {x.id.text for x in order.told.windows if x.duration == "nextTurn"}
    block: list[n.Statement] = []
    for text in tuple(env.symbols.texts):
        parts = text.split(":")
        if len(parts) != 4 or parts[0] != DIRECTIVE or parts[3] not in windows:
            continue
        said = _says(env, action, text)
        names = {x.text for x in order.told.factions}
        if said == FALSE or (parts[1] != "self" and parts[1] not in names):
            continue
        seat: n.Expr = env.actor if parts[1] == "self" else order.seat_of(parts[1])
        if parts[2] in (*YES, *NO):
            value = number(STAYS if parts[2] in YES else GOES)
            note = n.SetVariable(name=OVERRIDE, of=seat, value=value)
            block.append(n.If(test=said, then=(note,)))
    return tuple(block)
