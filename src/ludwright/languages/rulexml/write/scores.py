"""Score files: the best scores of each game, the highest first."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from ....diagnostics import Report, Source
from ..codes import WRONG_KIND
from ..read.files import read_file
from ..read.tree import Scores
from . import markup

MOST_SCORES = 50
"""The number of scores kept for each game."""

NO_SCORES = Scores((), Source("", "").start)


def read_scores(source: Source, report: Report) -> Scores | None:
    """The scores in a file, sorted; None for files with errors or of another type."""
    found = read_file(source, report)
    if found.kind and found.kind != "score":
        message = f"expected a file of type 'score', found type '{found.kind}'"
        report.error(WRONG_KIND, source.start, message)
    return _sorted(found.file) if isinstance(found.file, Scores) and not report.failed else None


def with_score(scores: Scores, game: str, score: Decimal | int) -> Scores:
    """The scores with one more for a game, if it is among the best."""
    called = markup.name_of_element(game)
    games = dict(scores.games)
    games[called] = (*games.get(called, ()), _written(score))
    return _sorted(replace(scores, games=tuple(games.items())))


def place_of(scores: Scores, game: str, score: Decimal | int) -> int:
    """The rank of the score of a game that was added last; 0 if it is not in the list."""
    listed = dict(scores.games).get(markup.name_of_element(game), ())
    # The sort is stable, so of equal scores the one added last comes last.
    places = [place for place, each in enumerate(listed, 1) if Decimal(each) == score]
    return places[-1] if places else 0


def _sorted(scores: Scores) -> Scores:
    """The best scores of each game in descending order; the sort is stable."""
    games = ((name, sorted(each, key=Decimal, reverse=True)) for name, each in scores.games)
    return replace(scores, games=tuple((name, tuple(best[:MOST_SCORES])) for name, best in games))


def _written(score: Decimal | int) -> str:
    return f"{score}.0" if score == int(score) and "." not in str(score) else str(score)


def scores_text(scores: Scores) -> str:
    """The text of a score file: one line per game, as not every reader accepts scores on lines of
    their own."""
    return markup.document("score", (_line(name, scores) for name, scores in scores.games))


def _line(game: str, scores: tuple[str, ...]) -> str:
    inner = "".join(markup.element("score", score) for score in scores)
    return f"<{game}>{inner}</{game}>"
