"""What a game is won by, as sums of words of the state that have to become something.

Only a help for searches: a condition that is not understood is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ..gamedef import nodes as n
from ..gamedef.walk import children
from ..machine import state as m
from ..machine.program import Array, Program
from .heuristic import AT_MOST, E_HIDDEN, E_START, E_TOKENS, E_WAYS, E_ZONES, EXACTLY

MOST_WAYS = 64
GOAL, HIDDEN = 4, 3  # what a token that is not where it must be counts, and one that lies face down


@dataclass(frozen=True)
class Term:
    """A sum of words, each with a factor, that has to be 0, or at most 0."""

    kind: int
    constant: int
    words: tuple[tuple[int, int], ...]


Way = tuple[Term, ...]


def evaluation(game: n.GameDef, program: Program) -> Array:
    """What `value_of` works a value out from, for a game as it was prepared for its program."""
    reader = _Reader(program)
    ways = [way for test in winning_tests(game) for way in reader.ways(test, True)][:MOST_WAYS]
    ways = [way for way in dict.fromkeys(ways) if way]
    words = [0] * E_ZONES + _zones_that_hide(game, program)
    words[E_TOKENS] = int(program.code[m.P_TOKENS])
    words[E_HIDDEN] = HIDDEN
    words[E_WAYS], words[E_START] = len(ways), len(words)
    for way in ways:
        words.append(len(way))
        for term in way:
            words += [GOAL, term.kind, term.constant, len(term.words)]
            words += [x for pair in term.words for x in pair]
    return np.array(words, np.int32)


def _zones_that_hide(game: n.GameDef, program: Program) -> list[int]:
    """By zone number: whether tokens may lie there face up as well as face down."""
    keeping = {zone.name for zone in game.zones if zone.face == "keep"}
    return [int(zone is not None and zone.name in keeping) for zone in program.zones]


def winning_tests(game: n.GameDef) -> list[n.Expr]:
    """For each place where a game ends with a winner the tests around it."""
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
    """The statements below a node that is no test."""
    for child in children(node):
        if isinstance(child, n.Statement):
            yield child
        elif isinstance(child, n.Action):
            yield from _statements(child)


class _Reader:
    """Reads conditions as ways to make them hold."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sizes = program.columns.size

    def ways(self, test: n.Expr, wanted: bool) -> list[Way]:
        """The ways to make a test come out as wanted; one without terms if nothing is known."""
        if isinstance(test, n.Not):
            return self.ways(test.item, not wanted)
        if isinstance(test, n.And | n.Or):
            parts = [self.ways(item, wanted) for item in test.items]
            return _all(parts) if isinstance(test, n.And) is wanted else _any(parts)
        if isinstance(test, n.Exists) and isinstance(test.item, n.TopOf):
            size = n.SizeOf(zone=test.item.zone)
            return self.ways(n.Less(left=n.Number(value=0), right=size), wanted)
        rule = COMPARED.get(type(test))
        if rule is None:
            return [()]
        left, right = self.sum(test.left), self.sum(test.right)  # type: ignore[attr-defined]
        if left is None or right is None:
            return [()]
        term = rule(_less(left, right), wanted)
        return [(term,)] if term else [()]

    def sum(self, expr: n.Expr) -> dict[int, int] | None:
        """An expression as a sum: factors by address, 0 for the constant; None if it is none."""
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


def _all(parts: list[list[Way]]) -> list[Way]:
    found: list[Way] = [()]
    for part in parts:
        found = [one + other for one in found for other in part][:MOST_WAYS]
    return found


def _any(parts: list[list[Way]]) -> list[Way]:
    return [way for part in parts for way in part][:MOST_WAYS]


def _term(kind: int, total: dict[int, int], more: int = 0) -> Term | None:
    words = tuple((factor, at) for at, factor in sorted(total.items()) if at and factor)
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
"""For each comparison of a difference with 0: what has to be, so that it holds or does not."""
