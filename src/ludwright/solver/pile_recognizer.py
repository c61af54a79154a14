"""Recognize solitaires of piles: from a GameDef to the rules that a board can search.

The recognizer knows the form that lowering gives such games, and compares nodes with it. A game in
any other form raises NotAPileGame and is left to the general search: slower, never wrong.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.build import ONE, ZERO
from ..gamedef.claims import CHOOSES, may
from ..gamedef.walk import walk
from .board import words as b
from .card_tables import NOTHING, SOME, CardEvaluator, Env, Undecided
from .pile_game import NotAPileGame, PileGame, PileMove, Stock, Test
from .size_tests import SizeTests, conjuncts
from .stock_recognizer import read_draw

MOST_KINDS = 63  # kinds are bits of 64-bit masks


def read_pile_game(game: n.GameDef, constants: dict[str, Any]) -> PileGame:
    """The rules of a solitaire of piles, given the values of its lasting variables."""
    return _Recognizer(game, constants).game_rules()


def lasting_variables(game: n.GameDef) -> list[str]:
    """The variables that keep the value they have at the first decision."""
    loop = _loop(game)
    changed = {node.name for each in loop for node in walk(each) if isinstance(node, n.SetVariable)}
    return [v.name for v in game.variables if v.name not in changed]


def _loop(game: n.GameDef) -> tuple[n.Statement, ...]:
    """The body of the endless loop at the end of `main`, if nothing is decided before it."""
    main = next((p for p in game.procedures if p.name == "main"), None)
    last = main.body[-1] if main and main.body else None
    if not isinstance(last, n.While) or last.test != n.Truth(value=True):
        raise NotAPileGame("the game is not a single loop")
    for statement in main.body[:-1] if main else ():
        if any(may(node, CHOOSES) or isinstance(node, n.Together) for node in walk(statement)):
            raise NotAPileGame("there is a decision before the loop")
    return last.body


class _Recognizer:
    """Reads one game; every method raises NotAPileGame where the form differs."""

    def __init__(self, game: n.GameDef, constants: dict[str, Any]) -> None:
        self.game = game
        self.cards = CardEvaluator(game, constants)
        self.sizes = SizeTests(game)
        tokens = [token for supply in game.supplies for token in supply.tokens]
        self.kinds = tuple(dict.fromkeys(token.values for token in tokens))
        self.counts = {zone.name: zone.count for zone in game.zones}
        if len(self.kinds) > MOST_KINDS:
            raise NotAPileGame("there are too many kinds of cards")
        if game.listeners or any(z.per_seat or z.per_team for z in game.zones):
            raise NotAPileGame("there are listeners, or zones of seats or teams")

    def game_rules(self) -> PileGame:
        body = list(_loop(self.game))
        win = self._win(body.pop(0))
        body = [each for each in body if not isinstance(each, n.Mark)]
        decide = body.pop(0) if body else None
        if not isinstance(decide, n.Decide) or not isinstance(decide.seat, n.Seat):
            raise NotAPileGame("the loop is not a single decision")
        if decide.otherwise is not None:
            raise NotAPileGame("the decision has an alternative for when there is no option")
        auto = self._auto(body)
        stock: Stock | None = None
        rules: list[PileMove] = []
        for number, action in enumerate(decide.actions):
            if not action.parameters and stock is None:
                stock = read_draw(action, number, self.sizes)
            else:
                rules += self._rules(action, number)
        zones = self._zones([*rules, *auto], stock, win)
        return PileGame(self.kinds, zones, tuple(rules), auto, stock, win)

    def _zones(
        self, moving: list[PileMove], stock: Stock | None, win: tuple[Test, ...]
    ) -> dict[str, int]:
        """The number of piles of each zone that a rule or a test mentions, in the game's order."""
        zones = [name for rule in moving for name in (rule.source, rule.target)]
        tests = [*win, *(test for rule in moving for test in rule.tests)]
        if stock:
            zones += [stock.zone, *filter(None, [stock.waste]), *stock.deals]
            tests += stock.tests
        zones += [name for test in tests for piles in test.where for name, _ in piles]
        return {name: count for name, count in self.counts.items() if name in zones}

    # ---- the loop ----

    def _win(self, first: n.Statement) -> tuple[Test, ...]:
        if not (isinstance(first, n.If) and len(first.then) == 1 and not first.otherwise):
            raise NotAPileGame("the loop does not start with the test for winning")
        end = first.then[0]
        won = n.ListOf(items=(n.Seat(number=0),), of="seat")
        if not isinstance(end, n.EndGame) or end.winners != won:
            raise NotAPileGame("the game does not end with a win")
        return tuple(self.sizes.tests(first.test, {}))

    def _auto(self, rest: list[n.Statement]) -> tuple[PileMove, ...]:
        """The automatic moves: a counted loop that makes the first one possible, if there is any
        statement behind the decision."""
        if not rest:
            return ()
        loop = rest[-1]
        if len(rest) != 2 or not isinstance(rest[0], n.Let) or not isinstance(loop, n.While):
            raise NotAPileGame("a move is followed by more than automatic moves")
        first = loop.body[0]
        if not isinstance(first, n.TakeFirst) or first.otherwise != (n.Leave(),):
            raise NotAPileGame("a move is followed by more than automatic moves")
        if loop.test != n.Truth(value=True) or not self._only_bounds(rest[0], loop.body[1:]):
            raise NotAPileGame("a move is followed by more than automatic moves")
        rules = [self._rules(action, number) for number, action in enumerate(first.actions)]
        if any(len(each) > 1 for each in rules):
            raise NotAPileGame("an automatic action moves both single cards and runs")
        return tuple(rule for each in rules for rule in each)

    def _only_bounds(self, start: n.Let, rest: tuple[n.Statement, ...]) -> bool:
        """Whether all that follows an automatic move counts it, and fails above a bound that a
        board never gets to (it gives up after MOST_AUTOMATIC moves per card)."""
        count = n.Local(name=start.name)
        counts = n.Let(name=start.name, value=n.Add(left=count, right=ONE))
        if start.value != ZERO or len(rest) != 2 or rest[0] != counts:
            return False
        bound = rest[1]
        test = bound.test if isinstance(bound, n.If) else None
        most = test.left if isinstance(test, n.Less) and test.right == count else None
        return (
            isinstance(bound, n.If)
            and isinstance(most, n.Number)
            and most.value >= b.MOST_AUTOMATIC * self.sizes.cards
            and len(bound.then) == 1
            and isinstance(bound.then[0], n.Fail)
            and not bound.otherwise
        )

    # ---- moves ----

    def _rules(self, action: n.Action, number: int) -> list[PileMove]:
        """The rules of an action: two if it moves runs that may also be single cards."""
        rule = self._rule(action, number)
        items = action.parameters[-1].items
        one = rule.depth and isinstance(items, n.Range) and items.low == ZERO
        return [replace(rule, links=None), rule] if one else [rule]

    def _rule(self, action: n.Action, number: int) -> PileMove:
        if len(action.parameters) not in (2, 3):
            raise NotAPileGame(f"'{action.name}' has unknown parameters")
        source, target = (n.Local(name=p.name) for p in action.parameters[:2])
        zones = [p.items for p in action.parameters[:2]]
        if not all(isinstance(items, n.ZonesNamed) for items in zones):
            raise NotAPileGame(f"'{action.name}' does not choose among all piles of a zone")
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
            raise NotAPileGame(f"'{action.name}' does more than move cards")
        known = {**known, n.SizeOf(zone=source): b.Q_FROM_SIZE, n.SizeOf(zone=target): b.Q_TO_SIZE}
        guard = list(conjuncts(action.guard))
        # A board never moves a pile onto itself, nor face-down cards: the guard must agree.
        apart = n.Not(item=n.Equal(left=source, right=target))
        if names[0] == names[1] and self.counts[names[0]] > 1 and apart not in guard:
            raise NotAPileGame(f"'{action.name}' can move a pile onto itself")
        face_up = n.IsFaceUp(token=n.TopOf(zone=source))
        if depth is None and face_up not in guard:
            raise NotAPileGame(f"'{action.name}' can move face-down cards")
        tests: list[Test] = []
        onto = [(1 << len(self.kinds)) - 1] * (len(self.kinds) + 1)
        for part in guard:
            if part in (apart, face_up):
                continue
            table = self._table(part, card, target)
            if table is None:
                tests += self.sizes.tests(part, known)
            else:
                onto = [mask & row for mask, row in zip(onto, table, strict=True)]
        has_depth = depth is not None
        return PileMove(names[0], names[1], number, tuple(onto), links, tuple(tests), has_depth)

    def _links(self, action: n.Action, source: n.Local) -> tuple[int, ...]:
        """For each kind, the kinds that continue a run on it; the depth must range over a run."""
        items = action.parameters[2].items
        high = items.high if isinstance(items, n.Range) and items.low in (ZERO, ONE) else None
        length = high.left if isinstance(high, n.Subtract) and high.right == ONE else None
        if not isinstance(length, n.RunLength) or length.zone != source:
            raise NotAPileGame(f"'{action.name}' does not move a run of its source")
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
            return self.cards.holds(test, env)
        except Undecided:
            raise NotAPileGame("a run depends on more than its cards") from None

    def _table(self, test: n.Expr, card: n.Expr, target: n.Local) -> list[int] | None:
        """For each kind on top of the target, and for an empty target, a mask of the kinds that fit
        by a test; None if the test depends on more than that."""
        top, size = n.TopOf(zone=target), n.SizeOf(zone=target)
        try:
            return [
                sum(
                    self.cards.holds(test, {card: kind, top: below, size: SOME if below else 0})
                    << i
                    for i, kind in enumerate(self.kinds)
                )
                for below in (*self.kinds, NOTHING)
            ]
        except Undecided:
            return None
