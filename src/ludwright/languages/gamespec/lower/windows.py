"""Card-driven restrictions: monsoon, pivotal events, and overrides of eligibility."""

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
"""Values of OVERRIDE for the next card; 0 is no override."""
DIRECTIVE = "eligibilityOverride"
YES, NO = ("eligible", "true"), ("ineligible", "false")


def _says(env: Environment, action: sections.Action, text: str | None) -> n.Expr:
    """Whether a text is the value of some parameter of an action."""
    if text is None:
        return FALSE
    found = []
    for param in action.params:
        bound = env.find(param.name.text)
        # A text that does not occur in the document is never the value of anything.
        if bound is not None and bound.kind == TEXT and text in env.symbols.texts:
            found.append(equals(terms.local(bound), env.symbols.text(text)))
    return or_(*found)


def allowed(order: CardOrder, action: sections.Action, env: Environment) -> n.Expr:
    """Whether no restriction forbids an action."""
    return and_(_monsoon(order, action, env), _pivotal(order, action, env))


def _restriction(order: CardOrder, action: sections.Action) -> sections.Restriction | None:
    monsoon = order.config.monsoon
    found = monsoon.restricted if monsoon is not None else ()
    return next((x for x in found if x.action.text == action.id.text), None)


def _monsoon(order: CardOrder, action: sections.Action, env: Environment) -> n.Expr:
    """While a coup card is next, some actions are forbidden or limited, unless overridden."""
    rule = _restriction(order, action)
    if rule is None:
        return TRUE
    free = _says(env, action, rule.override)
    bound = env.find(rule.param.text) if rule.param is not None else None
    if rule.param is not None and rule.most is not None:
        if bound is None:
            return TRUE  # it is chosen during the action: see `caps`
        seat_number = n.NumberOf(seat=terms.local(bound)) if bound.kind == terms.PLAYER else None
        few = n.AtMost(left=seat_number or terms.local(bound), right=number(rule.most))
        free = or_(free, few)
    return or_(not_(order.coup_ahead()), free)


def caps(order: CardOrder, action: sections.Action) -> dict[str, tuple[n.Expr, int]]:
    """Limits on choices that are made during an action, by prompt: when, and how many."""
    rule = _restriction(order, action)
    if rule is None or rule.param is None or rule.most is None:
        return {}
    return {prompt(rule.param): (order.coup_ahead(), rule.most)}


def _pivotal(order: CardOrder, action: sections.Action, env: Environment) -> n.Expr:
    """Pivotal actions come before all others, by precedence, and not before a coup."""
    rule = order.config.pivotal
    if rule is None or action.id.text not in {x.text for x in rule.actions}:
        return TRUE
    early = equals(n.Variable(name=ACTS), ZERO)
    tests: list[n.Expr] = [early] if rule.needs_window else []
    if rule.precedence:
        tests.append(or_(not_(early), _ranks_first(order, rule, action, env)))
    monsoon = order.config.monsoon
    blocked = rule.not_before_coup or (monsoon is not None and monsoon.blocks_pivotal)
    if blocked:
        override = monsoon.override if monsoon is not None else None
        tests.append(or_(not_(order.coup_ahead()), _says(env, action, override)))
    if order.cancels:
        tests += _cancelled(order, rule, action)
    return and_(*tests)


def _cancelled(order: CardOrder, rule: sections.Pivotal, action: sections.Action) -> list[n.Expr]:
    """An action is illegal while one that cancels it is available."""
    winners = {x.winner.text for x in rule.cancellations if x.canceled.text == action.id.text}
    # Lowered without their own cancellations, which may be mutual.
    order.cancels = False
    found = [
        action_of(order.symbols, order, x) for x in order.symbols.actions if x.id.text in winners
    ]
    order.cancels = True
    return [not_(available(each)) for each in found]


def _ranks_first(
    order: CardOrder, rule: sections.Pivotal, action: sections.Action, env: Environment
) -> n.Expr:
    """Whether neither of the first two candidates precedes the active player."""
    # A selection is a bit mask: 3 selects the first two items.
    two = n.Selected(items=order.candidates(), selection=number(3))
    ways: list[n.Expr] = []
    before: list[n.Expr] = []
    for faction in rule.precedence:
        seat = order.seat_of(faction.text)
        if action.actor.kind != "id" or action.actor.number == seat.number:
            ways.append(and_(equals(env.actor, seat), *before))
        before.append(not_(n.Contains(items=two, value=seat)))
    return or_(*ways)


def directives(order: CardOrder, action: sections.Action, env: Environment) -> n.Block:
    """Set the eligibility overrides that the text parameters of an action ask for."""
    windows = {x.id.text for x in order.config.windows if x.duration == "nextTurn"}
    block: list[n.Statement] = []
    # eligibilityOverride:<faction or self>:<eligible or ineligible>:<window>
    for text in tuple(env.symbols.texts):
        parts = text.split(":")
        if len(parts) != 4 or parts[0] != DIRECTIVE or parts[3] not in windows:
            continue
        given = _says(env, action, text)
        names = {x.text for x in order.config.factions}
        if given == FALSE or (parts[1] != "self" and parts[1] not in names):
            continue
        seat: n.Expr = env.actor if parts[1] == "self" else order.seat_of(parts[1])
        if parts[2] in (*YES, *NO):
            value = number(STAYS if parts[2] in YES else GOES)
            note = n.SetVariable(name=OVERRIDE, of=seat, value=value)
            block.append(n.If(test=given, then=(note,)))
    return tuple(block)
