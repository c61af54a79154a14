"""Phases and turn orders of a GameSpecDoc."""

from __future__ import annotations

from collections.abc import Callable

from ...shapes import keys
from ...yaml.read import Mapping, Tree
from ..codes import sections as codes_sections
from ..codes import turns as codes_turns
from ..codes import values as codes
from .cardflow import card_driven_of
from .forms import ReadContext
from .keyed import Keyed, Keys, once, text_of
from .scope import Bindings
from .tree.sections import FixedOrder, Phase, RoundRobin, Simultaneous, TurnOrder
from .tree.values import Location

STRUCTURE = Keys(
    "turnStructure", codes_sections.PHASES, keys("phases: [phase]+, activePlayerOrder?: any")
)
PHASE = Keys("a phase", codes_sections.PHASE, keys("id: name, onEnter?: effects, onExit?: effects"))
ORDER = Keys(
    "turnOrder",
    codes_turns.TURN_ORDER,
    keys("type: roundRobin|fixedOrder|simultaneous|cardDriven", open=True),
)


def phases_of(c: ReadContext, tree: Tree, path: str) -> tuple[Phase, ...]:
    """`turnStructure`."""
    fields = STRUCTURE.read(c, tree, path)
    if fields is None:
        c.lose("phases")
        return ()
    if fields.tree.get("activePlayerOrder") is not None:
        message = "'activePlayerOrder' is no longer known"
        help = "write a section 'turnOrder'"
        fields.wrong(codes_sections.LEGACY_ORDER, "activePlayerOrder", message, help)
    found = [_phase(c, t, p) for t, p in fields.items("phases", codes_sections.PHASES, 1)]
    if not found:
        c.lose("phases")
    phases = tuple(phase for phase in found if phase is not None)
    once(c, (phase.id for phase in phases), codes_sections.PHASE_TWICE, "a phase", "phases")
    if len(phases) < len(found) or not all(phase.id.text for phase in phases):
        c.lose("phases")
    return phases


def _phase(c: ReadContext, tree: Tree, path: str) -> Phase | None:
    fields = PHASE.read(c, tree, path)
    if fields is None:
        return None
    enter = fields.effects("onEnter", Bindings(), codes_sections.PHASE)
    leave = fields.effects("onExit", Bindings(), codes_sections.PHASE)
    return Phase(fields.at, fields.name("id"), enter, leave)


# ---- turn orders ---------------------------------------------------------------------------------


def turn_order_of(c: ReadContext, tree: Tree, path: str) -> TurnOrder | None:
    """`turnOrder`."""
    fields = ORDER.read(c, tree, path)
    if fields is None or not fields.has("type"):
        return None
    type = fields.word("type", codes_turns.TURN_ORDER_TYPE)
    if not type:
        return None
    read, keys = _ORDERS[type]
    _only(fields, keys)
    return read(fields)


def _only(fields: Keyed, keys: tuple[str, ...]) -> None:
    """Refuse what belongs to cards that drive, and warn of other keys."""
    for key, value in fields.tree.entries:
        if key.text in ("type", *keys):
            continue
        inside = value.get("coupPlan") if isinstance(value, Mapping) else None
        if key.text == "coupPlan" or inside is not None:
            at = Location(key.span, fields.path(key.text))
            help = "it belongs to the 'config' of a turn order of the type 'cardDriven'"
            fields.c.error(codes_turns.COUP, at, "a coup plan means nothing here", help)
        else:
            at = Location(key.span, fields.path(key.text))
            message = f"this turn order has no '{key.text}': it is ignored"
            fields.c.warning(codes.UNKNOWN_KEY, at, message)


def _round_robin(fields: Keyed) -> TurnOrder:
    return RoundRobin(fields.at)


def _simultaneous(fields: Keyed) -> TurnOrder:
    return Simultaneous(fields.at)


def _fixed(fields: Keyed) -> TurnOrder:
    if not fields.has("order") or fields.empty("order"):
        fields.wrong(codes_turns.FIXED_EMPTY, "order", "'order' must name at least one player")
        return FixedOrder(fields.at, ())
    items = fields.items("order", codes_turns.FIXED_INVALID)
    order = [_player(fields.c, tree, path) for tree, path in items]
    for i, (player, (tree, path)) in enumerate(zip(order, items, strict=True)):
        if player >= 0 and player in order[:i]:
            message = f"player '{player}' is already in the order"
            help = "so this player has two turns in each round"
            fields.c.warning(codes_turns.FIXED_TWICE, Location(tree.span, path), message, help)
    return FixedOrder(fields.at, tuple(order))


def _player(c: ReadContext, tree: Tree, path: str) -> int:
    text = text_of(tree) or ""
    most = c.world.players
    if text.isdecimal() and len(text) < 6 and (most is None or int(text) < most):
        return int(text)
    at = Location(tree.span, path)
    last = f"'{most - 1}'" if most else "the last"
    shown = f"'{text}'" if text else "this"
    help = f"write numbers of players in quotes, from '0' to {last}"
    c.error(codes_turns.FIXED_INVALID, at, f"{shown} is no player", help)
    return -1


_Read = Callable[[Keyed], TurnOrder | None]
_ORDERS: dict[str, tuple[_Read, tuple[str, ...]]] = {
    "roundRobin": (_round_robin, ()),
    "fixedOrder": (_fixed, ("order",)),
    "simultaneous": (_simultaneous, ()),
    "cardDriven": (card_driven_of, ("config",)),
}
