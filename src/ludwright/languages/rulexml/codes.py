"""The diagnostics of Rule XML: what can be wrong with its files, each with its manual page."""

from __future__ import annotations

from ...diagnostics import declare

# ---- what layouts mean ---------------------------------------------------------------------------

OFF_THE_TABLE = declare(
    "RX411",
    "a place outside of the table",
    """Places are in hundredths of the table's width: `x_val` goes from 0 to 100, `y_val` from 0 to
    `screen_height`. Who draws the table may not be able to show what lies elsewhere.""",
)
UNREACHABLE = declare(
    "RX412",
    "a place that can't be kept as it is written",
    """Places have at most five decimals, and are at most 10,000 away from the upper left corner.
    The nearest such place is taken.""",
)
BAD_SIZE = declare(
    "RX413",
    "a size that nothing can have",
    """Tables and cards are from 1 to 10,000 hundredths of the table's width high or wide, and cards
    that hang below others are moved by 0 to 10,000. A usual size is taken instead.""",
)
