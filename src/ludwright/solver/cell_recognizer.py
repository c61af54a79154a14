"""Recognize solitaires of piles among games of drags between cells.

A cell is a zone at the root of a tree. It is a pile if cards are only ever laid on it, or if its
tree grows in one direction with one card in each zone: paths become positions. Cards that never
move lie at the bottom of their cells and are left out: an empty pile is one that shows such a card.

The proof. *Shape*: a cell whose arrivals all lie on its root has no branches; one whose arrivals
all grow in the one direction of the game holds, below its root, one card per zone, because what
arrives is a single card or a branch of such a cell, and empty leaves are pruned. *Faces*: outside
the stock, face-down cards lie below face-up ones, and the last card is face up: only face-up ends
of piles move, and a cell with face-down cards turns up the next card. *Runs*: a drag takes all
cards on top of one, so every two adjacent face-up cards must follow each other for this to be a
run; each card was either laid on the other by a rule that says so, or both were there at the start.
All three hold for the position that a search starts from, or there is no board (`board/cells.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.build import TRUE
from ..gamedef.claims import CHOOSES, may
from ..gamedef.walk import rebuild, walk
from .board import words as b
from .card_tables import NOTHING, CardEvaluator, Env, Undecided
from .cell_moves import ALL, MOVER, TARGET, WHOLE, Drag, is_fixed, read_drag, total
from .pile_game import NotAPileGame, PileGame, PileMove, Stock, Test
from .size_tests import conjuncts

MOST_KINDS = 63  # kinds are bits of 64-bit masks
Cells = tuple[str, ...]
Kind = tuple[int | bool | str, ...]


@dataclass(frozen=True, slots=True)
class CellGame:
    """A solitaire of piles whose piles are cells: the cells of each zone of the pile game, the
    property of cards that never move, the zones whose cells are chains, those whose cards are all
    face up, and the action that turns the waste over (-1 if there is none)."""

    piles: PileGame
    cells: Mapping[str, Cells]
    fixed: str
    chains: frozenset[str]
    open: frozenset[str]
    redeal: int


@dataclass(frozen=True, slots=True)
class _Rule:
    """A drag from the cells of a zone to those of another, by the number of its action."""

    number: int
    action: n.Action
    source: str
    target: str
    drag: Drag
    checks: bool  # whether a win is tested for after it


def read_cell_game(game: n.GameDef, anchors: Mapping[str, tuple[Kind, ...]]) -> CellGame:
    """The rules of a solitaire of cells, given the fixed cards in each cell from the bottom up."""
    return _Recognizer(game, anchors).found()


class _Recognizer:
    """Reads one game; every method raises NotAPileGame where the form differs."""

    def __init__(self, game: n.GameDef, anchors: Mapping[str, tuple[Kind, ...]]) -> None:
        self.game, self.anchors = game, anchors
        self.cards = CardEvaluator(game, {})
        self.fixed = game.look.anchor if game.look else ""
        names = [each.name for each in game.properties]
        if self.fixed not in names:
            raise NotAPileGame("no property marks cards that never move")
        changing = any(each.changing for each in game.properties)
        if changing or game.listeners or any(z.per_seat or z.count > 1 for z in game.zones):
            raise NotAPileGame("cards change, or cells are not single zones")
        at = names.index(self.fixed)
        tokens = [token for supply in game.supplies for token in supply.tokens]
        self.loose = [token.values for token in tokens if not token.values[at]]
        self.kinds = tuple(dict.fromkeys(self.loose))
        if len(self.kinds) > MOST_KINDS:
            raise NotAPileGame("there are too many kinds of cards")
        self.cells: dict[str, Cells] = {}
        self.variable = self.enum = ""  # of the phase

    def found(self) -> CellGame:
        decide = self._loop()
        self.win = self._settles()
        rules = [self._read(number, action) for number, action in enumerate(decide.actions)]
        stock, redeal = self._stock(rules)
        hidden = {stock.zone, stock.waste} if stock else set()
        moving = [rule for rule in rules if not {rule.source, rule.target} <= hidden]
        chains = self._chains(rules)
        accepts = [self._accepts(rule, rule.target in chains) for rule in moving]
        moves: list[PileMove] = []
        for rule, accept in zip(moving, accepts, strict=True):
            moves += self._moves(rule, accept, chains, dict(zip(moving, accepts, strict=True)))
        win = self._win(moving)
        zones = {name: len(cells) for name, cells in self.cells.items()}
        piles = PileGame(self.kinds, zones, tuple(moves), (), stock, win)
        covered = {rule.source for rule in moving if not rule.drag.uncovers}
        return CellGame(piles, self.cells, self.fixed, chains, frozenset(covered), redeal)

    # ---- the phases ----

    def _loop(self) -> n.Decide:
        """The only decision; also finds its phase, and the phase in which the game is won."""
        main = next(p for p in self.game.procedures if p.name == "main")
        loop = main.body[-1] if main.body else None
        if not isinstance(loop, n.While) or loop.test != TRUE or len(loop.body) < 2:
            raise NotAPileGame("the game is not a single loop")
        if any(may(x, CHOOSES) for each in main.body[:-1] for x in walk(each)):
            raise NotAPileGame("there is a decision before the loop")
        first, *rest = [each for each in loop.body if not isinstance(each, n.Mark)]
        decide = first.then[0] if isinstance(first, n.If) and len(first.then) == 1 else None
        if not isinstance(first, n.If) or not isinstance(decide, n.Decide):
            raise NotAPileGame("the loop does not start with a decision")
        if decide.otherwise is not None or sum(may(x, CHOOSES) for x in walk(self.game)) > 1:
            raise NotAPileGame("there is more than one decision")
        # The alternative of the first statement is for other phases: the loop is never in one.
        self.phase = self._phase(first.test)
        self.won = self._ends(rest[0]) if len(rest) == 1 else ""
        if not self.won:
            raise NotAPileGame("the game does not end with a win")
        return decide

    def _ends(self, statement: n.Statement) -> str:
        """The phase in which a statement ends the game with a win."""
        if not isinstance(statement, n.If) or len(statement.then) != 1 or statement.otherwise:
            return ""
        end, won = statement.then[0], n.ListOf(items=(n.Seat(number=0),), of="seat")
        wins = isinstance(end, n.EndGame) and end.winners == won
        return self._phase(statement.test) if wins else ""

    def _phase(self, test: n.Expr) -> str:
        match test:
            case n.Equal(left=n.Variable(name=name), right=n.Symbol(enum=enum, value=value)):
                if test.left == n.Variable(name=name) and self.variable in ("", name):
                    self.variable, self.enum = name, enum
                    return value
        raise NotAPileGame("the loop does not depend on a phase alone")

    def _settles(self) -> n.Expr:
        """The condition for winning, which the procedure `settle` tests."""
        settle = next((p for p in self.game.procedures if p.name == "settle"), None)
        match settle:
            case n.Procedure(
                parameters=(), body=(n.While(test=n.Or(items=(here,)), body=(passed,)),)
            ):
                match passed:
                    case n.If(test=test, then=(n.If(test=win) as step,), otherwise=()):
                        names = (self.won, self.phase)
                        steps = tuple((self._enters(name),) for name in names)
                        if test == here and (step.then, step.otherwise) == steps:
                            self.check = self._phase(here)
                            return win
        raise NotAPileGame("a win is not tested for in one automatic phase")

    def _enters(self, name: str) -> n.Statement:
        return n.SetVariable(name=self.variable, value=n.Symbol(enum=self.enum, value=name))

    # ---- actions ----

    def _read(self, number: int, action: n.Action) -> _Rule:
        if [(p.name, p.type) for p in action.parameters] != [("mover", "zone"), ("target", "zone")]:
            raise NotAPileGame(f"'{action.name}' is not a drag")
        sources, targets = (self._listed(p.items) for p in action.parameters)
        body = _same_body(action.body)
        moved = body[0] if body else None
        full = moved.otherwise[0] if isinstance(moved, n.Attempt) and moved.otherwise else None
        if not isinstance(moved, n.Attempt) or moved.rollback or len(moved.otherwise) != 1:
            raise NotAPileGame(f"'{action.name}' has an unknown form")
        if not isinstance(full, n.Fail) or not full.final:
            raise NotAPileGame(f"'{action.name}' has an unknown form")
        then = (self._enters(self.check), n.Call(procedure="settle"))
        if body[1:] not in ((), then):
            raise NotAPileGame(f"'{action.name}' does more than move cards")
        drag = read_drag(moved.body, self.game, self.fixed)
        names = self._zone(sources), self._zone(targets)
        return _Rule(number, action, *names, drag, bool(body[1:]))

    def _listed(self, items: n.Expr | None) -> Cells:
        """The cells whose zones, or whose roots, a list has."""
        match items:
            case n.Join(lists=lists):
                return tuple(cell for each in lists for cell in self._listed(each))
            case n.TreeOf(zone=n.ZoneAt() as zone) if zone == n.ZoneAt(name=zone.name):
                return (zone.name,)
            case n.ListOf(items=zones):
                names = tuple(zone.name for zone in zones if isinstance(zone, n.ZoneAt))
                if tuple(n.ZoneAt(name=name) for name in names) == zones:
                    return names
        raise NotAPileGame("a drag does not start or end at any of some cells")

    def _zone(self, cells: Cells) -> str:
        """The name of a set of cells, which has none in common with another."""
        for name, known in self.cells.items():
            if known == cells:
                return name
            if {*known} & {*cells}:
                raise NotAPileGame("rules apply to sets of cells that overlap")
        if len({self.anchors[cell] for cell in cells}) != 1:
            raise NotAPileGame("cells of one kind have different fixed cards")
        self.cells[cells[0]] = cells
        return cells[0]

    def _chains(self, rules: list[_Rule]) -> frozenset[str]:
        """The zones whose cells grow; the others are flat."""
        ways = {way for rule in rules for way in rule.drag.ways}
        grown = {rule.target for rule in rules if rule.drag.way >= 0}
        flat = {rule.target for rule in rules if rule.drag.way < 0}
        if len(ways) > 1 or grown & flat:
            raise NotAPileGame("cells grow in several ways")
        for rule in rules:
            count, tall, alone = rule.drag.count, rule.source in grown, _is_alone(rule)
            if count == WHOLE and not tall:
                raise NotAPileGame("a whole pile is dragged")
            if count == WHOLE and rule.target in flat and not alone:
                raise NotAPileGame("a branch is laid on a pile")
            if count == 1 and tall and not alone:
                raise NotAPileGame("a card is dragged by another")
            if count not in (WHOLE, 1) and {rule.source, rule.target} & grown:
                raise NotAPileGame("several cards are drawn to or from a chain")
        return frozenset(grown)

    # ---- the stock ----

    def _stock(self, rules: list[_Rule]) -> tuple[Stock | None, int]:
        """The stock, if some cards are drawn face up to a waste, and the action that turns the
        waste over."""
        draws = [rule for rule in rules if rule.drag.face is True]
        if not draws and all(rule.drag.count in (1, WHOLE) for rule in rules):
            return None, -1
        if len(draws) != 1 or draws[0].drag.count < 1:
            raise NotAPileGame("there is more than one way to draw")
        draw = draws[0]
        loose = n.Not(item=is_fixed(n.TopOf(zone=MOVER), self.fixed))
        back = [rule for rule in rules if rule.drag.count == ALL]
        bare = n.Equal(left=n.SizeOf(zone=TARGET), right=n.Number(value=self._held(draw.source)))
        if [*conjuncts(draw.action.guard)] != [loose] or len(back) > 1:
            raise NotAPileGame("drawing has conditions of its own")
        for rule in back:
            turned = (rule.source, rule.target, rule.drag.face) == (draw.target, draw.source, False)
            if not turned or [*conjuncts(rule.action.guard)] != [loose, bare]:
                raise NotAPileGame("the waste is turned over in an unknown way")
        others = [rule for rule in rules if rule not in (draw, *back)]
        if any(draw.source in (r.source, r.target) or r.target == draw.target for r in others):
            raise NotAPileGame("a rule moves cards to the waste, or to or from the stock")
        if any(len(self.cells[name]) > 1 for name in (draw.source, draw.target)):
            raise NotAPileGame("there is more than one stock or waste")
        redeals = None if back else 0
        number, count = draw.number, draw.drag.count
        stock = Stock(draw.source, draw.target, number, count, redeals, None, (), ())
        return stock, back[0].number if back else -1

    def _held(self, name: str) -> int:
        """The number of fixed cards in each cell of a zone."""
        return len(self.anchors[self.cells[name][0]])

    # ---- rules ----

    def _accepts(self, rule: _Rule, tall: bool) -> tuple[int, ...]:
        """A mask of the kinds that fit: for each kind on top of the target, and an empty target."""
        deepest = n.DeepestOf(zone=TARGET)
        receiver: n.Expr = deepest if deepest in walk(rule.action.guard) else TARGET
        if tall and receiver == TARGET:
            raise NotAPileGame("a rule does not look at the end of a chain")
        # What the board tests itself, or what holds for every move that it knows.
        ignored = {
            n.IsFaceUp(token=n.TopOf(zone=MOVER)),
            n.Equal(left=total(MOVER), right=n.Number(value=1)),
            n.AtMost(left=n.SizeOf(zone=MOVER), right=n.Number(value=1)),
            *(
                n.Not(item=n.Equal(left=each, right=TARGET))
                for each in (MOVER, n.RootOf(zone=MOVER))
            ),
        }
        parts = [part for part in conjuncts(rule.action.guard) if part not in ignored]
        held = self.anchors[self.cells[rule.target][0]]
        rows = []
        for below in (*self.kinds, held[-1] if held else NOTHING):
            here = below in self.kinds
            test = _with_size(n.And(items=tuple(parts)), receiver, len(held), here, tall)
            rows.append(self._row(test, receiver, below))
        return tuple(rows)

    def _row(self, test: n.Expr, receiver: n.Expr, below: Any) -> int:
        tops = n.TopOf(zone=MOVER), n.TopOf(zone=receiver)
        try:
            envs: list[Env] = [{tops[0]: kind, tops[1]: below} for kind in self.kinds]
            return sum(self.cards.holds(test, env) << i for i, env in enumerate(envs))
        except Undecided:
            raise NotAPileGame("a rule depends on more than two cards") from None

    def _moves(
        self,
        rule: _Rule,
        accept: tuple[int, ...],
        chains: frozenset[str],
        accepts: dict[_Rule, tuple[int, ...]],
    ) -> list[PileMove]:
        """The rules of a board: two for a drag that may take one card or several."""
        guard = [*conjuncts(rule.action.guard)]
        apart = n.RootOf(zone=MOVER) if rule.source in chains else MOVER
        own = n.Not(item=n.Equal(left=apart, right=TARGET))
        if rule.source == rule.target and len(self.cells[rule.source]) > 1 and own not in guard:
            raise NotAPileGame("a drag can end where it starts")
        single = PileMove(rule.source, rule.target, rule.number, accept, None, (), False)
        if rule.drag.count == 1 or _is_alone(rule):
            return [single]
        if n.IsFaceUp(token=n.TopOf(zone=MOVER)) not in guard:
            raise NotAPileGame("face-down cards can be dragged")
        laid = [row for other, row in accepts.items() if other.target == rule.source]
        links = tuple(_joined(row[i] for row in laid) for i in range(len(self.kinds)))
        return [single, replace(single, links=links, depth=True)]

    def _win(self, moving: list[_Rule]) -> tuple[Test, ...]:
        """The sizes of a win. All cards count, so only a card that arrives can complete it."""
        tests: list[Test] = []
        parts = [*conjuncts(self.win)]
        for part in parts:
            match part:
                case n.Equal(left=size, right=n.Number(value=number)):
                    zones = [z for z in self.cells if self._index(z, size) is not None]
                    if len(zones) == 1:
                        index = self._index(zones[0], size)
                        assert index is not None
                        cards = number - self._held(zones[0])
                        where = (((zones[0], index),),)
                        tests.append(Test(b.Q_CARDS, b.EQUAL, cards, where))
                        continue
                case n.AtMost(left=n.SizeOf(zone=zone), right=most):
                    if n.Equal(left=total(zone), right=most) in parts:
                        continue
            raise NotAPileGame("a win is more than a number of cards in each cell")
        full = {zone for test in tests for zone, _ in test.where[0]}
        places = [test.where for test in tests]
        if sum(test.number for test in tests) != len(self.loose) or len({*places}) != len(places):
            raise NotAPileGame("a win does not need all cards")
        if any(rule.target in full and not rule.checks for rule in moving):
            raise NotAPileGame("a win is not tested for after every move")
        return tuple(tests)

    def _index(self, name: str, size: n.Expr) -> int | None:
        """The index of the cell of a zone that an expression is the size of."""
        for index, cell in enumerate(self.cells[name]):
            if size in (n.SizeOf(zone=n.ZoneAt(name=cell)), total(n.ZoneAt(name=cell))):
                return index
        return None


def _same_body(body: n.Block) -> n.Block:
    """What an action does, if all its rules do the same."""
    if len(body) != 1 or not isinstance(body[0], n.If):
        return body
    then, otherwise = _same_body(body[0].then), _same_body(body[0].otherwise)
    if then != otherwise:
        raise NotAPileGame("the rules for a drag differ in what they do")
    return then


def _is_alone(rule: _Rule) -> bool:
    """Whether only the last card of a cell can be dragged."""
    alone = n.Equal(left=total(MOVER), right=n.Number(value=1))
    return alone in conjuncts(rule.action.guard)


def _joined(masks: Any) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _with_size(test: n.Expr, receiver: n.Expr, held: int, filled: bool, tall: bool) -> n.Expr:
    """A test with what is known of the size of the zone that cards arrive at: in a chain it holds
    one card, or the fixed ones; a flat pile with cards holds more than those."""

    def change(node: n.Node) -> n.Node:
        match node:
            case n.Equal(left=n.SizeOf(zone=zone), right=n.Number(value=number)):
                if zone == receiver and (not filled or tall or number <= held):
                    size = held if not filled else 1 if tall else held + 1
                    return n.Truth(value=size == number)
        return node

    return rebuild(test, change)
