"""Random statements, in which every name is bound before it is used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ludwright.gamedef import nodes as n

from .expressions import (
    direction,
    expr,
    index_of,
    leaf,
    plain_list,
    small,
    stocked,
    stored,
    sure_seat,
)
from .flow import FLOW
from .maker import Maker, Scope
from .shapes import SHAPES


def block(m: Maker, scope: Scope, depth: int, low: int, high: int) -> n.Block:
    """Statements one after another; each may use what those before it bound."""
    made: list[n.Statement] = []
    for _ in range(low + m.pick(high - low + 1)):
        more, scope = statement(m, scope, depth)
        made.extend(more)
    return tuple(made)


def statement(m: Maker, scope: Scope, depth: int) -> tuple[n.Block, Scope]:
    """A statement (two for a loop with a counter) and the scope after it."""
    kinds = [*SIMPLE * 2, *BINDING]
    if depth > 0:
        kinds += SHAPES
        kinds += FLOW if scope.main and not scope.action else []
        kinds += NESTED * 2
        kinds += [] if scope.loop and not scope.main else LOOPS
    if scope.loop and m.rarely(3):
        kinds += [leave]
    if scope.calls and (scope.main or not (scope.loop or scope.action)):
        kinds += [call] * 3
    if m.rarely(12):
        kinds = RARE
    if m.rarely(40):  # a game that has one of these moves its tokens in another way
        kinds = [show_or_hide]
    kind = m.one(kinds)
    made = kind(m, scope, depth)
    if isinstance(made, tuple):
        return made
    # What fails in an action leaves out an option; elsewhere it mostly cuts a block short.
    if kind in SIMPLE and not scope.action and m.pick(3):
        made = tried(m, (made,))
    return (made,), scope


def bindable(m: Maker, kind: str, scope: Scope) -> str:
    """A name to bind: a new one, or one that has this type already."""
    same = [k for k, v in scope.names.items() if v == kind and k not in scope.fixed]
    return m.one(same) if same and m.rarely(3) else m.fresh("v")


def tried(m: Maker, body: n.Block) -> n.Attempt:
    """A block that may fail without ending the game."""
    otherwise = (n.Mark(kind="phase"),) if m.rarely(4) else ()
    return n.Attempt(body=body, otherwise=otherwise, rollback=m.rarely(3))


def decide(m: Maker, scope: Scope, depth: int) -> n.Decide:
    """A choice among one to three actions, seldom of one more."""
    choices = actions(m, scope, depth, 1, 3)
    if m.rarely(6):
        choices += (action(m, scope, 0, "more", ""),)
    seat = leaf(m, "seat", scope) if m.rarely(10) else sure_seat(m, scope)
    otherwise = block(m, scope, 0, 0, 2) if m.rarely(3) else None
    if m.pick(6) and (otherwise is None or m.rarely(3)):
        choices += (n.Action(name="pass"),)
    refused = (NEVER,) if len(choices) == 3 else ()
    return n.Decide(seat=seat, actions=choices, refused=refused, otherwise=otherwise)


NEVER = n.Refusal(
    notations=(n.Notation(name="", parts=("never",)),),
    because=(n.Reason(text="some day", test=n.Truth(value=False)),),
)


def actions(m: Maker, scope: Scope, depth: int, low: int, high: int) -> tuple[n.Action, ...]:
    """Actions of one site, whose parameters have the same names where their types agree."""
    site = m.fresh("a")
    names = [f"do{i}" for i in range(low + m.pick(high - low + 1))]
    return tuple(action(m, scope, depth, name, site) for name in names)


def action(m: Maker, scope: Scope, depth: int, name: str, site: str) -> n.Action:
    """An action whose later parameters may depend on earlier ones."""
    parameters: list[n.Parameter] = []
    most = 2 if scope.main and not scope.action else 1
    inner = replace(scope, action=True)
    for position in range(m.pick(most + 1)):
        kind = m.scalar()
        items = expr(m, f"[{kind}]", inner, 1)
        label = f"{site or m.fresh('a')}_{position}_{kind}"
        parameters.append(n.Parameter(name=label, type=kind, items=items))
        inner = inner.having(**{label: kind})
    guard = expr(m, "bool", inner, 2) if m.rarely(2) else n.Truth(value=True)
    words: tuple[str | n.Expr, ...] = (f"{name} ", *(n.Local(name=p.name) for p in parameters))
    told = n.Reason(text="what must hold", test=guard)
    return n.Action(
        name=name,
        parameters=tuple(parameters),
        guard=guard,
        because=(told,) if not parameters and name == "do0" else (),
        body=block(m, inner, depth - 1, 0, 3),
        atomic=m.rarely(5),
        notations=(n.Notation(name="", parts=words),) if m.rarely(3) else (),
    )


# ---- statements ---------------------------------------------------------------------------------


def let(m: Maker, scope: Scope, depth: int) -> tuple[n.Block, Scope]:
    """Bind a value, sometimes a list."""
    kind = m.scalar()
    kind = f"[{kind}]" if m.rarely(4) else kind
    value, name = stored(m, kind, scope, 2), bindable(m, kind, scope)
    return (n.Let(name=name, value=value),), scope.having(**{name: kind})


def roll(m: Maker, scope: Scope, depth: int) -> tuple[n.Block, Scope]:
    """A die, sometimes an impossible one."""
    name = bindable(m, "int", scope)
    low, high = n.Number(value=m.pick(4) - 1), small(m, scope)
    made = n.Roll(name=name, low=low, high=high, announced=not m.rarely(4))
    return (made,), scope.having(**{name: "int"})


def ask(m: Maker, scope: Scope, depth: int) -> tuple[n.Block, Scope]:
    """A choice of one item."""
    kind = m.scalar()
    items = expr(m, f"[{kind}]", scope, 2) if m.rarely(3) else plain_list(m, kind, scope)
    name = bindable(m, kind, scope)
    made = n.Ask(name=name, seat=sure_seat(m, scope), items=items)
    return (made,), scope.having(**{name: kind})


def set_variable(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A new value for any variable but the counter of rounds."""
    which = m.one([v for v in m.variables if v.name != "round"])
    of = expr(m, "seat", scope, 1) if which.per_seat else None
    of = expr(m, "team", scope, 1) if which.per_team else of
    made = stored(m, which.type, scope, 2)
    return n.SetVariable(name=which.name, value=made, of=of, index=index_of(m, which))


