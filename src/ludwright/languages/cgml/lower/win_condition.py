"""The win condition: who wins when the game ends."""

from __future__ import annotations

from ....diagnostics import Span
from ....gamedef import nodes as n
from ....gamedef.types import is_list
from ....gamedef.walk import substitute
from ...builders import end_by_score
from ...yaml.read import Mapping, Sequence, Tree, head
from .. import codes
from ..read import shapes
from ..read.shapes import named, read
from .expressions import LEAVES, expression
from .fractions import REALS, not_beaten
from .functions import name_of, seats_equal
from .operators import OPERATORS
from .symbols import Environment, Symbols, Typed
from .teams import as_players

BEST = {"max": False, "min": True}
"""The operators that select a best score, and whether the lowest is best."""


def finish(symbols: Symbols, win: Tree | None, reason: str) -> n.Block:
    """The statements that end the game by the win condition."""
    fields = read(win, shapes.WIN, "win_condition", symbols.report) if win else None
    node = fields.get("evaluator") if fields else None
    if not isinstance(node, Mapping):
        # Without a win condition nobody wins.
        return (n.EndGame(winners=n.ListOf(items=(), of="seat"), reason=reason),)
    if len(node.entries) == 1 and node.entries[0][0].text in BEST:
        return _best(symbols, node, reason)
    if named(node, "winners", (*LEAVES, *OPERATORS, "scores", "reason")) is not None:
        return _named(symbols, node, reason)
    value = expression(symbols, Environment(), node, "seat")
    return (n.EndGame(winners=_ranking(symbols, value, node.span), reason=reason, span=node.span),)


def _named(symbols: Symbols, node: Mapping, reason: str) -> n.Block:
    fields = read(node, shapes.WINNERS, "an evaluator", symbols.report)
    winners = fields.get("winners") if fields else None
    if fields is None or winners is None:
        return ()
    value = expression(symbols, Environment(), winners, "[seat]")
    # A reason that END_GAME gives is more specific than that of the win condition.
    why = fields.text("reason", reason) if reason == "finished" else reason
    everybody = _all(symbols, value, winners.span)
    scores = _scores(symbols, fields.get("scores"))
    return (n.EndGame(winners=everybody, scores=scores, reason=why, span=node.span),)


def _scores(symbols: Symbols, node: Tree | None) -> n.Expr | None:
    """One number for each player, next to explicit winners."""
    if node is None:
        return None
    value = expression(symbols, Environment(), node, "[int]")
    return (
        value.expr
        if _numbers(symbols, value, node) and _score(symbols, value.expr, node.span)
        else None
    )


def _numbers(symbols: Symbols, value: Typed, node: Tree) -> bool:
    if symbols.join(value.type, "[int]") is not None:
        return True
    message = f"expected a list of numbers, found {symbols.describe(value.type)}"
    symbols.error(codes.TYPE, head(node.span), message)
    return False


def _all(symbols: Symbols, value: Typed, span: Span) -> n.Expr:
    """All players of a list win; a team denotes its players."""
    value = as_players(symbols, value, span)
    if is_list(value.type) and symbols.join(value.type, "[seat]") is not None:
        return value.expr
    if symbols.join(value.type, "seat") is None:
        message = f"expected players, found {symbols.describe(value.type)}"
        return symbols.hole(codes.TYPE, head(span), message).expr
    return seats_equal(symbols, value.expr, span)


def _ranking(symbols: Symbols, value: Typed, span: Span) -> n.Expr:
    """A list of players or teams is a ranking: its first item wins."""
    if symbols.known(value.type) == "[team]":
        first = n.Item(items=value.expr, index=n.Number(value=0, span=span), span=span)
        return _all(symbols, Typed(first, "team"), span)
    everybody = _all(symbols, value, span)
    if not is_list(value.type):
        return everybody
    first = n.Item(items=everybody, index=n.Number(value=0, span=span), span=span)
    return seats_equal(symbols, first, span)


def _best(symbols: Symbols, node: Mapping, reason: str) -> n.Block:
    key, operands = node.entries[0]
    items = operands.items if isinstance(operands, Sequence) else ()
    if len(items) != 1:
        message = f"'{key.text}' takes one list with a number for each player"
        symbols.error(codes.PER_PLAYER, key.span, message)
        return ()
    value = expression(symbols, Environment(), items[0])
    if value.type == REALS:
        return _best_fraction(symbols, value, BEST[key.text], reason, items[0].span)
    if not _numbers(symbols, value, items[0]):
        return ()
    score = _score(symbols, value.expr, items[0].span)
    if score is None:
        return ()
    scores, seat, of_seat = score
    best = symbols.fresh("best")
    return end_by_score(scores, of_seat, seat, reason, BEST[key.text], best, key.span)


def _best_fraction(
    symbols: Symbols, value: Typed, lowest: bool, reason: str, span: Span
) -> n.Block:
    """As for integers, but a fraction is not recorded as a score."""
    each = value.expr
    if not isinstance(each, n.Each) or not isinstance(each.items, n.Seats):
        _not_per_player(symbols, span)
        return ()
    where = not_beaten(symbols, value, not lowest, span)
    winners = n.Filter(items=each.items, name=each.name, where=where, span=span)
    return (n.EndGame(winners=winners, reason=reason, span=span),)


def _not_per_player(symbols: Symbols, span: Span) -> None:
    message = "expected one number per player or per team"
    hint = "use a path through $.players[*], or 'map' over $.players"
    symbols.error(codes.PER_PLAYER, head(span), message, hint)


def _score(symbols: Symbols, list_: n.Expr, span: Span) -> tuple[n.Expr, str, n.Expr] | None:
    """The scores, and the score of one seat with the name of that seat."""
    if isinstance(list_, n.Each) and isinstance(list_.items, n.Seats):
        return list_, list_.name, list_.value
    if isinstance(list_, n.Each) and isinstance(list_.items, n.Teams):
        seat = symbols.local("seat", "seat", span)
        team = n.TeamOf(seat=seat.expr, span=span)
        # One number per team: each seat scores what its team does.
        value = substitute(list_.value, {list_.name: team})
        scores = n.Each(items=n.Seats(), name=name_of(seat), value=value, span=span)
        return scores, name_of(seat), value
    if isinstance(list_, n.Hole):
        return None
    # A literal list fits only a game with exactly that many players.
    if not isinstance(list_, n.ListOf) or not symbols.least == symbols.most == len(list_.items):
        _not_per_player(symbols, span)
        return None
    seat = symbols.local("seat", "seat", span)
    # A chain of conditionals, because a list cannot be indexed by a seat.
    value = list_.items[-1]
    for number in range(len(list_.items) - 2, -1, -1):
        here = n.Equal(left=seat.expr, right=n.Seat(number=number))
        value = n.Conditional(test=here, then=list_.items[number], otherwise=value, span=span)
    return list_, name_of(seat), value
