"""Shapes of flow that chance alone never makes: choices together, calls in a circle."""

from __future__ import annotations

from collections.abc import Callable

from ludwright.gamedef import nodes as n

from .expressions import expr, plain_list, stocked, stored, sure_seat
from .maker import Maker, Scope
from .shapes import ONE, ZERO, ask_token, pick_some, special_decide

Blocks = Callable[[Maker, Scope, int, int, int], n.Block]


def move(m: Maker, scope: Scope) -> n.Statement:
    """A token or two from zone to zone, also to the zones of a seat in the scope."""
    count = n.Number(value=1 + m.pick(2))
    return n.MoveTop(source=stocked(m, scope), to=stocked(m, scope), count=count, partial=True)


def together(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A body that asks, moves something, and asks again; sometimes luck at its end."""
    who, answer = m.fresh("w"), m.fresh("q")
    numbered = m.rarely(4)  # branches instead of seats
    kind = m.scalar()
    seat: n.Expr = sure_seat(m, scope) if numbered else n.Local(name=who)
    ask = n.Ask(name=answer, seat=seat, items=plain_list(m, kind, scope))
    inner = scope.having(**{who: "int" if numbered else "seat", answer: kind})
    body: list[n.Statement] = [ask, move(m, inner)]
    if m.pick(2):
        body.append(n.SetVariable(name="int_one", value=stored(m, "int", inner, 1)))
    if m.pick(2):
        again = special_decide(m, inner, 0) if m.pick(2) else ask_token(m, inner, 0)[0][0]
        tests = n.If(test=expr(m, "bool", inner, 1), then=(again,))
        body.append(again if m.pick(2) else tests)
    body.append(move(m, inner))
    if m.pick(2):
        body += [*pick_some(m, inner, 0)[0], move(m, inner)]
    if m.rarely(4):
        winners = n.ListOf(items=(seat,), of="seat")
        body.append(n.If(test=expr(m, "bool", inner, 1), then=(n.EndGame(winners=winners),)))
    if m.rarely(3):
        body.append(n.Roll(name=m.fresh("d"), low=ZERO, high=ONE))
        body.append(n.Fail(reason="late") if m.rarely(3) else move(m, inner))
    seats: n.Expr = n.Seats() if m.pick(3) else expr(m, "[seat]", scope, 1)
    if numbered:
        seats = n.Range(low=ONE, high=n.Number(value=1 + m.pick(3)))
    made = n.Together(name=who, seats=seats, body=tuple(body))
    return n.Attempt(body=(made,), rollback=bool(m.pick(2))) if m.pick(4) else made


def circle(m: Maker, made: tuple[n.Procedure, ...], block: Blocks) -> n.Procedure:
    """A procedure that calls itself while a number lasts, and uses its names after that."""
    name, fuel, kept = m.fresh("f"), m.fresh("n"), m.fresh("v")
    kind = m.scalar()
    kind = f"[{kind}]" if m.rarely(3) else kind
    scope = Scope({fuel: "int"}, calls=made)
    first = n.Let(name=kept, value=stored(m, kind, scope, 1))
    inner = scope.having(**{kept: kind})
    less = n.Subtract(left=n.Local(name=fuel), right=ONE)
    again: n.Statement = n.Call(procedure=name, arguments=(less,))
    before, after = block(m, inner, 1, 0, 2), block(m, inner, 1, 1, 2)
    if m.pick(2):
        failing = (n.If(test=expr(m, "bool", inner, 1), then=(n.Fail(reason="deep"),)),)
        again = n.Attempt(body=(again, *failing), otherwise=after, rollback=bool(m.pick(2)))
    few = n.And(
        items=(
            n.Less(left=ZERO, right=n.Local(name=fuel)),
            n.Less(left=less, right=n.Number(value=3)),
        )
    )
    parameters = (n.Parameter(name=fuel, type="int"),)
    body = (first, n.If(test=few, then=(*before, again, *after)))
    return n.Procedure(name=name, parameters=parameters, body=body)


def listener(m: Maker, asks: bool) -> n.Listener:
    """Something that hears some movements: it keeps a token in mind, moves it, asks or fails."""
    names = {name: m.fresh(name) for name in ("token", "source", "target")}
    scope = Scope({names["token"]: "token", names["source"]: "zone", names["target"]: "zone"})
    token, when = n.Local(name=names["token"]), m.one(("after", "before", "instead"))
    body: list[n.Statement] = [n.SetVariable(name="token_one", value=token)]
    if m.pick(2):
        body.append(n.SetVariable(name="int_one", value=stored(m, "int", scope, 1)))
    if asks and m.rarely(3):
        items = plain_list(m, "zone", scope)
        body.append(n.Ask(name=m.fresh("q"), seat=n.Seat(number=0), items=items))
    if m.pick(2):
        # Only a replacement does not hear itself, and so comes to an end.
        quiet = when != "instead" or m.rarely(3)
        body.append(n.MoveToken(token=token, to=expr(m, "zone", scope, 1), quiet=quiet))
    if m.rarely(4):
        body.append(n.If(test=expr(m, "bool", scope, 1), then=(n.Fail(reason="heard"),)))
    zones = [zone.name for zone in m.zones]
    test = n.Less(left=n.Variable(name="round"), right=n.Number(value=1 + m.pick(4)))
    return n.Listener(
        when=when,
        sources=tuple(m.some(0, 2, lambda: m.one(zones))),
        targets=tuple(m.some(0, 1, lambda: m.one(zones))),
        test=n.And(items=(test, expr(m, "bool", scope, 2))),
        body=tuple(body),
        **names,
    )


def put_off(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A helper that is called some rounds from now."""
    fit = [p for p in scope.calls if not any(x.type.startswith("[") for x in p.parameters)]
    if not fit:
        return n.Boundary(name="never")
    procedure = m.one(fit)
    arguments = tuple(stored(m, p.type, scope, 1) for p in procedure.parameters)
    count: n.Expr = n.Number(value=1 + m.pick(2)) if m.pick(4) else expr(m, "int", scope, 1)
    made = n.Later(boundary="round", procedure=procedure.name, count=count, arguments=arguments)
    return n.Attempt(body=(made,)) if m.pick(4) else made


FLOW = [together, put_off]
"""What a block may be given of these."""
