"""Parse and check the positions of piles: `AT` and `COVERED_BY` in `$initial`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ....diagnostics import Report, did_you_mean
from .. import codes
from .lines import Item, full, shown
from .tree import File, Pile, PileAt, PileLayout, Rotate
from .words import UNCOVERED

Piles = dict[tuple[str, int], Pile]
AT, COVERED_BY = "AT", "COVERED_BY"
_DECIMAL = re.compile(r"([0-9]{1,2})(?:\.([0-9]{1,2}))?")
_PILE_AT = re.compile(r"([^\[\]]+)\[([0-9]{1,4})\]")


# ---- reading -----------------------------------------------------------------------------------


def split_layout(items: tuple[Item, ...]) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """The items of a pile line up to AT or COVERED_BY, and those from there on."""
    # Not the first item: a pile may itself be named AT.
    starts = [i for i, item in enumerate(items) if i and item.text in (AT, COVERED_BY)]
    end = starts[0] if starts else len(items)
    return items[:end], items[end:]


def read_layout(items: tuple[Item, ...], report: Report) -> PileLayout | None:
    """The layout of a pile, from the second part of its line."""
    before = len(report.items)
    at = None
    extended = tuple(item.words[0] for item in items if item.text in (AT, COVERED_BY))
    if items and items[0].text == AT:
        at = _spot(items[0], items[1:3], report)
        items = items[3:]
    covers: tuple[PileAt, ...] = ()
    if items and items[0].text == COVERED_BY:
        covers = tuple(_covers(items[0], items[1:], report))
    elif items and len(report.items) == before:
        message = f"expected COVERED_BY or the end of the line, found {shown(items[0].text)}"
        help = did_you_mean(items[0].text, [COVERED_BY])
        report.error(codes.BAD_COVER, items[0].span, message, help)
    return PileLayout(at, covers, extended) if len(report.items) == before else None


def _spot(word: Item, items: tuple[Item, ...], report: Report) -> tuple[int, int] | None:
    numbers = [_DECIMAL.fullmatch(item.text) for item in items]
    # Positions are kept as whole hundredths, which are exact: "2.5" becomes 250.
    found = [int(m[1]) * 100 + int((m[2] or "").ljust(2, "0")) for m in numbers if m]
    if len(found) == 2:
        return found[0], found[1]
    wrong = next((i for i, match in zip(items, numbers, strict=True) if not match), word)
    message = "expected two numbers from 0 to 99.99 after AT"
    report.error(codes.BAD_SPOT, wrong.span, message)
    return None


def _covers(word: Item, items: tuple[Item, ...], report: Report) -> Iterator[PileAt]:
    if not items:
        message = "expected the covering piles after COVERED_BY, for example CARD[0]"
        report.error(codes.BAD_COVER, word.span, message)
    seen: set[str] = set()
    for item in items:
        match = None if item.braced else _PILE_AT.fullmatch(item.text)
        if item.text in seen:
            report.error(codes.DUPLICATE_NAME, item.span, f"duplicate pile {shown(item.text)}")
        elif match:
            yield PileAt(match[1], int(match[2]), item.span)
        else:
            message = f"expected a pile with its index, such as CARD[0], found {shown(item.text)}"
            report.error(codes.BAD_COVER, item.span, message)
        seen.add(item.text)


# ---- checking ----------------------------------------------------------------------------------


def numbered(piles: Iterable[Pile]) -> Piles:
    """All piles, keyed by name and index among the piles with that name."""
    seen: Counter[str] = Counter()
    found: Piles = {}
    for pile in piles:
        found[pile.name.text, seen[pile.name.text]] = pile
        seen[pile.name.text] += 1
    return found


def checked_layout(file: File, report: Report) -> File:
    """The file without unknown covers; these, and cycles of covers, are reported."""
    piles = numbered(file.piles)
    cycle = _cycle(piles)
    if cycle:
        message = f"pile '{cycle.name}[{cycle.index}]' covers itself through a cycle"
        report.error(codes.COVER_CYCLE, cycle.span, message)
    # A line that could not be read also shifts the indices of later piles, so unknown covers are
    # only reported in a file that was read as a whole.
    for cover in (cover for pile in file.piles for cover in pile.layout.covered_by):
        if cover.key not in piles and file.whole and not full(report):
            known = [f"{name}[{index}]" for name, index in piles]
            message = f"unknown pile '{cover.name}[{cover.index}]'"
            help = did_you_mean(f"{cover.name}[{cover.index}]", known)
            report.error(codes.UNKNOWN_COVER, cover.span, message, help)
    covered = {pile.name.text for pile in file.piles if pile.layout.covered_by}
    for word in (w for draw in file.draws if not isinstance(draw, Rotate) for w in draw.piles):
        if word.text in covered:
            message = f"cannot deal to {shown(word.text)}: such a pile is covered by others"
            report.error(codes.COVERED_DEAL, word.span, message)
    return replace(file, piles=tuple(_with_known(pile, piles) for pile in file.piles))


def _with_known(pile: Pile, piles: Piles) -> Pile:
    known = tuple(cover for cover in pile.layout.covered_by if cover.key in piles)
    return replace(pile, layout=replace(pile.layout, covered_by=known))


def _cycle(piles: Piles) -> PileAt | None:
    """A cover that closes a cycle, if there is one.

    Kahn's algorithm: piles without covers are removed again and again. Every pile that remains is
    covered by another that remains, so following covers from any of them must run into a cycle.
    """
    left = dict(piles)
    free = list(piles)
    while free:
        free = [key for key, pile in left.items() if not _held(pile, left)]
        for key in free:
            del left[key]
    path: list[tuple[str, int]] = []
    here = next(iter(left), None)
    while here:
        path.append(here)
        cover = _held(left[here], left)[0]
        if cover.key in path:
            return cover
        here = cover.key
    return None


def _held(pile: Pile, piles: Piles) -> list[PileAt]:
    return [cover for cover in pile.layout.covered_by if cover.key in piles]


def hidden_at_first(file: File) -> set[tuple[str, int]]:
    """The piles that start all face down, because another pile covers them."""
    piles = numbered(file.piles)
    return {
        key
        for key, pile in piles.items()
        if pile.face == UNCOVERED
        # A covering pile that starts empty hides nothing.
        and any(piles[cover.key].count for cover in pile.layout.covered_by)
    }
