"""Parse and check the lines of `$score`: the points for each event."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....diagnostics import Report
from .. import codes
from . import words
from .lines import Line, full, shown
from .tree import REMOVE, Deal, File, Score

Key = tuple[str, str, str]
"""An event and the pile names it concerns; the two names of a REMOVE are sorted."""

DRAWN, REDEAL, TURN, WIN = "DRAW", "REDEAL", "TURN", "WIN"
# How many names or sets of names may follow each event.
NAMES = {
    "MOVE": (2,), "MOVE_STACK": (2,), REMOVE: (1, 2), DRAWN: (0,), REDEAL: (0,), TURN: (1,),
    WIN: (0,),
}  # fmt: skip
_POINTS = re.compile(r"[+-]?[0-9]{1,5}")


def read_score(line: Line, report: Report) -> Score | None:
    """A line of `$score`."""
    points, *rest = line.items
    if points.braced or not _POINTS.fullmatch(points.text):
        message = f"expected a number of points, found {shown(points.text)}"
        report.error(codes.BAD_SCORE, points.span, message)
        return None
    if not rest:
        message = f"expected {words.any_of(NAMES)} after the points"
        report.error(codes.BAD_SCORE, line.span, message)
        return None
    word, *piles = rest
    kind = words.choice(word, NAMES, codes.BAD_SCORE, "event", report)
    if kind is None:
        return None
    if len(piles) not in NAMES[kind]:
        wanted = {0: "the end of the line", 1: "<piles>", 2: "<from> <to>"}[NAMES[kind][0]]
        report.error(codes.BAD_SCORE, line.span, f"expected {wanted} after {kind}")
        return None
    # A list, not a generator: duplicates on both sides are reported.
    if not all([words.distinct(item.words, report) for item in piles]):
        return None
    sources, targets, *_ = (*(item.words for item in piles), (), ())
    return Score(int(points.text), kind, sources, targets, line.span)


def keys(score: Score) -> Iterator[Key]:
    """All events that a line gives points for."""
    for source in [word.text for word in score.sources] or [""]:
        for target in [word.text for word in score.targets] or [""]:
            yield key(score.kind, source, target)


def key(kind: str, first: str = "", second: str = "") -> Key:
    """The key of an event in the table of points."""
    if kind == REMOVE and second:
        first, second = sorted((first, second))
    return kind, first, second


def points(file: File) -> dict[Key, int]:
    """The table of points."""
    return {each: score.points for score in file.scores for each in keys(score)}


# ---- checking ----------------------------------------------------------------------------------


def check_scores(file: File, report: Report) -> None:
    """Report unknown piles, duplicate scores and events that cannot happen."""
    seen: set[Key] = set()
    happens = set(_happens(file))
    known = {pile.name.text for pile in file.piles} | {draw.name for draw in file.draws}
    for score in file.scores:
        if full(report):
            return
        unknown = [word for word in score.sources + score.targets if word.text not in known]
        for word in unknown:
            if not file.may_be_lost(word.text):
                words.report_unknown_pile(word, [*known, *(file.lost or ())], report)
        found = set(keys(score))
        if found & seen:
            message = f"duplicate score for {score.kind}; a line above gives points for it"
            report.error(codes.SCORE_TWICE, score.span, message)
        # After an error, the rule that causes the event may have been dropped.
        elif not (unknown or found & happens or report.failed):
            report.warning(codes.SCORE_NEVER, score.span, f"this {score.kind} never happens")
        seen |= found


def _happens(file: File) -> Iterator[Key]:
    yield key(WIN)
    yield from (key(TURN, pile.name.text) for pile in file.piles)
    yield from (key(DRAWN) for draw in file.draws)
    yield from (key(REDEAL) for d in file.draws if not isinstance(d, Deal) and d.redeals != 0)
    for rule in file.moves + file.auto:
        for source in rule.sources:
            for target in [word.text for word in rule.targets] or [""]:
                yield key(rule.kind, source.text, target)
