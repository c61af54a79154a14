"""The names that a document declares and uses, for editors."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...names import declares, refers
from ..read.tree.sections import CardDriven, Sections
from ..read.tree.values import Name
from ..read.walk import PartsByKind
from .definitions import ROWS as DEFINITIONS
from .references import ROWS as REFERENCES

ZONE = "zone"


def record(sections: Sections) -> None:
    """Record the names of all sections that could be read; zones, bindings, macros and constants
    are recorded where they are read."""
    for kind, names in _DECLARED.items():
        for name in names(sections):
            declares(kind, name.text, name.at.span)
    walked = PartsByKind(sections)
    for row in (*REFERENCES, *DEFINITIONS):
        if row.what != ZONE:
            for name in row.uses(walked):
                refers(row.what, name.text, name.at.span)
    # What is declared is the base of a zone; selectors are recorded where they are read.
    for row in (*REFERENCES, *DEFINITIONS):
        for name in row.uses(walked) if row.what == ZONE else ():
            refers(ZONE, name.text.partition(":")[0], name.at.span)
    for each in sections.zones or ():
        for name in each.adjacent:
            refers(ZONE, name.text.partition(":")[0], name.at.span)


def _factions(s: Sections) -> Iterator[Name]:
    if isinstance(s.turn_order, CardDriven):
        yield from s.turn_order.factions


def _windows(s: Sections) -> Iterator[Name]:
    if isinstance(s.turn_order, CardDriven):
        yield from (window.id for window in s.turn_order.windows)


_DECLARED: dict[str, Callable[[Sections], Iterator[Name]]] = {
    "phase": lambda s: (each.id for each in s.phases or ()),
    "action": lambda s: (each.id for each in s.actions or ()),
    "token type": lambda s: (each.id for each in s.token_types or ()),
    "global variable": lambda s: (each.name for each in s.global_vars or ()),
    "player variable": lambda s: (each.name for each in s.player_vars or ()),
    "marker": lambda s: (each.id for each in s.lattices or ()),
    "table": lambda s: (each.id for each in s.tables or ()),
    "trigger": lambda s: (each.id for each in s.triggers or ()),
    "event deck": lambda s: (each.id for each in s.event_decks or ()),
    "faction": _factions,
    "window": _windows,
}
