"""How a Pick is asked: as one choice of a set where there are few enough sets, else one by one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from ..gamedef import nodes as n
from ..gamedef.build import ZERO
from ..gamedef.claims import SUBLIST, UNIQUE, claimed
from ..gamedef.walk import NODE_FIELDS, rebuild, walk
from ..machine import state as m
from .layout import Layout

MOST_SETS = 1 << 20  # that are one choice
TOO_FEW = "too few items to pick from"


def sets_up_to(items: int, most: int) -> int:
    """The number of sets of at most `most` of a number of items."""
    return sum(math.comb(items, k) for k in range(min(items, most) + 1))


def longest(most: int) -> int:
    """The longest list of which `most` or fewer items are picked at once."""
    bound = m.MOST_SET_WORDS * m.SET_BITS
    return next((items for items in range(bound) if sets_up_to(items + 1, most) > MOST_SETS), bound)


BOUNDS = {most: longest(most) for most in range(1, 21)}
"""The longest lists by the number of items picked; of 20 items any number may be."""


def rewrite_picks(game: n.GameDef, seats: int) -> n.GameDef:
    """The game with every Pick rewritten: its list and numbers are evaluated before it; one that
    may have too many sets, and every sequence, becomes a loop of choices."""
    if not any(isinstance(x, n.Pick) for x in walk(game)):
        return game
    layout, numbers = Layout(game, seats), count(1)
    made: dict[int, n.Block] = {}

    def change(node: n.Node) -> n.Node:
        if isinstance(node, n.Pick):
            marked = replace(
                node
            )  # equal Picks may be one object; this one has an identity of its own
            made[id(marked)] = _Asked(marked, layout, next(numbers)).block()
            kept.append(marked)
            return marked
        fields = {name: getattr(node, name) for name in NODE_FIELDS[type(node)]}
        blocks = {name: v for name, v in fields.items() if isinstance(v, tuple)}
        spliced = {name: tuple(_spliced(v, made)) for name, v in blocks.items()}
        if all(len(spliced[name]) == len(blocks[name]) for name in blocks):
            return node
        return replace(node, **spliced)  # type: ignore[arg-type]

    # Keeps the marked nodes alive, so that no other object gets one of their ids.
    kept: list[n.Node] = []
    return rebuild(game, change)


def _spliced(items: tuple[object, ...], made: dict[int, n.Block]) -> Iterator[object]:
    for item in items:
        if id(item) in made:
            yield from made[id(item)]
        else:
            yield item


class _Asked:
    """One Pick being rewritten."""

    def __init__(self, node: n.Pick, layout: Layout, number: int) -> None:
        self.node = node
        self.number = number
        values = layout.values_of(node.of)
        self.values = values if values is not None else 1 << 31
        self.before: list[n.Statement] = []
        if not node.sequence:
            self.items = self._kept("items", _each_once(node.items))
        self.least, self.most = self._kept("least", node.least), self._kept("most", node.most)

    def _kept(self, what: str, expr: n.Expr) -> n.Expr:
        """Bind a value that is evaluated once, before anything is picked."""
        if isinstance(expr, n.Number):
            return expr
        name = f"{self.node.name}, {what} {self.number}"
        self.before.append(n.Let(name=name, value=expr, span=self.node.span))
        return n.Local(name=name)

    def block(self) -> n.Block:
        """The statements in place of the Pick."""
        node = self.node
        if node.sequence:
            too_few = n.Less(left=n.Length(items=self.chosen), right=self.least)
            rest = self._rest(_each_once(node.items))
            return (*self.before, *self._one_by_one(rest), self._fail(too_few))
        at_once = replace(node, items=self.items, least=self.least, most=self.most)
        size = n.Length(items=self.items)
        few = n.Or(
            items=(
                n.Less(left=size, right=self.least),
                n.Less(left=self.most, right=self.least),
            )
        )
        singly = (*self._one_by_one(self._rest(self.items)), self._in_order())
        # A type with too many values for the operands of a set, such as all integers.
        if self.values > m.MOST_SET_WORDS * m.SET_BITS:
            return (*self.before, self._fail(few), *singly)
        test = self._is_few(size)
        if test == n.Truth(value=True):
            return (*self.before, at_once)
        choice = n.If(test=test, then=(at_once,), otherwise=singly, span=node.span)
        return (*self.before, self._fail(few), choice)

    def _is_few(self, size: n.Expr) -> n.Expr:
        """The test that the sets are few enough to be one choice."""
        if isinstance(self.most, n.Number):
            bound = BOUNDS.get(max(1, min(self.most.value, 20)), 20)
            if self.values <= bound:
                return n.Truth(value=True)
            return n.AtMost(left=size, right=n.Number(value=bound))
        if self.values <= BOUNDS[20]:
            return n.Truth(value=True)
        ways = (
            n.And(
                items=(
                    n.AtMost(left=self.most, right=n.Number(value=most)),
                    n.AtMost(left=size, right=n.Number(value=bound)),
                )
            )
            for most, bound in BOUNDS.items()
            if bound > BOUNDS[20]
        )
        return n.Or(items=(n.AtMost(left=size, right=n.Number(value=BOUNDS[20])), *ways))

    def _fail(self, test: n.Expr) -> n.Statement:
        span = self.node.span
        return n.If(test=test, then=(n.Fail(reason=TOO_FEW, span=span),), span=span)

    @property
    def chosen(self) -> n.Local:
        """The items picked so far."""
        return n.Local(name=self.node.name)

    def _rest(self, items: n.Expr) -> n.Expr:
        """The items that can still be picked."""
        name = f"{self.node.name}, rest {self.number}"
        there = n.Contains(items=self.chosen, value=n.Local(name=name))
        return n.Filter(items=items, name=name, where=n.Not(item=there), span=items.span)

    def _in_order(self) -> n.Statement:
        """Bind the picked items in the order of the list."""
        name = f"{self.node.name}, rest {self.number}"
        there = n.Contains(items=self.chosen, value=n.Local(name=name))
        ordered = n.Filter(items=self.items, name=name, where=there)
        return n.Let(name=self.node.name, value=ordered, span=self.node.span)

    def _one_by_one(self, rest: n.Expr) -> n.Block:
        """Start with the empty list, then a loop of choices."""
        node, span = self.node, self.node.span
        empty = n.ListOf(items=(), of=node.of, span=span)
        picked = n.Length(items=self.chosen)
        more = n.Less(left=picked, right=self.most)
        # Counted outside a test, where a list that fails would just be empty.
        left = n.Local(name=f"{node.name}, left {self.number}")
        count = n.Let(name=left.name, value=n.Length(items=rest), span=span)
        none = n.If(test=n.Equal(left=left, right=ZERO), then=(n.Leave(span=span),), span=span)
        ask = n.Decide(
            seat=node.seat,
            actions=self._actions(rest),
            announced=node.announced,
            prompt=node.prompt,
            picking=n.Picking(
                chosen=self.chosen, least=self.least, most=self.most, sequence=node.sequence
            ),
            span=span,
        )
        return (
            n.Let(name=node.name, value=empty, span=span),
            n.While(test=more, body=(count, none, ask), span=span),
        )

    def _actions(self, rest: n.Expr) -> tuple[n.Action, ...]:
        node, span = self.node, self.node.span
        name = f"{node.name}, pick {self.number}"
        item = n.Local(name=name)
        longer = n.Join(lists=(self.chosen, n.ListOf(items=(item,), of=node.of)))
        pick = n.Action(
            name=node.name,
            parameters=(n.Parameter(name=name, type=node.of, items=rest, span=span),),
            body=(n.Let(name=node.name, value=longer, span=span),),
            notations=(n.Notation(name="", parts=(item,)),),
            span=span,
        )
        # The number is fixed: the loop ends by itself, without a "done".
        if isinstance(self.least, n.Number) and self.least == self.most:
            return (pick,)
        enough = n.AtMost(left=self.least, right=n.Length(items=self.chosen))
        done = n.Action(name="done", guard=enough, body=(n.Leave(span=span),), span=span)
        return pick, done


def _each_once(items: n.Expr) -> n.Expr:
    return items if _has_none_twice(items) else n.Distinct(items=items, span=items.span)


def _has_none_twice(items: n.Expr) -> bool:
    if claimed(items, UNIQUE):
        return True
    return claimed(items, SUBLIST) and _has_none_twice(items.items)  # type: ignore[attr-defined]
