"""A layout of observations as one flat array that a compiled loop can follow."""

from __future__ import annotations

import numpy as np

from ..machine.program import Array
from .tensor_layout import Layout

# ---- the table: the size of an observation; numbers of classes and of places; where each block of
# numbers starts (-1: there is none); lists by token: its class, its back; lists by seat and zone:
# its place, its place if its size is known, its place among those with an order; by seat and team:
# its position as the seat calls it; changing properties: a count, then address and start of each;
# by seat: where its words are: a count, then kind, address, start, number of values of each ----
T_SIZE, T_CLASSES, T_PLACES = range(3)
T_OVER, T_SEAT, T_DECIDER, T_SITES, T_SIZES, T_UP, T_UNKNOWN = range(3, 10)
T_TOKENS, T_ORDER, T_FACES, T_NAMED = range(10, 14)
T_CLASS_OF, T_BACK_OF, T_PLACE_OF, T_COUNTED, T_ORDERED, T_TEAMS = range(14, 20)
T_PROPERTIES, T_WORDS, T_HEAD = range(20, 23)
PROPERTY_WORDS, VARIABLE_WORDS = 2, 4

BLOCKS = {
    **{"ended": T_OVER, "seat": T_SEAT, "decider": T_DECIDER, "sites": T_SITES, "sizes": T_SIZES},
    **{"up": T_UP, "unknown": T_UNKNOWN, "tokens": T_TOKENS, "order": T_ORDER, "faces": T_FACES},
    "named": T_NAMED,
}


def tensor_table(layout: Layout) -> Array:
    """The table of a layout."""
    words = [0] * T_HEAD

    def add(at: int, items: list[int]) -> None:
        words[at] = len(words)
        words.extend(items)

    words[T_SIZE] = layout.size
    words[T_CLASSES], words[T_PLACES] = len(layout.class_names), len(layout.place_names)
    for name, at in BLOCKS.items():
        words[at] = layout.blocks[name].start if name in layout.blocks else -1
    add(T_CLASS_OF, [*layout.classes])
    add(T_BACK_OF, [*layout.backs])
    for at, rows in ((T_PLACE_OF, layout.places), (T_COUNTED, layout.counted)):
        add(at, [place for row in rows for place in row])
    add(T_ORDERED, [place for row in layout.ordered for place in row])
    add(T_TEAMS, [row.index(team) for row in layout.teams for team in range(len(row))])
    add(
        T_PROPERTIES,
        [len(layout.properties), *(word for pair in layout.properties for word in pair)],
    )
    add(T_WORDS, [0] * len(layout.words))
    for seat, found in enumerate(layout.words):
        words[words[T_WORDS] + seat] = len(words)
        words += [len(found), *(number for word in found for number in word)]
    return np.array(words, np.int32)