def place(m: Maker) -> str:
    """Top or bottom."""
    return m.one(("top", "bottom"))


def two_zones(m: Maker, scope: Scope) -> tuple[n.Expr, n.Expr]:
    """From where to where: mostly from a zone that has tokens."""
    full, other = stocked(m, scope), expr(m, "zone", scope, 1)
    return (other, full) if m.rarely(3) else (full, other)


def move_token(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """Any token to any zone."""
    token, to = expr(m, "token", scope, 1), expr(m, "zone", scope, 1)
    return n.MoveToken(token=token, to=to, place=place(m))


def insert(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """Any token in among those of any zone."""
    token, to = expr(m, "token", scope, 1), expr(m, "zone", scope, 1)
    return n.Insert(token=token, to=to, above=small(m, scope))


def move_top(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """Some tokens from the top."""
    source, to = two_zones(m, scope)
    count = expr(m, "int", scope, 1) if m.rarely(3) else n.Number(value=1 + m.pick(3))
    return n.MoveTop(source=source, to=to, count=count, place=place(m), partial=m.rarely(3))


def move_block(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A block from the top, or all."""
    source, to = two_zones(m, scope)
    count = m.one((None, n.Number(value=2), n.Number(value=1), expr(m, "int", scope, 1)))
    return n.MoveBlock(source=source, to=to, count=count, place=place(m))


def shuffle(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """Any zone."""
    return n.Shuffle(zone=expr(m, "zone", scope, 1))


def turn(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """Any token, up more often."""
    return n.Turn(token=expr(m, "token", scope, 1), up=not m.rarely(3))


def show_or_hide(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """Any token, to or from any seats."""
    kind = n.Show if m.rarely(2) else n.Hide
    return kind(token=expr(m, "token", scope, 1), seats=expr(m, "[seat]", scope, 1))


def set_property(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A new value of a property that changes."""
    which = m.one([p for p in m.properties if p.changing])
    value = stored(m, which.type, scope, 1)
    return n.SetProperty(token=expr(m, "token", scope, 1), property=which.name, value=value)


def create(m: Maker, scope: Scope, depth: int) -> tuple[n.Block, Scope]:
    """A token of a pool comes into play, inside an Attempt, under a name that was something."""
    if not m.pools:
        return let(m, scope, depth)
    name, to = m.fresh("n"), expr(m, "zone", scope, 1)
    start = n.Let(name=name, value=leaf(m, "token", scope))
    made = n.Create(name=name, supply=m.one(m.pools), to=to, place=place(m))
    return (start, tried(m, (made,))), scope.having(**{name: "token"})


def destroy(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A token goes out of play, if it is from a pool."""
    return n.Destroy(token=likely(m, "token", "n", scope))


def likely(m: Maker, kind: str, prefix: str, scope: Scope) -> n.Expr:
    """Often a name with a prefix: what was created, or what has grown."""
    found = [k for k, its in scope.names.items() if its == kind and k.startswith(prefix)]
    return n.Local(name=m.one(found)) if found and m.pick(4) else expr(m, kind, scope, 2)


def prune(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A zone goes from its tree, if it can."""
    return n.Prune(zone=likely(m, "zone", "b", scope))


def move_tree(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A tree to another place, if it can."""
    zone, to = likely(m, "zone", "b", scope), likely(m, "zone", "b", scope)
    return n.MoveTree(zone=zone, to=to, direction=direction(m, scope))


def branch(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """One block or two."""
    test = expr(m, "bool", scope, 2)
    then, otherwise = block(m, scope, depth - 1, 1, 2), block(m, scope, depth - 1, 0, 2)
    return n.If(test=test, then=then, otherwise=otherwise)


def attempt(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A block that may fail, often with a choice in it."""
    body = block(m, scope, depth - 1, 1, 4)
    if m.pick(2):
        body = (*ask(m, scope, 0)[0], *body)
    if m.rarely(3):
        body += (n.Fail(reason="no"),)
    return n.Attempt(body=body, otherwise=block(m, scope, 0, 0, 2), rollback=bool(m.pick(2)))


def take_first(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """The first option of up to two actions."""
    choices = actions(m, scope, depth, 1, 2)
    return n.TakeFirst(actions=choices, otherwise=block(m, scope, 0, 0, 1))


def for_each(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A block for each item."""
    kind = m.scalar()
    items, name = expr(m, f"[{kind}]", scope, 1), bindable(m, kind, scope)
    inner = replace(scope.having(**{name: kind}), loop=True)
    return n.ForEach(name=name, items=items, body=block(m, inner, depth - 1, 1, 2))


def counted(m: Maker, scope: Scope, depth: int) -> tuple[n.Block, Scope]:
    """A While with its own counter, which nothing else binds."""
    name = m.fresh("c")
    scope = scope.having(**{name: "int"})
    inner = replace(scope, loop=True, fixed=scope.fixed | {name})
    step = n.Let(name=name, value=n.Add(left=n.Local(name=name), right=n.Number(value=1)))
    limit = n.Less(left=n.Local(name=name), right=n.Number(value=1 + m.pick(3)))
    test = n.And(items=(limit, expr(m, "bool", scope, 1))) if m.rarely(3) else limit
    loop = n.While(test=test, body=(step, *block(m, inner, depth - 1, 1, 2)))
    start = n.Let(name=name, value=n.Number(value=0))
    return (start, loop), replace(scope, fixed=scope.fixed | {name})


def late(m: Maker, scope: Scope, last: n.Statement) -> n.Statement:
    """A statement that ends something, under a test that lets the first rounds be played."""
    played = n.Less(left=n.Number(value=m.pick(4)), right=n.Variable(name="round"))
    test = expr(m, "bool", scope, 1)
    return n.If(test=n.And(items=(played, test)) if m.pick(4) else test, then=(last,))


def leave(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """The end of a loop, under a test so that the rest is not dead."""
    return late(m, scope, n.Leave())


def call(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A helper with arguments."""
    procedure = m.one(scope.calls)
    arguments = tuple(stored(m, p.type, scope, 1) for p in procedure.parameters)
    return n.Call(procedure=procedure.name, arguments=arguments)


def mark(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A place to pause."""
    return n.Mark(kind=m.one(("turn", "phase")))


def give_up(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """A return or a failure, under a test."""
    last = n.Return() if m.pick(2) else n.Fail(reason="never")
    return late(m, scope, last)


def end_game(m: Maker, scope: Scope, depth: int) -> n.Statement:
    """The end of the game, under a test."""
    name, score = m.fresh("w"), m.fresh("s")
    where = expr(m, "bool", scope.having(**{name: "seat"}), 1)
    winners: n.Expr = n.Filter(items=n.Seats(), name=name, where=where)
    if m.pick(2):
        winners = n.ListOf(items=(sure_seat(m, scope),), of="seat")
    worth = expr(m, "int", scope.having(**{score: "seat"}), 1)
    scores = n.Each(items=n.Seats(), name=score, value=worth) if m.pick(2) else None
    end = n.EndGame(winners=winners, scores=scores, reason=m.one(("finished", "early")))
    return late(m, scope, end)


Effect = Callable[[Maker, Scope, int], Any]
SIMPLE: list[Effect] = [set_variable, move_token, move_top, move_block, turn]
SIMPLE += [set_property, destroy, prune, move_tree, insert]
BINDING: list[Effect] = [let, let, ask, roll, shuffle, create, create]
NESTED: list[Effect] = [branch, attempt, decide, take_first]
LOOPS: list[Effect] = [for_each, counted]
RARE: list[Effect] = [mark, give_up, end_game]
