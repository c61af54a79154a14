"""Recognize the action that draws from a stock, by comparing it with the two known forms.

Both forms are rebuilt from the zones and numbers found in the action, and compared as a whole: a
statement or condition that differs in any way is not overlooked.
"""

from __future__ import annotations

from ..gamedef import nodes as n
from ..gamedef.build import ONE, ZERO
from ..gamedef.walk import walk
from .pile_game import NotAPileGame, Stock, Test
from .size_tests import SizeTests


def read_draw(action: n.Action, number: int, sizes: SizeTests) -> Stock:
    """The stock that an action without parameters draws from."""
    for stock in _turned_over(action, number, sizes), _dealt_out(action, number, sizes):
        if stock:
            return stock
    raise NotAPileGame(f"'{action.name}' neither turns over nor deals out a stock")


def _turned_over(action: n.Action, number: int, sizes: SizeTests) -> Stock | None:
    """A draw to a waste that is turned back when the stock is empty: never, always, or as long as
    a variable that counts redeals is below a limit."""
    first = action.body[0]
    takes = first.then[0] if isinstance(first, n.If) and first.then else first
    if not isinstance(takes, n.MoveTop) or not isinstance(takes.count, n.Number):
        return None
    stock, waste = takes.source, takes.to
    if not (isinstance(stock, n.ZoneAt) and isinstance(waste, n.ZoneAt)):
        return None
    filled, drawn = (n.Less(left=ZERO, right=n.SizeOf(zone=zone)) for zone in (stock, waste))
    take = n.MoveTop(source=stock, to=waste, count=takes.count, partial=True)
    back = n.MoveTop(source=waste, to=stock, count=n.SizeOf(zone=waste))
    redeals: int | None = None
    counter: str | None = None
    expected: tuple[n.Statement, ...] = (n.If(test=filled, then=(take,), otherwise=(back,)),)
    guard: n.Expr = n.Or(items=(filled, drawn))
    if isinstance(first, n.MoveTop):
        redeals, expected, guard = 0, (take,), filled
    elif isinstance(first, n.If) and len(first.otherwise) == 2:
        redeals, counter = _redeal_limit(action, first)
        variable = n.Variable(name=counter)
        used = n.SetVariable(name=counter, value=n.Add(left=variable, right=ONE))
        expected = (n.If(test=filled, then=(take,), otherwise=(back, used)),)
        left = n.Less(left=variable, right=n.Number(value=redeals))
        guard = n.Or(items=(filled, n.And(items=(left, drawn))))
    if action.body != expected:
        return None
    tests = _draw_tests(action, guard, sizes)
    return Stock(stock.name, waste.name, number, takes.count.value, redeals, counter, (), tests)


def _redeal_limit(action: n.Action, body: n.If) -> tuple[int, str]:
    counts = body.otherwise[1]
    limits = [
        node.right.value
        for node in walk(action.guard)
        if isinstance(node, n.Less)
        and isinstance(node.left, n.Variable)
        and isinstance(node.right, n.Number)
    ]
    if not isinstance(counts, n.SetVariable) or len(limits) != 1:
        raise NotAPileGame("redeals are not limited by a counter")
    return limits[0], counts.name


def _dealt_out(action: n.Action, number: int, sizes: SizeTests) -> Stock | None:
    """A draw that deals a card, face up, to each pile of some zones while there are any."""
    names = []
    stock: n.Expr | None = None
    for each in action.body:
        if not isinstance(each, n.ForEach) or not isinstance(each.items, n.ZonesNamed):
            return None
        give = each.body[0]
        stock = give.source if isinstance(give, n.MoveTop) else None
        if not isinstance(stock, n.ZoneAt):
            return None
        pile = n.Local(name=each.name)
        up = n.Turn(token=n.TopOf(zone=pile), up=True)
        if each.body != (n.MoveTop(source=stock, to=pile, partial=True), up):
            return None
        names.append(each.items.name)
    if not isinstance(stock, n.ZoneAt):
        return None
    tests = _draw_tests(action, n.Less(left=ZERO, right=n.SizeOf(zone=stock)), sizes)
    return Stock(stock.name, None, number, 0, 0, None, tuple(names), tests)


def _draw_tests(action: n.Action, possible: n.Expr, sizes: SizeTests) -> tuple[Test, ...]:
    """The tests of a guard beyond its first part: that there is a card to draw or to turn back."""
    guard = action.guard
    if guard == possible:
        return ()
    if not isinstance(guard, n.And) or guard.items[0] != possible:
        raise NotAPileGame(f"'{action.name}' has an unknown guard")
    return tuple(test for item in guard.items[1:] for test in sizes.tests(item, {}))
