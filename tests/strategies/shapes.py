"""Shapes that chance alone seldom makes: those that compilers treat in a way of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludwright.gamedef import nodes as n

from .expressions import direction, expr, leaf, plain_list, small, stocked, stored, sure_seat
from .maker import Maker, Scope

ZERO, ONE = n.Number(value=0), n.Number(value=1)


def compared(m: Maker, token: n.Expr, other: n.Expr) -> n.Expr:
    """A test of the fixed properties of one token, and of one that may not be there."""
    worth = n.PropertyOf(token=token, property="is_int")
    suit = n.PropertyOf(token=token, property="is_Suit")
    others = n.PropertyOf(token=other, property="is_int")
    now = n.PropertyOf(token=m.one((token, other)), property="now_Suit")
    tests: list[n.Expr] = [
        n.Equal(left=suit, right=now),
        n.AtMost(left=worth, right=n.Number(value=2)),
        n.Less(left=worth, right=others),
        n.Equal(left=suit, right=n.Variable(name="Suit_one")),
        n.Equal(left=suit, right=n.PropertyOf(token=other, property="is_Suit")),
        n.Equal(left=n.Subtract(left=others, right=ONE), right=worth),
        n.Exists(item=other),
        n.Not(item=n.Exists(item=other)),
        n.PropertyOf(token=token, property="is_bool"),
        n.Less(left=n.Multiply(left=worth, right=n.Number(value=2**30)), right=ONE),
    ]
    chosen = tuple(m.some(1, 2, lambda: m.one(tests)))
    return n.Or(items=chosen) if m.pick(2) else n.And(items=chosen)


def zones_alike(m: Maker) -> n.Expr:
    """A list of zones that never changes."""
    if m.pick(3):
        return n.ZonesNamed(name=m.one(m.zones).name)
    return n.ListOf(items=(n.ZoneAt(name="deck"),), of="zone")


def carry(m: Maker, scope: Scope, name: str) -> n.Action:
    """Tokens from zone to zone: the top, or a run of two or more."""
    source, target, depth = (m.fresh(letter) for letter in ("from", "to", "depth"))
    parameters = [
        n.Parameter(name=source, type="zone", items=zones_alike(m)),
        n.Parameter(name=target, type="zone", items=zones_alike(m)),
    ]
    token: n.Expr = n.TopOf(zone=n.Local(name=source))
    move: n.Statement = n.MoveTop(source=n.Local(name=source), to=n.Local(name=target))
    if m.pick(2):
        upper, lower = m.fresh("u"), m.fresh("l")
        follows = compared(m, n.Local(name=upper), n.Local(name=lower))
        run = n.RunLength(zone=n.Local(name=source), lower=lower, upper=upper, where=follows)
        items = n.Range(low=ONE, high=n.Subtract(left=run, right=ONE))
        parameters.append(n.Parameter(name=depth, type="int", items=items))
        token = n.TokenAt(zone=n.Local(name=source), position=n.Local(name=depth))
        count = n.Add(left=n.Local(name=depth), right=ONE)
        move = n.MoveBlock(source=n.Local(name=source), to=n.Local(name=target), count=count)
    apart = n.Not(item=n.Equal(left=n.Local(name=source), right=n.Local(name=target)))
    parts = [compared(m, token, n.TopOf(zone=n.Local(name=target)))]
    parts += [n.IsFaceUp(token=token)] if m.pick(2) else []
    parts += [apart] if m.pick(4) else []
    body = (move, move) if m.rarely(4) else (move,)
    return n.Action(
        name=name, parameters=tuple(parameters), guard=n.And(items=tuple(parts)), body=body
    )


def play_one(m: Maker, scope: Scope, name: str) -> n.Action:
    """One token of a zone, chosen by its properties and by what lies elsewhere."""
    token = m.fresh("t")
    items = n.TokensIn(zone=stocked(m, scope))
    guard = compared(m, n.Local(name=token), n.TopOf(zone=n.ZoneAt(name="deck")))
    body = n.MoveToken(token=n.Local(name=token), to=stocked(m, scope))
    parameter = n.Parameter(name=token, type="token", items=items)
    return n.Action(name=name, parameters=(parameter,), guard=guard, body=(body,))


def number(m: Maker, scope: Scope, name: str) -> n.Action:
    """A stretch of numbers, each of which may or may not do."""
    chosen = m.fresh("n")
    items = n.Range(low=n.Number(value=m.pick(3) - 1), high=n.Number(value=2 + m.pick(3)))
    source, to = stocked(m, scope), stocked(m, scope)
    move = n.MoveTop(source=source, to=to, count=n.Local(name=chosen), partial=m.rarely(2))
    parameter = n.Parameter(name=chosen, type="int", items=items)
    return n.Action(name=name, parameters=(parameter,), body=(move,))


def special_decide(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A choice among actions of these shapes, or the first of their options."""
    makers = (carry, play_one, number)
    actions = tuple(m.one(makers)(m, scope, name) for name in ("one", "two")[: 1 + m.pick(2)])
    if m.rarely(4):
        return n.TakeFirst(actions=actions)
    passing = n.Action(name="pass")
    return n.Decide(seat=sure_seat(m, scope), actions=(*actions, passing))


