"""Check of the setup: is it feasible for every number of players?

An abstract interpretation of `main` up to the first choice. The domain is the number of tokens in
each zone plus plain values; anything else is UNKNOWN, and the check gives up where that matters, so
it never rejects a setup that works."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ..diagnostics import Report, declare
from ..gamedef import nodes as n

NO_START = declare(
    "CK204",
    "infeasible setup",
    """A statement before the first choice fails with this number of players: usually more cards are
    dealt than there are. Allow fewer players, deal fewer cards or add some.""",
)
MOST_STEPS = 4_000  # statements interpreted in all, for all numbers of players
MOST_CALLS = 40  # nested


class Failed(Exception):
    """A statement fails."""

    def __init__(self, why: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.place: n.Statement | None = None


class Stopped(Exception):
    """The setup is over, or depends on something unknown."""


class Left(Exception):
    """Leave exits a loop."""


class Returned(Exception):
    """A procedure ends."""


UNKNOWN = object()
ZoneKey = tuple[str, object, object]


def can_start(game: n.GameDef, report: Report) -> None:
    """Report a setup that fails, with the numbers of players for which it does."""
    least, most = game.least_players, game.most_players
    steps = MOST_STEPS  # shared, so that the check stays fast whatever the number of players
    failures: dict[tuple[str, n.Statement | None], list[int]] = {}
    # The largest number first: it is the one most likely to fail.
    for seats in (most, *range(least, most)):
        start = _Start(game, seats, steps)
        try:
            start.block(next(p for p in game.procedures if p.name == "main").body)
        except Failed as failed:
            failures.setdefault((failed.why, failed.place), []).append(seats)
        except (Stopped, Left, Returned):
            pass
        steps = start.steps
    for (why, place), numbers in failures.items():
        who = _players(sorted(numbers))
        message = f"the setup fails with {who}" + (f": {why}" if why else "")
        help = "allow fewer players, or deal fewer cards"
        report.error(NO_START, place.span if place else game.span, message, help)


def _players(numbers: list[int]) -> str:
    first, last = numbers[0], numbers[-1]
    if first == last:
        return f"{first} player" + ("s" if first != 1 else "")
    without_gaps = len(numbers) == last - first + 1
    listed = f"{first} to {last}" if without_gaps else ", ".join(map(str, numbers))
    return f"{listed} players"


@dataclass
class _Start:
    """The abstract state of a setup: sizes of zones and the values that are known."""

    game: n.GameDef
    seats: int
    steps: int
    sizes: dict[ZoneKey, int] = field(default_factory=dict)
    variables: dict[tuple[str, object, object], object] = field(default_factory=dict)
    names: dict[str, object] = field(default_factory=dict)
    calls: int = 0

    def __post_init__(self) -> None:
        for supply in self.game.supplies:
            # Supplies start in zones without an owner, of which there is one (GD115).
            key = (supply.zone, None, 0)
            self.sizes[key] = self.sizes.get(key, 0) + len(supply.tokens)

    def block(self, block: n.Block) -> None:
        """Interpret statements."""
        for statement in block:
            self.steps -= 1
            rule = STATEMENTS.get(type(statement))
            # A choice, a listener's effect or anything not modelled: the setup is over as far as
            # known.
            if rule is None or self.steps < 0:
                raise Stopped
            try:
                rule(self, statement)
            except Failed as failed:
                # The innermost statement is the one to report.
                failed.place = failed.place or statement
                raise

    def value(self, expr: n.Expr) -> Any:
        """The value of an expression, or UNKNOWN."""
        rule = VALUES.get(type(expr))
        return rule(self, expr) if rule else UNKNOWN

    def known(self, expr: n.Expr) -> Any:
        """A value that must be known to continue."""
        value = self.value(expr)
        if value is UNKNOWN:
            raise Stopped
        return value

    def test(self, expr: n.Expr) -> bool:
        """The value of a test."""
        try:
            return bool(self.known(expr))
        except Failed:
            return False

    def move(self, source: ZoneKey, to: ZoneKey, count: int) -> None:
        """Move tokens, of which only the number matters."""
        self.sizes[source] = self.sizes.get(source, 0) - count
        self.sizes[to] = self.sizes.get(to, 0) + count


# ---- values ------------------------------------------------------------------------------------


def _zone(s: _Start, expr: n.ZoneAt) -> object:
    owner = None if expr.owner is None else s.value(expr.owner)
    index = 0 if expr.index is None else s.value(expr.index)
    return UNKNOWN if UNKNOWN in (owner, index) else (expr.name, owner, index)


def _seat(s: _Start, expr: n.Seat) -> object:
    if expr.number >= s.seats:
        raise Failed(f"player {expr.number + 1} does not exist")
    return expr.number


def _seat_after(s: _Start, expr: n.SeatAfter) -> object:
    seat, steps = s.value(expr.seat), s.value(expr.steps)
    return UNKNOWN if UNKNOWN in (seat, steps) else (seat + steps) % s.seats


def _variable(s: _Start, expr: n.Variable) -> object:
    owner = None if expr.of is None else s.value(expr.of)
    index = None if expr.index is None else s.value(expr.index)
    if UNKNOWN in (owner, index):
        return UNKNOWN
    if (expr.name, owner, index) in s.variables:
        return s.variables[expr.name, owner, index]
    definition = next(v for v in s.game.variables if v.name == expr.name)
    return s.value(definition.initial)


def _option(s: _Start, expr: n.OptionValue) -> object:
    return s.value(next(o for o in s.game.options if o.name == expr.name).default)


def _size(s: _Start, expr: n.SizeOf) -> object:
    zone = s.value(expr.zone)
    return UNKNOWN if zone is UNKNOWN else s.sizes.get(zone, 0)


def _pair(combine: Callable[[Any, Any], object]) -> Callable[[_Start, Any], object]:
    def value(s: _Start, expr: Any) -> object:
        left, right = s.value(expr.left), s.value(expr.right)
        return UNKNOWN if UNKNOWN in (left, right) else combine(left, right)

    return value


def _not(s: _Start, expr: n.Not) -> object:
    value = s.value(expr.item)
    return UNKNOWN if value is UNKNOWN else not value


def _logic(enough: bool) -> Callable[[_Start, Any], object]:
    def value(s: _Start, expr: n.And | n.Or) -> object:
        for item in expr.items:
            found = s.value(item)
            # Evaluation stops at the first item that decides, or that might.
            if found is UNKNOWN or bool(found) == enough:
                return found
        return not enough

    return value


def _conditional(s: _Start, expr: n.Conditional) -> object:
    test = s.value(expr.test)
    return UNKNOWN if test is UNKNOWN else s.value(expr.then if test else expr.otherwise)


def _list(s: _Start, expr: n.ListOf) -> object:
    return [s.value(item) for item in expr.items]


def _range(s: _Start, expr: n.Range) -> object:
    low, high = s.value(expr.low), s.value(expr.high)
    return UNKNOWN if UNKNOWN in (low, high) else list(range(low, min(high, low + MOST_STEPS) + 1))


def _each(s: _Start, expr: n.Each) -> object:
    items = s.value(expr.items)
    return UNKNOWN if items is UNKNOWN else [_inside(s, expr.name, i, expr.value) for i in items]


def _filter(s: _Start, expr: n.Filter) -> object:
    items = s.value(expr.items)
    if items is UNKNOWN:
        return UNKNOWN
    holds = [_inside(s, expr.name, item, expr.where) for item in items]
    return UNKNOWN if UNKNOWN in holds else [i for i, h in zip(items, holds, strict=True) if h]


def _inside(s: _Start, name: str, item: object, expr: n.Expr) -> object:
    outer, s.names = s.names, {**s.names, name: item}
    # Even after a failure, which an enclosing test may catch.
    try:
        return s.value(expr)
    finally:
        s.names = outer


def _length(s: _Start, expr: n.Length) -> object:
    items = s.value(expr.items)
    return UNKNOWN if items is UNKNOWN else len(items)


VALUES: dict[type[n.Expr], Callable[[_Start, Any], object]] = {
    n.Number: lambda s, e: e.value,
    n.Truth: lambda s, e: e.value,
    n.Symbol: lambda s, e: e.value,
    n.Seat: _seat,
    n.Local: lambda s, e: s.names.get(e.name, UNKNOWN),
    n.Variable: _variable,
    n.OptionValue: _option,
    n.ZoneAt: _zone,
    n.Seats: lambda s, e: list(range(s.seats)),
    n.SeatAfter: _seat_after,
    n.SizeOf: _size,
    n.Add: _pair(lambda a, b: a + b),
    n.Subtract: _pair(lambda a, b: a - b),
    n.Multiply: _pair(lambda a, b: a * b),
    # Division by 0 fails at run time; here it is merely unknown.
    n.Divide: _pair(lambda a, b: a // b if b else UNKNOWN),
    n.Modulo: _pair(lambda a, b: a % b if b else UNKNOWN),
    n.Equal: _pair(lambda a, b: a == b),
    n.Less: _pair(lambda a, b: a < b),
    n.AtMost: _pair(lambda a, b: a <= b),
    n.Not: _not,
    n.And: _logic(False),
    n.Or: _logic(True),
    n.Conditional: _conditional,
    n.ListOf: _list,
    n.Range: _range,
    n.Each: _each,
    n.Filter: _filter,
    n.Length: _length,
}


# ---- statements --------------------------------------------------------------------------------


def _nothing(s: _Start, statement: n.Statement) -> None:
    """No effect on sizes or known values."""


def _let(s: _Start, let: n.Let) -> None:
    s.names[let.name] = s.value(let.value)


def _roll(s: _Start, roll: n.Roll) -> None:
    s.names[roll.name] = UNKNOWN


def _set(s: _Start, statement: n.SetVariable) -> None:
    # With an unknown owner or index, any variable of that name may have changed: `known` gives up.
    owner = None if statement.of is None else s.known(statement.of)
    index = None if statement.index is None else s.known(statement.index)
    s.variables[statement.name, owner, index] = s.value(statement.value)


def _move(s: _Start, move: n.MoveTop | n.MoveBlock) -> None:
    # A listener may do anything, so the sizes are unknown from here on.
    if s.game.listeners and not move.quiet:
        raise Stopped
    source, to = s.known(move.source), s.known(move.to)
    there = s.sizes.get(source, 0)
    count = there if move.count is None else s.known(move.count)
    if isinstance(move, n.MoveTop) and move.partial:
        count = max(0, min(count, there))
    if not 0 <= count <= there:
        raise Failed(f"cannot move {count} from '{source[0]}', which holds {there}")
    if source != to:
        s.move(source, to, count)


def _move_token(s: _Start, move: n.MoveToken) -> None:
    if not isinstance(move.token, n.TopOf | n.BottomOf) or (s.game.listeners and not move.quiet):
        raise Stopped
    source, to = s.known(move.token.zone), s.known(move.to)
    if s.sizes.get(source, 0) < 1:
        raise Failed(f"'{source[0]}' is empty")
    s.move(source, to, 1)


def _if(s: _Start, statement: n.If) -> None:
    s.block(statement.then if s.test(statement.test) else statement.otherwise)


def _while(s: _Start, loop: n.While) -> None:
    while s.test(loop.test):
        s.steps -= 1
        if s.steps < 0:
            raise Stopped
        try:
            s.block(loop.body)
        except Left:
            return


def _for_each(s: _Start, loop: n.ForEach) -> None:
    for item in s.known(loop.items):
        s.names[loop.name] = item
        try:
            s.block(loop.body)
        except Left:
            return


def _leave(s: _Start, statement: n.Statement) -> None:
    raise Left


def _return(s: _Start, statement: n.Statement) -> None:
    raise Returned


def _fail(s: _Start, statement: n.Fail) -> None:
    raise Failed(statement.reason)


def _call(s: _Start, call: n.Call) -> None:
    called = next(p for p in s.game.procedures if p.name == call.procedure)
    outer = s.names
    values = [s.value(argument) for argument in call.arguments]
    s.names = {p.name: v for p, v in zip(called.parameters, values, strict=True)}
    s.calls += 1
    if s.calls > MOST_CALLS:
        raise Stopped
    # The caller's names are restored even after a failure, which an Attempt there may catch.
    try:
        with suppress(Returned):
            s.block(called.body)
    finally:
        s.calls -= 1
        s.names = outer


def _attempt(s: _Start, attempt: n.Attempt) -> None:
    before = dict(s.sizes), dict(s.variables)
    try:
        s.block(attempt.body)
    except Failed:
        if attempt.rollback:
            s.sizes, s.variables = before
        s.block(attempt.otherwise)


STATEMENTS: dict[type[n.Statement], Callable[[_Start, Any], None]] = {
    n.Let: _let,
    n.Roll: _roll,
    n.SetVariable: _set,
    n.MoveTop: _move,
    n.MoveBlock: _move,
    n.MoveToken: _move_token,
    n.Shuffle: _nothing,
    n.Turn: _nothing,
    n.Show: _nothing,
    n.Hide: _nothing,
    n.SetProperty: _nothing,
    n.If: _if,
    n.While: _while,
    n.ForEach: _for_each,
    n.Leave: _leave,
    n.Return: _return,
    n.Fail: _fail,
    n.Call: _call,
    n.Attempt: _attempt,
}
"""The statements of a setup; any other ends it."""
