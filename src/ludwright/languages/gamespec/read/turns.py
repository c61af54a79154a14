"""Reading `turnStructure` and `turnOrder`."""

from __future__ import annotations

from collections.abc import Callable

from ...shapes import keys
from ...yaml.read import Mapping, Tree
from ..codes import sections as codes_sections
from ..codes import turns as codes_turns
from ..codes import values as codes
from .cardflow import card_driven_of
from .forms import ReadContext
from .keyed import Keyed, Keys, report_duplicates, text_of
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
    # Actions and triggers name phases; without any, each of them would be an error.
    if fields is None:
        c.mark_lost("phases")
        return ()
    if fields.tree.get("activePlayerOrder") is not None:
        message = "'activePlayerOrder' is obsolete"
        help = "write a section 'turnOrder' instead"
        fields.error(codes_sections.LEGACY_ORDER, "activePlayerOrder", message, help)
    found = [_phase(c, t, p) for t, p in fields.items("phases", codes_sections.PHASES, 1)]
    if not found:
        c.mark_lost("phases")
    phases = tuple(phase for phase in found if phase is not None)
    report_duplicates(
        c, (phase.id for phase in phases), codes_sections.PHASE_TWICE, "phase", "phases"
    )
    # A phase without a readable id may be the one that actions refer to.
    if len(phases) < len(found) or not all(phase.id.text for phase in phases):
        c.mark_lost("phases")
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
    _check_other_keys(fields, keys)
    return read(fields)


def _check_other_keys(fields: Keyed, keys: tuple[str, ...]) -> None:
    """Report a misplaced coup plan, which changes the game, and warn of other unknown keys."""
    for key, value in fields.tree.entries:
        if key.text in ("type", *keys):
            continue
        inside = value.get("coupPlan") if isinstance(value, Mapping) else None
        if key.text == "coupPlan" or inside is not None:
            at = Location(key.span, fields.path(key.text))
            help = "it is part of the 'config' of a turn order of type 'cardDriven'"
            fields.c.error(codes_turns.COUP, at, "a coup plan is not allowed here", help)
        else:
            at = Location(key.span, fields.path(key.text))
            message = f"unknown key '{key.text}' in this turn order is ignored"
            fields.c.warning(codes.UNKNOWN_KEY, at, message)


def _round_robin(fields: Keyed) -> TurnOrder:
    return RoundRobin(fields.at)


def _simultaneous(fields: Keyed) -> TurnOrder:
    return Simultaneous(fields.at)


def _fixed(fields: Keyed) -> TurnOrder:
    if not fields.has("order") or fields.empty("order"):
        fields.error(codes_turns.FIXED_EMPTY, "order", "'order' must list at least one player")
        return FixedOrder(fields.at, ())
    items = fields.items("order", codes_turns.FIXED_INVALID)
    order = [_player(fields.c, tree, path) for tree, path in items]
    for i, (player, (tree, path)) in enumerate(zip(order, items, strict=True)):
        if player >= 0 and player in order[:i]:
            message = f"duplicate player '{player}' in the order"
            help = "this player has two turns in each round"
            fields.c.warning(codes_turns.FIXED_TWICE, Location(tree.span, path), message, help)
    return FixedOrder(fields.at, tuple(order))


def _player(c: ReadContext, tree: Tree, path: str) -> int:
    # Only texts: the players of a fixed order are strings in the format, unlike `{id: 0}`.
    text = text_of(tree) or ""
    most = c.declarations.players
    if text.isdecimal() and len(text) < 6 and (most is None or int(text) < most):
        return int(text)
    at = Location(tree.span, path)
    last = f"'{most - 1}'" if most else "the last"
    message = f"unknown player '{text}'" if text else "invalid player"
    help = f"expected a player number in quotes, from '0' to {last}"
    c.error(codes_turns.FIXED_INVALID, at, message, help)
    return -1


_Read = Callable[[Keyed], TurnOrder | None]
_ORDERS: dict[str, tuple[_Read, tuple[str, ...]]] = {
    "roundRobin": (_round_robin, ()),
    "fixedOrder": (_fixed, ("order",)),
    "simultaneous": (_simultaneous, ()),
    # The keys in `config` have tables of their own.
    "cardDriven": (card_driven_of, ("config",)),
}
