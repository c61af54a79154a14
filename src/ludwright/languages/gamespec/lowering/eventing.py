"""Events: what the card of a deck brings when an action is played as an event."""

from __future__ import annotations

from ....gamedef import nodes as n
from .. import spec
from .around import Around
from .turns import Order


def happened(around: Around, order: Order, action: spec.Action) -> n.Block:
    """What the card that is played brings."""
    return ()
