"""Parse face patterns: which cards of a pile start face up, letter by letter."""

from __future__ import annotations

import re

from ....diagnostics import Report
from .. import codes
from . import words
from .lines import Item, shown

PATTERN = "FACE"
_SHAPE = re.compile(r"(?:\(([ud]+)\)\*)?([ud]*)")


def pattern(item: Item, count: int, report: Report) -> str | None:
    """The expanded pattern, one letter for each card from the bottom up: u is up, d is down.

    The letters at the end are for the top cards. A group before them is for all cards below: it is
    repeated downwards, and its first letter is for the uppermost of these cards.
    """
    shape = None if item.braced else _SHAPE.fullmatch(item.text)
    if shape is None or not item.text:
        message = f"invalid face pattern {shown(item.text)}"
        help = "use the letters u and d, as in dduu or (ud)*; the rightmost is the top card"
        report.error(codes.BAD_PATTERN, item.span, message, help)
        return None
    group, letters = shape.group(1) or "", shape.group(2)
    below = count - len(letters)
    if below < 0 or (below and not group):
        message = (
            f"the pattern has {len(letters)} letters, but the pile has {words.cards_text(count)}"
        )
        help = "a group such as (d)* before the letters covers the rest" if below > 0 else ""
        report.error(codes.PATTERN_LENGTH, item.span, message, help)
        return None
    # The group is read downwards but the result upwards, hence the reversal.
    whole = (group * below)[:below][::-1] + letters
    if whole.endswith("d"):
        help = f"write ({group[::-1]})*" if group[-1:] == "u" and not letters else ""
        report.error(codes.TOP_DOWN, item.span, "the top card of a pile must be face up", help)
        return None
    return whole
