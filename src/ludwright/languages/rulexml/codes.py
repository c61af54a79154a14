"""The diagnostics of Rule XML: what can be wrong with its files, each with its manual page."""

from __future__ import annotations

from ...diagnostics import declare

# ---- saves, scores, styles -----------------------------------------------------------------------

BAD_CELL = declare(
    "RX501",
    "the text of a saved cell is broken",
    """A cell of a save is written as `path$deck[cards]$`, then `{direction:cell}` for each node
    that hangs below it, in the same form. Cards stand from the top down with a `*` between two.
    The place shown is where the text goes on otherwise.""",
)
BAD_CARD = declare(
    "RX502",
    "the text of a saved card is broken",
    """A card of a save is `name~~faceup~~rotation~~fixed~~suit;;colour~~valuename%%value%%symbol`:
    faceup and fixed are `true` or `false`, the rotation is a number such as `90.0`, the value a
    whole number or nothing. Names have none of the characters `$ [ ] { } * : ~ ; %`.""",
)
BAD_BRANCH = declare(
    "RX503",
    "a saved node that can't hang there",
    """Below a node there is at most one node in each of the eight directions north, northeast,
    east, southeast, south, southwest, west and northwest, in lower case.""",
)
SAVE_LIMIT = declare(
    "RX504",
    "a save that is too large",
    """A save has at most 5,000 nodes and 10,000 cards, and a node hangs at most 250 steps below its
    cell. No game needs more.""",
)
ODD_PATH = declare(
    "RX505",
    "a saved node with another path",
    """The text of a node begins with the way to it: the name of the cell, then a direction for each
    step, with commas. This one says another way than the one on which it stands. Where it stands is
    what counts.""",
)
