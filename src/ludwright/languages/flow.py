"""Builders of flow that languages share: turns round a table, endings by score."""

from __future__ import annotations

from ..diagnostics import Span
from ..gamedef import nodes as n


def number(value: int) -> n.Number:
    """A whole number."""
    return n.Number(value=value)


def variable_is(name: str, value: int) -> n.Expr:
    """Whether a variable of type int has a value."""
    return n.Equal(left=n.Variable(name=name), right=number(value))


def set_number(name: str, value: int) -> n.Statement:
    """Give a variable of type int a value."""
    return n.SetVariable(name=name, value=number(value))


def forever(body: n.Block) -> n.Statement:
    """A loop that only Leave, Return or the end of the game ends."""
    return n.While(test=n.Truth(value=True), body=body)


def next_seat(variable: str, steps: n.Expr) -> n.Statement:
    """Pass the turn on round the table."""
    seat = n.SeatAfter(seat=n.Variable(name=variable), steps=steps)
    return n.SetVariable(name=variable, value=seat)


def skipping(variable: str, skips: str, pass_on: n.Statement) -> n.Block:
    """Pass the turn over seats that have turns to miss."""
    seat = n.Variable(name=variable)
    left = n.Variable(name=skips, of=seat)
    fewer = n.Subtract(left=left, right=number(1))
    used = n.SetVariable(name=skips, of=seat, value=fewer)
    return (n.While(test=n.Less(left=number(0), right=left), body=(used, pass_on)),)


def end_by_score(
    scores: n.Expr, score_of: n.Expr, seat: str, reason: str, lowest: bool, best: str, span: Span
) -> n.Block:
    """End the game: all who reach the best score win. `scores` has one number per seat, and
    `score_of` is the same number for the seat bound to the name `seat`; `best` is a free name."""
    extreme = n.Smallest(items=scores, span=span) if lowest else n.Largest(items=scores, span=span)
    reached = n.Equal(left=score_of, right=n.Local(name=best), span=span)
    winners = n.Filter(items=n.Seats(), name=seat, where=reached, span=span)
    return (
        n.Let(name=best, value=extreme, span=span),
        n.EndGame(winners=winners, scores=scores, reason=reason, span=span),
    )
