"""Relevance: which variables cannot influence play, only themselves and the final scores.

A value *counts* unless it flows only into variables and names that do not count either, or into the
scores of an EndGame. Counting is propagated backwards along the flows, from every other use: tests,
lists to choose from, zones, winners.

Proof: let two positions differ in idle variables only, and let the same options be chosen in both.
No test, list or zone is computed from a difference. No statement fails because of one, since values
that differ are operands only of operators that fail for none of their values; and where one of them
decides which part is evaluated, no part can fail or be hidden. So both run the same statements in
the same order, and the rest of the two positions stays equal. The only thing that can separate them
is a number that does not fit, which is a fault.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import nodes as n
from .claims import LIST, STRICT, TOTAL, claimed, may
from .walk import children, walk

Thing = tuple[str, str]
"""The procedure of a local name (empty for a variable), and the name."""
Flow = tuple[Thing, Thing | None]
"""What is read, and what it flows into; None for scores."""

COUNTS: Thing = ("", "")

LAZY = (n.And, n.Or, n.Conditional)
"""Expressions in which the value of one part decides which others are evaluated."""
TEXTS = (n.Notation, n.Reason, n.Refusal)
"""What is displayed, and decides nothing."""


def idle_variables(game: n.GameDef) -> frozenset[str]:
    """The variables whose values can never influence the winners, the options or the zones of
    tokens."""
    flows = list(_Flows(game).all())
    # The least set that contains COUNTS and is closed under the flows backwards.
    counting = {COUNTS}
    before = 0
    while len(counting) > before:
        before = len(counting)
        counting |= {thing for thing, to in flows if to in counting}
    return frozenset(v.name for v in game.variables if ("", v.name) not in counting)


class _Flows:
    """The flows of a game: where each value that is read goes."""

    def __init__(self, game: n.GameDef) -> None:
        self.game = game
        # A hidden variable may end a trial where it is read (NEED), so its value does more than
        # flow.
        self.open = {v.name for v in game.variables if v.audience == "all"}
        self.parameters = {p.name: [q.name for q in p.parameters] for p in game.procedures}

    def all(self) -> Iterator[Flow]:
        """Every flow of the game."""
        for procedure in self.game.procedures:
            yield from self.below(procedure, procedure.name)
        for number, listener in enumerate(self.game.listeners):
            yield from self.below(listener, f"listener {number}")
        for variable in self.game.variables:
            yield from self.value(variable.initial, "", ("", variable.name))

    def below(self, node: n.Node, scope: str) -> Iterator[Flow]:
        """The flows in the parts of a node that is not an expression."""
        goals = dict(self.goals(node, scope))
        for child in children(node):
            if isinstance(child, n.Expr):
                yield from self.value(child, scope, goals.get(id(child), COUNTS))
            elif not isinstance(child, TEXTS):
                yield from self.below(child, scope)

    def goals(self, node: n.Node, scope: str) -> Iterator[tuple[int, Thing | None]]:
        """Where the values of some parts of a node go, by identity; all other parts count.

        Parts that are equal may be one object, so they are left out: they would share an entry."""
        if isinstance(node, n.Let):
            yield id(node.value), (scope, node.name)
        elif isinstance(node, n.SetVariable) and node.value not in (node.of, node.index):
            yield id(node.value), ("", node.name)
        elif isinstance(node, n.EndGame) and node.scores != node.winners:
            yield id(node.scores), None
        elif isinstance(node, n.Call | n.Later) and node.procedure in self.parameters:
            names = self.parameters[node.procedure]
            for argument, name in zip(node.arguments, names, strict=False):
                if node.arguments.count(argument) == 1:
                    yield id(argument), (node.procedure, name)

    def value(self, expr: n.Expr, scope: str, goal: Thing | None) -> Iterator[Flow]:
        """The flows in an expression whose value goes to a goal."""
        if isinstance(expr, n.Local):
            yield (scope, expr.name), goal
        elif isinstance(expr, n.Variable):
            yield ("", expr.name), goal
        carried = self.carried(expr)
        for child in children(expr):
            if isinstance(child, n.Expr):
                yield from self.value(child, scope, goal if id(child) in carried else COUNTS)
            else:
                yield from self.below(child, scope)

    def carried(self, expr: n.Expr) -> set[int]:
        """The parts of an expression that influence its value and nothing else."""
        if _is_indifferent(expr) or (isinstance(expr, LAZY) and self.is_plain(expr)):
            return {id(child) for child in children(expr)}
        if isinstance(expr, n.Conditional) and expr.test not in (expr.then, expr.otherwise):
            return {id(expr.then), id(expr.otherwise)}
        # The length of the list depends on `items` alone.
        if isinstance(expr, n.Each) and expr.items != expr.value:
            return {id(expr.value)}
        return set()

    def is_plain(self, expr: n.Expr) -> bool:
        """Whether an expression cannot fail, and all that it reads is open to everybody."""
        return all(self.is_open(x) or isinstance(x, LAZY) or _is_known(x) for x in walk(expr))

    def is_open(self, node: n.Node) -> bool:
        """Whether a node reads a variable that everybody may know, and that cannot fail."""
        if not isinstance(node, n.Variable) or node.of or node.index:
            return False
        return node.name in self.open


def _is_indifferent(node: n.Node) -> bool:
    """Whether an expression evaluates all its parts and fails for none of their values.

    Most lists are left out: how long one is may depend on a value, and too long is a fault."""
    listed = may(node, LIST) and not isinstance(node, n.ListOf)
    return claimed(node, TOTAL) and claimed(node, STRICT) and not listed


def _is_known(node: n.Node) -> bool:
    """Whether nothing that an expression itself reads may be hidden from a seat."""
    return _is_indifferent(node) and not isinstance(node, n.Local)