def ask_token(m: Maker, scope: Scope, depth: int) -> tuple[n.Block, Scope]:
    """A choice of a token by its properties."""
    token, name = m.fresh("t"), m.fresh("q")
    where = compared(m, n.Local(name=token), n.TopOf(zone=stocked(m, scope)))
    items = n.Filter(items=n.TokensIn(zone=stocked(m, scope)), name=token, where=where)
    made = n.Ask(name=name, seat=sure_seat(m, scope), items=items)
    return (made,), scope.having(**{name: "token"})


def pick_some(m: Maker, scope: Scope, depth: int) -> tuple[n.Block, Scope]:
    """Some items of a list, as a set or in sequence, and often something done with each."""
    kind = "token" if m.pick(2) else m.scalar()
    name, each = m.fresh("p"), m.fresh("e")
    items = plain_list(m, kind, scope)
    inner = scope.having(**{name: f"[{kind}]"})
    sequence = m.rarely(3)
    if sequence and m.pick(2):
        where = expr(m, "bool", inner.having(**{each: kind}), 1)
        items = n.Filter(items=items, name=each, where=where)
    least = n.Number(value=m.pick(3))
    most: n.Expr = n.Number(value=least.value + m.pick(3))
    most = most if m.pick(3) else n.Variable(name="round")
    made: n.Statement = n.Pick(
        name=name,
        of=kind,
        seat=sure_seat(m, scope),
        items=items,
        least=least if m.pick(4) else small(m, scope),
        most=most,
        sequence=sequence,
        announced=bool(m.pick(3)),
    )
    if m.pick(4):
        empty = n.ListOf(items=(), of=kind)
        start = n.Let(name=name, value=empty)
        return (start, n.Attempt(body=(made, *_with_each(m, kind, name)))), inner
    return (made, *_with_each(m, kind, name)), inner


def _with_each(m: Maker, kind: str, name: str) -> n.Block:
    """Something that shows which items were picked, and in which order."""
    item = m.fresh("i")
    here = n.Local(name=item)
    done: n.Statement = n.SetVariable(name="int_one", value=n.Length(items=n.Local(name=name)))
    if kind == "token":
        done = n.MoveToken(token=here, to=n.ZoneOf(token=here))
    return (n.ForEach(name=item, items=n.Local(name=name), body=(done,)),) if m.pick(4) else ()


def gather(m: Maker, scope: Scope, depth: int) -> tuple[n.Block, Scope]:
    """A list that a loop, perhaps inside an Attempt, makes anew from what it was."""
    kind = m.scalar()
    name, item, each = m.fresh("g"), m.fresh("i"), m.fresh("e")
    listed, kept = n.Local(name=name), m.fresh("k")
    start = n.Let(name=name, value=plain_list(m, kind, scope))
    where = expr(m, "bool", scope.having(**{item: kind, name: f"[{kind}]"}), 1)
    again: n.Statement = n.Let(name=name, value=n.Filter(items=listed, name=item, where=where))
    if m.rarely(3):
        more = plain_list(m, kind, scope)
        again = n.If(test=expr(m, "bool", scope, 1), then=(n.Let(name=name, value=more),))
    body: n.Block = (again, n.Let(name=kept, value=n.Distinct(items=listed)))
    if m.pick(2):
        failing = n.If(test=expr(m, "bool", scope, 1), then=(n.Fail(reason="list"),))
        body = (n.Attempt(body=(*body, failing), rollback=bool(m.pick(2))),)
    loop: n.Statement = n.ForEach(name=each, items=plain_list(m, m.scalar(), scope), body=body)
    if m.rarely(4):
        loop = n.Attempt(body=(*body, loop), rollback=bool(m.pick(2)))
    count = n.SetVariable(name="int_one", value=n.Length(items=listed))
    inner = scope.having(**{name: f"[{kind}]"})
    return (start, n.Attempt(body=(loop,)), count), inner


