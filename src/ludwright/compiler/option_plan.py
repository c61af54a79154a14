"""Plans of actions: where operands are stored and bodies start, and static facts about lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from ..gamedef import nodes as n
from ..gamedef.fallibility import exists, items_exist
from ..gamedef.walk import rebuild, walk
from ..machine.program import Text
from ..machine.sites import Explained
from .code import Label
from .dispatch import value
from .emitter import Emitter
from .passes import static_items


@dataclass
class Plan:
    """How one action is emitted: where its operands are stored and where its body starts."""

    action: n.Action
    operands: list[int]
    code: Label
    tried: int  # whether the body may be run in a trial of its own: 0, TRIAL or LOOKAHEAD
    is_range: bool
    texts: dict[str, Text]
    why: list[Explained]
    sets: n.Pick | None = None  # if each option is a set of items
    needed: int = 0  # the trial that options need: as `tried` or 0, and SURE


@contextmanager
def with_operands(e: Emitter, plan: Plan) -> Iterator[None]:
    """Bind the parameters of an action to its operands."""
    with ExitStack() as stack:
        for parameter, address in zip(plan.action.parameters, plan.operands, strict=True):
            known = parameter.items is not None and items_exist(parameter.items, e.context.facts)
            stack.enter_context(e.bound(parameter.name, address, parameter.type, known))
        yield


Shared = dict[n.Expr, n.Local]
"""Common subexpressions, each with the name that it is bound to."""


def shared_zones(
    e: Emitter, parameter: n.Parameter, asked: Iterable[n.Expr], kept: ExitStack, least: int = 2
) -> Shared:
    """Evaluate the root of a zone that was chosen, and its deepest descendant, once, if parts of a
    guard read it at least `least` times."""
    chosen = n.Local(name=parameter.name)
    inside = [node for part in asked for node in walk(part)]
    # The name is bound again inside: a common subexpression might mean another zone.
    hidden = any(getattr(node, "name", "") == chosen.name and node != chosen for node in inside)
    if parameter.type != "zone" or hidden or not exists(chosen, e.context.facts):
        return {}
    found: Shared = {}
    for way in (n.RootOf(zone=chosen), n.DeepestOf(zone=chosen)):
        if inside.count(way) >= least:
            found[way] = n.Local(name=f"{type(way).__name__} of {chosen.name}")
            kept.enter_context(e.bound(found[way].name, value(e, way), "zone"))
    return found


def with_shared(expr: n.Expr, found: Shared) -> n.Expr:
    """An expression with names in place of common subexpressions."""
    return rebuild(expr, lambda node: found.get(node, node)) if found else expr  # type: ignore


def fixed_zones(e: Emitter, items: n.Expr | None) -> list[int] | None:
    """The numbers of the zones of a static list."""
    if items is None:
        return None
    zones = static_items(items, e.game, e.layout.seats)
    if zones is None or not all(isinstance(z, n.ZoneAt) for z in zones):
        return None
    numbers = []
    for zone in zones:
        assert isinstance(zone, n.ZoneAt)
        family = e.layout.families[zone.name]
        owner = e.layout.constant(zone.owner) - 1 if zone.owner else 0
        index = e.layout.constant(zone.index) if zone.index else 0
        numbers.append(family.number(owner, index))
    return numbers
