"""Translate the conditions for winning to linear terms over words of the state.

They feed the heuristic only, so a condition that has no such form is simply left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ..gamedef import nodes as n
from ..gamedef.walk import children
from ..machine import state as m
from ..machine.program import Array, Program
from .heuristic import AT_MOST, E_ALTERNATIVES, E_HIDDEN, E_START, E_TOKENS, E_ZONES, EXACTLY

MOST_ALTERNATIVES = 64
GOAL, HIDDEN = 4, 3  # weights of a unit short of a goal, and of a face-down token


@dataclass(frozen=True)
class Term:
    """A linear sum of words that has to be 0 (EXACTLY) or at most 0 (AT_MOST)."""

    kind: int
    constant: int
    words: tuple[tuple[int, int], ...]


Alternative = tuple[Term, ...]
"""Terms that must all hold: one clause of a disjunctive normal form."""


def evaluation(game: n.GameDef, program: Program) -> Array:
    """The encoded win conditions that `heuristic.value_of` reads, for a prepared game."""
    reader = _Reader(program)
    found = [each for test in winning_tests(game) for each in reader.alternatives(test, True)]
    alternatives = [each for each in dict.fromkeys(found[:MOST_ALTERNATIVES]) if each]
    words = [0] * E_ZONES + _zones_that_hide(game, program)
    words[E_TOKENS] = int(program.code[m.P_TOKENS])
    words[E_HIDDEN] = HIDDEN
    words[E_ALTERNATIVES], words[E_START] = len(alternatives), len(words)
    for alternative in alternatives:
        words.append(len(alternative))
        for term in alternative:
            words += [GOAL, term.kind, term.constant, len(term.words)]
            words += [x for pair in term.words for x in pair]
    return np.array(words, np.int32)


def _zones_that_hide(game: n.GameDef, program: Program) -> list[int]:
    """By zone number: whether tokens there may be face up or face down."""
    keeping = {zone.name for zone in game.zones if zone.face == "keep"}
    return [int(zone is not None and zone.name in keeping) for zone in program.zones]


def winning_tests(game: n.GameDef) -> list[n.Expr]:
    """For each statement that ends the game with a winner, the conjunction of its tests."""
    found: list[n.Expr] = []
    for procedure in game.procedures:
        found += _ends(procedure.body, ())
    return found


def _ends(block: n.Block, around: tuple[n.Expr, ...]) -> Iterator[n.Expr]:
    for statement in block:
        if isinstance(statement, n.EndGame):
            if not isinstance(statement.winners, n.ListOf) or statement.winners.items:
                yield n.And(items=around)
        elif isinstance(statement, n.If):
            yield from _ends(statement.then, (*around, statement.test))
            yield from _ends(statement.otherwise, (*around, n.Not(item=statement.test)))
        else:
            yield from _ends(tuple(_statements(statement)), around)


def _statements(node: n.Node) -> Iterator[n.Statement]:
    """The statements directly below a node, those of actions included."""
    for child in children(node):
        if isinstance(child, n.Statement):
            yield child
        elif isinstance(child, n.Action):
            yield from _statements(child)


class _Reader:
    """Reads conditions in disjunctive normal form, at most MOST_ALTERNATIVES clauses long."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sizes = program.columns.size

    def alternatives(self, test: n.Expr, wanted: bool) -> list[Alternative]:
        """The clauses of a test, or of its negation if it is not wanted; a single clause without
        terms if the test has no linear form."""
        if isinstance(test, n.Not):
            return self.alternatives(test.item, not wanted)
        if isinstance(test, n.And | n.Or):
            parts = [self.alternatives(item, wanted) for item in test.items]
            # De Morgan: a negated conjunction is a disjunction of negations, and the reverse.
            return _conjoin(parts) if isinstance(test, n.And) is wanted else _disjoin(parts)
        if isinstance(test, n.Exists) and isinstance(test.item, n.TopOf):
            size = n.SizeOf(zone=test.item.zone)
            return self.alternatives(n.Less(left=n.Number(value=0), right=size), wanted)
        rule = COMPARED.get(type(test))
        if rule is None:
            return [()]
        left, right = self.sum(test.left), self.sum(test.right)  # type: ignore[attr-defined]
        if left is None or right is None:
            return [()]
        term = rule(_less(left, right), wanted)
        return [(term,)] if term else [()]

    def sum(self, expr: n.Expr) -> dict[int, int] | None:
        """An expression as factors by address, the constant at 0; None if it is not linear."""
        if isinstance(expr, n.Number):
            return {0: expr.value}
        if isinstance(expr, n.SizeOf) and isinstance(expr.zone, n.ZoneAt):
            zone = self._zone(expr.zone)
            return {self.sizes + zone: 1} if zone else None
        if isinstance(expr, n.Variable) and expr.of is None and expr.index is None:
            info = self.program.variables.get(expr.name)
            return {info.address: 1} if info and info.type == "int" else None
        if isinstance(expr, n.Add | n.Subtract):
            left, right = self.sum(expr.left), self.sum(expr.right)
            if left is None or right is None:
                return None
            return _plus(left, right) if isinstance(expr, n.Add) else _less(left, right)
        if isinstance(expr, n.Sum) and isinstance(expr.items, n.ListOf):
            total: dict[int, int] = {}
            for item in expr.items.items:
                part = self.sum(item)
                if part is None:
                    return None
                total = _plus(total, part)
            return total
        return None

    def _zone(self, at: n.ZoneAt) -> int:
        index = at.index.value if isinstance(at.index, n.Number) else 0 if not at.index else -1
        owner = at.owner.number if isinstance(at.owner, n.Seat) else None
        return self.program.zone_number(at.name, owner, index)


def _plus(left: dict[int, int], right: dict[int, int]) -> dict[int, int]:
    return {key: left.get(key, 0) + right.get(key, 0) for key in {**left, **right}}


def _less(left: dict[int, int], right: dict[int, int]) -> dict[int, int]:
    return _plus(left, {key: -factor for key, factor in right.items()})


def _conjoin(parts: list[list[Alternative]]) -> list[Alternative]:
    found: list[Alternative] = [()]
    for part in parts:
        found = [one + other for one in found for other in part][:MOST_ALTERNATIVES]
    return found


def _disjoin(parts: list[list[Alternative]]) -> list[Alternative]:
    return [each for part in parts for each in part][:MOST_ALTERNATIVES]


def _term(kind: int, total: dict[int, int], more: int = 0) -> Term | None:
    words = tuple((factor, at) for at, factor in sorted(total.items()) if at and factor)
    # The kernel sums in 64 bits: small factors of 32-bit words cannot overflow.
    small = all(abs(factor) < 1 << 15 for factor, _ in words)
    return Term(kind, total.get(0, 0) + more, words) if words and small else None


def _negative(total: dict[int, int]) -> dict[int, int]:
    return {key: -factor for key, factor in total.items()}


COMPARED: dict[type[n.Expr], Callable[[dict[int, int], bool], Term | None]] = {
    n.Equal: lambda total, wanted: _term(EXACTLY, total) if wanted else None,
    n.Less: lambda total, wanted: (
        _term(AT_MOST, total, 1) if wanted else _term(AT_MOST, _negative(total))
    ),
    n.AtMost: lambda total, wanted: (
        _term(AT_MOST, total) if wanted else _term(AT_MOST, _negative(total), 1)
    ),
}
"""For each comparison `left <op> right`, the term over `left - right` that makes it true, or false
if it is not wanted. Unequal has no term; `x < 0` is `x + 1 <= 0`."""
