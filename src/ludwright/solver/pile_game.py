"""Whether a game is a patience of piles, and what its rules are then.

Such a game repeats one decision until it is won. Every choice takes cards from the top of one
pile to another, or draws from a stock; what is allowed depends on the lowest card that moves, on
the top card it comes to lie on, on whether the moved cards form a run, and on sizes. Games that are
anything else are left to the general search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.build import ONE, ZERO, has_tokens, is_empty
from ..gamedef.claims import CHOOSES, may
from ..gamedef.walk import walk
from .board import words as b
from .card_tables import NOTHING, SOME, Env, Tabling, Undecided


class Otherwise(Exception):
    """The game is something else than a patience of piles; the text says where it shows."""


@dataclass(frozen=True, slots=True)
class Test:
    """A comparison of a quantity with a number; `where` are zones, by name and index."""

    quantity: int
    compare: int
    number: int
    where: tuple[tuple[tuple[str, int], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class PileMove:
    """One way to move: between the piles of two zones, what fits where (`accept[t]` has a bit for
    each kind that may be laid on kind t; the last entry is for an empty pile), and what continues a
    run of two cards or more (`links[t]`, none if single cards move). The action may ask for the
    `depth` of the lowest card that moves."""

    source: str
    target: str
    action: int
    accept: tuple[int, ...]
    links: tuple[int, ...] | None
    tests: tuple[Test, ...]
    depth: bool


@dataclass(frozen=True, slots=True)
class Stock:
    """Where cards are drawn from: turned over onto a waste so many at a time, with so many redeals
    (None: no limit), or dealt out to the piles of some zones."""

    zone: str
    waste: str | None
    action: int
    per_draw: int
    redeals: int | None
    counter: str | None
    deals: tuple[str, ...]
    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Patience:
    """A patience of piles. Cards are of a kind if they have equal properties."""

    kinds: tuple[tuple[int | bool | str, ...], ...]
    zones: dict[str, int]  # how many piles each zone that takes part has
    rules: tuple[PileMove, ...]
    auto: tuple[PileMove, ...]
    stock: Stock | None
    win: tuple[Test, ...]


def patience(game: n.GameDef, constants: dict[str, Any]) -> Patience:
    """The game as a patience, given the values of variables that nothing changes any more."""
    return _Reading(game, constants).whole()


def lasting_variables(game: n.GameDef) -> list[str]:
    """The variables that keep the value they have at the first decision."""
    loop = _loop(game)
    changed = {node.name for each in loop for node in walk(each) if isinstance(node, n.SetVariable)}
    return [v.name for v in game.variables if v.name not in changed]


def _loop(game: n.GameDef) -> tuple[n.Statement, ...]:
    main = next((p for p in game.procedures if p.name == "main"), None)
    last = main.body[-1] if main and main.body else None
    if not isinstance(last, n.While) or last.test != n.Truth(value=True):
        raise Otherwise("the game is not one loop")
    for statement in main.body[:-1] if main else ():
        if any(may(node, CHOOSES) or isinstance(node, n.Together) for node in walk(statement)):
            raise Otherwise("something is decided before the loop")
    return last.body


class _Reading:
    """Reads one game; every method raises Otherwise where the game is something else."""

    def __init__(self, game: n.GameDef, constants: dict[str, Any]) -> None:
        self.game = game
        self.tabling = Tabling(game, constants)
        tokens = [token for supply in game.supplies for token in supply.tokens]
        self.kinds = tuple(dict.fromkeys(token.values for token in tokens))
        self.counts = {zone.name: zone.count for zone in game.zones}
        if len(self.kinds) > 63:
            raise Otherwise("there are too many kinds of cards")
        if game.listeners or any(z.per_seat or z.per_team for z in game.zones):
            raise Otherwise("there are listeners, or zones of another sort")

    def whole(self) -> Patience:
        body = list(_loop(self.game))
        win = self._win(body.pop(0))
        body = [each for each in body if not isinstance(each, n.Mark)]
        decide = body.pop(0) if body else None
        if not isinstance(decide, n.Decide) or not isinstance(decide.seat, n.Seat):
            raise Otherwise("the loop is not one decision")
        if decide.otherwise is not None:
            raise Otherwise("the loop is not one decision")
        auto = self._auto(body)
        stock: Stock | None = None
        rules: list[PileMove] = []
        for number, action in enumerate(decide.actions):
            if not action.parameters and stock is None:
                stock = self._draw(action, number)
            else:
                rules += self._rules(action, number)
        moving = [*rules, *auto]
        zones = [name for rule in moving for name in (rule.source, rule.target)]
        tests = [*win, *(test for rule in moving for test in rule.tests)]
        if stock:
            zones += [stock.zone, *filter(None, [stock.waste]), *stock.deals]
            tests += stock.tests
        zones += [name for test in tests for place in test.where for name, _ in place]
        named = {name: self.counts[name] for name in self.counts if name in zones}
        return Patience(self.kinds, named, tuple(rules), auto, stock, win)

    # ---- the loop ----

    def _win(self, first: n.Statement) -> tuple[Test, ...]:
        if not (isinstance(first, n.If) and len(first.then) == 1 and not first.otherwise):
            raise Otherwise("the loop does not begin with the test for winning")
        end = first.then[0]
        won = n.ListOf(items=(n.Seat(number=0),), of="seat")
        if not isinstance(end, n.EndGame) or end.winners != won:
            raise Otherwise("the game does not end with a win")
        return tuple(self._tests(first.test, {}))

    def _auto(self, rest: list[n.Statement]) -> tuple[PileMove, ...]:
        if not rest:
            return ()
        loop = rest[-1]
        if len(rest) != 2 or not isinstance(rest[0], n.Let) or not isinstance(loop, n.While):
            raise Otherwise("something else happens after a choice")
        first = loop.body[0]
        if not isinstance(first, n.TakeFirst) or first.otherwise != (n.Leave(),):
            raise Otherwise("something else happens after a choice")
        if loop.test != n.Truth(value=True) or not self._only_bounds(rest[0], loop.body[1:]):
            raise Otherwise("something else happens after a choice")
        rules = [self._rules(action, number) for number, action in enumerate(first.actions)]
        if any(len(each) > 1 for each in rules):
            raise Otherwise("single cards and runs move by themselves in turn")
        return tuple(rule for each in rules for rule in each)

    def _only_bounds(self, start: n.Let, rest: tuple[n.Statement, ...]) -> bool:
        """Whether all that follows an automatic move is to count it, and to break off a game in
        which there are more than a board makes."""
        count = n.Local(name=start.name)
        counts = n.Let(name=start.name, value=n.Add(left=count, right=ONE))
        if start.value != ZERO or len(rest) != 2 or rest[0] != counts:
            return False
        bound = rest[1]
        test = bound.test if isinstance(bound, n.If) else None
        most = test.left if isinstance(test, n.Less) and test.right == count else None
        cards = sum(len(supply.tokens) for supply in self.game.supplies)
        return (
            isinstance(bound, n.If)
            and isinstance(most, n.Number)
            and most.value >= b.MOST_AUTOMATIC * cards
            and len(bound.then) == 1
            and isinstance(bound.then[0], n.Fail)
            and not bound.otherwise
        )

    # ---- moves ----

    def _rules(self, action: n.Action, number: int) -> list[PileMove]:
        """What an action does: where a run may be a single card, that is a rule of its own."""
        rule = self._rule(action, number)
        items = action.parameters[-1].items
        one = rule.depth and isinstance(items, n.Range) and items.low == ZERO
        return [replace(rule, links=None), rule] if one else [rule]

    def _rule(self, action: n.Action, number: int) -> PileMove:
        if len(action.parameters) not in (2, 3):
            raise Otherwise(f"'{action.name}' has other parameters")
        source, target = (n.Local(name=p.name) for p in action.parameters[:2])
        zones = [p.items for p in action.parameters[:2]]
        if not all(isinstance(items, n.ZonesNamed) for items in zones):
            raise Otherwise(f"'{action.name}' chooses from other piles")
        names = [items.name for items in zones if isinstance(items, n.ZonesNamed)]
        depth = n.Local(name=action.parameters[2].name) if len(action.parameters) == 3 else None
        links = self._links(action, source) if depth else None
        up = n.Turn(token=n.TopOf(zone=source), up=True)
        card: n.Expr = n.TopOf(zone=source)
        body: tuple[n.Statement, ...] = (n.MoveToken(token=card, to=target), up)
        known: Env = {}
        if depth:
            count = n.Add(left=depth, right=ONE)
            card = n.TokenAt(zone=source, position=depth)
            body = (n.MoveBlock(source=source, to=target, count=count), up)
            known = {count: b.Q_MOVED}
        if action.body != body:
            raise Otherwise(f"'{action.name}' does something else than moving cards")
        known = {**known, n.SizeOf(zone=source): b.Q_FROM_SIZE, n.SizeOf(zone=target): b.Q_TO_SIZE}
        guard = list(_conjuncts(action.guard))
        apart = n.Not(item=n.Equal(left=source, right=target))
        if names[0] == names[1] and self.counts[names[0]] > 1 and apart not in guard:
            raise Otherwise(f"'{action.name}' may move a pile onto itself")
        face_up = n.IsFaceUp(token=n.TopOf(zone=source))
        if depth is None and face_up not in guard:
            raise Otherwise(f"'{action.name}' moves cards that lie face down")
        tests: list[Test] = []
        onto = [(1 << len(self.kinds)) - 1] * (len(self.kinds) + 1)
        for part in guard:
            if part in (apart, face_up):
                continue
            table = self._table(part, card, target)
            if table is None:
                tests += self._tests(part, known)
            else:
                onto = [mask & row for mask, row in zip(onto, table, strict=True)]
        depends = depth is not None
        return PileMove(names[0], names[1], number, tuple(onto), links, tuple(tests), depends)

    def _links(self, action: n.Action, source: n.Local) -> tuple[int, ...]:
        items = action.parameters[2].items
        high = items.high if isinstance(items, n.Range) and items.low in (ZERO, ONE) else None
        length = high.left if isinstance(high, n.Subtract) and high.right == ONE else None
        if not isinstance(length, n.RunLength) or length.zone != source:
            raise Otherwise(f"'{action.name}' moves runs of another sort")
        lower, upper = n.Local(name=length.lower), n.Local(name=length.upper)
        return tuple(
            sum(
                self._decided(length.where, {lower: below, upper: above}) << i
                for i, above in enumerate(self.kinds)
            )
            for below in self.kinds
        )

    def _decided(self, test: n.Expr, env: Env) -> bool:
        try:
            return self.tabling.holds(test, env)
        except Undecided:
            raise Otherwise("a run depends on more than its cards") from None

    def _table(self, test: n.Expr, card: n.Expr, target: n.Local) -> list[int] | None:
        """For every kind that may lie on top, and for none, which kinds fit; None if the test
        asks for more than that."""
        top, size = n.TopOf(zone=target), n.SizeOf(zone=target)
        try:
            return [
                sum(
                    self.tabling.holds(test, {card: kind, top: below, size: SOME if below else 0})
                    << i
                    for i, kind in enumerate(self.kinds)
                )
                for below in (*self.kinds, NOTHING)
            ]
        except Undecided:
            return None

    # ---- tests of sizes ----

    def _tests(self, test: n.Expr, known: Env) -> Iterator[Test]:
        for part in _conjuncts(test):
            yield self._test(part, known)

    def _test(self, test: n.Expr, known: Env) -> Test:
        negated = isinstance(test, n.Not)
        inner = test.item if isinstance(test, n.Not) else test
        if not isinstance(inner, n.Equal | n.Less | n.AtMost) or (
            negated and not isinstance(inner, n.Equal)
        ):
            raise Otherwise("a condition is of another sort")
        compare = {n.Equal: b.EQUAL, n.Less: b.LESS, n.AtMost: b.AT_MOST}[type(inner)]
        left, right = inner.left, inner.right
        if compare == b.AT_MOST and known.get(left) == b.Q_MOVED:
            capacity = self._capacity(right)
            if capacity:
                return Test(b.Q_OVER_CAPACITY, b.AT_MOST, 0, capacity)
        if isinstance(left, n.Number) and not isinstance(right, n.Number):
            left, right = right, left
            compare = {b.LESS: b.MORE, b.AT_MOST: b.AT_LEAST}.get(compare, compare)
        if negated:
            compare = b.UNEQUAL
        if known.get(left) == b.Q_MOVED and known.get(right) == b.Q_FROM_SIZE:
            return Test(b.Q_LEFT, _TURNED_ROUND[compare], 0)
        if not isinstance(right, n.Number):
            raise Otherwise("a condition compares other things than a size and a number")
        if left in known:
            return Test(known[left], compare, right.value)
        empty = [self._empty_piles(part) for part in _summands(left)]
        if all(each is not None for each in empty):
            return Test(b.Q_EMPTY, compare, right.value, (tuple(p for e in empty if e for p in e),))
        places = tuple(self._place(part) for part in _summands(left))
        return Test(b.Q_CARDS, compare, right.value, (places,))

    def _capacity(self, most: n.Expr) -> tuple[tuple[tuple[str, int], ...], ...] | None:
        """The cells and columns of `(empty cells + 1) * 2^(empty columns but the target)`."""
        if not isinstance(most, n.Multiply) or not isinstance(most.right, n.Item):
            return None
        powers = most.right.items
        cards = sum(len(supply.tokens) for supply in self.game.supplies)
        cells = list(_summands(most.left))
        if not isinstance(powers, n.ListOf) or cells.pop() != ONE:
            return None
        wanted = (n.Number(value=min(2**i, cards)) for i in range(len(powers.items)))
        free = [self._empty_piles(part) for part in cells]
        columns = [self._empty_piles(part, but=True) for part in _summands(most.right.index)]
        if powers.items != tuple(wanted) or None in free or None in columns:
            return None
        return tuple(tuple(p for e in group if e for p in e) for group in (free, columns))

    def _empty_piles(self, count: n.Expr, but: bool = False) -> tuple[tuple[str, int], ...] | None:
        """The piles of which it is counted how many are empty, perhaps without the target."""
        found = count.items if isinstance(count, n.Length) else None
        if not isinstance(found, n.Filter) or not isinstance(found.items, n.ZonesNamed):
            return None
        pile = n.Local(name=found.name)
        where: n.Expr = is_empty(pile)
        if but:
            elsewhere = n.Not(item=n.Equal(left=pile, right=n.Local(name="target")))
            where = n.And(items=(elsewhere, where))
        if found.where != where:
            return None
        name = found.items.name
        return tuple((name, index) for index in range(self.counts[name]))

    def _place(self, size: n.Expr) -> tuple[str, int]:
        zone = size.zone if isinstance(size, n.SizeOf) else None
        if not isinstance(zone, n.ZoneAt) or zone.owner is not None:
            raise Otherwise("a condition compares other things than sizes of piles")
        if zone.index is None:
            return zone.name, 0
        if not isinstance(zone.index, n.Number):
            raise Otherwise("a condition names piles in another way")
        return zone.name, zone.index.value

    # ---- drawing ----

    def _draw(self, action: n.Action, number: int) -> Stock:
        for stock in self._turned_over(action, number), self._dealt_out(action, number):
            if stock:
                return stock
        raise Otherwise(f"'{action.name}' is another sort of draw")

    def _turned_over(self, action: n.Action, number: int) -> Stock | None:
        first = action.body[0]
        takes = first.then[0] if isinstance(first, n.If) and first.then else first
        if not isinstance(takes, n.MoveTop) or not isinstance(takes.count, n.Number):
            return None
        stock, waste = takes.source, takes.to
        if not (isinstance(stock, n.ZoneAt) and isinstance(waste, n.ZoneAt)):
            return None
        filled, drawn = (has_tokens(zone) for zone in (stock, waste))
        take = n.MoveTop(source=stock, to=waste, count=takes.count, partial=True)
        back = n.MoveTop(source=waste, to=stock, count=n.SizeOf(zone=waste))
        redeals: int | None = None
        counter: str | None = None
        expected: tuple[n.Statement, ...] = (n.If(test=filled, then=(take,), otherwise=(back,)),)
        guard: n.Expr = n.Or(items=(filled, drawn))
        if isinstance(first, n.MoveTop):
            redeals, expected, guard = 0, (take,), filled
        elif isinstance(first, n.If) and len(first.otherwise) == 2:
            limit, counter = self._redeal_limit(action, first)
            variable = n.Variable(name=counter)
            used = n.SetVariable(name=counter, value=n.Add(left=variable, right=ONE))
            expected = (n.If(test=filled, then=(take,), otherwise=(back, used)),)
            left = n.Less(left=variable, right=n.Number(value=limit))
            guard = n.Or(items=(filled, n.And(items=(left, drawn))))
            redeals = limit
        if action.body != expected:
            return None
        tests = self._draw_tests(action, guard)
        per_draw = takes.count.value
        return Stock(stock.name, waste.name, number, per_draw, redeals, counter, (), tests)

    def _redeal_limit(self, action: n.Action, body: n.If) -> tuple[int, str]:
        counts = body.otherwise[1]
        limits = [
            node.right.value
            for node in walk(action.guard)
            if isinstance(node, n.Less)
            and isinstance(node.left, n.Variable)
            and isinstance(node.right, n.Number)
        ]
        if not isinstance(counts, n.SetVariable) or len(limits) != 1:
            raise Otherwise("redeals are limited in another way")
        return limits[0], counts.name

    def _dealt_out(self, action: n.Action, number: int) -> Stock | None:
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
        tests = self._draw_tests(action, has_tokens(stock))
        return Stock(stock.name, None, number, 0, 0, None, tuple(names), tests)

    def _draw_tests(self, action: n.Action, possible: n.Expr) -> tuple[Test, ...]:
        """What must hold for a draw besides that it can do something."""
        if action.guard == possible:
            return ()
        guard = action.guard
        if not isinstance(guard, n.And) or guard.items[0] != possible:
            raise Otherwise(f"'{action.name}' is possible under other conditions")
        return tuple(test for item in guard.items[1:] for test in self._tests(item, {}))


# Whether `moved` compares so with the size of a pile, told by what would be left there.
_TURNED_ROUND = {
    b.EQUAL: b.EQUAL,
    b.UNEQUAL: b.UNEQUAL,
    b.LESS: b.MORE,
    b.AT_MOST: b.AT_LEAST,
    b.MORE: b.LESS,
    b.AT_LEAST: b.AT_MOST,
}


def _conjuncts(test: n.Expr | None) -> Iterator[n.Expr]:
    if isinstance(test, n.And):
        for item in test.items:
            yield from _conjuncts(item)
    elif test is not None and test != n.Truth(value=True):
        yield test


def _summands(expr: n.Expr) -> Iterable[n.Expr]:
    if isinstance(expr, n.Add):
        yield from _summands(expr.left)
        yield from _summands(expr.right)
    else:
        yield expr
