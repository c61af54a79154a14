"""The slot table: what every stretch of words of the state is, and which keys it is part of."""

from __future__ import annotations

from ..gamedef import nodes as n
from ..gamedef.walk import walk
from ..machine import state as m
from ..machine.program import Slot
from .emitter import Emitter

ALL_KEYS = m.EXACT | m.POSITION | m.FUTURE


def slots_of(e: Emitter) -> tuple[Slot, ...]:
    """What every stretch of words is, and of which keys it is part."""
    layout = e.layout
    n1, z1 = len(layout.tokens) + 1, len(layout.zones)
    play = m.EXACT | m.POSITION
    position = m.EXACT if layout.has_trees else play  # elsewhere trees are hashed as they hang
    # Words without a key (0) are redundant: they follow from the order and the zones of the tokens.
    slots = [
        Slot("turns", m.TURNS, 1, "int", "all", m.EXACT),
        Slot("decider", m.DECIDER, 1, "seat", "all", ALL_KEYS),
        Slot("known", layout.columns.known, n1, "seats", "seers", play),
        Slot("next", layout.columns.next, n1, "token", "seers", play),
        Slot("previous", layout.columns.previous, n1, "token", "seers", 0),
        Slot("zone", layout.columns.zone, n1, "zone", "seers", position),
        Slot("face", layout.columns.face, n1, "bool", "all", play),
        Slot("shown", layout.columns.shown, n1, "seats", "all", play),
        Slot("top", layout.columns.top, z1, "token", "seers", 0),
        Slot("bottom", layout.columns.bottom, z1, "token", "seers", 0),
        Slot("size", layout.columns.size, z1, "int", "all", 0),
        Slot("results", layout.results, 2 * layout.seats, "int", "all", m.EXACT),
    ]
    if layout.grants:
        slots.append(Slot("grants", layout.grants, n1, "seats", "all", play))
    if layout.bags:
        slots.append(Slot("bags", layout.bags, n1, "bool", "all", play))
    read = {x.name for x in walk(e.game) if isinstance(x, n.Variable)}
    for variable in layout.game.variables:
        count = layout.copies(variable)
        # A variable that is never read cannot influence play.
        keys = ALL_KEYS if variable.name in read else m.EXACT
        start = layout.variables[variable.name]
        audience = variable.audience
        if audience == "owner" and variable.per_team:
            audience = "team"
        slots.append(Slot(variable.name, start, count, variable.type, audience, keys))
    kinds = {p.name: p.type for p in layout.game.properties}
    for name, start in layout.changing.items():
        slots.append(Slot(name, start, n1, kinds[name], "seers", play))
    if layout.has_trees:
        slots.append(Slot("parent", layout.parents, z1, "zone", "all", position))
        slots.append(Slot("direction", layout.parents + z1, z1, "int", "all", position))
        slots.append(Slot("child", layout.parents + 2 * z1, 8 * z1, "zone", "all", 0))
        if layout.way >= 0:
            slots.append(Slot("deepest", layout.parents + 10 * z1, z1, "zone", "all", 0))
    if e.agenda.due:
        count = 1 + m.MOST_DUE * m.DUE_WORDS
        slots.append(Slot("agenda", e.agenda.entries, count, "word", "none", ALL_KEYS))
    return tuple(slots)
