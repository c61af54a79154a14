"""Reconstruct the lines of `$score` from the statements that add points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....gamedef import nodes as n
from ....gamedef.walk import walk
from ..lower.covers import COVERS
from ..lower.score import SCORE
from ..read.scores import DRAWN, REDEAL, TURN, WIN, Key, key
from ..read.tree import Gather, MoveRule, Score, Word
from .recognise_conditions import NOWHERE

Names = dict[str, str]
"""The pile name that each local name denotes."""


def scores_of(
    game: n.GameDef,
    moves: Iterable[tuple[n.Action, MoveRule]],
    draws: Iterable[tuple[n.Action, object]],
    win: n.If,
) -> tuple[Score, ...]:
    """The score lines; a game whose score never changes gets 0 points for WIN."""
    if all(variable.name != SCORE for variable in game.variables):
        return ()
    found: dict[Key, int] = {}
    for action, rule in moves:
        names = [word.text for words in (rule.sources, rule.targets) for word in words[:1]]
        # Points inside an If are not those of the move: they are for turning up a card.
        found |= {key(rule.kind, *names): points for points in _points(action.body)}
        piles = dict(zip(("source", "target"), names, strict=False))
        found |= {key(TURN, name): points for name, points in _turned(action.body, piles)}
    for action, draw in draws:
        found |= _drawn(action, isinstance(draw, Gather))
    found |= {key(WIN): points for points in _points(win.then)}
    return tuple(_line(each, points) for each, points in (found or {key(WIN): 0}).items())


def _line(each: Key, points: int) -> Score:
    kind, *names = each
    sources, targets = (((Word(name, NOWHERE),) if name else ()) for name in names)
    return Score(points, kind, sources, targets, NOWHERE)


def _points(body: Iterable[n.Statement]) -> Iterator[int]:
    """The points that the statements of a block add directly."""
    for statement in body:
        if isinstance(statement, n.SetVariable) and statement.name == SCORE:
            yield from (node.value for node in walk(statement) if isinstance(node, n.Number))


def _turned(body: Iterable[n.Statement], names: Names) -> Iterator[tuple[str, int]]:
    """The names of piles with points for turning up a card, and these points."""
    for statement in body:
        if isinstance(statement, n.If):
            zones = [node.zone for node in walk(statement.test) if isinstance(node, n.TopOf)]
            for zone in zones:
                name = names.get(zone.name, "") if isinstance(zone, n.Local) else ""
                yield from ((name, points) for points in _points(statement.then) if name)
            yield from _turned(statement.then, names)
        elif isinstance(statement, n.ForEach) and isinstance(statement.items, n.Neighbours):
            below = statement.items.link.removeprefix(f"{COVERS}_")
            yield from _turned(statement.body, names | {statement.name: below})


def _drawn(action: n.Action, gathers: bool) -> dict[Key, int]:
    found = {key(REDEAL if gathers else DRAWN): points for points in _points(action.body)}
    for statement in action.body:
        if isinstance(statement, n.If):
            found |= {key(DRAWN): points for points in _points(statement.then)}
            found |= {key(REDEAL): points for points in _points(statement.otherwise)}
    return found