def rebound(m: Maker, scope: Scope, depth: int) -> tuple[n.Block, Scope]:
    """Something that exists under a test, until its name is bound to something else."""
    name = m.fresh("x")
    token = n.Local(name=name)
    start = n.Let(name=name, value=leaf(m, "token", scope))
    test = m.one((n.Exists(item=token), n.IsFaceUp(token=token)))
    new: n.Statement = n.Let(name=name, value=n.BottomOf(zone=stocked(m, scope)))
    if m.rarely(3):
        items = n.TokensIn(zone=stocked(m, scope))
        new = n.ForEach(name=name, items=items, body=())
    if m.rarely(3):
        new = n.MoveTop(source=stocked(m, scope), to=stocked(m, scope), partial=True)
    use = n.MoveToken(token=token, to=stocked(m, scope))
    branch = n.If(test=test, then=(new, use))
    return (start, n.Attempt(body=(branch,))), scope.having(**{name: "token"})


def empties(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A move under a test that the zone is not empty, sometimes after something left it."""
    zone = stocked(m, scope)
    test = m.one(
        (
            n.Not(item=n.Equal(left=n.SizeOf(zone=zone), right=ZERO)),
            n.Less(left=ZERO, right=n.SizeOf(zone=zone)),
            n.AtMost(left=ONE, right=n.SizeOf(zone=zone)),
            n.Exists(item=n.TopOf(zone=zone)),
        )
    )
    move = n.MoveTop(source=zone, to=stocked(m, scope))
    kind: Any = replace(move, count=n.SizeOf(zone=zone)) if m.rarely(3) else move
    body = (kind, move) if m.rarely(3) else (kind,)
    return n.Attempt(body=(n.If(test=test, then=body),))


def search(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A loop over a list that its procedure may leave for good."""
    name = m.fresh("r")
    kind = m.scalar()
    test = expr(m, "bool", scope.having(**{name: kind}), 1)
    last: n.Statement = n.Leave() if scope.main else n.Return()
    found = n.SetVariable(name="int_one", value=stored(m, "int", scope, 1))
    body = (n.If(test=test, then=(n.Attempt(body=(found,)), last)),)
    return n.Attempt(body=(n.ForEach(name=name, items=plain_list(m, kind, scope), body=body),))


def branching(m: Maker, scope: Scope, depth: int) -> tuple[n.Block, Scope]:
    """Zones that grow below others, get a token, are kept, and sometimes hang elsewhere."""
    name, top = m.fresh("b"), m.fresh("z")
    zone = n.Local(name=name)
    root = m.one([z.name for z in m.zones if z.branches] or ["deck"])
    first = n.Item(items=n.ZonesNamed(name=root), index=ZERO)
    start = n.Let(name=name, value=first)
    body: list[n.Statement] = []
    for _ in range(1 + m.pick(3)):
        below = zone if m.pick(3) else expr(m, "zone", scope, 1)
        body.append(n.Grow(name=name, zone=below, direction=direction(m, scope)))
        body += [n.MoveTop(source=stocked(m, scope), to=zone)] if m.pick(2) else []
    last: tuple[n.Statement, ...] = (
        n.SetVariable(name="zone_one", value=n.DeepestOf(zone=first)),
        n.Prune(zone=zone),
        n.MoveTree(zone=zone, to=first, direction=direction(m, scope)),
        n.MoveTree(zone=zone, to=leaf(m, "zone", scope), direction=direction(m, scope)),
        n.MoveTree(
            zone=n.ChildAt(zone=first, direction=direction(m, scope)),
            to=m.one((zone, first)),
            direction=direction(m, scope),
        ),
        n.ForEach(name=top, items=n.TreeOf(zone=first), body=(n.Prune(zone=n.Local(name=top)),)),
    )
    body += m.some(0, 2, lambda: m.one(last))
    grown = n.Attempt(body=tuple(body), rollback=m.rarely(3))
    return (start, grown), scope.having(**{name: "zone"})


SHAPES = [special_decide, ask_token, pick_some, pick_some, gather, rebound, empties, search]
SHAPES += [branching, branching]
"""What a block may be given of these."""
