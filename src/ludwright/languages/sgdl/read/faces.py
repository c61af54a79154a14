"""Patterns of faces: which cards of a pile start face up, written letter by letter."""

from __future__ import annotations

import re

from ....diagnostics import Report
from .. import codes
from .lines import Item, shown

PATTERN = "FACE"
_SHAPE = re.compile(r"(?:\(([ud]+)\)\*)?([ud]*)")


def pattern(item: Item, count: int, report: Report) -> str | None:
    """A letter for each card of a pile, from the bottom up: u for face up, d for face down.

    The letters at the end are for the cards on top. A group before them is for all cards below: it
    is repeated downwards, its first letter for the highest card.
    """
    shape = None if item.braced else _SHAPE.fullmatch(item.text)
    if shape is None or not item.text:
        message = f"{shown(item.text)} is no pattern of faces"
        help = "write u and d, as in dduu or (ud)*: the letters on the right are the cards on top"
        report.error(codes.BAD_PATTERN, item.span, message, help)
        return None
    group, letters = shape.group(1) or "", shape.group(2)
    below = count - len(letters)
    if below < 0 or (below and not group):
        message = f"the pattern is for {_cards(len(letters))}, but the pile has {count}"
        report.error(codes.PATTERN_LENGTH, item.span, message, _length_help(below))
        return None
    whole = (group * below)[:below][::-1] + letters
    if whole.endswith("d"):
        help = f"write ({group[::-1]})*" if group[-1:] == "u" and not letters else ""
        report.error(codes.TOP_DOWN, item.span, "the top card of a pile is always face up", help)
        return None
    return whole


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _length_help(below: int) -> str:
    return "a group such as (d)* before the letters stands for all cards below" if below > 0 else ""
