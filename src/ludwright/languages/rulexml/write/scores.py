"""Score files: for each game its best scores, the highest first."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from ....diagnostics import Report, Source
from ..codes import WRONG_KIND
from ..read.files import read_file
from ..read.tree import Scores
from . import markup

MOST_SCORES = 50
"""Of each game."""

NO_SCORES = Scores((), Source("", "").start)


def read_scores(source: Source, report: Report) -> Scores | None:
    """What a score file holds, of each game the highest first; nothing if it is none, or broken."""
    found = read_file(source, report)
    if found.kind and found.kind != "score":
        message = f"this is a file of the type '{found.kind}', not a list of scores"
        report.error(WRONG_KIND, source.start, message)
    return _sorted(found.file) if isinstance(found.file, Scores) and not report.failed else None


def with_score(scores: Scores, game: str, score: Decimal | int) -> Scores:
    """The lists with one more score of a game, if it is among the highest."""
    called = markup.name_of_element(game)
    games = dict(scores.games)
    games[called] = (*games.get(called, ()), _written(score))
    return _sorted(replace(scores, games=tuple(games.items())))


def place_of(scores: Scores, game: str, score: Decimal | int) -> int:
    """At which place of the list of a game a score stands that was added last; 0 if it does not."""
    listed = dict(scores.games).get(markup.name_of_element(game), ())
    places = [place for place, each in enumerate(listed, 1) if Decimal(each) == score]
    return places[-1] if places else 0


def _sorted(scores: Scores) -> Scores:
    """The highest of each game, of equal ones the earlier first."""
    games = ((name, sorted(each, key=Decimal, reverse=True)) for name, each in scores.games)
    return replace(scores, games=tuple((name, tuple(best[:MOST_SCORES])) for name, best in games))


def _written(score: Decimal | int) -> str:
    return f"{score}.0" if score == int(score) and "." not in str(score) else str(score)


def scores_text(scores: Scores) -> str:
    """A score file: a line for each game, since not every reader lets scores stand in lines."""
    return markup.document("score", (_line(name, scores) for name, scores in scores.games))


def _line(game: str, scores: tuple[str, ...]) -> str:
    inner = "".join(markup.element("score", score) for score in scores)
    return f"<{game}>{inner}</{game}>"
