"""Sites: what the machine and the players know of a decision, and how its options are numbered."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from ..gamedef import nodes as n
from ..machine import ops
from ..machine import state as m
from ..machine.program import ActionInfo, SiteInfo, Text, ValueAt
from ..machine.sites import SetInfo
from .code import Label, TableAt
from .dispatch import value
from .emitter import Emitter
from .option_plan import Plan, fixed_zones
from .pick_plan import sets_up_to


def site_record(
    e: Emitter,
    kind: int,
    decider: int,
    entries: tuple[Label | int, Label | int],
    live: int,
    plans: list[Plan],
    prompt: str,
    node: n.Decide | n.TakeFirst | n.Ask | n.Pick,
    refused: Iterable[Plan] = (),
) -> int:
    """Write the record of a site that the machine reads, and return its offset."""
    # Before the record, because it may add tables itself, and the record must be contiguous.
    beside = [[] if p.sets is None else [_set_table(e, p.sets)] for p in plans]
    offset = len(e.code.tables)
    rows, none = entries
    kind += m.NEEDS_TRIAL if any(plan.needed & m.TRIAL_BITS for plan in plans) else 0
    searched = m.HAS_SURE if any(plan.needed & m.SURE for plan in plans) else 0
    searched += m.HAS_BARE if any(not plan.operands for plan in plans) else 0
    final = m.IS_FINAL if id(node) in e.context.final else 0
    e.code.tables.extend([kind + searched + final, decider, rows, TableAt(live), len(plans), none])
    for plan, more in zip(plans, beside, strict=True):
        count = m.RANGE_ROW * len(plan.operands) if plan.is_range else len(plan.operands)
        padding = [0] * (m.MOST_OPERANDS - len(plan.operands) - len(more))
        e.code.tables.extend([plan.code, plan.needed, count, *plan.operands, *more, *padding])
        e.code.widest = max(e.code.widest, 1 + len(plan.operands))
        e.code.has_ranges = e.code.has_ranges or plan.is_range
    infos = tuple(_counted(e, plan) for plan in plans)
    announced = isinstance(node, n.TakeFirst) or node.announced
    never = tuple(_info(e, plan, -1) for plan in refused)
    site = SiteInfo(offset, kind, prompt, infos, announced, node.span, never)
    e.code.sites.append(site)
    return offset


def _set_table(e: Emitter, node: n.Pick) -> TableAt:
    """A table of the addresses of the list that sets are from and of their least size."""
    return TableAt(e.table([value(e, node.items), value(e, node.least)]))


def _counted(e: Emitter, plan: Plan) -> ActionInfo:
    """An action whose options get the next free ids."""
    info = _info(e, plan, e.code.ids)
    e.code.ids += math.prod(size for _, size in info.radix)
    return info


def _info(e: Emitter, plan: Plan, first: int) -> ActionInfo:
    if plan.sets is not None:
        return _set_info(e, plan, plan.sets, first)
    parameters = plan.action.parameters
    operands = tuple(
        (p.name, p.type, address) for p, address in zip(parameters, plan.operands, strict=True)
    )
    radix = tuple(_radix(e, p) for p in parameters)
    among = tuple(None if z is None else tuple(z) for z in _zones_among(e, plan))
    name, span = plan.action.name, plan.action.span
    is_range = plan.is_range
    return ActionInfo(name, operands, plan.texts, plan.why, first, radix, is_range, span, among)


def _set_info(e: Emitter, plan: Plan, node: n.Pick, first: int) -> ActionInfo:
    """An action whose options are sets, numbered by size, then as words of bits."""
    values = e.layout.values_of(node.of) or 0
    most = e.context.ranges.most(e.context.procedure, node.most)
    sets = SetInfo(node.of, values, int(min(max(most, 0), values)))
    operands = tuple((node.name, "bits", address) for address in plan.operands)
    radix = ((0, sets_up_to(values, sets.largest)),)
    name, span = plan.action.name, plan.action.span
    return ActionInfo(
        name, operands, plan.texts, plan.why, first, radix, plan.is_range, span, sets=sets
    )


def _zones_among(e: Emitter, plan: Plan) -> Iterator[list[int] | None]:
    """The zones that each operand may be, where they are static."""
    for parameter in plan.action.parameters:
        yield fixed_zones(e, parameter.items) if parameter.type == "zone" else None


def _radix(e: Emitter, parameter: n.Parameter) -> tuple[int, int]:
    """The lowest raw value of an operand, and the number of its values.

    Ids are numbers in the mixed radix of these, so they must not depend on the state."""
    return e.context.ranges.digits(e.context.procedure, parameter.items, parameter.type)


def chance_sites(e: Emitter) -> tuple[SiteInfo, SiteInfo]:
    """The two sites at which the caller decides the outcome of chance: a draw and a roll."""
    entry = e.here
    e.emit(ops.ROWS_END)
    counts = {"token": (0, len(e.layout.tokens) + 1), "int": (-(1 << 31), 1 << 32)}
    sites = []
    for name, kind in (("draw", "token"), ("roll", "int")):
        text = Text(entry, (f"{name} ", ValueAt(m.OPERANDS, kind, 0)))
        operands = ((name, kind, m.OPERANDS),)
        radix = (counts[kind],)
        action = ActionInfo(name, operands, {"": text}, [], e.code.ids, radix, False, None)
        e.code.ids += radix[0][1]
        sites.append(SiteInfo(0, m.KIND_DECIDE, "", (action,), False, None))
    return sites[0], sites[1]


def amend_site(e: Emitter, offset: int, **facts: Any) -> None:
    """Complete a site with what is known only once its code is emitted."""
    at = next(i for i, site in enumerate(e.code.sites) if site.offset == offset)
    e.code.sites[at] = replace(e.code.sites[at], **facts)
