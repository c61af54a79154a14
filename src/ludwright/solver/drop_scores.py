"""Remove scores that do not influence who wins, so that more games are solitaires of piles."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.relevance import idle_variables
from ..gamedef.walk import FIELDS, rebuild, walk

MOST_POINTS = 10_000  # of all statements together: no solution is long enough to overflow then


def drop_scores(game: n.GameDef) -> n.GameDef:
    """The game without statements that only count points, and without ends that only report them
    when there is no move left: such an end has no winner, and neither has being stuck."""
    idle = {
        v.name
        for v in game.variables
        if v.name in idle_variables(game) and not (v.per_seat or v.per_team or v.count > 1)
    }
    counting = [x for x in walk(game) if isinstance(x, n.SetVariable) and x.name in idle]
    if not counting or not all(map(_adds_constant, counting)):
        return game
    if sum(abs(x.value.right.value) for x in counting) > MOST_POINTS:  # type: ignore[attr-defined]
        return game

    def change(node: n.Node) -> n.Node:
        fields: dict[str, Any] = {
            name: _block(getattr(node, name), idle)
            for name in FIELDS[type(node)]
            if _is_block(getattr(node, name))
        }
        return replace(node, **fields) if fields else node

    return rebuild(game, change)


def _adds_constant(statement: n.SetVariable) -> bool:
    """Whether a statement adds a constant to a variable."""
    variable = n.Variable(name=statement.name)
    value = statement.value
    return isinstance(value, n.Add) and value.left == variable and isinstance(value.right, n.Number)


def _is_block(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], n.Statement)


def _block(block: n.Block, idle: set[str]) -> n.Block:
    kept: list[n.Statement] = []
    for i, statement in enumerate(block):
        after = block[i + 1 :]
        if isinstance(statement, n.SetVariable) and statement.name in idle:
            continue
        if not _only_ends_stuck_games(statement, after):
            kept.append(_turned_up(statement))
    return tuple(kept)


def _turned_up(statement: n.Statement) -> n.Statement:
    """`If the card is face down: turn it up` as `turn it up`, the form that the recognizer knows.
    Turning has no effect on a card that is face up, or if there is none."""
    if isinstance(statement, n.If) and len(statement.then) == 1 and not statement.otherwise:
        turn = statement.then[0]
        token = turn.token if isinstance(turn, n.Turn) and turn.up else None
        if token and statement.test == n.Not(item=n.IsFaceUp(token=token)):
            return turn
    return statement


def _only_ends_stuck_games(statement: n.Statement, after: n.Block) -> bool:
    """Whether a statement ends the game without a winner exactly if the decision that follows has
    no option."""
    offered = next((x for x in after if not isinstance(x, n.Mark)), None)
    if not isinstance(statement, n.If) or not isinstance(offered, n.Decide):
        return False
    some = statement.test.item if isinstance(statement.test, n.Not) else None
    body = some.body if isinstance(some, n.Possible) else ()
    first = body[0] if len(body) == 1 else None
    ends = statement.then[0] if len(statement.then) == 1 else None
    return (
        isinstance(first, n.TakeFirst)
        and len(first.otherwise) == 1
        and isinstance(first.otherwise[0], n.Fail)
        and first.actions == offered.actions
        and isinstance(ends, n.EndGame)
        and ends.winners == n.ListOf(items=(), of="seat")
        and not statement.otherwise
    )
