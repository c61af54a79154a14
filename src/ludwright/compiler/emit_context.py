"""What is known while code is emitted: types, fallibility, static tests, and who may ask.

The part that changes from op to op (`fail`, `asks`, `facts` ...) is set by context managers, which
restore it at their end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from ..gamedef import nodes as n
from ..gamedef.call_graph import called_in_trials, called_together, calls_of, within_atomic
from ..gamedef.claims import FAULTLESS, LIST, claimed, may
from ..gamedef.completion import Completion
from ..gamedef.fallibility import Facts, can_fail, exists, facts_of, items_exist
from ..gamedef.fallibility import inside as within
from ..gamedef.information_flow import OPEN, Dependence, InformationFlow
from ..gamedef.scope import Scope, is_list, item_type
from ..gamedef.steady_names import is_bound_steadily
from ..gamedef.types import type_of
from ..gamedef.visibility import Visibility
from ..gamedef.walk import substitute, walk
from ..machine.program import Binding
from .asked import may_need, needs_token
from .code import Code, Label
from .fold import Folded, Tables, fold, fold_value
from .frame import Frame
from .layout import Layout
from .liveness import live_names
from .passes import MOST_UNROLLED, static_items
from .speculation import is_free, may_stop
from .value_ranges import ValueRanges

Test = TypeVar("Test", n.Filter, n.AnyOf)

FEWEST_ITEMS = 16  # room of a local list that escapes its loop
JOINED_ITEMS = 64  # ... in a game that joins lists, where an item may occur more than once
SELECTIONS = 256  # ... of numbers, in a game that selects items of lists
CONNECTIVES = (n.Local, n.Number, n.Truth, n.Symbol, n.And, n.Or, n.Not, n.Equal)
FEW = 4  # items of a written list that are tested one by one


def is_short(items: n.Expr) -> bool:
    """Whether a list is written out and so short that a test over it needs no list."""
    return isinstance(items, n.ListOf) and len(items.items) <= FEW


def is_literal(items: n.Expr) -> bool:
    """Whether a list is written out and has items: its sum or an extreme needs no list."""
    return isinstance(items, n.ListOf) and bool(items.items)


def may_fault(expr: n.Expr) -> bool:
    """Whether an expression must not be evaluated speculatively, as it may be a fault: a number
    that is too large, or a list that is too long."""
    return any(may(part, LIST) or not claimed(part, FAULTLESS) for part in walk(expr))


def unrolled(
    context: EmitContext, items: n.Expr, inside: tuple[n.Expr, ...]
) -> tuple[n.Expr, ...] | None:
    """The items of a static list, if a loop over it is emitted once for each of them."""
    constants = static_items(items, context.game, context.layout.seats)
    if constants is None or not all(_is_word(item) for item in constants):
        return None
    size = sum(1 for expr in inside for _ in walk(expr))
    # A block is emitted once: what waits in it must not have two sites.
    blocks = any(isinstance(x, n.Possible) for expr in inside for x in walk(expr))
    return None if blocks or len(constants) * (1 + size) > MOST_UNROLLED else constants


def _is_word(item: n.Expr) -> bool:
    """Whether a constant is certainly a word of the state, whatever its type."""
    return isinstance(item, n.Seat | n.ZoneAt | n.TeamNamed | n.Number | n.Symbol)


def is_stream(context: EmitContext, items: n.Expr, inside: tuple[n.Expr, ...] = ()) -> bool:
    """Whether a loop needs no list of its items; see `streams.py`."""
    if not context.is_plain:
        return False
    if unrolled(context, items, inside) is not None:
        return True
    layout, facts = context.layout, context.facts
    if isinstance(items, n.Filter):
        # One op makes the list where the test is a bit table.
        return context.fold_items(items) is None and not may_stop(layout, items.where)
    if isinstance(items, n.Each):
        mapped = context.are_tokens(items.items) and fold_value(
            items.value, n.Local(name=items.name), layout
        )
        return not mapped and is_free(layout, items.value, within(items, facts))
    return isinstance(items, n.Join) and all(is_free(layout, x, facts) for x in items.lists)


class EmitContext:
    """What is known at the next op."""

    def __init__(self, game: n.GameDef, layout: Layout, code: Code) -> None:
        self.game, self.layout = game, layout
        self.scope = Scope.of(game)
        self.flow = InformationFlow(game)
        self.visibility = Visibility(game)
        self.procedure = "main"  # the one at hand
        self.frame = Frame(code)
        self.facts: Facts = facts_of(game, layout.seats)
        self.completion = Completion(game, self.facts)
        self.fail: Label | int = 0  # where a failure jumps to; 0 fails the statement
        self.asks: Label | bool = False  # whether a seat may not know what is read, and what then
        self.draws = bool(layout.bags)  # whether the next op decides what is in bags
        self.final: frozenset[int] = frozenset()  # choices with which a round ends, by identity
        self.searched = False  # whether a lookahead may try every option of the choices here
        self.calls = calls_of(game)
        self.in_trials = called_in_trials(game)
        self.in_together = called_together(game)
        self.within_atomic = within_atomic(game)
        self.live_names = {
            at: names for p in game.procedures for at, names in live_names(p).items()
        }
        shuffles = (x.zone for x in walk(game) if isinstance(x, n.Shuffle))
        self._bags = {zone.name if isinstance(zone, n.ZoneAt) else "" for zone in shuffles}
        self._folded: Tables = {}
        self._needs: dict[tuple[str, n.Expr], bool] = {}

    @cached_property
    def ranges(self) -> ValueRanges:
        """What words expressions can have."""
        return ValueRanges(self.game, self.layout)

    @property
    def is_plain(self) -> bool:
        """Whether the order of evaluation cannot be observed: no seat asks, nothing is drawn."""
        return not (self.asks or self.draws)

    def may_skip(self, expr: n.Expr) -> bool:
        """Whether nobody notices if an expression is not evaluated."""
        return self.is_plain and is_free(self.layout, expr, self.facts)

    # ---- context managers ----

    @contextmanager
    def failing(self, label: Label | int) -> Iterator[None]:
        """Let what fails inside jump to a label instead of failing the statement."""
        before, self.fail = self.fail, label
        yield
        self.fail = before

    @contextmanager
    def asking(self, label: Label | bool) -> Iterator[None]:
        """Let what the asking seat may not know jump to a label, or (true) end the trial."""
        before, self.asks = self.asks, label
        yield
        self.asks = before

    @contextmanager
    def without_draws(self) -> Iterator[None]:
        """Leave bags alone inside: what is listed there must not depend on them."""
        before, self.draws = self.draws, False
        yield
        self.draws = before

    @contextmanager
    def bound(self, name: str, address: int, kind: str, exists: bool = True) -> Iterator[None]:
        """Bind a name inside an expression or an action only."""
        frame, facts = self.frame, self.facts
        before = (frame.names.get(name), frame.types.get(name))
        frame.names[name], frame.types[name] = address, kind
        self.facts = facts.bind(name, exists)
        start = frame.code.here
        yield
        frame.code.bindings.append(Binding(start, frame.code.here, address, name))
        self.facts = facts
        old_address, old_type = before
        if old_address is None or old_type is None:
            del frame.names[name], frame.types[name]
        else:
            frame.names[name], frame.types[name] = old_address, old_type

    # ---- hidden information ----

    def asking_about(self, expr: n.Expr) -> AbstractContextManager[None]:
        """Let no trial end inside, if an expression depends on nothing that may be hidden."""
        if self.asks is not True or self.draws or self._may_need(expr):
            return nullcontext()
        return self.asking(False)

    def _may_need(self, expr: n.Expr) -> bool:
        """Whether a seat may not know something that an expression here reads."""
        case = (self.procedure, expr)
        if case not in self._needs:
            self._needs[case] = may_need(expr, self.procedure, self.scope, self.visibility)
        return self._needs[case]

    # ---- types and static tests ----

    def type_of(self, expr: n.Expr) -> str:
        """The type of an expression here."""
        return type_of(expr, self.scope.with_names(self.frame.types))

    def are_tokens(self, items: n.Expr) -> bool:
        """Whether the items of a list are tokens, none of them nothing."""
        return item_type(self.type_of(items)) == "token" and items_exist(items, self.facts)

    def domain(self, expr: n.Expr) -> int | None:
        """How many values an expression has that can be evaluated anywhere; None if it cannot."""
        if can_fail(expr, self.facts) or may_fault(expr):
            return None
        return self.layout.values_of(self.type_of(expr))

    def fold(self, test: n.Expr, token: n.Expr) -> Folded | None:
        """A test of a token as a bit table, if it is static enough and no seat asks about it."""
        if self.asks and not self.is_open(test):
            return None
        return fold(test, token, self.layout, self.domain, self._folded)

    def is_open(self, test: n.Expr) -> bool:
        """Whether every seat may know the result of a test of a token: it depends on nothing but
        properties that show on the back."""
        return all(
            isinstance(node, CONNECTIVES)
            or (isinstance(node, n.PropertyOf) and node.property in self.layout.open)
            for node in walk(test)
        )

    def fold_first(self, node: n.Item) -> Folded | None:
        """The bit table of a test for the first token of a zone that passes it, if it is one."""
        items = node.items if node.index == n.Number(value=0) else None
        if not isinstance(items, n.Filter) or not isinstance(items.items, n.TokensIn):
            return None
        return None if self.draws_from(items.items.zone) else self.fold_items(items)

    def fold_pair(self, test: n.Expr, key: n.Expr, token: n.Expr) -> Folded | None:
        """A test of two tokens as a bit table with a row for each value of `key`."""
        folded = self.fold(test, token)
        if folded is None or any(each != key for each in folded.keys):
            return None
        if folded.keys:
            return folded
        rows = len(self.layout.tokens) + 1  # the same row whatever the key is
        return Folded((key,), (rows,), folded.words, folded.bits * rows)

    def fold_items(self, node: n.Filter | n.AnyOf | n.AllOf) -> Folded | None:
        """The bit table of a test over a list of tokens, if it is static enough."""
        if not self.are_tokens(node.items):
            return None
        # The address does not matter: only the type of the name does while folding.
        with self.bound(node.name, 0, "token"):
            return self.fold(node.where, n.Local(name=node.name))

    def fused(self, node: n.Filter) -> n.Filter:
        """A filter of a filter as one test, where that is a bit table."""
        inner = node.items
        if not (self.is_plain and isinstance(inner, n.Filter)):
            return node
        inner = self.fused(inner)
        outer = substitute(node.where, {node.name: n.Local(name=inner.name)})
        made = replace(inner, where=n.And(items=(inner.where, outer), span=node.span))
        return made if self.fold_items(made) is not None else node

    def sifted(self, node: Test) -> Test:
        """A test over tokens whose static parts, a bit table, are tested beforehand by one op."""
        parts = node.where.items if isinstance(node.where, n.And) else ()
        if not (parts and self.is_plain and self.are_tokens(node.items)):
            return node
        static = tuple(part for part in parts if self._is_static(part, node))
        # Parts that fail make a test false in any order; a fault must remain one.
        if not static or len(static) == len(parts) or may_stop(self.layout, node.where):
            return node
        where = n.And(items=static, span=node.span)
        joined = node.items.lists if isinstance(node.items, n.Join) else (node.items,)
        sieves = tuple(n.Filter(items=x, name=node.name, where=where) for x in joined)
        items = sieves[0] if len(sieves) == 1 else n.Join(lists=sieves, span=node.span)
        left = tuple(part for part in parts if part not in static)
        return replace(node, items=items, where=n.And(items=left, span=node.span))

    def _is_static(self, part: n.Expr, node: Test) -> bool:
        folded = self.fold_items(replace(node, where=part))
        return folded is not None and not folded.keys

    def fold_known(self, test: n.Expr, name: str) -> Folded | None:
        """As `fold`, for tokens of a name that are all known, even where a seat asks."""
        token = n.Local(name=name)
        if self.asks and not needs_token(test, token, self.layout):
            return None
        with self.bound(name, 0, "token"):
            return fold(test, token, self.layout, self.domain, self._folded)

    def is_direct(self, node: n.AnyOf | n.AllOf) -> bool:
        """Whether a test over a zone's tokens is one op that needs no list of them."""
        zone = node.items.zone if isinstance(node.items, n.TokensIn) else None
        return zone is not None and exists(zone, self.facts) and self.fold_items(node) is not None

    def draws_from(self, zone: n.Expr) -> bool:
        """Whether reading a zone decides what is in it, because it may be a bag."""
        named = zone.name if isinstance(zone, n.ZoneAt) else ""
        # An unnamed zone may be any, as a shuffled one or as the one that is read.
        bag = not named or not self._bags.isdisjoint({named, ""})
        return self.draws and bag and not isinstance(self.asks, Label)

    # ---- lists ----

    def makes_lists(self, *exprs: n.Expr | None) -> bool:
        """Whether evaluating these expressions may put lists in the list area.

        If the code makes none in the end, the peephole pass drops the ops that restore the area."""
        return any(may(node, LIST) for expr in exprs if expr for node in walk(expr))

    def sifts_zone(self, items: n.Filter) -> bool:
        """Whether tokens of a zone are filtered by one op, or counted."""
        zone = isinstance(items.items, n.TokensIn) and self.is_plain
        return zone and self.fold_items(items) is not None

    def is_in_zone(self, node: n.Contains) -> bool:
        """Whether a token is looked for in a zone by asking for its zone."""
        zone = node.items.zone if isinstance(node.items, n.TokensIn) else None
        return self.is_plain and zone is not None and exists(zone, self.facts)

    def binds_lists(self, block: n.Block) -> bool:
        """Whether a block binds a name to a list in the list area."""
        return any(
            isinstance(node, n.Let | n.Pick)
            and node.name not in self.frame.escaping
            and (isinstance(node, n.Pick) or is_list(self.type_of(node.value)))
            for statement in block
            for node in walk(statement)
        )

    def room_for(self, kind: str) -> int:
        """How many items a local list of this type may have if it has room of its own."""
        counted = self.layout.values_of(item_type(kind)) or 0
        joins = any(isinstance(x, n.Join) for x in walk(self.game))
        room = max(JOINED_ITEMS, 2 * counted) if joins else max(FEWEST_ITEMS, counted)
        selects = kind == "[int]" and any(isinstance(x, n.Subsets) for x in walk(self.game))
        return max(room, SELECTIONS) if selects else room

    # ---- who may know ----

    def audience(self, name: str, seat: n.Expr | None, waiting: n.Node | None = None) -> str:
        """Who certainly may know the value of a name: all, the seat that decides, or none. A secret
        choice may be known to its chooser, if that is the seat that decides."""
        frame = self.frame
        # Seats are compared as expressions, so the deciding seat must still be the one it was when
        # the name was bound.
        depends = frame.depends.get(name, OPEN)
        audience = self.audience_of(depends, seat)
        if audience == "decider" and not self._is_steady(name, seat, waiting):
            audience = "none"
        choosers = self.flow.chosen_by(depends)
        if audience != "none" or not choosers:
            return audience
        return "chooser" if choosers == {seat} else "nobody"

    def _is_steady(self, name: str, seat: n.Expr | None, waiting: n.Node | None) -> bool:
        frame, flow = self.frame, self.flow
        assert seat is not None, "somebody decides"
        if flow.is_steady(seat, name, frame.chosen.get(name), frame.depends):
            return True
        return waiting is not None and is_bound_steadily(
            flow, frame.body, name, waiting, seat, frame.depends
        )

    def audience_of(self, depends: Dependence, seat: n.Expr | None) -> str:
        """Who certainly may know a value, by what it depends on."""
        hidden = [s for s in depends.secrets if not self.flow.is_open(s)]
        if not hidden:
            return "all"
        owned = seat is not None and all(self.flow.is_owned(s, seat) for s in hidden)
        return "decider" if owned else "none"
